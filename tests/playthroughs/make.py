"""Writes the golden playthroughs: ``python -m tests.playthroughs.make`` makes all of them anew.

A playthrough is a whole deal: every action, every entry of the log as each seat and the spectator
get it, and each view after it. To keep a diff readable, what all are told alike stands once under
``*`` (the spectator is ``-``), and of a view only what has changed since the last entry; the first
view is whole. ``history`` is left out: it is the events.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conquian.core import PRESETS, Action, Deal, InfoState, Kind, State, deal_in_order
from conquian.core.cards import card_text, cards_of
from conquian.core.events import Entry
from conquian.core.setting import setting_for
from conquian.core.text import event_object, view_object, zone_object
from conquian.core.turns.forcing import fits

HERE = Path(__file__).resolve().parent

ORDERS = {
    ("mexicano", 2): 150,
    ("mexicano", 3): 35,
    ("gamevelvet", 2): 90,
    ("gamevelvet", 3): 159,
    ("gamevelvet", 4): 178,
    ("gamevelvet", 5): 48,
    ("gamevelvet", 6): 21,
    ("clasico", 2): 196,
    ("bicycle", 2): 21,
    ("wikipedia", 2): 3,
    ("wikipedia", 3): 33,
    ("diario", 2): 16,
    ("diario", 3): 79,
    ("navajo", 2): 47,
    ("navajo", 3): 61,
    ("navajo", 4): 145,
    ("navajo", 5): 106,
    ("navajo", 6): 29,
    ("paco", 2): 121,
    ("paco", 3): 137,
}
"""Preset and number of players → which order of the cards: one in which much happens."""


def shuffled(name: str, players: int, order: int) -> Deal:
    """The deal of that number. The order of its cards depends on nothing but SHA-256."""
    rules = PRESETS[name]
    deck = cards_of(setting_for(rules, players).deck)

    def place(number: int) -> bytes:
        return hashlib.sha256(f"{name}/{order}/{number}".encode()).digest()

    cards = [deck[number] for number in sorted(range(len(deck)), key=place)]
    return deal_in_order(rules, players, order % players, cards)


def choose(state: State, ply: int) -> Action:
    """What is done: mostly the strongest thing there is, now and then something else, so that
    cards are declined by those whom they fit and windows open."""
    legal = state.legal_actions()
    by_kind = {kind: [action for action in legal if action.kind is kind] for kind in Kind}
    forces, takes, melds = by_kind[Kind.FORCE], by_kind[Kind.TAKE], by_kind[Kind.MELD]
    passes = by_kind[Kind.PASS]
    if by_kind[Kind.PAY]:
        fitting = [action for action in legal if _fits_another(state, action)]
        return fitting[0] if fitting else legal[ply % len(legal)]
    if by_kind[Kind.GIVE]:
        return legal[ply % len(legal)]
    if melds and ply % 2:
        return max(melds, key=lambda action: action.cards.bit_count())
    if state.phase == "window":
        return forces[ply % len(forces)] if ply % 4 else passes[0]
    if forces and ply % 3:
        return forces[ply % len(forces)]
    fitting_me = fits(state, state.actor, state.upcard)
    if takes and not (passes and fitting_me and ply % 3):
        return max(takes, key=lambda action: action.cards.bit_count())
    return passes[0] if passes else legal[0]


def _fits_another(state: State, payment: Action) -> bool:
    others = set(range(state.players)) - {state.actor}
    return any(fits(state, seat, payment.card) for seat in others)


def actions_of(deal: Deal) -> list[Action]:
    """The whole deal, by :func:`choose`."""
    actions: list[Action] = []
    state = deal.first
    while not state.is_over:
        actions.append(choose(state, len(actions) + 1))
        state = deal.apply(state, actions[-1])
    return actions


def written(name: str, players: int) -> str:
    """The text of one playthrough."""
    deal = shuffled(name, players, ORDERS[name, players])
    header = {
        "rules": deal.rules.as_data(),
        "players": players,
        "dealer": deal.dealer,
        "hands": [zone_object(hand) for hand in deal.hands],
        "stock": [card_text(card) for card in deal.stock],
    }
    lines = [
        f"# {name}, {players} players: a deal with every event and every view of every seat.",
        "# Made by: python -m tests.playthroughs.make",
        "deal " + _json(header),
    ]
    viewers: list[int | None] = [*range(players), None]
    infos: dict[int | None, InfoState] = {}
    shown: dict[int | None, dict[str, Any]] = {viewer: {} for viewer in viewers}

    def tell(entries: list[Entry]) -> None:
        for entry in entries:
            events = {viewer: event_object(entry.seen_by(viewer)) for viewer in viewers}
            lines.extend(_each("event", events))
            for viewer in viewers:
                event = entry.seen_by(viewer)
                known = infos.get(viewer)
                infos[viewer] = known.after(event) if known else InfoState.fold(viewer, [event])
            views = {viewer: view_object(infos[viewer]) for viewer in viewers}
            lines.extend(_changes(shown, views))
            shown.update(views)

    state = deal.first
    tell(deal.opening_entries())
    for ply, action in enumerate(actions_of(deal), 1):
        lines += ["", f"{ply}. {state.actor}: {action}"]
        entries, state = deal.entries(state, action)
        tell(entries)
    return "\n".join(lines) + "\n"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))


def _name(viewer: int | None) -> str:
    return "-" if viewer is None else str(viewer)


def _each(word: str, values: dict[int | None, dict[str, Any]]) -> Iterator[str]:
    """One line for all if they agree, otherwise a line for each."""
    texts = {viewer: _json(value) for viewer, value in values.items()}
    if len(set(texts.values())) == 1:
        yield f"{word} * {next(iter(texts.values()))}"
        return
    for viewer, text in texts.items():
        yield f"{word} {_name(viewer)} {text}"


def _changes(
    before: dict[int | None, dict[str, Any]], after: dict[int | None, dict[str, Any]]
) -> Iterator[str]:
    """What has changed in the views: first what is now the same for all, then each one's own."""
    alike: dict[str, Any] = {}
    own: dict[int | None, dict[str, Any]] = {viewer: {} for viewer in after}
    for key in next(iter(after.values())):
        if key == "history":
            continue
        values = {viewer: view[key] for viewer, view in after.items()}
        missing = object()
        changed = {
            viewer: value
            for viewer, value in values.items()
            if before[viewer].get(key, missing) != value
        }
        texts = {_json(value) for value in values.values()}
        if len(changed) == len(values) and len(texts) == 1:
            alike[key] = next(iter(values.values()))
        else:
            for viewer, value in changed.items():
                own[viewer][key] = value
    if alike:
        yield f"view * {_json(alike)}"
    for viewer, view in own.items():
        if view:
            yield f"view {_name(viewer)} {_json(view)}"


def file_of(name: str, players: int) -> Path:
    """Where a playthrough lies."""
    return HERE / f"{name}-{players}.txt"


def main() -> None:
    """Write all files."""
    for name, players in ORDERS:
        file_of(name, players).write_text(written(name, players), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
