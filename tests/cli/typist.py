"""Plays `conquian play` in this process: what is typed may depend on what was printed."""

from __future__ import annotations

import io
import signal
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from conquian.cli import play

Answer = Callable[[str], str | None]
"""What was printed since the last line typed → the next line, or None for the end of the input."""


class Keyboard(io.StringIO):
    """A standard input that asks a function for every line."""

    def __init__(self, printed: io.StringIO, answer: Answer) -> None:
        super().__init__()
        self._printed = printed
        self._answer = answer
        self._seen = 0
        self.typed: list[str] = []

    def readline(self, _size: int | None = -1, /) -> str:  # type: ignore[override]
        text = self._printed.getvalue()
        line = self._answer(text[self._seen :])
        self._seen = len(text)
        if line is None:
            return ""
        self.typed.append(line)
        return line + "\n"


@contextmanager
def streams(typed: TextIO, printed: TextIO) -> Iterator[None]:
    before = sys.stdin, sys.stdout
    sys.stdin, sys.stdout = typed, printed
    # Who leaves the table is not interrupted any more; the tests still may be.
    handler = signal.getsignal(signal.SIGINT)
    try:
        yield
    finally:
        sys.stdin, sys.stdout = before
        signal.signal(signal.SIGINT, handler)


def sit_down(arguments: list[str], answer: Answer) -> tuple[int, str]:
    """Exit status and everything printed. The match is not saved unless the arguments say so."""
    if "--save" not in arguments and "--resume" not in arguments:
        arguments = [*arguments, "--no-save"]
    parser = ArgumentParser()
    play.add_arguments(parser)
    printed = io.StringIO()
    keyboard = Keyboard(printed, answer)
    with streams(keyboard, printed):
        status = play.run(parser.parse_args(arguments))
    return status, printed.getvalue()


def scripted(*lines: str) -> Answer:
    """These lines, then the end of the input."""
    left = iter(lines)
    return lambda _: next(left, None)
