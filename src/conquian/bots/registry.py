"""Bots by name: ``greedy``, ``heuristic``, ``cmd:python my_bot.py`` (formats.md §5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from conquian.bots.base import BadBot, Bot

Factory = Callable[[str], Bot]
"""Makes a bot from what stands behind the colon of its spec; ``""`` where there is no colon."""


class _Entry(NamedTuple):
    factory: Factory
    argument: bool


_BOTS: dict[str, _Entry] = {}


def register(name: str, factory: Factory, *, argument: bool = False) -> None:
    """Make a bot known as ``name``; a name that is taken is replaced.

    Args:
        name: without a colon.
        factory: called anew for every seat of every table.
        argument: the bot needs something behind a colon, as ``cmd:`` does.

    Raises:
        BadBot: ``bad_bot_name``: empty, or with a colon or blanks.
    """
    if not name or ":" in name or name.split() != [name]:
        raise BadBot("bad_bot_name", bot=name[:60])
    _BOTS[name] = _Entry(factory, argument)


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
    """
    entry, argument = _entry(spec)
    return entry.factory(argument)


def _entry(spec: str) -> tuple[_Entry, str]:
    _built_in()
    name, colon, argument = spec.strip().partition(":")
    entry = _BOTS.get(name.strip())
    if entry is None:
        raise BadBot("unknown_bot", bot=spec[:60], allowed=", ".join(names()))
    if entry.argument and not argument.strip():
        raise BadBot("bot_needs_argument", bot=name)
    if colon and not entry.argument:
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

    for name, factory, argument in (
        ("uniform", plain(UniformBot), False),
        ("greedy", plain(GreedyBot), False),
        ("heuristic", plain(HeuristicBot), False),
        *((level.id, plain(level.bot), False) for level in LEVELS),
        ("cmd", ExternalBot, True),
    ):
        if name not in _BOTS:
            register(name, factory, argument=argument)
