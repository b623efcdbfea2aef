"""Melds and layouts by their definition: rules.md section 2 and the field ``yucas``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, product

from .rules import KEYS, YUCA, in_order, pack_ranks, pack_suits

Cards = tuple[str, ...]
Layout = tuple[Cards, ...]


@dataclass(frozen=True)
class Melding:
    """The part of a rule set that says what a meld is."""

    pack: str
    run_cap: int | None


def meld_kind(how: Melding, cards: Cards) -> str | None:
    """Return ``set``, ``run`` or None."""
    real = [card for card in cards if card != YUCA]
    yucas = len(cards) - len(real)
    if len(cards) < 3 or yucas > 1:
        return None
    suits = [card[-1] for card in real]
    ranks = [int(card[:-1]) for card in real]
    order = pack_ranks(how.pack)
    if any(s not in pack_suits(how.pack) for s in suits) or any(r not in order for r in ranks):
        return None
    if len(set(ranks)) == 1 and len(set(suits)) == len(real):
        return "set" if len(cards) <= len(pack_suits(how.pack)) else None
    if len(set(suits)) == 1 and len(set(ranks)) == len(real):
        places = [order.index(rank) for rank in ranks]
        holes = max(places) - min(places) + 1 - len(places)
        longest = len(order) if how.run_cap is None else min(how.run_cap, len(order))
        # With one yuca and no hole the yuca stands at an end; not longer than all ranks means
        # that there is a free end for it.
        return "run" if holes <= yucas and len(cards) <= longest else None
    return None


def is_meld(how: Melding, cards: Cards) -> bool:
    """Is this a set or a run?"""
    return meld_kind(how, cards) is not None


@cache
def every_meld(how: Melding) -> tuple[Cards, ...]:
    """List every meld that can be made from the pack, at most one yuca in each."""
    ranks, suits = pack_ranks(how.pack), pack_suits(how.pack)
    shapes: list[Cards] = []
    for rank in ranks:
        for size in (3, 4):
            shapes.extend(combinations([f"{rank}{suit}" for suit in suits], size))
    for suit in suits:
        for start, end in combinations(range(len(ranks) + 1), 2):
            shapes.append(tuple(f"{rank}{suit}" for rank in ranks[start:end]))
    found = set(shapes)
    for shape in shapes:
        for spot in range(len(shape)):
            found.add((*shape[:spot], *shape[spot + 1 :], YUCA))
    return tuple(meld for meld in sorted(found, key=meld_key) if is_meld(how, meld))


def meld_key(meld: Cards) -> tuple[tuple[int, int], ...]:
    """Return the key that compares melds card by card in card order."""
    return tuple(KEYS[card] for card in meld)


def layout_of(melds: list[Cards]) -> Layout:
    """Write a layout in its one spelling: cards in order, melds in order."""
    return tuple(sorted((in_order(meld) for meld in melds), key=meld_key))


@cache
def melds_holding(how: Melding, card: str) -> tuple[Cards, ...]:
    """List every meld that holds this card."""
    return tuple(meld for meld in every_meld(how) if card in meld)


@cache
def melds_beginning(how: Melding, card: str) -> tuple[Cards, ...]:
    """List every meld whose first card in card order is this one."""
    return tuple(meld for meld in every_meld(how) if meld[0] == card)


def without(cards: Cards, gone: Cards) -> Cards | None:
    """Take ``gone`` away from ``cards``; None if it is not among them."""
    left = list(cards)
    for card in gone:
        if card not in left:
            return None
        left.remove(card)
    return tuple(left)


@lru_cache(maxsize=1 << 17)
def layouts(how: Melding, cards: Cards) -> frozenset[Layout]:
    """Return every way to group all these cards (in card order) into melds.

    The first card has to lie in some meld, and since it is the lowest it is that meld's first.
    """
    if not cards:
        return frozenset({()})
    found: set[Layout] = set()
    for meld in melds_beginning(how, cards[0]):
        rest = without(cards, meld)
        if rest is not None:
            for layout in layouts(how, rest):
                found.add(layout_of([meld, *layout]))
    return frozenset(found)


def some_layout(how: Melding, cards: Cards) -> Layout:
    """Return one valid grouping, always the same for the same cards."""
    return min(layouts(how, cards), key=lambda layout: [meld_key(meld) for meld in layout])


def subsets(cards: Cards) -> list[Cards]:
    """List every different choice of some of these cards, the empty one first."""
    kinds = sorted(set(cards), key=KEYS.__getitem__)
    amounts = product(*(range(cards.count(kind) + 1) for kind in kinds))
    return [
        tuple(kind for kind, times in zip(kinds, amount, strict=True) for _ in range(times))
        for amount in amounts
    ]


@lru_cache(maxsize=1 << 15)
def choices(how: Melding, fixed: Cards, hand: Cards) -> tuple[tuple[Cards, Layout], ...]:
    """Return every (hand cards, layout) such that fixed + hand cards are grouped as the layout.

    All subsets of the hand are tried, except those with a card that is in no meld at all.
    """
    pool = set(fixed) | set(hand)
    useful = tuple(
        card for card in hand if any(pool.issuperset(meld) for meld in melds_holding(how, card))
    )
    return tuple(
        (chosen, layout)
        for chosen in subsets(useful)
        for layout in layouts(how, in_order((*fixed, *chosen)))
    )


def most_melded(how: Melding, cards: Cards) -> int:
    """Return the largest number of these cards that can stand in melds at once."""
    return max(len(some) for some in subsets(cards) if layouts(how, in_order(some)))
