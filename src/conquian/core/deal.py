"""A deal with all its cards: hands and the order of the stock (formats.md §2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from conquian.core import events
from conquian.core.action import Action
from conquian.core.cards import Card, CardSet, cards_of, remove, zone_of
from conquian.core.errors import BadDeal
from conquian.core.events import Entry
from conquian.core.position import TURN
from conquian.core.ruleset import RuleSet
from conquian.core.setting import setting_for
from conquian.core.state import State


@dataclass(frozen=True)
class Deal:
    """The chance of a deal, settled beforehand.

    Attributes:
        rules: the rule set.
        dealer: seat of the dealer.
        hands: each seat's hand before the exchange, as a zone.
        stock: the stock in the order it is turned.

    Raises:
        BadDeal: the cards are not exactly the pack, a hand has the wrong size, or there is no
            such dealer.
        BadRules: ``players_not_allowed``.
    """

    rules: RuleSet
    dealer: int
    hands: tuple[CardSet, ...]
    stock: tuple[Card, ...]

    def __post_init__(self) -> None:
        deck = setting_for(self.rules, len(self.hands)).deck
        if not self._is_exactly(deck):
            self._say_what_is_wrong(Counter(cards_of(deck)))
        _ = self.start

    @cached_property
    def start(self) -> State:
        """The state right after the deal, before the exchange or the first card."""
        return State.start(self.rules, self.dealer, self.hands)

    @cached_property
    def first(self) -> State:
        """The first state that asks for a decision."""
        return self.settle(self.start)

    def _is_exactly(self, deck: CardSet) -> bool:
        for zone in (*self.hands, *(1 << card for card in self.stock)):
            if zone & deck != zone:
                return False
            deck = remove(deck, zone)
        return not deck

    def _say_what_is_wrong(self, wanted: Counter[Card]) -> None:
        """Raise the reason why hands and stock are not the pack."""
        found = Counter(self.stock)
        for hand in self.hands:
            found.update(cards_of(hand))
        for card in sorted(found - wanted):
            raise BadDeal("card_twice" if wanted[card] else "card_not_in_pack", card=card)
        raise BadDeal("card_missing", card=min(wanted - found))

    def settle(self, state: State) -> State:
        """Turn the next stock card if the state waits for it."""
        while state.phase is TURN:
            state = state.reveal(self.stock[len(self.stock) - state.stock])
        return state

    def apply(self, state: State, action: Action) -> State:
        """Checked ``state.apply(action)``, and the stock card turned if one is due.

        Raises:
            NotLegal: with the reason.
        """
        return self.settle(state.apply(action))

    def states(self, actions: Iterable[Action]) -> list[State]:
        """The states that ask for a decision: before each action, and after the last."""
        states = [self.first]
        for action in actions:
            states.append(self.apply(states[-1], action))
        return states

    def left(self, state: State) -> tuple[Card, ...]:
        """What is left of the stock in turning order."""
        return self.stock[len(self.stock) - state.stock :]

    def opening_entries(self, names: tuple[str, ...] = ()) -> list[Entry]:
        """The log up to the first decision."""
        return [events.dealt(self.start, names), *self._turned(self.start)]

    def entries(self, before: State, action: Action) -> tuple[list[Entry], State]:
        """The log entries of a checked action, and the next state that asks for a decision.

        Raises:
            NotLegal: with the reason.
        """
        after = before.apply(action)
        entries = events.happened(before, action, after, self.left(after))
        return entries + self._turned(after), self.settle(after)

    def log(self, actions: Iterable[Action], names: tuple[str, ...] = ()) -> list[Entry]:
        """The whole log of these actions."""
        entries, state = self.opening_entries(names), self.first
        for action in actions:
            more, state = self.entries(state, action)
            entries += more
        return entries

    def _turned(self, state: State) -> list[Entry]:
        if state.phase is not TURN:
            return []
        return [events.turned(state, self.stock[len(self.stock) - state.stock])]


def deal_in_order(
    rules: RuleSet, players: int, dealer: int, cards: Sequence[Card], packet: int = 1
) -> Deal:
    """Deal shuffled ``cards`` as at a table: packets of 1 or 2 from the pone on, the rest is stock.

    When a last packet would be too large, it is smaller.

    Raises:
        BadDeal: ``cards`` is not the pack; ``bad_dealer`` or ``packet_size``.
        BadRules: ``players_not_allowed``.
    """
    if packet not in (1, 2):
        raise BadDeal("packet_size", number=packet)
    size = rules.hand_size(players)
    if not 0 <= dealer < players:
        raise BadDeal("bad_dealer", number=dealer, most=players - 1)
    hands: list[list[Card]] = [[] for _ in range(players)]
    place = 0
    while len(hands[dealer]) < size:
        for step in range(players):
            hand = hands[(dealer + 1 + step) % players]
            count = min(packet, size - len(hand))
            hand += cards[place : place + count]
            place += count
    return Deal(rules, dealer, tuple(zone_of(hand) for hand in hands), tuple(cards[place:]))
