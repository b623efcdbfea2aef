"""What the bots think with: inputs, memory, the network, worlds, exact values, trials."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pytest

from conquian.bots.place import Place
from conquian.core.action import Action
from conquian.core.position import Phase
from conquian.core.presets import PRESETS
from conquian.core.ruleset import RuleSet
from conquian.core.state import State
from conquian.core.view import resample
from conquian.kernel import features, net
from conquian.kernel.dice import DICE_WORDS, seed_dice
from conquian.kernel.features import (
    ACTION_BLOCKS,
    BLOCK,
    M_DECLINED,
    M_GIVEN,
    M_PAID,
    MEMORY_WORDS,
    MOST_INPUTS,
)
from conquian.kernel.open_hands import value_actions
from conquian.kernel.plans import MOST_JUDGED, PLAN_WORDS, judge
from conquian.kernel.position import Kernel
from conquian.kernel.rollout import try_out
from conquian.kernel.solve_arena import new_arena
from conquian.kernel.tables import CARDS, Ints, setting_array, tables_of
from conquian.kernel.worlds import blind_of, count_worlds, list_worlds, shuffle_stock
from tests.bots.positions import TABLES, Decision, decisions

ONE_PACK = [(rules, players) for rules, players in TABLES if rules.decks_for(players) == 1]
SMALL = RuleSet.parse("house(pack=mini4x3, hand=[[2, 4]], yucas=0)")


def random_net(players: int, seed: int = 1) -> npt.NDArray[np.float32]:
    rng = np.random.default_rng(seed)
    return rng.normal(0, 0.2, net.net_size(players)).astype(np.float32)


def scores_of(
    place: Place, row: Ints, weights: npt.NDArray[np.float32], memory: Ints
) -> npt.NDArray[np.float32]:
    scores = np.zeros(net.MOST_SCORED, np.float32)
    count = min(len(place.legal), net.MOST_SCORED)
    net.rate_all(
        place.kernel.game, row, memory, weights, place.legal, count, net.new_inputs(),
        np.zeros(net.LAYERS, np.float32), scores, np.zeros(PLAN_WORDS, np.int64), np.zeros(16),
    )  # fmt: skip
    return scores[:count]


def true_state(decision: Decision) -> State:
    return decision.deal.states(decision.actions)[-1]


def choices(number: int = 0) -> Iterator[Decision]:
    """Every real choice of a deal at every table of one pack."""
    for rules, players in ONE_PACK:
        for decision in decisions(rules, players, number):
            if len(decision.info.legal_actions()) > 1:
                yield decision


def test_a_network_is_told_what_is_public_and_nothing_else() -> None:
    """The same scores in the true position and in every world that could be: formats.md §4."""
    compared = Counter[Phase]()
    for decision in choices():
        place = Place(decision.info)
        truth = place.kernel.row(true_state(decision))
        for weights in (random_net(decision.info.players), np.zeros(0, np.float32)):
            wanted = scores_of(place, truth, weights, place.memory)
            for world in place.worlds(4, len(decision.actions)):
                got = scores_of(place, world, weights, place.memory)
                assert got.tolist() == wanted.tolist()
        compared[decision.info.phase] += 1
    assert len(compared) == 5, compared
    assert sum(compared.values()) > 150


def test_the_memory_from_the_history_is_the_one_noted_during_play() -> None:
    noted_cards = Counter[int]()
    for rules, players in ONE_PACK:
        kernel = Kernel(rules, players)
        for decision in decisions(rules, players, 3):
            info, deal = decision.info, decision.deal
            memory = np.zeros((players, MEMORY_WORDS), np.int64)
            states = deal.states(decision.actions)
            for state, action in zip(states, decision.actions, strict=False):
                features.note(kernel.game, kernel.row(state), memory, kernel.action_row(action))
            got = Place(info).memory
            assert got[:, M_DECLINED].tolist() == memory[:, M_DECLINED].tolist(), info.key()
            assert got[:, M_PAID].tolist() == memory[:, M_PAID].tolist()
            if info.phase is not Phase.EXCHANGE:
                assert got[info.seat, M_GIVEN] == memory[info.seat, M_GIVEN]
            for word in (M_DECLINED, M_PAID, M_GIVEN):
                noted_cards[word] += int(memory[:, word].any())
    assert min(noted_cards.values()) > 50, noted_cards


def test_the_network_is_what_its_formula_says() -> None:
    """``kernel.net``, head: with arrays of numpy, as it would be written on paper."""
    checked = 0
    for decision in choices(1):
        players, place = decision.info.players, Place(decision.info)
        weights, row = random_net(players), place.worlds(1, 1)[0]
        game, actor = place.kernel.game, decision.info.seat
        assert actor is not None
        rows = features.state_blocks(players) * BLOCK
        cut = np.cumsum([rows * net.WIDE, ACTION_BLOCKS * BLOCK * net.WIDE, net.WIDE * net.DEEP])
        state_rows, action_rows, deep, rest = np.split(weights.astype(float), cut)
        bias, out = rest[: net.DEEP], rest[net.DEEP :]
        hidden = features.cannot_place(game, row, actor)
        desk, count = np.zeros(PLAN_WORDS, np.int64), min(len(place.legal), net.MOST_SCORED)
        judge(game, row, hidden, place.legal, count, np.zeros(16), desk)
        inputs = np.zeros(MOST_INPUTS, np.int32)
        on = features.state_inputs(game, row, place.memory, actor, inputs)
        on = features.plan_inputs(desk, MOST_JUDGED, features.plan_block(players), inputs, on)
        assert inputs[:on].max() < rows
        wide = state_rows.reshape(rows, net.WIDE)[inputs[:on]].sum(axis=0)
        got = scores_of(place, row, weights, place.memory)
        for number in range(count):
            on = features.action_inputs(game, row, place.legal[number], hidden, inputs)
            on = features.plan_inputs(desk, number, ACTION_BLOCKS - 1, inputs, on)
            assert inputs[:on].max() < ACTION_BLOCKS * BLOCK
            part = action_rows.reshape(-1, net.WIDE)[inputs[:on]].sum(axis=0)
            layer = np.maximum(wide + part, 0) @ deep.reshape(net.WIDE, net.DEEP) + bias
            assert got[number] == pytest.approx(np.maximum(layer, 0) @ out, abs=1e-3)
            checked += 1
    assert checked > 500


class Order:
    """The rest of a deal whose stock comes in this order."""

    def __init__(self, stock: tuple[int, ...]) -> None:
        self.stock = stock

    def settle(self, state: State) -> State:
        while state.phase is Phase.TURN:
            state = state.reveal(self.stock[len(self.stock) - state.stock])
        return state

    def value(self, state: State, known: dict[State, int]) -> int:
        """For seat 0, by the rules alone."""
        if state.is_over:
            assert state.outcome is not None
            winner = state.outcome.winner
            return 0 if winner is None else 1 - 2 * winner
        if state not in known:
            values = [self.after(state, action, known) for action in state.legal_actions()]
            known[state] = max(values) if state.actor == 0 else min(values)
        return known[state]

    def after(self, state: State, action: Action, known: dict[State, int]) -> int:
        return self.value(self.settle(state.apply(action)), known)


@pytest.mark.parametrize("name", ["clasico", "mexicano", "bicycle", "wikipedia"])
def test_exact_values_of_actions_against_minimax(name: str) -> None:
    rules, checked, seen = PRESETS[name], 0, set[float]()
    arena = new_arena(tables_of(rules), setting_array(rules, 2), 10)
    for number in range(10):
        for decision in decisions(rules, 2, number):
            info = decision.info
            if info.stock > 5 or len(info.legal_actions()) < 2 or info.phase is Phase.EXCHANGE:
                continue
            place = Place(info)
            rows, seat = place.worlds(2, number), info.seat
            assert seat is not None
            values = np.zeros((2, len(place.legal)))
            gave_up = value_actions(
                place.kernel.game, arena, 1 + 2 * checked, rows, seat, number, 0, place.legal,
                1_000_000, values,
            )  # fmt: skip
            assert gave_up == 0
            for row, found in zip(rows, values, strict=True):
                dice, stock = np.zeros(DICE_WORDS, np.int64), np.zeros(CARDS, np.int64)
                seed_dice(dice, number, int(np.flatnonzero((rows == row).all(axis=1))[0]))
                count = shuffle_stock(row, dice, stock)
                cards = tuple(place.kernel.core_card(int(card)) for card in stock[:count])
                order, known = Order(cards), dict[State, int]()
                state = place.kernel.state(row)
                wanted = [order.after(state, action, known) for action in place.actions]
                assert found.tolist() == [one * (1 - 2 * seat) for one in wanted]
                seen.update(found.tolist())
            checked += 1
    assert checked > 10
    assert len(seen) >= 2


def test_all_worlds_of_a_small_pack_are_listed_once_and_drawn_alike() -> None:
    """Listed: as many different ones as the formula says; drawn: as ``core.view.resample``."""
    rng, tested = random.Random(4), 0
    for number in range(6):
        for decision in decisions(SMALL, 2, number):
            if tested == 3 or len(decision.actions) != number + 1:
                continue
            place = Place(decision.info)
            blind = blind_of(place.kernel, decision.info)
            rows = np.zeros((count_worlds(blind), place.kernel.words), np.int64)
            list_worlds(place.kernel.game, blind.row, blind.viewer, blind.counts, blind.known, rows)
            listed = [row.tobytes() for row in rows]
            assert len(set(listed)) == len(listed)
            drawn = Counter(row.tobytes() for row in place.worlds(60 * len(listed), number))
            slow = {
                place.kernel.row(resample(decision.info, rng.randrange)).tobytes()
                for _ in range(20 * len(listed))
            }
            assert set(drawn) == set(listed)
            assert slow == set(listed)
            spread = sum((drawn[one] - 60) ** 2 / 60 for one in listed)
            free = len(listed) - 1
            assert abs(spread - free) < 5 * (2 * free) ** 0.5
            tested += 1
    assert tested == 3


def test_trials_are_repeatable_and_end_with_points_that_exist() -> None:
    seen = set[tuple[int, float]]()
    for decision in choices(2):
        place, players = Place(decision.info), decision.info.players
        rows, both = place.worlds(2, 5), []
        for _ in range(2):
            points = np.full((2, len(place.legal)), np.nan)
            try_out(
                place.kernel.game, rows, place.memory, place.blind.viewer,
                np.zeros(0, np.float32), 1.0, 7, 0, place.legal, points,
            )  # fmt: skip
            both.append(points)
        assert both[0].tolist() == both[1].tolist()
        assert set(np.unique(both[0])) <= {-1.0, 0.0, players - 1.0}
        seen |= {(players, value) for value in np.unique(both[0])}
    assert {(2, -1.0), (2, 1.0), (3, 2.0), (4, 3.0)} <= seen
