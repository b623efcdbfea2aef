"""``conquian app``: the full-screen table in the terminal (extra ``[tui]``)."""

from __future__ import annotations

import argparse
import json
import os
import secrets
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from conquian.cli import PROGRAM, USAGE
from conquian.cli import play as line_mode
from conquian.cli.line.archive import Archive, FileRefused, folder, load, new_path
from conquian.cli.line.console import Console
from conquian.core.catalogue import add_part, sentence
from conquian.core.errors import ConquianError, NotLegal
from conquian.core.presets import Faces
from conquian.play.session import Session

if TYPE_CHECKING:
    from conquian.tui.app import ConquianApp, Saved

HELP = (
    "Play Conquián on a full screen in the terminal, with mouse and keys. Without options it "
    "begins with a menu; with any option of a match you are at the table at once. Matches are "
    "kept as `conquian play` keeps them, and either goes on with what the other has saved."
)
add_part("conquian.cli", "app")
_MATCH = ("rules", "players", "people", "bots", "seat", "deals", "points", "seed", "resume", "save")
_MOST_SAVED = 30


def add_arguments(parser: ArgumentParser) -> None:
    """See ``conquian app --help``."""
    other = parser.add_argument_group("instead of a match at this keyboard")
    other.add_argument("--join", metavar="LINK", help="a table of a running server, by its link")
    other.add_argument("--replay", metavar="FILE", help="look at deal records step by step")
    parser.add_argument(
        "--pace",
        type=_seconds,
        default=0.6,
        metavar="SECONDS",
        help="between what bots do (default: 0.6)",
    )
    line_mode.add_arguments(parser)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 60:
        raise argparse.ArgumentTypeError("must be a number of seconds, 0 to 60")
    return seconds


def run(args: Namespace) -> int:
    """Play; 0 at the end, 2 if it cannot begin."""
    if args.no_color:
        os.environ["NO_COLOR"] = "1"
    try:
        import textual  # noqa: F401 - is the extra there?
        import websockets  # noqa: F401
    except ImportError:
        return _failed(sentence("app_missing", {}, args.lang))
    if not (sys.stdin and sys.stdin.isatty() and sys.stdout.isatty()):
        return _failed(sentence("app_no_terminal", {}, args.lang))
    first: Callable[[ConquianApp], None] | None = None
    faces = Faces(args.faces) if args.faces else None
    if args.join is not None:
        first = _join(args.join)
    elif args.replay is not None:
        first = _replay(Path(args.replay))
    elif any(getattr(args, name) is not None for name in _MATCH):
        begun = line_mode.begin(args, Console.standard(colour=False), "app")
        if isinstance(begun, int):
            return begun
        session, archive, faces = begun
        first = _sit_down(session, archive)
    return _show(args, faces, first)


def _show(args: Namespace, faces: Faces | None, first: Callable[[ConquianApp], None] | None) -> int:
    from conquian.tui.app import ConquianApp
    from conquian.tui.desk import Taste

    shelf = None if args.no_save else Shelf(args.lang)
    app = ConquianApp(Taste(args.lang, faces), shelf, pace=args.pace, first=first)
    status = app.run()
    if app.place and Path(app.place).exists():
        print(sentence("app_kept", {"text": app.place}, args.lang))
    return status if isinstance(status, int) else app.return_code or 0


def _sit_down(session: Session, archive: Archive | None) -> Callable[[ConquianApp], None]:
    def first(app: ConquianApp) -> None:
        from conquian.tui.local import LocalDesk

        app.sit_down(LocalDesk(session, archive, app.taste, pace=app.pace))

    return first


def _join(link: str) -> Callable[[ConquianApp], None]:
    return lambda app: app.join(link)


def _replay(path: Path) -> Callable[[ConquianApp], None]:
    return lambda app: app.replay_file(path)


def _failed(text: str) -> int:
    print(f"{PROGRAM} app: {text}", file=sys.stderr)
    return USAGE


class BadFile(ConquianError):
    """A kept match cannot be gone on with."""


class Shelf:
    """The folder where matches are kept, for the app.

    Args:
        lang: of what is said about them.
    """

    def __init__(self, lang: str) -> None:
        self._lang = lang

    def new(self) -> Archive | None:
        """A place for a new match; ``None`` where the user has no home."""
        try:
            return Archive(new_path())
        except RuntimeError:
            return None

    def saved(self) -> Sequence[Saved]:
        """The matches kept, the last one first."""
        from conquian.tui.app import Saved

        try:
            paths = sorted(folder().glob("*.jsonl"), key=_age, reverse=True)
        except (OSError, RuntimeError):
            return []
        return [Saved(path, path.stem) for path in paths[:_MOST_SAVED]]

    def token(self, server: str) -> str:
        """Who this person is at a server: random, kept for the next time."""
        try:
            path = folder().parent / "servers.json"
            known = json.loads(path.read_text("utf-8")) if path.exists() else {}
            if not isinstance(known.get(server), str):
                known[server] = secrets.token_urlsafe(32)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.touch(mode=0o600)
                path.write_text(json.dumps(known), "utf-8")
            return str(known[server])
        except (OSError, RuntimeError, ValueError, AttributeError):
            return secrets.token_urlsafe(32)  # then the seat lasts as long as the app

    def load(self, path: Path) -> tuple[Session, Archive]:
        """A match to go on with; no outside program is started.

        Raises:
            BadFile: ``line_file_refused``, ``line_file_empty``, ``line_match_over`` or
                ``app_program_asks``.
            OSError: the file cannot be read.
        """
        try:
            record, extra, archive = load(path)
        except FileRefused as refused:
            if refused.fault is None:
                raise BadFile("line_file_empty", text=str(path)) from None
            problem = refused.fault.sentence(self._lang)
            raise BadFile(
                "line_file_refused", text=str(path), line=refused.line, problem=problem
            ) from None
        try:
            session = Session.resume(record, extra)
        except NotLegal:
            raise BadFile("line_match_over") from None
        if session.match.is_over and not session.match.open:
            raise BadFile("line_match_over")
        if any((seat.bot or "").strip().startswith("cmd:") for seat in session.plan.seats):
            raise BadFile("app_program_asks", text=str(path))
        return session, archive


def _age(path: Path) -> tuple[int, str]:
    return path.stat().st_mtime_ns, path.name
