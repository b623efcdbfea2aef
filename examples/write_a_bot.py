"""Write a bot, and see what it is worth against the frozen baseline.

The bot takes whatever it can and pays at random. Run: python examples/write_a_bot.py
"""

from __future__ import annotations

import random

from conquian.arena.duplicate import Contest, play
from conquian.arena.report import as_table
from conquian.bots.base import Limit
from conquian.bots.registry import register
from conquian.core.action import Action, Kind
from conquian.core.ruleset import RuleSet
from conquian.core.view import InfoState


class Taker:
    """Takes an upcard whenever it can; everything else is left to chance."""

    name = "taker"

    def decide(self, info: InfoState, limit: Limit, rng: random.Random) -> Action:  # noqa: ARG002
        """Any take if there is one, otherwise any legal action."""
        legal = info.legal_actions()
        takes = [action for action in legal if action.kind is Kind.TAKE]
        return rng.choice(takes or legal)


register("taker", lambda _: Taker())
contest = Contest(("taker", "greedy"), RuleSet.parse("clasico"), players=2, deals=100, seed=7)
print(as_table(contest, play(contest)))
