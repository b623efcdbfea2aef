"""Ways to go out: which cards are still missing for H + 1 cards in melds (rules.md §2.5).

A **plan** is a final layout: H + 1 cards that split into melds and hold everything laid so far.
What it needs beyond laid cards and hand must come as upcards; what it leaves over of the hand is
what may be paid. Plans are weighted by how likely their missing cards are to come, so that the sum
over all plans says how good a position is, and a card's share in it what the card is worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from conquian.core.cards import YUCA, CardSet, add, kinds_of, remove
from conquian.core.layouts import LayoutTable
from conquian.core.melds import Meld

_LONGEST = 5
"""Longer runs lie as two, so melds of three to five cards make up every layout (rules.md §3)."""


class Plan(NamedTuple):
    """One way to go out.

    Attributes:
        weight: how likely it is; only comparisons mean anything.
        leftover: hand cards it has no use for, as a zone.
        missing: cards that must come, as a zone.
    """

    weight: float
    leftover: CardSet
    missing: CardSet


class _Part(NamedTuple):
    """A meld that might be part of a plan."""

    own: CardSet
    missing: CardSet
    lacks: int
    size: int
    weight: float


@lru_cache(maxsize=64)
def _short_melds(table: LayoutTable, *, yuca: bool) -> tuple[tuple[Meld, int], ...]:
    return tuple(
        (meld, meld.bit_count())
        for meld in table.melds
        if meld.bit_count() <= _LONGEST and (yuca or not meld >> YUCA & 1)
    )


def plans(
    table: LayoutTable,
    laid: CardSet,
    hand: CardSet,
    goal: int,
    chances: Sequence[float],
    most_missing: int,
) -> list[Plan]:
    """All plans with at most ``most_missing`` missing cards.

    Args:
        table: melds of the pack.
        laid: cards every plan must hold.
        hand: cards a plan may hold.
        goal: how many cards it has in the end, H + 1.
        chances: for each card 0–63, how likely it is to come as an upcard; 0 for cards that are
            dead or in somebody's layout.
        most_missing: not more missing cards than this.
    """
    parts = _parts(table, laid, hand, chances, most_missing)
    found: list[Plan] = []
    _cover(parts, add(laid, hand), laid, 0, goal, 1.0, most_missing, found)
    return found


def _parts(
    table: LayoutTable,
    laid: CardSet,
    hand: CardSet,
    chances: Sequence[float],
    most_missing: int,
) -> list[_Part]:
    """The melds of which two cards or more are there and the others may come one by one."""
    parts: list[_Part] = []
    most = min(2, most_missing)
    own = laid | hand
    # Laid cards whose other copy may come; none with a single pack.
    twins = sum(1 << card for card in kinds_of(laid & ~hand) if chances[card])
    for meld, size in _short_melds(table, yuca=bool(own >> YUCA & 1)):
        have = meld & own
        parts += _part(table, meld, size, have, chances, most)
        for card in kinds_of(have & twins):
            parts += _part(table, meld, size, have ^ 1 << card, chances, most)
    return parts


def _part(
    table: LayoutTable, meld: Meld, size: int, own: CardSet, chances: Sequence[float], most: int
) -> tuple[_Part, ...]:
    """This meld from ``own`` cards and others that must come, if they can."""
    missing = meld ^ own
    if not missing:
        return (_Part(own, 0, 0, size, 1.0),)
    lacks = missing.bit_count()
    if lacks > most or size - lacks < 2:
        return ()
    high = missing.bit_length() - 1
    weight = chances[high]
    if lacks == 2:
        low = (missing & -missing).bit_length() - 1
        # Each upcard must stand in a meld when it comes.
        orders = ((meld ^ 1 << high) in table.kinds) + ((meld ^ 1 << low) in table.kinds)
        weight *= chances[low] * orders / 2
    return (_Part(own, missing, lacks, size, weight),) if weight else ()


def _cover(
    parts: list[_Part],
    free: CardSet,
    must: CardSet,
    got: CardSet,
    need: int,
    weight: float,
    left: int,
    found: list[Plan],
) -> None:
    """Choose melds until all laid cards are in one, lowest card first; then the others."""
    if not must:
        if need == 0:
            found.append(Plan(weight, free, got))
        elif need >= 3:
            usable = [p for p in parts if p.lacks <= left and p.own & free == p.own]
            _fill(usable, free, got, need, weight, left, found)
        return
    lowest = must & -must
    for part in parts:
        own = part.own
        if (
            own & lowest
            and part.lacks <= left
            and part.size <= need
            and own & free == own
            and not part.missing & got
        ):
            _cover(
                parts,
                remove(free, own),
                remove(must, own & must),
                got | part.missing,
                need - part.size,
                weight * part.weight,
                left - part.lacks,
                found,
            )


def _fill(
    parts: list[_Part],
    free: CardSet,
    got: CardSet,
    need: int,
    weight: float,
    left: int,
    found: list[Plan],
) -> None:
    """Choose further melds, each after the last in the list, until ``need`` cards are placed."""
    for place, part in enumerate(parts):
        rest = need - part.size
        if rest == 0:
            found.append(Plan(weight * part.weight, remove(free, part.own), got | part.missing))
        elif rest >= 3:
            now = remove(free, part.own)
            less = left - part.lacks
            have = got | part.missing
            usable = [
                p
                for p in parts[place + 1 :]
                if p.size <= rest
                and p.lacks <= less
                and p.own & now == p.own
                and not p.missing & have
            ]
            if usable:
                _fill(usable, now, have, rest, weight * part.weight, less, found)
