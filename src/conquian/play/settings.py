"""What is settled when a table is opened, and what its host may change later."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from conquian.core.errors import BadRules, shown
from conquian.core.match import MatchSettings, default_settings
from conquian.core.ruleset import RuleSet

LEAST_CLOCK, MOST_CLOCK = 5, 3600
"""Seconds of the turn clock that may be chosen."""
_CODE = re.compile(r"[A-Za-z0-9_-]{1,40}", re.ASCII)


class Chat(StrEnum):
    """What people may say to each other."""

    OFF = "off"
    PHRASES = "phrases"
    """Preset phrases, which everybody reads in his own language."""
    FREE = "free"


@dataclass(frozen=True, slots=True)
class Options:
    """What the host may change while the table is open.

    Attributes:
        clock: seconds for a decision, or ``None`` for no clock.
        spectators: who has no seat may watch; he is told public facts alone.
        chat: what may be said.
        bots_replace: a bot goes on for somebody who leaves during a deal, who otherwise forfeits
            it.

    Raises:
        BadRules: ``bad_value``, naming the option.
    """

    clock: int | None = 60
    spectators: bool = True
    chat: Chat = Chat.PHRASES
    bots_replace: bool = True

    def __post_init__(self) -> None:
        clock: Any = self.clock
        if clock is not None and (
            not isinstance(clock, int)
            or isinstance(clock, bool)
            or not LEAST_CLOCK <= clock <= MOST_CLOCK
        ):
            raise _bad("clock", clock, f"null · {LEAST_CLOCK}–{MOST_CLOCK}")
        for name in ("spectators", "bots_replace"):
            if not isinstance(getattr(self, name), bool):
                raise _bad(name, getattr(self, name), "true · false")
        chat: Any = self.chat
        if not isinstance(chat, str) or chat not in set(Chat):
            raise _bad("chat", chat, " · ".join(Chat))
        object.__setattr__(self, "chat", Chat(chat))

    def changed(self, name: str, value: object) -> Options:
        """With one option changed.

        Raises:
            BadRules: ``bad_value``: there is no such option, or it cannot have this value.
        """
        if name not in OPTION_NAMES:
            raise _bad("option", name, " · ".join(OPTION_NAMES))
        changes: dict[str, Any] = {name: value}
        return replace(self, **changes)

    def as_object(self) -> dict[str, Any]:
        """As a JSON value."""
        return {
            "clock": self.clock,
            "spectators": self.spectators,
            "chat": str(self.chat),
            "bots_replace": self.bots_replace,
        }


OPTION_NAMES = ("clock", "spectators", "chat", "bots_replace")


@dataclass(frozen=True, slots=True)
class TableSettings:
    """What is settled for good when a table is opened.

    Attributes:
        rules: the rule set.
        players: number of seats.
        match: how the match is played; ``None``: as usual for the rules (rules.md §7).
        options: what the host may change.
        code: the name of the table, which every shuffle is bound to: 1–40 letters, digits,
            ``-`` and ``_``.
        packet: cards dealt at a time, 1 or 2.
        bot_seed: what the chance of the bots is drawn from. Nobody at the table may know it.

    Raises:
        BadRules: ``players_not_allowed``, or ``bad_value``.
    """

    rules: RuleSet
    players: int
    match: MatchSettings | None = None
    options: Options = Options()
    code: str = "table"
    packet: int = 1
    bot_seed: str = field(default_factory=lambda: secrets.token_hex(8))

    def __post_init__(self) -> None:
        self.rules.hand_size(self.players)
        if self.packet not in (1, 2):
            raise _bad("packet", self.packet, "1 · 2")
        if not _CODE.fullmatch(self.code):
            raise _bad("code", self.code, "A–Z a–z 0–9 - _")
        if self.match is None:
            object.__setattr__(self, "match", default_settings(self.rules))

    @property
    def match_settings(self) -> MatchSettings:
        """How the match is played."""
        return self.match or default_settings(self.rules)


def match_object(match: MatchSettings) -> dict[str, Any]:
    """Match settings as a JSON value."""
    return {
        "first_dealer": str(match.first_dealer),
        "stakes": str(match.stakes),
        "after_draw": str(match.after_draw),
        "stake": match.stake,
        "deals": match.deals,
        "points": match.points,
    }


def read_match(data: Mapping[str, Any]) -> MatchSettings:
    """Read what :func:`match_object` writes; missing settings are the usual ones.

    Raises:
        BadRules: ``bad_value``: an unknown setting, or an impossible value.
    """
    known = MatchSettings.__slots__
    for name in data:
        if name not in known:
            raise _bad("match", name, " · ".join(known))
    return MatchSettings(**data)


def read_options(data: Mapping[str, Any]) -> Options:
    """Read what :meth:`Options.as_object` writes; missing options are the usual ones.

    Raises:
        BadRules: ``bad_value``: an unknown option, or an impossible value.
    """
    options = Options()
    for name, value in data.items():
        options = options.changed(name, value)
    return options


def _bad(name: str, value: object, allowed: str) -> BadRules:
    return BadRules("bad_value", field=name, value=shown(value), allowed=allowed)
