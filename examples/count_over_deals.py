"""Count something over 1,000 deals: how often going out beats the end of the stock.

Run: python examples/count_over_deals.py
"""

from __future__ import annotations

import random
from collections import Counter

from conquian.bots.playing import play_deal
from conquian.bots.registry import make
from conquian.core.ruleset import RuleSet
from conquian.dealing.seeded import seeded_deal

DEALS = 1000
rules = RuleSet.parse("mexicano")
bots = [make("greedy"), make("greedy")]
endings: Counter[str] = Counter()
actions = 0

for number in range(DEALS):
    deal = seeded_deal(rules, players=2, dealer=number % 2, seed="example", number=number)
    played = play_deal(deal, bots, [random.Random(number), random.Random(-number)])
    winner = played.outcome.winner if played.outcome else None
    who = "nobody" if winner is None else "dealer" if winner == deal.dealer else "pone"
    endings[who] += 1
    actions += len(played.actions)

for who in ("pone", "dealer", "nobody"):
    print(f"{who:7}{endings[who] / DEALS:7.1%}")
print(f"{actions / DEALS:.1f} actions a deal")
