"""The ``table`` and ``view`` objects of docs/protocol.md §5, read into values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from conquian.core.errors import CannotParse, shown

Cards = tuple[str, ...]
"""Cards in the spelling of files (formats.md §1)."""
Melds = tuple[Cards, ...]
"""A layout: one entry a meld."""
_FAULTS = (LookupError, TypeError, ValueError, AttributeError)


@dataclass(frozen=True, slots=True)
class Offer:
    """A legal action.

    Attributes:
        action: its text, as it is sent.
        kind: the first word of that.
        cards: the hand cards it uses.
        layout: all laid afterwards, as the owner likes it; ``None`` where nothing is laid.
        seat: who is forced, or ``None``.
        out: it wins the deal.
        say: what a button says.
    """

    action: str
    kind: str
    cards: Cards = ()
    layout: Melds | None = None
    seat: int | None = None
    out: bool = False
    say: str = ""

    @staticmethod
    def read(data: Mapping[str, Any]) -> Offer:
        """From an entry of ``offers``."""
        layout = data["layout"]
        return Offer(
            data["action"],
            data["kind"],
            tuple(data["cards"]),
            None if layout is None else melds_of(layout),
            data["seat"],
            bool(data["out"]),
            data["say"],
        )

    @staticmethod
    def bare(action: str) -> Offer:
        """From the text alone, where an action is not laid out."""
        before, _, after = action.partition(" -> ")
        kind, *cards = before.split(" ")
        layout = tuple(tuple(meld.split(" ")) for meld in after.split(" | ")) if after else None
        return Offer(action, kind, tuple(cards), layout)


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """Who sits at a seat; ``bot`` names what plays there."""

    name: str
    bot: str | None
    empty: bool
    here: bool
    ready: bool


@dataclass(frozen=True, slots=True)
class TableFacts:
    """The ``table`` object, as far as a terminal shows it.

    Attributes:
        rules: the rule set as an object.
        text: the rule set as a text.
        goal: cards on the table that win.
        stage: ``waiting`` … (docs/protocol.md §4).
        move: the version of the last entry that changed the deal.
        you: the own seat, ``None`` for a spectator.
        commit, needs: the server's commitment for the shuffle, and what this seat owes it.
        clock: seconds the turn has left when this was sent, ``None`` when none runs.
    """

    code: str
    rules: Mapping[str, Any]
    text: str
    title: str
    reconstruction: bool
    pack: str
    faces: str
    goal: int
    packet: int
    stage: str
    version: int
    move: int
    seats: tuple[SeatFacts, ...]
    host: int | None
    you: int | None
    deal: int
    dealer: int | None
    scores: tuple[int, ...]
    worth: int
    pot: int
    played: int
    chat: str
    clock: float | None
    commit: str | None
    needs: str | None

    @property
    def names(self) -> tuple[str, ...]:
        """By seat; empty where nobody sits."""
        return tuple(seat.name for seat in self.seats)

    @staticmethod
    def read(data: Mapping[str, Any]) -> TableFacts:
        """From the JSON object.

        Raises:
            CannotParse: ``app_bad_frame``.
        """
        try:
            return _table(data)
        except _FAULTS as fault:
            raise _bad(fault) from None


def _table(data: Mapping[str, Any]) -> TableFacts:
    fair = data["fair"] or {}
    return TableFacts(
        **{
            name: data[name]
            for name in (
                *("code", "rules", "text", "title", "reconstruction", "pack", "faces", "goal"),
                *("packet", "stage", "version", "move", "host", "you", "deal", "dealer"),
                *("worth", "pot", "played"),
            )
        },
        seats=tuple(
            SeatFacts(
                one["name"] or "",
                one["bot"],
                bool(one["empty"]),
                bool(one["here"]),
                bool(one["ready"]),
            )
            for one in data["seats"]
        ),
        scores=tuple(data["scores"]),
        chat=data["options"]["chat"],
        clock=data["clock"]["left"],
        commit=fair.get("commit"),
        needs=fair.get("needs"),
    )


@dataclass(frozen=True, slots=True)
class Upcard:
    """The card on offer; ``seat`` turned it, or paid it."""

    card: str
    turned: bool
    seat: int


@dataclass(frozen=True, slots=True)
class Result:
    """How a deal ended; ``text`` says it."""

    winner: int | None
    hands: Melds
    stock: Cards
    text: str


@dataclass(frozen=True, slots=True)
class View:
    """The ``view`` object: what one seat, or a spectator, sees of a deal.

    Attributes:
        hands: by seat, what can be seen of the hands: the own one, and all when they are open.
        legal: legal actions as texts, perhaps without takes and melds.
        count: how many legal actions there are.
        waiting: the seats that must decide; ``None`` inside the exchange.
        forced: what being forced means, while somebody is.
    """

    seat: int | None
    players: int
    dealer: int
    phase: str
    actor: int | None
    upcard: Upcard | None
    asked: tuple[int, ...]
    layouts: tuple[Melds, ...]
    hands: tuple[Cards | None, ...]
    counts: tuple[int, ...]
    stock: int
    dead: Cards
    given: str | None = None
    received: str | None = None
    legal: Cards = ()
    count: int = 0
    offers: tuple[Offer, ...] = ()
    waiting: tuple[int, ...] | None = ()
    why: str = ""
    forced: str | None = None
    result: Result | None = None
    version: int = 0

    @property
    def hand(self) -> Cards:
        """The own hand; nothing for a spectator."""
        return (self.hands[self.seat] if self.seat is not None else None) or ()

    @property
    def acting(self) -> bool:
        """The viewer has a decision to make."""
        return self.count > 0

    def laid(self, seat: int) -> int:
        """How many cards a seat has on the table."""
        return sum(map(len, self.layouts[seat]))

    @staticmethod
    def read(data: Mapping[str, Any]) -> View:
        """From the JSON object.

        Raises:
            CannotParse: ``app_bad_frame``.
        """
        try:
            return _view(data)
        except _FAULTS as fault:
            raise _bad(fault) from None


def _view(data: Mapping[str, Any]) -> View:
    seat, upcard, ended, forced = data["seat"], data["upcard"], data["result"], data["forced"]
    result = None
    hands: list[Cards | None] = [None] * data["players"]
    if ended is not None:
        result = Result(
            ended["winner"], melds_of(ended["hands"]), tuple(ended["stock"]), ended["text"]
        )
        hands = list(result.hands)
    elif seat is not None:
        hands[seat] = tuple(data["hand"])
    return View(
        seat,
        data["players"],
        data["dealer"],
        data["phase"],
        data["actor"],
        None
        if upcard is None
        else Upcard(upcard["card"], upcard["from"] == "turned", upcard["seat"]),
        tuple(data["asked"]),
        tuple(map(melds_of, data["layouts"])),
        tuple(hands),
        tuple(data["counts"]),
        data["stock"],
        tuple(data["dead"]),
        data["given"],
        data["received"],
        tuple(data["legal"] or ()),
        data["legal_count"] or 0,
        tuple(map(Offer.read, data["offers"] or ())),
        None if data["waiting"] is None else tuple(data["waiting"]),
        data["why"],
        None if forced is None else forced["text"],
        result,
        data["version"],
    )


@dataclass(frozen=True, slots=True)
class Told:
    """An entry of a table's log, told to the viewer.

    Attributes:
        version: its number.
        name: of the event.
        text: in words, or ``None`` where there is nothing to say.
        mine: the viewer did it.
    """

    version: int
    name: str
    text: str | None
    mine: bool

    @staticmethod
    def read(data: Mapping[str, Any]) -> Told:
        """From an entry of ``events``.

        Raises:
            CannotParse: ``app_bad_frame``.
        """
        try:
            return Told(data["v"], data["event"]["event"], data["text"], bool(data["mine"]))
        except _FAULTS as fault:
            raise _bad(fault) from None


@dataclass(frozen=True, slots=True)
class Preview:
    """What can be made of some hand cards: legal actions, and how the melds may lie."""

    cards: Cards
    actions: tuple[Offer, ...] = ()
    arrangements: tuple[Melds, ...] = ()

    @staticmethod
    def read(cards: Cards, data: Mapping[str, Any]) -> Preview:
        """From the answer to a ``preview``.

        Raises:
            CannotParse: ``app_bad_frame``.
        """
        try:
            return Preview(
                cards,
                tuple(map(Offer.read, data["actions"])),
                tuple(map(melds_of, data["arrangements"])),
            )
        except _FAULTS as fault:
            raise _bad(fault) from None


def melds_of(layout: Iterable[Iterable[str]]) -> Melds:
    """A JSON list of lists of cards as a value."""
    return tuple(tuple(meld) for meld in layout)


def _bad(fault: Exception) -> CannotParse:
    return CannotParse("app_bad_frame", problem=shown(f"{type(fault).__name__}: {fault}"))
