"""The other players: their names, how many cards they hold, what they have laid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

from rich.style import Style
from rich.text import Text

from conquian.tui.frames import TableFacts, View
from conquian.tui.pictures import Art, stacked
from conquian.tui.widgets.picture import BOLD, CALLING, HUSHED, Picture, Spot
from conquian.tui.words import Words

GRAND, BOXES, LINES, LINE = "grand", "boxes", "lines", "line"
"""Whole cards, those in the hand too; melds as strips under the name; in a line under it; all in
one line."""
_GAP = 2
_NAME = 12


@dataclass(frozen=True, slots=True)
class Form:
    """How the seats are laid out: how each is drawn, and in how many columns."""

    kind: str
    columns: int


def seat_line(
    seat: int,
    facts: TableFacts,
    view: View | None,
    words: Words,
    *,
    compact: bool = False,
    backs: bool = True,
) -> Text:
    """Name, whose turn it is, cards held, who deals, who has passed, points."""
    one = facts.seats[seat]
    turn = view is not None and (
        view.actor == seat or (view.waiting is None and view.result is None)
    )
    name = words.say("app_you") if seat == facts.you else one.name
    text = Text(no_wrap=True)
    text.append("▶ " if turn else "  ", CALLING)
    width = _NAME if compact else 0
    text.append(_cut(name, 14).ljust(width), CALLING if turn else BOLD)
    if view is not None and seat != facts.you:
        count = view.counts[seat]
        if backs and not compact:
            text.append(" " + "▮" * count, Style(color="#6fa79a"))
        text.append(f" {count:>2}" if compact else f" {count}")
    if not compact:
        text.append_text(_notes(seat, facts, view, words))
    elif view is not None and view.dealer == seat:
        text.append(" " + words.say("app_dealer_short"), HUSHED)
    return text


def _notes(
    seat: int, facts: TableFacts, view: View | None, words: Words, *, compact: bool = False
) -> Text:
    """What else is to be known of a seat, in quiet words."""
    one, notes = facts.seats[seat], []
    if view is not None and view.dealer == seat and not compact:
        notes.append(words.say("app_dealer"))
    if view is not None and seat in view.asked:
        notes.append(words.say("app_passed"))
    if not one.here and one.bot is None:
        notes.append(words.say("app_away"))
    if facts.played or any(facts.scores):
        notes.append(f"{facts.scores[seat]:+d}")
    return Text(" " + " · ".join(notes) if notes else "", HUSHED)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


class SeatsView(Picture):
    """All seats but the viewer's, in the order of play after his."""

    def __init__(self) -> None:
        super().__init__(id="seats")
        self._facts: TableFacts | None = None
        self._view: View | None = None
        self._art: Art | None = None
        self._words: Words | None = None
        self._targets: Sequence[int] = ()
        self._armed: int | None = None

    def show(
        self,
        facts: TableFacts,
        view: View | None,
        words: Words,
        targets: Sequence[int] = (),
        armed: int | None = None,
    ) -> None:
        """Show these seats; ``targets`` may be forced, ``armed`` is about to be."""
        self._facts, self._view, self._words = facts, view, words
        self._art = Art(words.faces, facts.pack)
        self._targets, self._armed = targets, armed
        self.refresh()

    def order(self) -> list[int]:
        """The seats shown, in the order of play."""
        if self._facts is None:
            return []
        players, you = len(self._facts.seats), self._facts.you
        if you is None:
            return list(range(players))
        return [(you + step) % players for step in range(1, players)]

    def form(self, width: int, height: int) -> Form:
        """The roomiest form in which everything fits whatever is laid in this deal."""
        seats = len(self.order())
        columns = range(min(seats, 3), 0, -1)
        for kind, across in product((GRAND, BOXES, LINES, LINE), columns):
            form = Form(kind, across)
            if self._wide(form) <= self._column(width, across) and (
                self._high(kind) * -(-seats // across) <= height
            ):
                return form
        return Form(LINE, 1)

    def _column(self, width: int, columns: int) -> int:
        return (width - _GAP * (columns - 1)) // columns

    def _wide(self, form: Form) -> int:
        art, facts = self._art, self._facts
        if art is None or facts is None:
            return 0
        cards, melds = facts.goal, max(1, facts.goal // 3)
        if form.kind == GRAND:
            return art.row_width(cards, melds) + 2
        if form.kind == BOXES:
            return max(art.strips_width(cards, melds), 24 + cards)
        line = art.line_width(cards, melds)
        return max(line + 2, 24 + cards) if form.kind == LINES else line + _NAME + 8

    def _high(self, kind: str) -> int:
        opened = int(self._opened())
        return {GRAND: 8, BOXES: 4, LINES: 2, LINE: 1}[kind] + opened

    def _opened(self) -> bool:
        view = self._view
        return view is not None and any(
            hand is not None for seat, hand in enumerate(view.hands) if seat != view.seat
        )

    def paint(self, width: int, height: int) -> Text:
        """The seats in the form that fits."""
        if self._facts is None or self._words is None:
            return Text()
        form = self.form(width, height)
        column, high = self._column(width, form.columns), self._high(form.kind)
        order = self.order()
        rows: list[Text] = []
        for first in range(0, len(order), form.columns):
            band = [Text(no_wrap=True) for _ in range(high)]
            for place, seat in enumerate(order[first : first + form.columns]):
                left = place * (column + _GAP)
                block = self._block(seat, form.kind, high)
                for row, part in zip(band, block, strict=True):
                    row.append(" " * (left - row.cell_len))
                    part.truncate(column, overflow="ellipsis")
                    row.append_text(part)
                self.spots.append(
                    Spot(left, len(rows), left + column, len(rows) + high, "seat", seat)
                )
            rows += band
        free = height - len(rows)
        groups = -(-len(order) // form.columns)
        if free > 0 and groups > 1 and free >= groups - 1 and form.kind != LINE:
            rows = self._spread(rows, high)
            free = height - len(rows)
        if free > 2 and form.kind in (GRAND, BOXES):
            rows = self._lowered(rows, free // 2)
        return stacked(rows)

    def _lowered(self, rows: list[Text], by: int) -> list[Text]:
        """In a tall place the others sit half-way to the middle."""
        self.spots = [
            replace(spot, top=spot.top + by, bottom=spot.bottom + by) for spot in self.spots
        ]
        return [*[Text("")] * by, *rows]

    def _spread(self, rows: list[Text], high: int) -> list[Text]:
        """A blank row between bands; what can be clicked moves along."""
        made: list[Text] = []
        for number, row in enumerate(rows):
            if number and number % high == 0:
                made.append(Text(""))
            made.append(row)
        self.spots = [
            replace(spot, top=spot.top + spot.top // high, bottom=spot.bottom + spot.top // high)
            for spot in self.spots
        ]
        return made

    def _block(self, seat: int, kind: str, high: int) -> list[Text]:
        facts, view, words, art = self._facts, self._view, self._words, self._art
        if facts is None or words is None or art is None:
            return [Text("")] * high
        compact = kind == LINE
        if facts.seats[seat].empty:
            first = Text("  " + words.say("app_seat_free", number=seat + 1), HUSHED)
        else:
            first = seat_line(seat, facts, view, words, compact=compact, backs=kind != GRAND)
        if seat == self._armed:
            first.append(" " + words.say("app_target_armed"), CALLING)
        elif seat in self._targets:
            first.append(" " + words.say("app_target"), HUSHED)
        rows = [first]
        layout = view.layouts[seat] if view is not None else ()
        if kind == GRAND:
            rows += [Text("  ") + row for row in art.backs(view.counts[seat] if view else 0)]
            if layout:
                rows += [Text("  ") + row for row in art.row(layout)]
            else:
                rows += [Text(""), Text("  " + words.say("app_nothing_laid"), HUSHED)]
                rows += [Text(""), Text("")]
        elif kind == BOXES:
            if layout:
                rows += [Text("  ") + row for row in art.strips(layout)]
            else:
                rows += [Text(""), Text("  " + words.say("app_nothing_laid"), HUSHED), Text("")]
        elif kind == LINES:
            rows.append(Text("  ") + (art.line(layout) if layout else Text("–", HUSHED)))
        else:
            first.append(" " * (_NAME + 8 - first.cell_len))
            first.append_text(art.line(layout))
            first.append_text(_notes(seat, facts, view, words, compact=True))
        hand = view.hands[seat] if view is not None else None
        if hand:
            held = Text("  " + words.say("app_in_hand") + " ", HUSHED)
            held.append_text(art.line((hand,)))
            rows.append(held)
        return (rows + [Text("")] * high)[:high]
