"""Nothing a seat is told depends on what it may not know (design.md §4).

At every decision of random deals everything hidden is changed in a way consistent with one seat's
knowledge, the whole deal is played again, and every byte that seat has been sent must be the same.
"""

from __future__ import annotations

from random import Random

import pytest

from conquian.core import PRESETS, Deal, deal_in_order
from conquian.core.action import Action, Kind
from conquian.core.cards import cards_of, zone_of
from tests.leaks.worlds import World, is_open, other_world
from tests.properties.walk import HESITANCE, MEAN, random_action, random_deal

PRESET_TABLES = [(name, players) for name in PRESETS for players in PRESETS[name].player_counts]


def candidates(rng: Random, world: World) -> list[Action]:
    """Things a curious player might try, made from public facts alone."""
    deck = cards_of(world.state.setting.deck)
    tried = [Action(Kind.PASS)] + [Action(Kind.FORCE, seat=seat) for seat in range(6)]
    for _ in range(6):
        cards = zone_of(sorted({rng.choice(deck) for _ in range(rng.randint(0, 3))}))
        one = 1 << rng.choice(deck)
        tried += [Action(Kind.TAKE, cards), Action(Kind.MELD, cards)]
        tried += [Action(Kind.PAY, one), Action(Kind.GIVE, one)]
    return tried


def check(rng: Random, deal: Deal, *, every: float) -> int:
    """Play one deal; at some decisions try every seat and a spectator. Count the changed worlds."""
    world = World.play(deal, [])
    hesitance = rng.choice((*HESITANCE, MEAN))
    changed = 0
    while not world.state.is_over:
        if rng.random() < every and not is_open(world):
            tried = candidates(rng, world)
            for seat in (*range(world.state.players), None):
                other = other_world(world, seat, rng)
                changed += other.deal != world.deal
                assert other.told(seat, tried) == world.told(seat, tried), (seat, world.state)
        world = world.step(random_action(rng, world.state, hesitance))
    return changed


@pytest.mark.parametrize(("name", "players"), PRESET_TABLES)
def test_presets(name: str, players: int) -> None:
    rules = PRESETS[name]
    rng = Random(f"{name} {players}")
    changed = 0
    for dealer in range(players):
        deck = list(rules.pack_value.deck(rules.decks_for(players), rules.yucas))
        rng.shuffle(deck)
        changed += check(rng, deal_in_order(rules, players, dealer, deck), every=6 / players / 20)
    assert changed > 10


def test_random_rule_sets() -> None:
    rng = Random(11)
    assert sum(check(rng, random_deal(rng), every=0.1) for _ in range(60)) > 300


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_random_rule_sets_long() -> None:
    rng = Random(12)
    assert sum(check(rng, random_deal(rng), every=0.3) for _ in range(600)) > 5000
