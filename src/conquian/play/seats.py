"""A seat of a table: who sits there, who may act for it, what it has done already."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from conquian.core.catalogue.words import clean

BOT_NAMES: Final = ("Beto", "Lupe", "Nacho", "Chayo", "Memo", "Meche")
"""Names for bots that were given none."""
MOST_NAME: Final = 20
"""Letters of a name."""
MOST_HOLDERS: Final = 16
"""Sessions that may hold one seat."""
MOST_IDS: Final = 64
"""Ids of done actions that a seat remembers; a client sends an action again until it has heard of
it, so only the last ones come again."""
MOST_ID: Final = 40
"""Letters of an id."""


class Seat:
    """One seat.

    Attributes:
        name: of who sits there; ``""`` while it is empty.
        bot: what names the bot that plays here now, or ``None``.
        holders: the sessions that may act for it, or may come back to it.
        gone: the person it belongs to has left.
        ready: he has said so, for the next deal or another match.
        clock_off: he has voted to switch the clock off.
        done: ids of actions done → the version they led to.
        here: somebody is connected. No fact.
    """

    __slots__ = ("bot", "clock_off", "done", "gone", "here", "holders", "name", "ready")

    def __init__(self) -> None:
        self.done: dict[str, int] = {}
        self.here = False
        self.clear()

    def clear(self) -> None:
        """Nobody sits here."""
        self.name = ""
        self.bot: str | None = None
        self.holders: set[str] = set()
        self.gone = False
        self.ready = False
        self.clock_off = False
        self.here = False

    @property
    def person(self) -> bool:
        """A person plays here."""
        return bool(self.name) and self.bot is None and not self.gone

    @property
    def free(self) -> bool:
        """Anybody may sit down."""
        return self.bot is None and (not self.name or self.gone)

    def remember(self, action_id: str, version: int) -> None:
        """An action with this id has been done."""
        self.done[action_id] = version
        if len(self.done) > MOST_IDS:
            del self.done[next(iter(self.done))]

    def as_facts(self) -> tuple[object, ...]:
        """All that follows from the facts, as one comparable value."""
        return (
            self.name,
            self.bot,
            frozenset(self.holders),
            self.gone,
            self.ready,
            self.clock_off,
            tuple(self.done.items()),
        )


def free_name(wanted: str, others: Iterable[str]) -> str:
    """``wanted`` as it can be shown, with a number behind it if somebody else has that name.

    ``""`` if nothing that can be shown is left of it.
    """
    base = clean(wanted, MOST_NAME)
    if not base:
        return ""
    taken = {name.casefold() for name in others}
    name, again = base, 2
    while name.casefold() in taken:
        end = f" {again}"
        name, again = base[: MOST_NAME - len(end)].rstrip() + end, again + 1
    return name


def bot_name(names: Sequence[str], others: Iterable[str]) -> str:
    """The first of ``names`` that nobody has yet."""
    others = list(others)
    taken = {name.casefold() for name in others}
    free = [name for name in names or BOT_NAMES if name.casefold() not in taken]
    return free_name(free[0] if free else (names or BOT_NAMES)[0], others)
