"""Compiled play by a cheap policy: a weighted sum of features for every legal action.

An action is chosen with probability proportional to ``exp(sum of weight × feature)``: weights of 0
are uniform play, large ones always take the best. The features of an action:

| place | feature | of |
|---|---|---|
| ``F_MELD``, ``F_TAKE``, ``F_FORCE``, ``F_PASS`` | 1 | that kind (a forced take too) |
| ``F_LAID`` | hand cards laid | take, meld |
| ``F_OUT`` | 1 if it wins | take |
| ``F_KEPT`` | the least ``conn`` over the hand cards left: what will be paid | take |
| ``F_CONN`` | ``conn`` of the card with the other hand cards (formats.md §5) | pay, give |
| ``F_FITS_NEXT`` | 1 if it stands in a meld of three with laid cards of the next seat | pay, give |
| ``F_FITS_OWN`` | 1 if it does with laid cards of one's own | pay, give |
| ``F_VICTIM`` | hand cards of the seat that is forced | force |
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from conquian.kernel import moves
from conquian.kernel.bits import NATURALS, lowest, popcount, remove, seeds
from conquian.kernel.dice import draw
from conquian.kernel.jit import compiled
from conquian.kernel.tables import LANE, Ints
from conquian.kernel.words import A_FORCE, A_MELD, A_PASS, A_TAKE, W_ACTOR

Floats = npt.NDArray[np.float64]
"""An array of float64."""

(
    F_MELD,
    F_TAKE,
    F_FORCE,
    F_PASS,
    F_LAID,
    F_OUT,
    F_KEPT,
    F_CONN,
    F_FITS_NEXT,
    F_FITS_OWN,
    F_VICTIM,
    FEATURES,
) = range(12)
"""Places of the features; see the module text."""

UNIFORM: Final[Floats] = np.zeros((0, FEATURES))
"""No policy: every legal action alike, and much faster than weights of 0."""

MOST_RATED: Final = 1024
"""Where there are more legal actions, the first so many are rated and the rest left out."""
_CONN_OF_YUCA: Final = 100
_WORD: Final = float(1 << 32)


@compiled
def conn(hand: int, card: int) -> int:
    """How well ``card`` is connected with the other cards of ``hand`` (formats.md §5, greedy).

    2 for each of its rank, 2 for each of its suit one rank away, 1 for two ranks away.
    """
    if card >= 60:
        return _CONN_OF_YUCA
    own = hand & NATURALS
    bit = 1 << card
    near = (bit << 1 | bit >> 1) & own
    far = (bit << 2 | bit >> 2) & own
    rank = card % LANE
    column = (1 << rank) * (1 | 1 << LANE | 1 << 2 * LANE | 1 << 3 * LANE)
    return 2 * popcount(column & own & ~bit) + 2 * popcount(near) + popcount(far)


@compiled
def least_conn(hand: int) -> int:
    """The least ``conn`` over all cards of a hand, each with the others; 0 for an empty hand."""
    least = 10 * _CONN_OF_YUCA
    rest = hand
    while rest:
        least = min(least, conn(hand, lowest(rest)))
        rest &= rest - 1
    return least if hand else 0


@compiled
def rate(game: Ints, row: Ints, action: Ints, weights: Floats) -> float:
    """The weighted sum of the features of an action of the actor; ``weights`` (FEATURES,)."""
    kind, cards = action[0], action[1]
    actor = row[W_ACTOR]
    hand = row[moves.hand_at(actor)]
    if kind == A_PASS:
        return weights[F_PASS]
    if kind == A_FORCE:
        victim = popcount(row[moves.hand_at(action[2])])
        return weights[F_FORCE] + weights[F_VICTIM] * victim
    if kind == A_MELD:
        return weights[F_MELD] + weights[F_LAID] * popcount(cards)
    if kind == A_TAKE:
        left = remove(hand, cards)
        score = weights[F_TAKE] + weights[F_LAID] * popcount(cards)
        if left == 0:
            return score + weights[F_OUT]
        return score + weights[F_KEPT] * least_conn(left)
    card = lowest(cards)
    score = weights[F_CONN] * conn(hand, card)
    following = row[moves.laid_at(moves.after(game, actor))]
    if following and seeds(game, following) & cards:
        score += weights[F_FITS_NEXT]
    laid = row[moves.laid_at(actor)]
    if laid and seeds(game, laid) & cards:
        score += weights[F_FITS_OWN]
    return score


@compiled
def rate_all(
    game: Ints, row: Ints, legal: Ints, count: int, weights: Floats, scores: Floats
) -> float:
    """Weigh the first ``count`` of ``legal`` into ``scores``; what the weights add up to."""
    best = -1e300
    for place in range(count):
        scores[place] = rate(game, row, legal[place], weights)
        best = max(best, scores[place])
    total = 0.0
    for place in range(count):
        scores[place] = np.exp(scores[place] - best)
        total += scores[place]
    return total


@compiled
def choose(
    game: Ints,
    row: Ints,
    dice: Ints,
    scratch: Ints,
    weights: Floats,
    rows: Ints,
    scores: Floats,
) -> int:
    """List the legal actions in ``rows`` and choose one by the actor's weights.

    ``weights`` (players, FEATURES), ``rows`` (``MOST_RATED``, 4), ``scores`` (``MOST_RATED``,) are
    working memory. Returns ``number of legal actions << 32 | place of the choice``.
    """
    legal = moves.legal(game, row, rows, scratch)
    count = min(legal, len(rows))
    own = weights[row[W_ACTOR]]
    best = -1e300
    for place in range(count):
        scores[place] = rate(game, row, rows[place], own)
        best = max(best, scores[place])
    total = 0.0
    for place in range(count):
        scores[place] = np.exp(scores[place] - best)
        total += scores[place]
    goal = draw(dice) / _WORD * total
    chosen = 0
    for place in range(count):
        goal -= scores[place]
        if scores[place] > 0.0:
            chosen = place
            if goal < 0.0:
                break
    return legal << 32 | chosen
