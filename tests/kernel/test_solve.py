"""The open-hand solver against stated values, and against plain minimax over ``core``."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from conquian.core import PRESETS, Action, BadRules, Deal, NotLegal, RuleSet, State, deal_in_order
from conquian.core.cards import parse_card
from conquian.core.text import read_zone
from conquian.kernel.jit import INTERPRETED
from conquian.kernel.solve import Solver
from tests.properties.walk import random_action
from tests.referee.random_rules import random_ruleset

ENDINGS = sorted((Path(__file__).parents[1] / "cases" / "endings").glob("*.jsonl"))
TWO = [name for name, rules in PRESETS.items() if 2 in rules.player_counts and rules.decks == 1]
SMALL = 4 if INTERPRETED else 1
"""Interpreted the search is some thousand times slower: fewer of everything."""


def shuffled(rng: Random, rules: RuleSet) -> Deal:
    deck = list(rules.pack_value.deck(rules.decks_for(2), rules.yucas))
    rng.shuffle(deck)
    return deal_in_order(rules, 2, rng.randrange(2), deck)


def ending(rng: Random, rules: RuleSet, stock: int) -> tuple[Deal, State]:
    """A position with at most so many stock cards left, reached by random play."""
    while True:
        deal = shuffled(rng, rules)
        state, hesitance = deal.first, rng.choice((1, 3, 9))
        while not state.is_over and (state.stock > stock or state.phase == "exchange"):
            state = deal.apply(state, random_action(rng, state, hesitance))
        if not state.is_over:
            return deal, state


def minimax(deal: Deal, state: State, known: dict[State, int]) -> int:
    """The value for seat 0, by the rules alone."""
    if state.is_over:
        assert state.outcome is not None
        winner = state.outcome.winner
        return 0 if winner is None else 1 - 2 * winner
    if state not in known:
        values = [minimax(deal, deal.apply(state, a), known) for a in state.legal_actions()]
        known[state] = max(values) if state.actor == 0 else min(values)
    return known[state]


def soonest(deal: Deal, state: State, known: dict[State, int]) -> int:
    """Likewise, but 1000 minus the decisions until it is won."""
    if state.is_over:
        assert state.outcome is not None
        winner = state.outcome.winner
        return 0 if winner is None else 1000 - 2000 * winner
    if state not in known:
        later = [soonest(deal, deal.apply(state, a), known) for a in state.legal_actions()]
        values = [value - (value > 0) + (value < 0) for value in later]
        known[state] = max(values) if state.actor == 0 else min(values)
    return known[state]


def check(solver: Solver, deal: Deal, state: State) -> None:
    known: dict[State, int] = {}
    value = minimax(deal, state, known)
    solution = solver.solve(deal, state)
    assert solution.value == value, state
    keeping = [
        action
        for action in state.legal_actions()
        if minimax(deal, deal.apply(state, action), known) == value
    ]
    assert list(solution.best) == keeping, state
    assert solver.value(deal, state) == value


def records(path: Path) -> Iterator[tuple[dict[str, object], Deal, State]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        data = json.loads(line)
        deal = Deal(
            RuleSet.read(data["rules"]),
            data["dealer"],
            tuple(read_zone(hand) for hand in data["hands"]),
            tuple(parse_card(card) for card in data["stock"]),
        )
        yield data, deal, deal.states([Action.parse(text) for text in data["actions"]])[-1]


@pytest.mark.parametrize("path", ENDINGS, ids=[path.stem for path in ENDINGS])
def test_stated_endings(path: Path) -> None:
    solver = None
    for data, deal, state in list(records(path))[:: 6 * SMALL if INTERPRETED else 1]:
        solver = solver or Solver(deal.rules)
        solution = solver.solve(deal, state)
        assert solution.value == data["value"]
        assert sorted(str(action) for action in solution.best) == data["best"]


@pytest.mark.parametrize("name", TWO)
def test_endings_of_presets_against_minimax(name: str) -> None:
    rng, rules = Random(name), PRESETS[name]
    solver = Solver(rules)
    for number in range(300 // SMALL**3):
        check(solver, *ending(rng, rules, number % 3))


MINI = {
    "two_step": "house(pack=mini3x3, hand=[[2, 3]])",
    "round, grouped, place": "house(pack=mini3x4, hand=[[2, 4]], offer=round, force_fit=meld, "
    "forced_play=place, hand_melds=when_asked, stock_out=fewest)",
    "must": "house(pack=mini4x3, hand=[[2, 4]], force=must, opening=upcard)",
    "automatic": "house(pack=mini4x3, hand=[[2, 4]], force=automatic, hand_melds=after_turning)",
    "no window": "house(pack=mini4x3, hand=[[2, 4]], force_window=false, force_discarder=false)",
    "yucas": "house(pack=mini3x3, hand=[[2, 3]], yucas=2)",
}


@pytest.mark.parametrize("name", MINI)
def test_whole_deals_of_mini_packs_against_minimax(name: str) -> None:
    rng, rules = Random(name), RuleSet.parse(MINI[name])
    solver = Solver(rules)
    for _ in range(24 // SMALL**2):
        deal = shuffled(rng, rules)
        check(solver, deal, deal.first)


@pytest.mark.parametrize("name", MINI)
def test_quickest_wins_against_minimax(name: str) -> None:
    rng, rules = Random(name), RuleSet.parse(MINI[name])
    solver = Solver(rules)
    for _ in range(8 // SMALL):
        deal = shuffled(rng, rules)
        known: dict[State, int] = {}
        value = soonest(deal, deal.first, known)
        solution = solver.solve(deal, quickest=True)
        assert solution.value == (value > 0) - (value < 0)
        assert solution.decisions == (1000 - abs(value) if value else None)
        line = solver.line(deal)
        if value:
            assert len(line) == solution.decisions
        assert deal.states(line)[-1].is_over


def random_two_player_rules(rng: Random) -> RuleSet:
    while True:
        rules = RuleSet.read(random_ruleset(rng))
        if 2 in rules.player_counts and rules.decks_for(2) == 1:
            return rules


def too_much_for_minimax(rules: RuleSet) -> bool:
    """Long hands with yucas: takes and payments go on for ever without a stock card."""
    return rules.yucas > 0 and rules.hand_size(2) > 7


def check_house_rules(rng: Random, count: int) -> None:
    """Against minimax; where that cannot be asked, the solver against another set-up of itself."""
    for _ in range(count):
        rules = random_two_player_rules(rng)
        solver = Solver(rules, bits=12)
        for _ in range(3):
            deal, state = ending(rng, rules, rng.randrange(3))
            if too_much_for_minimax(rules):
                other = Solver(rules, bits=10, ordered=False, bounded=False, seed=9)
                mine, theirs = solver.solve(deal, state), other.solve(deal, state)
                assert (mine.value, mine.best) == (theirs.value, theirs.best), state
            else:
                check(solver, deal, state)


def test_endings_of_random_house_rules() -> None:
    check_house_rules(Random(3), 60 // SMALL**3)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_endings_of_random_house_rules_long() -> None:
    check_house_rules(Random(4), 800)


@pytest.mark.skipif(INTERPRETED, reason="whole deals need the compiled search")
@pytest.mark.parametrize("name", ["clasico", "bicycle"])
def test_the_value_depends_on_nothing_but_the_deal(name: str) -> None:
    rng, rules = Random(name), PRESETS[name]
    solver = Solver(rules)
    others = [
        Solver(rules, ordered=False),
        Solver(rules, bits=10),
        Solver(rules, seed=77),
    ]
    for _ in range(100):
        deal = shuffled(rng, rules)
        value = solver.value(deal)
        assert [other.value(deal) for other in others] == [value] * 3


@pytest.mark.skipif(INTERPRETED, reason="whole deals need the compiled search")
@pytest.mark.parametrize("name", [name for name in TWO if PRESETS[name].stock_out == "draw"])
def test_bounds_cut_nothing_that_matters(name: str) -> None:
    """A wrong one shows in one deal of some hundred."""
    rng, rules = Random(f"bounds {name}"), PRESETS[name]
    solver, searching = Solver(rules), Solver(rules, bounded=False)
    deals = [ending(rng, rules, 99) for _ in range(1000)]
    assert solver.values(deals) == searching.values(deals)


@pytest.mark.skipif(INTERPRETED, reason="whole deals need the compiled search")
@pytest.mark.parametrize("name", ["clasico", "diario"])
def test_along_the_line_both_sides_keep_the_value(name: str) -> None:
    rng, rules = Random(name), PRESETS[name]
    solver = Solver(rules)
    for _ in range(5):
        deal, state = ending(rng, rules, 12)
        value = solver.value(deal, state)
        for action in solver.line(deal, state):
            assert action in solver.solve(deal, state).best
            state = deal.apply(state, action)
            if not state.is_over:
                assert solver.value(deal, state) == value
        assert solver.solve(deal, state).value == value


@pytest.mark.skipif(INTERPRETED, reason="whole deals need the compiled search")
def test_batches_on_any_number_of_threads() -> None:
    rng, rules = Random(8), PRESETS["clasico"]
    deals = [shuffled(rng, rules) for _ in range(40)]
    solver = Solver(rules)
    alone = [solver.value(deal) for deal in deals]
    positions = [(deal, deal.first) for deal in deals]
    assert solver.values(positions, threads=1) == alone
    assert solver.values(positions, threads=2) == alone
    assert solver.values([]) == []
    assert None in solver.values(positions, node_limit=50)


MANY_DEALS = """
import resource
from conquian.core import PRESETS
from conquian.dealing.seeded import seeded_deal
from conquian.kernel.solve import Solver

