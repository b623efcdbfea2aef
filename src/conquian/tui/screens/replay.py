"""A record step by step: forward and back, all hands open or as one seat saw it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.timer import Timer

from conquian.core.presets import Faces
from conquian.records.format import GameRecord
from conquian.tui.desk import Taste
from conquian.tui.replay import Replay, replay, replay_words
from conquian.tui.widgets.bars import Deed
from conquian.tui.widgets.board import Board, Shown
from conquian.tui.widgets.picture import Chosen

if TYPE_CHECKING:
    from conquian.tui.app import ConquianApp

STEP_SECONDS = 1.0
"""Between two steps that are made by themselves."""
_OF_MINE = ("took", "paid", "melded", "forced", "exchanged", "passed")


class ReplayScreen(Screen[None]):
    """Deals to look at.

    Args:
        records: that hold.
        taste: language and faces.
        mine: the seat that sits below at first; ``None``: the first.
    """

    app: ConquianApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,n", "step(1)", show=False),
        Binding("left,b", "step(-1)", show=False),
        Binding("down,pagedown", "step(10)", show=False),
        Binding("up,pageup", "step(-10)", show=False),
        Binding("home", "step(-10000)", show=False),
        Binding("end", "step(10000)", show=False),
        Binding("space,enter", "do('run')", show=False),
        *(
            Binding(key, f"do('{what}')", show=False)
            for key, what in (
                *(("o", "open"), ("v", "seat"), ("s", "sort"), ("l", "lang"), ("c", "faces")),
                *(("q", "leave"), ("escape", "leave")),
                *(("right_square_bracket", "next"), ("left_square_bracket", "before")),
            )
        ),
    ]

    def __init__(
        self, records: Sequence[GameRecord], taste: Taste, *, mine: int | None = None
    ) -> None:
        super().__init__()
        self.board = Board()
        self._records = records
        self._taste = taste
        self._seat = mine or 0
        self._number = 0
        self.place = 0
        self.opened = True
        self.by_rank = False
        self._timer: Timer | None = None
        self._replay: Replay | None = None

    def compose(self) -> ComposeResult:
        """The board alone."""
        yield self.board

    def on_mount(self) -> None:
        """Begin at the beginning."""
        self._read()

    def _read(self) -> None:
        record = self._records[self._number]
        self._seat %= record.players
        words = replay_words(record, self._taste.lang, self._taste.faces)
        self._replay = replay(record, self._seat, words, opened=self.opened)
        self.place = min(self.place, len(self._replay.views) - 1)
        self.show()

    def show(self) -> None:
        """The table after the present step."""
        shown = self._replay
        if shown is None:
            return
        words, view = shown.words, shown.views[self.place]
        last = len(shown.views) - 1
        told = shown.told[: self.place + 1]
        whose = words.say("app_replay_open" if self.opened else "app_replay_seat", seat=self._seat)
        self.board.show(
            Shown(
                shown.facts,
                view,
                words,
                words.say("app_replay_step", number=self.place, most=last),
                told[-1].text or "",
                told=told,
                mark=self.place,
                by_rank=self.by_rank,
                deeds=[
                    Deed("back", "←", words.say("app_replay_back")),
                    Deed("on", "→", words.say("app_replay_on"), main=self.place < last),
                    Deed(
                        "run",
                        "␣",
                        words.say("app_replay_stop" if self._timer else "app_replay_run"),
                    ),
                    Deed(
                        "open",
                        "O",
                        words.say("app_replay_close" if self.opened else "app_replay_all"),
                    ),
                ],
                keys=self._keys(),
                note=whose,
            )
        )

    def _keys(self) -> list[tuple[str, str]]:
        words = self.app.say
        keys = [("Home End", words("app_replay_ends")), ("V", words("app_replay_turn"))]
        if len(self._records) > 1:
            text = words("app_replay_deals", number=self._number + 1, most=len(self._records))
            keys.append(("[ ]", text))
        return [
            *keys,
            ("S", words("app_key_sort")),
            ("L", words("app_key_lang")),
            ("C", words("app_key_faces")),
            ("Q", words("app_key_leave")),
        ]

    def action_step(self, by: int) -> None:
        """On, or back."""
        self._stop()
        self._go(self.place + by)

    def _go(self, place: int) -> None:
        if self._replay is None:
            return
        self.place = max(0, min(place, len(self._replay.views) - 1))
        if self.place == len(self._replay.views) - 1:
            self._stop()
        self.show()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def action_do(self, what: str) -> None:
        """What keys and mouse ask for."""
        if what in ("on", "back"):
            self.action_step(1 if what == "on" else -1)
        elif what == "run":
            self._run()
        elif what == "open":
            self.opened = not self.opened
            self._read()
        elif what == "seat":
            self._seat += 1
            self._read()
        elif what == "sort":
            self.by_rank = not self.by_rank
            self.show()
        elif what in ("next", "before"):
            self._deal(1 if what == "next" else -1)
        elif what in ("lang", "faces"):
            self._like(what)
        elif what == "leave":
            self._stop()
            self.app.pop_screen()

    def _run(self) -> None:
        """By itself, or no longer."""
        if self._timer is not None:
            self._stop()
        else:
            self._timer = self.set_interval(STEP_SECONDS, lambda: self._go(self.place + 1))
        self.show()

    def _deal(self, by: int) -> None:
        self._stop()
        number = self._number + by
        if 0 <= number < len(self._records):
            self._number, self.place = number, 0
            self._read()

    def _like(self, what: str) -> None:
        if what == "lang":
            lang = "es" if self._taste.lang == "en" else "en"
            self._taste = replace(self._taste, lang=lang)
        elif self._replay is not None:
            french = self._replay.words.faces is Faces.FRENCH
            faces = Faces.SPANISH if french else Faces.FRENCH
            self._taste = replace(self._taste, faces=faces)
        self.app.taste = self._taste
        self._read()

    def on_chosen(self, event: Chosen) -> None:
        """The mouse."""
        event.stop()
        if event.what == "do":
            self.action_do(str(event.value))
        elif event.what == "seat" and isinstance(event.value, int):
            self._seat = event.value
            self._read()
        elif event.what == "upcard":
            self.action_step(1)
