"""rules.md §7: the match."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conquian.core.cards import card_of, rank_of
from conquian.core.errors import BadRules, NotLegal
from conquian.core.match import (
    AfterDraw,
    FirstDealer,
    Match,
    MatchSettings,
    Stakes,
    default_settings,
    low_card_dealer,
    random_dealer,
)
from conquian.core.packs import pack_named
from conquian.core.presets import PRESETS
from conquian.core.ruleset import RuleSet

PER_LOSER, POT = Stakes.PER_LOSER, Stakes.POT


def match(players: int = 3, dealer: int = 0, **settings: object) -> Match:
    return Match.start(players, MatchSettings(**settings), dealer)  # type: ignore[arg-type]


def deals(table: Match, *winners: int | None) -> Match:
    """Play whole deals with these winners, ``None`` for a draw."""
    for winner in winners:
        table = table.deal_begins().deal_over(winner)
    return table


# ----------------------------------------------------------------------------------- dealers


def test_7_first_dealer_random() -> None:
    asked: list[int] = []

    def below(count: int) -> int:
        asked.append(count)
        return count - 1

    assert random_dealer(4, below) == 3
    assert asked == [4]


def scripted(*draws: int) -> Callable[[int], int]:
    """Chance as it is told: these numbers, one after the other."""
    left = list(draws)

    def below(count: int) -> int:
        assert left[0] < count
        return left.pop(0)

    return below


CARDS = tuple(pack_named("spanish40").cards)


def low_card(players: int, *draws: int) -> tuple[list[list[tuple[int, int]]], int]:
    """Rounds of (seat, rank), and the dealer, when these places of the pack are drawn."""
    drawn = low_card_dealer(CARDS, players, scripted(*draws))
    return [[(seat, rank_of(card)) for seat, card in turn] for turn in drawn.rounds], drawn.dealer


def test_7_low_card_each_draws_a_card_and_the_lowest_rank_deals() -> None:
    # 5o, 2o, and of the 38 cards left the last (12b) or the first (1o).
    assert low_card(3, 4, 1, 37) == ([[(0, 5), (1, 2), (2, 12)]], 1)
    assert low_card(3, 4, 1, 0) == ([[(0, 5), (1, 2), (2, 1)]], 2)


def test_7_low_card_ties_draw_again_among_the_tied() -> None:
    # 3o 3c 5o: seats 0 and 1 tie; they draw 7o and 6o, and seat 1 deals.
    rounds, dealer = low_card(3, 2, 11, 3, 6, 5)
    assert rounds[0][:2] == [(0, 3), (1, 3)]
    assert [seat for seat, _ in rounds[1]] == [0, 1]
    assert dealer == 1
    assert len(rounds) == 2


def test_7_low_card_nobody_draws_a_card_twice_in_a_round() -> None:
    drawn = low_card_dealer(CARDS, 6, Random(5).randrange)
    for turn in drawn.rounds:
        cards = [card for _, card in turn]
        assert len(set(cards)) == len(cards)


@given(st.integers(2, 6), st.integers(0, 10_000))
def test_7_low_card_the_dealer_is_the_only_lowest_of_the_last_round(
    players: int, seed: int
) -> None:
    drawn = low_card_dealer(CARDS, players, Random(seed).randrange)
    last = [(rank_of(card), seat) for seat, card in drawn.rounds[-1]]
    lowest = min(last)[0]
    assert [seat for rank, seat in last if rank == lowest] == [drawn.dealer]
    for turn, again in zip(drawn.rounds, drawn.rounds[1:], strict=False):
        low = min(rank_of(card) for _, card in turn)
        assert [s for s, card in turn if rank_of(card) == low] == [s for s, _ in again]


def test_7_next_dealer_is_the_next_seat_also_after_a_draw() -> None:
    table = match(dealer=2)
    assert [deals(table, *[0] * count).dealer for count in range(4)] == [2, 0, 1, 2]
    assert deals(table, None).dealer == 0
    assert deals(table, None, None, 1).dealer == 2


# ------------------------------------------------------------------------------------ stakes


def test_7_per_loser_each_other_player_pays_the_winner_one_stake() -> None:
    assert deals(match(stake=5), 1).scores == (-5, 10, -5)
    assert deals(match(2), 0).scores == (1, -1)
    assert deals(match(6), 5).scores == (-1, -1, -1, -1, -1, 5)


def test_7_pot_everyone_puts_one_stake_in_and_the_winner_takes_the_pot() -> None:
    begun = match(stakes="pot", stake=2).deal_begins()
    assert (begun.scores, begun.pot) == ((-2, -2, -2), 6)
    assert (begun.deal_over(1).scores, begun.deal_over(1).pot) == ((-2, 4, -2), 0)


# ------------------------------------------------------------------------------ after a draw


def test_7_after_draw_none() -> None:
    table = deals(match(), None, None)
    assert (table.scores, table.worth) == ((0, 0, 0), 1)
    assert deals(table, 2).scores == (-1, -1, 2)


def test_7_after_draw_double_doubling_again_while_draws_go_on() -> None:
    table = match(after_draw="double")
    assert [deals(table, *[None] * count).worth for count in range(4)] == [1, 2, 4, 8]
    table = deals(table, None, None, 0)
    assert table.scores == (8, -4, -4)
    assert table.worth == 1
    assert deals(table, 1).scores == (7, -2, -5)


def test_7_after_draw_carry_the_stake_is_added_to_the_next_deal() -> None:
    table = match(after_draw="carry", stake=3)
    assert [deals(table, *[None] * count).worth for count in range(4)] == [3, 6, 9, 12]
    table = deals(table, None, None, 0)
    assert table.scores == (18, -9, -9)
    assert table.worth == 3


def test_7_after_draw_pool_everybody_adds_a_stake_that_goes_to_the_next_winner() -> None:
    table = deals(match(after_draw="pool"), None, None)
    assert (table.scores, table.pot, table.worth) == ((-2, -2, -2), 6, 1)
    table = deals(table, 0)
    assert (table.scores, table.pot) == ((6, -3, -3), 0)


@pytest.mark.parametrize("after_draw", list(AfterDraw))
def test_7_with_pot_the_pot_stays_and_everybody_adds_again(after_draw: AfterDraw) -> None:
    table = deals(match(stakes="pot", after_draw=after_draw), None, None)
    assert (table.scores, table.pot) == ((-2, -2, -2), 6)
    table = deals(table, 1)
    assert (table.scores, table.pot) == ((-3, 6, -3), 0)


# ----------------------------------------------------------------------------------- presets

SETTINGS = {
    "mexicano": ("random", "per_loser", "none"),
    "gamevelvet": ("random", "per_loser", "none"),
    "clasico": ("low_card", "per_loser", "none"),
    "bicycle": ("random", "per_loser", "none"),
    "wikipedia": ("random", "per_loser", "carry"),
    "diario": ("random", "per_loser", "none"),
    "navajo": ("random", "per_loser", "none"),
    "paco": ("random", "pot", "none"),
}


@pytest.mark.parametrize("name", list(SETTINGS))
def test_7_presets(name: str) -> None:
    for rules in (PRESETS[name], PRESETS[name].changed(yucas=1)):
        made = default_settings(rules)
        assert (made.first_dealer, made.stakes, made.after_draw) == SETTINGS[name]
        assert (made.stake, made.deals, made.points) == (1, None, None)


def test_7_rules_without_a_preset_have_the_usual_settings() -> None:
    assert default_settings(RuleSet.parse("house(hand=[[2, 8]])")) == MatchSettings()


# --------------------------------------------------------------------------- the match's end


def test_7_to_a_number_of_deals() -> None:
    table = deals(match(deals=3), 0, None)
    assert not table.is_over
    table = deals(table, 1)
    assert table.is_over
    with pytest.raises(NotLegal) as caught:
        table.deal_begins()
    assert caught.value.code == "match_over"


@pytest.mark.parametrize("stakes", list(Stakes))
def test_7_to_a_number_of_points(stakes: Stakes) -> None:
    table = deals(match(points=4, stakes=stakes), 0)
    assert not table.is_over
    table = deals(table, 0)
    assert table.is_over
    assert table.scores == (4, -2, -2)
    assert table.leaders == (0,)


def test_7_until_the_players_stop() -> None:
    table = deals(match(), *[0] * 50)
    assert not table.is_over
    assert table.stop().is_over


def test_7_open_stakes_are_returned_when_the_players_stop() -> None:
    begun = deals(match(stakes="pot"), None).deal_begins()
    assert (begun.scores, begun.pot) == ((-2, -2, -2), 6)
    assert (begun.stop().scores, begun.stop().pot) == ((0, 0, 0), 0)
    pooled = deals(match(after_draw="pool"), 1, None, None)
    assert pooled.stop().scores == deals(match(), 1).scores


def test_7_what_nobody_has_won_is_returned_after_the_last_deal() -> None:
    table = deals(match(stakes="pot", deals=2), 0, None)
    assert table.is_over
    assert (table.scores, table.pot) == ((2, -1, -1), 0)


def test_7_equal_scores_share_the_lead() -> None:
    assert deals(match(), 0, 1).stop().leaders == (0, 1)
    assert match().stop().leaders == (0, 1, 2)


# ---------------------------------------------------------------------------------- forfeits


@pytest.mark.parametrize("after_draw", ["none", "double", "carry"])
def test_7_a_forfeit_pays_each_other_player_one_stake(after_draw: str) -> None:
    table = deals(match(stake=2, after_draw=after_draw), None).deal_begins().forfeit(1)
    assert table.scores == (2, -4, 2)
    assert (table.played, table.dealer, table.open) == (2, 2, False)


def test_7_a_forfeit_leaves_the_pot_where_it_is() -> None:
    table = match(stakes="pot").deal_begins().forfeit(1)
    assert (table.scores, table.pot) == ((0, -3, 0), 3)
    assert deals(table, 0).scores == (5, -4, -1)


def test_7_deals_begin_and_end_in_turn() -> None:
    with pytest.raises(NotLegal) as caught:
        match().deal_over(0)
    assert caught.value.code == "no_deal_open"
    with pytest.raises(NotLegal) as caught:
        match().forfeit(0)
    assert caught.value.code == "no_deal_open"
    with pytest.raises(NotLegal) as caught:
        match().deal_begins().deal_begins()
    assert caught.value.code == "deal_open"


# ------------------------------------------------------------------------------ all together

SETTINGS_ST = st.builds(
    MatchSettings,
    first_dealer=st.sampled_from(FirstDealer),
    stakes=st.sampled_from(Stakes),
    after_draw=st.sampled_from(AfterDraw),
    stake=st.integers(1, 9),
    deals=st.none() | st.integers(1, 12),
    points=st.none() | st.integers(1, 40),
)


@given(SETTINGS_ST, st.integers(2, 6), st.data())
def test_7_points_are_conserved(settings: MatchSettings, players: int, data: st.DataObject) -> None:
    table = Match.start(players, settings, 0)
    seats = st.integers(0, players - 1)
    for _ in range(12):
        if table.is_over:
            break
        table = table.deal_begins()
        assert sum(table.scores) + table.pot == 0
        if data.draw(st.integers(0, 5)) == 0:
            table = table.forfeit(data.draw(seats))
        else:
            table = table.deal_over(data.draw(st.none() | seats))
        assert sum(table.scores) + table.pot == 0
        assert sum(table.paid_in) == table.pot
    if data.draw(st.booleans()) and not table.is_over:
        table = table.deal_begins()
    ended = table if table.is_over and not table.open else table.stop()
    assert sum(ended.scores) == 0
    assert ended.pot == 0


@given(SETTINGS_ST, st.lists(st.none() | st.integers(0, 2), max_size=12))
def test_7_a_match_is_a_value(settings: MatchSettings, winners: list[int | None]) -> None:
    table = Match.start(3, settings, 1)
    copy = table
    for winner in winners:
        if table.is_over:
            break
        table = deals(table, winner)
    assert copy == Match.start(3, settings, 1)
    assert table.played == len(table.history) <= len(winners)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("first_dealer", "youngest"),
        ("stakes", "cash"),
        ("after_draw", "triple"),
        ("stake", 0),
        ("stake", True),
        ("deals", 0),
        ("points", "many"),
    ],
)
def test_7_settings_are_refused_with_the_name_of_the_setting(name: str, value: object) -> None:
    with pytest.raises(BadRules) as caught:
        MatchSettings(**{name: value})  # type: ignore[arg-type]
    assert caught.value.code == "bad_value"
    for lang in ("en", "es"):
        assert name in caught.value.sentence(lang)


def test_7_cards_of_one_rank_tie_whatever_their_suit() -> None:
    pack = (card_of(3, 0), card_of(3, 1), card_of(3, 2), card_of(5, 0))
    drawn = low_card_dealer(pack, 2, scripted(0, 0, 3, 0))
    assert len(drawn.rounds) == 2
    assert drawn.dealer == 1
