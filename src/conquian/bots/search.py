"""``search``: tries its actions out against players who play as it has learnt itself.

1. Worlds: the cards it cannot see, dealt out at random, in many ways.
2. Belief: each world is weighed by how likely everything the others have done would be in it, if
   they played like the network (and now and then anyhow), and worlds are drawn by these weights.
3. Trial: every action, the network's first eight, is done in each of these worlds, with the
   same order of the stock, and the network plays all seats to the end. After each of three stages
   the worse half of the actions is dropped (sequential halving, Karnin, Koren and Somekh 2013).
4. Choice: the most points on average; the network's own opinion breaks what chance leaves open.

This is one step of policy improvement by rollouts (Tesauro and Galperin 1997), as single-agent
search does in Hanabi (Lerer et al., AAAI 2020): those who are played against know their own hands
only, so nothing is won by knowing what nobody can know. Work is the number of worlds.
"""

from __future__ import annotations

import random
import time
from typing import Final

import numpy as np

from conquian.bots.base import BadBot, Limit
from conquian.bots.belief import Belief, Model
from conquian.bots.neural import net_for
from conquian.bots.pimc import exact_values
from conquian.bots.place import Place
from conquian.core.action import Action
from conquian.core.view import InfoState
from conquian.kernel.guided import Floats
from conquian.kernel.net import Reals
from conquian.kernel.rollout import try_out
from conquian.kernel.tables import Ints

DEFAULT_WORLDS: Final = 160
STRONG_WORLDS: Final = 32
MASTER_WORLDS: Final = 600
DEFAULT_GUARD_MS: Final = 4_000
MOST_TRIED: Final = 8
_EXACT: Final = 0.5  # share of the solver in the judgement of two-player positions
_DRAWN: Final = 4  # worlds weighed for each that is used
_NOISE: Final = 0.05
_LEAST_EFFECTIVE: Final = 0.1  # share of the worlds drawn that must count
_DOUBT: Final = 3.0  # temperature at which the others are supposed to play
_OPINION: Final = 0.02  # points a factor e of the network's probability is worth
_STAGES: Final = (0.25, 0.25, 0.5)
_CHUNK: Final = 16


class SearchBot:
    """One step better than its network.

    Args:
        worlds: how many each action that stays in is tried in, where the limit does not say.
        net: parameters to use instead of those in the package.
        temperature: how the network plays in the trials.

    Attributes:
        cut: decisions its guard has cut short.
    """

    def __init__(
        self,
        worlds: int = DEFAULT_WORLDS,
        net: Reals | None = None,
        *,
        temperature: float = 0.5,
        opinion: float = _OPINION,
        drawn: int = _DRAWN,
        exact: float = _EXACT,
        doubt: float = _DOUBT,
    ) -> None:
        self.name = f"search:{worlds}"
        self.cut = 0
        self._worlds = worlds
        self._net = net
        self._temperature = temperature
        self._opinion = opinion
        self._drawn = drawn
        self._exact = exact
        self._doubt = doubt

    @staticmethod
    def of(argument: str) -> SearchBot:
        """The bot of a spec: the number of worlds, or nothing.

        Raises:
            BadBot: ``bot_bad_number``.
        """
        if not argument:
            return SearchBot()
        if not argument.isdecimal() or not 4 <= int(argument) <= 1_000_000:
            raise BadBot("bot_bad_number", bot="search", text=argument[:20])
        return SearchBot(int(argument))

    def decide(self, info: InfoState, limit: Limit, rng: random.Random) -> Action:
        """The action that did best."""
        legal = info.legal_actions()
        if len(legal) == 1:
            return legal[0]
        net = net_for(info.setting.rules, info.players) if self._net is None else self._net
        return _Trial(self, info, net, limit, rng).choice()


class _Trial:
    """One decision."""

    def __init__(
        self, bot: SearchBot, info: InfoState, net: Reals, limit: Limit, rng: random.Random
    ) -> None:
        self.bot, self.info, self.net = bot, info, net
        self.place = Place(info)
        self.seed = rng.getrandbits(60)
        self.worlds = limit.worlds or bot._worlds
        self.until = time.perf_counter() + (limit.guard_ms or DEFAULT_GUARD_MS) / 1000
        self.opinion = self.place.chances(net, 1.0).astype(float)
        self.sums = np.zeros(len(self.opinion))
        self.tried = np.zeros(len(self.opinion), np.int64)

    def choice(self) -> Action:
        alive = self._possible()
        if len(alive) == 1:
            return self.place.actions[int(alive[0])]
        worlds = self._believed()
        done = 0
        for share in _STAGES:
            stage = worlds[done : done + max(1, round(share * self.worlds))]
            if not self._stage(stage, done, alive):
                self.bot.cut += 1
                break
            done += len(stage)
            alive = self._best(alive, max(2, (len(alive) + 1) // 2))
        return self.place.actions[int(self._best(alive, 1)[0])]

    def _possible(self) -> Ints:
        """The places of the actions to try, those the network likes first.

        However little it likes them: what it would never do may be what beats the others.
        """
        order: Ints = np.argsort(-self.opinion, kind="stable")[:MOST_TRIED]
        return order

    def _best(self, alive: Ints, count: int) -> Ints:
        means = self.sums[alive] / np.maximum(1, self.tried[alive])
        opinion = np.log(np.maximum(self.opinion[alive], 1e-9))
        order = np.argsort(-(means + self.bot._opinion * opinion), kind="stable")
        best: Ints = alive[order[:count]]
        return best

    def _believed(self) -> Ints:
        """Worlds, drawn by how likely they make what has been seen."""
        if self.bot._drawn <= 1:
            return self.place.worlds(self.worlds, self.seed)
        model = Model(self.net, self.bot._doubt, _NOISE)
        belief = Belief.of(self.place, self.worlds * self.bot._drawn, self.seed, model)
        if not belief.complete:
            belief = belief.softened(_LEAST_EFFECTIVE * len(belief.worlds))
        return belief.draw(self.worlds, self.seed)

    def _stage(self, worlds: Ints, first: int, alive: Ints) -> bool:
        """Try ``alive`` in these worlds; whether the guard left the time."""
        for start in range(0, len(worlds), _CHUNK):
            if self.tried[alive[0]] and time.perf_counter() > self.until:
                return False
            some = worlds[start : start + _CHUNK]
            self.sums[alive] += self._points(some, first + start, alive).sum(axis=0)
            self.tried[alive] += len(some)
        return True

    def _points(self, worlds: Ints, first: int, alive: Ints) -> Floats:
        """What the actions were worth in these worlds."""
        place, actions = self.place, self.place.legal[alive]
        exact = self.bot._exact if self.info.players == 2 else 0.0
        points = np.zeros((len(worlds), len(alive)))
        if exact < 1.0:
            try_out(
                place.kernel.game, worlds, place.memory, place.blind.viewer, self.net,
                self.bot._temperature, self.seed, first, actions, points,
            )  # fmt: skip
        if exact > 0.0:
            values = exact_values(place, worlds, self.seed, first, actions)
            points = (1.0 - exact) * points + exact * values
        return points


def strong_bot() -> SearchBot:
    """The bot of the fourth level."""
    return SearchBot(STRONG_WORLDS)


def master_bot() -> SearchBot:
    """The bot of the fifth level."""
    return SearchBot(MASTER_WORLDS)
