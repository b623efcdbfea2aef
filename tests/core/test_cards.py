"""Cards and zones: ints that behave like cards and multisets of cards."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conquian.core.cards import (
    SUITS,
    YUCA,
    Card,
    CardSet,
    add,
    card_of,
    card_text,
    cards_of,
    is_zone,
    kinds_of,
    parse_card,
    parse_zone,
    rank_of,
    remove,
    suit_of,
    zone_of,
    zone_text,
)
from conquian.core.errors import CannotParse

ALL = [card_of(rank, suit) for suit in range(4) for rank in range(1, 14)] + [YUCA]
MULTISETS = st.dictionaries(st.sampled_from(ALL), st.integers(1, 2)).map(Counter)


def zone(cards: Counter[Card]) -> CardSet:
    return zone_of(cards.elements())


def test_text_round_trip_of_every_card() -> None:
    texts = [card_text(card) for card in ALL]
    assert len(set(texts)) == 53
    assert [parse_card(text) for text in texts] == ALL
    assert texts[:3] == ["1o", "2o", "3o"]
    assert texts[-2:] == ["13b", "Y"]


def test_card_order_is_by_suit_then_rank_with_the_yuca_last() -> None:
    assert sorted(ALL, key=lambda card: (card == YUCA, suit_of(card), rank_of(card))) == sorted(ALL)
    assert SUITS == "oceb"


def test_rank_and_suit() -> None:
    for suit in range(4):
        for rank in range(1, 14):
            assert (rank_of(card_of(rank, suit)), suit_of(card_of(rank, suit))) == (rank, suit)
    assert (rank_of(YUCA), suit_of(YUCA)) == (0, -1)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "7",
        "c",
        "0c",
        "14c",
        "7d",
        "07c",
        "7C",
        " 7c",
        "7c ",
        "y",
        "YY",
        "7cc",
        "\u0667c",
        "7\n",
        "-1o",
    ],
)
def test_anything_else_is_no_card(text: str) -> None:
    with pytest.raises(CannotParse) as caught:
        parse_card(text)
    assert caught.value.code == "bad_card"


@given(MULTISETS)
def test_a_zone_holds_a_multiset(cards: Counter[Card]) -> None:
    made = zone(cards)
    assert Counter(cards_of(made)) == cards
    assert cards_of(made) == sorted(cards.elements())
    assert list(kinds_of(made)) == sorted(cards)
    assert made.bit_count() == cards.total()
    assert is_zone(made)
    assert parse_zone(zone_text(made)) == made


@given(st.lists(st.sampled_from(ALL), max_size=20), st.randoms())
def test_equal_contents_are_equal_ints_whatever_the_order(cards: list[Card], rng: object) -> None:
    kept = list(Counter({card: min(2, n) for card, n in Counter(cards).items()}).elements())
    made = zone_of(kept)
    rng.shuffle(kept)  # type: ignore[attr-defined]
    assert zone_of(kept) == made
    grown = 0
    for card in kept:
        grown = add(grown, 1 << card)
    assert grown == made


@given(MULTISETS, MULTISETS)
def test_add_and_remove_are_multiset_sum_and_difference(
    one: Counter[Card], other: Counter[Card]
) -> None:
    other = Counter({card: min(n, 2 - one[card]) for card, n in other.items()})
    other = +other
    both = one + other
    assert add(zone(one), zone(other)) == zone(both)
    assert add(zone(other), zone(one)) == zone(both)
    assert remove(zone(both), zone(other)) == zone(one)
    assert remove(zone(both), zone(one)) == zone(other)
    assert remove(zone(both), zone(both)) == 0


@given(MULTISETS, MULTISETS)
def test_containment_is_one_and(one: Counter[Card], other: Counter[Card]) -> None:
    contained = all(one[card] >= n for card, n in other.items())
    assert (zone(one) & zone(other) == zone(other)) is contained


def test_twins_of_the_yuca_too() -> None:
    both = parse_zone("Y 5o Y")
    assert zone_text(both) == "5o Y Y"
    assert remove(both, parse_zone("Y")) == parse_zone("5o Y")


def test_no_card_comes_three_times() -> None:
    for text in ("5o 5o 5o", "Y Y Y"):
        with pytest.raises(CannotParse) as caught:
            parse_zone(text)
        assert caught.value.code == "card_thrice"


@pytest.mark.parametrize("value", [-1, 1 << 13, 1 << 62, 1 << 63, 1 << 64, 1 << 128, 1 << 200])
def test_ints_that_are_no_zone(value: int) -> None:
    assert not is_zone(value)


@given(st.integers(0, (1 << 130) - 1))
def test_is_zone_says_exactly_which_ints_are_zones(value: int) -> None:
    low, high = value & ((1 << 64) - 1), value >> 64
    kinds = {card for card in range(64) if low >> card & 1}
    twins = {card for card in range(70) if high >> card & 1}
    assert is_zone(value) is (kinds <= set(ALL) and twins <= kinds)
