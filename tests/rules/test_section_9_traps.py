"""rules.md §9: eighteen faults of published implementations, one test each.

`make mutate` puts each of them back into the source and sees the suite turn red.
"""

from __future__ import annotations

import pytest

from conquian.core.action import Action, take
from conquian.core.cards import parse_zone
from conquian.core.errors import NotLegal
from conquian.core.layouts import layout_table
from conquian.core.text import parse_state, read_view, state_text, view_object
from conquian.core.view import InfoState, observe

from .table import play, random_deals

LOW = ["1e 2e 10b 1b", "1c 2c 11b 3b", "3e 4e 11c 2b"]
"""Hands that meld nothing the tests turn up."""
DUEL = "clasico(hand=[[2, 4]])"
GROUPED = "bicycle(hand=[[2, 4]])"


def test_9_01_the_jack_goes_on_5_6_7_in_the_lay_off_path_too() -> None:
    hands = ["5c 6c 12o 12b", LOW[0]]
    table = play(DUEL, hands, "7c 10c", "take 5c 6c", "pay 12b", "pass")
    assert table.forces == ["force 0"]
    assert table.then("force 0").legal == ["take"]
    assert "take" in table.then("pass").takes
    table = play(GROUPED, hands, "7c 10c", "take 5c 6c -> 5c 6c 7c", "pay 12b", "pass")
    assert table.forces == ["force 0"]
    assert table.then("force 0").legal == ["take -> 5c 6c 7c 10c"]
    assert table.then("pass").takes == ["take -> 5c 6c 7c 10c"]
    placing = "diario(exchange=false, hand=[[2, 4]])"
    table = play(placing, hands, "7c 10c", "take 5c 6c -> 5c 6c 7c", "pay 12b", "pass", "force 0")
    assert table.legal == ["take -> 5c 6c 7c 10c"]


def test_9_02_a_run_of_mixed_suits_is_no_meld() -> None:
    table = play(DUEL, ["5o 6c 5c 12e", LOW[0]], "7o")
    assert table.takes == []
    assert table.why_not("take 5o 6c") == "take_not_melds"
    assert not layout_table("spanish40", None, yuca=False).splits(parse_zone("5o 6c 7e"))


def test_9_03_two_equal_cards_and_another_are_no_set_nor_is_one_suit_twice() -> None:
    assert play(DUEL, ["5o 5c 12e 1o", LOW[0]], "11e").takes == []
    assert play(DUEL, ["5o 11e 12e 1o", LOW[0]], "5c").takes == []
    table = play("navajo(hand=[[2, 4]])", ["5o 5c 12e 1o", LOW[0]], "5o")
    assert table.takes == []
    assert table.why_not("take 5o 5c") == "take_not_melds"


def test_9_04_one_card_counts_in_one_meld_also_for_the_win() -> None:
    # 7c in the run 5c 6c 7c and in the set 7o 7c 7e would make five of five.
    table = play(DUEL, ["5c 6c 7o 7e", LOW[0]], "7c")
    assert table.takes == ["take 7o 7e", "take 5c 6c"]
    assert table.why_not("take 5c 6c 7o 7e") == "take_not_melds"
    assert layout_table("spanish40", None, yuca=False).most_melded(
        parse_zone("5c 6c 7c 7o 7e")
    ) == 3  # fmt: skip


def test_9_05_laid_cards_stay_laid_when_regrouping() -> None:
    hands = ["5o 6o 7c 7e 12b 1o", "1e 2e 10b 1b 2b 11b"]
    table = play("clasico(hand=[[2, 6]])", hands, "7o 7b", "take 5o 6o", "pay 12b", "pass", "pass")
    # With 7o in a set of sevens, 5o 6o would have to go back to the hand.
    assert (table.now, table.takes) == (("offer", 0), ["take 7c 7e"])
    table = table.then("take 7c 7e")
    assert table.laid(0) == "5o 6o 7o 7c 7e 7b"
    assert table.hand(0) == "1o"
    first = "take 5o 6o -> 5o 6o 7o"
    table = play("bicycle(hand=[[2, 6]])", hands, "7o 7b", first, "pay 12b", "pass", "pass")
    assert table.takes == ["take 7c 7e -> 5o 6o 7o | 7c 7e 7b"]
    for missing in ("7c 7e 7b", "7o 7c 7e 7b"):
        assert table.why_not(f"take 7c 7e -> {missing}") == "layout_other_cards"


def test_9_06_grouping_is_exact_never_greedy() -> None:
    melds = layout_table("spanish40", None, yuca=False)
    assert melds.most_melded(parse_zone("3c 4c 5c 6c 7c 6e 6o")) == 6
    hands = ["3c 4c 5c 6e 6o", "1e 2e 10b 1b 11e"]
    table = play("clasico(hand=[[2, 5]])", hands, "6c")
    assert "take 3c 4c 5c" in table.takes
    table = play("clasico(hand=[[2, 6]])", ["3c 4c 5c 7c 6e 6o", "1e 2e 10b 1b 11e 12b"], "6c 6b")
    assert "take 3c 4c 5c 6o 6e" not in table.takes  # 6c is in one of them only
    table = table.then("take 3c 4c 5c 7c", "pay 6o")
    assert table.sizes(0) == (5, 1)
    assert melds.splits(parse_zone("3c 4c 5c 6c 6e 6b"))  # not 3 4 5 6 and two sixes