solver = Solver(PRESETS["clasico"])
for number in range(10_000):
    solver.value(seeded_deal(solver.rules, 2, number % 2, "memory", number))
    if number in (0, 499, 9_999):
        print(solver.memory, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.skipif(INTERPRETED, reason="whole deals need the compiled search")
def test_memory_does_not_grow() -> None:
    """The most a process has ever held, after one, 500 and 10,000 deals."""
    pytest.importorskip("resource", reason="this system does not say what a process holds")
    command = [sys.executable, "-c", MANY_DEALS]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    (first, _), (early, before), (late, after) = (
        map(int, line.split()) for line in done.stdout.splitlines()
    )
    assert first == early == late <= 256e6
    unit = 1 if sys.platform == "darwin" else 1024
    assert (after - before) * unit < 4e6, (before, after)


def test_node_limit_is_honoured_and_said() -> None:
    deal = shuffled(Random(2), PRESETS["clasico"])
    solver = Solver(deal.rules)
    solution = solver.solve(deal, node_limit=20)
    assert solution.value is None
    assert solution.best == ()
    assert solution.nodes <= 22
    assert solver.value(deal, node_limit=20) is None


def test_what_cannot_be_solved_is_refused() -> None:
    rng = Random(1)
    with pytest.raises(BadRules) as two_packs:
        Solver(PRESETS["navajo"])
    assert two_packs.value.code == "kernel_one_pack"
    with pytest.raises(BadRules) as players:
        Solver(RuleSet.parse("mexicano(hand=[[3, 8]])"))
    assert players.value.code == "players_not_allowed"
    with pytest.raises(BadRules):
        Solver(PRESETS["clasico"], bits=60)
    solver = Solver(PRESETS["mexicano"])
    with pytest.raises(NotLegal) as exchange:
        solver.solve(shuffled(rng, PRESETS["mexicano"]))
    assert exchange.value.code == "solve_exchange"
    with pytest.raises(BadRules) as other:
        solver.solve(shuffled(rng, PRESETS["clasico"]))
    assert other.value.code == "solve_other_rules"
    deck = list(PRESETS["mexicano"].pack_value.deck(1, 0))
    with pytest.raises(NotLegal) as three:
        solver.solve(deal_in_order(PRESETS["mexicano"], 3, 0, deck))
    assert three.value.code == "solve_players"


def test_a_finished_deal_has_its_value() -> None:
    deal, state = ending(Random(6), PRESETS["gamevelvet"], 1)
    while not state.is_over:
        state = deal.apply(state, state.legal_actions()[-1])
    assert state.outcome is not None
    winner = state.outcome.winner
    solution = Solver(deal.rules).solve(deal, state)
    assert solution.value == (0 if winner is None else 1 - 2 * winner)
    assert solution.best == ()
