"""Random deals of the kernel: uniform, like ``core``'s, and the same on any number of cores."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from random import Random

import numpy as np
import pytest

pytest.importorskip("numba")

from conquian.core import PASS, PRESETS, Deal, RuleSet, State
from conquian.kernel import guided
from conquian.kernel.dice import DICE_WORDS, below, seed_dice
from conquian.kernel.jit import INTERPRETED
from conquian.kernel.playout import (
    DESK_WORDS,
    R_CHOICES,
    R_DECISIONS,
    R_REASON,
    R_WINNER,
    deals,
    nobody_can,
    playouts,
    refresh,
    step_at_random,
)
from conquian.kernel.position import Kernel
from conquian.kernel.tables import Ints
from conquian.kernel.words import OUT
from tests.equal.kernel_check import TABLES, shuffled
from tests.properties.walk import random_action
from tests.referee.random_rules import random_players, random_ruleset

CHOICES = 500 if INTERPRETED else 10_000


def tally(kernel: Kernel, row: Ints, seed: int, times: int) -> Counter[bytes]:
    """How often ``step_at_random`` leads to which position."""
    counts: Counter[bytes] = Counter()
    desk, dice = np.zeros(DESK_WORDS, np.int64), np.zeros(DICE_WORDS, np.int64)
    words = len(row)
    seed_dice(dice, seed, 0)
    desk[:words] = row
    for seat in range(kernel.players):
        refresh(kernel.game, desk, seat)
    fresh, here = desk.copy(), desk[:words]
    for _ in range(times):
        desk[:] = fresh
        step_at_random(kernel.game, desk, dice, kernel.scratch)
        counts[here.tobytes()] += 1
    return counts


def positions(count: int) -> list[tuple[Kernel, State]]:
    """Positions with four or more legal actions, of every phase and single-pack preset."""
    rng = Random("positions with a choice")
    found: list[tuple[Kernel, State]] = []
    kernels = {table: Kernel(PRESETS[table[0]], table[1]) for table in TABLES}
    yuca = RuleSet.parse("house(pack=mini5x4, yucas=2, hand=[[3, 5]], force_fit=meld)")
    kernels["yuca", 3] = Kernel(yuca, 3)
    # A forced player seldom has a choice of four.
    wanted = {"offer": count // 2, "exchange": count // 5, "forced": count // 20}
    wanted["pay"] = count - sum(wanted.values())
    while any(wanted.values()):
        kernel = rng.choice(list(kernels.values()))
        deal = shuffled(rng, kernel.rules, kernel.players)
        state = deal.first
        hesitance = rng.choice((1, 3, 9))
        while not state.is_over:
            if len(state.legal_actions()) >= 4 and wanted.get(state.phase) and rng.random() < 0.3:
                wanted[state.phase] -= 1
                found.append((kernel, state))
            state = deal.apply(state, random_action(rng, state, hesitance))
    return found


def test_choices_are_uniform() -> None:
    check_choices(CHOICES)


def check_choices(times: int) -> None:
    """A chi-square test at each of 200 fixed positions, and one of all together."""
    chosen = positions(20 if INTERPRETED else 200)
    total, freedom_of_all = 0.0, 0
    for number, (kernel, state) in enumerate(chosen):
        row = kernel.row(state)
        legal = [kernel.apply(row, action).tobytes() for action in kernel.legal(row)]
        found = tally(kernel, row, number, times)
        assert found.keys() <= set(legal), f"an action that is not legal: {kernel.text(row)}"
        counts = np.array([found[after] for after in legal])
        mean = times / len(legal)
        chi_square = float(((counts - mean) ** 2 / mean).sum())
        freedom = len(legal) - 1
        assert chi_square < freedom + 5 * sqrt(2 * freedom) + 5, (chi_square, kernel.text(row))
        total += chi_square
        freedom_of_all += freedom
    assert abs(total - freedom_of_all) < 4 * sqrt(2 * freedom_of_all), (total, freedom_of_all)


def test_below_is_uniform_for_large_numbers() -> None:
    dice = np.zeros(DICE_WORDS, np.int64)
    seed_dice(dice, 5, 1 << 40)
    count = 3 << 28
    drawn = np.array([below(dice, count) for _ in range(9000)])
    assert 0 <= drawn.min() <= drawn.max() < count
    assert abs(drawn.mean() / count - 0.5) < 4 * sqrt(1 / 12 / 9000)
    # Without the second draw every third number would come six times in sixteen.
    assert abs((drawn % 3 == 0).mean() - 1 / 3) < 4 * sqrt(2 / 9 / 9000)


def check_skipped(kernel: Kernel, deal: Deal, rng: Random) -> int:
    """Upcards the playouts skip are left by lone passes and open no window; how many there were."""
    desk = np.zeros(DESK_WORDS, np.int64)
    skipped = 0
    state = deal.first
    hesitance = rng.choice((1, 3, 9))
    while not state.is_over:
        if state.phase == "offer" and state.declined == 0:
            row = kernel.row(state)
            desk[: len(row)] = row
            for seat in range(kernel.players):
                refresh(kernel.game, desk, seat)
            if nobody_can(kernel.game, desk):
                skipped += 1
                for _ in range(state.size):
                    assert state.legal_actions() == (PASS,), kernel.text(row)
                    state = state.apply(PASS)
                assert state.phase in {"turn", "over"}, kernel.text(row)
                state = deal.settle(state)
                continue
        state = deal.apply(state, random_action(rng, state, hesitance))
    return skipped


def test_what_is_skipped_are_lone_passes() -> None:
    rng = Random("skipped")
    skipped = 0
    for seed in range(20 if INTERPRETED else 400):
        rules_rng = Random(seed)
        data = random_ruleset(rules_rng)
        rules, players = RuleSet.read(data), random_players(rules_rng, data)
        if rules.decks_for(players) == 1:
            kernel = Kernel(rules, players)
            for _ in range(3):
                skipped += check_skipped(kernel, shuffled(rng, rules, players), rng)
    for name, players in TABLES:
        kernel = Kernel(PRESETS[name], players)
        for _ in range(1 if INTERPRETED else 20):
            skipped += check_skipped(kernel, shuffled(rng, kernel.rules, players), rng)
    assert skipped > (100 if INTERPRETED else 5000)


def core_figures(deal: Deal, rng: Random) -> tuple[int, int, int, int]:
    """Winner, reason, decisions and choices of one random deal of ``core``."""
    state, decisions, choices = deal.first, 0, 0
    while not state.is_over:
        legal = state.legal_actions()
        decisions += 1
        choices += len(legal) > 1
        state = deal.settle(state.apply_unchecked(rng.choice(legal)))
    assert state.outcome is not None
    winner = state.outcome.winner
    return (
        -1 if winner is None else winner,
        int(state.outcome.reason == "out"),
        decisions,
        choices,
    )


def compare_with_core(name: str, players: int, count: int) -> None:
    """Length, choices and win rates within three standard errors of ``core``'s."""
    rules = PRESETS[name]
    rng = Random(f"figures {name} {players}")
    core = np.array([core_figures(shuffled(rng, rules, players), rng) for _ in range(count)])
    many = deals(Kernel(rules, players), count if INTERPRETED else 50 * count, 11)
    columns = [(many[:, R_DECISIONS], core[:, 2]), (many[:, R_CHOICES], core[:, 3])]
    columns.append((many[:, R_REASON] == OUT, core[:, 1] == 1))
    columns += [(many[:, R_WINNER] == who, core[:, 0] == who) for who in range(-1, players)]
    for ours, theirs in columns:
        error = sqrt(ours.var() / len(ours) + theirs.var() / len(theirs))
        assert abs(ours.mean() - theirs.mean()) <= 3 * error, (ours.mean(), theirs.mean(), error)