def test_9_07_the_longer_run_is_recognised_after_laying_off() -> None:
    for rules, arrow in ((DUEL, ""), (GROUPED, "->")):
        table = play(rules, ["3o 4o 12c 12e", LOW[0]], "5o 6o 7o 10o 2o")
        table = table.then("take 3o 4o" + " -> 3o 4o 5o" * bool(arrow), "pay 12e", "pass", "pass")
        table = table.then("take" + " -> 3o 4o 5o 6o" * bool(arrow), "pay 12c", "pass")
        assert (table.now, table.upcard) == (("offer", 1), "7o")
        assert table.forces == ["force 0"]
        table = table.then("force 0", "take" + " -> 3o 4o 5o 6o 7o" * bool(arrow))
        assert table.result == (0, "out")


def test_9_08_a_card_that_fits_a_set_and_a_run_goes_where_its_owner_says() -> None:
    hands = ["5o 6o 4c 4e 4b 12b 12c", "1e 2e 10b 1b 2b 11b 1c"]
    first = "take 5o 6o 4c 4e 4b -> 5o 6o 7o | 4c 4e 4b"
    both = ["take -> 4o 5o 6o 7o | 4c 4e 4b", "take -> 4o 4c 4e 4b | 5o 6o 7o"]
    for rules in ("bicycle(hand=[[2, 7]])", "diario(exchange=false, hand=[[2, 7]])"):
        table = play(rules, hands, "7o 4o", first, "pay 12b", "pass")
        assert sorted(table.then("force 0").legal) == sorted(both)
        for choice in both:
            assert choice in table.then("pass").takes
            assert table.then("force 0", choice).layout(0) == choice.removeprefix("take -> ")


def test_9_09_nothing_is_demanded_from_an_empty_hand() -> None:
    hands = ["5o 6o 12e", "1e 2e 10b"]
    table = play("clasico(hand=[[2, 3]])", hands, "7o 10o", "take 5o 6o", "pay 12e", "pass")
    assert table.sizes(0) == (3, 0)
    for win in (table.then("force 0", "take"), table.then("pass", "take")):
        assert win.phase == "over"
        assert win.result == (0, "out")
    table = play("bicycle(hand=[[2, 3]])", ["5o 6o 7o", hands[1]], "12b 1o")
    table = table.then("meld 5o 6o 7o -> 5o 6o 7o")
    assert (table.now, table.legal) == (("offer", 0), ["pass"])


def test_9_10_an_empty_hand_is_no_win() -> None:
    table = play("bicycle(hand=[[2, 3]])", ["5o 6o 7o", "1e 2e 10b"], "12b 1o")
    table = table.then("meld 5o 6o 7o -> 5o 6o 7o")
    assert table.sizes(0) == (3, 0)
    assert table.state.outcome is None
    hands = ["5o 6o 12e", "1e 2e 10b"]
    table = play("clasico(hand=[[2, 3]])", hands, "7o 10o", "take 5o 6o", "pay 12e")
    assert table.sizes(0) == (3, 0)
    assert table.state.outcome is None


def test_9_11_nothing_is_paid_without_a_take() -> None:
    table = play(DUEL, ["5o 6o 12c 12e", LOW[0]], "7o")
    assert not any(text.startswith("pay") for text in table.legal)
    assert table.why_not("pay 12c") == "phase_offer"
    rules = "clasico(hand_melds=when_asked, hand=[[2, 4]])"
    table = play(rules, ["5o 6o 7o 12e", LOW[0]], "1o", "meld 5o 6o 7o")
    assert (table.now, table.legal) == (("offer", 0), ["pass"])
    assert table.why_not("pay 12e") == "phase_offer"


SHORT = "house(pack=mini3x3, hand=[[2, 4]])"  # one stock card
SHORT_HANDS = ["1o 2o 1c 2e", "2c 3c 1e 3e"]


def test_9_12_the_stock_does_not_reshuffle_itself() -> None:
    table = play(SHORT, SHORT_HANDS, "3o", "pass", "pass")
    assert table.result == (None, "stock")
    for step in random_deals(1):
        assert step.after.stock <= step.before.stock
        assert step.after.unseen & step.before.unseen == step.after.unseen


def test_9_13_an_empty_stock_does_not_freeze_the_table() -> None:
    table = play(SHORT, SHORT_HANDS, "3o", "pass", "pass")
    assert table.phase == "over"
    table = play(SHORT, SHORT_HANDS, "3o", "take 1o 2o", "pay 2e", "pass")
    assert table.phase == "over"
    for step in random_deals(1):
        assert step.after.is_over or step.after.legal_actions()


