"""Paying: after a take that is not a win, one hand card, which is the next upcard (§2.5, §4)."""

from __future__ import annotations

from conquian.core.action import Action, pay
from conquian.core.cards import CardSet, kinds_of
from conquian.core.errors import NotLegal


def legal(hand: CardSet) -> list[Action]:
    """Any hand card, in card order."""
    return [pay(card) for card in kinds_of(hand)]


def refusal(hand: CardSet, action: Action) -> NotLegal | None:
    """Why this card cannot be paid."""
    if action.cards & hand != action.cards:
        return NotLegal("not_in_hand", cards=action.cards)
    return None
