"""What opens over a screen: a page to read, a choice, a line to type, a curtain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from conquian.tui.widgets.bars import key_line


class Page(ModalScreen[None]):
    """Something to read; any of Esc, Enter, q closes it.

    Args:
        title: what it is.
        body: the text.
        close: what the footer says of closing.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,question_mark", "dismiss", show=False),
        Binding("down,j", "down", show=False),
        Binding("up,k", "up", show=False),
        Binding("pagedown,space", "page_down", show=False),
        Binding("pageup", "page_up", show=False),
    ]

    def __init__(self, title: str, body: Text, close: str) -> None:
        super().__init__()
        self._title = title
        self._body = body
        self._close = close

    def compose(self) -> ComposeResult:
        """Title, text, keys."""
        with Vertical(classes="box wide"):
            yield Static(self._title, classes="title", markup=False)
            with VerticalScroll(classes="body", can_focus=False):
                yield Static(self._body)
            yield Static(key_line([("Esc", self._close), ("↑ ↓", "")]))

    def action_down(self) -> None:
        """A line down."""
        self.query_one(VerticalScroll).scroll_down(animate=False)

    def action_up(self) -> None:
        """A line up."""
        self.query_one(VerticalScroll).scroll_up(animate=False)

    def action_page_down(self) -> None:
        """A page down."""
        self.query_one(VerticalScroll).scroll_page_down(animate=False)

    def action_page_up(self) -> None:
        """A page up."""
        self.query_one(VerticalScroll).scroll_page_up(animate=False)


class Menu(ModalScreen[str | None]):
    """A choice; ``None`` if none is made.

    Args:
        title: what is asked.
        body: what should be known for it.
        options: name and text of each.
        back: what the footer says of Esc.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", show=False),
        Binding("pagedown", "read(1)", show=False, priority=True),
        Binding("pageup", "read(-1)", show=False, priority=True),
    ]

    def __init__(
        self, title: str, body: Text | str, options: Sequence[tuple[str, str]], back: str
    ) -> None:
        super().__init__()
        self._title = title
        self._body = body
        self._options = options
        self._back = back

    def compose(self) -> ComposeResult:
        """Title, text, options, keys."""
        with Vertical(classes="box wide menu"):
            yield Static(self._title, classes="title", markup=False)
            if self._body:
                with VerticalScroll(classes="body", can_focus=False):
                    body = self._body if isinstance(self._body, Text) else Text(self._body)
                    yield Static(body)
                yield Static("", classes="gap")
            yield OptionList(*(Option(Text(text), id=name) for name, text in self._options))
            yield Static(key_line([("Enter", "✓"), ("Esc", self._back), ("PgUp PgDn", "")]))

    def action_read(self, way: int) -> None:
        """The text moves, where it is longer than its place."""
        for body in self.query(VerticalScroll):
            body.scroll_relative(y=way * 5, animate=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """This one."""
        event.stop()
        self.dismiss(event.option_id)

    def action_back(self) -> None:
        """None of them."""
        self.dismiss(None)


class Prompt(ModalScreen[str | None]):
    """A line to type; ``None`` if it is not.

    Args:
        title: what is asked.
        body: what should be known for it.
        value: what stands there already.
        back: what the footer says of Esc.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back", show=False)]

    def __init__(self, title: str, body: str, value: str, back: str) -> None:
        super().__init__()
        self._title = title
        self._body = body
        self._value = value
        self._back = back

    def compose(self) -> ComposeResult:
        """Title, text, line, keys."""
        with Vertical(classes="box wide"):
            yield Static(self._title, classes="title", markup=False)
            yield Static(Text(self._body))
            yield Input(self._value)
            yield Static(key_line([("Enter", "✓"), ("Esc", self._back)]))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """This is it."""
        event.stop()
        self.dismiss(event.value.strip() or None)

    def action_back(self) -> None:
        """Nothing."""
        self.dismiss(None)


class Curtain(ModalScreen[bool]):
    """Hides the table until the next person is alone with it.

    Args:
        title: whose turn it is.
        body: what to do.
    """

    CSS = "Curtain { background: #061512; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "lift", show=False),
        Binding("escape,q", "leave", show=False),
    ]

    def __init__(self, title: str, body: str) -> None:
        super().__init__()
        self._title = title
        self._body = body

    def compose(self) -> ComposeResult:
        """A box on an empty screen."""
        with Vertical(classes="box"):
            yield Static(self._title, classes="title", markup=False)
            yield Static(Text(self._body))

    def on_click(self) -> None:
        """A click anywhere is as good as Enter."""
        self.dismiss(True)

    def action_lift(self) -> None:
        """The person is there."""
        self.dismiss(True)

    def action_leave(self) -> None:
        """Nobody plays on."""
        self.dismiss(False)
