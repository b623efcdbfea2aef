"""Events, views and positions as JSON and text: what is written reads back equal."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from conquian.core.cards import parse_card, parse_zone
from conquian.core.deal import Deal
from conquian.core.errors import CannotParse, ConquianError
from conquian.core.events import Dealt, Ended, Event, Over
from conquian.core.position import Outcome, Phase, Reason
from conquian.core.presets import PRESETS
from conquian.core.state import State
from conquian.core.text import (
    event_name,
    event_object,
    layout_object,
    parse_state,
    read_event,
    read_layout,
    read_view,
    read_zone,
    state_text,
    view_object,
    zone_object,
)
from conquian.core.view import InfoState, observe

from .strategies import deals, dealt, played

SEEDS = st.integers(0, 1 << 30)


def through_json(value: Any) -> Any:
    return json.loads(json.dumps(value))


def whole_log(deal: Deal, seed: int) -> list[Any]:
    entries = deal.opening_entries(("Ana", "Luz"))
    for _, _, more, _ in played(deal, seed):
        entries += more
    return entries


@settings(max_examples=50)
@given(deals(), SEEDS)
def test_every_event_of_every_seat_reads_back(deal: Deal, seed: int) -> None:
    for entry in whole_log(deal, seed):
        for seat in (None, *range(len(deal.hands))):
            event = entry.seen_by(seat)
            assert read_event(through_json(event_object(event))) == event
            assert event_object(event)["event"] == event_name(event)


@settings(max_examples=50)
@given(deals(), SEEDS, st.data())
def test_every_view_reads_back(deal: Deal, seed: int, data: st.DataObject) -> None:
    log = whole_log(deal, seed)
    seat = data.draw(st.none() | st.integers(0, len(deal.hands) - 1))
    count = data.draw(st.integers(1, len(log)))
    info = InfoState.fold(seat, [entry.seen_by(seat) for entry in log[:count]])
    shown = through_json(view_object(info))
    again = read_view(shown)
    assert again.facts() == info.facts()
    assert view_object(again) == shown
    assert again.key() == info.key()
    assert (again.history, again.version) == (info.history, count)


@settings(max_examples=50)
@given(deals(), SEEDS)
def test_every_state_reads_back(deal: Deal, seed: int) -> None:
    states: list[State] = [deal.start]
    for before, action, _, after in list(played(deal, seed))[seed % 3 :: 3]:
        states += [before, before.apply(action), after]
    for state in states:
        text = state_text(state)
        assert "\n" not in text
        again = parse_state(text)
        assert again == state
        assert hash(again) == hash(state)
        assert again.legal_actions() == state.legal_actions()
        assert state_text(again) == text
    assert eval(repr(states[-1])) == states[-1]  # noqa: S307 - what repr promises


@settings(max_examples=50)
@given(deals(), SEEDS)
def test_a_state_read_back_goes_on_as_the_other(deal: Deal, seed: int) -> None:
    steps = list(played(deal, seed))
    state = parse_state(state_text(steps[0][0]))
    for before, action, _, _ in steps:
        assert state == before
        state = parse_state(state_text(deal.apply(state, action)))
    assert state == steps[-1][3]


def test_every_phase_reads_back() -> None:
    seen = set()
    for name, rules in PRESETS.items():
        for seed in range(3):
            deal = dealt(rules, rules.player_counts[-1], seed)
            for before, action, _, after in played(deal, seed):
                for state in (before, before.apply(action), after):
                    if state.phase not in seen or name == "diario":
                        seen.add(state.phase)
                        assert parse_state(state_text(state)) == state
    assert seen == set(Phase)


@pytest.mark.parametrize(
    "event",
    [
        Over(None, Ended("forfeit", 1), (parse_zone("5o"), 0), (parse_card("7c"),)),
        Over(None, Ended("abandoned", None), (0, 0), ()),
        Over(Outcome(None, Reason.STOCK), None, (parse_zone("Y Y"), parse_zone("5o 5o")), ()),
        Dealt(PRESETS["clasico"], 2, 0, ("Ana", "Ñandú 🂡"), 20, None),
    ],
)
def test_rare_events_read_back(event: Event) -> None:
    assert read_event(through_json(event_object(event))) == event


EVENT_FIELDS = {
    "dealt": ["rules", "players", "dealer", "seats", "stock", "hand"],
    "exchanged": ["gave", "got"],
    "turned": ["seat", "card"],
    "passed": ["seat"],
    "melded": ["seat", "cards", "layout"],
    "took": ["seat", "upcard", "cards", "layout", "forced_by"],
    "forced": ["by", "target", "card"],
    "paid": ["seat", "card"],
    "dead": ["card"],
    "over": ["result", "ended", "hands", "stock"],
}


def test_the_fields_of_formats_4() -> None:
    deal = dealt(PRESETS["mexicano"], 3, 5)
    for entry in whole_log(deal, 5):
        shown = event_object(entry.spectator)
        assert list(shown)[1:] == EVENT_FIELDS[shown["event"]]
    info = InfoState.fold(0, [entry.seen_by(0) for entry in deal.opening_entries()])
    wanted = [
        "seat", "rules", "players", "dealer", "phase", "actor", "upcard", "asked", "layouts",
        "hand", "counts", "stock", "dead", "history", "given", "received", "legal", "version",
    ]  # fmt: skip
    assert list(view_object(info)) == wanted


def test_the_legal_list_is_shown_to_the_seat_that_acts_and_to_no_other() -> None:
    deal = dealt(PRESETS["clasico"], 2, 5)
    log = deal.opening_entries()
    views = [
        view_object(InfoState.fold(seat, [entry.seen_by(seat) for entry in log]))
        for seat in (None, 0, 1)
    ]
    legal = [str(action) for action in deal.first.legal_actions()]
    expected: list[list[str] | None] = [None, None, None]
    expected[deal.first.actor + 1] = legal
    assert [view["legal"] for view in views] == expected


def test_zones_and_layouts_as_json() -> None:
    cards = parse_zone("10e 5o 5o Y")
    assert zone_object(cards) == ["5o", "5o", "10e", "Y"]
    assert read_zone(zone_object(cards)) == cards
    layout = (parse_zone("5o 6o 7o"), parse_zone("1c 1e 1b"))
    assert layout_object(layout) == [["5o", "6o", "7o"], ["1c", "1e", "1b"]]
    assert read_layout(layout_object(layout)) == layout


def test_grouped_layouts_keep_their_grouping() -> None:
    for seed in range(40):
        deal = dealt(PRESETS["bicycle"], 2, seed)
        for _, _, _, after in played(deal, seed):
            assert parse_state(state_text(after)).melds == after.melds
            for seat in range(2):
                assert observe(parse_state(state_text(after)), seat).layout(seat) == (
                    after.layout(seat)
                )


# ------------------------------------------------------------------------------------- bad input

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 99) | st.text(max_size=5) | st.just("5o"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
FIELDS = """seat card cards layout upcard forced_by by target gave got rules players dealer seats
    stock hand result ended hands event"""
EVENTS = st.fixed_dictionaries({}, optional=dict.fromkeys(FIELDS.split(), JSON))
OVER: dict[str, Any] = {"event": "over", "result": None, "ended": None, "hands": [], "stock": []}


def refusal_of(data: Any) -> ConquianError | None:
    try:
        read_event(data)
    except ConquianError as refusal:
        return refusal
    return None


@settings(max_examples=50)
@given(EVENTS)
@example(OVER | {"result": {"winner": 0, "reason": "boredom"}})
@example(OVER | {"result": {"winner": 0, "reason": []}})
@example(OVER | {"stock": [5]})
@example(OVER | {"hands": 5})
def test_bad_events_are_refused(event: dict[str, Any]) -> None:
    for name in (event.get("event"), *EVENT_FIELDS):
        refusal = refusal_of(event | {"event": name})
        if refusal is not None:
            assert all(0 < len(refusal.sentence(lang)) < 500 for lang in ("en", "es"))


@settings(max_examples=100)
@given(st.sampled_from(sorted(PRESETS)), SEEDS, st.data())
def test_views_that_cannot_be_are_refused(name: str, seed: int, data: st.DataObject) -> None:
    deal = dealt(PRESETS[name], 2, seed)
    history = [event_object(entry.seen_by(0)) for entry in whole_log(deal, seed)]
    places = st.integers(0, len(history) - 1)
    for _ in range(data.draw(st.integers(1, 3))):
        one, other = data.draw(places), data.draw(places)
        change = data.draw(st.integers(0, 2))
        if change == 0:
            history[one] = history[other]
        elif change == 1:
            history[one], history[other] = history[other], history[one]
        else:
            field = data.draw(st.sampled_from(sorted(history[one])))
            history[one] = history[one] | {field: data.draw(JSON)}
    view = {"seat": data.draw(st.none() | st.integers(-1, 7)), "history": history}
    refusal = None
    try:
        read_view(view)
    except ConquianError as caught:
        refusal = caught
    assert refusal is None or refusal.sentence("es")


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", "1", '{"rules": "clasico"}', '{"hands": 3}', "[" * 100_000, "\x00"],
)
def test_what_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(CannotParse) as caught:
        parse_state(text)
    assert caught.value.code == "bad_state"


@pytest.mark.parametrize("view", [{}, {"history": [], "seat": 0}, {"history": 3, "seat": 0}])
def test_what_is_no_view_is_refused(view: dict[str, Any]) -> None:
    with pytest.raises(CannotParse) as caught:
        read_view(view)
    assert caught.value.code == "bad_event"