def test_9_14_forcing_is_tested_on_whole_melds_not_on_one_rank() -> None:
    for rules, arrow in ((DUEL, ""), (GROUPED, " -> 7c 10c 11c")):
        table = play(rules, ["10c 11c 12c 12e", LOW[0]], "7c 7o", "take 10c 11c" + arrow)
        table = table.then("pay 12e", "pass")
        assert (table.now, table.upcard) == (("offer", 1), "7o")
        assert table.forces == []
        assert table.why_not("force 0") == "force_no_fit"
    table = play(DUEL, ["10c 11c 12c 12e", LOW[0]], "7c 6c", "take 10c 11c", "pay 12e", "pass")
    assert table.forces == ["force 0"]  # 6c: no rank in common


def test_9_15_the_obligation_to_take_or_pay_survives_save_and_load() -> None:
    table = play(DUEL, ["5o 6o 12c 12e", LOW[0]], "7o 4o", "take 5o 6o")
    paying = parse_state(state_text(table.state))
    assert paying == table.state
    assert [str(action) for action in paying.legal_actions()] == ["pay 12c", "pay 12e"]
    forced = table.then("pay 12e", "pass", "force 0").state
    loaded = parse_state(state_text(forced))
    assert loaded == forced
    assert (loaded.phase, loaded.actor, loaded.forcer) == ("forced", 0, 1)
    assert [str(action) for action in loaded.legal_actions()] == ["take"]
    # The same from what a client was sent: the view of the seat that must pay, or take.
    actions = [Action.parse(text) for text in ("take 5o 6o", "pay 12e", "pass", "force 0")]
    for count, legal in ((1, ["pay 12c", "pay 12e"]), (4, ["take"])):
        log = table.deal.log(actions[:count])
        info = InfoState.fold(0, [entry.seen_by(0) for entry in log])
        again = read_view(view_object(info))
        assert again.facts() == info.facts()
        assert [str(action) for action in again.legal_actions()] == legal


def test_9_16_a_player_uses_only_cards_he_holds() -> None:
    table = play(DUEL, ["5o 6o 12c 12e", "5e 6e 10b 1b"], "7o")
    assert table.why_not("take 5c 6c") == "not_in_hand"
    assert table.why_not("take 5o 6o 4o") == "not_in_hand"
    with pytest.raises(NotLegal):
        table.state.apply(take(parse_zone("7c 7e")))
    table = table.then("take 5o 6o")
    assert table.why_not("pay 5e") == "not_in_hand"
    assert table.why_not("pay 5o") == "not_in_hand"  # laid, no longer in the hand
    table = play("mexicano(hand=[[2, 3]])", ["5o 6o 12c", "5e 6e 10b"], "7o")
    assert table.why_not("give 5e") == "not_in_hand"
    table = play("clasico(hand_melds=when_asked, hand=[[2, 4]])", ["5o 6o 7o 12c", LOW[0]], "1o")
    assert table.why_not("meld 5c 6c 7c") == "not_in_hand"
    table = play(GROUPED, ["5o 6o 12c 12e", LOW[0]], "7o")
    assert table.why_not("take 5o 6o -> 4o 5o 6o 7o") == "layout_other_cards"


def test_9_17_the_exchange_is_sent_once_and_revealed_to_nobody_early() -> None:
    table = play("mexicano(hand=[[3, 3]])", ["1e 2e 10b", "1b 2b 11e", "1c 2c 11b"], "12o")
    first = table.then("give 1e")
    assert first.why_not("give 2e", seat=0) == "exchange_not_you"
    with pytest.raises(NotLegal):
        first.state.apply(Action.parse("give 2e"), seat=0)
    for seat in (None, 0, 1, 2):
        assert observe(table.state, seat).facts() == observe(first.state, seat).facts()
    deal, state = table.deal, table.state
    for text in ("give 1e", "give 1b"):
        entries, state = deal.entries(state, Action.parse(text))
        assert entries == []
        assert state.hands == table.state.hands
    entries, state = deal.entries(state, Action.parse("give 1c"))
    assert len(entries) == 2  # exchanged, turned
    assert entries[0].spectator != entries[0].seats[0]


def test_9_18_an_upcard_is_claimed_in_turn_never_by_speed() -> None:
    hands = ["5o 6o 12c 12e", "4o 10o 11o 1b", LOW[1]]
    table = play("house(offer=round, hand=[[3, 4]])", hands, "7o")
    assert table.actor == 0
    assert table.why_not("take 10o 11o", seat=1) == "not_your_turn"
    assert table.why_not("pass", seat=2) == "not_your_turn"
    with pytest.raises(NotLegal):
        table.state.apply(Action.parse("pass"), seat=1)
    table = table.then("pass")
    assert table.why_not("take 5o 6o", seat=0) == "not_your_turn"  # he has declined
    assert "take 10o 11o" in table.takes


def test_9_there_is_a_test_for_each_of_the_eighteen() -> None:
    numbers = {name[7:9] for name in globals() if name.startswith("test_9_")} - {"th"}
    assert sorted(numbers) == [f"{number:02}" for number in range(1, 19)]
