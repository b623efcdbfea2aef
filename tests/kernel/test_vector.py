"""The environment: step by step what ``core`` says, and no more than a seat may know."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

pytest.importorskip("numba")

from conquian.core import PRESETS, Deal, InfoState, RuleSet, observe, resample
from conquian.core.action import Action
from conquian.core.cards import cards_of, remove
from conquian.kernel import encode
from conquian.kernel.jit import INTERPRETED
from conquian.kernel.position import Kernel
from conquian.kernel.tables import Ints
from conquian.kernel.vector import VectorEnv
from conquian.kernel.words import W_TURNED, W_UPCARD
from tests.equal.kernel_check import shuffled
from tests.properties.walk import random_action

RULES = {
    "clasico": ("clasico", 2),
    "mexicano": ("mexicano", 3),
    "gamevelvet": ("gamevelvet", 4),
    "bicycle": ("bicycle", 2),
    "yucas": ("house(pack=mini4x4, yucas=2, hand=[[3, 4]], exchange=true)", 3),
    "grouped yucas": (
        "house(pack=mini5x4, yucas=2, hand=[[2, 6]], exchange=true, force_fit=meld)",
        2,
    ),
}


def played(env: VectorEnv, rng: Random) -> list[list[tuple[Ints, Ints, Action]]]:
    """Play the batch to its end: for each deal its rows, what was known, and what was done."""
    lines: list[list[tuple[Ints, Ints, Action]]] = [[] for _ in env.rows]
    while not env.done.all():
        choices = np.zeros(len(env.rows), np.int64)
        for place in np.flatnonzero(~env.done):
            count = min(int(env.counts[place]), env.legal.shape[1])
            choices[place] = 0 if rng.random() < 0.5 else rng.randrange(count)
            action = env.kernel.action(env.legal[place, choices[place]])
            lines[place].append((env.rows[place].copy(), env.known[place].copy(), action))
        env.step(choices)
    return lines


def deal_of(kernel: Kernel, line: list[tuple[Ints, Ints, Action]]) -> Deal:
    """The deal behind a line, the stock in the order it was turned."""
    first = kernel.state(line[0][0])
    stock: list[int] = []
    unseen = first.setting.deck
    for hand in first.hands:
        unseen = remove(unseen, hand)
    last = unseen
    for row, _, _ in line:
        state = kernel.state(row)
        if row[W_UPCARD] >= 0 and row[W_TURNED] and state.unseen != last:
            stock.append(state.upcard)
            last = state.unseen
    stock += cards_of(last)
    return Deal(kernel.rules, first.dealer, first.hands, tuple(stock))


@pytest.mark.parametrize("name", RULES)
def test_steps_are_those_of_core(name: str) -> None:
    text, players = RULES[name]
    env = VectorEnv(RuleSet.parse(text), players, 2 if INTERPRETED else 12, seed=5, lone=True)
    kernel = env.kernel
    for place, line in enumerate(played(env, Random(name))):
        deal = deal_of(kernel, line)
        infos = [
            InfoState.fold(s, [e.seen_by(s) for e in deal.opening_entries()])
            for s in range(players)
        ]
        state = deal.first
        for row, known, action in line:
            assert (kernel.row(state) == row).all(), kernel.text(row)
            for seat, info in enumerate(infos):
                there = info.known_in_hand((seat + 1) % players)
                # Before all have chosen, core says nothing yet.
                if state.phase != "exchange":
                    card = there.bit_length() - 1
                    assert known[seat] == (kernel.card(card) + 1 if there else 0), (seat, state)
            entries, state = deal.entries(state, action)
            infos = [
                InfoState.fold(seat, [*info.history, *(entry.seen_by(seat) for entry in entries)])
                for seat, info in enumerate(infos)
            ]
        assert state.is_over
        assert state.outcome is not None
        winner = state.outcome.winner
        assert (kernel.state(env.rows[place])) == state
        if winner is None:
            assert (env.rewards[place] == 0).all()


@pytest.mark.parametrize("name", RULES)
def test_an_observation_holds_nothing_hidden(name: str) -> None:
    text, players = RULES[name]
    kernel = Kernel(RuleSet.parse(text), players)
    rng = Random(f"leaks {name}")
    size = int(encode.observation_size(kernel.game))
    changed = 0
    for _ in range(2 if INTERPRETED else 15):
        deal = shuffled(rng, kernel.rules, players)
        entries, state = deal.opening_entries(), deal.first
        while not state.is_over:
            for seat in range(players):
                info = InfoState.fold(seat, [entry.seen_by(seat) for entry in entries])
                known = np.zeros(players, np.int64)
                there = info.known_in_hand((seat + 1) % players)
                known[seat] = kernel.card(there.bit_length() - 1) + 1 if there else 0
                one, other = np.full(size, 7.0), np.full(size, 9.0)
                encode.observe(kernel.game, kernel.row(state), known, seat, one)
                sampled = resample(info, rng.randrange)
                others = np.arange(players) * 3
                others[seat] = known[seat]
                encode.observe(kernel.game, kernel.row(sampled), others, seat, other)
                assert (one == other).all(), (seat, state)
                changed += sampled != state
            more, state = deal.entries(state, random_action(rng, state, 3))
            entries += more
    assert changed > 20


@pytest.mark.parametrize("name", ["mexicano", "grouped yucas"])
def test_an_observation_tells_all_that_a_seat_sees(name: str) -> None:
    """Where the observations of a seat are the same, so is all that it sees."""
    text, players = RULES[name]
    kernel = Kernel(RuleSet.parse(text), players)
    rng = Random(8)
    out = np.zeros(int(encode.observation_size(kernel.game)))
    nothing = np.zeros(players, np.int64)
    seen: dict[bytes, tuple[object, ...]] = {}
    for _ in range(3 if INTERPRETED else 60):
        deal = shuffled(rng, kernel.rules, players)
        state = deal.first
        while not state.is_over:
            encode.observe(kernel.game, kernel.row(state), nothing, 1, out)
            facts = observe(state, 1).facts()
            assert seen.setdefault(out.tobytes(), facts) == facts, state
            state = deal.apply(state, random_action(rng, state, 3))


def test_reset_goes_on_with_new_deals_and_repeats() -> None:
    rules = PRESETS["clasico"]
    one, two = VectorEnv(rules, 2, 6, seed=1), VectorEnv(rules, 2, 6, seed=1)
    assert (one.rows == two.rows).all()
    assert (VectorEnv(rules, 2, 6, seed=2).rows != one.rows).any()
    before = one.rows.copy()
    where = np.array([True, False] * 3)
    one.reset(where)
    assert (one.rows[~where] == before[~where]).all()
    assert (one.rows[where] != before[where]).any(axis=1).all()
    two.reset()
    assert (one.rows[where] == two.rows[:3]).all()


def test_only_choices_are_shown_unless_asked_for() -> None:
    env = VectorEnv(PRESETS["clasico"], 2, 20, seed=3)
    assert (env.counts > 1).all()
    assert (env.legal_mask.sum(axis=1) == env.counts).all()
    lone = VectorEnv(PRESETS["clasico"], 2, 20, seed=3, lone=True)
    assert (lone.counts == 1).any()


def test_a_wrong_choice_is_refused_and_does_nothing() -> None:
    env = VectorEnv(PRESETS["clasico"], 2, 3, seed=3)
    before = env.rows.copy()
    with pytest.raises(IndexError, match="deal 1 has no legal action"):
        env.step(np.array([0, env.counts[1], 0]))
    assert (env.rows == before).all()


def test_rewards_sum_to_nothing() -> None:
    env = VectorEnv(PRESETS["gamevelvet"], 3, 4 if INTERPRETED else 40, seed=4)
    rng = Random(1)
    won = 0
    while not env.done.all():
        choices = np.array([rng.randrange(max(1, int(count))) for count in env.counts])
        rewards = env.step(choices)
        assert (rewards.sum(axis=1) == 0).all()
        won += int((rewards == 2).sum())
    assert won == int((env.rows[:, 12] >= 0).sum())
