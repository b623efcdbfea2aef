"""The list of melds against the definition of rules.md §2.1 and §3, by brute force."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conquian.core.cards import YUCA, cards_of, rank_of, suit_of, zone_of
from conquian.core.layouts import layout_table
from conquian.core.melds import MeldKind
from conquian.core.packs import pack_named

MINI = [f"mini{ranks}x{suits}" for ranks in (3, 6, 9) for suits in (2, 3, 4)]
EVERY_PACK = ["spanish40", "full52", "ace_to_ten", *MINI]


def is_set(cards: list[int], pack: str) -> bool:
    """3 or 4 cards of one rank, all of different suits, at most one of them a yuca."""
    natural = [card for card in cards if card != YUCA]
    suits = [suit_of(card) for card in natural]
    return (
        3 <= len(cards) <= pack_named(pack).suits
        and len(cards) - len(natural) <= 1
        and len({rank_of(card) for card in natural}) == 1
        and len(set(suits)) == len(suits)
    )


def is_run(cards: list[int], pack: str, cap: int | None) -> bool:
    """3 or more cards of one suit, consecutive in rank order, at most one of them a yuca."""
    order = pack_named(pack).ranks
    natural = [card for card in cards if card != YUCA]
    places = sorted(order.index(rank_of(card)) for card in natural)
    yucas = len(cards) - len(natural)
    if len(cards) < 3 or len(cards) > min(len(order), cap or 99) or yucas > 1:
        return False
    if len({suit_of(card) for card in natural}) != 1 or len(set(places)) != len(places):
        return False
    holes = places[-1] - places[0] + 1 - len(places)
    return holes <= yucas


@pytest.mark.parametrize("yuca", [False, True])
@pytest.mark.parametrize("cap", [None, 3, 4, 8])
@pytest.mark.parametrize("pack", ["mini3x2", "mini3x4", "mini4x3", "mini4x4", "mini5x3"])
def test_every_subset_of_a_small_pack(pack: str, cap: int | None, yuca: bool) -> None:
    table = layout_table(pack, cap, yuca=yuca)
    cards = [*pack_named(pack).cards, *[YUCA] * yuca]
    for size in range(min(7, len(cards)) + 1):
        for chosen in combinations(cards, size):
            kinds = [
                kind
                for kind, holds in (
                    (MeldKind.SET, is_set(list(chosen), pack)),
                    (MeldKind.RUN, is_run(list(chosen), pack, cap)),
                )
                if holds
            ]
            found = table.kind(zone_of(chosen))
            assert (found in kinds) if kinds else found is None, chosen


@pytest.mark.parametrize("yuca", [False, True])
@pytest.mark.parametrize(
    ("pack", "cap"),
    [(pack, cap) for pack in EVERY_PACK for cap in (None, 3 if pack in MINI else 8)],
)
def test_listing_and_definition(pack: str, cap: int | None, yuca: bool) -> None:
    """Everything listed is a meld; what is listed is complete by counting and by its neighbours."""
    table = layout_table(pack, cap, yuca=yuca)
    cards = [*pack_named(pack).cards, *[YUCA] * yuca]
    for meld, kind in table.kinds.items():
        held = cards_of(meld)
        assert is_set(held, pack) if kind is MeldKind.SET else is_run(held, pack, cap)
    # Every meld but those of three has a part that is a meld with one card less: so adding single
    # cards to what is listed, and trying all threes, reaches every meld there is.
    for three in combinations(cards, 3):
        wanted = is_set(list(three), pack) or is_run(list(three), pack, cap)
        assert (zone_of(three) in table.kinds) is wanted
    for meld in table.melds:
        for card in cards:
            if not meld >> card & 1:
                more = [*cards_of(meld), card]
                wanted = is_set(more, pack) or is_run(more, pack, cap)
                assert (meld | 1 << card in table.kinds) is wanted
                assert table.extends(meld, card) is wanted
            else:
                assert not table.extends(meld, card)


@pytest.mark.parametrize("pack", EVERY_PACK)
def test_indexes_and_order(pack: str) -> None:
    table = layout_table(pack, None, yuca=True)
    assert list(table.melds) == sorted(table.melds, key=cards_of)
    assert len(set(table.melds)) == len(table.melds)
    assert [table.order[meld] for meld in table.melds] == list(range(len(table.melds)))
    for card in (*pack_named(pack).cards, YUCA):
        holding = [meld for meld in table.melds if meld >> card & 1]
        assert list(table.with_card[card]) == holding
        assert list(table.seeds[card]) == [meld for meld in holding if len(cards_of(meld)) == 3]
    assert table.sorted(list(reversed(table.melds))) == table.melds


@given(st.data())
def test_meldable_is_what_some_meld_says(data: st.DataObject) -> None:
    pack = data.draw(st.sampled_from(["spanish40", "full52", "mini6x3"]))
    table = layout_table(pack, data.draw(st.sampled_from([None, 3, 8])), yuca=True)
    cards = [*pack_named(pack).cards, YUCA]
    among = zone_of(data.draw(st.lists(st.sampled_from(cards), unique=True, max_size=12)))
    card = data.draw(st.sampled_from(cards))
    whole = among | 1 << card
    wanted = any(meld >> card & 1 and meld & whole == meld for meld in table.melds)
    assert table.meldable(card, among) is wanted


def test_run_cap_cuts_runs_and_nothing_else() -> None:
    for cap in range(3, 15):
        table = layout_table("full52", cap, yuca=True)
        free = layout_table("full52", None, yuca=True)
        kept = {
            meld: kind
            for meld, kind in free.kinds.items()
            if kind is MeldKind.SET or len(cards_of(meld)) <= cap
        }
        assert table.kinds == kept


def test_a_yuca_that_could_be_a_set_or_a_run_of_three_is_one_meld() -> None:
    # 5o and Y with a third card is a set or a run by that card: no zone is both.
    for pack in EVERY_PACK:
        table = layout_table(pack, None, yuca=True)
        for meld in table.melds:
            held = cards_of(meld)
            assert is_set(held, pack) != is_run(held, pack, None)
