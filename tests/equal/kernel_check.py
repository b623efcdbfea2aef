"""Comparing the kernel with ``core``, position by position."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

import numpy as np

from conquian.core import PRESETS, Deal, RuleSet, State, deal_in_order
from conquian.core.cards import suit_of, zone_of
from conquian.core.text import state_text
from conquian.kernel.position import Kernel
from conquian.kernel.tables import Ints
from tests.properties.walk import random_action

TABLES = [
    (name, players)
    for name, rules in PRESETS.items()
    for players in rules.player_counts
    if rules.decks_for(players) == 1
]
"""Every single-pack preset with every number of players."""

TWO_STEP = "house(pack=mini{pack}, hand=[[2, {hand}]])"
ROUND = (
    "house(pack=mini{pack}, hand=[[2, {hand}]], offer=round, hand_melds=when_asked, "
    "force_fit=meld, forced_play=place, force_discarder=false, stock_out=fewest)"
)


def check_position(kernel: Kernel, state: State, row: Ints) -> Ints:
    """The row is that of the state, it converts back, and the legal lists agree."""
    expected = kernel.row(state)
    assert (row == expected).all(), (
        f"{state_text(state)}\nkernel has {row.tolist()}\nof core     {expected.tolist()}"
    )
    legal = kernel.legal(row)
    found, wanted = [kernel.action(action) for action in legal], list(state.legal_actions())
    assert found == wanted, f"{state_text(state)}\nkernel {found}\ncore   {wanted}"
    return legal


def check_deal(kernel: Kernel, deal: Deal, rng: Random) -> int:
    """Play one deal in both; the number of decisions."""
    state = deal.start
    row = kernel.row(state)
    assert kernel.state(row) == state, state_text(state)
    hesitance = rng.choice((1, 3, 9, 30))
    plies = 0
    while not state.is_over:
        before = row.copy()
        if state.is_chance:
            card = deal.left(state)[0]
            after = kernel.reveal(row, kernel.card(card))
            state = state.reveal(card)
        else:
            legal = check_position(kernel, state, row)
            action = random_action(rng, state, hesitance)
            number = state.legal_actions().index(action)
            assert (kernel.action_row(action) == legal[number]).all(), (state_text(state), action)
            after = kernel.apply(row, legal[number])
            state = state.apply_unchecked(action)
            plies += 1
        assert (row == before).all(), f"the position was changed: {kernel.text(before)}"
        row = after
    check_position(kernel, state, row)
    assert kernel.state(row) == state, state_text(state)
    return plies


def shuffled(rng: Random, rules: RuleSet, players: int) -> Deal:
    """A random deal."""
    deck = list(rules.pack_value.deck(1, rules.yucas))
    rng.shuffle(deck)
    return deal_in_order(rules, players, rng.randrange(players), deck)


def check_table(name: str, players: int, plies: int, seed: str) -> None:
    """So many random plies of a preset."""
    rng = Random(f"{seed} {name} {players}")
    rules = PRESETS[name]
    kernel = Kernel(rules, players)
    while plies > 0:
        plies -= check_deal(kernel, shuffled(rng, rules, players), rng)


def starts(
    rules: RuleSet, dealers: tuple[int, ...], *, up_to_suits: bool = False
) -> Iterator[State]:
    """The start of every two-player deal: every pair of hands.

    With ``up_to_suits`` one of those deals that differ in the names of the suits only.
    """
    deck = rules.pack_value.deck(1, rules.yucas)
    size = rules.hand_size(2)
    for dealer in dealers:
        for one in combinations(deck, size):
            rest = [card for card in deck if card not in one]
            for other in combinations(rest, size):
                if not up_to_suits or is_first_of_suits(rules, one, other):
                    yield State.start(rules, dealer, (zone_of(one), zone_of(other)))


def is_first_of_suits(rules: RuleSet, one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether no renaming of the suits gives a pair of hands that comes before this one."""
    owners = [
        tuple(
            (card in one) + 2 * (card in other)
            for card in rules.pack_value.cards
            if suit_of(card) == suit
        )
        for suit in range(rules.pack_value.suits)
    ]
    return owners == sorted(owners)


def check_all(
    rules: RuleSet, dealers: tuple[int, ...] = (0, 1), *, up_to_suits: bool = False
) -> int:
    """Every position that can come up, whatever the stock holds; how many there are.

    With ``up_to_suits``: from one of those deals that differ in the names of the suits only.
    """
    kernel = Kernel(rules, 2)
    seen: set[State] = set()
    for first in starts(rules, dealers, up_to_suits=up_to_suits):
        if first in seen:
            continue
        todo = [(first, kernel.row(first))]
        seen.add(first)
        while todo:
            state, row = todo.pop()
            legal = check_position(kernel, state, row)
            after: list[tuple[State, Ints]] = [
                (state.reveal(card), kernel.reveal(row, kernel.card(card)))
                for card, _ in state.outcomes()
            ]
            after += [
                (state.apply_unchecked(action), kernel.apply(row, word))
                for action, word in zip(state.legal_actions(), legal, strict=True)
            ]
            for next_state, next_row in after:
                if next_state not in seen:
                    seen.add(next_state)
                    todo.append((next_state, next_row))
                else:
                    expected = kernel.row(next_state)
                    assert np.array_equal(next_row, expected), state_text(next_state)
    return len(seen)
