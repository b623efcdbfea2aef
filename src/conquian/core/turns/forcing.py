"""Forcing and the window (rules.md §5)."""

from __future__ import annotations

from conquian.core.action import FORCE, PASS, Action
from conquian.core.cards import Card, CardSet, add
from conquian.core.errors import NotLegal
from conquian.core.position import FORCED, NOBODY, WINDOW, Position
from conquian.core.turns import takes
from conquian.core.turns.turning import turn_next


def fits(position: Position, seat: int, card: Card) -> bool:
    """Whether ``card`` can join the layout of ``seat`` with no hand card.

    With ``force_fit: layout`` the laid cards may be regrouped; with ``meld`` the card must extend
    one of the melds as it lies. Somebody with nothing laid is never fitted.
    """
    laid = position.laid[seat]
    if not laid:
        return False
    table = position.setting.table
    if not table.meldable(card, laid):
        return False
    if position.setting.grouped:
        return any(table.extends(meld, card) for meld in position.melds[seat])
    return table.splits(add(laid, 1 << card))


def targets(position: Position) -> list[int]:
    """Whom the player asked may force with the upcard, whether asked before or not; by seat.

    The payer of the card only where ``force_discarder``.
    """
    setting = position.setting
    if not setting.forcing:
        return []
    spared = NOBODY if position.turned or setting.discarder else position.source
    return [
        seat
        for seat, laid in enumerate(position.laid)
        if laid
        and seat != position.actor
        and seat != spared
        and fits(position, seat, position.upcard)
    ]


def window_targets(position: Position, by: int) -> list[int]:
    """Whom ``by`` may force in the window: those who declined this card and whom it fits.

    A seat that itself declined may force only those who declined after it. By seat.
    """
    asked = position.asked
    after = asked[asked.index(by) + 1 :] if by in asked else asked
    return sorted(seat for seat in after if fits(position, seat, position.upcard))


def open_window(position: Position) -> None:
    """The queue is empty: everybody from next(last asked) on, once round, may force."""
    if position.setting.window:
        _ask_window(position, passed=0)
    else:
        turn_next(position)


def window_passed(position: Position) -> None:
    """The actor of the window leaves the card."""
    start = position.setting.next[_last_asked(position)]
    _ask_window(position, passed=(position.actor - start) % position.players + 1)


def _ask_window(position: Position, passed: int) -> None:
    """Give the decision to the first seat that has a target, after the first ``passed`` seats."""
    players = position.players
    fitted = [seat for seat in position.asked if fits(position, seat, position.upcard)]
    if fitted:
        start = position.setting.next[_last_asked(position)]
        for step in range(passed, players):
            seat = (start + step) % players
            if window_targets(position, seat):
                position.phase = WINDOW
                position.actor = seat
                return
    turn_next(position)


def _last_asked(position: Position) -> int:
    return (position.first + position.size - 1) % position.players


def forced(position: Position, target: int) -> None:
    """The actor forces ``target``, who must take."""
    position.forcer = position.actor
    position.actor = target
    position.phase = FORCED


# What a seat may do in the window, and when it has been forced.


def window_legal(position: Position) -> list[Action]:
    """Force, by seat, then pass: no take and no meld in a window."""
    return [FORCE[seat] for seat in window_targets(position, position.actor)] + [PASS]


def force_refusal(position: Position, target: int) -> NotLegal | None:
    """Why the player asked cannot force ``target``."""
    setting = position.setting
    if not setting.forcing:
        return NotLegal("force_never")
    if not 0 <= target < setting.players:
        return NotLegal("force_no_such_seat", number=target)
    if target == position.actor:
        return NotLegal("force_self")
    if target == position.source and not position.turned and not setting.discarder:
        return NotLegal("force_payer", target=target, upcard=position.upcard)
    return _fit_refusal(position, target)


def window_force_refusal(position: Position, target: int) -> NotLegal | None:
    """Why ``target`` cannot be forced in the window."""
    asked, actor = position.asked, position.actor
    if not 0 <= target < position.players:
        return NotLegal("force_no_such_seat", number=target)
    if target == actor:
        return NotLegal("force_self")
    if target not in asked:
        return NotLegal("window_not_declined", target=target, upcard=position.upcard)
    if actor in asked and asked.index(target) < asked.index(actor):
        return NotLegal("window_declined_before", target=target, upcard=position.upcard)
    return _fit_refusal(position, target)


def _fit_refusal(position: Position, target: int) -> NotLegal | None:
    if not position.laid[target]:
        return NotLegal("force_nothing_laid", target=target)
    if not fits(position, target, position.upcard):
        return NotLegal("force_no_fit", target=target, upcard=position.upcard)
    return None


def forced_legal(position: Position, hand: CardSet) -> list[Action]:
    """What the forced player may do: an ordinary take, or only placing the upcard."""
    seat = position.actor
    if position.setting.place:
        return takes.placings(position, seat)
    return takes.legal(position, seat, hand)


def forced_refusal(position: Position, hand: CardSet, action: Action) -> NotLegal | None:
    """Why the forced player cannot take like this."""
    if position.setting.place:
        return takes.placing_refusal(position, action)
    return takes.refusal(position, hand, action)
