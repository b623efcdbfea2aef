"""The golden playthroughs are what the program says today, byte for byte."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from typing import Any

import pytest

from conquian.core import PRESETS, Action, Deal, InfoState, State, observe
from conquian.core.cards import parse_card
from conquian.core.ruleset import RuleSet
from conquian.core.text import event_object, read_event, read_zone, view_object

from . import make

TABLES = list(make.ORDERS)


@cache
def golden(name: str, players: int) -> str:
    return make.file_of(name, players).read_text(encoding="utf-8")


@cache
def recorded(name: str, players: int) -> tuple[Deal, tuple[Action, ...]]:
    """The deal and the actions as the file has them."""
    lines = golden(name, players).splitlines()
    header = json.loads(lines[2].removeprefix("deal "))
    deal = Deal(
        RuleSet.read(header["rules"]),
        header["dealer"],
        tuple(read_zone(hand) for hand in header["hands"]),
        tuple(parse_card(card) for card in header["stock"]),
    )
    found = [re.fullmatch(r"\d+\. \d: (.+)", line) for line in lines]
    return deal, tuple(Action.parse(match[1]) for match in found if match)


def test_there_is_one_for_every_preset_and_every_number_of_players() -> None:
    wanted = [(name, n) for name, rules in PRESETS.items() for n in rules.player_counts]
    assert wanted == TABLES
    present = {path.name for path in make.HERE.glob("*.txt")}
    assert present == {make.file_of(*table).name for table in TABLES}
    assert sum(path.stat().st_size for path in make.HERE.glob("*.txt")) < 3_000_000


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_byte_for_byte(name: str, players: int) -> None:
    stored = make.file_of(name, players).read_bytes()
    made = make.written(name, players).encode()
    # Line by line first, so that a failure shows the first thing that differs.
    assert made.decode().splitlines() == stored.decode().splitlines()
    assert made == stored


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_fold_of_the_events_is_the_direct_view(name: str, players: int) -> None:
    deal, actions = recorded(name, players)
    for seat in (None, *range(players)):
        info = InfoState.fold(seat, [entry.seen_by(seat) for entry in deal.opening_entries()])
        state = deal.first
        assert info.facts() == observe(state, seat).facts()
        for action in actions:
            assert info.legal_actions() == observe(state, seat).legal_actions()
            if state.phase != "exchange" and state.actor == seat:
                assert info.legal_actions() == state.legal_actions()
            entries, state = deal.entries(state, action)
            for entry in entries:
                info = info.after(entry.seen_by(seat))
            assert info.facts() == observe(state, seat).facts()
        assert info.outcome == state.outcome is not None


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_views_in_the_file_are_rebuilt_from_its_events(name: str, players: int) -> None:
    """What the file says of each viewer hangs together without the program that wrote it."""
    views: dict[str, dict[str, Any]] = {word: {} for word in [*map(str, range(players)), "-"]}
    history: dict[str, list[dict[str, Any]]] = {word: [] for word in views}
    for line in golden(name, players).splitlines():
        what, _, rest = line.partition(" ")
        who, _, text = rest.partition(" ")
        for word in views if who == "*" else [who]:
            if what == "event":
                history[word].append(json.loads(text))
            elif what == "view":
                views[word] |= json.loads(text)
    for word, view in views.items():
        seat = None if word == "-" else int(word)
        info = InfoState.fold(seat, [read_event(event) for event in history[word]])
        rebuilt = view_object(info)
        assert rebuilt.pop("history") == history[word]
        assert rebuilt == view
        assert view["version"] == len(history[word])


def test_nobody_is_told_anothers_cards() -> None:
    for table in TABLES:
        for line in golden(*table).splitlines():
            if line.startswith(("event *", "event -")) and '"over"' not in line:
                event = json.loads(line.split(" ", 2)[2])
                assert event.get("hand") is None
                assert event.get("gave") is None


def test_everything_happens_in_them() -> None:
    seen: Counter[str] = Counter()
    for table in TABLES:
        deal, actions = recorded(*table)
        state: State = deal.first
        for action in actions:
            seen[f"{state.phase} {action.kind}"] += 1
            forced = state.phase == "forced"
            if forced:
                seen[f"forced {deal.rules.forced_play}"] += 1
                seen["forced with a choice"] += len(state.legal_actions()) > 1
            if state.hands[state.actor] == 0:
                seen["an empty hand decides"] += 1
            entries, state = deal.entries(state, action)
            for entry in entries:
                seen[str(event_object(entry.spectator)["event"])] += 1
        assert state.outcome is not None
        seen[f"{state.outcome.reason} {deal.rules.stock_out}"] += 1
    for thing in (
        "exchange give", "offer take", "offer pass", "offer force", "offer meld", "window force",
        "window pass", "forced take", "pay pay", "forced full", "forced place",
        "forced with a choice", "an empty hand decides", "out draw", "out fewest", "stock draw",
        "stock fewest", "exchanged", "turned", "passed", "melded", "took", "forced", "paid", "dead",
        "over",
    ):  # fmt: skip
        assert seen[thing] >= 1, f"{thing} never happens: {seen}"
