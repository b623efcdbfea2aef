"""Options that several commands share."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable

from conquian.cli import default_language

LANGUAGES = ("en", "es")


def add_lang(parser: ArgumentParser) -> None:
    """``--lang en|es``; the default is that of the environment's locale."""
    parser.add_argument(
        "--lang",
        choices=LANGUAGES,
        default=default_language(),
        help="language of the sentences (default: that of the locale, otherwise en)",
    )


def whole_number(least: int, most: int | None = None) -> Callable[[str], int]:
    """A type for ``add_argument``: a whole number from ``least`` to ``most``."""

    def read(text: str) -> int:
        wanted = f"a whole number from {least} on" if most is None else f"{least} to {most}"
        if len(text) > 18 or not text.isascii() or not text.lstrip("-").isdecimal():
            raise ArgumentTypeError(f"must be {wanted}")
        try:
            number = int(text)
        except ValueError:
            raise ArgumentTypeError(f"must be {wanted}") from None
        if number < least or (most is not None and number > most):
            raise ArgumentTypeError(f"must be {wanted}")
        return number

    return read
