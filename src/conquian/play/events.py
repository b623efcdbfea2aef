"""What is told at a table between and around the events of its deals (docs/protocol.md §2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

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


@dataclass(frozen=True, slots=True)
class Announcement:
    """An entry of the table, not of a deal: like :class:`~conquian.core.events.Entry`.

    Attributes:
        everyone: what is told to those who are told nothing else.
        own: by seat, what it is told instead.
    """

    everyone: Announced
    own: tuple[int, Announced] | None = None

    def seen_by(self, seat: int | None) -> Announced:
        """What one seat, or a spectator (``None``), is told."""
        if self.own is not None and seat == self.own[0]:
            return self.own[1]
        return self.everyone


Told = Entry | Announcement
"""One entry of a table's log: ``entry.seen_by(seat)`` is what a seat is told. An ``Entry`` has
changed the deal, so that what was decided before it is stale; an ``Announcement`` has not."""


def announced(name: str, /, **fields: Any) -> Announcement:
    """An entry of the table that tells everybody the same."""
    return Announcement(Announced(name, fields))


def said_object(said: Said) -> dict[str, Any]:
    """An event as a JSON value, its name under ``event``."""
    if isinstance(said, Announced):
        return {"event": said.name, **said.fields}
    return text.event_object(said)
