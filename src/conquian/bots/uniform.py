"""``uniform``: any legal action, each as likely as the others."""

from __future__ import annotations

import random

from conquian.bots.base import Limit
from conquian.core.action import Action
from conquian.core.view import InfoState


class UniformBot:
    """Plays a legal action at random. A win against it says nothing, but it tests everything."""

    name = "uniform"

    def decide(self, info: InfoState, limit: Limit, rng: random.Random) -> Action:  # noqa: ARG002
        """One of the legal actions, each as likely."""
        return rng.choice(info.legal_actions())

    def policy(self, info: InfoState) -> dict[Action, float]:
        """The same probability for every legal action."""
        legal = info.legal_actions()
        return dict.fromkeys(legal, 1 / len(legal))
