"""rules.md §4: the course of a deal."""

from __future__ import annotations

import pytest

from conquian.core.action import Action, give
from conquian.core.cards import parse_card
from conquian.core.setting import setting_for

from .table import EVERY_TABLE, Table, play, random_deals

JUNK = ["1e 2e 10b", "1b 2b 11e", "1c 2c 11b", "3e 4e 10c", "3b 4b 11c", "3c 4c 10e"]
"""Hands that meld nothing the tests turn up."""


# ------------------------------------------------------------------------------- seats, deal


def test_4_seats_are_numbered_in_the_direction_of_play() -> None:
    setting = setting_for(play("wikipedia(hand=[[3, 3]])", JUNK[:3], "12o").deal.rules, 3)
    assert setting.next == (1, 2, 0)


@pytest.mark.parametrize(("name", "players"), EVERY_TABLE)
def test_4_deal_h_cards_each_and_the_rest_is_the_stock(name: str, players: int) -> None:
    table = play(f"{name}(hand=[[{players}, 3]])", JUNK[:players])
    setting = table.state.setting
    deck = 80 if name == "navajo" or (name == "gamevelvet" and players > 4) else 40
    assert setting.stock_size == len(table.deal.stock) == deck - 3 * players
    assert table.deal.start.counts == (3,) * players


# ---------------------------------------------------------------------------------- exchange

EXCHANGE = ("mexicano(hand=[[3, 3]])", JUNK[:3], "12o")


@pytest.mark.parametrize(("dealer", "order"), [(0, [1, 2, 0]), (1, [2, 0, 1]), (2, [0, 1, 2])])
def test_4_exchange_the_seats_choose_from_the_pone_to_the_dealer(
    dealer: int, order: list[int]
) -> None:
    table = play(*EXCHANGE, dealer=dealer)
    seen = []
    while table.phase == "exchange":
        seen.append(table.actor)
        table = table.then(table.legal[0])
    assert seen == order


def test_4_exchange_the_cards_change_hands_when_all_have_chosen() -> None:
    table = play(*EXCHANGE)
    for text in ("give 1e", "give 1b"):
        table = table.then(text)
        assert [table.hand(seat) for seat in range(3)] == [
            play(*EXCHANGE).hand(seat) for seat in range(3)
        ]
    table = table.then("give 1c")
    assert [table.hand(seat) for seat in range(3)] == ["1c 2e 10b", "1e 11e 2b", "2c 1b 11b"]
    assert table.now == ("offer", 0)


def test_4_exchange_is_decided_by_each_seat_without_seeing_what_it_gets() -> None:
    table = play(*EXCHANGE, "give 1e")
    assert table.actor == 1
    assert table.legal == ["give 11e", "give 1b", "give 2b"]
    assert table.why_not("give 1e") == "not_in_hand"


def test_4_exchange_any_hand_card_may_be_given_but_no_other() -> None:
    table = play(*EXCHANGE)
    assert table.legal == ["give 1e", "give 2e", "give 10b"]
    assert table.why_not("give 12o") == "not_in_hand"
    assert table.why_not("pass") == "phase_exchange"


# --------------------------------------------------------------------------------- the table


def first_card(rules: str, players: int, dealer: int) -> Table:
    return play(f"house({rules}, hand=[[{players}, 3]])", JUNK[:players], "12o", dealer=dealer)


def paid_by(rules: str, players: int, seat: int, stock: str = "7o 12o") -> Table:
    """Seat takes the first card, whoever deals, and pays 12e."""
    hands = JUNK[:players]
    hands[seat] = "5o 6o 12e"
    dealer = (seat - 1) % players
    table = play(f"house({rules}, hand=[[{players}, 3]])", hands, stock, dealer=dealer)
    assert table.now == ("offer", seat)
    return table.then("take 5o 6o", "pay 12e")


def turned_by(rules: str, players: int, seat: int) -> Table:
    """The seat before pays a card all decline, so that this one turns."""
    table = paid_by(rules, players, (seat - 1) % players)
    while table.upcard == "12e":
        table = table.then("pass")
    assert table.offered_by == ("turned", seat)
    return table


SEATS = [(players, seat) for players in range(2, 7) for seat in range(players)]


def after(seat: int, players: int, count: int) -> list[int]:
    """``count`` seats from ``seat`` on."""
    return [(seat + step) % players for step in range(count)]


@pytest.mark.parametrize(("players", "dealer"), SEATS)
def test_4_first_card_opening_turn_two_step(players: int, dealer: int) -> None:
    table = first_card("offer=two_step, opening=turn", players, dealer)
    pone = (dealer + 1) % players
    assert table.offered_by == ("turned", pone)
    assert table.asked_in_turn() == (after(pone, players, players), dealer)


