"""What the player asked about an upcard may do: meld, take, force, pass (rules.md §4)."""

from __future__ import annotations

from conquian.core.action import FORCE, PASS, Action, Kind
from conquian.core.cards import CardSet
from conquian.core.errors import NotLegal
from conquian.core.position import Position
from conquian.core.ruleset import HandMelds
from conquian.core.turns import forcing, takes


def may_meld(position: Position) -> bool:
    """Whether the actor may lay melds wholly from his hand now.

    ``when_asked``: any time he is asked. ``after_turning``: only the player who turned this
    upcard, while he is asked about it.
    """
    how = position.setting.hand_melds
    if how is HandMelds.NEVER:
        return False
    return how is HandMelds.WHEN_ASKED or (position.turned and position.source == position.actor)


def legal(position: Position, hand: CardSet) -> list[Action]:
    """Melds from the hand, takes, forces by seat, pass."""
    seat = position.actor
    actions: list[Action] = []
    if not position.setting.melds_never and may_meld(position):
        actions += takes.legal_melds(position, seat, hand)
    actions += takes.legal(position, seat, hand)
    targets = forcing.targets(position)
    actions += [FORCE[target] for target in targets]
    if pass_refusal(position, could_force=bool(targets)) is None:
        actions.append(PASS)
    return actions


def pass_refusal(position: Position, *, could_force: bool) -> NotLegal | None:
    """Why the player asked may not pass: house rules ``must`` and ``automatic`` (rules.md §5)."""
    setting = position.setting
    if setting.must and could_force:
        return NotLegal("pass_must_force", upcard=position.upcard)
    if setting.automatic and forcing.fits(position, position.actor, position.upcard):
        return NotLegal("pass_automatic", upcard=position.upcard)
    return None


def refusal(position: Position, hand: CardSet, action: Action) -> NotLegal | None:
    """Why the player asked may not do this."""
    kind = action.kind
    if kind is Kind.PASS:
        setting = position.setting
        if setting.must or setting.automatic:
            return pass_refusal(
                position, could_force=setting.must and bool(forcing.targets(position))
            )
        return None
    if kind is Kind.TAKE:
        return takes.refusal(position, hand, action)
    if kind is Kind.FORCE:
        return forcing.force_refusal(position, action.seat)
    if position.setting.melds_never:
        return NotLegal("meld_never")
    if not may_meld(position):
        return NotLegal("meld_turner_only")
    return takes.refusal(position, hand, action)
