"""The searches of ``melding`` for callers that hold ``Tables``."""

from __future__ import annotations

from typing import NamedTuple

from conquian.kernel import melding
from conquian.kernel.jit import compiled
from conquian.kernel.melding import FOUND, MOST_CHOICES
from conquian.kernel.tables import Ints, Tables

__all__ = [
    "MOST_CHOICES",
    "Scratch",
    "arrangements",
    "completions",
    "extends_one",
    "new_scratch",
    "placings",
    "splits",
]


class Scratch(NamedTuple):
    """Working memory of one thread.

    Attributes:
        cards, codes: what a search found: hand cards and, where it matters, the layout.
        flat: all of it, see ``melding``.
    """

    cards: Ints
    codes: Ints
    flat: Ints


@compiled
def new_scratch(_tables: Tables, choices: int) -> Scratch:
    """Fresh working memory with room for so many choices, at least ``MOST_CHOICES``."""
    flat = melding.new_memory(choices)
    return Scratch(flat[FOUND : FOUND + choices], flat[FOUND + choices :], flat)


@compiled
def splits(tables: Tables, cards: int, scratch: Scratch) -> bool:
    """See :func:`conquian.kernel.melding.splits`."""
    return melding.splits(tables.flat, cards, scratch.flat)


@compiled
def completions(tables: Tables, must: int, may: int, scratch: Scratch) -> int:
    """See :func:`conquian.kernel.melding.completions`."""
    return melding.completions(tables.flat, must, may, scratch.flat)


@compiled
def arrangements(
    tables: Tables, must: int, may: int, least: int, skip: int, scratch: Scratch
) -> int:
    """See :func:`conquian.kernel.melding.arrangements`."""
    return melding.arrangements(tables.flat, must, may, least, skip, scratch.flat)


@compiled
def extends_one(tables: Tables, code: int, card: int) -> bool:
    """See :func:`conquian.kernel.melding.extends_one`."""
    return melding.extends_one(tables.flat, code, card)


@compiled
def placings(tables: Tables, code: int, card: int, scratch: Scratch) -> int:
    """See :func:`conquian.kernel.melding.placings`."""
    return melding.placings(tables.flat, code, card, scratch.flat)
