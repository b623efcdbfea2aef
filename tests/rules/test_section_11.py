"""rules.md §11: who knows what."""

from __future__ import annotations

from typing import Any

import pytest

from conquian.core.action import Action
from conquian.core.text import event_object, view_object
from conquian.core.view import InfoState, observe

from .table import Table, play

HANDS = ["5o 6o 12c", "1e 2e 10b", "1b 2b 11e"]
ACTIONS = ["give 12c", "give 10b", "give 11e", "take 5o 6o", "pay 11e", "pass", "pass", "pass"]


def table() -> Table:
    rules = "mexicano(hand_melds=when_asked, hand=[[3, 3]])"
    return play(rules, HANDS, "7o 12o 12e", *ACTIONS)


def info(seat: int | None) -> InfoState:
    log = table().deal.log([Action.parse(text) for text in ACTIONS])
    return InfoState.fold(seat, [entry.seen_by(seat) for entry in log])


def view(seat: int | None) -> dict[str, Any]:
    return view_object(info(seat))


EVERYBODY = [None, 0, 1, 2]


def test_11_public_every_upcard_and_what_became_of_it_dead_cards_included() -> None:
    for seat in EVERYBODY:
        shown = view(seat)
        assert shown["dead"] == ["11e", "12o"]
        assert shown["upcard"] == {"card": "12e", "from": "turned", "seat": 2}
        happened = [event["event"] for event in shown["history"]]
        assert happened == [
            "dealt", "exchanged", "turned", "took", "paid", "passed", "dead", "turned", "passed",
            "passed", "dead", "turned",
        ]  # fmt: skip


def test_11_public_layouts_hand_sizes_and_the_stocks_size() -> None:
    for seat in EVERYBODY:
        shown = view(seat)
        assert shown["layouts"] == [[["5o", "6o", "7o"]], [], []]
        assert shown["counts"] == [0, 3, 3]
        assert shown["stock"] == 28


def test_11_public_who_was_asked_and_passed_took_and_paid() -> None:
    for seat in EVERYBODY:
        events = [event for event in view(seat)["history"] if "seat" in event]
        assert [(event["event"], event["seat"]) for event in events] == [
            ("turned", 0), ("took", 0), ("paid", 0), ("passed", 1), ("turned", 1), ("passed", 1),
            ("passed", 2), ("turned", 2),
        ]  # fmt: skip


def test_11_private_ones_own_hand() -> None:
    assert [view(seat)["hand"] for seat in EVERYBODY] == [
        None,
        [],
        ["12c", "1e", "2e"],
        ["1b", "2b", "10b"],
    ]


@pytest.mark.parametrize(
    ("seat", "given", "received"), [(0, "12c", "11e"), (1, "10b", "12c"), (2, "11e", "10b")]
)
def test_11_private_the_exchange_is_known_to_giver_and_receiver(
    seat: int, given: str, received: str
) -> None:
    shown = view(seat)
    assert (shown["given"], shown["received"]) == (given, received)
    exchanged = [event for event in shown["history"] if event["event"] == "exchanged"]
    assert exchanged == [{"event": "exchanged", "gave": given, "got": received}]


def test_11_private_spectators_learn_nothing_of_hands_and_exchange() -> None:
    shown = view(None)
    assert (shown["hand"], shown["given"], shown["received"]) == (None, None, None)
    assert {"event": "exchanged", "gave": None, "got": None} in shown["history"]
    assert [event["hand"] for event in shown["history"] if event["event"] == "dealt"] == [None]


def test_11_what_one_gave_is_known_to_lie_in_the_next_hand_until_it_is_shown() -> None:
    assert info(0).known_in_hand(1) == table().state.hands[1] & table().deal.hands[0]
    assert info(2).known_in_hand(0) == 0  # 11e was paid
    assert info(1).known_in_hand(0) == 0


def test_11_nobody_learns_anything_before_all_have_chosen() -> None:
    before = play("mexicano(hand=[[3, 3]])", HANDS, "7o")
    for chosen in range(1, 3):
        during = before.then(*ACTIONS[:chosen])
        for seat in EVERYBODY:
            assert observe(during.state, seat).facts() == observe(before.state, seat).facts()


def test_11_nobody_knows_the_order_of_the_stock() -> None:
    one, other = table(), play(
        "mexicano(hand_melds=when_asked, hand=[[3, 3]])", HANDS, "7o 12o 12e 3b 4b", *ACTIONS
    )  # fmt: skip
    assert one.deal.stock != other.deal.stock
    assert one.state == other.state
    for seat in EVERYBODY:
        assert observe(one.state, seat).facts() == observe(other.state, seat).facts()


def test_11_after_the_deal_everything_is_opened() -> None:
    rules = "clasico(hand=[[2, 3]])"
    over = play(rules, ["5o 6o 7o", "1e 2e 10b"], "12o 4o 3b")
    actions = [Action.parse(text) for text in ("pass", "pass", "pass", "take 5o 6o 7o")]
    for entry in over.deal.log(actions)[-1:]:
        for seat in (None, 0, 1):
            opened = event_object(entry.seen_by(seat))
            assert opened["hands"] == [[], ["1e", "2e", "10b"]]
            assert opened["stock"][0] == "3b"
            assert len(opened["stock"]) == 32
            assert opened["result"] == {"winner": 0, "reason": "out"}