@pytest.mark.parametrize(("players", "dealer"), SEATS)
def test_4_first_card_opening_turn_round(players: int, dealer: int) -> None:
    table = first_card("offer=round, opening=turn", players, dealer)
    pone = (dealer + 1) % players
    assert table.offered_by == ("turned", pone)
    assert table.asked_in_turn() == (after(pone, players, players), (pone + 1) % players)


@pytest.mark.parametrize("offer", ["two_step", "round"])
@pytest.mark.parametrize(("players", "dealer"), SEATS)
def test_4_first_card_opening_upcard(players: int, dealer: int, offer: str) -> None:
    table = first_card(f"offer={offer}, opening=upcard", players, dealer)
    pone = (dealer + 1) % players
    assert table.offered_by == ("turned", dealer)
    assert table.asked_in_turn() == (after(pone, players, players), pone)


@pytest.mark.parametrize(("players", "seat"), SEATS)
def test_4_turned_two_step_next(players: int, seat: int) -> None:
    table = turned_by("claim=next", players, seat)
    assert table.asked_in_turn() == (after(seat, players, 2), (seat + 1) % players)


@pytest.mark.parametrize("rules", ["claim=either", "offer=round"])
@pytest.mark.parametrize(("players", "seat"), SEATS)
def test_4_turned_two_step_either_and_round(players: int, seat: int, rules: str) -> None:
    table = turned_by(rules, players, seat)
    assert table.asked_in_turn() == (after(seat, players, players), (seat + 1) % players)


@pytest.mark.parametrize(("players", "seat"), SEATS)
def test_4_paid_two_step_next(players: int, seat: int) -> None:
    table = paid_by("claim=next", players, seat)
    assert table.offered_by == ("paid", seat)
    following = (seat + 1) % players
    assert table.asked_in_turn() == ([following], following)


@pytest.mark.parametrize("rules", ["claim=either", "offer=round"])
@pytest.mark.parametrize(("players", "seat"), SEATS)
def test_4_paid_two_step_either_and_round(players: int, seat: int, rules: str) -> None:
    table = paid_by(rules, players, seat)
    assert table.offered_by == ("paid", seat)
    following = (seat + 1) % players
    assert table.asked_in_turn() == (after(following, players, players - 1), following)


def test_4_with_two_players_both_structures_coincide() -> None:
    for seat in range(2):
        for make in (turned_by, paid_by):
            two, full = make("offer=two_step", 2, seat), make("offer=round", 2, seat)
            assert two.asked_in_turn() == full.asked_in_turn()
    # The first card's next turner too: the dealer is the pone's next.
    assert first_card("offer=two_step", 2, 0).asked_in_turn() == (
        first_card("offer=round", 2, 0).asked_in_turn()
    )


def test_4_with_three_two_step_gives_a_turned_card_to_the_turner_and_one_more() -> None:
    assert turned_by("offer=two_step", 3, 1).asked_in_turn()[0] == [1, 2]


# -------------------------------------------------------------------------------------- take


def test_4_take_any_hand_cards_also_none() -> None:
    table = play("clasico(hand=[[2, 4]])", ["5o 6o 4o 12e", "1e 2e 10b 1b"], "7o 3o")
    assert table.takes == ["take 4o 5o 6o", "take 5o 6o"]
    table = table.then("take 5o 6o", "pay 12e", "pass", "pass")
    assert table.takes == ["take 4o"]
    table = play("clasico(hand=[[2, 4]])", ["5o 6o 4o 12e", "1e 2e 10b 1b"], "7o 10o")
    table = table.then("take 5o 6o", "pay 12e", "pass", "pass")
    assert table.takes == ["take", "take 4o"]


def test_4_take_more_melds_than_the_upcard_needs_may_be_laid_in_the_same_take() -> None:
    table = play("mexicano(exchange=false, hand=[[2, 6]])",
                 ["5o 6o 3c 3e 3b 12o", "1e 2e 10b 1b 2b 1c"], "7o")  # fmt: skip
    assert table.takes == ["take 5o 6o", "take 5o 6o 3c 3e 3b"]
    assert table.then("take 5o 6o 3c 3e 3b").layout(0) == "5o 6o 7o | 3c 3e 3b"


def test_4_take_the_upcard_must_be_used() -> None:
    table = play("clasico(hand=[[2, 4]])", ["5o 6o 7o 12e", "1e 2e 10b 1b"], "1o")
    assert table.legal == ["pass"]
    assert table.why_not("take 5o 6o 7o") == "take_not_melds"
    assert table.why_not("take") == "take_bare"


