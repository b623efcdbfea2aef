"""The exchange: everybody gives one hand card to the next player, all at once (rules.md §4).

Nobody learns anything before all have chosen. In states and records the seats choose in the order
pone, next(pone), …, dealer.
"""

from __future__ import annotations

from conquian.core.action import Action, give
from conquian.core.cards import CardSet, add, kinds_of, remove
from conquian.core.errors import NotLegal
from conquian.core.position import Position
from conquian.core.turns.turning import turn_next


def legal(hand: CardSet) -> list[Action]:
    """Any hand card may be given; in card order."""
    return [give(card) for card in kinds_of(hand)]


def refusal(hand: CardSet, action: Action) -> NotLegal | None:
    """Why this card cannot be given."""
    if action.cards & hand != action.cards:
        return NotLegal("not_in_hand", cards=action.cards)
    return None


def swapped(hands: tuple[CardSet, ...], gifts: tuple[CardSet, ...]) -> tuple[CardSet, ...]:
    """The hands after all gifts (one card per seat, by seat) have moved to the next player."""
    kept = [remove(hand, gift) for hand, gift in zip(hands, gifts, strict=True)]
    return tuple(add(hand, gifts[seat - 1]) for seat, hand in enumerate(kept))


def done(position: Position) -> None:
    """All have chosen; the first card is turned."""
    turn_next(position)
