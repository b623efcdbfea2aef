"""The exact solver for two players with open hands (formats.md §2): what DDS is to bridge.

A :class:`Solver` belongs to a rule set and keeps its table between calls. Values are from seat 0's
side: +1 seat 0 wins, -1 seat 1 wins, 0 nobody does, by whatever rule ends the deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from conquian.core.action import Action
from conquian.core.deal import Deal
from conquian.core.errors import BadRules, NotLegal
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
from conquian.kernel import solve_words as words
from conquian.kernel.jit import set_threads
from conquian.kernel.solve_arena import SEED, TABLE, UNBOUNDED, UNORDERED, new_arena
from conquian.kernel.solve_search import search, search_many
from conquian.kernel.solve_words import GAVE_UP, WON
from conquian.kernel.tables import (
    YUCA_BIT,
    Ints,
    Tables,
    layout_code,
    mask_of,
    setting_array,
    tables_of,
)

DEFAULT_BITS: Final = 16
"""The table holds 2**16 positions in 1 MB: a whole deal needs some 10,000."""
MOST_BITS: Final = 26
"""1 GB."""
_LAST_GENERATION: Final = 1 << 30
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
        bits: size of the table, 2**bits entries of 16 bytes; 8 MB of working memory come on top.
        ordered: try promising moves first; the value is the same without, later.
        bounded: stop where somebody certainly cannot win; the value is the same without, later.
        seed: mixed into the keys of the table; the value does not depend on it.

    Attributes:
        nodes: nodes of the last :meth:`value`.

    Raises:
        BadRules: ``players_not_allowed``, ``kernel_one_pack`` or ``solve_bits``.
    """

    def __init__(
        self,
        rules: RuleSet,
        bits: int = DEFAULT_BITS,
        *,
        ordered: bool = True,
        bounded: bool = True,
        seed: int = 0,
    ) -> None:
        if not 4 <= bits <= MOST_BITS:
            raise BadRules("solve_bits", field="bits", value=str(bits), allowed=f"4–{MOST_BITS}")
        self.rules = rules
        self.bits = bits
        self._setting = setting_array(rules, 2)
        self._tables = tables_of(rules)
        self._arena = new_arena(self._tables, self._setting, bits)
        self._arena[UNORDERED] = not ordered
        self._arena[UNBOUNDED] = not bounded
        self._arena[SEED] = seed & 0xFFFFFFFF
        self._workers: Ints | None = None
        self.nodes = 0
        self._generation = 0

    @property
    def memory(self) -> int:
        """Bytes of working memory, all threads together."""
        return self._arena.nbytes + (self._workers.nbytes if self._workers is not None else 0)

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
            BadRules: ``solve_other_rules`` for a deal of other rules.
        """
        position = self._checked(deal, state)
        if position.outcome is not None:
            winner = position.outcome.winner
            return Solution(0 if winner is None else 1 - 2 * winner, (), None, 0)
        search = _Search(self, deal, node_limit, timed=quickest)
        side = 1 if position.actor == 0 else -1
        best = -WON if quickest else -1
        keeping: list[Action] = []
        if not quickest:
            value = search.value(position_words(self.rules, deal, position))
            best = best if value is None else value * side
        for action in position.legal_actions():
            after = deal.settle(position.apply_unchecked(action))
            found = search.at_least(position_words(self.rules, deal, after), best, side)
            if search.gave_up:
                return Solution(None, (), None, search.nodes)
            if found > best:
                best, keeping = found, []
            if found == best:
                keeping.append(action)
        decisions = WON - abs(best) + 1 if quickest and best else None
        sign = (best > 0) - (best < 0)
        return Solution(sign * side, tuple(keeping), decisions, search.nodes)

    def value(
        self, deal: Deal, state: State | None = None, *, node_limit: int = NO_LIMIT
    ) -> int | None:
        """Only the value: cheaper than :meth:`solve`. ``None`` if the node limit came first.

        Raises:
            NotLegal: ``solve_players`` or ``solve_exchange``.
            BadRules: ``solve_other_rules``.
        """
        position = self._checked(deal, state)
        search = _Search(self, deal, node_limit, timed=False)
        value = search.value(position_words(self.rules, deal, position))
        self.nodes = search.nodes
        return value

    def values(
        self,
        positions: Sequence[tuple[Deal, State]],
        *,
        threads: int | None = None,
        node_limit: int = NO_LIMIT,
    ) -> list[int | None]:
        """The values of many positions of many deals, on all cores: for worlds and statistics.

        Args:
            positions: deals of this rule set, each with one of its positions.
            threads: how many cores (``None``: all).
            node_limit: for each position.

        Raises:
            NotLegal: ``solve_players`` or ``solve_exchange``.
            BadRules: ``solve_other_rules``.
        """
        if not positions:
            return []
        roots, stocks, rests, numbers = [], [], [], []
        number, last = 0, positions[0][0]
        stock, rest = stock_arrays(self._tables, last)
        for deal, state in positions:
            if deal is not last:
                number, last = number + 1, deal
                stock, rest = stock_arrays(self._tables, deal)
            roots.append(position_words(self.rules, deal, self._checked(deal, state)))
            stocks.append(stock)
            rests.append(rest)
            numbers.append(number)
        if self._workers is None or len(self._workers) != set_threads(threads):
            self._workers = np.stack([self._arena] * set_threads(threads))
        found = np.zeros(len(positions), np.int64)
        search_many(
            self._workers, np.stack(stocks), np.stack(rests), np.stack(roots),
            np.array(numbers, np.int64), self._next_generation(number + 1), node_limit, found,
        )  # fmt: skip
        return [None if value == GAVE_UP else int(value) for value in found]

    def line(self, deal: Deal, state: State | None = None) -> list[Action]:
        """Best play of both sides: quickest wins, longest resistance, the first of equals."""
        position = deal.settle(state if state is not None else deal.first)
        played = []
        while not position.is_over:
            action = self.solve(deal, position, quickest=True).best[0]
            played.append(action)
            position = deal.apply(position, action)
        return played

    def _checked(self, deal: Deal, state: State | None) -> State:
        """The settled position, if it is one the solver can judge."""
        if deal.rules != self.rules:
            raise BadRules("solve_other_rules", field="rules", preset=str(self.rules))
        position = deal.settle(state) if state is not None else deal.first
        check_solvable(position)
        return position

    def _next_generation(self, deals: int = 1) -> int:
        """A number for the table's entries of the next deal, or the first of several."""
        first = self._generation + 1
        self._generation += deals
        if self._generation >= _LAST_GENERATION:
            self._arena[TABLE:] = 0
            self._workers = None
            first, self._generation = 1, deals
        return first