def test_4_take_where_the_grouping_matters_the_taker_chooses_it() -> None:
    hands = ["5o 6o 7c 7e 12e", "1e 2e 10b 1b 2b"]
    table = play("bicycle(hand=[[2, 5]])", hands, "7o")
    assert table.takes == ["take 5o 6o -> 5o 6o 7o", "take 7c 7e -> 7o 7c 7e"]
    hands = ["5o 6o 7o 10o 11o 12e", "1e 2e 10b 1b 2b 1c"]
    table = play("bicycle(hand=[[2, 6]])", hands, "12o")
    assert table.takes == [
        "take 5o 6o 7o 10o 11o -> 5o 6o 7o | 10o 11o 12o",
        "take 5o 6o 7o 10o 11o -> 5o 6o 7o 10o 11o 12o",
        "take 6o 7o 10o 11o -> 6o 7o 10o 11o 12o",
        "take 7o 10o 11o -> 7o 10o 11o 12o",
        "take 10o 11o -> 10o 11o 12o",
    ]


# ----------------------------------------------------------------------------- pass and meld


def test_4_pass_he_is_done_with_this_card_and_the_next_is_asked() -> None:
    table = play("diario(exchange=false, hand=[[3, 3]])", JUNK[:3], "12o 12c")
    assert table.now == ("offer", 0)
    table = table.then("pass")
    assert (table.now, table.upcard, table.state.asked) == (("offer", 1), "12o", (0,))
    table = table.then("pass")
    assert (table.now, table.upcard, table.state.asked) == (("offer", 2), "12o", (0, 1))
    table = table.then("pass")
    assert (table.upcard, table.state.asked) == ("12c", ())


MELDER = "5b 6b 7b 12e"


def test_4_meld_when_asked_any_time_he_is_asked() -> None:
    rules = "mexicano(exchange=false, hand_melds=when_asked, hand=[[3, 4]])"
    hands = ["5o 6o 1o 12c", MELDER, "1e 2e 10c 1c"]
    table = play(rules, hands, "7o")
    assert table.then("pass").melds == ["meld 5b 6b 7b"]  # turned by another
    table = table.then("take 5o 6o", "pay 12c")
    assert table.offered_by == ("paid", 0)
    assert table.melds == ["meld 5b 6b 7b"]  # paid by another
    table = table.then("meld 5b 6b 7b", "pass", "pass", "pass")
    assert table.actor == 2  # the turn goes on as if nothing had been melded


def test_4_meld_after_turning_only_for_the_player_who_turned_this_upcard() -> None:
    rules = "mexicano(exchange=false, hand_melds=after_turning, hand=[[3, 4]])"
    hands = ["5o 6o 1o 12c", MELDER, "1e 2e 10c 1c"]
    table = play(rules, hands, "7o 12o")
    assert table.then("pass").melds == []
    table = table.then("take 5o 6o", "pay 12c")
    assert (table.now, table.melds) == (("offer", 1), [])
    table = table.then("pass")
    assert table.offered_by == ("turned", 1)
    assert table.melds == ["meld 5b 6b 7b"]


def test_4_meld_after_turning_the_dealer_who_turned_the_upcard_while_he_is_asked() -> None:
    rules = "wikipedia(hand_melds=after_turning, hand=[[2, 4]])"
    table = play(rules, ["5o 6o 7o 12c", MELDER], "1c")
    assert (table.now, table.melds) == (("offer", 0), [])
    table = table.then("pass")
    assert (table.now, table.melds) == (("offer", 1), ["meld 5b 6b 7b"])


def test_4_meld_nothing_is_paid_and_he_is_still_asked_about_the_upcard() -> None:
    rules = "clasico(hand_melds=when_asked, hand=[[2, 6]])"
    table = play(rules, ["5o 6o 7o 2c 3c 12e", "1e 2e 10b 1b 2b 11b"], "10o 4o")
    table = table.then("meld 5o 6o 7o")
    assert (table.now, table.upcard) == (("offer", 0), "10o")
    assert table.takes == ["take"]
    assert table.then("take").now == ("pay", 0)


def test_4_meld_new_melds_and_extensions_alike_at_least_one_card() -> None:
    rules = "clasico(hand_melds=when_asked, hand=[[2, 6]])"
    table = play(rules, ["5o 6o 7o 10o 3c 12e", "1e 2e 10b 1b 2b 11b"], "11c")
    assert table.melds == ["meld 5o 6o 7o", "meld 5o 6o 7o 10o", "meld 6o 7o 10o"]
    table = table.then("meld 5o 6o 7o")
    assert table.melds == ["meld 10o"]
    assert table.then("meld 10o").layout(0) == "5o 6o 7o 10o"
    assert table.why_not("meld 12e") == "meld_not_melds"


# ------------------------------------------------------------------------ paying and the end


