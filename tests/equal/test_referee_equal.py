"""The engine against the independent referee of the tests, under random rule sets."""

from __future__ import annotations

from random import Random

import pytest

from conquian.core import Action, Deal, RuleSet
from conquian.core.cards import parse_card
from conquian.core.text import read_zone
from tests.referee.random_rules import (
    random_deal,
    random_players,
    random_playout,
    random_ruleset,
)


def compare(seed: int) -> None:
    """Every legal list and the result of one random deal, as the referee says."""
    rng = Random(seed)
    data = random_ruleset(rng)
    record = random_playout(rng, random_deal(rng, data, random_players(rng, data)))
    deal = Deal(
        RuleSet.read(record["rules"]),
        record["dealer"],
        tuple(read_zone(hand) for hand in record["hands"]),
        tuple(parse_card(card) for card in record["stock"]),
    )
    state = deal.first
    for text, entry in zip(record["actions"], record["legal"], strict=True):
        legal = sorted(str(action) for action in state.legal_actions())
        found = {"phase": str(state.phase), "actor": state.actor, "actions": legal}
        assert found == entry, (seed, state)
        state = deal.apply(state, Action.parse(text))
    assert state.outcome is not None, (seed, state)
    assert state.outcome.as_object() == record["result"], (seed, state)


def test_engine_equals_referee() -> None:
    for seed in range(400):
        compare(seed)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_engine_equals_referee_long() -> None:
    for seed in range(1000, 4000):
        compare(seed)
