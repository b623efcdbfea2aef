"""The kernel's searches for melds and layouts against ``core.layouts``."""

from __future__ import annotations

from random import Random

import pytest

pytest.importorskip("numba")

from conquian.core.cards import YUCA, CardSet, add, cards_of, zone_of, zone_text
from conquian.core.layouts import LayoutTable, layout_table
from conquian.kernel import melding
from conquian.kernel.bits import seeds
from conquian.kernel.jit import INTERPRETED
from conquian.kernel.melding import FOUND, MOST_CHOICES, ROOM
from conquian.kernel.tables import (
    Ints,
    Tables,
    layout_code,
    layout_of_code,
    mask_of,
    tables_for,
    zone_of_mask,
)

PACKS = [
    ("spanish40", None, False),
    ("spanish40", 8, True),
    ("full52", None, True),
    ("ace_to_ten", 4, False),
    ("mini4x4", None, True),
    ("mini5x3", None, True),
    ("mini5x2", 3, False),
    ("mini6x2", None, True),
    ("mini13x2", None, False),
]
"""Pack, run cap, and whether there are yucas."""


def cards_in_play(rng: Random, table: LayoutTable, *, yuca: bool) -> tuple[CardSet, CardSet]:
    """What must be covered, often some melds, and what may be used: fourteen cards at most."""
    left = [card for card in table.with_card if card != YUCA] + [YUCA] * (2 * yuca)
    must: CardSet = 0
    if rng.random() < 0.6:
        for _ in range(rng.randint(0, 2)):
            melds = [
                meld
                for meld in table.melds
                if meld.bit_count() < 5 and all(card in left for card in cards_of(meld))
            ]
            if melds:
                meld = rng.choice(melds)
                must = add(must, meld)
                for card in cards_of(meld):
                    left.remove(card)
    if rng.random() < 0.5 and left:
        card = rng.choice(left)
        must = add(must, 1 << card)
        left.remove(card)
    if yuca and rng.random() < 0.5:
        left = [card for card in left if card == YUCA] + rng.sample(left, min(8, len(left)))[:8]
        left = [card for place, card in enumerate(left) if card == YUCA or card not in left[:place]]
        left = left[: left.count(YUCA) + 8]
        while left.count(YUCA) + cards_of(must).count(YUCA) > 2:
            left.remove(YUCA)
    size = rng.randint(0, min(len(left), 14 - must.bit_count(), 8))
    return must, zone_of(rng.sample(left, size))


def found(tables: Tables, scratch: Ints, count: int) -> list[tuple[CardSet, tuple[int, ...]]]:
    """What a search listed, as ``core`` would say it."""
    cards = scratch[FOUND : FOUND + count]
    codes = scratch[FOUND + scratch[ROOM] :][:count]
    return [
        (zone_of_mask(tables, int(zone)), layout_of_code(tables, int(code)))
        for zone, code in zip(cards, codes, strict=True)
    ]


@pytest.mark.parametrize(("pack", "cap", "yuca"), PACKS)
def test_searches(pack: str, cap: int | None, yuca: bool) -> None:
    rng = Random(f"{pack} {cap} {yuca}")
    tables, table = tables_for(pack, cap, yuca=yuca), layout_table(pack, cap, yuca=yuca)
    game, scratch = tables.flat, melding.new_memory(MOST_CHOICES)
    for _ in range(40 if INTERPRETED else 500):
        must, may = cards_in_play(rng, table, yuca=yuca)
        said = f"{zone_text(must)} | {zone_text(may)}"
        kernel_must, kernel_may = mask_of(tables, must), mask_of(tables, may)
        assert zone_of_mask(tables, kernel_may) == may
        assert melding.splits(game, kernel_must, scratch) == table.splits(must), said
        assert melding.splits(game, kernel_may, scratch) == table.splits(may), said
        count = melding.completions(game, kernel_must, kernel_may, scratch)
        choices = [zone_of_mask(tables, int(mask)) for mask in scratch[FOUND : FOUND + count]]
        wanted = table.completions(must, may)
        assert len(choices) == len(wanted), said
        assert set(choices) == wanted, said
        for least in (0, 1):
            count = melding.arrangements(game, kernel_must, kernel_may, least, 0, scratch)
            melding.sort_found(scratch, count)
            arranged = sorted(
                (laying for laying in table.arrangements(must, may) if laying[0] or not least),
                key=lambda laying: (cards_of(laying[0]), table.layout_key(laying[1])),
            )
            assert found(tables, scratch, count) == arranged, said
        everything = add(must, may)
        near = seeds(game, mask_of(tables, everything))
        for card in table.with_card:
            if yuca if card == YUCA else not everything >> card & 1:
                number = int(tables.kernel_of[card])
                assert bool(near >> number & 1) == table.meldable(card, everything), said


def test_arrangements_can_be_listed_in_parts() -> None:
    tables = tables_for("mini13x4", None, yuca=True)
    must, may = 0, (1 << 13) - 1
    scratch = melding.new_memory(MOST_CHOICES)
    count = melding.arrangements(tables.flat, must, may, 0, 0, scratch)
    whole = found(tables, scratch, count)
    assert len(set(whole)) == count > 100
    melding.arrangements(tables.flat, must, may, 0, 60, scratch)
    assert found(tables, scratch, count - 60) == whole[60:]


@pytest.mark.parametrize(("pack", "cap", "yuca"), PACKS)
def test_placings(pack: str, cap: int | None, yuca: bool) -> None:
    """A card goes on any one of the melds it extends; the same layout is listed once."""
    rng = Random(f"place {pack} {cap} {yuca}")
    tables, table = tables_for(pack, cap, yuca=yuca), layout_table(pack, cap, yuca=yuca)
    game, scratch = tables.flat, melding.new_memory(MOST_CHOICES)
    several = 0
    for _ in range(100 if INTERPRETED else 1000):
        melds = rng.sample(table.melds, 2)
        if melds[0] & melds[1] & ~(1 << YUCA) or sum(m.bit_count() for m in melds) > 13:
            continue
        lying = table.sorted(melds)
        together = add(*melds)
        for card in table.with_card:
            if together >> card & 1 and (card != YUCA or together >> card + 64 & 1):
                continue
            wanted = {
                table.sorted((*lying[:place], meld | 1 << card, *lying[place + 1 :]))
                for place, meld in enumerate(lying)
                if table.extends(meld, card)
            }
            code, number = layout_code(tables, lying), int(tables.kernel_of[card])
            assert melding.extends_one(game, code, number) == bool(wanted)
            count = melding.placings(game, code, number, scratch)
            layouts = [layout for _, layout in found(tables, scratch, count)]
            assert layouts == sorted(wanted, key=table.layout_key)
            several += count > 1
    assert several or cap == 3
