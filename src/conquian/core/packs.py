"""The packs a rule set can be played with (rules.md §3, field ``pack``)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from conquian.core.cards import YUCA, Card, card_of
from conquian.core.errors import BadRules, shown

NAMED = {
    "spanish40": (1, 2, 3, 4, 5, 6, 7, 10, 11, 12),
    "full52": tuple(range(1, 14)),
    "ace_to_ten": tuple(range(1, 11)),
}
"""Rank numbers in rank order; in ``spanish40`` 7 is next to 10 (rules.md §2.1)."""

_MINI = re.compile(r"mini([1-9][0-9]?)x([1-9])", re.ASCII)


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack without yucas: which ranks, in which order, in how many suits.

    Attributes:
        name: as written in rule sets.
        ranks: rank numbers as printed, in rank order; neighbours here are neighbours in runs.
        suits: how many of the suits o, c, e, b exist (2–4).
    """

    name: str
    ranks: tuple[int, ...]
    suits: int

    @property
    def cards(self) -> tuple[Card, ...]:
        """One copy of every card, in card order."""
        return tuple(card_of(rank, suit) for suit in range(self.suits) for rank in self.ranks)

    def deck(self, decks: int, yucas: int) -> tuple[Card, ...]:
        """All cards of a deal in card order: ``decks`` packs and ``yucas`` wild cards."""
        return tuple(card for card in self.cards for _ in range(decks)) + (YUCA,) * yucas


@lru_cache(maxsize=64)
def pack_named(name: str) -> Pack:
    """The pack of that name.

    Raises:
        BadRules: ``bad_pack`` unless it is ``spanish40``, ``full52``, ``ace_to_ten`` or
            ``miniRxS`` with R 3–13 and S 2–4.
    """
    if name in NAMED:
        return Pack(name, NAMED[name], 4)
    found = _MINI.fullmatch(name)
    if found:
        ranks, suits = int(found[1]), int(found[2])
        if 3 <= ranks <= 13 and 2 <= suits <= 4:
            return Pack(name, tuple(range(1, ranks + 1)), suits)
    raise BadRules("bad_pack", field="pack", value=shown(name))
