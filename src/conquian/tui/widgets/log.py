"""What has happened in the deal, and what is said to the person alone."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from conquian.tui.frames import Told
from conquian.tui.widgets.picture import GOLD, QUIET, TEXT

_MOST = 200


class LogView(VerticalScroll):
    """The told events, the newest at the bottom. It takes no focus: the mouse wheel moves it."""

    can_focus = False

    def __init__(self) -> None:
        super().__init__(id="log")
        self._static = Static("", id="told")
        self._shown = ""

    def compose(self) -> ComposeResult:
        """One text."""
        yield self._static

    def show(self, told: Sequence[Told], notices: Sequence[tuple[int, str]], mark: int = 0) -> None:
        """Show these.

        Args:
            told: what has happened.
            notices: sentences for the person alone, each with the version it came after.
            mark: what came after this version is new to the person.
        """
        rows: list[tuple[int, int, Text]] = [
            (one.version, 0, self._told(one, mark)) for one in told if one.text
        ]
        rows += [(version, 1, Text(f"! {text}", Style(color=GOLD))) for version, text in notices]
        rows.sort(key=lambda row: row[:2])
        text = Text("\n").join(row for _, _, row in rows[-_MOST:])
        if text.plain == self._shown:
            return
        self._shown = text.plain
        self._static.update(text)
        self.scroll_end(animate=False)

    @staticmethod
    def _told(one: Told, mark: int) -> Text:
        colour = TEXT if one.version > mark else QUIET
        return Text(("▸ " if one.mine else "· ") + (one.text or ""), Style(color=colour))
