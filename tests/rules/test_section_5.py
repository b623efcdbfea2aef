"""rules.md §5: forcing."""

from __future__ import annotations

import pytest

from conquian.core.cards import parse_card
from conquian.core.presets import PRESETS
from conquian.core.turns.forcing import fits

from .table import Table, play

LOW = ["1e 2e 10b 1b", "1c 2c 11b 3b", "3e 4e 11c 2b"]
"""Hands that meld nothing the tests turn up."""


def laid_oros(fields: str = "", stock: str = "4o", players: int = 2, *actions: str) -> Table:
    """Seat 0 has 5o 6o 7o on the table and has just paid 12b; he turned the first card."""
    hands = ["5o 6o 12c 12b", *LOW[: players - 1]]
    rules = f"house({fields}{', ' if fields else ''}hand=[[{players}, 4]])"
    arrow = " -> 5o 6o 7o" if "force_fit=meld" in fields else ""
    table = play(rules, hands, f"7o {stock}", f"take 5o 6o{arrow}", "pay 12b")
    return table.then(*actions)


def fit(table: Table, seat: int, card: str) -> bool:
    return fits(table.state, seat, parse_card(card))


# -------------------------------------------------------------------------------------- fits


def test_5_fits_needs_a_meld_on_the_table() -> None:
    table = laid_oros()
    assert fit(table, 0, "4o")
    assert not fit(table, 1, "3c")
    assert table.why_not("force 0") == "force_no_fit"
    table = play("clasico(hand=[[2, 4]])", ["5o 6o 12c 12b", LOW[0]], "7o")
    assert table.why_not("force 1") == "force_nothing_laid"


def sets_and_run(force_fit: str) -> Table:
    """Seat 0 has 5o 5c 5e 5b and 6o 7o 10o on the table."""
    hands = ["5o 5c 5e 5b 6o 7o 12c 12o", "1e 2e 10b 1b 3e 4e 1c 2c"]
    arrow = " -> 5o 5c 5e 5b | 6o 7o 10o" if force_fit == "meld" else ""
    rules = f"house(force_fit={force_fit}, hand=[[2, 8]])"
    return play(rules, hands, "10o", f"take 5o 6o 7o 5c 5e 5b{arrow}", "pay 12o")


@pytest.mark.parametrize(
    ("card", "layout", "meld"),
    [
        ("11o", True, True),
        ("4o", True, False),  # only if 5o leaves the fives
        ("3o", False, False),
        ("4c", False, False),
        ("6c", False, False),
    ],
)
def test_5_fits_layout_allows_regrouping_and_meld_does_not(
    card: str, layout: bool, meld: bool
) -> None:
    assert fit(sets_and_run("layout"), 0, card) is layout
    assert fit(sets_and_run("meld"), 0, card) is meld


def test_5_fits_with_no_hand_card() -> None:
    # 3o would fit with the 4o that seat 0 holds, but that is a hand card.
    table = play("clasico(hand=[[2, 4]])", ["5o 6o 4o 12b", LOW[0]], "7o 3o", "take 5o 6o")
    table = table.then("pay 12b", "pass")
    assert (table.upcard, table.forces) == ("3o", [])


# --------------------------------------------------------------------- in the offer, at once


def test_5_the_player_asked_may_force_whether_the_other_has_been_asked_or_not() -> None:
    # Not yet asked: seat 1 turns 4o and is asked first.
    table = laid_oros("offer=round, force_discarder=true", "4o", 3, "pass", "pass")
    assert (table.now, table.upcard) == (("offer", 1), "4o")
    assert table.forces == ["force 0"]
    # Asked before: seat 0 turns 4o and declines; then seat 1 is asked.
    table = laid_oros("offer=round", "12o 12e 4o", 3, "pass", "pass")
    table = table.then("pass", "pass", "pass", "pass", "pass", "pass")
    assert (table.now, table.upcard) == (("offer", 0), "4o")
    table = table.then("pass")
    assert (table.now, table.forces) == (("offer", 1), ["force 0"])


