"""Cards, seats and sentences put into words, in a language and the faces people see.

One way of saying things for the terminal, the browser and the analysis.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from conquian.core.cards import YUCA, Card, CardSet, cards_of, rank_of, suit_of
from conquian.core.catalogue import sentence
from conquian.core.catalogue.telling import Said, told
from conquian.core.errors import ConquianError
from conquian.core.events import Event, Passed
from conquian.core.melds import Layout
from conquian.core.presets import Faces
from conquian.core.text import face_text

_MOST_NAME = 20


class Words:
    """Puts cards, seats and sentences into words.

    Args:
        lang: ``en`` or ``es``.
        faces: the faces people see and type.
        pack: the name of the pack.
        names: by seat.
    """

    def __init__(self, lang: str, faces: Faces, pack: str, names: Sequence[str] = ()) -> None:
        self.lang = lang
        self.faces = faces
        self.pack = pack
        self.names = tuple(names)

    def card(self, card: Card) -> str:
        """As it is typed: ``7c``, or ``7h`` with French faces."""
        return face_text(card, self.faces, self.pack)

    def cards(self, cards: CardSet) -> str:
        """Cards in card order; *nothing* if there are none."""
        return " ".join(map(self.card, cards_of(cards))) or self.say("words_nothing")

    def layout(self, layout: Layout) -> str:
        """Melds with ``|`` between them."""
        return " | ".join(map(self.cards, layout)) or self.say("words_nothing")

    def card_name(self, card: Card) -> str:
        """As it is spoken: *siete de copas*, *queen of hearts*."""
        if card == YUCA:
            return self.say("words_card_yuca")
        rank, faces = rank_of(card), str(self.faces)
        code = f"words_rank_{rank}"
        if self.pack == "spanish40" and rank >= 10:
            code = f"words_rank_{faces}_{rank}"
        elif self.faces is Faces.FRENCH and rank >= 11:
            code = f"words_rank_french_{rank - 1}"
        suit = self.say(f"words_suit_{faces}_{suit_of(card)}")
        return self.say("words_card_name", rank=self.say(code), suit=suit)

    def name(self, seat: int) -> str:
        """The name of a seat."""
        return self.names[seat] if 0 <= seat < len(self.names) else f"#{seat}"

    def listed(self, parts: Iterable[str]) -> str:
        """*Ana, Beto and Carla*."""
        parts = list(parts)
        if len(parts) < 2:
            return "".join(parts)
        last = self.say("words_and", text=parts[-1])
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
            return [self.say("words_all_pass", who=self.listed(map(self.name, seats)))]
        return [self.said(told(Passed(seat), None, len(self.names))) for seat in seats]


def clean(text: str, most: int = _MOST_NAME) -> str:
    """A text from outside as it may be shown: printable, on one line, not too long."""
    text = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return text[:most].strip()
