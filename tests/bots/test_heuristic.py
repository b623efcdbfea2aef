"""What ``heuristic`` promises, on decisions it meets in play."""

from __future__ import annotations

import random
from collections.abc import Iterator

from conquian.bots.base import NO_LIMIT
from conquian.bots.heuristic import HeuristicBot
from conquian.bots.plans import plans
from conquian.core.action import Action, Kind
from conquian.core.cards import CardSet, add, kinds_of, parse_card, parse_zone, remove
from conquian.core.layouts import layout_table
from conquian.core.position import Phase
from conquian.core.view import InfoState

from .positions import TABLES, decisions


def choices(phase: Phase, deals: int = 6) -> Iterator[tuple[InfoState, Action]]:
    """Decisions of that phase with more than one legal action, and what the bot plays."""
    bot, rng = HeuristicBot(), random.Random(0)
    for number, (rules, players) in enumerate(TABLES * deals):
        for decision in decisions(rules, players, number + 1000):
            if decision.info.phase is phase and len(decision.info.legal_actions()) > 1:
                yield decision.info, bot.decide(decision.info, NO_LIMIT, rng)


def winners(info: InfoState, hand: CardSet) -> int:
    """How many kinds of card that may still come would let this hand go out."""
    assert info.seat is not None
    whole = add(info.laid[info.seat], hand)
    table = info.setting.table
    kinds = [card for card in kinds_of(info.hidden()) if not whole >> 64 + card & 1]
    return sum(table.splits(add(whole, 1 << card)) for card in kinds)


def test_it_does_not_pay_the_card_it_needs_when_it_has_another() -> None:
    compared = 0
    for info, played in choices(Phase.PAY):
        assert info.hand is not None
        left = {card: winners(info, remove(info.hand, 1 << card)) for card in kinds_of(info.hand)}
        next_may_win = 0 in info.counts
        if max(left.values()) > min(left.values()) and not next_may_win:
            assert left[played.card] > 0, (info, played)
            compared += 1
    assert compared > 30


def test_it_always_goes_out_when_it_can() -> None:
    won = 0
    for phase in (Phase.OFFER, Phase.FORCED):
        for info, played in choices(phase, deals=9):
            takes = [one for one in info.legal_actions() if one.kind is Kind.TAKE]
            if any(one.cards == info.hand for one in takes):
                assert played.kind is Kind.TAKE
                assert played.cards == info.hand
                won += 1
    assert won > 30


def test_in_the_window_it_forces_who_declined_and_never_lets_anybody_win() -> None:
    forced = 0
    for info, played in choices(Phase.WINDOW, deals=15):
        targets = [one.seat for one in info.legal_actions() if one.kind is Kind.FORCE]
        hurt = [seat for seat in targets if info.counts[seat]]
        assert (played.kind is Kind.FORCE) == bool(hurt)
        if hurt:
            assert info.counts[played.seat] == min(info.counts[seat] for seat in hurt)
            forced += 1
    assert forced > 10


def test_plans_are_the_final_layouts_that_can_still_come() -> None:
    """Laid 1o 2o 3o, a pair of sevens, a goal of six: the third seven of either suit left."""
    table = layout_table("spanish40", yuca=False, run_cap=None)
    chances = [0.0] * 64
    for text in ("7e", "7b", "4o", "12b"):
        chances[parse_card(text)] = 0.5
    laid, hand = parse_zone("1o 2o 3o"), parse_zone("7o 7c")
    found = plans(table, laid, hand, 6, chances, 3)
    assert sorted((plan.missing, plan.leftover, plan.weight) for plan in found) == [
        (parse_zone("7e"), 0, 0.5),
        (parse_zone("7b"), 0, 0.5),
    ]
    five = plans(table, laid, hand, 4, chances, 3)
    assert [(plan.missing, plan.leftover) for plan in five] == [(parse_zone("4o"), hand)]


def test_plans_find_every_completion_the_engine_finds() -> None:
    """Goals one card away: a plan for each card with which everything splits, and no other."""
    rng = random.Random(1)
    table = layout_table("spanish40", yuca=True, run_cap=None)
    cards = [card for card in table.with_card if table.with_card[card]]
    seen = 0
    for _ in range(150):
        melds = rng.sample(table.melds, 3)
        whole = 0
        for meld in melds:
            if not whole & meld:
                whole |= meld
        lost = rng.choice(list(kinds_of(whole)))
        hand = whole & ~(1 << lost)
        chances = [0.0] * 64
        for card in cards:
            chances[card] = 0.0 if whole >> card & 1 and card != lost else 1.0
        chances[61] = 0.0
        found = plans(table, 0, hand, whole.bit_count(), chances, 1, steps=10**6)
        able = {c for c in cards if chances[c] and table.splits(hand | 1 << c)}
        assert {plan.missing for plan in found} == {1 << c for c in able if c != 61}
        assert all(plan.leftover == 0 for plan in found)
        seen += bool(able)
    assert seen > 50
