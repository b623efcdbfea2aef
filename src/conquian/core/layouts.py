"""Layouts: laid cards grouped into melds, exactly and never greedily (rules.md §2.2, §2.6, §9.6).

All searches choose the lowest card that still has to be covered and try every meld that holds
it. With at most fourteen cards of one player in sight the trees are tiny, and nothing is missed.
"""

from __future__ import annotations

from functools import lru_cache

from conquian.core.cards import CardSet, add, remove
from conquian.core.melds import Layout, Meld, MeldTable
from conquian.core.packs import Pack, pack_named

_MOST_REMEMBERED = 1 << 14


class LayoutTable(MeldTable):
    """A meld table that also answers questions about whole layouts."""

    def __init__(self, pack: Pack, run_cap: int | None, *, yuca: bool) -> None:
        super().__init__(pack, run_cap, yuca=yuca)
        self._remembered: dict[CardSet, tuple[Meld, ...]] = {}

    def splits(self, cards: CardSet) -> bool:
        """Whether all of ``cards`` can stand in valid melds at once. No cards can."""
        if not cards:
            return True
        lowest = (cards & -cards).bit_length() - 1
        for meld in self.with_card[lowest]:
            if meld & cards == meld and self.splits(remove(cards, meld)):
                return True
        return False

    def groupings(self, cards: CardSet) -> list[Layout]:
        """Every way to group all of ``cards`` into melds, in lexicographic order."""
        found = {layout for _, layout in self.arrangements(cards, 0)}
        return sorted(found, key=self.layout_key)

    def shown(self, cards: CardSet) -> Layout:
        """The grouping shown where only the set of laid cards matters: fewest melds, then first.

        ``cards`` must split into melds.
        """
        return min(self.groupings(cards), key=lambda layout: (len(layout), self.layout_key(layout)))

    def layout_key(self, layout: Layout) -> list[int]:
        """Sort key that compares layouts meld by meld in card order."""
        return [self.order[meld] for meld in layout]

    def completions(self, must: CardSet, may: CardSet) -> set[CardSet]:
        """Every choice of cards from ``may`` with which ``must`` splits into melds.

        The choice may hold further melds of its own; it is empty where ``must`` alone splits.
        """
        return {chosen for chosen, _ in self._search(must, may, grouped=False)}

    def arrangements(self, must: CardSet, may: CardSet) -> set[tuple[CardSet, Layout]]:
        """Like :meth:`completions`, each choice with each grouping of the whole."""
        return self._search(must, may, grouped=True)

    def _search(self, must: CardSet, may: CardSet, *, grouped: bool) -> set[tuple[CardSet, Layout]]:
        """Depth-first over (still to cover, still free, chosen, melds so far).

        Without ``grouped`` the melds are not kept: two branches that have the same cards left to
        cover and have chosen the same cards lead to the same choices, so one of them is enough.
        """
        optional = self._within(may)
        found: set[tuple[CardSet, Layout]] = set()
        seen: set[tuple[CardSet, CardSet, Layout]] = set()
        todo: list[tuple[CardSet, CardSet, CardSet, Layout]] = [(must, may, 0, ())]
        while todo:
            must, may, chosen, layout = todo.pop()
            if (must, chosen, layout) in seen:
                continue
            seen.add((must, chosen, layout))
            if must:
                candidates = self.with_card[(must & -must).bit_length() - 1]
            else:
                found.add((chosen, layout))
                candidates = optional
            whole = must | may
            for meld in candidates:
                if meld & whole == meld:
                    # Cards that must be covered are used up first; a twin in `may` stays free.
                    from_may = meld & ~must
                    todo.append(
                        (
                            remove(must, meld & must),
                            remove(may, from_may),
                            add(chosen, from_may),
                            self.sorted((*layout, meld)) if grouped else (),
                        )
                    )
        return found

    def _within(self, cards: CardSet) -> tuple[Meld, ...]:
        """The melds that can be made of ``cards`` alone. Remembered: hands change seldom."""
        melds = self._remembered.get(cards)
        if melds is None:
            if len(self._remembered) >= _MOST_REMEMBERED:
                self._remembered.clear()
            melds = tuple(meld for meld in self.melds if meld & cards == meld)
            self._remembered[cards] = melds
        return melds

    def most_melded(self, cards: CardSet) -> int:
        """The most of ``cards`` that can stand in melds at once (rules.md §9.6)."""
        best = 0
        for chosen in self.completions(0, cards):
            best = max(best, chosen.bit_count())
        return best


def total(layout: Layout | list[Meld]) -> CardSet:
    """All cards of a layout as one zone."""
    cards = 0
    for meld in layout:
        cards = add(cards, meld)
    return cards


@lru_cache(maxsize=256)
def layout_table(pack: str, run_cap: int | None, *, yuca: bool) -> LayoutTable:
    """The table of a pack, built once. ``yuca``: whether wild cards are in play."""
    return LayoutTable(pack_named(pack), run_cap, yuca=yuca)
