"""What happens at a table, as each seat and each spectator may know it (formats.md §4).

One vocabulary for the log, the socket, outside bots, the terminal and replays. Every
:class:`Entry` of a log gives every seat and every spectator exactly one event, so versions have no
gaps; what somebody may not know is never put into his event in the first place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from conquian.core.action import Action, Kind
from conquian.core.cards import Card, CardSet
from conquian.core.melds import Layout
from conquian.core.position import EXCHANGE, OVER, Outcome
from conquian.core.ruleset import RuleSet
from conquian.core.state import State


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards are dealt. ``hand`` is in its owner's event only; ``names`` by seat, or ``()``."""

    rules: RuleSet
    players: int
    dealer: int
    names: tuple[str, ...]
    stock: int
    hand: CardSet | None


@dataclass(frozen=True, slots=True)
class Exchanged:
    """All have chosen and the cards have changed hands; own two cards, or ``None``."""

    gave: Card | None
    got: Card | None


@dataclass(frozen=True, slots=True)
class Turned:
    """A stock card comes up."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat leaves the upcard, in an offer or in the window."""

    seat: int


@dataclass(frozen=True, slots=True)
class Melded:
    """A seat lays ``cards`` from the hand; ``layout`` is all it has laid then."""

    seat: int
    cards: CardSet
    layout: Layout


@dataclass(frozen=True, slots=True)
class Took:
    """A seat lays ``upcard`` with ``cards`` from the hand, perhaps forced."""

    seat: int
    upcard: Card
    cards: CardSet
    layout: Layout
    forced_by: int | None


@dataclass(frozen=True, slots=True)
class Forced:
    """Seat ``by`` makes ``target`` take ``card``."""

    by: int
    target: int
    card: Card


@dataclass(frozen=True, slots=True)
class Paid:
    """A seat pays ``card``, the next upcard."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Dead:
    """``card`` was declined by everybody asked and is out of play."""

    card: Card


@dataclass(frozen=True, slots=True)
class Ended:
    """A deal that was not played out: ``forfeit`` or ``abandoned``, by ``seat``."""

    reason: str
    seat: int | None


@dataclass(frozen=True, slots=True)
class Over:
    """The deal is over and everything is opened: hands by seat, the stock in turning order.

    Exactly one of ``outcome`` and ``ended`` is set.
    """

    outcome: Outcome | None
    ended: Ended | None
    hands: tuple[CardSet, ...]
    stock: tuple[Card, ...]


Event = Dealt | Exchanged | Turned | Passed | Melded | Took | Forced | Paid | Dead | Over
"""Anything a seat may be told."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a log: the event each seat gets, and the one of every spectator."""

    seats: tuple[Event, ...]
    spectator: Event

    def seen_by(self, seat: int | None) -> Event:
        """The event of one seat, or of a spectator (``None``)."""
        return self.spectator if seat is None else self.seats[seat]


def public(event: Event, players: int) -> Entry:
    """An entry in which everybody is told the same."""
    return Entry((event,) * players, event)


def dealt(state: State, names: tuple[str, ...] = ()) -> Entry:
    """The first entry of a log; ``state`` as :meth:`State.start` gives it."""

    def event(hand: CardSet | None) -> Dealt:
        return Dealt(
            state.setting.rules, state.players, state.dealer, names, state.setting.stock_size, hand
        )

    return Entry(tuple(event(hand) for hand in state.hands), event(None))


def turned(before: State, card: Card) -> Entry:
    """The entry of ``before.reveal(card)``."""
    return public(Turned(before.turner, card), before.players)


def happened(
    before: State, action: Action, after: State, stock: Sequence[Card] = ()
) -> list[Entry]:
    """The entries of ``before.apply(action) == after``; none for a gift while others still choose.

    ``stock`` is what is left of the stock in turning order, opened when the deal is over.
    """
    players = before.players
    if before.phase is EXCHANGE:
        return [] if after.phase is EXCHANGE else [_exchanged(before, action)]
    events: list[Event] = [_done(before, action, after)]
    if action.kind is Kind.PASS and after.upcard < 0:
        events.append(Dead(before.upcard))
    if after.phase is OVER:
        events.append(Over(after.outcome, None, after.hands, tuple(stock)))
    return [public(event, players) for event in events]


def _done(before: State, action: Action, after: State) -> Event:
    seat, kind = before.actor, action.kind
    if kind is Kind.PASS:
        return Passed(seat)
    if kind is Kind.FORCE:
        return Forced(seat, action.seat, before.upcard)
    if kind is Kind.PAY:
        return Paid(seat, action.card)
    layout = after.layout(seat)
    if kind is Kind.MELD:
        return Melded(seat, action.cards, layout)
    forced_by = before.forcer if before.forcer >= 0 else None
    return Took(seat, before.upcard, action.cards, layout, forced_by)


def _exchanged(before: State, last: Action) -> Entry:
    """Each seat its own two cards, nobody any other."""
    chosen = [gift.bit_length() - 1 for gift in (*before.gifts, last.cards)]
    pone, players = before.dealer + 1, before.players
    gave = [chosen[(seat - pone) % players] for seat in range(players)]
    return Entry(
        tuple(Exchanged(gave[seat], gave[seat - 1]) for seat in range(players)),
        Exchanged(None, None),
    )
