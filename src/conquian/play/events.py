"""What is told at a table between and around the events of its deals (docs/protocol.md §2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from conquian.core import text
from conquian.core.events import Entry, Event


@dataclass(frozen=True, slots=True)
class Announced:
    """An event of the table, not of a deal.

    Attributes:
        name: ``opened``, ``sat`` …, as in docs/protocol.md §2.
        fields: its fields, JSON values. Never changed.
    """

    name: str
    fields: Mapping[str, Any]


Said = Event | Announced
"""Anything that is told at a table."""


class Told(NamedTuple):
    """One entry: what every seat and every spectator is told by it.

    Attributes:
        everyone: what is told to those who are told nothing else.
        seats: by seat, where not everybody is told the same; otherwise ``None``.
        move: the entry changed the deal, so that what was decided before it is stale.
    """

    everyone: Said
    seats: tuple[Said, ...] | None = None
    move: bool = False

    def seen_by(self, seat: int | None) -> Said:
        """What one seat, or a spectator (``None``), is told."""
        return self.everyone if seat is None or self.seats is None else self.seats[seat]


def announced(name: str, **fields: Any) -> Told:
    """An entry of the table that tells everybody the same."""
    return Told(Announced(name, fields))


def of_deal(entry: Entry) -> Told:
    """An entry of a deal as an entry of the table."""
    first = entry.spectator
    same = all(event is first for event in entry.seats)
    return Told(first, None if same else entry.seats, move=True)


def said_object(said: Said) -> dict[str, Any]:
    """An event as a JSON value, its name under ``event``."""
    if isinstance(said, Announced):
        return {"event": said.name, **said.fields}
    return text.event_object(said)
