"""The places of a position's row, and the numbers that stand for phases and kinds of action.

A **position** of n players is a row of ``16 + 3 n`` int64: the public facts of
``core.position.Position``, the cards left in the stock as a mask, then for each seat its hand, its
laid cards, and its layout code (0 where the grouping does not matter). Seats and cards that are not
there are -1. A batch is a 2-D array of such rows. The order of the stock is never part of it.

An **action** is a row of four int64: kind, hand cards as a mask, seat (forced, or -1), layout code
(0 where ``core`` has no layout).
"""

from __future__ import annotations

from typing import Final

(
    W_PHASE,
    W_ACTOR,
    W_UPCARD,
    W_TURNED,
    W_SOURCE,
    W_FIRST,
    W_SIZE,
    W_DECLINED,
    W_TURNER,
    W_STOCK,
    W_FORCER,
    W_DEALER,
    W_WINNER,
    W_REASON,
    W_UNSEEN,
    W_GIFTS,
    W_SEATS,
) = range(17)
"""As in ``core.position.Position``; ``W_WINNER`` is a seat, -1 for a drawn deal or -2 before the
end; ``W_REASON`` 0, 1 out or 2 stock; ``W_GIFTS`` six bits for each seat, the card chosen in the
exchange + 1; from ``W_SEATS`` on three words for each seat."""

WORDS_A_SEAT: Final = 3
NOT_OVER: Final = -2
OUT: Final = 1
STOCK_OUT: Final = 2

EXCHANGE, TURN, OFFER, WINDOW, FORCED, PAY, OVER = range(7)
"""Phases, in the order of ``core.position.Phase``."""

A_MELD, A_TAKE, A_FORCE, A_PASS, A_PAY, A_GIVE = range(6)
"""Kinds of action, in the order of legal lists."""


def words_for(players: int) -> int:
    """Length of the row of a position."""
    return W_SEATS + WORDS_A_SEAT * players
