"""The live authority for one deal: who is told what, and that the log is the truth."""

from __future__ import annotations

import random

import pytest

from conquian.core.action import Action, pay
from conquian.core.deal import Deal
from conquian.core.errors import NotLegal
from conquian.core.events import Over
from conquian.core.layouts import total
from conquian.core.position import Phase
from conquian.core.presets import PRESETS
from conquian.core.ruleset import RuleSet
from conquian.dealing.seeded import seeded_deal
from conquian.play.live import LiveDeal

TABLES = [(name, players) for name, rules in PRESETS.items() for players in rules.player_counts]


def dealt(rules: str, players: int, seed: int) -> Deal:
    return seeded_deal(RuleSet.parse(rules), players, seed % players, seed)


def played(table: LiveDeal, seed: int) -> LiveDeal:
    """Everybody plays at random, asked in any order inside the exchange."""
    rng = random.Random(seed)
    while not table.is_over:
        seat = rng.choice(table.waiting)
        table.submit(seat, rng.choice(table.info(seat).legal_actions()))
    return table


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_the_log_and_what_every_seat_knows_are_those_of_the_deal(rules: str, players: int) -> None:
    for seed in range(3):
        deal = dealt(rules, players, seed)
        table = played(LiveDeal(deal, ("",) * players), seed)
        assert table.log == deal.log(table.actions, ("",) * players)
        assert table.version == len(table.log)
        assert table.outcome == deal.states(table.actions)[-1].outcome
        for seat in (None, *range(players)):
            events = tuple(entry.seen_by(seat) for entry in table.log)
            assert table.info(seat).history == events


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_a_table_with_the_same_actions_is_the_same_table(rules: str, players: int) -> None:
    deal = dealt(rules, players, 11)
    actions = played(LiveDeal(deal), 11).actions
    for stop in {*range(0, len(actions), 7), len(actions) - 1, len(actions)}:
        table = LiveDeal(deal, (), actions[:stop])
        assert table.actions == actions[:stop]
        assert table.is_over is (stop == len(actions))
    with pytest.raises(NotLegal, match="over"):
        LiveDeal(deal, (), (*actions, actions[-1]))


def test_gifts_come_in_any_order_and_nobody_learns_of_them_before_all_are_there() -> None:
    deal = dealt("mexicano", 3, 1)
    in_order, out_of_order = LiveDeal(deal), LiveDeal(deal)
    order = in_order.waiting
    gifts = {seat: in_order.info(seat).legal_actions()[seat] for seat in order}
    before = {seat: out_of_order.info(seat) for seat in order}
    for seat in reversed(order):
        assert out_of_order.info(order[0]) is before[order[0]]
        assert out_of_order.version == 1
        assert out_of_order.actions == ()
        out_of_order.submit(seat, gifts[seat], version=1)
    for seat in order:
        in_order.submit(seat, gifts[seat])
    assert out_of_order.log == in_order.log
    assert out_of_order.actions == tuple(gifts[seat] for seat in order)


def test_a_gift_cannot_be_changed_and_says_so_to_its_giver_alone() -> None:
    table = LiveDeal(dealt("mexicano", 3, 1))
    first, second, _ = table.waiting
    gift, other, *_ = table.info(first).legal_actions()
    assert table.submit(first, gift) == []
    with pytest.raises(NotLegal) as refused:
        table.submit(first, other)
    assert refused.value.code == "gift_given"
    assert table.refusal(second, table.info(second).legal_actions()[0]) is None
    assert table.waiting[0] == second
    assert table.actions == (gift,)


def test_who_has_not_seen_everything_is_refused() -> None:
    table = LiveDeal(dealt("clasico", 2, 1))
    (seat,) = table.waiting
    seen = table.version
    table.submit(seat, Action.parse("pass"), seen)
    with pytest.raises(NotLegal) as refused:
        table.submit(table.waiting[0], Action.parse("pass"), seen)
    assert refused.value.code == "table_moved"


def test_out_of_turn_and_illegal_actions_change_nothing() -> None:
    table = LiveDeal(dealt("clasico", 2, 1))
    (seat,) = table.waiting
    log = list(table.log)
    for who, action in ((1 - seat, Action.parse("pass")), (seat, pay(0))):
        with pytest.raises(NotLegal):
            table.submit(who, action)
    assert (table.log, table.actions, table.waiting) == (log, (), (seat,))


def test_giving_up_opens_the_deal_and_ends_it() -> None:
    table = LiveDeal(dealt("mexicano", 2, 1))
    table.give_up(1)
    assert table.is_over
    assert table.waiting == ()
    assert table.outcome is None
    over = table.info(0).history[-1]
    assert isinstance(over, Over)
    assert over.ended == table.ended
    assert over.hands == table.deal.hands
    assert over.stock == table.deal.stock
    assert table.info(0).phase is Phase.OVER
    with pytest.raises(NotLegal):
        table.give_up(0)
    with pytest.raises(NotLegal):
        table.submit(0, Action.parse("pass"))


def playing(table: LiveDeal) -> bool:
    return not table.is_over


def test_the_owner_chooses_how_he_sees_his_melds_until_they_change() -> None:
    """A layout with two groupings is waited for, then chosen, then changed by playing on."""
    changed = 0
    for seed in range(400):
        table = LiveDeal(dealt("navajo", 2, seed))
        while playing(table) and changed < 3:
            (seat,) = table.waiting
            legal = table.info(seat).legal_actions()
            table.submit(seat, max(legal, key=lambda action: action.cards.bit_count()))
            ways = table.groupings(seat)
            if not playing(table) or len(ways) < 2:
                continue
            other = next(way for way in ways if way != table.info(seat).layout(seat))
            log, actions = list(table.log), table.actions
            table.prefer(seat, other)
            assert table.layout(seat, seat) == other
            assert table.layout(seat, 1 - seat) == table.info(None).layout(seat)
            assert (table.log, table.actions) == (log, actions)
            with pytest.raises(ValueError, match="not a grouping"):
                table.prefer(seat, ())
            while playing(table) and table.info(seat).laid[seat] == total(other):
                assert table.layout(seat, seat) == other
                table.submit(table.waiting[0], table.info(table.waiting[0]).legal_actions()[0])
            if playing(table):
                assert table.layout(seat, seat) == table.info(seat).layout(seat)
                changed += 1
        if changed >= 3:
            return
    raise AssertionError("no layout with two groupings came up")
