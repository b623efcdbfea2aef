"""Positions for the rule tests, in the words of the rules.

``play("clasico(hand=[[2, 4]])", ["5o 6o 1c 2c", "…"], "7o 3b", "take 5o 6o", "pay 1c")`` is the
deal with these hands (seats 0, 1, …), these first stock cards (the others follow in card order) and
these actions. Where no dealer is named it is the last seat, so that seat 0 is the pone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from conquian.core.action import Action, Kind, layout_text
from conquian.core.cards import card_text, cards_of, parse_card, parse_zone, zone_text
from conquian.core.deal import Deal, deal_in_order
from conquian.core.presets import PRESETS
from conquian.core.ruleset import RuleSet
from conquian.core.setting import setting_for
from conquian.core.state import State


@dataclass(frozen=True)
class Table:
    """A deal at a moment, with everything as text."""

    deal: Deal
    state: State

    @property
    def legal(self) -> list[str]:
        return [str(action) for action in self.state.legal_actions()]

    @property
    def takes(self) -> list[str]:
        return [text for text in self.legal if text.startswith("take")]

    @property
    def melds(self) -> list[str]:
        return [text for text in self.legal if text.startswith("meld")]

    @property
    def forces(self) -> list[str]:
        return [text for text in self.legal if text.startswith("force")]

    @property
    def phase(self) -> str:
        return str(self.state.phase)

    @property
    def actor(self) -> int:
        return self.state.actor

    @property
    def now(self) -> tuple[str, int]:
        """Phase and actor."""
        return self.phase, self.actor

    @property
    def upcard(self) -> str:
        return card_text(self.state.upcard) if self.state.upcard >= 0 else ""

    @property
    def offered_by(self) -> tuple[str, int]:
        """``turned`` or ``paid``, and by whom."""
        return "turned" if self.state.turned else "paid", self.state.source

    @property
    def result(self) -> tuple[int | None, str]:
        assert self.state.outcome is not None, "the deal is not over"
        return self.state.outcome.winner, str(self.state.outcome.reason)

    def hand(self, seat: int) -> str:
        return zone_text(self.state.hands[seat])

    def laid(self, seat: int) -> str:
        return zone_text(self.state.laid[seat])

    def layout(self, seat: int) -> str:
        return layout_text(self.state.layout(seat))

    def sizes(self, seat: int) -> tuple[int, int]:
        """Cards laid, cards in hand."""
        return self.state.laid[seat].bit_count(), self.state.hands[seat].bit_count()

    def then(self, *actions: str) -> Table:
        """The table after these actions, each of which must be in the legal list."""
        state = self.state
        for text in actions:
            assert text in [str(action) for action in state.legal_actions()], (
                f"{text!r} is not legal in {state!r}"
            )
            state = self.deal.apply(state, Action.parse(text))
        return Table(self.deal, state)

    def why_not(self, action: str, seat: int | None = None) -> str:
        """The code of the refusal of ``action``; empty if it is allowed."""
        refusal = self.state.refusal(Action.parse(action), seat)
        return refusal.code if refusal else ""

    def asked_in_turn(self) -> tuple[list[int], int]:
        """Who is asked about this upcard if all pass, in order, and who turns the next card."""
        seats, state = [], self.state
        while state.phase == "offer":
            seats.append(state.actor)
            state = state.apply(Action.parse("pass"))
        assert state.phase == "turn", f"not simply declined: {state!r}"
        return seats, state.turner


def play(
    rules: str, hands: Sequence[str], stock: str = "", *actions: str, dealer: int | None = None
) -> Table:
    """The table after ``actions``; see the module text."""
    ruleset = RuleSet.parse(rules)
    zones = tuple(parse_zone(hand) for hand in hands)
    cards = [parse_card(text) for text in stock.split()]
    rest = Counter(cards_of(setting_for(ruleset, len(hands)).deck))
    rest.subtract(card for zone in zones for card in cards_of(zone))
    rest.subtract(cards)
    assert min(rest.values()) >= 0, "a card is named too often"
    order = (*cards, *sorted(rest.elements()))
    deal = Deal(ruleset, len(hands) - 1 if dealer is None else dealer, zones, order)
    return Table(deal, deal.first).then(*actions)


@dataclass(frozen=True)
class Step:
    """One action of a deal played at random: the states before and after it, chance included."""

    before: State
    action: Action
    after: State


def random_deal(rules: str, players: int, seed: int) -> list[Step]:
    """A whole deal played at random, with a liking for takes, melds and forces."""
    rng = Random(seed)
    ruleset = RuleSet.parse(rules)
    cards = cards_of(setting_for(ruleset, players).deck)
    rng.shuffle(cards)
    deal = deal_in_order(ruleset, players, rng.randrange(players), cards)
    steps, state = [], deal.first
    while not state.is_over:
        legal = state.legal_actions()
        action = rng.choice(legal)
        if action.kind is Kind.PASS and rng.random() < 0.7:
            action = rng.choice(legal)
        after = deal.apply(state, action)
        steps.append(Step(state, action, after))
        state = after
    return steps


EVERY_TABLE = [(name, count) for name, rules in PRESETS.items() for count in rules.player_counts]
"""Every preset with every number of players it allows."""


def random_deals(times: int) -> Iterator[Step]:
    """The steps of ``times`` random deals at every table of every preset."""
    for name, players in EVERY_TABLE:
        for seed in range(times):
            yield from random_deal(name, players, seed)
