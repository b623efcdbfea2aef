"""The middle of the table: the stock, the upcard, whose turn it is and why."""

from __future__ import annotations

import textwrap

from rich.text import Text

from conquian.tui.frames import View
from conquian.tui.pictures import Art, beside, stacked
from conquian.tui.widgets.picture import CALLING, HUSHED, Picture, Spot
from conquian.tui.words import Words


class CentreView(Picture):
    """Stock, upcard and the sentence that says what is going on."""

    def __init__(self) -> None:
        super().__init__(id="centre")
        self._view: View | None = None
        self._art: Art | None = None
        self._words: Words | None = None
        self._title = ""
        self._text = ""
        self._calls = False
        self.big = False

    def show(
        self, view: View | None, art: Art, words: Words, title: str, text: str, *, calls: bool
    ) -> None:
        """Show the middle.

        Args:
            view: the deal.
            art: how cards look.
            words: how things are said.
            title: who is to act.
            text: why, and what that means.
            calls: it is the viewer.
        """
        self._view, self._art, self._words = view, art, words
        before = self._lines()
        self._title, self._text, self._calls = title, text, calls
        self.refresh(layout=self._lines() != before)

    def _lines(self) -> int:
        return len(self.lines(self.content_size.width))

    @property
    def _piles(self) -> int:
        return 17 if self.big else 13

    def lines(self, width: int) -> list[str]:
        """The sentence, wrapped beside the piles."""
        return textwrap.wrap(self._text, max(12, width - self._piles - 2))

    def get_content_height(self, container: object, viewport: object, width: int) -> int:  # noqa: ARG002
        """As high as a card, or as the sentence needs."""
        return max(6 if self.big else 5, 1 + len(self.lines(width)))

    def paint(self, width: int, height: int) -> Text:
        """The picture."""
        view, art, words = self._view, self._art, self._words
        if art is None or words is None:
            return Text()
        wide, high = (7, 5) if self.big else (5, 4)
        stock = "" if view is None or not view.stock else str(view.stock)
        up = (
            art.box(view.upcard.card, big=self.big)
            if view is not None and view.upcard is not None
            else art.back("", big=self.big)
        )
        piles = beside(art.back(stock, big=self.big), up, gap=1)
        dead = len(view.dead) if view is not None else 0
        under = words.say("app_dead_one" if dead == 1 else "app_dead", number=dead) if dead else ""
        piles.append(Text(under[: self._piles], HUSHED))
        says = [Text(self._title, CALLING if self._calls else "bold")]
        says += [Text(line) for line in self.lines(width)]
        rows = []
        for place in range(max(len(piles), len(says), height)):
            row = piles[place] if place < len(piles) else Text()
            row.append(" " * (self._piles + 1 - row.cell_len))
            if place < len(says):
                row.append_text(says[place])
            rows.append(row)
        self.spots = [
            Spot(wide + 1, 0, 2 * wide + 1, high, "upcard"),
            Spot(0, high, self._piles, high + 1, "do", "dead"),
        ]
        return stacked(rows)
