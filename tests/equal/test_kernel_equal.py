"""The kernel against ``core``: every position of small packs, random plies of everything else."""

from __future__ import annotations

from random import Random

import pytest

pytest.importorskip("numba")

from conquian.core import RuleSet
from conquian.kernel.jit import INTERPRETED
from conquian.kernel.position import Kernel
from tests.equal.kernel_check import (
    ROUND,
    TABLES,
    TWO_STEP,
    check_all,
    check_deal,
    check_table,
    shuffled,
)
from tests.properties.walk import random_deal
from tests.referee.random_rules import random_players, random_ruleset

PLIES = 500 if INTERPRETED else 20_000


@pytest.mark.skipif(INTERPRETED, reason="too many positions for interpreted code")
@pytest.mark.parametrize(("text", "positions"), [(TWO_STEP, 137_688), (ROUND, 143_520)])
def test_every_position_of_a_mini_pack(text: str, positions: int) -> None:
    assert check_all(RuleSet.parse(text.format(pack="3x3", hand=3))) == positions


@pytest.mark.parametrize("text", [TWO_STEP, ROUND])
def test_every_position_of_the_smallest_pack(text: str) -> None:
    assert check_all(RuleSet.parse(text.format(pack="3x2", hand=2)), dealers=(0,)) > 500


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_random_plies_of_presets(name: str, players: int) -> None:
    check_table(name, players, PLIES, "short")


RARE = [
    "house(pack=mini4x3, yucas=2, hand=[[2, 4]], exchange=true)",
    "house(pack=mini5x3, yucas=2, hand=[[3, 4]], force_fit=meld, hand_melds=when_asked)",
    "house(pack=mini6x4, hand=[[3, 6]], force=must)",
    "house(pack=mini6x4, hand=[[3, 6]], force=automatic, claim=either)",
    "house(pack=mini8x4, hand=[[2, 8]], force_fit=meld, forced_play=place, offer=round)",
    "house(pack=mini6x4, hand=[[4, 5]], force=must, force_fit=meld, hand_melds=after_turning)",
]


@pytest.mark.parametrize("text", RARE)
def test_rare_house_rules(text: str) -> None:
    rules, rng = RuleSet.parse(text), Random(text)
    players = rules.player_counts[0]
    kernel = Kernel(rules, players)
    for _ in range(40 if INTERPRETED else 300):
        check_deal(kernel, shuffled(rng, rules, players), rng)


def test_deals_in_which_rare_things_happen() -> None:
    """The deals of the property tests: dealt melds, and cards that extend two melds at once."""
    rng, compared = Random("walk"), 0
    for _ in range(60 if INTERPRETED else 600):
        deal = random_deal(rng)
        if deal.rules.decks_for(len(deal.hands)) == 1:
            compared += check_deal(Kernel(deal.rules, len(deal.hands)), deal, rng)
    assert compared > 800


def house_rules(seeds: range) -> int:
    """Random rule sets that one pack serves; how many plies were compared."""
    plies = 0
    for seed in seeds:
        rng = Random(seed)
        data = random_ruleset(rng)
        rules, players = RuleSet.read(data), random_players(rng, data)
        if rules.decks_for(players) == 1:
            kernel = Kernel(rules, players)
            for _ in range(3):
                plies += check_deal(kernel, shuffled(rng, rules, players), rng)
    return plies


def test_random_house_rules() -> None:
    assert house_rules(range(20 if INTERPRETED else 300)) > 300


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("text", [TWO_STEP, ROUND])
def test_every_position_of_a_larger_mini_pack(text: str) -> None:
    rules = RuleSet.parse(text.format(pack="5x2", hand=4))
    assert check_all(rules) > 100_000


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(("text", "positions"), [(TWO_STEP, 1_497_944), (ROUND, 1_562_854)])
def test_every_position_of_a_large_mini_pack_up_to_the_names_of_suits(
    text: str, positions: int
) -> None:
    """Complete but for the suits' names: the 34,650 deals are 5,892 with other names."""
    rules = RuleSet.parse(text.format(pack="4x3", hand=4))
    assert check_all(rules, dealers=(0,), up_to_suits=True) == positions


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_random_plies_of_presets_long(name: str, players: int) -> None:
    check_table(name, players, 300_000, "long")


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_random_house_rules_long() -> None:
    assert house_rules(range(1000, 8000)) > 300_000
