"""What can be done, as things to click with their keys; and lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.style import Style
from rich.text import Text

from conquian.tui.frames import Offer
from conquian.tui.pictures import Art, stacked
from conquian.tui.widgets.picture import CALLING, FELT, GOLD, HUSHED, QUIET, TEXT, Picture, Spot
from conquian.tui.words import Words


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that can be done.

    Attributes:
        do: what the screen calls it.
        key: as it is printed.
        text: what it is.
        main: what the player most likely means.
    """

    do: str
    key: str
    text: str
    main: bool = False


class ActionBar(Picture):
    """The actions that are possible now; as many rows as they need, at most two."""

    def __init__(self) -> None:
        super().__init__(id="actions")
        self.deeds: Sequence[Deed] = ()

    def show(self, deeds: Sequence[Deed]) -> None:
        """Offer these."""
        self.deeds = deeds
        self.refresh()

    def paint(self, width: int, height: int) -> Text:
        """Chips in a row, a second row where one is too short."""
        rows = [Text(no_wrap=True)]
        for deed in self.deeds:
            chip = _chip(deed, width)
            if rows[-1].cell_len + chip.cell_len > width and rows[-1].cell_len:
                if len(rows) == max(1, height):
                    break
                rows.append(Text(no_wrap=True))
            left = rows[-1].cell_len
            rows[-1].append_text(chip)
            right = left + chip.cell_len
            self.spots.append(Spot(left, len(rows) - 1, right, len(rows), "do", deed.do))
            rows[-1].append(" ")
        return stacked(rows)


def _chip(deed: Deed, width: int) -> Text:
    paper = GOLD if deed.main else "#2a5a4f"
    ink = FELT if deed.main else TEXT
    chip = Text(no_wrap=True)
    chip.append(f" {deed.key} ", Style(color=ink, bgcolor=paper, bold=True))
    chip.append(f"{deed.text} ", Style(color=ink, bgcolor=paper))
    if chip.cell_len > width:
        chip.truncate(width, overflow="ellipsis")
    return chip


class WaysView(Picture):
    """What can be laid with the chosen cards and more, renewed with every card chosen."""

    def __init__(self) -> None:
        super().__init__(id="ways")
        self._ways: Sequence[Offer] = ()
        self._now: Offer | None = None
        self._title = ""
        self._more = ""
        self._art: Art | None = None
        self._words: Words | None = None

    def show(
        self,
        ways: Sequence[Offer],
        now: Offer | None,
        art: Art,
        words: Words,
        *,
        most: int,
        more: bool,
    ) -> None:
        """List these; ``now`` is the chosen one, at most ``most`` lines are used."""
        shown = ways if len(ways) <= most else ways[: max(1, most - 1)]
        left = len(ways) - len(shown)
        self._ways, self._now, self._art, self._words = shown, now, art, words
        self._title = words.say("app_ways") if ways or more else ""
        self._more = ""
        if more:
            self._more = words.say("app_ways_choose")
        elif left:
            self._more = words.say("app_ways_more", number=left)
        self.display = bool(self._title)
        self.styles.height = 1 + len(shown) + bool(self._more)
        self.refresh()

    def paint(self, width: int, height: int) -> Text:  # noqa: ARG002
        """One line a way."""
        if self._art is None or self._words is None:
            return Text()
        rows = [Text(self._title, "bold")]
        for way in self._ways:
            chosen = self._now is not None and way.action == self._now.action
            row = Text("▸ " if chosen else "  ", CALLING, no_wrap=True)
            code = "app_way_meld" if way.kind == "meld" else "app_way_take"
            row.append(self._words.say(code), HUSHED)
            if way.cards:
                row.append_text(self._art.line((way.cards,)))
            else:
                row.append(self._words.say("app_way_alone"))
            if way.out:
                row.append(" " + self._words.say("app_way_out"), CALLING)
            row.truncate(width, overflow="ellipsis")
            self.spots.append(Spot(0, len(rows), width, len(rows) + 1, "way", way))
            rows.append(row)
        if self._more:
            rows.append(Text("  " + self._more, HUSHED))
        return stacked(rows)


class LineView(Picture):
    """One line of text: what kind of game it is, or what the keys do."""

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._text = Text()

    def show(self, text: Text) -> None:
        """Show this line."""
        self._text = text
        self.refresh()

    def paint(self, width: int, height: int) -> Text:  # noqa: ARG002
        """The line, cut where it does not fit."""
        line = self._text.copy()
        line.truncate(width, overflow="ellipsis")
        return stacked([line])


def key_line(pairs: Sequence[tuple[str, str]]) -> Text:
    """Keys and what they do, for a footer."""
    text = Text(no_wrap=True)
    for key, what in pairs:
        text.append(f" {key} ", Style(color=GOLD, bold=True))
        text.append(what + " ", Style(color=QUIET))
    return text
