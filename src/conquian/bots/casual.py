"""The gentle opponents: they play as people do who are still learning, never by blunders at random.

What somebody overlooks is a habit (:class:`Habits`): who sees the laid melds only as they lie does
not find a take for which they must be regrouped; who looks for one meld at a time does not see that
a take may lay two; who does not watch what others do forgets that a card is dead.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from conquian.bots.base import Limit
from conquian.bots.connections import connections
from conquian.core.action import Action, Kind
from conquian.core.cards import Card, CardSet, add, kinds_of, rank_of, remove
from conquian.core.layouts import LayoutTable, total
from conquian.core.melds import Layout
from conquian.core.position import Phase
from conquian.core.view import InfoState


@dataclass(frozen=True, slots=True)
class Habits:
    """What a casual player sees and does.

    Attributes:
        regroups: finds the takes for which laid cards must be regrouped.
        several: finds the takes that lay more than one meld, or extend one and lay another.
        runs: keeps what may become a run, too; else only cards that are paired by rank.
        forces: forces whomever the card fits when asked, even who wins by it.
        window: looks again in the window, after everybody has left the card.
    """

    regroups: bool
    several: bool
    runs: bool
    forces: bool
    window: bool


LEARNER = Habits(regroups=False, several=False, runs=False, forces=False, window=False)
"""Level 1: sees one meld at a time, as it lies, keeps pairs and never forces anybody."""

FRIEND = Habits(regroups=False, several=True, runs=True, forces=True, window=False)
"""Level 2: lays all he can, but remembers nothing and forces without a second look."""


class CasualBot:
    """Takes what he sees, lays most cards, pays what goes least with the rest of his hand."""

    def __init__(self, name: str, habits: Habits) -> None:
        self.name = name
        self.habits = habits

    def decide(self, info: InfoState, limit: Limit, rng: random.Random) -> Action:  # noqa: ARG002
        """What the habits let him see; chance decides only between cards he finds equally bad."""
        best = _equally_good(info, self.habits)
        return best[0] if len(best) == 1 else rng.choice(best)

    def policy(self, info: InfoState) -> dict[Action, float]:
        """The actions he finds equally good, each as likely."""
        best = _equally_good(info, self.habits)
        return dict.fromkeys(best, 1 / len(best))


def _equally_good(info: InfoState, habits: Habits) -> Sequence[Action]:
    """What he would do, and what else he finds just as good."""
    legal = info.legal_actions()
    if len(legal) == 1:
        return legal
    if legal[0].kind is Kind.PAY or legal[0].kind is Kind.GIVE:
        worth = {action: _ties(info, habits, action.card) for action in legal}
        least = min(worth.values())
        return [action for action in legal if worth[action] == least]
    leave = legal[-1] if legal[-1].kind is Kind.PASS else None
    if info.phase is Phase.WINDOW:
        return legal[:1] if habits.window or leave is None else (leave,)
    return (_upcard(info, habits, legal, leave),)


def _ties(info: InfoState, habits: Habits, card: Card) -> int:
    """How much ``card`` goes with the rest of the hand, dead cards or not."""
    hand = info.hand or 0
    if habits.runs:
        return connections(info.setting.rules.pack).conn(card, hand)
    others = remove(hand, 1 << card)
    return int(any(rank_of(other) == rank_of(card) for other in kinds_of(others)))


def _upcard(
    info: InfoState, habits: Habits, legal: Sequence[Action], leave: Action | None
) -> Action:
    """Lay what can be seen, most cards first; otherwise force, if that is a habit, or leave it."""
    seen = [action for action in legal if action.kind is Kind.TAKE and _sees(info, habits, action)]
    for action in seen:
        if action.cards == info.hand:
            return action
    melds = [action for action in legal if action.kind is Kind.MELD and _sees(info, habits, action)]
    if melds:
        return max(melds, key=_size)
    if seen:
        return max(seen, key=_size)
    forces = [action for action in legal if action.kind is Kind.FORCE]
    if forces and habits.forces:
        return forces[0]
    return leave or min(legal, key=_size)


def _size(action: Action) -> int:
    return action.cards.bit_count()


def _sees(info: InfoState, habits: Habits, action: Action) -> bool:
    """Whether he finds this take or meld."""
    new = action.cards
    if action.kind is Kind.TAKE:
        new = add(new, 1 << info.upcard)
    table, lying = info.setting.table, info.layout(info.seat or 0)
    if not habits.several:
        return _one_step(table, lying, new, action.layout)
    return habits.regroups or _as_it_lies(table, lying, new, action.layout)


def _one_step(table: LayoutTable, lying: Layout, new: CardSet, after: Layout | None) -> bool:
    """Whether ``new`` is one new meld, or makes one of the melds longer as it lies."""
    for place in range(-1, len(lying)):
        rest = lying if place < 0 else lying[:place] + lying[place + 1 :]
        meld = new if place < 0 else add(lying[place], new)
        if table.kind(meld) is not None and after in (None, table.sorted((*rest, meld))):
            return True
    return False


def _as_it_lies(table: LayoutTable, lying: Layout, new: CardSet, after: Layout | None) -> bool:
    """Whether every meld can stay together as it lies, only longer."""
    layouts = table.groupings(add(total(lying), new)) if after is None else [after]
    return any(
        all(any(meld & old == old for meld in layout) for old in lying) for layout in layouts
    )
