"""rules.md §2: what every variant shares."""

from __future__ import annotations

import pytest

from conquian.core.action import Action, Kind, meld
from conquian.core.cards import parse_zone
from conquian.core.errors import CannotParse
from conquian.core.layouts import layout_table
from conquian.core.limits import most_decisions
from conquian.core.packs import pack_named

from .table import EVERY_TABLE, play, random_deal, random_deals


def kind(cards: str, pack: str = "spanish40") -> str | None:
    found = layout_table(pack, None, yuca=False).kind(parse_zone(cards))
    return str(found) if found else None


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("5o 5c 5e", "set"),
        ("5o 5c 5e 5b", "set"),
        ("5o 5c", None),
        ("5o 5c 6e", None),
        ("5o 5c 11e", None),
        ("5o 6o 7o", "run"),
        ("5o 6o", None),
        ("5o 6o 7c", None),
        ("4o 6o 7o", None),
        ("1o 2o 3o 4o 5o 6o 7o 10o 11o 12o", "run"),
    ],
)
def test_2_1_a_meld_is_a_set_or_a_run(cards: str, expected: str | None) -> None:
    assert kind(cards) == expected


def test_2_1_a_set_has_all_different_suits() -> None:
    assert kind("5o 5o 5c") is None
    assert kind("5o 5o 5c 5e") is None


def test_2_1_the_ace_is_low_only() -> None:
    assert kind("1o 2o 3o") == "run"
    assert kind("11o 12o 1o") is None
    assert kind("12o 1o 2o") is None


def test_2_1_seven_is_next_to_ten_in_the_forty_card_pack() -> None:
    assert kind("6c 7c 10c") == "run"
    assert kind("7c 10c 11c") == "run"
    assert pack_named("spanish40").ranks == (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)
    table = play("clasico(hand=[[2, 3]])", ["6c 7c 1o", "1e 2e 1b"], "10c")
    assert "take 6c 7c" in table.legal
    table = play("clasico(hand=[[2, 3]])", ["11c 12c 1o", "1e 2e 1b"], "1c")
    assert table.takes == []
    assert table.why_not("take 11c 12c") == "take_not_melds"


def test_2_2_a_card_belongs_to_one_meld_at_a_time() -> None:
    table = play("clasico(hand=[[2, 5]])", ["5c 6c 7o 7b 1o", "1e 2e 1b 2b 3b"], "7c")
    assert table.takes == ["take 7o 7b", "take 5c 6c"]
    assert table.why_not("take 5c 6c 7o 7b") == "take_not_melds"


def test_2_2_laid_cards_never_leave_a_layout_nor_go_back_to_the_hand() -> None:
    for step in random_deals(4):
        for old, new in zip(step.before.laid, step.after.laid, strict=True):
            assert old & new == old
        if step.before.phase != "exchange":
            for old, new in zip(step.before.hands, step.after.hands, strict=True):
                assert old & new == new


def test_2_3_the_upcard_never_enters_a_hand() -> None:
    table = play("clasico(hand=[[2, 3]])", ["5o 6o 1c", "1e 2e 1b"], "7o", "take 5o 6o")
    assert table.laid(0) == "5o 6o 7o"
    assert table.hand(0) == "1c"
    table = play("clasico(hand=[[2, 3]])", ["5o 6o 1c", "1e 2e 1b"], "7o 1o", "pass", "pass")
    assert (table.hand(0), table.hand(1)) == ("5o 6o 1c", "1e 2e 1b")
    assert table.upcard == "1o"


def test_2_3_a_hand_receives_cards_in_the_deal_and_the_exchange_only() -> None:
    table = play("mexicano(hand=[[2, 3]])", ["5o 6o 1c", "1e 2e 1b"], "7o", "give 1c", "give 1b")
    assert (table.hand(0), table.hand(1)) == ("5o 6o 1b", "1c 1e 2e")


