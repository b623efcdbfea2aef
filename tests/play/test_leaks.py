"""Nothing that leaves a table depends on cards its receiver may not know (design.md §4).

A deal is played at a table up to some moment. Then everything hidden from one seat is changed in a
way it cannot tell, and the same is played again at another table: every event, view, fact of the
table, refusal and preview that reaches the seat must be the same, letter by letter.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from conquian.core.action import Action, Kind
from conquian.core.cards import card_text, cards_of
from conquian.core.deal import Deal, deal_in_order
from conquian.core.errors import ConquianError
from conquian.core.presets import PRESETS
from conquian.core.ruleset import RuleSet
from tests.leaks.test_non_interference import candidates
from tests.leaks.worlds import World, is_open, other_world
from tests.play.tables import PRESET_TABLES, Kept
from tests.properties.walk import HESITANCE, MEAN, random_action


def table_of(world: World, order: list[int]) -> Kept:
    """A table at which this deal was played like this; gifts in the order of ``order``."""

    def dealer(*_: object) -> Deal:
        return world.deal

    players = world.state.players
    kept = Kept(str(world.deal.rules), players, dealer=dealer)
    kept.people()
    table = kept.table
    # The dealer of the world deals.
    kept.do(table.find_dealer)
    kept.rows[-1]["dealer"] = world.deal.dealer
    kept.table = table = kept.again()
    kept.table.presence(0, kept.at, here=True)
    for seat in range(players):
        kept.table.presence(seat, kept.at, here=True)
    kept.do(table.start, table.host)
    kept.do(table.say, 0, phrase="good_luck")
    gifts = [action for action in world.actions if action.kind is Kind.GIVE]
    givers = [(world.deal.dealer + 1 + step) % players for step in range(len(gifts))]
    by_seat = dict(zip(givers, gifts, strict=True))
    for seat in sorted(by_seat, key=order.index):
        kept.do(table.submit, seat, by_seat[seat], action_id=f"g{seat}")
    for action in world.actions[len(gifts) :]:
        kept.at += 1
        (seat,) = kept.live.waiting
        kept.do(table.submit, seat, action, action_id=f"a{len(kept.rows)}")
    return kept


def leaves(kept: Kept, seat: int | None, tried: list[Action], cards: list[str]) -> str:
    """Every letter that reaches a seat, or a spectator."""
    table = kept.table
    out: list[Any] = []
    for lang in ("en", "es"):
        words = table.words(lang)
        out += [table.facts(seat, words, kept.at + 3), table.view(seat, words)]
        out += [table.told(0, seat, words), table.told(None, seat, words)]
    move, at = table.move, kept.at
    rest = [lambda: str(table.record(1)), lambda: table.next_tick]
    rest += [lambda: table.rematch(0, at).version, lambda: table.ready(0, at).version]
    if seat is not None:
        words = table.words("en")
        for stale in (move - 1, move):
            for action in tried:
                out.append(refusal(lambda a=action, v=stale: would(kept, seat, a, v)))
        for some in ([], cards[:1], cards[:2], cards):
            out.append(refusal(lambda c=some: table.preview(seat, c, None, words)))
        out.append(refusal(lambda: table.preview(seat, [], [cards], words)))
        out.append(refusal(lambda: table.prefer(seat, [cards])))
        out.append(table.seats[seat].done)
    out += [refusal(one) for one in rest]
    return json.dumps(out, default=str)


def would(kept: Kept, seat: int, action: Action, version: int) -> object:
    """What ``submit`` would say, on a table that is thrown away if it takes it."""
    table = kept.table
    if (
        table.live is not None
        and version == table.move
        and table.live.refusal(seat, action) is None
    ):
        return "done"
    return table.submit(seat, action, kept.at, version=version)


def refusal(command: Any) -> object:
    try:
        return command()
    except ConquianError as fault:
        return [fault.code, str(fault.params), fault.sentence("es")]


def check(rng: Random, deal: Deal, *, every: float) -> int:
    """Play one deal; at some decisions try every seat and a spectator. Count the changed worlds."""
    world = World.play(deal, [])
    hesitance = rng.choice((*HESITANCE, MEAN))
    players = world.state.players
    changed = 0
    while not world.state.is_over:
        if rng.random() < every and not is_open(world):
            tried = candidates(rng, world)
            deck = cards_of(world.state.setting.deck)
            cards = [card_text(rng.choice(deck)) for _ in range(3)]
            order = rng.sample(range(players), players)
            here = table_of(world, order)
            for seat in (*range(players), None):
                other = other_world(world, seat, rng)
                changed += other.deal != world.deal
                own = [card_text(card) for card in cards_of(here.live.info(seat).hand or 0)[:2]]
                there = table_of(other, order)
                assert leaves(here, seat, tried, own + cards) == leaves(
                    there, seat, tried, own + cards
                ), (seat, world.state)
        world = world.step(random_action(rng, world.state, hesitance))
    return changed


@pytest.mark.parametrize(("name", "players"), PRESET_TABLES)
def test_presets(name: str, players: int) -> None:
    rules: RuleSet = PRESETS[name]
    rng = Random(f"table {name} {players}")
    changed = 0
    for dealer in range(players):
        deck = list(rules.pack_value.deck(rules.decks_for(players), rules.yucas))
        rng.shuffle(deck)
        changed += check(rng, deal_in_order(rules, players, dealer, deck), every=4 / players / 20)
    assert changed > 5
