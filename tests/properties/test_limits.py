"""The proved bound on the length of a deal against the longest deals of small packs."""

from __future__ import annotations

from random import Random

import pytest

from conquian.core import PRESETS, RuleSet, State, deal_in_order, most_decisions

SMALL = [
    ("house(pack=mini3x3, hand=[[2, 3]])", 2, 400),
    ("house(pack=mini3x3, hand=[[2, 3]], force_window=false)", 2, 400),
    ("house(pack=mini3x3, hand=[[2, 3]], force=never, exchange=true)", 2, 100),
    ("house(pack=mini3x3, hand=[[3, 2]], offer=round)", 3, 300),
    ("house(pack=mini3x4, hand=[[3, 3]], claim=either, exchange=true)", 3, 2),
    ("house(pack=mini3x4, hand=[[2, 4]], hand_melds=when_asked)", 2, 5),
    ("house(pack=mini3x4, hand=[[2, 4]], force_fit=meld, forced_play=place)", 2, 5),
    ("house(pack=mini3x3, hand=[[2, 3]], yucas=1)", 2, 40),
]


def longest(state: State, known: dict[State, int]) -> int:
    """The most decisions that can follow, over all chance and all play."""
    if state not in known:
        if state.is_chance:
            known[state] = max(longest(state.reveal(card), known) for card, _ in state.outcomes())
        else:
            actions = state.legal_actions()
            after = (1 + longest(state.apply_unchecked(action), known) for action in actions)
            known[state] = max(after, default=0)
    return known[state]


@pytest.mark.parametrize(("text", "players", "deals"), SMALL)
def test_no_deal_is_longer(text: str, players: int, deals: int) -> None:
    rules, rng = RuleSet.parse(text), Random(text)
    deck = list(rules.pack_value.deck(rules.decks_for(players), rules.yucas))
    bound, most = most_decisions(rules, players), 0
    for _ in range(deals):
        rng.shuffle(deck)
        state = deal_in_order(rules, players, rng.randrange(players), deck).start
        most = max(most, longest(state, {}))
    assert bound / 2.5 < most <= bound, (most, bound)


def test_presets_by_hand() -> None:
    # clasico: 20 stock cards cost 2 passes and a window decision each; 2 * 8 takes bring a paid
    # card each, which costs 1 + 1, and two more for the take and its payment; one take wins.
    assert most_decisions(PRESETS["clasico"], 2) == 20 * 3 + 16 * (1 + 1 + 2) + 1
    # gamevelvet, 3: 3 gifts; 16 cards at 3 + 2; 3 * 6 takes at 2 + 2 + 2; one win.
    assert most_decisions(PRESETS["gamevelvet"], 3) == 3 + 16 * 5 + 18 * 6 + 1
