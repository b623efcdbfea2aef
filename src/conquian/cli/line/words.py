"""How things are said in the terminal: the words of the catalogue, with colour."""

from __future__ import annotations

from collections.abc import Sequence

from conquian.core.cards import YUCA, Card, suit_of
from conquian.core.catalogue import sentences, words
from conquian.core.catalogue.words import clean
from conquian.core.presets import Faces

__all__ = ["Words", "clean"]

_COLOURS = ("33", "31", "36", "32")
"""One for each suit: oros yellow, copas red, espadas cyan, bastos green."""


class Words(words.Words):
    """Words for a terminal.

    Args:
        lang: ``en`` or ``es``.
        faces: the faces people see and type.
        pack: the name of the pack.
        names: by seat.
        colour: suits are coloured.
    """

    def __init__(
        self, lang: str, faces: Faces, pack: str, names: Sequence[str] = (), *, colour: bool = False
    ) -> None:
        super().__init__(lang, faces, pack, names)
        self._colour = colour

    def card(self, card: Card) -> str:
        """As it is typed: ``7c``, or ``7h`` with French faces."""
        text = super().card(card)
        if not self._colour:
            return text
        colour = "35" if card == YUCA else _COLOURS[suit_of(card)]
        return f"\x1b[1;{colour}m{text}\x1b[0m"

    @property
    def selves(self) -> frozenset[str]:
        """What the one person is called who gave no name, in any language."""
        return frozenset(sentences()["line_person"].values())
