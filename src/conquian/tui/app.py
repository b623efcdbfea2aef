"""The app: its screens, and what they share."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Protocol

from textual.app import App
from textual.binding import Binding, BindingType

from conquian.core.catalogue import sentence
from conquian.core.errors import ConquianError
from conquian.core.presets import Faces
from conquian.play.session import Plan, Session
from conquian.records.format import GameRecord
from conquian.tui.desk import Desk, Taste
from conquian.tui.local import PACE, Kept, LocalDesk
from conquian.tui.screens.dialogs import Menu, Prompt
from conquian.tui.screens.home import HomeScreen
from conquian.tui.screens.replay import ReplayScreen
from conquian.tui.screens.table import TableScreen
from conquian.tui.words import Words


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
    """

    CSS_PATH = "conquian.tcss"
    TITLE = "Conquián"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "quit", show=False, priority=True)]

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
        self.push_screen(TableScreen(desk))

    def leave_table(self, screen: TableScreen) -> None:
        """Home, the table let go of."""
        while self.screen is not screen and len(self.screen_stack) > 2:  # noqa: PLR2004 - home stays
            self.pop_screen()
        self.pop_screen()
        self.run_worker(screen.desk.close())

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
        from conquian.tui.remote import RemoteDesk

        try:
            desk = RemoteDesk(link, self.taste)
        except ConquianError as fault:
            self.tell(self.words.refusal(fault))
        else:
            self.sit_down(desk)

    # Replays.

    def can_replay(self, desk: Desk) -> bool:
        """The last deal of a table can be looked at step by step."""
        return isinstance(desk, LocalDesk)

    def replay_of(self, desk: Desk) -> None:
        """Look at the last deal of a table."""
        if isinstance(desk, LocalDesk):
            record = desk.session.record()
            if record is not None:
                self.show_replay([record], desk.viewer)

    def show_replay(self, records: Sequence[GameRecord], seat: int | None = None) -> None:
        """Look at deals."""
        self.push_screen(ReplayScreen(records, self.taste, mine=seat))

    def replay_file(self, path: Path) -> None:
        """Look at the deals of a file that hold."""
        from conquian.records.reader import ReadRecord, read_records

        try:
            with path.open("rb") as stream:
                read = list(read_records(stream))
        except OSError as fault:
            self.tell(self.say("app_unreadable", text=str(path), problem=fault.strerror or ""))
            return
        records = [one.record for one in read if isinstance(one, ReadRecord)]
        if records:
            self.show_replay(records)
            return
        problem = self.say("app_no_record", text=str(path))
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

    def tell_code(self, code: str) -> str:
        """A sentence without parameters."""
        return sentence(code, {}, self.taste.lang)
