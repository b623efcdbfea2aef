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
* *Certainly no win.* Bounds that need no search, each with its proof: ``solve_bounds``.
* *Forced anyway.* Let the upcard fit what o has laid. (a) p, asked first, may force o. If he
  passes instead, o is asked and can take: he has every take he would have when forced. So passing
  is worth at most forcing, to p. (b) o, asked last with a window to come, passes: then p forces him
  or lets the card die, whichever p likes better; so passing is worth at most his best take, to o.
  Neither pass is searched, and so no window is reached but as the root. With ``place`` a forced
  take is one of the takes he has when asked, and both arguments stand.
* *Table.* Two positions with the same hands (waste counted), layouts, upcard, stock index, phase
  and actor have the same value: the history does not matter. Keys are 63 bits.
"""

from __future__ import annotations

from conquian.kernel.bits import add, remove
from conquian.kernel.jit import compiled, compiled_parallel, lowest, parallel_range, popcount
from conquian.kernel.solve_arena import (
    FRAME,
    FRAMES,
    MOVES,
    SEED,
    SETTING,
    STOCK,
    STOCK_SIZE,
    TABLE,
    UNBOUNDED,
    key_of,
    seeds,
)
from conquian.kernel.solve_bounds import cannot_win
from conquian.kernel.solve_moves import WINS_AT_ONCE, list_moves
from conquian.kernel.solve_words import (
    BIAS,
    F_ALPHA,
    F_ALPHA0,
    F_BEST,
    F_BETA,
    F_BETA0,
    F_END,
    F_FIRST,
    F_KEY,
    F_NEXT,
    F_PLY,
    F_REACH0,
    F_REACH1,
    FIRST,
    FORCE_MOVE,
    FORCED,
    GAVE_UP,
    N_CUT,
    N_CUT_FIRST,
    N_EXPANDED,
    N_NODES,
    N_REACH,
    N_STEPS,
    N_TABLE,
    OVER,
    P_ACTOR,
    P_CODE0,
    P_CODE1,
    P_HAND0,
    P_HAND1,
    P_LAID0,
    P_LAID1,
    P_PHASE,
    P_RESULT,
    P_SOURCE,
    P_STOCK,
    P_TURNER,
    P_UPCARD,
    PAID,
    PASS_MOVE,
    PAY,
    PAY_MOVE,
    SECOND,
    TAKE_MOVE,
    WINDOW,
    WON,
)
from conquian.kernel.tables import (
    S_FEWEST,
    S_GROUPED,
    S_MELDS,
    Ints,
)


@compiled
def search(  # noqa: C901 - one loop over an explicit stack: numba's recursion cannot be cached
    arena: Ints,
    stock: Ints,
    rest: Ints,
    root: Ints,
    alpha: int,
    beta: int,
    timed: int,
    generation: int,
    node_limit: int,
) -> int:
    """The value of ``root`` for seat 0 as far as it lies between ``alpha`` and ``beta``.

    Args:
        arena: memory of this thread, made for the rule set (``solve_arena.new_arena``).
        stock: (N,) all stock cards in turning order.
        rest: (N + 1,) ``rest[i]``: mask of ``stock[i:]``.
        root: (``POSITION_WORDS``,) the position.
        alpha, beta: a value outside is only a bound.
        timed: 1 to value a win by how soon it comes (``WON`` minus decisions), 0 for 1, 0, -1.
        generation: number of this deal and ``timed``, below 2**30; the table forgets all others.
        node_limit: give up after that many nodes.

    Returns:
        The value, or ``GAVE_UP``.
    """
    grouped = int(arena[SETTING + S_GROUPED])
    never_melds = arena[SETTING + S_MELDS] == 0
    fewest = int(arena[SETTING + S_FEWEST])
    stock_size = len(stock)
    arena[STOCK_SIZE] = stock_size
    for place in range(stock_size):
        arena[STOCK + place] = stock[place]
    hand0, hand1 = int(root[P_HAND0]), int(root[P_HAND1])
    laid0, laid1 = int(root[P_LAID0]), int(root[P_LAID1])
    code0, code1 = int(root[P_CODE0]), int(root[P_CODE1])
    index, upcard, phase = int(root[P_STOCK]), int(root[P_UPCARD]), int(root[P_PHASE])
    actor, turner, source = int(root[P_ACTOR]), int(root[P_TURNER]), int(root[P_SOURCE])
    result = int(root[P_RESULT])
    reach0, reach1 = seeds(arena, laid0 | hand0), seeds(arena, laid1 | hand1)
    far = WON if timed else 1
    ply = base = value = 0
    depth = -1
    frame = FRAMES - FRAME
    entering = True
    while True:
        if entering:
            arena[N_NODES] += 1
            if arena[N_NODES] > node_limit:
                return GAVE_UP
            done = False
            end = key = 0
            while True:
                arena[N_STEPS] += 1
                if phase == FIRST and (never_melds or not (reach0 & hand0) | (reach1 & hand1)):
                    # Cards nobody can use pass by, two decisions each.
                    useless = ~(reach0 | reach1)
                    while phase == FIRST and useless >> upcard & 1:
                        ply += 2
                        if index == stock_size:
                            phase = OVER
                            result = _stock_out(fewest, hand0, hand1)
                        else:
                            actor = source = turner
                            turner = 1 - actor
                            upcard = int(arena[STOCK + index])
                            index += 1
                if phase == OVER:
                    done = True
                    value = result * (WON - ply) if timed else result
                    break
                live = 0
                if phase == PAY:
                    live0, live1 = _good(
                        arena, int(rest[index]), hand0, hand1, laid0, laid1
                    )  # fmt: skip
                    live = live0 | live1
                # What can be done?
                if actor == 0:
                    end = list_moves(
                        arena, grouped, base, phase, upcard, 1 - source,
                        hand0, laid0, code0, reach0, laid1, code1, reach1, live,
                    )  # fmt: skip
                else:
                    end = list_moves(
                        arena, grouped, base, phase, upcard, source,
                        hand1, laid1, code1, reach1, laid0, code0, reach0, live,
                    )  # fmt: skip
                if end == WINS_AT_ONCE:
                    done = True
                    value = 1 - 2 * actor
                    if timed:
                        value *= WON - ply - 1
                    break
                if end > base + 1:
                    if phase != SECOND:
                        low, high, key = _known(
                            arena, int(rest[index]), alpha, beta, far, ply, timed,
                            generation, hand0, hand1, laid0, laid1, code0, code1, index, upcard,
                            phase, actor, turner, source,
                        )  # fmt: skip
                        if low >= high or low >= beta or high <= alpha:
                            done = True
                            value = high if high <= alpha else low
                    break
                # One thing only: it is done without a node.
                ply += 1
                move = MOVES + 4 * base
                kind, mover = int(arena[move]), actor
                (
                    hand0, hand1, laid0, laid1, code0, code1, index, upcard, phase, actor, turner,
                    source, result,
                ) = _after(
                    kind, int(arena[move + 1]), int(arena[move + 2]), arena, fewest,
                    hand0, hand1, laid0, laid1, code0, code1, index, upcard, phase, actor, turner,
                    source,
                )  # fmt: skip
                if kind >= PAY_MOVE or kind == TAKE_MOVE:
                    if mover == 0:
                        reach0 = seeds(arena, laid0 | hand0)
                    else:
                        reach1 = seeds(arena, laid1 | hand1)
            entering = False
            if done:
                if depth < 0:
                    return value
            else:
                arena[N_EXPANDED] += 1
                depth += 1
                frame += FRAME
                arena[frame + P_HAND0], arena[frame + P_HAND1] = hand0, hand1
                arena[frame + P_LAID0], arena[frame + P_LAID1] = laid0, laid1
                arena[frame + P_CODE0], arena[frame + P_CODE1] = code0, code1
                arena[frame + P_STOCK], arena[frame + P_UPCARD] = index, upcard
                arena[frame + P_PHASE], arena[frame + P_ACTOR] = phase, actor
                arena[frame + P_TURNER], arena[frame + P_SOURCE] = turner, source
                arena[frame + F_ALPHA0], arena[frame + F_BETA0] = alpha, beta
                value = -2 * WON if actor == 0 else 2 * WON
                arena[frame + F_BEST] = value
                arena[frame + F_FIRST] = arena[frame + F_NEXT] = base
                arena[frame + F_END] = end
                arena[frame + F_KEY] = key
                arena[frame + F_PLY] = ply
                arena[frame + F_REACH0], arena[frame + F_REACH1] = reach0, reach1
                arena[frame + F_ALPHA], arena[frame + F_BETA] = alpha, beta
        # `value` is what the child just searched is worth to the node on top of the stack.
        actor = int(arena[frame + P_ACTOR])
        alpha, beta = int(arena[frame + F_ALPHA]), int(arena[frame + F_BETA])
        best = int(arena[frame + F_BEST])
        if actor == 0:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        ply = int(arena[frame + F_PLY])
        next_move = int(arena[frame + F_NEXT])
        base = int(arena[frame + F_END])
        if alpha >= beta or next_move >= base:
            if alpha >= beta:
                arena[N_CUT] += 1
                if next_move == arena[frame + F_FIRST] + 1:
                    arena[N_CUT_FIRST] += 1
            value = best
            if arena[frame + F_KEY]:
                _remember(arena, frame, value, ply, timed, generation)
            depth -= 1
            frame -= FRAME
            if depth < 0:
                return value
            continue
        arena[frame + F_ALPHA], arena[frame + F_BETA] = alpha, beta
        arena[frame + F_BEST] = best
        arena[frame + F_NEXT] = next_move + 1
        move = MOVES + 4 * next_move
        ply += 1
        kind, mover = int(arena[move]), actor
        (
            hand0, hand1, laid0, laid1, code0, code1, index, upcard, phase, actor, turner,
            source, result,
        ) = _after(
            kind, int(arena[move + 1]), int(arena[move + 2]), arena, fewest,
            int(arena[frame + P_HAND0]), int(arena[frame + P_HAND1]),
            int(arena[frame + P_LAID0]), int(arena[frame + P_LAID1]),
            int(arena[frame + P_CODE0]), int(arena[frame + P_CODE1]),
            int(arena[frame + P_STOCK]), int(arena[frame + P_UPCARD]),
            int(arena[frame + P_PHASE]), actor,
            int(arena[frame + P_TURNER]), int(arena[frame + P_SOURCE]),
        )  # fmt: skip
        reach0, reach1 = int(arena[frame + F_REACH0]), int(arena[frame + F_REACH1])
        if kind >= PAY_MOVE or kind == TAKE_MOVE:
            if mover == 0:
                reach0 = seeds(arena, laid0 | hand0)
            else:
                reach1 = seeds(arena, laid1 | hand1)
        entering = True


@compiled
def _good(
    arena: Ints, left: int, hand0: int, hand1: int, laid0: int, laid1: int
) -> tuple[int, int]:
    """The cards that stand in melds each player could still have. ``left``: stock and upcard."""
    left = add(left, add(hand0, hand1))
    return seeds(arena, add(laid0, left)), seeds(arena, add(laid1, left))


@compiled
def _known(
    arena: Ints, left: int, alpha: int, beta: int, far: int, ply: int, timed: int,
    generation: int, hand0: int, hand1: int, laid0: int, laid1: int, code0: int, code1: int,
    index: int, upcard: int, phase: int, actor: int, turner: int, source: int,
) -> tuple[int, int, int]:  # fmt: skip
    """Bounds of a position's value that are known without search, and its key.

    ``left``: the stock as a mask. Only bounds that could end this search are looked for.
    """
    if phase != PAY:
        left = add(left, 1 << upcard)
    good0, good1 = _good(arena, left, hand0, hand1, laid0, laid1)
    low, high = -far, far
    pays = 1 if phase == PAY else 0
    owes = 1 if phase in (PAY, FORCED) else 0
    forced = upcard if phase == FORCED else -1
    start = index - 1 if phase == FIRST else index
    # A payment offered to a player, or forced on him, is an upcard of his besides the stock's.
    beside = phase in (PAID, FORCED, WINDOW)
    bounded = arena[UNBOUNDED] == 0
    if bounded and beta > 0 and cannot_win(
        arena, laid0, hand0, laid1, hand1, left, good0,
        pays * (1 - actor), owes * actor, forced if actor == 1 else -1,
        -1 if beside and actor == 0 else start, generation,
    ):  # fmt: skip
        high = 0
    if bounded and alpha < 0 and cannot_win(
        arena, laid1, hand1, laid0, hand0, left, good1,
        pays * actor, owes * (1 - actor), forced if actor == 0 else -1,
        -1 if beside and actor == 1 else start, generation,
    ):  # fmt: skip
        low = 0
    if low >= high or low >= beta or high <= alpha:
        arena[N_REACH] += 1
        return low, high, 0
    live = good0 | good1
    waste = popcount(hand0 & ~live) | popcount(hand1 & ~live) << 4
    where = index << 8 | upcard << 16 | phase << 24 | actor << 28 | turner << 29 | source << 30
    key = key_of(
        int(arena[SEED]), hand0 & live, hand1 & live, laid0, laid1, code0, code1, waste | where
    )
    slot = TABLE + 2 * (key & ((len(arena) - TABLE) // 2 - 1))
    entry = int(arena[slot + 1])
    if arena[slot] == key and entry >> 32 == generation:
        arena[N_TABLE] += 1
        low = max(low, _from_entry((entry >> 16 & 0xFFFF) - BIAS, ply, timed))
        high = min(high, _from_entry((entry & 0xFFFF) - BIAS, ply, timed))
    return low, high, key


@compiled
def _after(
    kind: int, cards: int, code: int, arena: Ints, fewest: int,
    hand0: int, hand1: int, laid0: int, laid1: int, code0: int, code1: int,
    index: int, upcard: int, phase: int, actor: int, turner: int, source: int,
) -> tuple[int, int, int, int, int, int, int, int, int, int, int, int, int]:  # fmt: skip
    """The position after a move; no window follows a pass, see the head of this module."""
    result = 0
    if kind == PASS_MOVE:
        if phase == FIRST:
            phase = SECOND
            actor = 1 - actor
        elif index == arena[STOCK_SIZE]:
            phase = OVER
            result = _stock_out(fewest, hand0, hand1)
        else:
            phase = FIRST
            actor = source = turner
            turner = 1 - actor
            upcard = int(arena[STOCK + index])
            index += 1
    elif kind == FORCE_MOVE:
        phase = FORCED
        actor = 1 - actor
    else:
        if actor == 0:
            hand0 = remove(hand0, cards)
        else:
            hand1 = remove(hand1, cards)
        if kind == PAY_MOVE:
            upcard = lowest(cards)
            source = actor
            actor = turner = 1 - actor
            phase = PAID
        else:
            put = add(cards, 1 << upcard) if kind == TAKE_MOVE else cards
            if actor == 0:
                laid0 = add(laid0, put)
                code0 = code
            else:
                laid1 = add(laid1, put)
                code1 = code
            if kind == TAKE_MOVE:
                phase = PAY
                source = 0
                turner = 0
                if (hand0 if actor == 0 else hand1) == 0:
                    phase = OVER
                    result = 1 - 2 * actor
    return (
        hand0, hand1, laid0, laid1, code0, code1, index, upcard, phase, actor, turner,
        source, result,
    )  # fmt: skip


@compiled
def _stock_out(fewest: int, hand0: int, hand1: int) -> int:
    """The winner's sign when the stock has run out."""
    if not fewest:
        return 0
    left0, left1 = popcount(hand0), popcount(hand1)
    return (1 if left0 < left1 else 0) - (1 if left1 < left0 else 0)


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
def _remember(arena: Ints, frame: int, value: int, ply: int, timed: int, generation: int) -> None:
    """Keep what is now known of a node: exact, or a bound if it was cut off or failed low."""
    low, high = (-WON, WON) if timed else (-1, 1)
    kept = _to_entry(value, ply, timed)
    if value > arena[frame + F_ALPHA0]:
        low = kept
    if value < arena[frame + F_BETA0]:
        high = kept
    key = arena[frame + F_KEY]
    slot = TABLE + 2 * (key & ((len(arena) - TABLE) // 2 - 1))
    entry = int(arena[slot + 1])
    if arena[slot] == key and entry >> 32 == generation:
        low = max(low, (entry >> 16 & 0xFFFF) - BIAS)
        high = min(high, (entry & 0xFFFF) - BIAS)
    arena[slot] = key
    arena[slot + 1] = generation << 32 | low + BIAS << 16 | high + BIAS


@compiled_parallel
def search_many(
    arenas: Ints,
    stocks: Ints,
    rests: Ints,
    roots: Ints,
    deals: Ints,
    generation: int,
    node_limit: int,
    found: Ints,
) -> None:
    """The values of many positions, shared out by deal to as many threads as there are arenas.

    ``stocks`` (n, N), ``rests`` (n, N + 1), ``roots`` (n, ``POSITION_WORDS``) and ``deals`` (n,)
    belong together; ``deals`` numbers the deals from 0. ``found`` (n,) takes the values: 1, 0, -1
    or ``GAVE_UP``.
    """
    workers = len(arenas)
    for worker in parallel_range(workers):
        arena = arenas[worker]
        for number in range(len(roots)):
            if deals[number] % workers != worker:
                continue
            label = generation + deals[number]
            stock, rest, root = stocks[number], rests[number], roots[number]
            arena[N_NODES] = 0
            value = search(arena, stock, rest, root, 0, 1, 0, label, node_limit)
            if value <= 0:
                value = search(arena, stock, rest, root, -1, 0, 0, label, node_limit)
                if value == 1:
                    value = 0
            found[number] = value
