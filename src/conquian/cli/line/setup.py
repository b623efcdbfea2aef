"""From the options of ``conquian play`` to a session: rules, seats, match settings."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from conquian.bots import levels, registry
from conquian.cli.line.words import Words, clean
from conquian.core.errors import BadRules, ConquianError
from conquian.core.match import MatchSettings, default_settings
from conquian.core.presets import ABOUT, Faces
from conquian.core.ruleset import RuleSet
from conquian.play.session import Plan, Seat

BOT_NAMES = ("Beto", "Lupe", "Nacho", "Chayo", "Memo", "Meche")
"""Names for bots that were given none."""
_BOT = "bot:"


class BadOptions(ConquianError):
    """The options do not go together."""


def read_rules(text: str) -> RuleSet:
    """A preset, a house-rule text, a JSON object, or a file that holds one of these.

    Raises:
        BadRules: with the field or the preset named.
        OSError: the file cannot be read.
    """
    stripped = text.strip()
    if not stripped.startswith("{") and _is_file(stripped):
        stripped = Path(stripped).read_bytes()[:100_000].decode(errors="replace").strip()
    if stripped.startswith("{"):
        try:
            return RuleSet.read(json.loads(stripped))
        except (ValueError, RecursionError) as fault:
            if isinstance(fault, BadRules):
                raise
            raise BadRules("bad_rules_text", text=clean(stripped, 60)) from None
    return RuleSet.parse(stripped)


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False


def usual_faces(rules: RuleSet) -> Faces:
    """The faces a variant is usually shown with."""
    if rules.base is not None:
        return ABOUT[rules.base].faces
    return Faces.FRENCH if rules.pack == "full52" else Faces.SPANISH


def settings_of(args: Namespace, rules: RuleSet) -> MatchSettings:
    """How the match is played: as usual for the rules, unless the options say otherwise.

    Raises:
        BadRules: ``bad_value``.
    """
    given = {
        name: getattr(args, name)
        for name in ("first_dealer", "stakes", "after_draw", "stake", "deals", "points")
        if getattr(args, name) is not None
    }
    return replace(default_settings(rules), **given)


def plan_of(args: Namespace, rules: RuleSet, words: Words) -> Plan:
    """Who sits where, and everything else that is settled before the first deal.

    Raises:
        BadRules: impossible match settings, or not that many players.
        BadOptions: the seats do not go together.
        BadBot: there is no such bot, or it cannot play by these rules.
    """
    seats = seats_of(args, rules)
    rules.hand_size(len(seats))
    for seat in seats:
        if seat.bot is not None:
            registry.check(seat.bot)
            levels.check(seat.bot, rules, len(seats))
    registry.make_ready(seat.bot for seat in seats if seat.bot is not None)
    return Plan(
        rules,
        named(seats, words),
        settings_of(args, rules),
        seed=args.seed,
        packet=args.packet or 1,
    )


def bot_specs(given: Sequence[str] | None) -> list[str]:
    """The bots of ``--bots A,B --bots C``; a command may hold commas."""
    specs: list[str] = []
    for text in given or ():
        if text.strip().startswith("cmd:"):
            specs.append(text.strip())
        else:
            specs += [spec.strip() for spec in text.split(",") if spec.strip()]
    return specs


def seats_of(args: Namespace, rules: RuleSet) -> list[Seat]:
    """Who sits where; names may still be missing.

    Raises:
        BadOptions: the seats do not go together.
    """
    bots = bot_specs(args.bots)
    if args.seat:
        if args.people is not None:
            raise BadOptions("line_no_people_bots")
        seats = [_seat(text) for text in args.seat]
    else:
        seats = [Seat("")] * (1 if args.people is None else args.people)
    players = args.players
    if players is None:
        players = _usual_players(rules, len(seats), len(bots), alone=args.people is None)
    missing = players - len(seats)
    if missing < 0 or len(bots) > missing:
        number = len(seats) + len(bots)
        raise BadOptions("line_seats_count", number=number, players=players)
    specs = bots or ["heuristic"]
    specs += specs[-1:] * (missing - len(specs))
    return seats + [Seat("", spec) for spec in specs[:missing]]


def _usual_players(rules: RuleSet, seats: int, bots: int, *, alone: bool) -> int:
    """How many play where nobody says: those named, and as many as the rules need at least."""
    named_ones = seats + bots
    if alone and named_ones == 1:
        named_ones = 2
    more = [count for count in rules.player_counts if count >= named_ones]
    return more[0] if more else named_ones


def _seat(text: str) -> Seat:
    """``Ana``, ``bot:greedy``, or ``Beto=bot:greedy``."""
    name, equals, spec = text.partition("=")
    if equals and spec.strip().startswith(_BOT):
        return Seat(name, spec.strip()[len(_BOT) :])
    if text.strip().startswith(_BOT):
        return Seat("", text.strip()[len(_BOT) :])
    return Seat(text)


def named(seats: Sequence[Seat], words: Words) -> tuple[Seat, ...]:
    """These seats, each with a name that can be shown and is not somebody else's."""
    people = sum(seat.bot is None for seat in seats)
    taken: set[str] = set()
    made: list[Seat] = []
    given = {clean(seat.name).casefold() for seat in seats}
    for number, seat in enumerate(seats, 1):
        name = clean(seat.name)
        if not name and seat.bot is not None:
            free = [name for name in BOT_NAMES if name.casefold() not in taken | given]
            name = free[0] if free else f"Bot {number}"
        elif not name:
            name = words.say("line_person")
            if people > 1:
                name = words.say("line_person_number", number=number)
        base, again = name, 2
        while name.casefold() in taken:
            name, again = f"{base} {again}", again + 1
        taken.add(name.casefold())
        made.append(Seat(name, seat.bot))
    return tuple(made)
