"""The exact value of every action in many worlds: what perfect-information Monte Carlo is made of.

Two players, single pack. In each world the stock gets an order, the hands lie open, and the solver
says what each action of the seat is worth then.
"""

from __future__ import annotations

import numpy as np

from conquian.kernel import moves
from conquian.kernel.bits import lowest
from conquian.kernel.dice import DICE_WORDS, seed_dice
from conquian.kernel.guided import Floats, conn
from conquian.kernel.jit import compiled
from conquian.kernel.melding import MOST_CHOICES, new_memory
from conquian.kernel.solve_search import search
from conquian.kernel.solve_words import (
    FIRST,
    GAVE_UP,
    N_NODES,
    P_ACTOR,
    P_CODE0,
    P_HAND0,
    P_LAID0,
    P_PHASE,
    P_SOURCE,
    P_STOCK,
    P_TURNER,
    P_UPCARD,
    PAID,
    POSITION_WORDS,
    SECOND,
)
from conquian.kernel.solve_words import FORCED as SOLVE_FORCED
from conquian.kernel.solve_words import PAY as SOLVE_PAY
from conquian.kernel.solve_words import WINDOW as SOLVE_WINDOW
from conquian.kernel.tables import CARDS, S_GROUPED, YUCA_BIT, Ints
from conquian.kernel.words import (
    A_GIVE,
    EXCHANGE,
    FORCED,
    OFFER,
    OVER,
    PAY,
    TURN,
    W_ACTOR,
    W_DEALER,
    W_DECLINED,
    W_GIFTS,
    W_PHASE,
    W_SOURCE,
    W_TURNED,
    W_TURNER,
    W_UPCARD,
    W_WINNER,
)
from conquian.kernel.worlds import shuffle_stock


@compiled
def rest_of(stock: Ints, count: int, rest: Ints) -> None:
    """The masks of what is left of a stock from each of its cards on, ``rest[:count + 1]``."""
    left = 0
    rest[count] = 0
    for place in range(count - 1, -1, -1):
        bit = 1 << stock[place]
        left |= bit << 1 if bit == YUCA_BIT and left & bit else bit
        rest[place] = left


@compiled
def to_solver(game: Ints, row: Ints, turned: int, root: Ints) -> None:
    """A two-player position, of whose stock ``turned`` cards have come, in the solver's words."""
    for seat in range(2):
        root[P_HAND0 + seat] = row[moves.hand_at(seat)]
        root[P_LAID0 + seat] = row[moves.laid_at(seat)]
        root[P_CODE0 + seat] = row[moves.code_at(seat)] if game[S_GROUPED] else 0
    root[P_STOCK] = turned
    root[P_UPCARD] = max(0, row[W_UPCARD])
    root[P_ACTOR] = max(0, row[W_ACTOR])
    root[P_TURNER] = max(0, row[W_TURNER])
    root[P_SOURCE] = max(0, row[W_SOURCE])
    phase = row[W_PHASE]
    if phase == OFFER:
        root[P_PHASE] = PAID
        if row[W_TURNED]:
            root[P_PHASE] = SECOND if row[W_DECLINED] else FIRST
    elif phase == PAY:
        root[P_PHASE] = SOLVE_PAY
    elif phase == FORCED:
        root[P_PHASE] = SOLVE_FORCED
    else:
        root[P_PHASE] = SOLVE_WINDOW


@compiled
def least_connected(hand: int) -> int:
    """The card ``greedy`` gives away: the least ``conn``, the first of equals."""
    best, least = lowest(hand), 10_000
    rest = hand & ~((hand & YUCA_BIT) << 1)
    while rest:
        card = lowest(rest)
        links = conn(hand, card)
        if links < least:
            best, least = card, links
        rest &= rest - 1
    return best


@compiled
def _after(game: Ints, world: Ints, action: Ints, row: Ints, scratch: Ints) -> None:
    """The position after an action; in the exchange the other gives what ``greedy`` would."""
    row[:] = world
    if row[W_PHASE] != EXCHANGE:
        moves.apply(game, row, action, scratch)
        return
    viewer = row[W_ACTOR]
    row[W_GIFTS] = 0
    row[W_ACTOR] = moves.after(game, row[W_DEALER])
    gift = np.array([A_GIVE, 0, -1, 0])
    while row[W_PHASE] == EXCHANGE:
        if row[W_ACTOR] == viewer:
            moves.apply(game, row, action, scratch)
        else:
            gift[1] = 1 << least_connected(row[moves.hand_at(row[W_ACTOR])])
            moves.apply(game, row, gift, scratch)


@compiled
def value_actions(
    game: Ints,
    arena: Ints,
    generation: int,
    worlds: Ints,
    viewer: int,
    seed: int,
    first: int,
    actions: Ints,
    node_limit: int,
    values: Floats,
) -> int:
    """The value for ``viewer`` of each of ``actions`` (A, 4) in each world, with open hands.

    Args:
        arena: the solver's memory, see ``solve_arena.new_arena``.
        generation: world i has number ``generation + i`` in its table.
        worlds: (W, words) positions in which ``viewer`` is to decide.
        seed, first: the stock of world i is shuffled by the dice of number ``first + i``.
        node_limit: for each value; where it comes first the value is 0.
        values: (W, A) out: 1, 0, -1.

    Returns:
        How often the limit came first.
    """
    side = 1 - 2 * viewer
    row = np.zeros(worlds.shape[1], np.int64)
    root = np.zeros(POSITION_WORDS, np.int64)
    order, rests = np.zeros(CARDS, np.int64), np.zeros(CARDS + 1, np.int64)
    dice = np.zeros(DICE_WORDS, np.int64)
    scratch = new_memory(MOST_CHOICES)
    gave_up = 0
    for place in range(len(worlds)):
        seed_dice(dice, seed, first + place)
        count = shuffle_stock(worlds[place], dice, order)
        rest_of(order, count, rests)
        stock, rest = order[:count], rests[: count + 1]
        for option in range(len(actions)):
            _after(game, worlds[place], actions[option], row, scratch)
            turned = 0
            if row[W_PHASE] == TURN:
                moves.reveal(game, row, stock[0])
                turned = 1
            if row[W_PHASE] == OVER:
                winner = row[W_WINNER]
                values[place, option] = 0.0 if winner < 0 else 1.0 if winner == viewer else -1.0
                continue
            to_solver(game, row, turned, root)
            arena[N_NODES] = 0
            found = search(arena, stock, rest, root, 0, 1, 0, generation + place, node_limit)
            if found <= 0:
                found = search(arena, stock, rest, root, -1, 0, 0, generation + place, node_limit)
                found = 0 if found == 1 else found
            if found == GAVE_UP:
                gave_up += 1
                found = 0
            values[place, option] = side * found
    return gave_up