def test_5_somebody_outside_the_queue_may_be_forced_too() -> None:
    # two_step: seat 1 turns and only 1 and 2 are asked; seat 0 is not.
    table = laid_oros("", "4o", 3, "pass")
    assert (table.now, table.upcard) == (("offer", 1), "4o")
    assert table.state.size == 2
    assert table.forces == ["force 0"]
    assert table.then("pass").forces == ["force 0"]


def test_5_nobody_forces_himself() -> None:
    table = laid_oros("", "4o", 2, "pass", "pass")
    assert (table.now, table.forces) == (("offer", 0), [])
    assert table.why_not("force 0") == "force_self"
    assert table.why_not("force 5") == "force_no_such_seat"


@pytest.mark.parametrize(("value", "forces"), [("true", ["force 0"]), ("false", [])])
def test_5_the_payer_may_be_forced_only_where_force_discarder(
    value: str, forces: list[str]
) -> None:
    rules = f"house(force_discarder={value}, hand=[[2, 4]])"
    table = play(rules, ["5o 6o 4o 12b", LOW[0]], "7o 12e 3e", "take 5o 6o", "pay 4o")
    assert table.forces == forces
    # The ban is on the card he paid, not on him.
    table = play(rules, ["5o 6o 12c 12b", LOW[0]], "7o 4o", "take 5o 6o", "pay 12b", "pass")
    assert table.forces == ["force 0"]


def test_5_not_force_discarder_the_turner_of_a_card_may_be_forced_with_it() -> None:
    rules = "house(force_discarder=false, offer=round, hand=[[3, 4]])"
    table = play(rules, ["5o 6o 12c 12b", *LOW[:2]], "7o 12o 12e 4o", "take 5o 6o", "pay 12b")
    table = table.then(*["pass"] * 8)
    assert (table.now, table.upcard, table.offered_by) == (("offer", 0), "4o", ("turned", 0))
    assert table.then("pass").forces == ["force 0"]


# -------------------------------------------------------------------------------- the window


def all_declined() -> Table:
    """Three in a round: seat 1 turned 4o, which fits seat 0; 1, 2 and 0 declined it."""
    return laid_oros("offer=round", "4o", 3, "pass", "pass", "pass", "pass", "pass")


def test_5_window_every_seat_from_next_of_the_last_asked_may_force_those_who_declined() -> None:
    table = all_declined()
    assert table.now == ("window", 1)
    assert table.legal == ["force 0", "pass"]
    table = table.then("pass")
    assert (table.now, table.legal) == (("window", 2), ["force 0", "pass"])


def test_5_window_if_all_pass_the_card_is_dead() -> None:
    table = all_declined().then("pass", "pass")
    assert table.phase == "offer"
    assert table.offered_by == ("turned", 2)


def test_5_window_the_first_force_settles_it() -> None:
    table = all_declined().then("force 0")
    assert (table.now, table.state.forcer) == (("forced", 0), 1)
    table = table.then("take", "pay 12c")
    assert (table.now, table.upcard) == (("offer", 1), "12c")


def test_5_window_one_may_only_force_or_pass() -> None:
    table = play(
        "house(offer=round, hand_melds=when_asked, hand=[[3, 4]])",
        ["5o 6o 12c 12b", "2o 3o 1o 1b", LOW[1]],
        "7o 4o",
        "take 5o 6o",
        "pay 12b",
        *["pass"] * 5,
    )
    assert (table.now, table.upcard) == (("window", 1), "4o")
    assert table.legal == ["force 0", "pass"]
    assert table.why_not("take 2o 3o") == "phase_window"
    assert table.why_not("meld 1o 2o 3o") == "phase_window"


