"""A small policy network, compiled: a score for every legal action (docs/learning.md).

Two layers of rectified sums on the inputs of ``kernel.features``. The inputs of the state and those
of the action enter the same first layer, so the state's part is added up once for all actions:

    h = relu(S[state inputs] + A[action inputs]);  g = relu(h W + b);  score = g · v

An action is chosen with probability proportional to ``exp(score / temperature)``.

An empty array of parameters plays by its plans alone (:func:`rough_scores`), any rule set.

**Parameters** are one float32 array: S (inputs of a state, ``WIDE``), A (inputs of an action,
``WIDE``), W (``WIDE``, ``DEEP``), b (``DEEP``,), v (``DEEP``,), row by row.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from conquian.kernel import features, moves
from conquian.kernel.bits import popcount
from conquian.kernel.dice import draw
from conquian.kernel.features import ACTION_BLOCKS, BLOCK, MOST_INPUTS, Inputs, state_blocks
from conquian.kernel.guided import Floats
from conquian.kernel.jit import compiled
from conquian.kernel.plans import J_BEHIND, JUDGED, MOST_JUDGED, judge
from conquian.kernel.tables import S_PLAYERS, Ints
from conquian.kernel.words import A_FORCE, A_TAKE, W_ACTOR, W_DECLINED

Reals = npt.NDArray[np.float32]
"""An array of float32."""

WIDE: Final = 128
DEEP: Final = 64
LAYERS: Final = 2 * WIDE + DEEP
"""Working memory of one thread for the layers."""
MOST_SCORED: Final = 256
"""Where there are more legal actions, the first so many are scored and the rest left out."""
_WORD: Final = float(1 << 32)
_ROUGH: Final = 0.5
_EAGER: Final = 1.5
_FEW: Final = 3


@compiled
def action_part(players: int) -> int:
    """Where the rows of the action inputs begin in the parameters."""
    return state_blocks(players) * BLOCK * WIDE


@compiled
def net_size(players: int) -> int:
    """How many parameters a network for so many players has."""
    return action_part(players) + ACTION_BLOCKS * BLOCK * WIDE + WIDE * DEEP + 2 * DEEP


@compiled
def add_rows(net: Reals, at: int, inputs: Inputs, count: int, layer: Reals, place: int) -> None:
    """Add to the first layer at ``place`` the rows of the inputs that are on."""
    for number in range(count):
        row = at + inputs[number] * WIDE
        for unit in range(WIDE):
            layer[place + unit] += net[row + unit]


@compiled
def score(net: Reals, players: int, layer: Reals) -> float:
    """The score of the action whose first layer stands at ``WIDE``."""
    deep = 2 * WIDE
    weights = action_part(players) + ACTION_BLOCKS * BLOCK * WIDE
    bias = weights + WIDE * DEEP
    for unit in range(DEEP):
        layer[deep + unit] = net[bias + unit]
    for unit in range(WIDE):
        value = layer[WIDE + unit]
        if value > 0.0:
            row = weights + unit * DEEP
            for other in range(DEEP):
                layer[deep + other] += value * net[row + other]
    total = 0.0
    for unit in range(DEEP):
        if layer[deep + unit] > 0.0:
            total += layer[deep + unit] * net[bias + DEEP + unit]
    return total


@compiled
def rough_scores(game: Ints, row: Ints, legal: Ints, count: int, scores: Reals, desk: Ints) -> None:
    """Scores by the plans alone, where nothing was learnt: what ``heuristic`` thinks, in short.

    Takes are worth a little more than their plans say; it forces who has declined or holds few.
    """
    for place in range(count):
        kind, target = legal[place, 0], legal[place, 2]
        scores[place] = -_ROUGH * desk[JUDGED * place + J_BEHIND]
        if kind == A_TAKE:
            scores[place] += _EAGER
        elif kind == A_FORCE:
            held = popcount(row[moves.hand_at(target)])
            declined = moves.asked_step(game, row, target) < row[W_DECLINED]
            scores[place] += 1.0 if held > 0 and (declined or held <= _FEW) else -2.0


@compiled
def rate_all(
    game: Ints,
    row: Ints,
    memory: Ints,
    net: Reals,
    legal: Ints,
    count: int,
    inputs: Inputs,
    layer: Reals,
    scores: Reals,
    desk: Ints,
    powers: Floats,
) -> None:
    """The scores of the first ``count`` legal actions of the actor, into ``scores``.

    ``inputs`` (``MOST_INPUTS``,), ``layer`` (``LAYERS``,), ``desk`` (``PLAN_WORDS``,) and
    ``powers`` (16,) are working memory.
    """
    players, actor = game[S_PLAYERS], row[W_ACTOR]
    hidden = features.cannot_place(game, row, actor)
    judge(game, row, hidden, legal, count, powers, desk)
    if len(net) == 0:
        rough_scores(game, row, legal, count, scores, desk)
        return
    on = features.state_inputs(game, row, memory, actor, inputs)
    on = features.plan_inputs(desk, MOST_JUDGED, features.plan_block(players), inputs, on)
    for unit in range(WIDE):
        layer[unit] = 0.0
    add_rows(net, 0, inputs, on, layer, 0)
    at = action_part(players)
    for place in range(count):
        on = features.action_inputs(game, row, legal[place], hidden, inputs)
        on = features.plan_inputs(desk, place, features.ACTION_BLOCKS - 1, inputs, on)
        for unit in range(WIDE):
            layer[WIDE + unit] = layer[unit]
        add_rows(net, at, inputs, on, layer, WIDE)
        scores[place] = score(net, players, layer)


@compiled
def to_chances(scores: Reals, count: int, temperature: float) -> None:
    """Turn scores into probabilities, in place."""
    best = scores[0]
    for place in range(1, count):
        best = max(best, scores[place])
    total = 0.0
    for place in range(count):
        scores[place] = np.exp((scores[place] - best) / temperature)
        total += scores[place]
    for place in range(count):
        scores[place] /= total


@compiled
def pick(chances: Reals, count: int, dice: Ints) -> int:
    """A place at random by these probabilities."""
    goal = draw(dice) / _WORD
    chosen = 0
    for place in range(count):
        if chances[place] > 0.0:
            chosen = place
            goal -= chances[place]
            if goal < 0.0:
                break
    return chosen


@compiled
def choose(
    game: Ints,
    row: Ints,
    memory: Ints,
    net: Reals,
    temperature: float,
    dice: Ints,
    legal: Ints,
    scratch: Ints,
    inputs: Inputs,
    layer: Reals,
    scores: Reals,
    desk: Ints,
    powers: Floats,
) -> int:
    """List the legal actions in ``legal`` and choose one: ``how many << 32 | place``.

    ``legal`` (``MOST_SCORED``, 4) and ``scores`` (``MOST_SCORED``,), which then holds the
    probabilities, are working memory like the others.
    """
    count = moves.legal(game, row, legal, scratch)
    scored = min(count, len(legal))
    if scored == 1:
        scores[0] = 1.0
        return count << 32
    rate_all(game, row, memory, net, legal, scored, inputs, layer, scores, desk, powers)
    to_chances(scores, scored, temperature)
    return count << 32 | pick(scores, scored, dice)


def new_inputs() -> Inputs:
    """Working memory of one thread for inputs."""
    return np.zeros(MOST_INPUTS, np.int32)
