"""Cards drawn with characters: as boxes, as strips, as words in a line.

Suits differ by a letter or symbol as well as by colour, and what is chosen by its place, so that
nothing is said by colour alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.style import Style
from rich.text import Text

from conquian.core.cards import YUCA, Card, parse_card, rank_of, suit_of
from conquian.core.presets import Faces
from conquian.core.text import face_text
from conquian.tui.frames import Cards, Melds

PAPER = "#f6f0df"
_EDGE = "#8d8468"
_INKS = ("#9a5b00", "#b4232a", "#1c4f9c", "#1f6b3a")
"""By suit: oros and diamonds amber, copas and hearts red, espadas and spades blue, bastos and clubs
green."""
_YUCA_INK = "#7a2d8f"
_SPANISH_SIGNS = "◉∪†♣"
"""A coin, a cup, a sword, a club."""
_BACK = Style(color="#7fb0a3", bgcolor="#16463f")
_DIM_PAPER = "#d5d0c0"
_NEW_PAPER = "#ffe9a8"


class Art:
    """How cards look in these faces.

    Args:
        faces: Spanish or French.
        pack: the name of the pack.
    """

    def __init__(self, faces: Faces, pack: str) -> None:
        self.faces = faces
        self.pack = pack

    def label(self, card: str) -> str:
        """As it is spoken of in a line: ``7c``, or ``7♥``."""
        return face_text(parse_card(card), self.faces, self.pack, symbols=True)

    def index(self, card: Card) -> tuple[str, str]:
        """What stands in the corner: rank and suit."""
        if card == YUCA:
            return "Y", ""
        text = face_text(card, self.faces, self.pack, symbols=True)
        return text[:-1], text[-1]

    def sign(self, card: Card) -> str:
        """The suit as a symbol."""
        if card == YUCA:
            return "★"
        if self.faces is Faces.SPANISH:
            return _SPANISH_SIGNS[suit_of(card)]
        return self.index(card)[1]

    def widest(self) -> int:
        """Characters of the longest label."""
        tens = self.faces is Faces.SPANISH and self.pack in ("spanish40", "full52")
        ten = self.pack in ("ace_to_ten", "full52") or self.pack.startswith("mini1")
        return 3 if tens or ten else 2

    # In a line.

    def word(self, card: str, *, on_paper: bool = True) -> Text:
        """One card in a line of text."""
        return Text(self.label(card), _ink(parse_card(card), PAPER if on_paper else None))

    def line(self, melds: Melds, fresh: Iterable[str] = ()) -> Text:
        """Melds in one line, each on its own piece of paper."""
        left = list(fresh)
        text = Text(no_wrap=True)
        for number, meld in enumerate(melds):
            if number:
                text.append(" ")
            text.append("[", Style(color=_EDGE, bgcolor=PAPER))
            for place, card in enumerate(meld):
                if place:
                    text.append(" ", Style(bgcolor=PAPER))
                paper = PAPER
                if card in left:
                    left.remove(card)
                    paper = _NEW_PAPER
                text.append(self.label(card), _ink(parse_card(card), paper))
            text.append("]", Style(color=_EDGE, bgcolor=PAPER))
        return text

    def line_width(self, cards: int, melds: int) -> int:
        """The most columns :meth:`line` needs."""
        return cards * (self.widest() + 1) - melds + melds * 2 + max(0, melds - 1)

    # As strips three rows high.

    def strips(self, melds: Melds, fresh: Iterable[str] = ()) -> list[Text]:
        """Melds as three rows, cards of a meld edge to edge; ``fresh`` cards are marked."""
        rows = [Text(no_wrap=True) for _ in range(3)]
        left = list(fresh)
        edge = Style(color=_EDGE, bgcolor=PAPER)
        wide = self.widest()
        for number, meld in enumerate(melds):
            if number:
                for row in rows:
                    row.append(" ")
            for place, card in enumerate(meld):
                marked = card in left
                if marked:
                    left.remove(card)
                paper = _NEW_PAPER if marked else PAPER
                bar = "═" if marked else "─"
                rows[0].append(("┬" if place else "╭") + bar * wide, edge)
                rows[1].append("│", edge)
                rows[1].append(self.label(card).ljust(wide), _ink(parse_card(card), paper))
                rows[2].append(("┴" if place else "╰") + bar * wide, edge)
            for row, end in zip(rows, "╮│╯", strict=True):
                row.append(end, edge)
        return rows

    def strips_width(self, cards: int, melds: int) -> int:
        """The most columns :meth:`strips` needs."""
        return cards * (self.widest() + 1) + melds + max(0, melds - 1)

    # As boxes.

    def row(self, melds: Melds) -> list[Text]:
        """Melds as four rows of whole cards, those of a meld laid over each other."""
        rows = [Text(no_wrap=True) for _ in range(4)]
        for number, meld in enumerate(melds):
            for place, card in enumerate(meld):
                shown = 5 if place == len(meld) - 1 else 4
                for row, part in zip(rows, self.box(card), strict=True):
                    if number and not place:
                        row.append(" ")
                    row.append_text(part[:shown])
        return rows

    def row_width(self, cards: int, melds: int) -> int:
        """The most columns :meth:`row` needs."""
        return cards * 4 + melds + max(0, melds - 1)

    def backs(self, count: int) -> list[Text]:
        """A hand from behind, three rows."""
        if not count:
            return [Text("")] * 3
        return [
            Text(left * (count - 1) + left + right, _BACK, no_wrap=True)
            for left, right in (("╭─", "─╮"), ("│▒", "▒│"), ("╰─", "─╯"))
        ]

    def box(self, card: str, *, big: bool = False, dim: bool = False) -> list[Text]:
        """One card: 5×4, or 7×5."""
        number = parse_card(card)
        rank, suit = self.index(number)
        wide = 5 if big else 3
        middle = [f"{rank:<{wide - len(suit)}}{suit}", self.sign(number).center(wide)]
        if big:
            middle.append(f"{suit}{rank:>{wide - len(suit)}}")
        elif self.faces is Faces.FRENCH:
            middle[0] = rank.ljust(wide)
        paper = _DIM_PAPER if dim else PAPER
        edge = Style(color=_EDGE, bgcolor=paper)
        rows = [Text("╭" + "─" * wide + "╮", edge)]
        for text in middle:
            row = Text("│", edge)
            row.append(text, _ink(number, paper, bold=not dim))
            row.append("│", edge)
            rows.append(row)
        rows.append(Text("╰" + "─" * wide + "╯", edge))
        return rows

    def back(self, text: str, *, big: bool = False) -> list[Text]:
        """The back of a pile, with a text on it; a mere outline where it is empty."""
        wide, high = (5, 3) if big else (3, 2)
        if not text:
            rows = ["╭" + "╌" * wide + "╮", *["╎" + " " * wide + "╎"] * high]
            return [Text(row, Style(color="#4f7d6d")) for row in [*rows, "╰" + "╌" * wide + "╯"]]
        body = ["▒" * wide] * (high - 1) + [text.center(wide)]
        rows = ["╭" + "─" * wide + "╮", *[f"│{part}│" for part in body], "╰" + "─" * wide + "╯"]
        return [Text(row, _BACK) for row in rows]


@dataclass(frozen=True, slots=True)
class Held:
    """A card of a hand as it is drawn: raised when chosen, dim when it cannot be chosen."""

    card: str
    raised: bool = False
    dim: bool = False


def fan(art: Art, cards: Sequence[Held], width: int, *, big: bool) -> tuple[list[Text], int]:
    """A hand as rows, one more than a card is high, and how many columns each card shows.

    Cards overlap where the width does not hold them side by side; the index stays visible.
    """
    wide, high = (7, 5) if big else (5, 4)
    step = wide
    if len(cards) > 1:
        step = max(2, min(wide, (width - wide) // (len(cards) - 1)))
    rows = [Text(no_wrap=True) for _ in range(high + 1)]
    for place, held in enumerate(cards):
        shown = wide if place == len(cards) - 1 else step
        drawn = art.box(held.card, big=big, dim=held.dim)
        blank = [Text(" " * wide)]
        for row, part in zip(rows, drawn + blank if held.raised else blank + drawn, strict=True):
            row.append_text(part[:shown])
    return rows, step


def beside(*blocks: Sequence[Text], gap: int = 1) -> list[Text]:
    """Blocks of rows side by side, all as high as the first."""
    rows = []
    for place in range(len(blocks[0])):
        row = Text(no_wrap=True)
        for number, block in enumerate(blocks):
            if number:
                row.append(" " * gap)
            row.append_text(block[place])
        rows.append(row)
    return rows


def stacked(rows: Iterable[Text]) -> Text:
    """Rows as one text that is never wrapped."""
    text = Text("\n", no_wrap=True, overflow="crop").join(rows)
    text.no_wrap = True
    text.overflow = "crop"
    return text


def sorted_hand(hand: Cards, *, by_rank: bool) -> Cards:
    """A hand in the order it is held: by suit or by rank, yucas last."""

    def key(text: str) -> tuple[int, int]:
        card = parse_card(text)
        rank, suit = rank_of(card) or 99, suit_of(card) if card != YUCA else 99
        return (rank, suit) if by_rank else (suit, rank)

    return tuple(sorted(hand, key=key))


def _ink(card: Card, paper: str | None, *, bold: bool = True) -> Style:
    colour = _YUCA_INK if card == YUCA else _INKS[suit_of(card)]
    return Style(color=colour, bgcolor=paper, bold=bold)