def two_layouts(fields: str, stock: str, *actions: str) -> Table:
    """Three seats: 0 laid 5o 6o 7o, 1 laid 1o 2o 3o; both fit 4o. Seat 2 turns next."""
    hands = ["5o 6o 12c 12b", "2o 3o 11c 11b", LOW[0]]
    rules = f"house(offer=round, {fields}hand=[[3, 4]])"
    table = play(rules, hands, f"7o 1o {stock}", "take 5o 6o", "pay 12b", "pass", "pass")
    return table.then("take 2o 3o", "pay 11b", "pass", "pass", *actions)


def test_5_window_a_seat_that_declined_may_force_only_those_who_declined_after_it() -> None:
    table = two_layouts("", "4o")
    assert (table.now, table.upcard) == (("offer", 2), "4o")
    assert table.forces == ["force 0", "force 1"]
    table = table.then("pass", "pass", "pass")
    assert (table.now, table.legal) == (("window", 2), ["force 0", "force 1", "pass"])
    table = table.then("pass")
    assert (table.now, table.legal) == (("window", 0), ["force 1", "pass"])
    assert table.why_not("force 2") == "window_declined_before"
    # Seat 1 declined last: he has no possible target and gets no decision.
    assert table.then("pass").offered_by == ("turned", 0)


def test_5_window_a_seat_with_no_possible_target_gets_no_decision() -> None:
    # Only seat 0 is fitted, and he declined last: he himself is not asked.
    table = all_declined().then("pass", "pass")
    assert table.phase == "offer"
    # Nobody fitted at all: no window.
    table = laid_oros("offer=round", "12o", 3, "pass", "pass", "pass", "pass", "pass")
    assert (table.phase, table.offered_by) == ("offer", ("turned", 2))


def test_5_window_one_who_was_never_asked_may_force_but_not_be_forced() -> None:
    # two_step with three: seat 2 turns 4o and only 2 and 0 are asked. Seat 1 was not.
    hands = ["5o 6o 12c 12b", "2o 3o 11c 11b", LOW[0]]
    table = play("house(hand=[[3, 4]])", hands, "7o 1o 4o", "take 5o 6o", "pay 12b", "pass")
    table = table.then("take 2o 3o", "pay 11b", "pass")
    assert (table.now, table.upcard) == (("offer", 2), "4o")
    table = table.then("pass", "pass")
    assert (table.now, table.state.asked) == (("window", 1), (2, 0))
    assert table.legal == ["force 0", "pass"]
    table = table.then("pass")
    assert (table.now, table.legal) == (("window", 2), ["force 0", "pass"])
    assert table.why_not("force 1") == "window_not_declined"


def test_5_window_the_payer_may_force_one_who_declined_his_payment() -> None:
    # The key move of the game: seat 1 pays 4o, seat 2 and seat 0 decline, seat 1 forces seat 0.
    hands = ["5o 6o 12c 12b", "2e 3e 4o 11b", "1e 2c 10b 1b"]
    table = play("house(offer=round, hand=[[3, 4]])", hands, "7o 1e".replace("1e", "4e"))
    table = table.then("take 5o 6o", "pay 12b", "pass", "pass", "take 2e 3e", "pay 4o")
    assert (table.now, table.offered_by) == (("offer", 2), ("paid", 1))
    table = table.then("pass", "pass")
    assert (table.now, table.legal) == (("window", 1), ["force 0", "pass"])


def test_5_window_one_who_did_not_decline_because_he_paid_cannot_be_forced_there() -> None:
    hands = ["5o 6o 4o 12b", *LOW[:2]]
    table = play("house(offer=round, hand=[[3, 4]])", hands, "7o", "take 5o 6o", "pay 4o")
    assert table.forces == ["force 0"]
    table = table.then("pass", "pass")
    assert table.offered_by == ("turned", 1)


