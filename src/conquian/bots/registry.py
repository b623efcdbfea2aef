"""Bots by name: ``greedy``, ``heuristic``, ``cmd:python my_bot.py`` (formats.md §5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import NamedTuple

from conquian.bots.base import BadBot, Bot
from conquian.kernel import start

Factory = Callable[[str], Bot]
"""Makes a bot from what stands behind the colon of its spec; ``""`` where there is no colon."""


class _Entry(NamedTuple):
    factory: Factory
    argument: bool
    optional: bool


_BOTS: dict[str, _Entry] = {}


def register(
    name: str, factory: Factory, *, argument: bool = False, optional: bool = False
) -> None:
    """Make a bot known as ``name``; a name that is taken is replaced.

    Args:
        name: without a colon.
        factory: called anew for every seat of every table.
        argument: the bot needs something behind a colon, as ``cmd:`` does.
        optional: the bot may have something behind a colon, as ``pimc`` and ``pimc:100``.

    Raises:
        BadBot: ``bad_bot_name``: empty, or with a colon or blanks.
    """
    if not name or ":" in name or name.split() != [name]:
        raise BadBot("bad_bot_name", bot=name[:60])
    _BOTS[name] = _Entry(factory, argument, optional)


def names() -> tuple[str, ...]:
    """All names, sorted; those that need an argument end in a colon."""
    _built_in()
    return tuple(sorted(name + ":" * entry.argument for name, entry in _BOTS.items()))


def check(spec: str) -> None:
    """Do nothing if ``spec`` names a bot; no program is started.

    Raises:
        BadBot: as :func:`make`.
    """
    make(spec)


def make(spec: str) -> Bot:
    """A new bot: a name, or a name, a colon and an argument.

    Raises:
        BadBot: ``unknown_bot`` (with the list of names), ``bot_needs_argument``,
            ``bot_no_argument``, or what the bot's own factory refuses.
        ConquianError: ``kernel_missing``.
    """
    entry, argument = _entry(spec)
    return entry.factory(argument)


def make_ready(specs: Iterable[str]) -> None:
    """Compile what these bots think with, if they need it and it is not compiled yet.

    Else the first decision would take a minute. It is said on standard error (``kernel.start``).
    """
    if any(compiled(spec) for spec in specs):
        start.prepare("play", "solve", "think")


def compiled(spec: str) -> bool:
    """Whether this bot thinks in compiled code."""
    from conquian.bots.levels import LEVELS

    name = spec.partition(":")[0].strip()
    return name in _COMPILED or any(one.id == name and one.compiled for one in LEVELS)


_COMPILED = ("ismcts", "neural", "pimc", "search")


def _entry(spec: str) -> tuple[_Entry, str]:
    _built_in()
    name, colon, argument = spec.strip().partition(":")
    entry = _BOTS.get(name.strip())
    if entry is None:
        raise BadBot("unknown_bot", bot=spec[:60], allowed=", ".join(names()))
    if entry.argument and not argument.strip():
        raise BadBot("bot_needs_argument", bot=name)
    if colon and not (entry.argument or entry.optional):
        raise BadBot("bot_no_argument", bot=name)
    return entry, argument.strip()


def _built_in() -> None:
    """Register the bots of this package when they are first asked for; imports stay cheap."""
    if "greedy" in _BOTS:
        return
    from conquian.bots.external import ExternalBot
    from conquian.bots.greedy import GreedyBot
    from conquian.bots.heuristic import HeuristicBot
    from conquian.bots.levels import LEVELS
    from conquian.bots.uniform import UniformBot

    def plain(made: Callable[[], Bot]) -> Factory:
        return lambda _: made()

    for name, entry in (
        ("uniform", _Entry(plain(UniformBot), argument=False, optional=False)),
        ("greedy", _Entry(plain(GreedyBot), argument=False, optional=False)),
        ("heuristic", _Entry(plain(HeuristicBot), argument=False, optional=False)),
        ("ismcts", _Entry(_compiled("ismcts", "IsmctsBot"), argument=False, optional=True)),
        ("neural", _Entry(_compiled("neural", "NeuralBot"), argument=False, optional=False)),
        ("pimc", _Entry(_compiled("pimc", "PimcBot"), argument=False, optional=True)),
        ("search", _Entry(_compiled("search", "SearchBot"), argument=False, optional=True)),
        *((one.id, _Entry(plain(one.bot), argument=False, optional=False)) for one in LEVELS),
        ("cmd", _Entry(ExternalBot, argument=True, optional=False)),
    ):
        _BOTS.setdefault(name, entry)


def _compiled(module: str, name: str) -> Factory:
    """Makes a bot that needs the kernel, whose module is imported with the first of them.

    Raises:
        ConquianError: ``kernel_missing``.
    """

    def make_one(argument: str) -> Bot:
        start.require()
        made: Bot = getattr(import_module(f"conquian.bots.{module}"), name).of(argument)
        return made

    return make_one
