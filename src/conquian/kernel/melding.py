"""Compiled searches for melds and layouts: the twin of ``core.layouts``.

All of them first list the melds that the cards in question hold at all (usually fewer than ten),
then cover the lowest card that must still be covered, with an explicit stack. Nothing is greedy.

``game`` is an array of :func:`conquian.kernel.tables.game_array` or ``Tables.flat``; ``scratch`` is
the working memory of one thread, so that nothing is allocated while playing.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from conquian.kernel.bits import add, before, lowest, remove, with_meld
from conquian.kernel.jit import compiled
from conquian.kernel.tables import (
    CARDS,
    FIRST_PLACE,
    G_EXTENDED,
    G_MASKS,
    G_MELDS,
    G_RANKS,
    G_RUN_AT,
    G_SET_AT,
    LANE,
    PLACE_BITS,
    PLACE_MASK,
    YUCA_BIT,
    Ints,
)

MOST_CHOICES: Final = 8192
"""No hand of thirteen cards has more subsets, so no list of choices without layouts is longer."""
_MELDS: Final = 2048
_STACK: Final = 8192

ROOM: Final = 0
CAND: Final = 8
CAND_INDEX: Final = CAND + _MELDS
STACK_MUST: Final = CAND_INDEX + _MELDS
STACK_CHOSEN: Final = STACK_MUST + _STACK
STACK_CODE: Final = STACK_CHOSEN + _STACK
STACK_PLACE: Final = STACK_CODE + _STACK
FOUND: Final = STACK_PLACE + _STACK
"""Places in ``scratch``: how many choices there is room for; the melds in sight (masks, indexes; no
pack has more than 2,048); the branches still to be searched (four levels of melds, each with fewer
branches than a pack has melds); and what a search found: hand cards from ``FOUND`` on, layout codes
from ``FOUND + scratch[ROOM]`` on."""


@compiled
def new_memory(choices: int) -> Ints:
    """Working memory with room for so many choices, at least ``MOST_CHOICES``."""
    scratch = np.empty(FOUND + 2 * choices, np.int64)
    scratch[ROOM] = choices
    return scratch


@compiled
def melds_within(game: Ints, cards: int, scratch: Ints) -> int:
    """List from ``CAND`` on the melds made of ``cards`` alone; how many there are."""
    found = 0
    if cards & YUCA_BIT:
        for index in range(game[G_MELDS]):
            mask = game[G_MASKS + index]
            if mask & cards == mask:
                scratch[CAND + found] = mask
                scratch[CAND_INDEX + found] = index
                found += 1
        return found
    runs = cards & cards >> 1 & cards >> 2
    while runs:
        start = lowest(runs)
        runs &= runs - 1
        mask = 3 << start
        length = 3
        while cards >> start + length - 1 & 1:
            mask |= 1 << start + length - 1
            index = game[G_RUN_AT + start * 14 + length]
            if index < 0:
                break
            scratch[CAND + found] = mask
            scratch[CAND_INDEX + found] = index
            found += 1
            length += 1
    a, b = cards, cards >> LANE
    c, d = cards >> 2 * LANE, cards >> 3 * LANE
    ranks = ((a & b & (c | d)) | (c & d & (a | b))) & ((1 << game[G_RANKS]) - 1)
    while ranks:
        rank = lowest(ranks)
        ranks &= ranks - 1
        here = (a >> rank & 1) | (b >> rank & 1) << 1 | (c >> rank & 1) << 2 | (d >> rank & 1) << 3
        for suits in range(7, 16):
            if suits & here == suits:
                index = game[G_SET_AT + rank * 16 + suits]
                if index >= 0:
                    scratch[CAND + found] = game[G_MASKS + index]
                    scratch[CAND_INDEX + found] = index
                    found += 1
    return found


@compiled
def splits(game: Ints, cards: int, scratch: Ints) -> bool:
    """Whether all of ``cards`` can stand in valid melds at once. No cards can."""
    scratch[STACK_MUST] = cards
    top = 1
    melds = melds_within(game, cards, scratch) if cards & YUCA_BIT else 0
    while top > 0:
        top -= 1
        rest = scratch[STACK_MUST + top]
        if rest == 0:
            return True
        low = lowest(rest)
        if melds > 0:
            bit = 1 << low
            for place in range(melds):
                mask = scratch[CAND + place]
                if mask & bit and mask & rest == mask:
                    scratch[STACK_MUST + top] = remove(rest, mask)
                    top += 1
            continue
        if cards & YUCA_BIT:
            return False
        # Natural cards only: the lowest card begins a run or is the first suit of a set.
        mask = 3 << low
        length = 3
        while mask & rest == mask and rest >> low + length - 1 & 1:
            mask |= 1 << low + length - 1
            if game[G_RUN_AT + low * 14 + length] < 0:
                break
            scratch[STACK_MUST + top] = rest & ~mask
            top += 1
            length += 1
        bit = 1 << low
        one = (rest >> LANE & bit) << LANE
        two = (rest >> 2 * LANE & bit) << 2 * LANE
        three = (rest >> 3 * LANE & bit) << 3 * LANE
        if one and two:
            scratch[STACK_MUST + top] = rest & ~(bit | one | two)
            top += 1
        if three and (one or two):
            if one and two:
                scratch[STACK_MUST + top] = rest & ~(bit | one | two | three)
                top += 1
            if one:
                scratch[STACK_MUST + top] = rest & ~(bit | one | three)
                top += 1
            if two:
                scratch[STACK_MUST + top] = rest & ~(bit | two | three)
                top += 1
    return False


@compiled
def completions(game: Ints, must: int, may: int, scratch: Ints) -> int:
    """List from ``FOUND`` on every choice from ``may`` with which ``must`` splits into melds.

    Each once, in no particular order, the empty choice included where ``must`` alone splits. How
    many there are.
    """
    melds = melds_within(game, add(must, may), scratch)
    found = 0
    scratch[STACK_MUST] = must
    scratch[STACK_CHOSEN] = 0
    top = 1
    while top > 0:
        top -= 1
        rest = scratch[STACK_MUST + top]
        chosen = scratch[STACK_CHOSEN + top]
        if rest == 0:
            found = include(scratch, FOUND, found, chosen)
            continue
        bit = rest & -rest
        free = remove(may, chosen)
        whole = rest | free
        for place in range(melds):
            mask = scratch[CAND + place]
            if mask & bit and mask & whole == mask:
                scratch[STACK_MUST + top] = remove(rest, mask & rest)
                scratch[STACK_CHOSEN + top] = add(chosen, mask & ~rest)
                top += 1
    # Whatever melds the hand holds besides can go along.
    kept = 0
    for place in range(melds):
        mask = scratch[CAND + place]
        if mask & may == mask:
            scratch[CAND + kept] = mask
            kept += 1
    at = 0
    while kept > 0 and at < found:
        chosen = scratch[FOUND + at]
        at += 1
        free = remove(may, chosen)
        for place in range(kept):
            mask = scratch[CAND + place]
            if mask & free == mask:
                found = include(scratch, FOUND, found, add(chosen, mask))
    return found


@compiled
def include(scratch: Ints, base: int, found: int, value: int) -> int:
    """Append ``value`` to the ``found`` ones from ``base`` on unless it is there; how many then."""
    for place in range(base, base + found):
        if scratch[place] == value:
            return found
    scratch[base + found] = value
    return found + 1


@compiled
def arrangements(game: Ints, must: int, may: int, least: int, skip: int, scratch: Ints) -> int:
    """Every choice from ``may`` (with ``least`` 1 not the empty one), with every grouping of the
    whole: of ``must`` and the choice together.

    Lists those from number ``skip`` on, as many as there is room for, in a fixed but meaningless
    order. How many there are in all.

    Each grouping is reached once: melds that hold cards of ``must`` are chosen by the lowest such
    card, all others by ascending place. Where yucas of ``must`` remain, the first of the other
    melds with a yuca cover them. ``STACK_PLACE`` holds both orders: the place after the last free
    meld, and above it the place after the last meld that covered a yuca.
    """
    melds = melds_within(game, add(must, may), scratch)
    codes = FOUND + scratch[ROOM]
    found = 0
    scratch[STACK_MUST] = must
    scratch[STACK_CHOSEN] = 0
    scratch[STACK_CODE] = 0
    scratch[STACK_PLACE] = 0
    top = 1
    while top > 0:
        top -= 1
        rest = scratch[STACK_MUST + top]
        chosen = scratch[STACK_CHOSEN + top]
        code = scratch[STACK_CODE + top]
        last = scratch[STACK_PLACE + top]
        free = remove(may, chosen)
        whole = rest | free
        bit = rest & -rest
        first = 0
        if rest == 0:
            if chosen >= least:
                if skip <= found < skip + scratch[ROOM]:
                    scratch[FOUND + found - skip] = chosen
                    scratch[codes + found - skip] = code
                found += 1
            first = last & PLACE_MASK
        elif bit == YUCA_BIT:
            first = last >> PLACE_BITS
        for place in range(first, melds):
            mask = scratch[CAND + place]
            if mask & whole != mask or (rest and not mask & bit):
                continue
            mark = last
            if rest == 0:
                if mask & YUCA_BIT and place < last >> PLACE_BITS:
                    continue
                mark = (last & ~PLACE_MASK) | place + 1
            elif bit == YUCA_BIT:
                mark = place + 1 << PLACE_BITS
            scratch[STACK_MUST + top] = remove(rest, mask & rest)
            scratch[STACK_CHOSEN + top] = add(chosen, mask & ~rest)
            scratch[STACK_CODE + top] = with_meld(code, scratch[CAND_INDEX + place])
            scratch[STACK_PLACE + top] = mark
            top += 1
    return found


@compiled
def sort_found(scratch: Ints, count: int) -> None:
    """Put the first ``count`` found choices into ``core``'s order (shell sort, in place)."""
    codes = FOUND + scratch[ROOM]
    gap = 1
    while gap < count // 3:
        gap = 3 * gap + 1
    while gap > 0:
        for at in range(gap, count):
            cards, code = scratch[FOUND + at], scratch[codes + at]
            place = at
            while place >= gap and before(
                cards, code, scratch[FOUND + place - gap], scratch[codes + place - gap]
            ):
                scratch[FOUND + place] = scratch[FOUND + place - gap]
                scratch[codes + place] = scratch[codes + place - gap]
                place -= gap
            scratch[FOUND + place], scratch[codes + place] = cards, code
        gap //= 3


@compiled
def extends_one(game: Ints, code: int, card: int) -> bool:
    """Whether ``card`` extends one of the melds of a layout as it lies."""
    for shift in range(FIRST_PLACE, -1, -PLACE_BITS):
        here = code >> shift & PLACE_MASK
        if here == 0:
            return False
        if game[game[G_EXTENDED] + (here - 1) * CARDS + card] >= 0:
            return True
    return False


@compiled
def placings(game: Ints, code: int, card: int, scratch: Ints) -> int:
    """List in order the layouts with ``card`` added to one meld."""
    codes = FOUND + scratch[ROOM]
    found = 0
    for shift in range(FIRST_PLACE, -1, -PLACE_BITS):
        here = code >> shift & PLACE_MASK
        if here == 0:
            break
        longer = game[game[G_EXTENDED] + (here - 1) * CARDS + card]
        if longer < 0:
            continue
        made = 0
        for other in range(FIRST_PLACE, -1, -PLACE_BITS):
            index = code >> other & PLACE_MASK
            if index:
                made = with_meld(made, longer if other == shift else index - 1)
        found = include(scratch, codes, found, made)
    for place in range(found):
        scratch[FOUND + place] = 0
    sort_found(scratch, found)
    return found