def test_5_window_must_does_not_apply() -> None:
    # Seat 0 pays 4o, only seat 1 is asked and declines what fits him; seat 2 may force or not.
    hands = ["5c 6c 4o 11b", "2o 3o 11c 12b", LOW[0]]
    table = play("house(force=must, hand=[[3, 4]])", hands, "1o 7e 7c", "pass", "take 2o 3o")
    table = table.then("pay 12b", "pass", "pass", "pass", "take 5c 6c", "pay 4o")
    assert (table.now, table.legal) == (("offer", 1), ["take", "pass"])
    table = table.then("pass")
    assert (table.now, table.legal) == (("window", 2), ["force 1", "pass"])
    assert table.why_not("pass") == ""


def test_5_window_not_where_force_window_is_off_or_force_is_never() -> None:
    for fields in ("force_window=false", "force=never"):
        table = laid_oros(f"offer=round, {fields}", "4o", 3, *["pass"] * 5)
        assert (table.phase, table.offered_by) == ("offer", ("turned", 2))


# ------------------------------------------------------------------------- the forced player


def test_5_the_forced_player_must_take() -> None:
    table = laid_oros("", "4o", 2, "pass", "force 0")
    assert (table.now, table.legal) == (("forced", 0), ["take"])
    assert table.why_not("pass") == "phase_forced"
    assert table.why_not("pay 12c") == "phase_forced"


FULL = ["5o 6o 7o 2o 7c 7e 12b", "1e 2e 10b 1b 3e 4e 1c"]


def test_5_full_is_an_ordinary_take_he_may_regroup_and_add_hand_cards() -> None:
    table = play("house(hand=[[2, 7]])", FULL, "4o 3o", "take 5o 6o 7o", "pay 12b", "pass")
    table = table.then("force 0")
    assert table.legal == ["take", "take 2o", "take 2o 7c 7e", "take 7c 7e"]
    assert table.then("take 2o").layout(0) == "2o 3o 4o 5o 6o 7o"
    assert table.then("take 7c 7e").layout(0) == "3o 4o 5o 6o | 7o 7c 7e"


def test_5_full_he_may_go_out() -> None:
    hands = ["5o 6o 7o 3o 2o", "1e 2e 10b 1b 3e"]
    table = play("house(hand=[[2, 5]])", hands, "10o 4o", "take 5o 6o 7o", "pay 2o", "pass")
    assert table.then("force 0", "take 3o").result == (0, "out")


def test_5_place_on_one_of_the_melds_it_extends_his_choice_no_hand_cards() -> None:
    hands = ["5o 6o 7o 4c 4e 4b 3o 12b", "1e 2e 10b 1b 3e 11e 1c 2c"]
    rules = "house(forced_play=place, force_fit=meld, hand=[[2, 8]])"
    take = "take 5o 6o 7o 4c 4e 4b -> 5o 6o 7o 10o | 4c 4e 4b"
    table = play(rules, hands, "10o 4o", take, "pay 12b", "pass", "force 0")
    assert table.legal == [
        "take -> 4o 5o 6o 7o 10o | 4c 4e 4b",
        "take -> 4o 4c 4e 4b | 5o 6o 7o 10o",
    ]
    assert table.why_not("take 3o -> 3o 4o 5o 6o 7o 10o | 4c 4e 4b") == "place_no_hand_cards"
    assert table.why_not("take") == "layout_missing"
    for choice in table.legal:
        assert table.then(choice).now == ("pay", 0)


def test_5_place_the_other_melds_stay_as_they_lie() -> None:
    hands = ["1o 2o 5o 6o 7o 12c 12b", "1e 2e 10b 1b 3e 11e 1c"]
    rules = "house(forced_play=place, force_fit=meld, hand=[[2, 7]])"
    take = "take 1o 2o 5o 6o 7o -> 1o 2o 3o | 5o 6o 7o"
    table = play(rules, hands, "3o 4o", take, "pay 12b", "pass", "force 0")
    assert table.legal == ["take -> 1o 2o 3o | 4o 5o 6o 7o", "take -> 1o 2o 3o 4o | 5o 6o 7o"]
    assert table.why_not("take -> 1o 2o 3o 4o 5o 6o 7o") == "place_on_one_meld"


