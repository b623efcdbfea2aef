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
    return splits(tables, add(laid, 1 << min(card, 60)), scratch)


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