class _Search:
    """Searches in one deal, which share the table and a node limit."""

    def __init__(self, solver: Solver, deal: Deal, node_limit: int, *, timed: bool) -> None:
        self._arena = solver._arena
        self._stock, self._rest = stock_arrays(solver._tables, deal)
        self._generation = solver._next_generation()
        self._left = node_limit
        self._timed = int(timed)
        self.nodes = 0
        self.gave_up = False

    def value(self, root: Ints) -> int | None:
        """1, 0 or -1: first whether seat 0 wins, then whether it loses. ``None``: gave up."""
        if self.between(root, 0, 1) >= 1:
            value: int | None = 1
        else:
            value = -1 if self.between(root, -1, 0) < 0 else 0
        return None if self.gave_up else value

    def at_least(self, root: Ints, least: int, side: int) -> int:
        """The value for ``side`` (1 or -1) if it is at least ``least``, else something less."""
        far = WON if self._timed else 1
        least = max(least, 1 - far)
        if side == 1:
            return self.between(root, least - 1, far)
        return -self.between(root, -far, 1 - least)

    def between(self, root: Ints, alpha: int, beta: int) -> int:
        """The value for seat 0 as far as it lies between the bounds."""
        if self.gave_up:
            return 0
        self._arena[words.N_NODES] = 0
        found = int(
            search(
                self._arena,
                self._stock,
                self._rest,
                root,
                alpha,
                beta,
                self._timed,
                self._generation,
                self._left,
            )
        )
        nodes = int(self._arena[words.N_NODES])
        self.nodes += nodes
        self._left -= nodes
        self.gave_up = found == GAVE_UP
        return 0 if self.gave_up else found


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
