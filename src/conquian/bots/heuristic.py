"""``heuristic``: plans for going out, counted over the cards that can still come.

It weighs every way to reach H + 1 cards in melds (``plans``) by the chance that the missing cards
come; dead cards and cards in layouts cannot. From this follows what a hand card is worth, and
whether a take brings it nearer to going out or uses up cards it needs. Against that stands what a
paid card may be worth to those who are asked about it. It forces those whom it hurts: who has
declined the card, or holds so few that he must break what he keeps.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from conquian.bots.base import NO_LIMIT, Limit
from conquian.bots.connections import connections
from conquian.bots.plans import Plan, plans
from conquian.core.action import Action, Kind
from conquian.core.cards import HALF, Card, CardSet, add, kinds_of, remove
from conquian.core.position import Phase
from conquian.core.ruleset import StockOut
from conquian.core.turns.forcing import fits
from conquian.core.view import InfoState


@dataclass(frozen=True, slots=True)
class Weights:
    """What the bot believes; the values are those that did best against ``greedy``.

    Attributes:
        stock: chance that an upcard still to be turned comes while it is of use.
        horizon: how many more upcards the bot reckons with at most.
        paid: chance that another player pays a given card he holds.
        most_missing: plans with more missing cards are not looked at.
        enough: with that many plans it looks for no plans with more missing cards.
        link: worth of a point of ``conn``, for hands that no plan tells apart yet.
        danger: cost of paying a card that the next player can certainly use.
        wins: how many times worse it is if he goes out with it.
        regroup: chance that a card which only touches somebody's layout is of use to him.
        eager: how much of what passing is worth a take must be worth.
        force_at: who has not declined the card is forced if he holds at most this many.
    """

    stock: float = 0.55
    horizon: float = 14.0
    paid: float = 0.15
    most_missing: int = 5
    enough: int = 50
    link: float = 0.015
    danger: float = 0.05
    wins: float = 20.0
    regroup: float = 0.1
    eager: float = 0.6
    force_at: int = 3


class HeuristicBot:
    """Keeps what leads out, counts what can still come, forces when it hurts."""

    def __init__(self, weights: Weights | None = None, *, name: str = "heuristic") -> None:
        self.name = name
        self._weights = weights or Weights()

    def decide(self, info: InfoState, limit: Limit, rng: random.Random) -> Action:  # noqa: ARG002
        """The best action by its own reckoning; neither limit nor chance play a part."""
        legal = info.legal_actions()
        if len(legal) == 1:
            return legal[0]
        return _Thought(info, self._weights).choice(legal)

    def policy(self, info: InfoState) -> dict[Action, float]:
        """All on the one action it plays."""
        return {self.decide(info, NO_LIMIT, random.Random(0)): 1.0}


class _Thought:
    """What the bot makes of one decision."""

    def __init__(self, info: InfoState, weights: Weights) -> None:
        self.info = info
        self.weights = weights
        self.setting = info.setting
        self.table = info.setting.table
        self.seat = info.actor if info.seat is None else info.seat
        self.hand = info.hand or 0
        self.laid = info.laid[self.seat]
        self.links = connections(info.setting.rules.pack)
        self.hidden = info.hidden()
        self.chances = self._chances()
        self._depth = 0

    def _chances(self) -> list[float]:
        """For each card, how likely it is to come as an upcard."""
        chances = [0.0] * 64
        pool = self.hidden.bit_count()
        if not pool:
            return chances
        weights, stock = self.weights, self.info.stock
        turned = min(float(stock), weights.horizon) / pool
        one = turned * weights.stock + (1 - stock / pool) * weights.paid
        two = 1 - (1 - one) ** 2
        twins = self.hidden >> 64
        for card in kinds_of(self.hidden):
            chances[card] = two if twins >> card & 1 else one
        # The card given away in the exchange is not in the stock.
        for card in kinds_of(self.info.known_in_hand(self.setting.next[self.seat])):
            if not twins >> card & 1:
                chances[card] = weights.paid
        return chances

    def choice(self, legal: Sequence[Action]) -> Action:
        """The action to play."""
        phase = self.info.phase
        if phase is Phase.PAY or phase is Phase.EXCHANGE:
            found = self._plans(self.laid)
            return max(legal, key=lambda one: self._without(found, self.hand, one.card))
        if phase is Phase.WINDOW:
            return self._force(legal) or legal[-1]
        return self._upcard(legal)

    # Paying and giving.

    def _plans(self, laid: CardSet) -> list[Plan]:
        goal = self.setting.hand_size + 1
        return plans(self.table, laid, self.hand, goal, self.chances, self._most_missing())

    def _most_missing(self) -> int:
        """How far to look: until there are enough plans, so that the work stays small."""
        if not self._depth:
            weights, goal = self.weights, self.setting.hand_size + 1
            depth, found = 1, 0
            while depth < weights.most_missing and found < weights.enough:
                depth += 1
                args = (self.table, self.laid, self.hand, goal, self.chances, depth)
                found = len(plans(*args))
            self._depth = depth
        return self._depth

    def _without(self, found: list[Plan], hand: CardSet, card: Card) -> float:
        """Worth of the position once ``card`` of ``hand`` is paid or given."""
        tied = self.weights.link * self.links.conn(card, hand)
        return _worth(found, card) - tied - self._danger(card)

    def _danger(self, card: Card) -> float:
        """What paying ``card`` may be worth to those who are asked about it."""
        first, size, _ = self.setting.paid[self.seat]
        cost, reaches = 0.0, 1.0
        for step in range(size):
            target = (first + step) % self.setting.players
            usable = self._usable(card, target)
            cost += reaches * usable * (1.0 if self.info.counts[target] else self.weights.wins)
            reaches *= 1.0 - usable
        return self.weights.danger * cost

    def _usable(self, card: Card, target: int) -> float:
        """How likely it is that ``target`` can make a meld of ``card``."""
        share = self.info.counts[target] / max(1, self.hidden.bit_count())
        laid = self.info.laid[target]
        known = self.info.known_in_hand(target)
        there = (self.hidden | laid) & HALF
        likely = 0.0
        for seed in self.table.seeds[card]:
            others = seed & ~(1 << card)
            if others & there == others:
                likely += share ** (others & ~laid & ~known).bit_count()
        if likely >= 1.0 and not fits(self.info, target, card):
            return self.weights.regroup
        return min(1.0, likely)

    # The upcard.

    def _upcard(self, legal: Sequence[Action]) -> Action:
        takes = [action for action in legal if action.kind is Kind.TAKE]
        for action in takes:
            if action.cards == self.hand:
                return action
        meld = self._meld(legal)
        if meld is not None:
            return meld
        force = self._force(legal)
        may_leave = legal[-1] if legal[-1].kind is not Kind.TAKE else None
        if takes:
            take, worth = self._best_take(takes)
            if may_leave is None:
                return take
            stay = _total(self._plans(self.laid))
            if worth >= stay * self.weights.eager:
                return take
        return force or may_leave or legal[0]

    def _meld(self, legal: Sequence[Action]) -> Action | None:
        """A meld from the hand that leaves none, or makes it smaller when that wins at the end.

        Any other is kept: it can be laid with a take, and until then nobody knows of it.
        """
        melds = [action for action in legal if action.kind is Kind.MELD]
        if not melds:
            return None
        most = max(melds, key=lambda action: action.cards.bit_count())
        fewest = self.setting.rules.stock_out is StockOut.FEWEST
        return most if most.cards == self.hand or (fewest and not self.info.stock) else None

    def _best_take(self, takes: list[Action]) -> tuple[Action, float]:
        """The best take, and what the plans it leaves are worth."""
        found = self._plans(add(self.laid, 1 << self.info.upcard))
        best, most = takes[0], (float("-inf"), 0.0, 0.0)
        for action in takes:
            left = remove(self.hand, action.cards)
            still = [plan for plan in found if plan.leftover & left == plan.leftover]
            value = max(
                (self._without(still, left, card), -self._exposed(action), _worth(still, card))
                for card in kinds_of(left)
            )
            if value > most:
                best, most = action, value
        return best, most[2]

    def _exposed(self, action: Action) -> float:
        """Where the grouping matters: how likely a card comes that one can be forced with."""
        lying = action.layout or ()
        return sum(
            chance
            for card, chance in enumerate(self.chances)
            if chance and any(self.table.extends(meld, card) for meld in lying)
        )

    def _force(self, legal: Sequence[Action]) -> Action | None:
        """Force the one with the fewest cards whom it hurts."""
        info = self.info
        hurt = [
            action
            for action in legal
            if action.kind is Kind.FORCE
            and info.counts[action.seat] > 0
            and (action.seat in info.asked or info.counts[action.seat] <= self.weights.force_at)
        ]
        return min(hurt, key=lambda action: info.counts[action.seat], default=None)


def _worth(found: list[Plan], card: Card) -> float:
    """What the plans that do without ``card`` are worth together."""
    return _total([plan for plan in found if plan.leftover >> card & 1])


def _total(found: list[Plan]) -> float:
    """What these plans are worth together; those that wait for the same cards count once."""
    return sum({plan.missing: plan.weight for plan in found}.values())
