"""Many deals at once: the environment for learning.

``VectorEnv(rules, players, batch, seed=1)`` holds a batch of deals at their next decision.
``legal`` lists what each actor may do, ``observe()`` says what he knows, ``step(choices)`` goes on.
Everything is an array over the batch and works in place; chance comes from a generator for each
deal, so a run repeats exactly for a seed.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from conquian.core.ruleset import RuleSet
from conquian.kernel import encode, moves
from conquian.kernel.bits import lowest, popcount
from conquian.kernel.dice import DICE_WORDS, below, seed_dice
from conquian.kernel.guided import Floats
from conquian.kernel.jit import compiled
from conquian.kernel.playout import DESK_WORDS, deal_at_random, kth_bit
from conquian.kernel.position import Kernel
from conquian.kernel.tables import S_PLAYERS, Ints
from conquian.kernel.words import OVER, TURN, W_ACTOR, W_PHASE, W_UNSEEN, W_WINNER

Bools = npt.NDArray[np.bool_]
"""An array of booleans."""


@compiled
def _turn(game: Ints, row: Ints, dice: Ints) -> None:
    """Turn a random stock card if one is due."""
    if row[W_PHASE] == TURN:
        unseen = row[W_UNSEEN]
        card = lowest(kth_bit(unseen, below(dice, popcount(unseen))))
        moves.reveal(game, row, min(card, 60))


@compiled
def _ready(
    game: Ints, row: Ints, dice: Ints, known: Ints, legal: Ints, scratch: Ints, lone: int
) -> int:
    """Go on to the next decision and list it; with ``lone`` 0 to one with a choice."""
    while True:
        _turn(game, row, dice)
        if row[W_PHASE] == OVER:
            return 0
        count = moves.legal(game, row, legal, scratch)
        if count > 1 or lone:
            return count
        encode.remember(game, row, known, legal[0])
        moves.apply(game, row, legal[0], scratch)


@compiled
def reset_batch(
    game: Ints,
    rows: Ints,
    dice: Ints,
    known: Ints,
    legal: Ints,
    counts: Ints,
    numbers: Ints,
    seed: int,
    lone: int,
    scratch: Ints,
) -> None:
    """Deal anew where ``numbers`` (batch,) is not -1: the deal with this number."""
    desk = np.zeros(DESK_WORDS, np.int64)
    words = rows.shape[1]
    for place in range(len(rows)):
        if numbers[place] >= 0:
            seed_dice(dice[place], seed, numbers[place])
            deal_at_random(game, desk, dice[place], numbers[place] % game[S_PLAYERS])
            rows[place] = desk[:words]
            known[place] = 0
            counts[place] = _ready(
                game, rows[place], dice[place], known[place], legal[place], scratch, lone
            )


@compiled
def step_batch(
    game: Ints,
    rows: Ints,
    dice: Ints,
    known: Ints,
    legal: Ints,
    counts: Ints,
    choices: Ints,
    rewards: Floats,
    lone: int,
    scratch: Ints,
) -> int:
    """Do the chosen action everywhere but where the deal is over; 1 + place of a wrong choice."""
    rewards[:] = 0.0
    for place in range(len(rows)):
        if counts[place] > 0 and not 0 <= choices[place] < min(counts[place], legal.shape[1]):
            return place + 1
    for place in range(len(rows)):
        if counts[place] == 0:
            continue
        row = rows[place]
        action = legal[place, choices[place]]
        encode.remember(game, row, known[place], action)
        moves.apply(game, row, action, scratch)
        counts[place] = _ready(game, row, dice[place], known[place], legal[place], scratch, lone)
        if counts[place] == 0 and row[W_WINNER] >= 0:
            players = game[S_PLAYERS]
            for seat in range(players):
                rewards[place, seat] = -1.0
            rewards[place, row[W_WINNER]] = players - 1.0
    return 0


@compiled
def observe_batch(game: Ints, rows: Ints, known: Ints, seat: int, out: Floats) -> None:
    """The observation of ``seat`` everywhere, or with -1 of the actor (0 where there is none)."""
    for place in range(len(rows)):
        viewer = seat if seat >= 0 else max(0, rows[place, W_ACTOR])
        encode.observe(game, rows[place], known[place], viewer, out[place])


class VectorEnv:
    """A batch of deals, each at its next decision or over.

    Attributes:
        kernel: the rule set for this many players.
        rows: (batch, words) the positions.
        known: (batch, players) what each seat knows of the next hand, see ``kernel.encode``.
        legal: (batch, width, 4) the legal actions in ``core``'s order; see ``kernel.words``.
        counts: (batch,) how many there are, 0 where the deal is over. More than ``width`` are
            possible where the grouping matters; those beyond it cannot be chosen.
        rewards: (batch, players) of the last step: where a deal has just been won, players - 1 for
            the winner and -1 for the others; else 0.

    Args:
        rules, players: what is played.
        batch: how many deals at once.
        seed: of all chance.
        width: room for so many legal actions.
        lone: stop at decisions with a single legal action too.

    Raises:
        BadRules: as :class:`conquian.kernel.position.Kernel`.
    """

    def __init__(
        self,
        rules: RuleSet,
        players: int,
        batch: int,
        *,
        seed: int,
        width: int = 256,
        lone: bool = False,
    ) -> None:
        self.kernel = Kernel(rules, players)
        self.rows = np.zeros((batch, self.kernel.words), np.int64)
        self.known = np.zeros((batch, players), np.int64)
        self.legal = np.zeros((batch, width, 4), np.int64)
        self.counts = np.zeros(batch, np.int64)
        self.rewards = np.zeros((batch, players))
        self._dice = np.zeros((batch, DICE_WORDS), np.int64)
        self._seed = seed
        self._lone = int(lone)
        self._next = 0
        self._size = int(encode.observation_size(self.kernel.game))
        self.reset()

    @property
    def actors(self) -> Ints:
        """(batch,) the seat to decide, -1 where the deal is over."""
        return self.rows[:, W_ACTOR]

    @property
    def done(self) -> Bools:
        """(batch,) whether the deal is over."""
        return self.counts == 0

    @property
    def legal_mask(self) -> Bools:
        """(batch, width) which places of ``legal`` can be chosen."""
        return np.arange(self.legal.shape[1]) < self.counts[:, None]

    def reset(self, where: Bools | None = None) -> None:
        """Deal anew everywhere, or where ``where`` (batch,) says so. The dealers take turns."""
        chosen = np.ones(len(self.rows), np.bool_) if where is None else where
        numbers = np.where(chosen, self._next + np.cumsum(chosen) - 1, -1).astype(np.int64)
        self._next += int(chosen.sum())
        reset_batch(
            self.kernel.game,
            self.rows,
            self._dice,
            self.known,
            self.legal,
            self.counts,
            numbers,
            self._seed,
            self._lone,
            self.kernel.scratch,
        )

    def step(self, choices: Ints) -> Floats:
        """Do in each deal the legal action at place ``choices`` (batch,); the rewards.

        Deals that are over stay as they are until they are reset; their choice is not looked at.

        Raises:
            IndexError: a choice is not the place of a legal action; nothing was done.
        """
        wrong = step_batch(
            self.kernel.game,
            self.rows,
            self._dice,
            self.known,
            self.legal,
            self.counts,
            np.ascontiguousarray(choices, np.int64),
            self.rewards,
            self._lone,
            self.kernel.scratch,
        )
        if wrong:
            raise IndexError(f"deal {wrong - 1} has no legal action {choices[wrong - 1]}")
        return self.rewards

    def observe(self, seat: int = -1, out: Floats | None = None) -> Floats:
        """(batch, size) what ``seat``, or with -1 the actor, knows; see ``kernel.encode``."""
        made = np.empty((len(self.rows), self._size)) if out is None else out
        observe_batch(self.kernel.game, self.rows, self.known, seat, made)
        return made
