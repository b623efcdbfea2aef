"""The exact solver for two players with open hands: what DDS is to bridge (formats.md §2, ``solve``).

A :class:`Solver` belongs to a rule set and keeps its table between calls. Values are from seat 0's
side: +1 seat 0 wins, -1 seat 1 wins, 0 nobody does, by whatever rule ends the deal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from conquian.core.action import Action
from conquian.core.deal import Deal
from conquian.core.errors import NotLegal
from conquian.core.position import (
    EXCHANGE,
    FORCED,
    OFFER,
    OVER,
    PAY,
    TURN,
    WINDOW,
)
from conquian.core.ruleset import RuleSet
from conquian.core.state import State
from conquian.kernel import solve_search as words
from conquian.kernel.solve_arena import new_arena
from conquian.kernel.solve_search import GAVE_UP, WON, search
from conquian.kernel.tables import (
    YUCA_BIT,
    Ints,
    Tables,
    layout_code,
    mask_of,
    setting_array,
    tables_of,
)

DEFAULT_BITS: Final = 20
"""The table holds 2**20 positions in 16 MB."""
NO_LIMIT: Final = 1 << 62


@dataclass(frozen=True, slots=True)
class Solution:
    """What the solver found.

    Attributes:
        value: for seat 0: 1, 0 or -1; ``None`` if the node limit came first.
        best: every action that keeps the value, in legal order; empty for a finished deal. With
            ``quickest`` only those that win soonest or resist longest.
        decisions: with ``quickest``, decisions until the win; ``None`` for a draw.
        nodes: nodes searched.
    """

    value: int | None
    best: tuple[Action, ...]
    decisions: int | None
    nodes: int


class Solver:
    """Solves two-player positions of one rule set.

    Args:
        rules: a rule set that allows two players and has one pack.
        bits: size of the table, 2**bits entries of 16 bytes.

    Raises:
        BadRules: ``players_not_allowed`` or ``kernel_one_pack``.
    """

    def __init__(self, rules: RuleSet, bits: int = DEFAULT_BITS) -> None:
        self.rules = rules
        self._setting = setting_array(rules, 2)
        self._tables = tables_of(rules)
        self._arena = new_arena(self._tables, self._setting, bits)
        self._generation = 0

    def solve(
        self,
        deal: Deal,
        state: State | None = None,
        *,
        quickest: bool = False,
        node_limit: int = NO_LIMIT,
    ) -> Solution:
        """The value of a position and all best actions.

        Args:
            deal: gives the order of the stock.
            state: a position of this deal; ``None``: its first.
            quickest: break ties by the quickest win and the longest resistance.
            node_limit: give up after that many nodes.

        Raises:
            NotLegal: ``solve_players`` or ``solve_exchange``.
        """
        position = deal.settle(state if state is not None else deal.first)
        check_solvable(position)
        if position.is_over:
            return Solution(int(self._words(deal, position)[words.P_RESULT]), (), None, 0)
        stock, rest = stock_arrays(self._tables, deal)
        self._generation += 1
        children = [
            (action, self._words(deal, deal.settle(position.apply_unchecked(action))))
            for action in position.legal_actions()
        ]
        side = 1 if position.actor == 0 else -1
        far = WON if quickest else 1
        nodes = 0

        def value_of(child: Ints, low: int, high: int) -> int:
            nonlocal nodes
            self._arena[words.N_NODES] = 0
            found = search(
                self._arena, stock, rest, child, low, high, int(quickest), self._generation,
                max(0, node_limit - nodes),
            )  # fmt: skip
            nodes += int(self._arena[words.N_NODES])
            return int(found)

        best = -far
        keeping: list[Action] = []
        for action, child in children:
            # Each action need only show whether it reaches the best so far, or how far beyond.
            low, high = (best - 1, far) if side == 1 else (-far, -best + 1)
            found = value_of(child, low, high)
            if found == GAVE_UP:
                return Solution(None, (), None, nodes)
            found *= side
            if found > best:
                best, keeping = found, []
            if found == best:
                keeping.append(action)
        decisions = None
        if quickest and best:
            decisions = WON - abs(best) + 1
        sign = (best > 0) - (best < 0)
        return Solution(sign * side, tuple(keeping), decisions, nodes)

    def value(self, deal: Deal, state: State | None = None, node_limit: int = NO_LIMIT) -> int:
        """Only the value: cheaper than :meth:`solve`. ``GAVE_UP`` at the node limit.

        Raises:
            NotLegal: ``solve_players`` or ``solve_exchange``.
        """
        position = deal.settle(state if state is not None else deal.first)
        check_solvable(position)
        stock, rest = stock_arrays(self._tables, deal)
        root = self._words(deal, position)
        self._generation += 1
        self._arena[words.N_NODES] = 0
        return int(
            search(
                self._arena, stock, rest, root, -1, 1, 0, self._generation, node_limit
            )  # fmt: skip
        )

    def line(self, deal: Deal, state: State | None = None) -> list[Action]:
        """Best play of both sides to the end: quickest wins, longest resistance, first of equals."""
        position = deal.settle(state if state is not None else deal.first)
        played = []
        while not position.is_over:
            action = self.solve(deal, position, quickest=True).best[0]
            played.append(action)
            position = deal.apply(position, action)
        return played

    def _words(self, deal: Deal, position: State) -> Ints:
        return position_words(self.rules, deal, position)


def check_solvable(state: State) -> None:
    """Refuse what the solver cannot judge.

    Raises:
        NotLegal: ``solve_players`` for three or more, ``solve_exchange`` inside the exchange.
    """
    if state.players != 2:
        raise NotLegal("solve_players", number=state.players)
    if state.phase is EXCHANGE:
        raise NotLegal("solve_exchange")


_PHASES = {WINDOW: words.WINDOW, FORCED: words.FORCED, PAY: words.PAY, OVER: words.OVER}


def position_words(rules: RuleSet, deal: Deal, state: State) -> Ints:
    """A settled two-player position as the (``POSITION_WORDS``,) int64 of the search."""
    tables = tables_of(rules)
    position = np.zeros(words.POSITION_WORDS, np.int64)
    for seat in range(2):
        position[words.P_HAND0 + seat] = mask_of(tables, state.hands[seat])
        position[words.P_LAID0 + seat] = mask_of(tables, state.laid[seat])
        if state.setting.grouped:
            position[words.P_CODE0 + seat] = layout_code(tables, state.melds[seat])
    position[words.P_STOCK] = len(deal.stock) - state.stock
    position[words.P_UPCARD] = tables.kernel_of[state.upcard] if state.upcard >= 0 else 0
    position[words.P_ACTOR] = max(0, state.actor)
    position[words.P_TURNER] = max(0, state.turner)
    position[words.P_SOURCE] = max(0, state.source)
    position[words.P_PHASE] = _phase_word(state)
    if state.outcome is not None and state.outcome.winner is not None:
        position[words.P_RESULT] = 1 - 2 * state.outcome.winner
    return position


def _phase_word(state: State) -> int:
    if state.phase is TURN:
        raise NotLegal("phase_turn", kind="solve")
    if state.phase is not OFFER:
        return _PHASES[state.phase]
    if not state.turned:
        return words.PAID
    return words.SECOND if state.declined else words.FIRST


def stock_arrays(tables: Tables, deal: Deal) -> tuple[Ints, Ints]:
    """The stock in turning order as (N,) and the masks of what is left as (N + 1,)."""
    stock = np.array([int(tables.kernel_of[card]) for card in deal.stock], np.int64)
    rest = np.zeros(len(stock) + 1, np.int64)
    left = 0
    for place in range(len(stock) - 1, -1, -1):
        bit = 1 << int(stock[place])
        left |= bit << 1 if bit == YUCA_BIT and left & bit else bit
        rest[place] = left
    return stock, rest


