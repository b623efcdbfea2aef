"""The app: its screens, and what they share."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, ClassVar, Protocol

from textual.app import App
from textual.binding import Binding, BindingType

from conquian.core.errors import ConquianError
from conquian.core.presets import Faces
from conquian.play.session import Plan, Session
from conquian.records.format import GameRecord
from conquian.records.reader import ReadRecord, read_records
from conquian.tui.desk import Desk, Taste
from conquian.tui.local import PACE, Kept, LocalDesk
from conquian.tui.screens.dialogs import Menu, Prompt
from conquian.tui.screens.home import HomeScreen
from conquian.tui.screens.replay import ReplayScreen
from conquian.tui.screens.table import TableScreen
from conquian.tui.words import Words

INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells give it."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A match that can be gone on with: its file, and what it is called."""

    path: Path
    text: str


class Shelf(Protocol):
    """Where matches are kept; the command brings it along."""

    def new(self) -> Kept | None:
        """A place for a new match; ``None`` where nothing is kept."""

    def saved(self) -> Sequence[Saved]:
        """The matches kept, the last one first."""

    def token(self, server: str) -> str:
        """Who this person is at a server; the same every time."""

    def load(self, path: Path) -> tuple[Session, Kept]:
        """A match to go on with.

        Raises:
            ConquianError: why not.
            OSError: the file cannot be read.
        """


class ConquianApp(App[int]):
    """Conquián in the terminal.

    Args:
        taste: language and faces.
        shelf: where matches are kept, or ``None``.
        pace: seconds between what bots do.
        first: opens what was asked for on the command line instead of the home screen.

    Attributes:
        place: the file of the match that was played last, or ``""``.
    """

    CSS_PATH = "conquian.tcss"
    TITLE = "Conquián"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", show=False, priority=True)
    ]

    def __init__(
        self,
        taste: Taste,
        shelf: Shelf | None = None,
        *,
        pace: float = PACE,
        first: Callable[[ConquianApp], None] | None = None,
    ) -> None:
        super().__init__()
        self.taste = taste
        self.shelf = shelf
        self.pace = pace
        self.place = ""
        self._first = first

    @property
    def words(self) -> Words:
        """Words that are about no table."""
        return Words(self.taste.lang, self.taste.faces or Faces.SPANISH, "spanish40")

    def say(self, code: str, **params: object) -> str:
        """A sentence that is about no table."""
        return self.words.say(code, **params)

    def on_mount(self) -> None:
        """Begin at home, or where the command line says."""
        self.push_screen(HomeScreen())
        if self._first is not None:
            self._first(self)

    # Tables.

    def play(self, plan: Plan) -> None:
        """A new match."""
        kept = self.shelf.new() if self.shelf is not None else None
        self.sit_down(LocalDesk(Session.start(plan), kept, self.taste, pace=self.pace))

    def sit_down(self, desk: Desk) -> None:
        """At a table."""
        self.place = desk.place or self.place
        self.push_screen(TableScreen(desk))

    def leave_table(self, screen: TableScreen) -> None:
        """Home, the table let go of."""
        while self.screen is not screen and len(self.screen_stack) > 2:
            self.pop_screen()
        self.pop_screen()

    def action_interrupt(self) -> None:
        """Ctrl-C: away at once; whatever was done is kept."""
        self.exit(INTERRUPTED)

    def resume(self, path: Path) -> None:
        """Go on with a match that was kept."""
        if self.shelf is None:
            return
        try:
            session, kept = self.shelf.load(path)
        except ConquianError as fault:
            self.tell(self.words.refusal(fault))
        except OSError as fault:
            self.tell(self.say("app_unreadable", text=str(path), problem=fault.strerror or ""))
        else:
            self.sit_down(LocalDesk(session, kept, self.taste, pace=self.pace))

    def join(self, link: str) -> None:
        """A table of a running server."""
        from conquian.tui.remote import Link, RemoteDesk

        try:
            where = Link(link)
            token = self.shelf.token(where.origin) if self.shelf is not None else None
            desk = RemoteDesk(where, self.taste, token)
        except ConquianError as fault:
            self.tell(self.words.refusal(fault))
        else:
            self.sit_down(desk)

    # Replays.

    def can_replay(self, desk: Desk) -> bool:
        """The last deal of a table can be looked at step by step."""
        return desk.view is not None and desk.view.result is not None

    def replay_of(self, desk: Desk) -> None:
        """Look at the last deal of a table."""
        if isinstance(desk, LocalDesk):
            record = desk.session.record()
            if record is not None:
                self.show_replay([record], desk.viewer)
        else:
            self.run_worker(self._fetched(desk))

    async def _fetched(self, desk: Desk) -> None:
        """Look at the last deal of a table elsewhere."""
        line = await desk.record()
        if line is None:
            self.tell(self.say("app_no_record", text=self.say("app_server")))
        else:
            seat = desk.facts.you if desk.facts is not None else None
            self._replay_stream(io.BytesIO(line), self.say("app_server"), seat)

    def show_replay(self, records: Sequence[GameRecord], seat: int | None = None) -> None:
        """Look at deals."""
        self.push_screen(ReplayScreen(records, self.taste, mine=seat))

    def replay_file(self, path: Path) -> None:
        """Look at the deals of a file that hold."""
        try:
            with path.open("rb") as stream:
                self._replay_stream(stream, str(path), None)
        except OSError as fault:
            self.tell(self.say("app_unreadable", text=str(path), problem=fault.strerror or ""))

    def _replay_stream(self, stream: BinaryIO, name: str, seat: int | None) -> None:
        read = list(read_records(stream))
        records = [one.record for one in read if isinstance(one, ReadRecord)]
        if records:
            self.show_replay(records, seat)
            return
        problem = self.say("app_no_record", text=name)
        refused = [self.words.refusal(one.fault) for one in read if not isinstance(one, ReadRecord)]
        self.tell(" ".join([problem, *refused[:1]]))

    # Questions.

    def tell(self, text: str) -> None:
        """Something that must be read."""
        options = [("ok", self.say("app_close"))]
        self.push_screen(Menu("Conquián", text, options, self.say("app_close")))

    def ask(self, title: str, body: str, value: str, then: Callable[[str], None]) -> None:
        """A line of text, for whoever needs it."""

        def answered(text: str | None) -> None:
            if text:
                then(text)

        self.push_screen(Prompt(title, body, value, self.say("app_back")), answered)

    def ask_name(self, then: Callable[[str], None]) -> None:
        """What a person wants to be called."""
        name = os.environ.get("USER", "")[:20]
        self.ask(self.say("app_name_title"), self.say("app_name_what"), name, then)
