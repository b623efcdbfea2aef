"""Lines in, lines out: the only place of the interface that touches a terminal."""

from __future__ import annotations

import io
import os
import shutil
import sys
import textwrap
from collections.abc import Mapping
from typing import TextIO

from conquian.cli.line.words import clean

_CLEAR = "\x1b[2J\x1b[3J\x1b[H"
_LINES = 40
_MOST_WIDTH = 100
_MOST_TYPED = 1000


class InputEnded(Exception):
    """Nobody will type any more."""


class Console:
    """Where people read and type.

    Args:
        out: where lines go.
        typed: where they come from.
        ansi: colour, and clearing the screen, may be used.
        screen: people look at a screen, so that hands must be wiped off it; otherwise a pipe.
    """

    def __init__(self, out: TextIO, typed: TextIO, *, ansi: bool, screen: bool) -> None:
        self._out = out
        self._typed = typed
        self.ansi = ansi
        self.screen = screen

    @staticmethod
    def standard(*, colour: bool, environ: Mapping[str, str] | None = None) -> Console:
        """Standard input and output; ANSI codes only on a terminal, and only where wanted."""
        variables = os.environ if environ is None else environ
        source = sys.stdin or io.StringIO()  # closed by whoever started us: the input has ended
        screen = source.isatty() and sys.stdout.isatty()
        plain = variables.get("NO_COLOR") or variables.get("TERM") == "dumb"
        ansi = screen and colour and not plain and _understands_ansi()
        reconfigure = getattr(source, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
        return Console(sys.stdout, source, ansi=ansi, screen=screen)

    def say(self, text: str = "") -> None:
        """One line, or several."""
        self._out.write(text + "\n")

    def paragraph(self, text: str, indent: str = "") -> None:
        """A longer text; wrapped on a screen, one line in a pipe."""
        if self.screen:
            width = min(_MOST_WIDTH, max(30, shutil.get_terminal_size().columns - 1))
            text = textwrap.fill(
                text, width, initial_indent=indent, subsequent_indent=" " * len(indent)
            )
            self.say(text)
        else:
            self.say(indent + text)

    def ask(self, prompt: str) -> str:
        """The next line typed: printable, blanks made single.

        Raises:
            InputEnded: at the end of the input.
        """
        self._out.write(prompt)
        self._out.flush()
        line = self._typed.readline()
        if not self.screen:
            # A pipe shows nothing of what was typed; what comes next begins a line of its own.
            self._out.write("\n")
        if not line:
            raise InputEnded
        return clean(line, _MOST_TYPED)

    def hide(self) -> None:
        """Wipe what a screen shows, so that the next player does not see it."""
        if not self.screen:
            return
        self._out.write(_CLEAR if self.ansi else "\n" * max(_LINES, _height()))

    def flush(self) -> None:
        """Everything said is really shown."""
        self._out.flush()


def _height() -> int:
    return shutil.get_terminal_size().lines


def _understands_ansi() -> bool:
    """Whether escape codes work; on Windows they must be switched on."""
    if os.name != "nt":
        return True
    return _switch_on_windows()


def _switch_on_windows() -> bool:  # pragma: no cover - only there
    try:
        import ctypes

        kernel = ctypes.windll.kernel32  # type: ignore[attr-defined,unused-ignore]
        handle = kernel.GetStdHandle(-11)
        mode = ctypes.c_ulong()
        if not kernel.GetConsoleMode(handle, ctypes.byref(mode)):
            return False
        return bool(kernel.SetConsoleMode(handle, mode.value | 4))
    except (ImportError, AttributeError, OSError):
        return False
