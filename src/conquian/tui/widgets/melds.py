"""What the viewer has laid, or how it will lie when he does what he has chosen."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from conquian.tui.frames import Cards, Melds
from conquian.tui.pictures import Art, stacked
from conquian.tui.widgets.picture import HUSHED, Picture, Spot


class MeldsView(Picture):
    """One line about the own seat, and the own melds under it."""

    def __init__(self) -> None:
        super().__init__(id="melds")
        self._head = Text()
        self._layout: Melds = ()
        self._fresh: Cards = ()
        self._art: Art | None = None
        self._empty = ""

    def show(
        self, head: Text, layout: Melds, art: Art, *, fresh: Iterable[str] = (), empty: str = ""
    ) -> None:
        """Show these melds; ``fresh`` cards would come to lie there, ``empty`` stands for none."""
        self._head, self._layout, self._art = head, layout, art
        self._fresh, self._empty = tuple(fresh), empty
        self.refresh()

    def paint(self, width: int, height: int) -> Text:
        """Strips of boxes, or lines of them where they are too many."""
        if self._art is None:
            return Text()
        rows = [self._head.copy()]
        if not self._layout:
            rows += [Text(""), Text("  " + self._empty, HUSHED)]
        else:
            strips = self._art.strips(self._layout, self._fresh)
            if strips[0].cell_len <= width:
                rows += strips
            else:
                rows.append(self._art.line(self._layout, self._fresh))
        self.spots = [Spot(0, 0, width, max(height, 1), "melds")]
        return stacked(rows)
