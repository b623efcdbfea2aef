"""What a bot is (formats.md §5).

A bot sees an :class:`~conquian.core.view.InfoState`, never a ``State``. Its choice is a function of
the information state, the limit and the generator it is handed; caches are fine.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from conquian.core.action import Action
from conquian.core.errors import ConquianError
from conquian.core.view import InfoState


@dataclass(frozen=True, slots=True)
class Limit:
    """How much work a bot may do for one decision; ``None`` leaves it to the bot.

    Work, not time, decides how strong a bot plays, so that a measurement repeats.

    Attributes:
        worlds: how many deals it may sample.
        iterations: how many simulations it may run.
        nodes: how many positions it may visit.
        guard_ms: milliseconds after which it must answer with what it has. A bot that is a program
            of its own forfeits the deal when it is late (``external.DEFAULT_MS`` if ``None``).
    """

    worlds: int | None = None
    iterations: int | None = None
    nodes: int | None = None
    guard_ms: int | None = None


NO_LIMIT = Limit()
"""Every bot does what it does by itself."""


class Bot(Protocol):
    """A player. One bot object plays one seat of one deal at a time."""

    @property
    def name(self) -> str:
        """What it is called in reports and records, e.g. ``greedy``."""

    def decide(self, info: InfoState, limit: Limit, rng: random.Random) -> Action | str:
        """The action of the seat ``info`` belongs to, or its text (formats.md §1).

        Called only when ``info.acting``; the answer must be one of ``info.legal_actions()``.

        Raises:
            BotFault: the bot cannot answer; it forfeits the deal.
        """


@runtime_checkable
class PolicyBot(Bot, Protocol):
    """A bot that can say how likely it is to choose each action."""

    def policy(self, info: InfoState) -> dict[Action, float]:
        """Legal action → probability; the probabilities add up to 1."""


@runtime_checkable
class Listener(Protocol):
    """A bot that wants to follow the deal between its decisions, as a program of its own does.

    Whoever plays a deal calls :meth:`told` after every event, if the bot has it; forgetting it
    costs nothing but time, as every information state holds the whole history.
    """

    def told(self, info: InfoState) -> None:
        """The seat knows this now; the last event of a deal is ``events.Over``."""


@runtime_checkable
class Closing(Protocol):
    """A bot that holds something that must be given back, as a program does."""

    def close(self) -> None:
        """End it; the bot may still be used again afterwards."""


class BadBot(ConquianError):
    """There is no such bot, or it cannot be made like this."""


class BotFault(ConquianError):
    """A bot failed in a deal and forfeits it; the code says how (``bot_timeout`` …)."""


def close(bot: Bot) -> None:
    """Close ``bot`` if it is one that must be closed."""
    if isinstance(bot, Closing):
        bot.close()
