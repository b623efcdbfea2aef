"""The memory of one search thread as a single array, and the solver's searches of melds in it.

Passing tuples of arrays to compiled functions costs more than what the solver's small functions
do, so everything one thread needs lies in one int64 array: the tables of the pack, the stack of
positions, the moves, what was found before, and last the transposition table. Offsets are
constants.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from conquian.kernel.bits import add, remove, seeding, with_meld
from conquian.kernel.jit import compiled, lowest
from conquian.kernel.tables import (
    FIRST_PLACE,
    P_NATURAL,
    P_SUITS,
    PLACE_BITS,
    PLACE_MASK,
    S_YUCAS,
    SETTING_WORDS,
    YUCA_BIT,
    Ints,
    Tables,
)

MOST_MELDS: Final = 4096
MOST_DEPTH: Final = 512
FRAME: Final = 32
MOST_MOVES: Final = 1 << 16
LAYINGS: Final = 1 << 15
MOST_LAID: Final = 1 << 17
STACK: Final = 1 << 14

"""The first words: what the last search did, see ``solve_search.N_NODES`` and so on."""
SETTING: Final = 16
NATURAL: Final = SETTING + 32
SETS: Final = NATURAL + 1
LAY_USED: Final = SETS + 1
UNORDERED: Final = LAY_USED + 1
"""1: moves are tried as they come; for tests."""
UNBOUNDED: Final = UNORDERED + 1
"""1: no bounds without search; for tests."""
SEED: Final = UNBOUNDED + 1
"""Mixed into the keys of positions; for tests."""
MELDS_OF: Final = 64
"""Starts of the lists of melds that hold each card, 64 words."""
MASKS: Final = 128
HELD: Final = MASKS + MOST_MELDS
"""The lists: indexes of melds, card by card."""
LONGER: Final = HELD + 16 * MOST_MELDS
"""64 words for each meld: the meld with that card added, or -1."""
FRAMES: Final = LONGER + 64 * MOST_MELDS
MOVES: Final = FRAMES + FRAME * MOST_DEPTH
"""Four words a move: kind, cards, layout code, unused."""
SEARCH: Final = MOVES + 4 * MOST_MOVES
"""Stack of the search for layings, four words an entry."""
LAY_KEYS: Final = SEARCH + 4 * STACK
"""Two words: key, and start and number of what was found."""
LAID: Final = LAY_KEYS + 2 * LAYINGS
"""Two words a choice: hand cards, layout code."""
STOCK: Final = LAID + 2 * MOST_LAID
"""The stock of the deal in turning order, and how many cards it has: functions within the search
take no second array."""
STOCK_SIZE: Final = STOCK + 63
ALONE_FRAME: Final = 16
ALONE_FRAMES: Final = STOCK + 64
"""Stack of ``solve_bounds.alone``: one frame a take, and nobody takes more than fourteen times."""
ALONE_ROOM: Final = 1 << 14
ALONE_LIST: Final = ALONE_FRAMES + ALONE_FRAME * 32
"""Two words a choice of it: laid cards, hand."""
ALONE_SLOTS: Final = 1 << 12
ALONE: Final = ALONE_LIST + 2 * ALONE_ROOM
"""What it has found, two words each: key, answer."""
TABLE: Final = ALONE + 2 * ALONE_SLOTS
"""Two words an entry: key; generation and bounds."""

MASK63: Final = (1 << 63) - 1
MASK24: Final = (1 << 24) - 1
BOTH_YUCAS: Final = 3 * YUCA_BIT


def new_arena(tables: Tables, setting: Ints, bits: int) -> Ints:
    """A fresh arena for a rule set, with a table of 2**bits entries of 16 bytes."""
    arena = np.zeros(TABLE + (2 << bits), np.int64)
    melds = len(tables.masks)
    if melds > MOST_MELDS or len(tables.with_list) > 16 * MOST_MELDS:
        raise ValueError(f"more melds than any pack has: {melds}")
    arena[SETTING : SETTING + SETTING_WORDS] = setting
    arena[NATURAL] = tables.pack[P_NATURAL]
    arena[SETS] = tables.pack[P_SUITS] >= 3
    arena[MELDS_OF : MELDS_OF + len(tables.with_start)] = tables.with_start
    arena[MASKS : MASKS + melds] = tables.masks
    arena[HELD : HELD + len(tables.with_list)] = tables.with_list
    longer = np.full((melds, 64), -1, np.int64)
    longer[:, : tables.extended.shape[1]] = tables.extended
    arena[LONGER : LONGER + 64 * melds] = longer.reshape(-1)
    return arena


@compiled
def seeds(arena: Ints, cards: int) -> int:
    """As ``bits.seeds``, from the arena."""
    natural, sets = int(arena[NATURAL]), int(arena[SETS])
    return seeding(cards, natural, sets, int(arena[SETTING + S_YUCAS]))


@compiled
def layings(arena: Ints, grouped: int, must: int, hand: int) -> int:
    """Every choice of hand cards (and grouping) with which ``must`` splits into melds.

    Remembered from call to call, as it depends on the pack alone. Returns ``start << 24 | number``
    of its place in ``LAID``.
    """
    key = (must * 0x1D8E4E27C47D124F) & MASK63
    key = (key + hand * 0x2545F4914F6CDD1D) & MASK63
    key ^= key >> 32
    key = ((key * 0x3C79AC492BA7B653) & MASK63) | 1
    slot = LAY_KEYS + 2 * (key >> 40 & (LAYINGS - 1))
    if arena[slot] == key:
        return int(arena[slot + 1])
    start = int(arena[LAY_USED])
    number = _find_layings(arena, grouped, must, hand, start)
    if number < 0:
        # Full: forget everything. A single answer always fits.
        for place in range(LAYINGS):
            arena[LAY_KEYS + 2 * place] = 0
        start = 0
        number = _find_layings(arena, grouped, must, hand, start)
    arena[LAY_USED] = start + number
    arena[slot] = key
    arena[slot + 1] = start << 24 | number
    return start << 24 | number


@compiled
def _find_layings(arena: Ints, grouped: int, must: int, hand: int, start: int) -> int:
    """Depth-first: cover the lowest card that must be covered, then the melds the hand has besides.

    The number found, or -1 if there was no room.
    """
    number = 0
    arena[SEARCH], arena[SEARCH + 1], arena[SEARCH + 2], arena[SEARCH + 3] = must, 0, hand, 0
    top = 1
    while top > 0:
        top -= 1
        entry = SEARCH + 4 * top
        rest, chosen = int(arena[entry]), int(arena[entry + 1])
        free, code = int(arena[entry + 2]), int(arena[entry + 3])
        if rest:
            whole = rest | free
            card = lowest(rest)
        else:
            whole = free & seeds(arena, free)
            if whole == 0:
                place = LAID + 2 * start
                last = place + 2 * number
                while place < last and (arena[place] != chosen or arena[place + 1] != code):
                    place += 2
                if place == last:
                    if start + number >= MOST_LAID:
                        return -1
                    arena[place], arena[place + 1] = chosen, code
                    number += 1
                continue
            card = lowest(whole)
            # Without this card; yucas are interchangeable, so without any.
            gone = BOTH_YUCAS if card == 60 else 1 << card
            arena[entry], arena[entry + 1] = 0, chosen
            arena[entry + 2], arena[entry + 3] = free & ~gone, code
            top += 1
        for place in range(HELD + arena[MELDS_OF + card], HELD + arena[MELDS_OF + card + 1]):
            index = int(arena[place])
            mask = int(arena[MASKS + index])
            if mask & whole == mask:
                # Cards that must be covered are used up first; a yuca in the hand stays free.
                from_hand = mask & ~rest
                entry = SEARCH + 4 * top
                arena[entry] = remove(rest, mask & rest)
                arena[entry + 1] = add(chosen, from_hand)
                arena[entry + 2] = remove(free, from_hand)
                arena[entry + 3] = with_meld(code, index) if grouped else 0
                top += 1
    return number


@compiled
def fits(arena: Ints, grouped: int, laid: int, code: int, card: int) -> bool:
    """Whether ``card`` joins a layout with no hand card (rules.md §5)."""
    if laid == 0:
        return False
    if not grouped:
        return layings(arena, 0, add(laid, 1 << card), 0) & MASK24 > 0
    for shift in range(FIRST_PLACE, -1, -PLACE_BITS):
        here = code >> shift & PLACE_MASK
        if here and arena[LONGER + 64 * (here - 1) + card] >= 0:
            return True
    return False


@compiled
def place_on(arena: Ints, code: int, shift: int, card: int) -> int:
    """The layout with ``card`` added to the meld at ``shift``, or 0 if it does not extend it."""
    here = code >> shift & PLACE_MASK
    longer = int(arena[LONGER + 64 * (here - 1) + card]) if here else -1
    if longer < 0:
        return 0
    made = 0
    for other in range(FIRST_PLACE, -1, -PLACE_BITS):
        index = code >> other & PLACE_MASK
        if index:
            made = with_meld(made, longer if other == shift else index - 1)
    return made


@compiled
def key_of(
    seed: int, hand0: int, hand1: int, laid0: int, laid1: int, code0: int, code1: int, rest: int
) -> int:
    """63 bits of hash: a sum of products with odd constants, then mixed."""
    key = (seed + hand0 * 0x1D8E4E27C47D124F) & MASK63
    key = (key + hand1 * 0x2545F4914F6CDD1D) & MASK63
    key = (key + laid0 * 0x3C6EF372FE94F82B) & MASK63
    key = (key + laid1 * 0x510E527FADE682D1) & MASK63
    key = (key + code0 * 0x6A09E667F3BCC909) & MASK63
    key = (key + code1 * 0x1F83D9ABFB41BD6B) & MASK63
    key = (key + rest * 0x5BE0CD19137E2179) & MASK63
    key ^= key >> 31
    key = (key * 0x3C79AC492BA7B653) & MASK63
    return key ^ key >> 29
