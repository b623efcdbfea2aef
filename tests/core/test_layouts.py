"""Grouping against naive search on small zones, with twins and yucas."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conquian.core.cards import YUCA, CardSet, add, cards_of, parse_zone, remove, zone_of
from conquian.core.layouts import LayoutTable, layout_table, total
from conquian.core.packs import pack_named

TABLES = [
    ("mini5x4", None),
    ("mini5x4", 3),
    ("mini6x3", None),
    ("mini6x3", 4),
    ("spanish40", None),
    ("spanish40", 8),
]


def partitions(table: LayoutTable, cards: list[int]) -> Iterator[tuple[CardSet, ...]]:
    """All ways to split a list of cards (twins are different cards here) into melds, naively."""
    if not cards:
        yield ()
        return
    first, rest = cards[0], cards[1:]
    for choice in range(1 << len(rest)):
        group = [first] + [card for place, card in enumerate(rest) if choice >> place & 1]
        if len(group) < 3 or len(set(group)) < len(group):
            continue
        meld = zone_of(group)
        if table.kind(meld) is None:
            continue
        left = [card for place, card in enumerate(rest) if not choice >> place & 1]
        for others in partitions(table, left):
            yield (meld, *others)


def groupings(table: LayoutTable, cards: CardSet) -> set[tuple[CardSet, ...]]:
    return {table.sorted(found) for found in partitions(table, cards_of(cards))}


def subsets(cards: CardSet) -> set[CardSet]:
    counts = Counter(cards_of(cards))
    found = set()
    for numbers in product(*[range(count + 1) for count in counts.values()]):
        found.add(zone_of(Counter(dict(zip(counts, numbers, strict=True))).elements()))
    return found


@st.composite
def positions(draw: st.DrawFn, most: int) -> tuple[LayoutTable, CardSet, CardSet]:
    """A table of melds, and two zones that fit into two packs and two yucas together."""
    pack, cap = draw(st.sampled_from(TABLES))
    table = layout_table(pack, cap, yuca=True)
    # Near each other, so that melds happen: a few ranks, all suits.
    ranks = pack_named(pack).ranks
    start = draw(st.integers(0, len(ranks) - 4))
    near = [card for card in pack_named(pack).cards if card % 16 + 1 in ranks[start : start + 4]]
    deck = [*near, *near, YUCA, YUCA]
    places = draw(st.lists(st.integers(0, len(deck) - 1), unique=True, max_size=most))
    cards = [deck[place] for place in places]
    cut = draw(st.integers(0, len(cards)))
    return table, zone_of(cards[:cut]), zone_of(cards[cut:])


@settings(max_examples=150)
@given(positions(9))
def test_splits_and_groupings(position: tuple[LayoutTable, CardSet, CardSet]) -> None:
    table, one, other = position
    cards = add(one, other)
    wanted = groupings(table, cards)
    assert table.splits(cards) is bool(wanted)
    found = table.groupings(cards)
    assert set(found) == wanted
    assert found == sorted(wanted, key=lambda layout: [table.order[meld] for meld in layout])
    if wanted:
        fewest = min(len(layout) for layout in wanted)
        assert table.shown(cards) == next(layout for layout in found if len(layout) == fewest)


@settings(max_examples=100)
@given(positions(8))
def test_completions_and_arrangements(position: tuple[LayoutTable, CardSet, CardSet]) -> None:
    table, must, may = position
    wanted = {
        (chosen, layout)
        for chosen in subsets(may)
        for layout in groupings(table, add(must, chosen))
    }
    assert table.arrangements(must, may) == wanted
    assert table.completions(must, may) == {chosen for chosen, _ in wanted}
    for chosen, layout in wanted:
        assert total(layout) == add(must, chosen)
        assert remove(may, chosen) & may == remove(may, chosen)


@settings(max_examples=100)
@given(positions(8))
def test_most_melded(position: tuple[LayoutTable, CardSet, CardSet]) -> None:
    table, one, other = position
    cards = add(one, other)
    wanted = max(len(cards_of(part)) for part in subsets(cards) if groupings(table, part))
    assert table.most_melded(cards) == wanted


@pytest.mark.parametrize(
    ("cards", "melded"),
    [
        ("3c 4c 5c 6c 7c 6e 6o", 6),
        ("5c 6c 7c 7o 7b", 3),
        ("1o 1c 1e 1b 2o 3o", 6),
        ("5o 5o 6o 6o 7o 7o", 6),
        ("5o 5c Y 6e 6b Y", 6),
        ("5o 5o 5c", 0),
        ("", 0),
    ],
)
def test_most_melded_by_hand(cards: str, melded: int) -> None:
    assert layout_table("spanish40", None, yuca=True).most_melded(parse_zone(cards)) == melded


def test_twins_stand_in_different_melds_never_in_one() -> None:
    table = layout_table("spanish40", None, yuca=False)
    assert table.groupings(parse_zone("5o 5o 6o 6o 7o 7o")) == [
        (parse_zone("5o 6o 7o"), parse_zone("5o 6o 7o"))
    ]
    assert not table.splits(parse_zone("5o 5o 5c"))


def test_shown_prefers_fewer_melds_then_the_first() -> None:
    table = layout_table("spanish40", None, yuca=False)
    assert table.shown(parse_zone("1o 2o 3o 4o 5o 6o")) == (parse_zone("1o 2o 3o 4o 5o 6o"),)
    capped = layout_table("spanish40", 5, yuca=False)
    assert capped.shown(parse_zone("1o 2o 3o 4o 5o 6o")) == (
        parse_zone("1o 2o 3o"),
        parse_zone("4o 5o 6o"),
    )


def test_nothing_splits_into_no_melds() -> None:
    table = layout_table("spanish40", None, yuca=False)
    assert table.splits(0)
    assert table.groupings(0) == [()]
    assert table.shown(0) == ()
