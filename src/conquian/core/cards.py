"""Cards and zones as plain integers (rules.md §1, formats.md §1).

A **card** is a small int: ``suit * 16 + rank - 1`` with suits oros 0, copas 1, espadas 2,
bastos 3, and the yuca 61. The numbering does not depend on the pack, so every card prints and
reads back without knowing where it came from, and ``sorted`` gives the card order of
formats.md §1 (suits o c e b, within a suit by rank, ``Y`` last).

A **zone** (hand, laid cards, stock …) is an int bitmask that holds a multiset of cards: bit
``c`` says *at least one* card ``c`` is here, bit ``c + 64`` that *both* twins are. Equal
contents are therefore equal ints. A single meld never holds twins, so melds use the low half
only, and for multisets ``a`` and ``b``, ``a & b == a`` means "``a`` is contained in ``b``".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from conquian.core.errors import CannotParse, shown

Card = int
"""One kind of card: ``suit * 16 + rank - 1``, or :data:`YUCA`. Twins share the number."""
CardSet = int
"""A multiset of cards as a bitmask; see the module text."""

SUITS: Final = "oceb"
"""Suit letters in card order: oros, copas, espadas, bastos."""
YUCA: Final = 61
"""The wild card ``Y``, last in card order."""
HALF: Final = (1 << 64) - 1
"""Mask of the low half of a zone: which kinds of card are present at all."""

_TEXT: Final[dict[int, str]] = {
    suit * 16 + rank - 1: f"{rank}{letter}"
    for suit, letter in enumerate(SUITS)
    for rank in range(1, 14)
} | {YUCA: "Y"}
_CARD: Final[dict[str, int]] = {text: card for card, text in _TEXT.items()}


def card_of(rank: int, suit: int) -> Card:
    """The card of rank number ``rank`` (1–13, as printed) in suit 0–3."""
    return suit * 16 + rank - 1


def rank_of(card: Card) -> int:
    """Rank number as printed, 1–13; 0 for a yuca."""
    return 0 if card == YUCA else card % 16 + 1


def suit_of(card: Card) -> int:
    """Suit 0–3; -1 for a yuca."""
    return -1 if card == YUCA else card // 16


def card_text(card: Card) -> str:
    """The one spelling used in files, e.g. ``7c`` or ``Y`` (formats.md §1)."""
    return _TEXT[card]


def parse_card(text: str) -> Card:
    """Read the file spelling of a card.

    Raises:
        CannotParse: ``bad_card`` if ``text`` is not exactly such a spelling.
    """
    card = _CARD.get(text)
    if card is None:
        raise CannotParse("bad_card", text=shown(text))
    return card


def add(zone: CardSet, more: CardSet) -> CardSet:
    """Multiset sum. The two together must hold at most two of any card."""
    low, high = more & HALF, more >> 64
    zone |= low | (zone & low) << 64
    if high:
        zone |= high | (zone & high) << 64
    return zone


def remove(zone: CardSet, less: CardSet) -> CardSet:
    """Multiset difference; ``less`` must be contained in ``zone``."""
    low, high = less & HALF, less >> 64
    twins = zone >> 64 & low
    zone ^= twins << 64 | low ^ twins
    if high:
        twins = zone >> 64 & high
        zone ^= twins << 64 | high ^ twins
    return zone


def is_zone(value: int) -> bool:
    """Whether ``value`` is a well-formed zone: known cards, second copies only over first ones."""
    low, high = value & HALF, value >> 64
    return value >= 0 and low & ~_ALL == 0 and high & ~low == 0


_ALL: Final = sum(1 << card for card in _TEXT)


def cards_of(zone: CardSet) -> list[Card]:
    """The cards of a zone in card order, twins twice."""
    low, high = zone & HALF, zone >> 64
    cards = []
    while low:
        bit = low & -low
        card = bit.bit_length() - 1
        cards.append(card)
        if high & bit:
            cards.append(card)
        low ^= bit
    return cards


def kinds_of(zone: CardSet) -> Iterator[Card]:
    """The different cards of a zone in card order, twins once."""
    low = zone & HALF
    while low:
        bit = low & -low
        yield bit.bit_length() - 1
        low ^= bit


def zone_of(cards: Iterable[Card]) -> CardSet:
    """The zone that holds these cards.

    Raises:
        CannotParse: ``card_thrice`` if a card comes more than twice (there are at most two packs
            and two yucas).
    """
    zone = 0
    for card in cards:
        if zone >> 64 + card & 1:
            raise CannotParse("card_thrice", card=card)
        zone |= 1 << 64 + card if zone >> card & 1 else 1 << card
    return zone


def zone_text(zone: CardSet) -> str:
    """Cards in card order, separated by blanks; empty for an empty zone."""
    return " ".join(_TEXT[card] for card in cards_of(zone))


def parse_zone(text: str) -> CardSet:
    """Read cards separated by blanks, in any order.

    Raises:
        CannotParse: ``bad_card`` or ``card_thrice``.
    """
    return zone_of(parse_card(word) for word in text.split())
