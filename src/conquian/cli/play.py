"""``conquian play``: play in the terminal, against bots or with people at one keyboard."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from dataclasses import replace
from pathlib import Path

from conquian.bots import registry
from conquian.cli import PROGRAM, USAGE
from conquian.cli.line.archive import Archive, FileRefused, latest, load, new_path
from conquian.cli.line.console import Console, InputEnded
from conquian.cli.line.loop import INTERRUPTED, Play
from conquian.cli.line.setup import (
    named,
    plan_of,
    read_rules,
    seats_of,
    usual_faces,
)
from conquian.cli.line.words import Words
from conquian.cli.options import add_lang, whole_number
from conquian.core.errors import ConquianError, NotLegal
from conquian.core.match import AfterDraw, FirstDealer, Stakes
from conquian.core.presets import Faces
from conquian.core.ruleset import RuleSet
from conquian.play.session import Session

HELP = (
    "Play Conquián in the terminal. Without options you are in a game against a bot at once. "
    "Everything is lines of text, so that pipes and screen readers can use it. The match is saved "
    "after every move; Ctrl-C leaves (exit status 130), the end of the input too (0), and --resume "
    "goes on. Mind that the file of an unfinished deal holds all cards, the hidden ones too."
)
_FROM_FILE = {
    "rules": "--rules",
    "players": "--players",
    "seed": "--seed",
    "packet": "--packet",
    "deals": "--deals",
    "points": "--points",
    "stakes": "--stakes",
    "stake": "--stake",
    "after_draw": "--after-draw",
    "first_dealer": "--first-dealer",
}
_LATEST = ""


def add_arguments(parser: ArgumentParser) -> None:
    """See ``conquian play --help``."""
    parser.add_argument(
        "--rules",
        help="a preset, a house rule like 'mexicano(yucas=1)', a JSON object, or a file with one "
        "of these (default: mexicano; `conquian rules` lists the presets)",
    )
    who = parser.add_argument_group("who plays")
    who.add_argument("--players", type=whole_number(2, 6), help="number of players")
    who.add_argument(
        "--people", type=whole_number(0, 6), help="people at this keyboard (default: 1)"
    )
    who.add_argument(
        "--bots",
        action="append",
        metavar="A,B,…",
        help="the bots on the other seats: heuristic (default), greedy, uniform, cmd:COMMAND",
    )
    who.add_argument(
        "--seat",
        action="append",
        metavar="WHO",
        help="once for each seat, in order of play: a name, bot:SPEC, or NAME=bot:SPEC",
    )
    match = parser.add_argument_group("the match (default: as usual for the rules)")
    most = 10**6
    match.add_argument("--deals", type=whole_number(1, most), help="end after this many deals")
    match.add_argument("--points", type=whole_number(1, most), help="end at this many points")
    match.add_argument("--stakes", choices=[str(value) for value in Stakes])
    match.add_argument("--stake", type=whole_number(1, most), help="points of one stake")
    match.add_argument("--after-draw", choices=[str(value) for value in AfterDraw])
    match.add_argument("--first-dealer", choices=[str(value) for value in FirstDealer])
    match.add_argument("--packet", type=int, choices=(1, 2), help="cards dealt at once")
    match.add_argument("--seed", help="a number or text that makes the whole match repeatable")
    show = parser.add_argument_group("how it looks")
    add_lang(parser)
    show.add_argument("--faces", choices=[str(value) for value in Faces], help="Spanish or French")
    show.add_argument(
        "--no-color", action="store_true", help="no colour and no clearing (also: NO_COLOR)"
    )
    files = parser.add_argument_group("the file")
    files.add_argument("--save", metavar="FILE", help="keep the match in this new file")
    files.add_argument("--no-save", action="store_true", help="do not keep the match")
    files.add_argument(
        "--resume",
        metavar="FILE",
        nargs="?",
        const=_LATEST,
        help="go on with the match in FILE (without FILE: the one saved last)",
    )


def run(args: Namespace) -> int:
    """Play; 0 at the end, 130 after Ctrl-C, 2 if it cannot begin."""
    console = Console.standard(colour=not args.no_color)
    words = Words(args.lang, Faces.SPANISH, "spanish40")
    try:
        session, archive, faces = _resumed(args, console, words) or _new(args, words)
    except _Refused as refused:
        print(f"{PROGRAM} play: {refused}", file=sys.stderr)
        return USAGE
    except ConquianError as fault:
        print(f"{PROGRAM} play: {words.refusal(fault)}", file=sys.stderr)
        return USAGE
    except InputEnded:
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    plan = session.plan
    words = Words(args.lang, faces, plan.rules.pack, plan.names, colour=console.ansi)
    return Play(session, console, words, archive, resumed=args.resume is not None).run()


class _Refused(Exception):
    """The game cannot begin; the reason is a sentence."""


def _faces(args: Namespace, rules: RuleSet, saved: object = None) -> Faces:
    for name in (args.faces, saved):
        if isinstance(name, str) and name in set(Faces):
            return Faces(name)
    return usual_faces(rules)


def _new(args: Namespace, words: Words) -> tuple[Session, Archive | None, Faces]:
    try:
        rules = read_rules(args.rules if args.rules is not None else "mexicano")
    except OSError as fault:
        raise _unreadable(args.rules, fault, words) from None
    plan = plan_of(args, rules, words)
    archive = None
    if not args.no_save:
        archive = _new_archive(args, words)
    return Session.start(plan), archive, _faces(args, rules)


def _new_archive(args: Namespace, words: Words) -> Archive | None:
    """Where a new match is kept; a place that was named must be usable."""
    if args.save is None:
        try:
            return Archive(new_path())
        except RuntimeError as fault:
            print(words.say("line_not_saved", text=str(fault)), file=sys.stderr)
            return None
    path = Path(args.save)
    if path.exists():
        raise _Refused(words.say("line_file_exists", text=args.save))
    if not path.parent.is_dir():
        problem = words.say("line_no_folder", text=str(path.parent))
        raise _Refused(words.say("line_not_saved", text=problem))
    return Archive(path)


def _resumed(
    args: Namespace, console: Console, words: Words
) -> tuple[Session, Archive | None, Faces] | None:
    """The match of a file; ``None`` if none is named."""
    if args.resume is None:
        return None
    given = [option for name, option in _FROM_FILE.items() if getattr(args, name) is not None]
    if given:
        raise _Refused(words.say("line_resume_takes", allowed=", ".join(given)))
    path = latest() if args.resume == _LATEST else Path(args.resume)
    if path is None:
        raise _Refused(words.say("line_nothing_saved"))
    try:
        record, extra, archive = load(path)
    except OSError as fault:
        raise _unreadable(str(path), fault, words) from None
    except FileRefused as refused:
        if refused.fault is None:
            raise _Refused(words.say("line_file_empty", text=str(path))) from None
        problem = words.refusal(refused.fault)
        raise _Refused(
            words.say("line_file_refused", text=str(path), line=refused.line, problem=problem)
        ) from None
    seats = None
    if args.seat or args.people is not None or args.bots:
        args.players = record.players
        seats = named(seats_of(args, record.rules), words)
    try:
        session = Session.resume(record, extra, seats)
    except NotLegal:
        raise _Refused(words.say("line_match_over")) from None
    if session.match.is_over and not session.match.open:
        raise _Refused(words.say("line_match_over"))
    if seats is None:
        _check_saved_bots(session, console, words)
    plan = session.plan
    session.plan = replace(plan, seats=named(plan.seats, words))
    if args.no_save:
        keep = None
    elif args.save is not None:
        keep = _new_archive(args, words)
    else:
        keep = archive
    saved = extra.get("faces") if isinstance(extra, dict) else None
    return session, keep, _faces(args, record.rules, saved)


def _check_saved_bots(session: Session, console: Console, words: Words) -> None:
    """A file may come from somebody else: the programs it names are not started unasked."""
    for seat in session.plan.seats:
        if seat.bot is None:
            continue
        registry.check(seat.bot)
        if seat.bot.strip().startswith("cmd:"):
            command = seat.bot.strip().removeprefix("cmd:")
            question = words.say("line_start_program", text=_plain(command), name=_plain(seat.name))
            answer = console.ask(question + words.say("line_yes_no")).casefold()
            if answer not in ("y", "yes", "s", "si", "sí"):
                raise _Refused(words.say("line_program_not_started"))
    registry.make_ready(seat.bot for seat in session.plan.seats if seat.bot is not None)


def _plain(text: str) -> str:
    return "".join(char if char.isprintable() else "\ufffd" for char in text)


def _unreadable(path: str, fault: OSError, words: Words) -> _Refused:
    problem = fault.strerror or str(fault)
    return _Refused(words.say("line_file_unreadable", text=path, problem=problem))
