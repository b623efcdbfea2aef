"""Decisions of many kinds, as bots get them, for the tests of this folder."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from conquian.core.action import Action, Kind
from conquian.core.deal import Deal
from conquian.core.presets import PRESETS
from conquian.core.ruleset import RuleSet
from conquian.core.view import InfoState
from conquian.dealing.seeded import seeded_deal
from tests.referee.random_rules import random_ruleset

TABLES = [(rules, players) for rules in PRESETS.values() for players in rules.player_counts]
"""Every preset with every number of players it allows."""


def house_tables(count: int, seed: int) -> list[tuple[RuleSet, int]]:
    """Random house rules, with one of their player counts."""
    rng = random.Random(seed)
    tables = []
    for _ in range(count):
        rules = RuleSet.read(random_ruleset(rng))
        tables.append((rules, rng.choice(rules.player_counts)))
    return tables


class Decision(NamedTuple):
    """A decision: what the seat knows, and the deal with the actions that led there."""

    info: InfoState
    deal: Deal
    actions: tuple[Action, ...]


def decisions(rules: RuleSet, players: int, seed: int) -> Iterator[Decision]:
    """All decisions of a deal played by somebody who often passes and often forces."""
    rng = random.Random(f"{rules}/{players}/{seed}")
    deal = seeded_deal(rules, players, seed % players, seed)
    state, actions = deal.first, list[Action]()
    first, *more = deal.opening_entries()
    infos = [InfoState.fold(seat, [first.seen_by(seat)]) for seat in range(players)]
    while True:
        for entry in more:
            infos = [info.after(entry.seen_by(seat)) for seat, info in enumerate(infos)]
        if state.is_over:
            return
        yield Decision(infos[state.actor], deal, tuple(actions))
        legal = state.legal_actions()
        kind = rng.choice([action.kind for action in (legal[0], legal[-1])])
        if any(action.kind is Kind.FORCE for action in legal) and rng.random() < 0.4:
            kind = Kind.FORCE
        action = rng.choice([one for one in legal if one.kind is kind])
        actions.append(action)
        more, state = deal.entries(state, action)
