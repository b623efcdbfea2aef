"""Turning stock cards, dead cards, and the end of the stock (rules.md §4)."""

from __future__ import annotations

from conquian.core.cards import Card
from conquian.core.position import (
    NOBODY,
    OFFER,
    OVER,
    TURN,
    Outcome,
    Position,
    Reason,
    no_upcard,
)
from conquian.core.ruleset import StockOut


def turn_next(position: Position) -> None:
    """The next turner turns a stock card; if none is left the deal ends."""
    no_upcard(position)
    position.forcer = position.actor = NOBODY
    if position.stock:
        position.phase = TURN
    else:
        over(position, _stock_out(position), Reason.STOCK)


def turn_up(position: Position, card: Card) -> None:
    """``card`` comes up from the stock; its queue is asked, the first card's queue is special."""
    setting = position.setting
    seat = position.turner
    first_card = position.stock == setting.stock_size
    queue = setting.opening[position.dealer] if first_card else setting.turned[seat]
    position.stock -= 1
    position.upcard = card
    position.turned = True
    position.source = seat
    position.first, position.size, position.turner = queue
    position.declined = 0
    position.phase = OFFER
    position.actor = queue.first


def over(position: Position, winner: int | None, reason: Reason) -> None:
    """The deal is over."""
    no_upcard(position)
    position.phase = OVER
    position.actor = position.turner = position.forcer = NOBODY
    position.outcome = Outcome(winner, reason)


def _stock_out(position: Position) -> int | None:
    """``draw``: nobody wins; ``fewest``: a single smallest hand does, a tie draws."""
    if position.setting.rules.stock_out is StockOut.DRAW:
        return None
    fewest = min(position.counts)
    holders = [seat for seat, count in enumerate(position.counts) if count == fewest]
    return holders[0] if len(holders) == 1 else None
