"""The properties of design.md §4, over random valid rule sets, 2–6 players, both packs, yucas.

One run of hypothesis checks all of them and counts what it has met; the run fails unless every
field value, every phase and every rare event has occurred often enough to mean something.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conquian.core import Deal, InfoState, RuleSet, State, most_decisions, observe
from conquian.core.action import Action, Kind
from conquian.core.cards import CardSet, add, cards_of, remove, zone_of
from conquian.core.ruleset import ENUMS
from conquian.core.text import parse_state, state_text
from tests.properties.walk import (
    all_cards,
    judge,
    naive_candidates,
    random_deal,
    seen_events,
    seen_values,
    walk,
)

ENOUGH = 50
WANTED = [
    *(f"{name}={value}" for name, enum in ENUMS.items() for value in enum),
    *(f"{name}={value}" for name in ("exchange", "force_discarder", "force_window")
      for value in (True, False)),
    *(f"pack={pack}" for pack in ("spanish40", "full52", "ace_to_ten", "mini")),
    *(f"hand={players}" for players in range(2, 7)),
    *(f"yucas={count}" for count in range(3)),
    "decks=1", "decks=2", "run_cap=None", "run_cap=n", "big_table=never", "big_table=n",
    *(f"phase {phase}" for phase in ("exchange", "offer", "window", "forced", "pay")),
    "phase turn", "over by out", "over by stock",
    "force in a window", "forced full with a choice", "forced place with a choice",
    "win with an empty hand",
]  # fmt: skip


def check_state(rng: Random, state: State) -> None:
    """What holds in every state that asks for a decision."""
    actions = state.legal_actions()
    assert actions, state
    assert len(set(actions)) == len(actions), state
    for action in actions:
        assert state.refusal(action) is None, (action, state)
        assert Action.parse(str(action)) == action
        assert eval(repr(action), {"Action": Action}) == action  # noqa: S307 - our own text
    for action in naive_candidates(rng, state):
        assert (judge(state, action) is None) == (action in actions), (action, state)
    assert parse_state(state_text(state)) == state
    assert hash(parse_state(state_text(state))) == hash(state)
    size = state.setting.hand_size
    for seat in range(state.players):
        laid, held = state.laid[seat].bit_count(), state.hands[seat].bit_count()
        assert held == state.counts[seat]
        after_take = state.phase == "pay" and seat == state.actor
        assert laid + held == size + after_take, state
        layout = state.layout(seat)
        assert all(meld in state.setting.table.kinds for meld in layout)
        together = 0
        for meld in layout:
            together = add(together, meld)
        assert together == state.laid[seat]
    for seat in (*range(state.players), None):
        view = observe(state, seat)
        if seat == state.actor:
            assert view.legal_actions() == actions
        elif state.phase != "exchange":
            assert view.legal_actions() == ()


def check_order(actions: tuple[Action, ...]) -> None:
    """The documented order: melds, takes, forces, pass; by cards in card order, by layout."""
    kinds = [Kind.GIVE, Kind.MELD, Kind.TAKE, Kind.FORCE, Kind.PASS, Kind.PAY]
    keys = [
        (
            kinds.index(action.kind),
            cards_of(action.cards),
            [cards_of(meld) for meld in action.layout or ()],
            action.seat,
        )
        for action in actions
    ]
    assert keys == sorted(keys)


def check_step(deal: Deal, state: State, action: Action, after: State) -> None:
    """What holds for every action."""
    before_text = state_text(state)
    assert state.apply(action) == after == state.apply_unchecked(action)
    assert state_text(state) == before_text
    assert parse_state(before_text).apply(action) == after
    for seat in range(state.players):
        assert state.laid[seat] & after.laid[seat] == state.laid[seat], "a laid card has left"
    dead = action.kind is Kind.PASS and after.upcard < 0
    gone = 1 << state.upcard if dead else 0
    assert remove(all_cards(state), gone) == all_cards(after), "cards are conserved"
    if after.is_chance:
        assert sum(weight for _, weight in after.outcomes()) == after.stock
        settled = deal.settle(after)
        assert all_cards(settled) == all_cards(after)


def renamed(zone: CardSet, order: tuple[int, ...]) -> CardSet:
    return zone_of(
        card if card >= 61 else order[card // 16] * 16 + card % 16 for card in cards_of(zone)
    )


def renamed_action(action: Action, order: tuple[int, ...]) -> Action:
    layout = action.layout
    if layout is not None:
        layout = tuple(sorted((renamed(meld, order) for meld in layout), key=cards_of))
    return Action(action.kind, renamed(action.cards, order), layout, action.seat)


def renamed_deal(deal: Deal, order: tuple[int, ...]) -> Deal:
    hands = tuple(renamed(hand, order) for hand in deal.hands)
    stock = tuple(renamed(1 << card, order).bit_length() - 1 for card in deal.stock)
    return Deal(deal.rules, deal.dealer, hands, stock)


def check_renaming(rng: Random, deal: Deal, actions: list[Action]) -> None:
    """Renaming suits commutes with play."""
    suits = deal.rules.pack_value.suits
    order = rng.choice(list(permutations(range(suits))))
    other = renamed_deal(deal, order)
    state, twin = deal.first, other.first
    for action in actions:
        expected = {renamed_action(one, order) for one in state.legal_actions()}
        assert set(twin.legal_actions()) == expected
        state, twin = deal.apply(state, action), other.apply(twin, renamed_action(action, order))
    assert state.outcome == twin.outcome


def check_log(_rng: Random, deal: Deal, actions: list[Action]) -> None:
    """The fold of each seat's events agrees with the direct view of the state."""
    for seat in (*range(len(deal.hands)), None):
        info = InfoState.fold(seat, [entry.seen_by(seat) for entry in deal.opening_entries()])
        state = deal.first
        assert info.facts() == observe(state, seat).facts()
        for action in actions:
            entries, state = deal.entries(state, action)
            for entry in entries:
                info = info.after(entry.seen_by(seat))
            assert info.facts() == observe(state, seat).facts(), (action, state)
            if info.acting:
                assert info.legal_actions() == (
                    state.legal_actions() if state.actor == seat else info.legal_actions()
                )


def run(examples: int) -> Counter[str]:
    """Check every property on that many random deals; count what was met."""
    met: Counter[str] = Counter()

    @settings(max_examples=examples, suppress_health_check=list(HealthCheck), database=None)
    @given(st.integers(0, 2**63))
    def properties(seed: int) -> None:
        rng = Random(seed)
        deal = random_deal(rng)
        assert RuleSet.parse(str(deal.rules)) == deal.rules
        assert RuleSet.from_object(deal.rules.as_object() | {"id": "house"}) == deal.rules
        met.update(seen_values(deal))
        actions = []
        for state, action, after in walk(rng, deal):
            if rng.random() < 0.3:
                check_state(rng, state)
                check_step(deal, state, action, after)
            check_order(state.legal_actions())
            met.update(seen_events(state, action, after))
            met["phase turn"] += after.is_chance
            actions.append(action)
        assert len(actions) <= most_decisions(deal.rules, len(deal.hands))
        rng.choice((check_renaming, check_log))(rng, deal, actions)

    properties()
    return met


def assert_enough(met: Counter[str]) -> None:
    rare = {name: met[name] for name in WANTED if met[name] < ENOUGH}
    assert not rare, f"occurred fewer than {ENOUGH} times: {rare}"


@pytest.mark.timeout(600)
def test_properties() -> None:
    assert_enough(run(1600))


@pytest.mark.slow
@pytest.mark.timeout(1500)
def test_properties_long() -> None:
    assert_enough(run(8000))
