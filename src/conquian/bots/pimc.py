"""``pimc``: perfect-information Monte Carlo with the exact solver, for two players and one pack.

It supposes that the cards it cannot see lie in any way, each as likely as another, solves many such
worlds with open hands, and plays what is worth most on average; ties go to what ``greedy`` would
play. So it never thinks of what the other's play has shown, nor of what he cannot know: it is the
yardstick for bots that do. Cowling, Powley and Whitehouse (2012) call this determinization; Long et
al. (AAAI 2010) say when it does well.
"""

from __future__ import annotations

import random
import threading
import time
from typing import Final

import numpy as np

from conquian.bots.base import BadBot, Limit
from conquian.bots.greedy import prefer
from conquian.bots.place import Place
from conquian.core.action import Action
from conquian.core.ruleset import RuleSet
from conquian.core.view import InfoState
from conquian.kernel.guided import Floats
from conquian.kernel.open_hands import value_actions
from conquian.kernel.solve_arena import TABLE, new_arena
from conquian.kernel.tables import Ints, setting_array, tables_of

DEFAULT_WORLDS: Final = 30
DEFAULT_GUARD_MS: Final = 5_000
_BITS: Final = 15
_CHUNK: Final = 10
_NODES: Final = 2_000_000
_LAST_GENERATION: Final = 1 << 29


class PimcBot:
    """Averages the exact values of sampled worlds.

    Args:
        worlds: how many, where the limit does not say.

    Attributes:
        cut: decisions its guard has cut short.

    Raises:
        BadBot: ``bot_bad_number``.
    """

    def __init__(self, worlds: int = DEFAULT_WORLDS) -> None:
        self.name = f"pimc:{worlds}"
        self.cut = 0
        self._worlds = worlds

    @staticmethod
    def of(argument: str) -> PimcBot:
        """The bot of a spec: the number of worlds, or nothing."""
        if not argument:
            return PimcBot()
        if not argument.isdecimal() or not 1 <= int(argument) <= 1_000_000:
            raise BadBot("bot_bad_number", bot="pimc", text=argument[:20])
        return PimcBot(int(argument))

    def decide(self, info: InfoState, limit: Limit, rng: random.Random) -> Action:
        """The action worth most on average.

        Raises:
            BadBot: ``bot_two_players``: the solver knows no more.
        """
        if info.players != 2:
            raise BadBot("bot_two_players", bot="pimc")
        legal = info.legal_actions()
        if len(legal) == 1:
            return legal[0]
        values = self.values(Place(info), limit, rng)
        most = values.max()
        return prefer(info, [legal[place] for place in np.flatnonzero(values > most - 1e-9)])

    def values(self, place: Place, limit: Limit, rng: random.Random) -> Floats:
        """(count,) the mean value of each legal action."""
        seed = rng.getrandbits(60)
        worlds = place.worlds(limit.worlds or self._worlds, seed)
        until = time.perf_counter() + (limit.guard_ms or DEFAULT_GUARD_MS) / 1000
        sums = np.zeros(len(place.legal))
        done = 0
        while done < len(worlds):
            if done and time.perf_counter() > until:
                self.cut += 1
                break
            some = worlds[done : done + _CHUNK]
            sums += exact_values(place, some, seed, done, place.legal).sum(axis=0)
            done += len(some)
        return sums / done


def exact_values(place: Place, worlds: Ints, seed: int, first: int, actions: Ints) -> Floats:
    """(worlds, actions) the value of each action in each world with open hands, for its seat.

    ``seed`` and ``first`` give the order of each world's stock.
    """
    values = np.zeros((len(worlds), len(actions)))
    arena = _arena(place.info.setting.rules)
    value_actions(
        place.kernel.game, arena, _generation(arena, len(worlds)), worlds, place.blind.viewer, seed,
        first, actions, _NODES, values,
    )  # fmt: skip
    return values


_local = threading.local()


def _arena(rules: RuleSet) -> Ints:
    """The solver's memory of this thread for a rule set."""
    kept: dict[RuleSet, Ints] = _local.__dict__.setdefault("arenas", {})
    if rules not in kept:
        if len(kept) >= 4:  # 10 MB each
            kept.clear()
        kept[rules] = new_arena(tables_of(rules), setting_array(rules, 2), _BITS)
    return kept[rules]


def _generation(arena: Ints, worlds: int) -> int:
    """Numbers for so many worlds that the table has not seen."""
    first = _local.__dict__.get("generation", 1)
    if first > _LAST_GENERATION:
        arena[TABLE:] = 0
        for other in _local.__dict__.get("arenas", {}).values():
            other[TABLE:] = 0
        first = 1
    _local.generation = first + worlds
    return int(first)
