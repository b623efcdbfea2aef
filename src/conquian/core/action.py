"""What a player can do, as a value that prints and reads back (formats.md §1)."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final, NamedTuple

from conquian.core.cards import (
    Card,
    CardSet,
    cards_of,
    parse_zone,
    zone_text,
)
from conquian.core.errors import CannotParse, shown
from conquian.core.melds import Layout


class Kind(StrEnum):
    """The kinds of action, by the word they are written with."""

    GIVE = "give"
    MELD = "meld"
    TAKE = "take"
    FORCE = "force"
    PASS = "pass"  # noqa: S105 - not a password
    PAY = "pay"


class Action(NamedTuple):
    """One action.

    Attributes:
        kind: what is done.
        cards: the hand cards it uses, as a zone: the card given or paid, the cards taken with or
            melded; 0 for ``force``, ``pass`` and a bare ``take``.
        layout: the whole layout after a take or a meld, where the grouping matters
            (``force_fit: meld``), in the documented order; otherwise ``None``.
        seat: the seat forced, otherwise -1.
    """

    kind: Kind
    cards: CardSet = 0
    layout: Layout | None = None
    seat: int = -1

    def __str__(self) -> str:
        words = str(self.kind)
        if self.cards:
            words += " " + zone_text(self.cards)
        if self.kind is Kind.FORCE:
            words += f" {self.seat}"
        if self.layout is not None:
            words += " -> " + layout_text(self.layout)
        return words

    def __repr__(self) -> str:
        return f"Action.parse({str(self)!r})"

    @property
    def card(self) -> Card:
        """The one card of a ``give`` or ``pay``."""
        return self.cards.bit_length() - 1

    @staticmethod
    def parse(text: str) -> Action:
        """Read the file spelling; cards and melds may come in any order.

        Raises:
            CannotParse: ``bad_action`` or a code of :func:`conquian.core.cards.parse_zone`.
        """
        before, arrow, after = text.partition("->")
        word, _, rest = before.strip().partition(" ")
        rest = rest.strip()
        if word == Kind.PASS and not rest and not arrow:
            return PASS
        if word == Kind.FORCE and re.fullmatch("[0-9]", rest, re.ASCII) and not arrow:
            return Action(Kind.FORCE, seat=int(rest))
        if word in (Kind.GIVE, Kind.PAY) and not arrow:
            cards = parse_zone(rest)
            if cards.bit_count() == 1:
                return Action(Kind(word), cards)
        if word == Kind.TAKE or (word == Kind.MELD and rest):
            return Action(Kind(word), parse_zone(rest), parse_layout(after) if arrow else None)
        raise CannotParse("bad_action", text=shown(text))


PASS: Final = Action(Kind.PASS)
"""Leave the upcard."""
FORCE: Final = tuple(Action(Kind.FORCE, seat=seat) for seat in range(6))
"""``FORCE[seat]`` makes that seat take the upcard."""
_PAY: Final = {card: Action(Kind.PAY, 1 << card) for card in range(64)}
_GIVE: Final = {card: Action(Kind.GIVE, 1 << card) for card in range(64)}


def pay(card: Card) -> Action:
    """Pay this card."""
    return _PAY[card]


def give(card: Card) -> Action:
    """Give this card in the exchange."""
    return _GIVE[card]


def take(cards: CardSet = 0, layout: Layout | None = None) -> Action:
    """Take the upcard with these hand cards; ``layout`` in any order."""
    return Action(Kind.TAKE, cards, None if layout is None else ordered(layout))


def meld(cards: CardSet, layout: Layout | None = None) -> Action:
    """Meld these hand cards without the upcard; ``layout`` in any order."""
    return Action(Kind.MELD, cards, None if layout is None else ordered(layout))


def ordered(layout: Layout) -> Layout:
    """Melds in lexicographic order of their cards, compared in card order."""
    return tuple(sorted(layout, key=cards_of))


def layout_text(layout: Layout) -> str:
    """``5o 6o 7o | 1c 1e 1b``."""
    return " | ".join(zone_text(part) for part in layout)


def parse_layout(text: str) -> Layout:
    """Read what :func:`layout_text` writes, melds in any order.

    Raises:
        CannotParse: ``empty_meld``, or a code of :func:`conquian.core.cards.parse_zone`.
    """
    melds = tuple(parse_zone(part) for part in text.split("|"))
    if not all(melds):
        raise CannotParse("empty_meld")
    return ordered(melds)
