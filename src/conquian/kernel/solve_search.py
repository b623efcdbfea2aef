"""The open-hand search: alpha-beta over two-player positions, compiled (design.md §3.7).

Everything is known here: both hands and the order of the stock. Values are from seat 0's side. A
position is followed through all upcards nobody can use without a node; a node is a decision with
something to decide.

What makes it small, each with its proof:

* *Nothing to do.* A card that is in no three-card meld with what a player has laid and holds can be
  neither taken by him nor forced on him, and a queue of such players passes.
* *Win at once.* A take that empties the hand wins; no other action can be better.
* *Waste.* A hand card that stands in no meld made of any cards still in play, for either player,
  will never be laid by anybody. Which waste cards a hand holds is therefore immaterial, only how
  many: one payment of waste stands for all, and the table counts them. Cards only leave play, so
  waste stays waste.
* *Out of reach.* To go out a player lays H + 1 cards that stand in melds of cards still in play, and
  every hand card that cannot must be paid, which takes one upcard each and one more to go out. Where
  that many cannot come, he does not win; where neither can, the deal is drawn.
* *Table.* Two positions with the same hands (waste counted), layouts, upcard, stock index, phase and
  actor have the same value: the history does not matter. Keys are 63 bits.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from conquian.kernel.bits import add, remove, seedable
from conquian.kernel.jit import compiled, lowest, popcount
from conquian.kernel.layings import (
    Scratch,
    arrangements,
    completions,
    extends_one,
    new_scratch,
    placings,
    splits,
)
from conquian.kernel.tables import (
    S_AUTOMATIC,
    S_DISCARDER,
    S_FEWEST,
    S_FORCING,
    S_GROUPED,
    S_HAND,
    S_MELDS,
    S_MUST,
    S_PLACE,
    S_WINDOW,
    Ints,
    Tables,
)

FIRST, SECOND, PAID, WINDOW, FORCED, PAY, OVER = range(7)
"""Phases: a turned card before its first or second player, a paid card, the window, a forced take,
the payment, the end."""
PASS_MOVE, TAKE_MOVE, FORCE_MOVE, PAY_MOVE, MELD_MOVE = range(5)

(
    P_HAND0,
    P_HAND1,
    P_LAID0,
    P_LAID1,
    P_CODE0,
    P_CODE1,
    P_STOCK,
    P_UPCARD,
    P_PHASE,
    P_ACTOR,
    P_TURNER,
    P_SOURCE,
    P_RESULT,
    POSITION_WORDS,
) = range(14)
"""Words of a position: hands, laid cards and layout codes by seat, index of the next stock card,
upcard, phase, actor, next turner, who turned or paid the upcard, and once it is over the winner's
sign."""

(
    F_ALPHA,
    F_BETA,
    F_ALPHA0,
    F_BETA0,
    F_BEST,
    F_FIRST,
    F_NEXT,
    F_END,
    F_KEY,
    F_PLY,
    FRAME_WORDS,
) = range(POSITION_WORDS, POSITION_WORDS + 11)

MOST_DEPTH = 512
MOST_MOVES = 1 << 16
WON = 2048
"""Value of a win at once where the quickest win is asked for; each decision before it costs 1."""
GAVE_UP = 9999
"""Answer of a search that reached its node limit."""
_MASK63 = (1 << 63) - 1
_BIAS = 4096

(N_NODES, N_TABLE, N_REACH, N_EXPANDED, N_CUT, N_CUT_FIRST, N_STEPS, STATS) = range(8)


class Memory(NamedTuple):
    """Working memory of one search thread. Nothing is allocated while searching.

    Attributes:
        frames: (``MOST_DEPTH``, ``FRAME_WORDS``) the positions on the way and their bounds.
        kinds, cards, codes: (``MOST_MOVES``,) the moves of all frames.
        keys, entries: (2**bits,) the transposition table; entries hold generation and bounds.
        stats: (``STATS``,) what the last search did.
        scratch: for the searches of melds.
    """

    frames: Ints
    kinds: Ints
    cards: Ints
    codes: Ints
    keys: Ints
    entries: Ints
    stats: Ints
    scratch: Scratch


@compiled
def new_memory(tables: Tables, bits: int) -> Memory:
    """Fresh memory with a table of 2**bits entries of 16 bytes."""
    return Memory(
        np.zeros((MOST_DEPTH, FRAME_WORDS), np.int64),
        np.zeros(MOST_MOVES, np.int64),
        np.zeros(MOST_MOVES, np.int64),
        np.zeros(MOST_MOVES, np.int64),
        np.zeros(1 << bits, np.int64),
        np.zeros(1 << bits, np.int64),
        np.zeros(STATS, np.int64),
        new_scratch(tables),
    )


@compiled
def fits(tables: Tables, setting: Ints, laid: int, code: int, card: int, scratch: Scratch) -> bool:
    """Whether ``card`` joins a layout with no hand card (rules.md §5)."""
    if laid == 0:
        return False
    if setting[S_GROUPED]:
        return extends_one(tables, code, card)
    return splits(tables, add(laid, 1 << card), scratch)


@compiled
def key_of(
    hand0: int, hand1: int, laid0: int, laid1: int, code0: int, code1: int, rest: int
) -> int:
    """63 bits of hash: a sum of products with odd constants, then mixed."""
    key = (hand0 * 0x1D8E4E27C47D124F) & _MASK63
    key = (key + hand1 * 0x2545F4914F6CDD1D) & _MASK63
    key = (key + laid0 * 0x3C6EF372FE94F82B) & _MASK63
    key = (key + laid1 * 0x510E527FADE682D1) & _MASK63
    key = (key + code0 * 0x6A09E667F3BCC909) & _MASK63
    key = (key + code1 * 0x1F83D9ABFB41BD6B) & _MASK63
    key = (key + rest * 0x5BE0CD19137E2179) & _MASK63
    key ^= key >> 31
    key = (key * 0x3C79AC492BA7B653) & _MASK63
    return key ^ key >> 29


@compiled
def search(
    tables: Tables,
    setting: Ints,
    stock: Ints,
    rest: Ints,
    root: Ints,
    alpha: int,
    beta: int,
    timed: int,
    generation: int,
    node_limit: int,
    memory: Memory,
) -> int:
    """The value of ``root`` for seat 0 as far as it lies between ``alpha`` and ``beta``.

    Args:
        tables, setting: as in ``kernel.tables``.
        stock: (N,) all stock cards in turning order.
        rest: (N + 1,) ``rest[i]``: mask of ``stock[i:]``.
        root: (``POSITION_WORDS``,) the position.
        alpha, beta: a value outside is only a bound.
        timed: 1 to value a win by how soon it comes (``WON`` minus decisions), 0 for 1, 0, -1.
        generation: number of this deal and ``timed``; the table forgets other generations.
        node_limit: give up after that many nodes.
        memory: of this thread.

    Returns:
        The value, or ``GAVE_UP``.
    """
    frames, kinds = memory.frames, memory.kinds
    cards, codes = memory.cards, memory.codes
    stats, scratch = memory.stats, memory.scratch
    table_mask = len(memory.keys) - 1
    grouped = setting[S_GROUPED] != 0
    may_meld = setting[S_MELDS]
    fewest = setting[S_FEWEST] != 0
    hand_size = setting[S_HAND]
    stock_size = len(stock)
    hand0, hand1 = int(root[P_HAND0]), int(root[P_HAND1])
    laid0, laid1 = int(root[P_LAID0]), int(root[P_LAID1])
    code0, code1 = int(root[P_CODE0]), int(root[P_CODE1])
    index, upcard, phase = int(root[P_STOCK]), int(root[P_UPCARD]), int(root[P_PHASE])
    actor, turner, source = int(root[P_ACTOR]), int(root[P_TURNER]), int(root[P_SOURCE])
    result = int(root[P_RESULT])
    ply = 0
    depth = -1
    base = 0
    reach0 = seedable(tables, add(laid0, hand0))
    reach1 = seedable(tables, add(laid1, hand1))
    value = 0
    entering = True
    while True:
        if entering:
            stats[N_NODES] += 1
            if stats[N_NODES] > node_limit:
                return GAVE_UP
            # Go on until somebody has something to decide.
            end = base
            over = False
            while True:
                stats[N_STEPS] += 1
                end = base
                if phase == OVER:
                    over = True
                    value = result
                    if timed and result:
                        value = result * (WON - ply)
                    break
                if actor == 0:
                    hand, laid, code = hand0, laid0, code0
                    other_laid, other_code = laid1, code1
                else:
                    hand, laid, code = hand1, laid1, code1
                    other_laid, other_code = laid0, code0
                if phase == PAY:
                    everything = rest[index]
                    pool0 = add(add(laid0, everything), add(hand0, hand1))
                    pool1 = add(add(laid1, everything), add(hand0, hand1))
                    useful = hand & (seedable(tables, pool0) | seedable(tables, pool1))
                    waste = hand & ~useful
                    if waste:
                        kinds[end] = PAY_MOVE
                        cards[end] = waste & -waste
                        end += 1
                    while useful:
                        bit = useful & -useful
                        useful ^= bit
                        if bit != 1 << 61 or not hand & (1 << 60):
                            kinds[end] = PAY_MOVE
                            cards[end] = bit
                            end += 1
                    break
                bit = 1 << upcard
                if phase == FORCED:
                    if setting[S_PLACE]:
                        if grouped:
                            found = placings(tables, code, upcard, scratch)
                            for place in range(found):
                                kinds[end] = TAKE_MOVE
                                cards[end] = 0
                                codes[end] = scratch.codes[place]
                                end += 1
                        else:
                            kinds[end] = TAKE_MOVE
                            cards[end] = 0
                            codes[end] = 0
                            end += 1
                    else:
                        end = _takes(tables, grouped, add(laid, bit), hand, TAKE_MOVE, end, memory)
                        if kinds[base] == TAKE_MOVE and cards[base] == hand:
                            over = True
                    break
                if phase == WINDOW:
                    kinds[end] = FORCE_MOVE
                    kinds[end + 1] = PASS_MOVE
                    end += 2
                    break
                # The actor is asked about the upcard.
                if (
                    phase == FIRST
                    and not (reach0 | reach1) & bit
                    and (may_meld == 0 or not (reach0 & hand0 | reach1 & hand1))
                ):
                    ply += 2
                    if index == stock_size:
                        phase = OVER
                        result = _stock_out(fewest, hand0, hand1)
                    else:
                        actor = source = turner
                        turner = 1 - actor
                        upcard = int(stock[index])
                        index += 1
                    continue
                reach = reach0 if actor == 0 else reach1
                if reach & bit:
                    end = _takes(tables, grouped, add(laid, bit), hand, TAKE_MOVE, end, memory)
                    if end > base and cards[base] == hand:
                        over = True
                        break
                may_pass = True
                fitting = False
                if setting[S_FORCING] and (phase != PAID or setting[S_DISCARDER]):
                    other_reach = reach1 if actor == 0 else reach0
                    if other_reach & bit:
                        fitting = fits(tables, setting, other_laid, other_code, upcard, scratch)
                    if fitting:
                        kinds[end] = FORCE_MOVE
                        end += 1
                        may_pass = not setting[S_MUST]
                if (
                    may_meld
                    and reach & hand
                    and (may_meld == 2 or (phase != PAID and source == actor))
                ):
                    end = _takes(tables, grouped, laid, hand, MELD_MOVE, end, memory)
                if may_pass and setting[S_AUTOMATIC] and reach & bit:
                    may_pass = not fits(tables, setting, laid, code, upcard, scratch)
                if may_pass:
                    kinds[end] = PASS_MOVE
                    end += 1
                if end != base + 1 or kinds[base] != PASS_MOVE:
                    break
                # A lone pass.
                ply += 1
                if phase == FIRST:
                    phase = SECOND
                    actor = 1 - actor
                elif (
                    setting[S_WINDOW]
                    and reach & bit
                    and fits(tables, setting, laid, code, upcard, scratch)
                ):
                    phase = WINDOW
                    actor = 1 - actor
                elif index == stock_size:
                    phase = OVER
                    result = _stock_out(fewest, hand0, hand1)
                else:
                    phase = FIRST
                    actor = source = turner
                    turner = 1 - actor
                    upcard = int(stock[index])
                    index += 1
            if over and phase != OVER:
                # A take that uses the whole hand: out at once.
                value = 1 - 2 * actor
                if timed:
                    value *= WON - ply - 1
            low, high = -WON, WON
            if not timed:
                low, high = -1, 1
            if depth >= 0:
                alpha, beta = frames[depth, F_ALPHA], frames[depth, F_BETA]
            key = 0
            if not over:
                everything = rest[index]
                if phase != PAY:
                    everything = add(everything, 1 << upcard)
                pool0 = add(add(laid0, everything), add(hand0, hand1))
                pool1 = add(add(laid1, everything), add(hand0, hand1))
                seeds0 = seedable(tables, pool0)
                seeds1 = seedable(tables, pool1)
                if not fewest:
                    if _out_of_reach(
                        pool0, seeds0, laid0, hand0, add(everything, hand1), hand_size,
                        phase == PAY and actor == 0,
                    ):
                        high = 0
                    if _out_of_reach(
                        pool1, seeds1, laid1, hand1, add(everything, hand0), hand_size,
                        phase == PAY and actor == 1,
                    ):
                        low = 0
                if low >= high or low >= beta or high <= alpha:
                    stats[N_REACH] += 1
                    over = True
                    value = high if high <= alpha else low
                else:
                    live = seeds0 | seeds1
                    key = key_of(
                        hand0 & live,
                        hand1 & live,
                        laid0,
                        laid1,
                        code0,
                        code1,
                        popcount(hand0 & ~live)
                        | popcount(hand1 & ~live) << 4
                        | index << 8
                        | upcard << 16
                        | phase << 24
                        | actor << 28
                        | turner << 29
                        | source << 30,
                    )
                    slot = key & table_mask
                    entry = memory.entries[slot]
                    if memory.keys[slot] == key and entry >> 32 == generation:
                        low = _from_entry((entry >> 16 & 0xFFFF) - _BIAS, ply, timed)
                        high = _from_entry((entry & 0xFFFF) - _BIAS, ply, timed)
                        if low >= high or low >= beta or high <= alpha:
                            stats[N_TABLE] += 1
                            over = True
                            value = high if high <= alpha else low
            entering = False
            if over:
                if depth < 0:
                    return value
            else:
                stats[N_EXPANDED] += 1
                _order(kinds, cards, codes, base, end)
                depth += 1
                frames[depth, P_HAND0], frames[depth, P_HAND1] = hand0, hand1
                frames[depth, P_LAID0], frames[depth, P_LAID1] = laid0, laid1
                frames[depth, P_CODE0], frames[depth, P_CODE1] = code0, code1
                frames[depth, P_STOCK], frames[depth, P_UPCARD] = index, upcard
                frames[depth, P_PHASE], frames[depth, P_ACTOR] = phase, actor
                frames[depth, P_TURNER], frames[depth, P_SOURCE] = turner, source
                frames[depth, F_ALPHA] = frames[depth, F_ALPHA0] = alpha
                frames[depth, F_BETA] = frames[depth, F_BETA0] = beta
                frames[depth, F_BEST] = -2 * WON if actor == 0 else 2 * WON
                frames[depth, F_FIRST] = frames[depth, F_NEXT] = base
                frames[depth, F_END] = end
                frames[depth, F_KEY] = key
                frames[depth, F_PLY] = ply
                value = frames[depth, F_BEST]
        # `value` is what the child just searched is worth.
        actor = int(frames[depth, P_ACTOR])
        if actor == 0:
            if value > frames[depth, F_BEST]:
                frames[depth, F_BEST] = value
                if value > frames[depth, F_ALPHA]:
                    frames[depth, F_ALPHA] = value
        elif value < frames[depth, F_BEST]:
            frames[depth, F_BEST] = value
            if value < frames[depth, F_BETA]:
                frames[depth, F_BETA] = value
        move = int(frames[depth, F_NEXT])
        ply = int(frames[depth, F_PLY])
        cut = frames[depth, F_ALPHA] >= frames[depth, F_BETA]
        if cut or move >= frames[depth, F_END]:
            value = int(frames[depth, F_BEST])
            if cut:
                stats[N_CUT] += 1
                if move == frames[depth, F_FIRST] + 1:
                    stats[N_CUT_FIRST] += 1
            _remember(memory, frames, depth, value, ply, timed, generation)
            depth -= 1
            if depth < 0:
                return value
            continue
        # The next move of this node.
        frames[depth, F_NEXT] = move + 1
        base = int(frames[depth, F_END])
        hand0, hand1 = int(frames[depth, P_HAND0]), int(frames[depth, P_HAND1])
        laid0, laid1 = int(frames[depth, P_LAID0]), int(frames[depth, P_LAID1])
        code0, code1 = int(frames[depth, P_CODE0]), int(frames[depth, P_CODE1])
        index, upcard = int(frames[depth, P_STOCK]), int(frames[depth, P_UPCARD])
        phase, turner = int(frames[depth, P_PHASE]), int(frames[depth, P_TURNER])
        source = int(frames[depth, P_SOURCE])
        ply += 1
        kind = kinds[move]
        used = int(cards[move])
        entering = True
        if kind == PASS_MOVE:
            if phase == FIRST:
                phase = SECOND
                actor = 1 - actor
            else:
                laid = laid0 if actor == 0 else laid1
                code = code0 if actor == 0 else code1
                if (
                    phase != WINDOW
                    and setting[S_WINDOW]
                    and fits(tables, setting, laid, code, upcard, scratch)
                ):
                    phase = WINDOW
                    actor = 1 - actor
                elif index == stock_size:
                    phase = OVER
                    result = _stock_out(fewest, hand0, hand1)
                else:
                    phase = FIRST
                    actor = source = turner
                    turner = 1 - actor
                    upcard = int(stock[index])
                    index += 1
            reach0 = seedable(tables, add(laid0, hand0))
            reach1 = seedable(tables, add(laid1, hand1))
            continue
        if kind == FORCE_MOVE:
            phase = FORCED
            actor = 1 - actor
        else:
            new_laid = used
            if kind == TAKE_MOVE:
                new_laid = add(used, 1 << upcard)
            if actor == 0:
                hand0 = remove(hand0, used)
                if kind != PAY_MOVE:
                    laid0 = add(laid0, new_laid)
                    code0 = int(codes[move])
            else:
                hand1 = remove(hand1, used)
                if kind != PAY_MOVE:
                    laid1 = add(laid1, new_laid)
                    code1 = int(codes[move])
            if kind == PAY_MOVE:
                upcard = lowest(used)
                source = actor
                actor = turner = 1 - actor
                phase = PAID
            elif kind == TAKE_MOVE:
                phase = PAY
                if (hand0 if actor == 0 else hand1) == 0:
                    phase = OVER
                    result = 1 - 2 * actor
        reach0 = seedable(tables, add(laid0, hand0))
        reach1 = seedable(tables, add(laid1, hand1))


@compiled
def _takes(
    tables: Tables, grouped: bool, must: int, hand: int, kind: int, end: int, memory: Memory
) -> int:
    """List takes or melds from ``end`` on; if one uses the whole hand it comes first. The new end.

    A meld without a hand card is none. A meld of the whole hand does not win.
    """
    scratch = memory.scratch
    found = (
        arrangements(tables, must, hand, 0, scratch)
        if grouped
        else completions(tables, must, hand, scratch)
    )
    first = end
    for place in range(found):
        used = scratch.cards[place]
        if kind == MELD_MOVE and used == 0:
            continue
        code = scratch.codes[place] if grouped else 0
        memory.kinds[end] = kind
        memory.cards[end] = used
        memory.codes[end] = code
        if used == hand:
            memory.cards[end], memory.codes[end] = memory.cards[first], memory.codes[first]
            memory.cards[first], memory.codes[first] = used, code
        end += 1
    return end


@compiled
def _order(kinds: Ints, cards: Ints, codes: Ints, base: int, end: int) -> None:
    """Takes with most cards first: they cut most often. Everything else stays where it is."""
    for at in range(base + 1, end):
        if kinds[at] != TAKE_MOVE or kinds[at - 1] != TAKE_MOVE:
            continue
        used, code = cards[at], codes[at]
        size = popcount(used)
        place = at
        while place > base and kinds[place - 1] == TAKE_MOVE and popcount(cards[place - 1]) < size:
            cards[place], codes[place] = cards[place - 1], codes[place - 1]
            place -= 1
        cards[place], codes[place] = used, code


@compiled
def _stock_out(fewest: bool, hand0: int, hand1: int) -> int:
    """The winner's sign when the stock has run out."""
    if not fewest:
        return 0
    left0, left1 = popcount(hand0), popcount(hand1)
    return (1 if left0 < left1 else 0) - (1 if left1 < left0 else 0)


