"""Compiled searches for melds and layouts: the twin of ``core.layouts``.

All of them first list the melds that the cards in question hold at all (usually fewer than ten),
then cover the lowest card that must still be covered, with an explicit stack. Nothing is greedy.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from conquian.kernel.bits import add, before, lowest, remove, with_meld
from conquian.kernel.jit import compiled
from conquian.kernel.tables import (
    FIRST_PLACE,
    LANE,
    P_RANKS,
    PLACE_BITS,
    PLACE_MASK,
    YUCA_BIT,
    Ints,
    Tables,
)

MOST_CHOICES = 8192
"""No hand of thirteen cards has more subsets, so no list of choices without layouts is longer."""
STACK = 16384
"""Four levels of melds, each with at most as many branches as a pack has melds."""


class Scratch(NamedTuple):
    """Working memory of one thread, so that nothing is allocated while playing.

    Attributes:
        cand, cand_index: the melds in sight (masks, indexes); as many as a pack has melds.
        stack_must, stack_chosen, stack_code, stack_place: the branches still to be searched.
        cards, codes: what a search found: hand cards and, where it matters, the layout.
    """

    cand: Ints
    cand_index: Ints
    stack_must: Ints
    stack_chosen: Ints
    stack_code: Ints
    stack_place: Ints
    cards: Ints
    codes: Ints


@compiled
def new_scratch(tables: Tables, choices: int) -> Scratch:
    """Fresh working memory with room for so many choices, at least ``MOST_CHOICES``."""
    melds = len(tables.masks) + 1
    return Scratch(
        np.empty(melds, np.int64),
        np.empty(melds, np.int64),
        np.empty(STACK, np.int64),
        np.empty(STACK, np.int64),
        np.empty(STACK, np.int64),
        np.empty(STACK, np.int64),
        np.empty(choices, np.int64),
        np.empty(choices, np.int64),
    )


@compiled
def melds_within(tables: Tables, cards: int, scratch: Scratch) -> int:
    """List in ``scratch.cand`` the melds made of ``cards`` alone; how many there are."""
    found = 0
    if cards & YUCA_BIT:
        for index in range(len(tables.masks)):
            mask = tables.masks[index]
            if mask & cards == mask:
                scratch.cand[found] = mask
                scratch.cand_index[found] = index
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
            index = tables.run_at[start * 14 + length]
            if index < 0:
                break
            scratch.cand[found] = mask
            scratch.cand_index[found] = index
            found += 1
            length += 1
    a, b = cards, cards >> LANE
    c, d = cards >> 2 * LANE, cards >> 3 * LANE
    ranks = ((a & b & (c | d)) | (c & d & (a | b))) & ((1 << tables.pack[P_RANKS]) - 1)
    while ranks:
        rank = lowest(ranks)
        ranks &= ranks - 1
        here = (
            (a >> rank & 1) | (b >> rank & 1) << 1 | (c >> rank & 1) << 2 | (d >> rank & 1) << 3
        )
        for suits in range(7, 16):
            if suits & here == suits:
                index = tables.set_at[rank * 16 + suits]
                if index >= 0:
                    scratch.cand[found] = tables.masks[index]
                    scratch.cand_index[found] = index
                    found += 1
    return found


@compiled
def splits(tables: Tables, cards: int, scratch: Scratch) -> bool:
    """Whether all of ``cards`` can stand in valid melds at once. No cards can."""
    stack = scratch.stack_must
    stack[0] = cards
    top = 1
    melds = melds_within(tables, cards, scratch) if cards & YUCA_BIT else 0
    while top > 0:
        top -= 1
        rest = stack[top]
        if rest == 0:
            return True
        low = lowest(rest)
        if melds > 0:
            bit = 1 << low
            for place in range(melds):
                mask = scratch.cand[place]
                if mask & bit and mask & rest == mask:
                    stack[top] = remove(rest, mask)
                    top += 1
            continue
        if cards & YUCA_BIT:
            return False
        # Natural cards only: the lowest card begins a run or is the first suit of a set.
        mask = 3 << low
        length = 3
        while mask & rest == mask and rest >> low + length - 1 & 1:
            mask |= 1 << low + length - 1
            if tables.run_at[low * 14 + length] < 0:
                break
            stack[top] = rest & ~mask
            top += 1
            length += 1
        bit = 1 << low
        one = (rest >> LANE & bit) << LANE
        two = (rest >> 2 * LANE & bit) << 2 * LANE
        three = (rest >> 3 * LANE & bit) << 3 * LANE
        if one and two:
            stack[top] = rest & ~(bit | one | two)
            top += 1
        if three and (one or two):
            if one and two:
                stack[top] = rest & ~(bit | one | two | three)
                top += 1
            if one:
                stack[top] = rest & ~(bit | one | three)
                top += 1
            if two:
                stack[top] = rest & ~(bit | two | three)
                top += 1
    return False


@compiled
def completions(tables: Tables, must: int, may: int, scratch: Scratch) -> int:
    """List in ``scratch.cards`` every choice from ``may`` with which ``must`` splits into melds.

    Each once, in no particular order, the empty choice included where ``must`` alone splits. How
    many there are.
    """
    melds = melds_within(tables, add(must, may), scratch)
    out = scratch.cards
    found = 0
    scratch.stack_must[0] = must
    scratch.stack_chosen[0] = 0
    top = 1
    while top > 0:
        top -= 1
        rest = scratch.stack_must[top]
        chosen = scratch.stack_chosen[top]
        if rest == 0:
            found = _include(out, found, chosen)
            continue
        bit = rest & -rest
        free = remove(may, chosen)
        whole = rest | free
        for place in range(melds):
            mask = scratch.cand[place]
            if mask & bit and mask & whole == mask:
                scratch.stack_must[top] = remove(rest, mask & rest)
                scratch.stack_chosen[top] = add(chosen, mask & ~rest)
                top += 1
    # Whatever melds the hand holds besides can go along.
    kept = 0
    for place in range(melds):
        mask = scratch.cand[place]
        if mask & may == mask:
            scratch.cand[kept] = mask
            kept += 1
    at = 0
    while kept > 0 and at < found:
        chosen = out[at]
        at += 1
        free = remove(may, chosen)
        for place in range(kept):
            mask = scratch.cand[place]
            if mask & free == mask:
                found = _include(out, found, add(chosen, mask))
    return found


@compiled
def _include(out: Ints, found: int, cards: int) -> int:
    """Append ``cards`` to the first ``found`` of ``out`` unless they are there; how many then."""
    for place in range(found):
        if out[place] == cards:
            return found
    out[found] = cards
    return found + 1


@compiled
def arrangements(
    tables: Tables, must: int, may: int, least: int, skip: int, scratch: Scratch
) -> int:
    """Every choice from ``may`` (with ``least`` 1 not the empty one), with every grouping of the
    whole: of ``must`` and the choice together.

    Lists in ``scratch.cards`` and ``scratch.codes`` those from number ``skip`` on, as many as fit,
    in a fixed but meaningless order. How many there are in all.

    Each grouping is reached once: melds that hold cards of ``must`` are chosen by the lowest such
    card, all others by ascending place. Where yucas of ``must`` remain, the first of the other melds
    with a yuca cover them. ``stack_place`` holds both orders: the place after the last free meld,
    and above it the place after the last meld that covered a yuca.
    """
    melds = melds_within(tables, add(must, may), scratch)
    found = 0
    scratch.stack_must[0] = must
    scratch.stack_chosen[0] = 0
    scratch.stack_code[0] = 0
    scratch.stack_place[0] = 0
    top = 1
    while top > 0:
        top -= 1
        rest = scratch.stack_must[top]
        chosen = scratch.stack_chosen[top]
        code = scratch.stack_code[top]
        last = scratch.stack_place[top]
        free = remove(may, chosen)
        whole = rest | free
        bit = rest & -rest
        first = 0
        if rest == 0:
            if chosen >= least:
                if skip <= found < skip + len(scratch.cards):
                    scratch.cards[found - skip] = chosen
                    scratch.codes[found - skip] = code
                found += 1
            first = last & PLACE_MASK
        elif bit == YUCA_BIT:
            first = last >> PLACE_BITS
        for place in range(first, melds):
            mask = scratch.cand[place]
            if mask & whole != mask or (rest and not mask & bit):
                continue
            mark = last
            if rest == 0:
                if mask & YUCA_BIT and place < last >> PLACE_BITS:
                    continue
                mark = (last & ~PLACE_MASK) | place + 1
            elif bit == YUCA_BIT:
                mark = place + 1 << PLACE_BITS
            scratch.stack_must[top] = remove(rest, mask & rest)
            scratch.stack_chosen[top] = add(chosen, mask & ~rest)
            scratch.stack_code[top] = with_meld(code, scratch.cand_index[place])
            scratch.stack_place[top] = mark
            top += 1
    return found


@compiled
def sort_choices(cards: Ints, codes: Ints, count: int) -> None:
    """Put the first ``count`` choices into ``core``'s order (shell sort, in place)."""
    gap = 1
    while gap < count // 3:
        gap = 3 * gap + 1
    while gap > 0:
        for at in range(gap, count):
            one_cards, one_code = cards[at], codes[at]
            place = at
            while place >= gap and before(
                one_cards, one_code, cards[place - gap], codes[place - gap]
            ):
                cards[place] = cards[place - gap]
                codes[place] = codes[place - gap]
                place -= gap
            cards[place], codes[place] = one_cards, one_code
        gap //= 3


@compiled
def extends_one(tables: Tables, code: int, card: int) -> bool:
    """Whether ``card`` extends one of the melds of a layout as it lies."""
    for shift in range(FIRST_PLACE, -1, -PLACE_BITS):
        here = code >> shift & PLACE_MASK
        if here == 0:
            return False
        if tables.extended[here - 1, card] >= 0:
            return True
    return False


@compiled
def placings(tables: Tables, code: int, card: int, scratch: Scratch) -> int:
    """List in ``scratch.codes``, in order, the layouts with ``card`` added to one meld."""
    found = 0
    for shift in range(FIRST_PLACE, -1, -PLACE_BITS):
        here = code >> shift & PLACE_MASK
        if here == 0:
            break
        longer = tables.extended[here - 1, card]
        if longer < 0:
            continue
        made = 0
        for other in range(FIRST_PLACE, -1, -PLACE_BITS):
            index = code >> other & PLACE_MASK
            if index:
                made = with_meld(made, longer if other == shift else index - 1)
        found = _include(scratch.codes, found, made)
    for place in range(found):
        scratch.cards[place] = 0
    sort_choices(scratch.cards, scratch.codes, found)
    return found
