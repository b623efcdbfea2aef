"""How well cards go together: the ``conn`` of formats.md §5, by bit masks."""

from __future__ import annotations

from functools import lru_cache

from conquian.core.cards import YUCA, Card, CardSet, kinds_of, rank_of, remove, suit_of
from conquian.core.packs import Pack, pack_named

YUCA_CONN = 100
"""``conn`` of a yuca: it is never the least."""


class Connections:
    """``conn`` for one pack.

    Attributes:
        strong: for each card, the zone of the cards that count 2 for it: of equal rank, or of its
            suit one rank away; both copies.
        weak: likewise those that count 1: of its suit, two ranks away.
    """

    def __init__(self, pack: Pack) -> None:
        place = {rank: index for index, rank in enumerate(pack.ranks)}
        self.strong: dict[Card, CardSet] = {}
        self.weak: dict[Card, CardSet] = {}
        for card in pack.cards:
            strong = weak = 0
            for other in pack.cards:
                if rank_of(card) == rank_of(other):
                    strong |= 1 << other
                elif suit_of(card) == suit_of(other):
                    distance = abs(place[rank_of(card)] - place[rank_of(other)])
                    strong |= (distance == 1) << other
                    weak |= (distance == 2) << other
            self.strong[card] = strong | strong << 64
            self.weak[card] = weak | weak << 64

    def conn(self, card: Card, hand: CardSet) -> int:
        """How much ``card`` of ``hand`` is worth to the other cards there (formats.md §5)."""
        if card == YUCA:
            return YUCA_CONN
        others = remove(hand, 1 << card)
        strong = (others & self.strong[card]).bit_count()
        return 2 * strong + (others & self.weak[card]).bit_count()

    def least(self, hand: CardSet) -> int:
        """The least ``conn`` of a hand that is not empty."""
        return min(self.conn(card, hand) for card in kinds_of(hand))


@lru_cache(maxsize=64)
def connections(pack: str) -> Connections:
    """The connections of a pack, built once."""
    return Connections(pack_named(pack))
