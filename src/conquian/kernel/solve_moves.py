"""What a player can do in the open-hand search, most promising first."""

from __future__ import annotations

from conquian.kernel.bits import (
    add,
)
from conquian.kernel.jit import (
    compiled,
    popcount,
)
from conquian.kernel.solve_arena import (
    LAID,
    MASK24,
    MOVES,
    SETTING,
    UNORDERED,
    fits,
    layings,
    place_on,
)
from conquian.kernel.solve_words import (
    FIRST,
    FORCE_MOVE,
    FORCED,
    MELD_MOVE,
    PAID,
    PASS_MOVE,
    PAY,
    PAY_MOVE,
    TAKE_MOVE,
    WINDOW,
)
from conquian.kernel.tables import (
    FIRST_PLACE,
    PLACE_BITS,
    S_AUTOMATIC,
    S_DISCARDER,
    S_FORCING,
    S_MELDS,
    S_MUST,
    S_PLACE,
    S_WINDOW,
    Ints,
)

WINS_AT_ONCE = -1
"""Instead of a number of moves: one of them goes out."""


@compiled
def list_moves(
    arena: Ints, grouped: int, base: int, phase: int, upcard: int, is_source: int,
    hand: int, laid: int, code: int, reach: int, other_laid: int, other_code: int,
    other_reach: int, live: int,
) -> int:  # fmt: skip
    """List what the actor can do from number ``base`` on; the end, or ``WINS_AT_ONCE``."""
    end = base
    if phase == PAY:
        if arena[UNORDERED]:
            return _payments(arena, hand, live, base)
        # Those the other cannot use at once come first: they cut most often.
        end = _payments(arena, hand & ~other_reach, live, base)
        return _payments(arena, hand & other_reach, live, end)
    bit = 1 << upcard
    if phase == WINDOW:
        end = _add(arena, end, FORCE_MOVE, 0, 0)
        return _add(arena, end, PASS_MOVE, 0, 0)
    if phase == FORCED and arena[SETTING + S_PLACE]:
        if not grouped:
            return _add(arena, end, TAKE_MOVE, 0, 0)
        for shift in range(FIRST_PLACE, -1, -PLACE_BITS):
            made = place_on(arena, code, shift, upcard)
            if made:
                end = _add(arena, end, TAKE_MOVE, 0, made)
        return end
    if reach & bit:
        end = _layings(arena, grouped, TAKE_MOVE, add(laid, bit), hand, end)
        if end == WINS_AT_ONCE or phase == FORCED:
            return end
    may_pass = True
    if (
        arena[SETTING + S_FORCING]
        and (phase != PAID or arena[SETTING + S_DISCARDER])
        and other_reach & bit
        and fits(arena, grouped, other_laid, other_code, upcard)
    ):
        end = _add(arena, end, FORCE_MOVE, 0, 0)
        may_pass = not arena[SETTING + S_MUST] and phase != FIRST
    how = arena[SETTING + S_MELDS]
    if how and reach & hand and (how == 2 or (phase != PAID and is_source)):
        end = _layings(arena, grouped, MELD_MOVE, laid, hand, end)
    if may_pass and reach & bit:
        sure = arena[SETTING + S_AUTOMATIC] or (arena[SETTING + S_WINDOW] and phase != FIRST)
        may_pass = not (sure and fits(arena, grouped, laid, code, upcard))
    if may_pass:
        end = _add(arena, end, PASS_MOVE, 0, 0)
    return end


@compiled
def _add(arena: Ints, end: int, kind: int, cards: int, code: int) -> int:
    """Append a move; the new end."""
    move = MOVES + 4 * end
    arena[move], arena[move + 1], arena[move + 2] = kind, cards, code
    return end + 1


@compiled
def _payments(arena: Ints, hand: int, live: int, end: int) -> int:
    """One waste card, if there is any, and every card that is not waste. The new end."""
    waste = hand & ~live
    if waste:
        end = _add(arena, end, PAY_MOVE, waste & -waste, 0)
    useful = hand & live
    while useful:
        bit = useful & -useful
        useful ^= bit
        if bit >> 61 == 0:  # the second yuca is like the first
            end = _add(arena, end, PAY_MOVE, bit, 0)
    return end


@compiled
def _layings(arena: Ints, grouped: int, kind: int, must: int, hand: int, end: int) -> int:
    """List takes (or melds), those with most cards first: they cut most often. The new end.

    A take of the whole hand is ``WINS_AT_ONCE``. A meld needs a hand card, and never wins.
    """
    span = int(layings(arena, grouped, must, hand))
    first = end
    place = LAID + 2 * (span >> 24)
    last = place + 2 * (span & MASK24)
    while place < last:
        cards = int(arena[place])
        if kind == TAKE_MOVE and cards == hand:
            return WINS_AT_ONCE
        if kind == TAKE_MOVE or cards:
            size = 0 if arena[UNORDERED] else popcount(cards)
            at = MOVES + 4 * end
            while at > MOVES + 4 * first and popcount(arena[at - 3]) < size:
                arena[at], arena[at + 1], arena[at + 2] = (
                    arena[at - 4],
                    arena[at - 3],
                    arena[at - 2],
                )
                at -= 4
            arena[at], arena[at + 1], arena[at + 2] = kind, cards, arena[place + 1]
            end += 1
        place += 2
    return end
