"""A bot in Python as a program of its own; what it prints must not disturb the protocol."""

from __future__ import annotations

import random

from conquian.bots import serve
from conquian.bots.base import Limit
from conquian.bots.uniform import UniformBot
from conquian.core.action import Action
from conquian.core.view import InfoState


class Chatterbox(UniformBot):
    """Plays at random and talks about it."""

    heard = 0

    def told(self, info: InfoState) -> None:
        self.heard = info.version

    def decide(self, info: InfoState, limit: Limit, rng: random.Random) -> Action:
        assert self.heard == info.version
        assert limit.guard_ms is not None
        print("let me think …")
        return super().decide(info, limit, rng)


serve(Chatterbox(), seed=5)
