"""A seat's decision as the kernel sees it: what the bots that think in compiled code begin with."""

from __future__ import annotations

import threading

import numpy as np

from conquian.core.ruleset import RuleSet
from conquian.core.view import InfoState
from conquian.kernel.dice import DICE_WORDS, seed_dice
from conquian.kernel.net import LAYERS, MOST_SCORED, Reals, new_inputs, rate_all, to_chances
from conquian.kernel.plans import PLAN_WORDS
from conquian.kernel.position import Kernel
from conquian.kernel.remember import memory_of
from conquian.kernel.tables import Ints
from conquian.kernel.worlds import Blind, blind_of, sample_worlds

_local = threading.local()
_MOST_KERNELS = 32


class Place:
    """A decision of the seat ``info`` belongs to.

    Attributes:
        kernel, info: what is played, what is known.
        blind: the same as a blind row.
        memory: who passed on and paid what, see ``kernel.features``.
        actions: the legal actions.
        legal: (count, 4) the same for the kernel.

    Raises:
        BadRules: ``kernel_one_pack`` for two packs.
    """

    def __init__(self, info: InfoState) -> None:
        self.info = info
        self.kernel = kernel_for(info.setting.rules, info.players)
        self.blind: Blind = blind_of(self.kernel, info)
        self.memory = memory_of(self.kernel, info)
        self.actions = info.legal_actions()
        self.legal: Ints = np.array([self.kernel.action_row(one) for one in self.actions])

    def worlds(self, count: int, seed: int) -> Ints:
        """(count, words) positions consistent with everything known, uniform."""
        rows = np.zeros((count, self.kernel.words), np.int64)
        dice = np.zeros(DICE_WORDS, np.int64)
        seed_dice(dice, seed, 0)
        blind = self.blind
        sample_worlds(
            self.kernel.game, blind.row, blind.viewer, blind.counts, blind.known, dice, rows
        )
        return rows

    def chances(self, net: Reals, temperature: float) -> Reals:
        """A network's probabilities of the legal actions; those beyond its room have none.

        It is shown any of the worlds: what it is told does not depend on which.
        """
        row = self.worlds(1, 0)[0]
        scores = np.zeros(MOST_SCORED, np.float32)
        scored = min(len(self.legal), MOST_SCORED)
        rate_all(
            self.kernel.game, row, self.memory, net, self.legal, scored, new_inputs(),
            np.zeros(LAYERS, np.float32), scores, np.zeros(PLAN_WORDS, np.int64), np.zeros(16),
        )  # fmt: skip
        to_chances(scores, scored, temperature)
        made = np.zeros(len(self.legal), np.float32)
        made[:scored] = scores[:scored]
        return made


def kernel_for(rules: RuleSet, players: int) -> Kernel:
    """A kernel of this thread."""
    kernels: dict[tuple[RuleSet, int], Kernel] = _local.__dict__.setdefault("kernels", {})
    if (rules, players) not in kernels:
        if len(kernels) >= _MOST_KERNELS:
            kernels.clear()
        kernels[rules, players] = Kernel(rules, players)
    return kernels[rules, players]
