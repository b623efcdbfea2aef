"""How things are said: language, faces of the cards, names at the table, colour."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from conquian.core.cards import YUCA, Card, CardSet, cards_of, rank_of, suit_of
from conquian.core.catalogue import sentence, sentences
from conquian.core.catalogue.telling import Said, told
from conquian.core.errors import ConquianError
from conquian.core.events import Event, Passed
from conquian.core.melds import Layout
from conquian.core.presets import Faces
from conquian.core.text import face_text

_COLOURS = ("33", "31", "36", "32")
"""One for each suit: oros yellow, copas red, espadas cyan, bastos green."""
_MOST_NAME = 20


class Words:
    """Puts cards, seats and sentences into words.

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
        self.lang = lang
        self.faces = faces
        self.pack = pack
        self.names = tuple(names)
        self._colour = colour

    def card(self, card: Card) -> str:
        """As it is typed: ``7c``, or ``7h`` with French faces."""
        text = face_text(card, self.faces, self.pack)
        if not self._colour:
            return text
        colour = "35" if card == YUCA else _COLOURS[suit_of(card)]
        return f"\x1b[1;{colour}m{text}\x1b[0m"

    def cards(self, cards: CardSet) -> str:
        """Cards in card order; *nothing* if there are none."""
        return " ".join(map(self.card, cards_of(cards))) or self.say("line_nothing")

    def layout(self, layout: Layout) -> str:
        """Melds with ``|`` between them."""
        return " | ".join(map(self.cards, layout)) or self.say("line_nothing")

    def card_name(self, card: Card) -> str:
        """As it is spoken: *siete de copas*, *queen of hearts*."""
        if card == YUCA:
            return self.say("line_card_yuca")
        rank, faces = rank_of(card), str(self.faces)
        code = f"line_rank_{rank}"
        if self.pack == "spanish40" and rank >= 10:
            code = f"line_rank_{faces}_{rank}"
        elif self.faces is Faces.FRENCH and rank >= 11:
            code = f"line_rank_french_{rank - 1}"
        suit = self.say(f"line_suit_{faces}_{suit_of(card)}")
        return self.say("line_card_name", rank=self.say(code), suit=suit)

    @property
    def selves(self) -> frozenset[str]:
        """What the one person is called who gave no name, in any language."""
        return frozenset(sentences()["line_person"].values())

    def name(self, seat: int) -> str:
        """The name of a seat."""
        return self.names[seat] if 0 <= seat < len(self.names) else f"#{seat}"

    def listed(self, parts: Iterable[str]) -> str:
        """*Ana, Beto and Carla*."""
        parts = list(parts)
        if len(parts) < 2:
            return "".join(parts)
        last = self.say("line_and", text=parts[-1])
        return ", ".join(parts[:-1]) + f" {last}"

    def say(self, code: str, **params: object) -> str:
        """A sentence of the catalogue."""
        return sentence(code, params, self.lang, self.render)

    def said(self, said: Said) -> str:
        """A sentence chosen elsewhere."""
        return sentence(said.code, said.params, self.lang, self.render)

    def refusal(self, fault: ConquianError) -> str:
        """Why something was refused."""
        params = {
            name: clean(value, 300) if isinstance(value, str) else value
            for name, value in fault.params.items()
        }
        return sentence(fault.code, params, self.lang, self.render)

    def render(self, kind: str, value: object) -> str:
        """A parameter of a sentence (``catalogue.PARAMETER_KINDS``)."""
        if kind == "kind":
            return self.say(f"kind_{value}")
        if isinstance(value, tuple):
            return self.layout(value)
        if not isinstance(value, int):
            return str(value)
        if kind == "seat":
            return self.name(value)
        return self.card(value) if kind == "card" else self.cards(value)

    def events(self, events: Sequence[Event], seat: int | None) -> list[str]:
        """What happened, told to ``seat``; neighbouring passes of others in one sentence."""
        lines: list[str] = []
        passed: list[int] = []
        for event in events:
            if isinstance(event, Passed) and event.seat != seat and event.seat not in passed:
                passed.append(event.seat)
                continue
            lines += self._passes(passed)
            passed = []
            lines.append(self.said(told(event, seat, len(self.names))))
        return lines + self._passes(passed)

    def _passes(self, seats: list[int]) -> list[str]:
        if len(seats) > 1:
            return [self.say("line_all_pass", who=self.listed(map(self.name, seats)))]
        return [self.said(told(Passed(seat), None, len(self.names))) for seat in seats]


def clean(text: str, most: int = _MOST_NAME) -> str:
    """A text from outside as it may be shown: printable, on one line, not too long."""
    text = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return text[:most].strip()
