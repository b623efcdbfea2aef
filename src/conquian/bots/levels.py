"""The five levels people choose an opponent by, from a learner to a master.

Levels 1 to 3 are played by ``core`` alone and know every rule set. Levels 4 and 5 need the compiled
kernel, which knows rule sets of one pack; they are imported when they are first asked for.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Final

from conquian.bots.base import BadBot, Bot, BotFault, Limit
from conquian.bots.casual import FRIEND, LEARNER, CasualBot
from conquian.bots.greedy import choose
from conquian.bots.heuristic import HeuristicBot
from conquian.bots.playing import play_deal
from conquian.core.action import Action
from conquian.core.catalogue import add_part, sentence
from conquian.core.errors import ConquianError
from conquian.core.position import Phase
from conquian.core.presets import PRESETS
from conquian.core.ruleset import RuleSet
from conquian.core.view import InfoState
from conquian.dealing.seeded import seeded_deal

add_part("conquian.bots", "levels")

Make = Callable[[], Bot]


@dataclass(frozen=True, slots=True)
class Level:
    """An opponent people can choose.

    Attributes:
        number: 1 (gentle) to 5.
        make: makes what plays at this level; :meth:`bot` is what to call.
        packs: with how many packs it can play at most.
        module: what must be installed besides the package's own layers, or ``None``.
    """

    number: int
    make: Make
    packs: int = 2
    module: str | None = None

    @property
    def id(self) -> str:
        """What it is called in options, records and views: ``level1`` … ``level5``."""
        return f"level{self.number}"

    def name(self, lang: str) -> str:
        """Its name for people, ``en`` or ``es``."""
        return sentence(f"level_name_{self.number}", {}, lang)

    def about(self, lang: str) -> str:
        """One sentence that says how it plays."""
        return sentence(f"level_about_{self.number}", {}, lang)

    def bot(self) -> Bot:
        """A new bot of this level.

        Raises:
            BadBot: ``level_needs_fast``.
        """
        return CompiledBot(self) if self.compiled else self.make()

    @property
    def compiled(self) -> bool:
        """Whether it is played by compiled code, which must be made ready first (:func:`warm`)."""
        return self.module is not None

    def lacking(self) -> BadBot | None:
        """Why it cannot play on this machine: ``level_needs_fast``; or ``None``."""
        if self.module is not None and not all(map(_there, ("numba", "numpy", self.module))):
            return BadBot("level_needs_fast", number=self.number)
        return None

    def unfit(self, rules: RuleSet, players: int) -> BadBot | None:
        """Why it cannot play by these rules, on any machine: ``level_one_pack``; or ``None``."""
        if rules.decks_for(players) > self.packs:
            return BadBot("level_one_pack", number=self.number)
        return None

    def refusal(self, rules: RuleSet, players: int) -> BadBot | None:
        """Why it cannot be chosen here: ``level_one_pack`` or ``level_needs_fast``; or ``None``."""
        return self.unfit(rules, players) or self.lacking()


class CompiledBot:
    """A bot that needs the kernel, under the name of its level.

    Raises:
        BadBot: ``level_needs_fast``.
    """

    def __init__(self, level: Level) -> None:
        lacking = level.lacking()
        if lacking is not None:
            raise lacking
        self.name = level.id
        self._level = level
        self._bot = level.make()

    def decide(self, info: InfoState, limit: Limit, rng: random.Random) -> Action | str:
        """What the bot of this level plays.

        Raises:
            BotFault: ``level_one_pack``.
        """
        unfit = self._level.unfit(info.setting.rules, info.players)
        if unfit is not None:
            raise BotFault(unfit.code, **unfit.params)
        return self._bot.decide(info, limit, rng)


def _from(module: str, function: str) -> Make:
    """What makes a bot of a module that is imported when the first is made."""

    def make() -> Bot:
        made: Bot = getattr(import_module(module), function)()
        return made

    return make


_SEARCH: Final = "conquian.bots.search"

LEVELS: Final = (
    Level(1, lambda: CasualBot("level1", LEARNER)),
    Level(2, lambda: CasualBot("level2", FRIEND)),
    Level(3, lambda: HeuristicBot(name="level3")),
    Level(4, _from(_SEARCH, "strong_bot"), packs=1, module=_SEARCH),
    Level(5, _from(_SEARCH, "master_bot"), packs=1, module=_SEARCH),
)
"""All levels, the gentlest first."""

USUAL: Final = LEVELS[1]
"""Whom somebody plays who has chosen nobody."""

_FORMER: Final = {"uniform": "level1", "greedy": "level2", "heuristic": "level3"}


def level_of(bot: str) -> Level | None:
    """The level with this id; ``None``: it is another bot."""
    return next((level for level in LEVELS if level.id == bot), None)


def successor(bot: str) -> str:
    """The level that has taken the place of one of the bots people chose before there were levels;
    any other name as it is."""
    return _FORMER.get(bot, bot)


def available(rules: RuleSet, players: int) -> tuple[Level, ...]:
    """The levels that can be chosen for these rules and players, on this machine."""
    return tuple(level for level in LEVELS if level.refusal(rules, players) is None)


def check(bot: str, rules: RuleSet, players: int) -> None:
    """Do nothing unless ``bot`` is a level that cannot play here; other bots are not looked at.

    Raises:
        BadBot: ``level_one_pack`` or ``level_needs_fast``.
    """
    level = level_of(bot)
    refused = None if level is None else level.refusal(rules, players)
    if refused is not None:
        raise refused


def warm() -> None:
    """Let the compiled levels that can play here decide a little, so that all they use is compiled.

    What is compiled stays on disk; the first time this may take a minute.

    Raises:
        BotFault: a level failed.
    """
    for level in LEVELS:
        if level.compiled and level.lacking() is None:
            for name in ("clasico", "bicycle"):  # the grouping of laid cards matters in the second
                deal = seeded_deal(PRESETS[name], 2, 0, "warm", level.number)
                bots = [_Sampler(level), _Sampler(level)]
                played = play_deal(deal, bots, [random.Random(0), random.Random(1)])
                if played.forfeit is not None:
                    raise played.forfeit.fault


class _Sampler:
    """Lets a level make one decision of every phase, and ``greedy`` the rest, which is quick."""

    def __init__(self, level: Level) -> None:
        self.name = level.id
        self._bot, self._met = CompiledBot(level), set[Phase]()

    def decide(self, info: InfoState, limit: Limit, rng: random.Random) -> Action | str:
        if info.phase in self._met or len(info.legal_actions()) == 1:
            return choose(info)
        self._met.add(info.phase)
        return self._bot.decide(info, limit, rng)


def _there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False


if __name__ == "__main__":
    try:
        warm()
    except ConquianError as fault:
        raise SystemExit(str(fault)) from None