def test_5_place_with_layout_it_joins_the_layout() -> None:
    table = play("house(forced_play=place, hand=[[2, 7]])", FULL, "4o 3o", "take 5o 6o 7o",
                 "pay 12b", "pass", "force 0")  # fmt: skip
    assert table.legal == ["take"]
    assert table.why_not("take 2o") == "place_no_hand_cards"
    assert table.then("take").layout(0) == "3o 4o 5o 6o 7o"


@pytest.mark.parametrize("play_as", ["full", "place"])
def test_5_then_he_pays_and_play_goes_on_as_after_any_payment_by_him(play_as: str) -> None:
    table = laid_oros(f"forced_play={play_as}, offer=round", "4o", 3, "pass", "pass", "pass")
    assert table.now == ("offer", 2)
    table = table.then("force 0", "take")
    assert (table.now, table.legal) == (("pay", 0), ["pay 12c"])
    table = table.then("pay 12c")
    assert (table.upcard, table.offered_by) == ("12c", ("paid", 0))
    assert table.asked_in_turn() == ([1, 2], 1)


def test_5_or_is_out() -> None:
    hands = ["5o 6o 12b", "1e 2e 10b"]
    table = play("house(hand=[[2, 3]])", hands, "7o 4o", "take 5o 6o", "pay 12b", "pass")
    assert table.then("force 0", "take").result == (0, "out")


def test_5_why_forcing_matters_it_breaks_the_pair() -> None:
    hands = ["5o 6o 3c 3e 12b", "1e 2e 10b 1b 4e"]
    table = play("house(hand=[[2, 5]])", hands, "7o 4o", "take 5o 6o", "pay 12b", "pass", "force 0")
    assert table.then("take").legal == ["pay 3c", "pay 3e"]


# --------------------------------------------------------------------------- the four values


def test_5_optional_the_forcer_decides() -> None:
    assert laid_oros("force=optional", "4o", 2, "pass").legal == ["force 0", "pass"]


def test_5_must_a_player_in_the_queue_may_not_pass_while_he_could_force() -> None:
    table = laid_oros("force=must", "4o", 2, "pass")
    assert table.legal == ["force 0"]
    assert table.why_not("pass") == "pass_must_force"


def test_5_must_he_may_still_take() -> None:
    hands = ["5o 6o 12c 12b", "2o 3o 10b 1b"]
    table = play(
        "house(force=must, hand=[[2, 4]])", hands, "7o 4o", "take 5o 6o", "pay 12b", "pass"
    )
    assert table.legal == ["take 2o 3o", "force 0"]


def test_5_must_does_not_oblige_him_to_take_what_fits_himself() -> None:
    table = laid_oros("force=must, force_window=false", "12e 4o", 2, "pass", "pass", "pass")
    assert (table.now, table.legal) == (("offer", 0), ["take", "pass"])


def test_5_automatic_a_player_may_not_pass_a_card_that_fits_his_own_layout() -> None:
    table = laid_oros("force=automatic", "12e 4o", 2, "pass", "pass", "pass")
    assert (table.now, table.legal) == (("offer", 0), ["take"])
    assert table.why_not("pass") == "pass_automatic"


def test_5_automatic_forcing_others_stays_possible() -> None:
    table = laid_oros("force=automatic", "4o", 2, "pass")
    assert table.legal == ["force 0", "pass"]
    table = two_layouts("force=automatic, ", "4o", "pass")
    assert (table.now, table.legal) == (("offer", 0), ["take", "force 1"])


def test_5_never_no_forcing() -> None:
    table = laid_oros("force=never", "4o", 2, "pass")
    assert table.legal == ["pass"]
    assert table.why_not("force 0") == "force_never"


@pytest.mark.parametrize("name", list(PRESETS))
def test_5_every_preset_forces_by_choice_and_has_a_window(name: str) -> None:
    assert PRESETS[name].force == "optional"
    assert PRESETS[name].force_window
