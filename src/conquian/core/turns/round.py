"""``offer: round``: every upcard goes round the table (rules.md §4, the table).

Every function gives (first seat asked, number of seats asked, who turns if all decline).
"""

from __future__ import annotations

from conquian.core.ruleset import RuleSet


def after_turning(_rules: RuleSet, players: int, seat: int) -> tuple[int, int, int]:
    """Turned by p: p, next(p), … all. Then next(p) turns."""
    return seat, players, (seat + 1) % players


def after_paying(_rules: RuleSet, players: int, seat: int) -> tuple[int, int, int]:
    """Paid by p: next(p), … all but p. Then next(p) turns."""
    return (seat + 1) % players, players - 1, (seat + 1) % players


def second_turner(players: int, dealer: int) -> int:
    """After a first card turned by the pone and declined by all, next(pone) turns."""
    return (dealer + 2) % players
