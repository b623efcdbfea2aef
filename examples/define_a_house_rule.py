"""Define a house rule, and see what it changes.

Run: python examples/define_a_house_rule.py
"""

from __future__ import annotations

from conquian.core.action import Action
from conquian.core.errors import BadRules, NotLegal
from conquian.core.ruleset import RuleSet
from conquian.dealing.seeded import seeded_deal

ours = RuleSet.parse("mexicano(yucas=1, exchange=false, hand=[[2, 8]])")
print(f"{ours}: {ours.deck_size(2)} cards, {ours.hand_size(2)} dealt to each of two")

deal = seeded_deal(ours, players=2, dealer=0, seed=18)
state = deal.first
print(f"seat {state.actor} may:", ", ".join(map(str, state.legal_actions())))

try:
    state.verify(Action.parse("pay Y"))
except NotLegal as refusal:
    print(f"pay Y? {refusal.sentence()}")

try:
    RuleSet.parse("mexicano(hand=[[2, 20]])")
except BadRules as impossible:
    print(impossible.sentence())
