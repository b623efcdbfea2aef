"""The public part of a position: what everybody at the table can see (rules.md §11).

A full :class:`~conquian.core.state.State` and what one seat knows
(:class:`~conquian.core.view.Observation`) both extend it, and the modules in ``turns`` work on it
alone. Whatever decides how the deal goes on is therefore public by construction.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from conquian.core.cards import Card, CardSet
from conquian.core.melds import Layout

if TYPE_CHECKING:
    from conquian.core.setting import Setting


class Phase(StrEnum):
    """What the deal is waiting for."""

    EXCHANGE = "exchange"
    """Everybody gives a card to the next player."""
    TURN = "turn"
    """Chance: a stock card is turned; nobody decides anything."""
    OFFER = "offer"
    """The actor is asked about the upcard."""
    WINDOW = "window"
    """All have declined; the actor may force one who did."""
    FORCED = "forced"
    """The actor has been forced and must take."""
    PAY = "pay"
    """The actor has taken and must pay."""
    OVER = "over"
    """The deal is over."""


EXCHANGE: Final = Phase.EXCHANGE
TURN: Final = Phase.TURN
OFFER: Final = Phase.OFFER
WINDOW: Final = Phase.WINDOW
FORCED: Final = Phase.FORCED
PAY: Final = Phase.PAY
OVER: Final = Phase.OVER

NOBODY: Final = -1
"""Stands where no seat is meant."""


class Reason(StrEnum):
    """Why a deal is over."""

    OUT = "out"
    STOCK = "stock"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a deal ended: the winner's seat, or ``None`` for a drawn deal, and why."""

    winner: int | None
    reason: Reason

    def as_object(self) -> dict[str, int | str | None]:
        """The ``result`` of a record (formats.md §2)."""
        return {"winner": self.winner, "reason": str(self.reason)}


class Position:
    """Public facts of a deal. Subclasses copy before they change anything.

    Attributes:
        setting: rule set, number of players and what follows from them.
        dealer: seat of the dealer.
        phase: what the deal is waiting for.
        actor: the seat to decide, or -1 in ``turn`` and ``over``.
        upcard: the card on offer, or -1.
        turned: the upcard came from the stock (else it was paid).
        source: who turned or paid it, or -1.
        first, size: the queue of this upcard: ``size`` seats from ``first`` on.
        declined: how many of them have passed on it.
        turner: who turns if all decline, or who turns now.
        laid: each seat's laid cards as a zone.
        melds: each seat's melds as they lie, where the grouping matters; otherwise empty.
        counts: each seat's hand size.
        stock: cards left in the stock.
        forcer: who forced the actor, or -1.
        outcome: the result once the deal is over, else ``None``.
    """

    __slots__ = (
        "actor",
        "counts",
        "dealer",
        "declined",
        "first",
        "forcer",
        "laid",
        "melds",
        "outcome",
        "phase",
        "setting",
        "size",
        "source",
        "stock",
        "turned",
        "turner",
        "upcard",
    )

    setting: Setting
    dealer: int
    phase: Phase
    actor: int
    upcard: Card
    turned: bool
    source: int
    first: int
    size: int
    declined: int
    turner: int
    laid: tuple[CardSet, ...]
    melds: tuple[Layout, ...]
    counts: tuple[int, ...]
    stock: int
    forcer: int
    outcome: Outcome | None

    @property
    def players(self) -> int:
        """Number of seats."""
        return self.setting.players

    @property
    def is_over(self) -> bool:
        """The deal is over; ``outcome`` says how."""
        return self.phase is OVER

    @property
    def is_chance(self) -> bool:
        """A stock card must be turned before anybody decides."""
        return self.phase is TURN

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that have passed on the upcard, in order."""
        players = self.setting.players
        return tuple((self.first + step) % players for step in range(self.declined))

    def layout(self, seat: int) -> Layout:
        """The melds of ``seat``: as they lie, or where only the set matters any valid grouping."""
        if self.setting.grouped:
            return self.melds[seat]
        return self.setting.table.shown(self.laid[seat])


def start(
    position: Position, setting: Setting, dealer: int, counts: tuple[int, ...], stock: int
) -> None:
    """Fill in the public facts right after the deal: exchange first, or the first card."""
    position.setting = setting
    position.dealer = dealer
    position.phase = EXCHANGE if setting.rules.exchange else TURN
    position.actor = setting.next[dealer] if setting.rules.exchange else NOBODY
    position.turner = setting.first_turner(dealer)
    no_upcard(position)
    position.laid = (0,) * setting.players
    position.melds = ((),) * setting.players if setting.grouped else ()
    position.counts = counts
    position.stock = stock
    position.forcer = NOBODY
    position.outcome = None


def no_upcard(position: Position) -> None:
    """Nothing is on offer; blanked so that equal positions are equal."""
    position.upcard = position.source = position.first = NOBODY
    position.turned = False
    position.size = position.declined = 0


def replaced(values: tuple[int, ...], seat: int, value: int) -> tuple[int, ...]:
    """``values`` with the entry of one seat replaced."""
    return (*values[:seat], value, *values[seat + 1 :])
