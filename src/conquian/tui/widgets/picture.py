"""A widget that is drawn as a whole, and knows what lies where for the mouse."""

from __future__ import annotations

from dataclasses import dataclass

from rich.style import Style
from rich.text import Text
from textual.events import Click
from textual.message import Message
from textual.widget import Widget

FELT, CLOTH, TEXT, QUIET, GOLD = "#0f2f2a", "#143b34", "#ece7d8", "#93b3a8", "#f2c14e"
"""Colours of the table, of what lies on it in panels, of words, of quiet words, of what calls."""
BOLD = Style(bold=True)
CALLING = Style(color=GOLD, bold=True)
HUSHED = Style(color=QUIET)


@dataclass(frozen=True, slots=True)
class Spot:
    """A rectangle that can be clicked: columns and rows, the last ones not included."""

    left: int
    top: int
    right: int
    bottom: int
    what: str
    value: object = None


class Chosen(Message):
    """Something was chosen with the mouse.

    Args:
        what: ``card``, ``upcard``, ``seat``, ``melds``, ``way`` or ``do``.
        value: which one.
    """

    def __init__(self, what: str, value: object = None) -> None:
        super().__init__()
        self.what = what
        self.value = value


class Picture(Widget):
    """Something drawn by :meth:`paint`, which also says what can be clicked."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, classes=classes)
        self.spots: list[Spot] = []

    def paint(self, width: int, height: int) -> Text:
        """The picture at this size; fills :attr:`spots`."""
        raise NotImplementedError

    def render(self) -> Text:
        """What Textual shows."""
        self.spots = []
        return self.paint(self.content_size.width, self.content_size.height)

    def on_click(self, event: Click) -> None:
        """Tell what lies there."""
        at = event.get_content_offset(self)
        if at is None:
            return
        for spot in self.spots:
            if spot.left <= at.x < spot.right and spot.top <= at.y < spot.bottom:
                event.stop()
                self.post_message(Chosen(spot.what, spot.value))
                return