def test_2_4_a_card_reaches_another_layout_only_by_forcing() -> None:
    for step in random_deals(4):
        changed = {
            seat
            for seat in range(step.before.players)
            if step.before.laid[seat] != step.after.laid[seat]
        }
        assert changed <= {step.before.actor}
        assert not changed or step.action.kind in (Kind.TAKE, Kind.MELD)
        if changed and step.before.phase == "forced":
            assert step.before.forcer not in (-1, step.before.actor)


def test_2_5_laid_and_hand_are_h_between_turns_and_one_more_after_a_take() -> None:
    for step in random_deals(4):
        wanted = step.after.setting.hand_size
        for seat in range(step.after.players):
            held = step.after.laid[seat].bit_count() + step.after.hands[seat].bit_count()
            taken = step.after.phase == "pay" and seat == step.after.actor
            out = step.after.outcome is not None and (
                step.after.outcome.winner == seat and step.after.outcome.reason == "out"
            )
            assert held == wanted + (taken or out)


@pytest.mark.parametrize(
    ("hand", "upcard", "goal"),
    [
        ("1o 2o 3o", "4o", 4),
        ("1o 2o 3o 4o 5o 6o 7o 10o", "11o", 9),
        ("1o 2o 3o 4o 5o 6o 7o 10o 11o", "12o", 10),
        ("1o 2o 3o 4o 5o 6o 7o 10c 10e 10b", "10o", 11),
    ],
)
def test_2_5_the_goal_is_one_card_more_than_the_hand(hand: str, upcard: str, goal: int) -> None:
    others = " ".join(f"{rank}{'eb'[rank % 2]}" for rank in (1, 2, 3, 4, 5, 6, 7, 11, 12))
    others = " ".join([*others.split(), "1c"][: goal - 1])
    table = play(f"clasico(run_cap=null, hand=[[2, {goal - 1}]])", [hand, others], upcard)
    table = table.then(f"take {hand}")
    assert table.result == (0, "out")
    assert table.sizes(0) == (goal, 0)


def test_2_5_a_take_that_leaves_hand_cards_must_be_paid_for() -> None:
    table = play("clasico(hand=[[2, 4]])", ["5o 6o 1c 2c", "1e 2e 1b 2b"], "7o", "take 5o 6o")
    assert table.now == ("pay", 0)
    assert table.legal == ["pay 1c", "pay 2c"]
    assert table.why_not("pass") == "phase_pay"


EMPTY_HANDED = ("clasico(hand=[[2, 3]])", ["5o 6o 12e", "1e 2e 1b"])


def test_2_5_an_empty_hand_that_is_not_out_plays_on_and_the_next_fit_wins() -> None:
    table = play(*EMPTY_HANDED, "7o 10o", "take 5o 6o", "pay 12e")
    assert table.sizes(0) == (3, 0)
    assert table.now == ("offer", 1)
    table = table.then("pass", "pass")
    assert (table.now, table.legal) == (("offer", 0), ["take", "pass"])
    assert table.then("take").result == (0, "out")


def test_2_5_an_empty_hand_pays_nothing_and_passes_what_does_not_fit() -> None:
    table = play(*EMPTY_HANDED, "7o 3c 3e", "take 5o 6o", "pay 12e", "pass", "pass")
    assert (table.now, table.legal) == (("offer", 0), ["pass"])
    assert table.then("pass").now == ("offer", 0)


def test_2_5_an_empty_hand_wins_also_when_forced() -> None:
    table = play(*EMPTY_HANDED, "7o 10o", "take 5o 6o", "pay 12e", "pass")
    table = table.then("force 0")
    assert (table.now, table.legal) == (("forced", 0), ["take"])
    assert table.then("take").result == (0, "out")


def test_2_5_an_empty_hand_after_a_hand_meld_is_no_win() -> None:
    table = play("bicycle(hand=[[2, 3]])", ["5o 6o 7o", "1e 2e 1b"], "12b 10o")
    table = table.then("meld 5o 6o 7o -> 5o 6o 7o")
    assert table.now == ("offer", 0)
    assert table.legal == ["pass"]
    table = table.then("pass", "pass")
    assert table.now == ("offer", 1)
    assert table.then("pass", "take -> 5o 6o 7o 10o").result == (0, "out")