@pytest.mark.parametrize(("name", "players"), [("clasico", 2), ("gamevelvet", 3)])
def test_figures_are_those_of_core(name: str, players: int) -> None:
    compare_with_core(name, players, 100 if INTERPRETED else 1500)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.skipif(INTERPRETED, reason="too many choices for interpreted code")
def test_choices_are_uniform_long() -> None:
    check_choices(100_000)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_figures_are_those_of_core_long(name: str, players: int) -> None:
    compare_with_core(name, players, 20_000)


def greedy_weights(players: int) -> guided.Floats:
    """A sensible policy."""
    weights = np.zeros((players, guided.FEATURES))
    weights[:, guided.F_TAKE], weights[:, guided.F_MELD] = 6, 6
    weights[:, guided.F_OUT], weights[:, guided.F_FORCE] = 20, 1
    weights[:, guided.F_CONN] = -3
    return weights


@pytest.mark.parametrize("policy", ["uniform", "guided"])
def test_the_same_on_any_number_of_cores(policy: str) -> None:
    kernel = Kernel(PRESETS["mexicano"], 3)
    weights = greedy_weights(3) if policy == "guided" else guided.UNIFORM
    count = 20 if INTERPRETED else 3000
    one = deals(kernel, count, 7, weights=weights)
    assert (deals(kernel, count, 7, weights=weights, cores=None) == one).all()
    assert (
        deals(kernel, count // 2, 7, first=count // 2, weights=weights) == one[-(count // 2) :]
    ).all()
    assert not (deals(kernel, count, 8, weights=weights) == one).all()


def test_playouts_of_positions() -> None:
    kernel = Kernel(PRESETS["clasico"], 2)
    rng = Random(3)
    deal = shuffled(rng, kernel.rules, 2)
    state = deal.first
    rows = []
    while not state.is_over:
        rows.append(kernel.row(state))
        state = deal.apply(state, random_action(rng, state, 3))
    batch = np.array(rows)
    before = batch.copy()
    times = 5 if INTERPRETED else 200
    results = playouts(kernel, batch, times, 3)
    assert results.shape == (len(rows), times, 4)
    assert (batch == before).all()
    assert (playouts(kernel, batch, times, 3, cores=None) == results).all()
    assert (playouts(kernel, batch[2:3], times, 3, first=2 * times) == results[2]).all()
    assert (results[-1, :, R_DECISIONS] <= results[0, :, R_DECISIONS].max()).all()


def test_playouts_from_the_start_are_like_deals() -> None:
    kernel = Kernel(PRESETS["clasico"], 2)
    rng = Random(4)
    count = 20 if INTERPRETED else 4000
    batch = np.array([kernel.row(shuffled(rng, kernel.rules, 2).start) for _ in range(count)])
    ours = playouts(kernel, batch, 1, 5)[:, 0, R_DECISIONS]
    theirs = deals(kernel, count, 6)[:, R_DECISIONS]
    error = sqrt(ours.var() / count + theirs.var() / count)
    assert abs(ours.mean() - theirs.mean()) < 4 * error


def test_weights_of_zero_are_uniform_and_good_ones_win() -> None:
    kernel = Kernel(PRESETS["clasico"], 2)
    count = 50 if INTERPRETED else 20_000
    uniform = deals(kernel, count, 1)
    zero = deals(kernel, count, 2, weights=np.zeros((2, guided.FEATURES)))
    for word in (R_DECISIONS, R_CHOICES):
        error = sqrt(uniform[:, word].var() / count + zero[:, word].var() / count)
        assert abs(uniform[:, word].mean() - zero[:, word].mean()) < 4 * error
    weights = np.zeros((2, guided.FEATURES))
    weights[0] = greedy_weights(1)
    played = deals(kernel, count, 3, weights=weights)[:, R_WINNER]
    assert (played == 0).sum() > 2 * (played == 1).sum()


def test_conn_is_that_of_the_baseline() -> None:
    """docs/formats.md §5: the hand of five below, worked by hand."""
    kernel = Kernel(PRESETS["clasico"], 2)
    cards = {
        text: kernel.card(card)
        for text, card in {"1o": 0, "2o": 1, "3o": 2, "2c": 17, "7e": 38, "Y": 61}.items()
    }
    hand = sum(1 << card for card in cards.values())
    wanted = {"1o": 3, "2o": 6, "3o": 3, "2c": 2, "7e": 0, "Y": 100}
    assert {text: guided.conn(hand, card) for text, card in cards.items()} == wanted
    assert guided.least_conn(hand) == 0