@compiled
def _out_of_reach(
    pool: int, seeds: int, laid: int, hand: int, coming: int, hand_size: int, pays: bool
) -> bool:
    """Whether a player can certainly not go out; see the head of this module.

    ``pool``: all cards that could lie before him; ``seeds``: which of them stand in melds;
    ``coming``: the cards that can still become upcards; ``pays``: he pays one card now.
    """
    good = pool & seeds
    if popcount(good | laid) <= hand_size:
        return True
    takes = popcount(coming & seeds)
    waste = popcount(hand & ~seeds)
    return takes < max(1, waste if pays else waste + 1)


@compiled
def _from_entry(bound: int, ply: int, timed: int) -> int:
    """A bound of the table, which counts from its own position, as seen from the root."""
    if not timed or bound == 0 or bound >= WON or bound <= -WON:
        return bound
    return bound - ply if bound > 0 else bound + ply


@compiled
def _to_entry(value: int, ply: int, timed: int) -> int:
    """A value seen from the root as the table keeps it."""
    if not timed or value == 0 or value >= WON or value <= -WON:
        return value
    return value + ply if value > 0 else value - ply


@compiled
def _remember(
    memory: Memory,
    frames: Ints,
    depth: int,
    value: int,
    ply: int,
    timed: int,
    generation: int,
) -> None:
    """Keep what is now known of a node: exact, or a bound if it was cut off or failed low."""
    low, high = (-WON, WON) if timed else (-1, 1)
    kept = _to_entry(value, ply, timed)
    if value > frames[depth, F_ALPHA0]:
        low = kept
    if value < frames[depth, F_BETA0]:
        high = kept
    key = frames[depth, F_KEY]
    slot = key & (len(memory.keys) - 1)
    entry = memory.entries[slot]
    if memory.keys[slot] == key and entry >> 32 == generation:
        low = max(low, (entry >> 16 & 0xFFFF) - _BIAS)
        high = min(high, (entry & 0xFFFF) - _BIAS)
    memory.keys[slot] = key
    memory.entries[slot] = generation << 32 | low + _BIAS << 16 | high + _BIAS
