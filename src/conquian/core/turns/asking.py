"""An upcard on its way along the queue, and what taking, melding and paying change in public."""

from __future__ import annotations

from conquian.core.cards import Card, CardSet, add
from conquian.core.melds import Layout
from conquian.core.position import (
    NOBODY,
    OFFER,
    PAY,
    Position,
    Reason,
    no_upcard,
    replaced,
)
from conquian.core.turns import forcing
from conquian.core.turns.turning import over


def declined(position: Position) -> None:
    """The actor passes: the next in the queue is asked; when nobody is left, the window opens."""
    position.declined += 1
    if position.declined < position.size:
        position.actor = position.setting.next[position.actor]
    else:
        forcing.open_window(position)


def took(position: Position, cards: CardSet, layout: Layout | None) -> None:
    """The actor lays the upcard and these hand cards: he is out, or must pay (rules.md §2.5)."""
    _lay(position, add(1 << position.upcard, cards), cards, layout)
    if position.counts[position.actor] == 0:
        over(position, position.actor, Reason.OUT)
    else:
        no_upcard(position)
        position.phase = PAY
        position.turner = position.forcer = NOBODY


def melded(position: Position, cards: CardSet, layout: Layout | None) -> None:
    """The actor lays these hand cards without the upcard and is still asked about it."""
    _lay(position, cards, cards, layout)


def _lay(position: Position, laid: CardSet, from_hand: CardSet, layout: Layout | None) -> None:
    seat = position.actor
    position.laid = replaced(position.laid, seat, add(position.laid[seat], laid))
    if layout is not None:
        position.melds = (*position.melds[:seat], layout, *position.melds[seat + 1 :])
    left = position.counts[seat] - from_hand.bit_count()
    position.counts = replaced(position.counts, seat, left)


def paid(position: Position, card: Card) -> None:
    """The actor pays ``card``, which is the next upcard."""
    seat = position.actor
    queue = position.setting.paid[seat]
    position.counts = replaced(position.counts, seat, position.counts[seat] - 1)
    position.upcard = card
    position.turned = False
    position.source = seat
    position.first, position.size, position.turner = queue
    position.declined = 0
    position.phase = OFFER
    position.actor = queue.first
