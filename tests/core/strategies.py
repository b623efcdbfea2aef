"""Values for hypothesis: zones, rule sets, deals."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import strategies as st

from conquian.core.action import Action, Kind
from conquian.core.cards import cards_of
from conquian.core.deal import Deal, deal_in_order
from conquian.core.errors import BadRules
from conquian.core.events import Entry
from conquian.core.presets import PRESETS
from conquian.core.ruleset import ENUMS, RuleSet
from conquian.core.setting import setting_for
from conquian.core.state import State

PACKS = ["spanish40", "full52", "ace_to_ten", "mini5x4", "mini6x3", "mini3x2", "mini13x4"]


@st.composite
def fields(draw: st.DrawFn) -> dict[str, Any]:
    """The fields of an arbitrary rule set as JSON values; most are possible, some are not."""
    data: dict[str, Any] = {name: draw(st.sampled_from(list(enum))) for name, enum in ENUMS.items()}
    for name in ("exchange", "force_discarder", "force_window"):
        data[name] = draw(st.booleans())
    data["pack"] = draw(st.sampled_from(PACKS))
    data["decks"] = draw(st.integers(1, 2))
    data["big_table"] = draw(st.just(99) | st.integers(2, 7))
    data["yucas"] = draw(st.integers(0, 2))
    data["run_cap"] = draw(st.none() | st.integers(3, 14))
    sizes = draw(st.dictionaries(st.integers(2, 6), st.integers(1, 13), min_size=1, max_size=3))
    data["hand"] = [list(pair) for pair in sorted(sizes.items())]
    return {name: str(value) if name in ENUMS else value for name, value in data.items()}


@st.composite
def rule_sets(draw: st.DrawFn) -> RuleSet:
    """Presets, house rules made from them, and rule sets out of nothing."""
    kind = draw(st.integers(0, 2))
    base = draw(st.sampled_from(list(PRESETS.values())))
    if kind == 0:
        return base
    data = draw(fields())
    if data["offer"] == "round":
        data["claim"] = "next"
    if data["decks"] == 2:
        data["big_table"] = 99
    kept = [[p, h] for p, h in data["hand"] if fitting(data, p, h)]
    data["hand"] = kept or [[2, 2]]
    if kind == 1:
        # Fewer fields than all: the others stay those of the preset.
        names = draw(st.sets(st.sampled_from(sorted(data))))
        try:
            return base.changed(**{name: data[name] for name in sorted(names)})
        except BadRules:
            return base
    return RuleSet.from_object(data)


def fitting(data: dict[str, Any], players: int, size: int) -> bool:
    """Whether such hands leave a stock card."""
    try:
        RuleSet.from_object(data | {"hand": [[players, size]]})
    except BadRules:
        return False
    return True


def dealt(rules: RuleSet, players: int, seed: int) -> Deal:
    """A deal shuffled by ``seed``."""
    rng = Random(seed)
    cards = cards_of(setting_for(rules, players).deck)
    rng.shuffle(cards)
    return deal_in_order(rules, players, rng.randrange(players), cards)


def played(deal: Deal, seed: int) -> Iterator[tuple[State, Action, list[Entry], State]]:
    """The deal played at random: before, action, log entries, after. Few things are passed by."""
    rng = Random(seed)
    state = deal.first
    while not state.is_over:
        legal = state.legal_actions()
        action = rng.choice(legal)
        if action.kind is Kind.PASS and rng.random() < 0.7:
            action = rng.choice(legal)
        entries, after = deal.entries(state, action)
        yield state, action, entries, after
        state = after


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    """A random deal under a random rule set."""
    rules = draw(rule_sets())
    players = draw(st.sampled_from(rules.player_counts))
    return dealt(rules, players, draw(st.integers(0, 1 << 30)))