def test_4_after_a_take_that_is_no_win_he_pays_one_card_which_is_the_next_upcard() -> None:
    table = play("clasico(hand=[[2, 4]])", ["5o 6o 1o 12e", "1e 2e 10b 1b"], "7o", "take 5o 6o")
    assert (table.now, table.legal) == (("pay", 0), ["pay 1o", "pay 12e"])
    table = table.then("pay 12e")
    assert (table.upcard, table.offered_by, table.hand(0)) == ("12e", ("paid", 0), "1o")
    assert table.state.stock == 31


def test_4_a_dead_card_is_out_of_play_and_the_next_turner_turns() -> None:
    table = play("clasico(hand=[[2, 3]])", JUNK[:2], "12o 12c")
    assert table.state.stock == 33
    table = table.then("pass", "pass")
    assert (table.upcard, table.offered_by, table.state.stock) == ("12c", ("turned", 1), 32)
    assert not table.state.unseen >> parse_card("12o") & 1


SHORT = "house(pack=mini3x3, hand=[[2, 4]])"  # one stock card


def test_4_the_last_stock_card_is_offered_like_any_other() -> None:
    table = play(SHORT, ["1o 2o 1c 2e", "2c 3c 1e 3e"], "3o")
    assert table.state.stock == 0
    assert table.now == ("offer", 0)
    assert table.legal == ["take 1o 2o", "pass"]


def test_4_a_chain_of_takes_and_payments_may_go_on_with_an_empty_stock() -> None:
    table = play(SHORT, ["1o 2o 1c 2e", "2c 3c 1e 3e"], "3o", "take 1o 2o", "pay 1c")
    assert table.takes == ["take 2c 3c"]
    table = table.then("take 2c 3c", "pay 1e")
    assert table.now == ("offer", 0)
    assert table.then("pass").result == (None, "stock")


def test_4_a_deal_can_be_won_with_an_empty_stock() -> None:
    rules = "house(pack=mini4x3, hand=[[2, 5]])"
    hands = ["1o 2o 1c 2c 3c", "1e 2e 3o 4o 4c"]
    table = play(rules, hands, "4e 3e", "pass", "pass", "take 1e 2e", "pay 3o")
    assert table.state.stock == 0
    assert table.then("take 1o 2o 1c 2c 3c").result == (0, "out")


def test_4_stock_out_draw_nobody_wins() -> None:
    table = play(SHORT, ["1o 2o 1c 2e", "2c 3c 1e 3e"], "3o", "pass", "pass")
    assert table.result == (None, "stock")


FEWEST = "house(pack=mini3x3, stock_out=fewest, hand=[[2, 4]])"


def test_4_stock_out_fewest_a_single_smallest_hand_wins() -> None:
    hands = ["1o 2o 1c 2e", "2c 3c 1e 3e"]
    assert play(FEWEST, hands, "3o", "take 1o 2o", "pay 2e", "pass").result == (0, "stock")
    assert play(FEWEST, hands, "3o", "take 1o 2o", "pay 1c", "pass").result == (0, "stock")


def test_4_stock_out_fewest_a_tie_for_the_smallest_draws() -> None:
    hands = ["1o 2o 1c 2e", "2c 3c 1e 3e"]
    assert play(FEWEST, hands, "3o", "pass", "pass").result == (None, "stock")
    table = play(FEWEST, hands, "3o", "take 1o 2o", "pay 1c", "take 2c 3c", "pay 1e", "pass")
    assert table.state.counts == (1, 1)
    assert table.result == (None, "stock")


def test_4_stock_out_fewest_others_may_tie_for_more() -> None:
    rules = "house(pack=mini4x4, stock_out=fewest, hand=[[3, 5]])"
    hands = ["1o 2o 1c 2c 4e", "3c 4c 1e 2e 3e", "4o 1b 2b 3b 4b"]
    table = play(rules, hands, "3o", "take 1o 2o", "pay 4e", "pass")
    assert table.state.counts == (2, 5, 5)
    assert table.result == (0, "stock")


# -------------------------------------------------------------------------------- everywhere


def test_4_some_action_is_legal_for_exactly_one_seat_until_the_deal_is_over() -> None:
    for step in random_deals(3):
        state = step.before
        assert state.legal_actions()
        assert 0 <= state.actor < state.players
        for seat in set(range(state.players)) - {state.actor}:
            assert not any(state.can(action, seat) for action in state.legal_actions())


def test_4_turning_a_card_is_never_an_action() -> None:
    table = play("clasico(hand=[[2, 3]])", JUNK[:2], "12o", "pass")
    state = table.state.apply(Action.parse("pass"))
    assert state.phase == "turn"
    assert (state.actor, state.legal_actions()) == (-1, ())
    assert not state.can(Action.parse("pass"))
    assert not state.can(give(parse_card("1e")))
