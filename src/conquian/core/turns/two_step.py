"""``offer: two_step``: the turner is asked, then the next player (rules.md §4, the table).

Every function gives (first seat asked, number of seats asked, who turns if all decline).
"""

from __future__ import annotations

from conquian.core.ruleset import Claim, RuleSet


def after_turning(rules: RuleSet, players: int, seat: int) -> tuple[int, int, int]:
    """Turned by p: p and next(p); with ``claim: either`` all, from p. Then next(p) turns."""
    size = players if rules.claim is Claim.EITHER else 2
    return seat, size, (seat + 1) % players


def after_paying(rules: RuleSet, players: int, seat: int) -> tuple[int, int, int]:
    """Paid by p: next(p); with ``claim: either`` all but p. Then next(p) turns."""
    size = players - 1 if rules.claim is Claim.EITHER else 1
    return (seat + 1) % players, size, (seat + 1) % players


def second_turner(_players: int, dealer: int) -> int:
    """After a first card turned by the pone and declined by all, the dealer turns."""
    return dealer
