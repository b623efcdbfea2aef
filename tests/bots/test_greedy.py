"""``greedy`` is exactly the baseline of formats.md §5."""

from __future__ import annotations

import random
from collections import Counter

from conquian.bots.base import NO_LIMIT
from conquian.bots.connections import connections
from conquian.bots.greedy import GreedyBot
from conquian.core.cards import parse_card, parse_zone
from conquian.core.ruleset import RuleSet
from conquian.core.text import view_object

from .positions import TABLES, decisions, house_tables
from .slow_greedy import slow_greedy

KINDS = {"give", "take", "meld", "force", "pay"}


def test_conn_counts_the_other_hand_cards() -> None:
    table = connections("spanish40")

    def conn(card: str, hand: str) -> int:
        return table.conn(parse_card(card), parse_zone(hand))

    assert conn("7c", "7c") == 0
    assert conn("7c", "7c 10c") == 2, "7 and 10 are neighbours"
    assert conn("7c", "7c 11c 5c") == 2, "one for each two ranks away"
    assert conn("7c", "7c 7o 7e 7b") == 6
    assert conn("7c", "7c 7c") == 2, "a twin is of equal rank"
    assert conn("7c", "7c 6o 12c 1c Y") == 0, "a yuca has neither rank nor suit"
    assert conn("Y", "Y") == 100
    assert connections("full52").conn(parse_card("7c"), parse_zone("7c 10c 8c 9c")) == 3


def test_it_plays_like_the_slow_one_written_from_the_text() -> None:
    bot, seen, rng = GreedyBot(), Counter[str](), random.Random(0)
    yucas = RuleSet.parse("clasico(yucas=2)")
    twins = RuleSet.parse("gamevelvet(decks=2, big_table=99, yucas=1)")
    tables = [*TABLES * 3, *house_tables(250, seed=2), *[(yucas, 2), (twins, 3)] * 8]
    for number, (rules, players) in enumerate(tables):
        for decision in decisions(rules, players, number):
            info = decision.info
            if len(info.legal_actions()) > 1:
                view = view_object(info)
                answer = str(bot.decide(info, NO_LIMIT, rng))
                assert answer == slow_greedy(view), view
                seen[info.phase] += 1
                seen[answer.partition(" ")[0]] += 1
    assert sum(seen[phase] for phase in ("exchange", "offer", "window", "forced", "pay")) > 3000
    few = {name: seen[name] for name in seen if seen[name] < 30}
    assert few == {}
    # It never passes when it can do anything else.
    assert seen.keys() == {*KINDS, "exchange", "offer", "window", "forced"}


def test_neither_limit_nor_chance_play_a_part() -> None:
    rules, players = TABLES[0]
    for decision in decisions(rules, players, 5):
        choices = {
            GreedyBot().decide(decision.info, NO_LIMIT, random.Random(seed)) for seed in range(3)
        }
        assert GreedyBot().policy(decision.info) == dict.fromkeys(choices, 1.0)
