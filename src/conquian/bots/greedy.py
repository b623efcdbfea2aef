"""``greedy``: the frozen baseline of formats.md §5, so that strength means the same next year.

Never change what it plays. Where the text leaves room it is read like this: a take that goes out
comes before everything; then melds from the hand, those with most cards first; then the other
takes; then forcing; then the pass. All ties go to the first in the order of the legal actions.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from conquian.bots.base import Limit
from conquian.bots.connections import connections
from conquian.core.action import Action, Kind
from conquian.core.cards import remove
from conquian.core.view import InfoState


class GreedyBot:
    """Takes what it can, lays most cards, pays what goes least with the rest, always forces."""

    name = "greedy"

    def decide(self, info: InfoState, limit: Limit, rng: random.Random) -> Action:  # noqa: ARG002
        """The action formats.md §5 prescribes; neither limit nor chance play a part."""
        return choose(info)

    def policy(self, info: InfoState) -> dict[Action, float]:
        """All on the one action it plays."""
        return {choose(info): 1.0}


def choose(info: InfoState) -> Action:
    """What ``greedy`` plays here; the seat must be acting."""
    return prefer(info, info.legal_actions())


def prefer(info: InfoState, legal: Sequence[Action]) -> Action:
    """What ``greedy`` would play if only these of the legal actions, in their order, were legal.

    So ties of stronger players are broken.
    """
    if len(legal) == 1:
        return legal[0]
    table = connections(info.setting.rules.pack)
    hand = info.hand or 0
    if legal[0].kind is Kind.PAY or legal[0].kind is Kind.GIVE:
        return min(legal, key=lambda action: table.conn(action.card, hand))
    takes = [action for action in legal if action.kind is Kind.TAKE]
    for action in takes:
        if action.cards == hand:
            return action
    melds = [action for action in legal if action.kind is Kind.MELD]
    if melds:
        return max(melds, key=lambda action: action.cards.bit_count())
    if takes:
        most = max(action.cards.bit_count() for action in takes)
        largest = [action for action in takes if action.cards.bit_count() == most]
        return min(largest, key=lambda action: table.least(remove(hand, action.cards)))
    return legal[0]