REGROUPING = ("clasico(hand=[[2, 6]])", ["4o 5o 6o 7e 12e 12b", "1e 2e 1b 2b 3b 1c"])


def test_2_6_laid_cards_may_be_regrouped_with_a_take() -> None:
    table = play(*REGROUPING, "7o 7c", "take 4o 5o 6o", "pay 12e", "pass", "pass")
    assert table.now == ("offer", 0)
    assert "take 7e" in table.legal
    assert table.then("take 7e").layout(0) == "4o 5o 6o | 7o 7c 7e"


def test_2_6_every_laid_card_stands_in_a_meld_at_the_end() -> None:
    table = play(*REGROUPING, "7o 7c", "take 5o 6o", "pay 12e", "pass", "pass")
    assert table.now == ("offer", 0)
    # 7o may leave its run only if a run of three is left: 4o comes from the hand.
    assert table.takes == ["take 4o 7e"]
    assert table.why_not("take 7e") == "take_not_melds"


def test_2_6_laid_cards_may_be_regrouped_with_a_meld_from_the_hand() -> None:
    rules = "clasico(hand_melds=when_asked, hand=[[2, 6]])"
    table = play(rules, ["4o 5o 6o 7e 7b 12b", REGROUPING[1][1]], "7o 11c", "take 4o 5o 6o")
    table = table.then("pay 12b", "pass", "pass")
    assert table.melds == ["meld 7e 7b"]
    assert table.then("meld 7e 7b").layout(0) == "4o 5o 6o | 7o 7e 7b"


def test_2_6_laid_cards_may_be_regrouped_by_one_forced_to_a_full_take() -> None:
    table = play(*REGROUPING, "7o 3o", "take 4o 5o 6o", "pay 12e", "pass")
    assert "take" in table.then("force 0").legal
    table = play(*REGROUPING, "7o 7c", "take 4o 5o 6o", "pay 12e", "pass")
    assert table.why_not("force 0") == "force_no_fit"
    hands = ["4o 5o 6o 7e 7c 12b", REGROUPING[1][1]]
    table = play(REGROUPING[0], hands, "7o 3o", "take 4o 5o 6o", "pay 12b", "pass", "force 0")
    assert table.legal == ["take", "take 7c 7e"]
    assert table.then("take 7c 7e").layout(0) == "3o 4o 5o 6o | 7o 7c 7e"


def test_2_6_rearranging_alone_is_not_an_action() -> None:
    with pytest.raises(CannotParse):
        Action.parse("meld")
    table = play(
        "bicycle(hand_melds=when_asked, hand=[[2, 7]])",
        ["1o 2o 3o 4o 5o 6o 12b", "1e 2e 1b 2b 3b 4b 5b"],
        "12c",
        "meld 1o 2o 3o 4o 5o 6o -> 1o 2o 3o 4o 5o 6o",
    )
    two_runs = (parse_zone("1o 2o 3o"), parse_zone("4o 5o 6o"))
    refusal = table.state.refusal(meld(0, two_runs))
    assert refusal is not None
    assert refusal.code == "meld_needs_card"


@pytest.mark.parametrize(("name", "players"), EVERY_TABLE)
def test_2_7_every_deal_ends(name: str, players: int) -> None:
    for seed in range(3):
        steps = random_deal(name, players, seed)
        assert steps[-1].after.outcome is not None
        assert len(steps) <= most_decisions(steps[0].before.setting.rules, players)


def test_2_7_takes_melds_and_payments_put_cards_down_for_good() -> None:
    for step in random_deals(2):
        before, after = step.before, step.after
        held_before = sum(hand.bit_count() for hand in before.hands)
        held_after = sum(hand.bit_count() for hand in after.hands)
        if step.action.kind in (Kind.MELD, Kind.PAY):
            assert held_after < held_before
        assert held_after + after.stock <= held_before + before.stock
