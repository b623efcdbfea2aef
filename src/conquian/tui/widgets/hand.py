"""The viewer's hand."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style
from rich.text import Text

from conquian.tui.draft import CardId
from conquian.tui.pictures import Art, Held, fan, stacked
from conquian.tui.widgets.picture import CALLING, GOLD, HUSHED, Picture, Spot

DIGITS = "1234567890"
"""Keys of the first ten cards."""


class HandView(Picture):
    """Cards in a fan, chosen ones raised, with the keys they are chosen by under them."""

    def __init__(self) -> None:
        super().__init__(id="hand")
        self.big = False
        self._cards: Sequence[CardId] = ()
        self._chosen: Sequence[CardId] = ()
        self._open: frozenset[CardId] | None = None
        self._cursor: int | None = None
        self._art: Art | None = None
        self._empty = ""

    def show(
        self,
        cards: Sequence[CardId],
        art: Art,
        *,
        chosen: Sequence[CardId] = (),
        usable: frozenset[CardId] | None = None,
        cursor: int | None = None,
        empty: str = "",
    ) -> None:
        """Show a hand.

        Args:
            cards: in the order they are held.
            art: how cards look.
            chosen: those that are raised.
            usable: those that can be chosen; ``None``: nothing is asked now.
            cursor: the place the keys are at; ``None`` where nobody is to choose.
            empty: what stands there without cards.
        """
        self._cards, self._art, self._chosen = cards, art, chosen
        self._open, self._cursor, self._empty = usable, cursor, empty
        self.refresh()

    def paint(self, width: int, height: int) -> Text:  # noqa: ARG002
        """The picture."""
        if self._art is None:
            return Text()
        if not self._cards:
            return Text("\n\n  " + self._empty, HUSHED)
        held = [
            Held(
                one[0],
                raised=one in self._chosen,
                dim=self._open is not None and one not in self._open and one not in self._chosen,
            )
            for one in self._cards
        ]
        rows, step = fan(self._art, held, width, big=self.big)
        wide = 7 if self.big else 5
        keys = Text(no_wrap=True)
        for place, one in enumerate(self._cards):
            last = place == len(self._cards) - 1
            room = wide if last else step
            label = DIGITS[place] if place < len(DIGITS) else "·"
            at = place == self._cursor
            text = f"▲{label}" if at else label
            style = Style(color=GOLD, bold=True) if one in self._chosen else HUSHED
            keys.append(text.center(room)[:room], CALLING if at else style)
            left = place * step
            self.spots.append(Spot(left, 0, left + room, len(rows) + 1, "card", one))
        return stacked([*rows, keys])
