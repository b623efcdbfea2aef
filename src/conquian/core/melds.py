"""Melds: sets and runs (rules.md §2.1, §2.2 and the ``yucas`` row of §3).

All melds of a pack are listed once, in lexicographic order of their cards. Everything else asks
this list, so there is one place that says what a meld is.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from itertools import combinations

from conquian.core.cards import YUCA, Card, CardSet, card_of, cards_of
from conquian.core.packs import Pack

Meld = int
"""One meld as a zone; only the low half is used, a meld never holds twins."""
Layout = tuple[Meld, ...]
"""One player's melds, in lexicographic order of their cards."""


class MeldKind(StrEnum):
    """What a meld is."""

    SET = "set"
    RUN = "run"


def sets_of(pack: Pack, *, yuca: bool) -> Iterator[Meld]:
    """3 or 4 cards of one rank, all of different suits; at most one of them a yuca.

    With a yuca a set still has at most as many cards as the pack has suits.
    """
    for rank in pack.ranks:
        of_rank = [1 << card_of(rank, suit) for suit in range(pack.suits)]
        for size in range(3, pack.suits + 1):
            for natural in combinations(of_rank, size):
                yield sum(natural)
            if yuca:
                for natural in combinations(of_rank, size - 1):
                    yield sum(natural) | 1 << YUCA


def runs_of(pack: Pack, run_cap: int | None, *, yuca: bool) -> Iterator[Meld]:
    """3 or more cards of one suit, consecutive in the pack's rank order; no turning the corner.

    A yuca stands for any one card of the run, at an end or inside. Nothing is longer than
    ``run_cap``, nor than the pack has ranks.
    """
    longest = len(pack.ranks) if run_cap is None else min(run_cap, len(pack.ranks))
    for suit in range(pack.suits):
        of_suit = [1 << card_of(rank, suit) for rank in pack.ranks]
        for size in range(3, longest + 1):
            for start in range(len(of_suit) - size + 1):
                run = of_suit[start : start + size]
                yield sum(run)
                if yuca:
                    for replaced in run:
                        yield sum(run) - replaced | 1 << YUCA


class MeldTable:
    """All melds of a pack, with indexes for looking them up.

    Attributes:
        kinds: every meld and whether it is a set or a run.
        melds: every meld, in lexicographic order of its cards.
        order: the place of every meld in ``melds``.
        with_card: for each card, the melds that hold it, in that order.
        seeds: for each card, the melds of exactly three cards that hold it. Every meld contains
            such a one through each of its cards, so a card for which no seed is at hand cannot be
            melded: the test that settles most offers.
    """

    def __init__(self, pack: Pack, run_cap: int | None, *, yuca: bool) -> None:
        kinds = dict.fromkeys(sets_of(pack, yuca=yuca), MeldKind.SET)
        kinds |= dict.fromkeys(runs_of(pack, run_cap, yuca=yuca), MeldKind.RUN)
        self.melds: tuple[Meld, ...] = tuple(sorted(kinds, key=cards_of))
        self.kinds = {meld: kinds[meld] for meld in self.melds}
        self.order = {meld: place for place, meld in enumerate(self.melds)}
        cards = (*pack.cards, YUCA)
        self.with_card: dict[Card, tuple[Meld, ...]] = {
            card: tuple(meld for meld in self.melds if meld >> card & 1) for card in cards
        }
        self.seeds: dict[Card, tuple[Meld, ...]] = {
            card: tuple(meld for meld in melds if meld.bit_count() == 3)
            for card, melds in self.with_card.items()
        }

    def kind(self, cards: CardSet) -> MeldKind | None:
        """What these cards are as one meld, or None."""
        return self.kinds.get(cards)

    def meldable(self, card: Card, among: CardSet) -> bool:
        """Whether ``card`` stands in at least one meld made of it and cards of ``among``."""
        among |= 1 << card
        for seed in self.seeds[card]:  # noqa: SIM110 - `any` costs twice as much, at every offer
            if seed & among == seed:
                return True
        return False

    def extends(self, meld: Meld, card: Card) -> bool:
        """Whether ``card`` added to ``meld`` as it lies gives a meld again."""
        return not meld >> card & 1 and meld | 1 << card in self.kinds

    def sorted(self, melds: list[Meld] | Layout) -> Layout:
        """These melds in the documented order (formats.md §1)."""
        return tuple(sorted(melds, key=self.order.__getitem__))
