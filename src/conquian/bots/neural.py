"""``neural``: plays as a small network learnt by self-play says (docs/learning.md).

The network sees the seat's hand and everything public: layouts, dead cards, who passed on what and
who paid what. It answers in well under a millisecond, without PyTorch. Where nothing was learnt for
a pack or a number of players it plays by its plans alone (``kernel.net``).
"""

from __future__ import annotations

import random
from typing import Final

import numpy as np

from conquian.bots.base import Limit
from conquian.bots.learnt import learnt_for
from conquian.bots.place import Place
from conquian.core.action import Action
from conquian.core.ruleset import RuleSet
from conquian.core.view import InfoState
from conquian.kernel.net import Reals

_NOTHING: Final[Reals] = np.zeros(0, np.float32)


def net_for(rules: RuleSet, players: int) -> Reals:
    """The parameters to play these rules with; empty where nothing was learnt."""
    learnt = learnt_for(rules, players)
    return _NOTHING if learnt is None else learnt.net


class NeuralBot:
    """Chooses as the network says.

    Args:
        temperature: 1 plays every action as often as it was learnt, less prefers the likely ones.
        net: parameters to use instead of those in the package.
    """

    name = "neural"

    def __init__(self, temperature: float = 0.5, net: Reals | None = None) -> None:
        self._temperature = temperature
        self._net = net

    @staticmethod
    def of(argument: str) -> NeuralBot:  # noqa: ARG004
        """The bot of a spec, which has no argument."""
        return NeuralBot()

    def policy(self, info: InfoState) -> dict[Action, float]:
        """Legal action → probability."""
        legal = info.legal_actions()
        if len(legal) == 1:
            return {legal[0]: 1.0}
        place = Place(info)
        net = net_for(info.setting.rules, info.players) if self._net is None else self._net
        chances = place.chances(net, self._temperature).astype(float)
        return dict(zip(legal, (chances / chances.sum()).tolist(), strict=True))

    def decide(self, info: InfoState, limit: Limit, rng: random.Random) -> Action:  # noqa: ARG002
        """An action drawn by :meth:`policy`; the limit plays no part."""
        policy = self.policy(info)
        if len(policy) == 1:
            return next(iter(policy))
        return rng.choices(list(policy), list(policy.values()))[0]
