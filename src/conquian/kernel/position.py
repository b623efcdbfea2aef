"""Positions as rows of int64, from and to ``core``; the uncompiled face of ``moves``.

:class:`Kernel` binds a rule set and a number of players to its arrays and working memory. One
kernel serves one thread.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from conquian.core.action import FORCE, PASS, Action, Kind, give, pay
from conquian.core.cards import Card
from conquian.core.position import Outcome, Phase, Reason
from conquian.core.ruleset import RuleSet
from conquian.core.setting import setting_for
from conquian.core.state import State
from conquian.core.text import state_text
from conquian.kernel import moves
from conquian.kernel.melding import MOST_CHOICES, new_memory
from conquian.kernel.tables import (
    Ints,
    game_array,
    layout_code,
    layout_of_code,
    mask_of,
    tables_of,
    zone_of_mask,
)
from conquian.kernel.words import (
    A_FORCE,
    A_GIVE,
    A_MELD,
    A_PASS,
    A_PAY,
    A_TAKE,
    NOT_OVER,
    OUT,
    W_ACTOR,
    W_DEALER,
    W_DECLINED,
    W_FIRST,
    W_FORCER,
    W_GIFTS,
    W_PHASE,
    W_REASON,
    W_SEATS,
    W_SIZE,
    W_SOURCE,
    W_STOCK,
    W_TURNED,
    W_TURNER,
    W_UNSEEN,
    W_UPCARD,
    W_WINNER,
    words_for,
)

_PHASES = tuple(Phase)
_KINDS = {
    Kind.MELD: A_MELD,
    Kind.TAKE: A_TAKE,
    Kind.FORCE: A_FORCE,
    Kind.PASS: A_PASS,
    Kind.PAY: A_PAY,
    Kind.GIVE: A_GIVE,
}


class Kernel:
    """A rule set for a number of players, ready for compiled play.

    Attributes:
        rules, players: what is played.
        game: the rule set with its melds as one array, see ``kernel.tables``.
        tables: the melds of the pack, array by array.
        scratch: working memory of one thread.
        words: length of a position's row.

    Raises:
        BadRules: ``players_not_allowed``; ``kernel_one_pack``: two packs are served by ``core``.
    """

    def __init__(self, rules: RuleSet, players: int) -> None:
        self.rules = rules
        self.players = players
        self.game = game_array(rules, players)
        self.tables = tables_of(rules)
        self.scratch = new_memory(MOST_CHOICES)
        self.words = words_for(players)
        self._rows = np.empty((2 * MOST_CHOICES, 4), np.int64)

    # Positions.

    def row(self, state: State) -> Ints:
        """A state of ``core`` as a row."""
        tables = self.tables
        row = np.zeros(self.words, np.int64)
        row[W_PHASE] = _PHASES.index(state.phase)
        row[W_ACTOR] = state.actor
        row[W_UPCARD] = self.card(state.upcard)
        row[W_TURNED] = state.turned
        row[W_SOURCE] = state.source
        row[W_FIRST] = state.first
        row[W_SIZE] = state.size
        row[W_DECLINED] = state.declined
        row[W_TURNER] = state.turner
        row[W_STOCK] = state.stock
        row[W_FORCER] = state.forcer
        row[W_DEALER] = state.dealer
        row[W_UNSEEN] = mask_of(tables, state.unseen)
        row[W_WINNER] = NOT_OVER
        if state.outcome is not None:
            row[W_WINNER] = -1 if state.outcome.winner is None else state.outcome.winner
            row[W_REASON] = list(Reason).index(state.outcome.reason) + OUT
        for seat, gift in enumerate(state.gifts_by_seat() if state.gifts else ()):
            if gift:
                row[W_GIFTS] |= self.card(gift.bit_length() - 1) + 1 << 6 * seat
        for seat in range(self.players):
            row[W_SEATS + 3 * seat] = mask_of(tables, state.hands[seat])
            row[W_SEATS + 3 * seat + 1] = mask_of(tables, state.laid[seat])
            if state.melds:
                row[W_SEATS + 3 * seat + 2] = layout_code(tables, state.melds[seat])
        return row

    def state(self, row: Ints) -> State:
        """The state of ``core`` behind a row."""
        zone, words = self._zone, [int(word) for word in row]
        state = State()
        state.setting = setting_for(self.rules, self.players)
        state.phase = _PHASES[words[W_PHASE]]
        state.actor = words[W_ACTOR]
        state.upcard = self.core_card(words[W_UPCARD])
        state.turned = bool(words[W_TURNED])
        state.source = words[W_SOURCE]
        state.first = words[W_FIRST]
        state.size = words[W_SIZE]
        state.declined = words[W_DECLINED]
        state.turner = words[W_TURNER]
        state.stock = words[W_STOCK]
        state.forcer = words[W_FORCER]
        state.dealer = words[W_DEALER]
        state.unseen = zone(words[W_UNSEEN])
        winner, reason = words[W_WINNER], words[W_REASON]
        state.outcome = None
        if reason:
            state.outcome = Outcome(None if winner < 0 else winner, list(Reason)[reason - OUT])
        order = [(state.dealer + 1 + step) % self.players for step in range(self.players)]
        chosen = [words[W_GIFTS] >> 6 * seat & 63 for seat in order]
        state.gifts = tuple(1 << self.core_card(gift - 1) for gift in chosen if gift)
        seats = [words[W_SEATS + 3 * seat :][:3] for seat in range(self.players)]
        state.hands = tuple(zone(hand) for hand, _, _ in seats)
        state.laid = tuple(zone(laid) for _, laid, _ in seats)
        state.melds = ()
        if state.setting.grouped:
            state.melds = tuple(layout_of_code(self.tables, code) for _, _, code in seats)
        state.counts = tuple(hand.bit_count() for hand in state.hands)
        state._legal = None
        return state

    def text(self, row: Ints) -> str:
        """A position as the text of ``core``, for messages and debugging."""
        return state_text(self.state(row))

    def card(self, card: Card) -> int:
        """The kernel number of a card of ``core``; -1 stays -1."""
        return int(self.tables.kernel_of[card]) if card >= 0 else -1

    def core_card(self, card: int) -> Card:
        """The card of ``core`` behind a kernel number; -1 stays -1."""
        return int(self.tables.core_of[card]) if card >= 0 else -1

    def _zone(self, mask: int) -> int:
        return zone_of_mask(self.tables, mask)

    # Actions.

    def legal(self, row: Ints) -> Ints:
        """All legal actions as rows (count, 4), in ``core``'s order."""
        while True:
            count = moves.legal(self.game, row, self._rows, self.scratch)
            if count <= len(self._rows):
                return self._rows[:count].copy()
            room = 2 * count
            self.scratch = new_memory(room)
            self._rows = np.empty((2 * room, 4), np.int64)

    def apply(self, row: Ints, action: Ints) -> Ints:
        """The position after a legal action, as a new row; anything else is undefined."""
        new = row.copy()
        moves.apply(self.game, new, action, self.scratch)
        return new

    def reveal(self, row: Ints, card: int) -> Ints:
        """The position after this card (kernel number) is turned, as a new row."""
        new = row.copy()
        moves.reveal(self.game, new, card)
        return new

    def start(self, dealer: int, hands: Sequence[int]) -> Ints:
        """The position right after the deal; hands as kernel masks."""
        row = np.zeros(self.words, np.int64)
        row[W_SEATS::3] = hands
        moves.start(self.game, row, dealer)
        return row

    def action(self, action: Ints) -> Action:
        """The action of ``core`` behind a row."""
        kind, cards, seat, code = (int(word) for word in action)
        if kind == A_PASS:
            return PASS
        if kind == A_FORCE:
            return FORCE[seat]
        zone = self._zone(cards)
        if kind == A_PAY:
            return pay(zone.bit_length() - 1)
        if kind == A_GIVE:
            return give(zone.bit_length() - 1)
        grouped = setting_for(self.rules, self.players).grouped
        layout = layout_of_code(self.tables, code) if grouped else None
        return Action(Kind.TAKE if kind == A_TAKE else Kind.MELD, zone, layout)

    def action_row(self, action: Action) -> Ints:
        """An action of ``core`` as a row of four int64."""
        cards = mask_of(self.tables, action.cards)
        code = layout_code(self.tables, action.layout) if action.layout else 0
        return np.array([_KINDS[action.kind], cards, action.seat, code], np.int64)
