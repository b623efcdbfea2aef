"""Compiled arithmetic on masks: zones, card order, and which cards could be melded at all."""

from __future__ import annotations

from conquian.kernel.jit import compiled, lowest, popcount
from conquian.kernel.tables import (
    FIRST_PLACE,
    G_NATURAL,
    G_SUITS,
    LANE,
    PLACE_BITS,
    PLACE_MASK,
    YUCA_BIT,
    Ints,
)

SECOND_YUCA = YUCA_BIT << 1
NATURALS = YUCA_BIT - 1
FIRST_LANE = (1 << LANE) - 1

__all__ = ["add", "before", "lowest", "popcount", "remove", "seeding", "seeds", "with_meld"]


@compiled
def add(zone: int, more: int) -> int:
    """Both together; at most two yucas, naturals once."""
    return zone | more | (zone & more & YUCA_BIT) << 1


@compiled
def remove(zone: int, less: int) -> int:
    """What is left; ``less`` must be contained in ``zone``."""
    left = zone & ~less
    lone = left >> 1 & ~left & YUCA_BIT
    return left ^ (lone | lone << 1)


@compiled
def before(cards: int, code: int, other_cards: int, other_code: int) -> bool:
    """Whether (cards, layout code) comes first in ``core``'s order of takes and melds.

    Cards are compared as sorted lists, the shorter first where one begins the other.
    """
    if cards == other_cards:
        return code < other_code
    differ = cards ^ other_cards
    bit = differ & -differ
    if cards & bit:
        return other_cards >= bit
    return cards < bit


@compiled
def with_meld(code: int, index: int) -> int:
    """A layout code with one more meld, in order; at most three were there."""
    rest = 0
    shift = FIRST_PLACE
    place = index + 1
    while shift >= 0:
        here = code >> shift & PLACE_MASK
        if here == 0 or here > place:
            return rest | place << shift | (code & ((1 << shift + PLACE_BITS) - 1)) >> PLACE_BITS
        rest |= here << shift
        shift -= PLACE_BITS
    return rest


@compiled
def seeds(game: Ints, cards: int) -> int:
    """Every card that would stand in some meld of three with two of ``cards``, as a mask.

    A card outside it cannot be melded with these cards, and a card in ``cards`` can stand in a
    meld of them exactly if it is in the mask.
    """
    return seeding(cards, game[G_NATURAL], 1 if game[G_SUITS] >= 3 else 0, 1)


@compiled
def seeding(cards: int, natural: int, sets: int, yucas: int) -> int:
    """:func:`seeds` from plain numbers; all at once: shifts find runs, lanes find sets.

    ``natural``: all natural cards of the pack; ``sets``: 1 if it has three suits; ``yucas``: 0
    leaves out what a yuca could join.
    """
    own = cards & NATURALS
    up, down = own << 1, own >> 1
    up2, down2 = own << 2, own >> 2
    a = own & FIRST_LANE
    b = own >> LANE & FIRST_LANE
    c = own >> 2 * LANE & FIRST_LANE
    d = own >> 3 * LANE & FIRST_LANE
    if cards & YUCA_BIT == 0:
        ab, cd = a & b, c & d
        either_ab, either_cd = a | b, c | d
        found = (up & down) | (up & up2) | (down & down2)
        found |= (b & either_cd | cd) | (a & either_cd | cd) << LANE
        found |= (d & either_ab | ab) << 2 * LANE | (c & either_ab | ab) << 3 * LANE
        found &= natural
    else:
        found = up | down | up2 | down2
        if sets:
            found |= (b | c | d) | (a | c | d) << LANE
            found |= (a | b | d) << 2 * LANE | (a | b | c) << 3 * LANE
        found &= natural
    if yucas == 0:
        return found
    pairs = own & (up | up2)
    if sets:
        pairs |= (a & (b | c | d)) | (b & (c | d)) | (c & d)
    return found | YUCA_BIT | SECOND_YUCA if pairs else found
