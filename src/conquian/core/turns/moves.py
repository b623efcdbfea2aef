"""The switch over the phases: what the actor may do, and why not (rules.md §4–5)."""

from __future__ import annotations

from collections.abc import Mapping

from conquian.core.action import FORCE, PASS, Action, Kind, give, pay
from conquian.core.cards import CardSet, is_zone
from conquian.core.errors import NotLegal
from conquian.core.position import (
    EXCHANGE,
    FORCED,
    NOBODY,
    OFFER,
    OVER,
    PAY,
    TURN,
    WINDOW,
    Phase,
    Position,
)
from conquian.core.turns import exchange, forcing, offers, paying

KINDS: Mapping[Phase, frozenset[Kind]] = {
    EXCHANGE: frozenset({Kind.GIVE}),
    TURN: frozenset(),
    OFFER: frozenset({Kind.MELD, Kind.TAKE, Kind.FORCE, Kind.PASS}),
    WINDOW: frozenset({Kind.FORCE, Kind.PASS}),
    FORCED: frozenset({Kind.TAKE}),
    PAY: frozenset({Kind.PAY}),
    OVER: frozenset(),
}
"""Which kinds of action exist in a phase at all."""

_WRONG_PHASE: Mapping[Phase, str] = {
    EXCHANGE: "phase_exchange",
    TURN: "phase_turn",
    OFFER: "phase_offer",
    WINDOW: "phase_window",
    FORCED: "phase_forced",
    PAY: "phase_pay",
    OVER: "phase_over",
}


def legal(position: Position, hand: CardSet) -> list[Action]:
    """All legal actions of the actor, who holds ``hand``, in the documented order:

    melds from the hand, takes, forces, pass; within a kind by the cards used, compared in card
    order, then by the layout, or by seat. ``give`` and ``pay`` in card order.
    """
    phase = position.phase
    if phase is OFFER:
        return offers.legal(position, hand)
    if phase is PAY:
        return paying.legal(hand)
    if phase is WINDOW:
        return forcing.window_legal(position)
    if phase is FORCED:
        return forcing.forced_legal(position, hand)
    if phase is EXCHANGE:
        return exchange.legal(hand)
    return []


def refusal(position: Position, hand: CardSet, action: Action) -> NotLegal | None:
    """Why the actor may not do this, or ``None`` if he may."""
    phase = position.phase
    kind = action.kind
    if kind not in KINDS[phase]:
        return NotLegal(_WRONG_PHASE[phase], kind=str(kind))
    if action is not PASS and not _well_formed(action):
        return NotLegal("malformed_action")
    if phase is OFFER:
        return offers.refusal(position, hand, action)
    if phase is PAY:
        return paying.refusal(hand, action)
    if phase is WINDOW:
        if kind is Kind.FORCE:
            return forcing.window_force_refusal(position, action.seat)
        return None
    if phase is FORCED:
        return forcing.forced_refusal(position, hand, action)
    return exchange.refusal(hand, action)


def _well_formed(action: Action) -> bool:
    """Whether the parts of an action belong together, as in every action the package makes."""
    kind = action.kind
    if kind is Kind.TAKE or kind is Kind.MELD:
        return is_zone(action.cards) and action.seat == NOBODY
    if kind is Kind.FORCE:
        return action in FORCE or not (action.cards or action.layout or action.seat in range(6))
    if kind is Kind.PASS:
        return action == PASS
    one_card = is_zone(action.cards) and action.cards.bit_count() == 1
    return one_card and action == (pay if kind is Kind.PAY else give)(action.card)
