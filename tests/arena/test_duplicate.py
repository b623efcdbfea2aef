"""Duplicate deals: every bot in every seat, the same result whatever shares the work."""

from __future__ import annotations

import sys
from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from conquian.arena.duplicate import Contest, play
from conquian.arena.report import as_object, as_table
from conquian.arena.statistics import interval, pairs, summaries, t_quantile, unique_names
from conquian.bots.base import BadBot, Limit
from conquian.core.errors import BadRules
from conquian.core.presets import PRESETS
from conquian.core.ruleset import RuleSet

BAD_BOT = Path(__file__).parent.parent / "bots" / "programs" / "bad_bot.py"


def contest(*bots: str, rules: str = "gamevelvet", players: int = 3, deals: int = 4) -> Contest:
    return Contest(bots, RuleSet.parse(rules), players, deals, seed=3)


@pytest.mark.parametrize(
    ("bots", "players"), [(b, p) for b, p in product(range(2, 7), range(2, 7)) if b <= p]
)
def test_every_bot_sits_in_every_seat_equally_often(bots: int, players: int) -> None:
    one = contest(*["greedy"] * bots, players=players)
    for number in range(3):
        seatings = one.seatings(number)
        assert len(set(seatings)) == len(seatings)
        for seat in range(players):
            counts = Counter(seating[seat] for seating in seatings)
            assert set(counts) == set(range(bots))
            assert len(set(counts.values())) == 1


def test_seatings_of_known_tables() -> None:
    assert contest("uniform", "greedy", players=2).seatings(0) == [(0, 1), (1, 0)]
    three = contest("uniform", "greedy", players=3).seatings(0)
    assert sorted(three) == [(0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 0, 0), (1, 0, 1), (1, 1, 0)]
    full = contest("uniform", "greedy", "heuristic", players=3)
    assert full.seatings(0) == [(0, 1, 2), (2, 0, 1), (1, 2, 0)]
    assert full.seatings(1) == [(0, 2, 1), (1, 0, 2), (2, 1, 0)]
    assert full.seatings(2) == full.seatings(0)


def test_equal_bots_that_use_no_chance_come_out_equal() -> None:
    """The same cards in all seats: whatever one gains the other gains too."""
    one = contest("greedy", "greedy", rules="clasico", players=2, deals=10)
    for result in play(one):
        assert result.points == (0.0, 0.0)
        assert result.won == result.lost[::-1]
    names = [bot.name for bot in summaries(one.bots, play(one))]
    assert names == ["greedy", "greedy#2"]


def test_the_result_depends_on_the_seed_alone() -> None:
    one = contest("uniform", "greedy", "heuristic", deals=45)
    alone, shared = play(one, jobs=1), play(one, jobs=2)
    assert alone == shared
    assert as_object(one, alone) == as_object(one, shared)
    assert [result.number for result in alone] == list(range(45))
    other = Contest(one.bots, one.rules, one.players, one.deals, seed=4)
    assert play(other) != alone
    longer = Contest(one.bots, one.rules, one.players, 50, seed=3)
    assert play(longer)[:45] == alone


def test_progress_is_told() -> None:
    seen: list[int] = []
    play(contest("uniform", "greedy", deals=45), progress=seen.append)
    assert seen == [20, 40, 45]


def test_a_bot_that_fails_forfeits_and_the_rest_is_played() -> None:
    bad = f'cmd:python "{BAD_BOT}" exit 3'
    one = Contest((bad, "greedy"), PRESETS["clasico"], 2, 3, limit=Limit(guard_ms=20000))
    results = play(one)
    faults = [fault for result in results for fault in result.faults]
    assert len(faults) == 6
    assert {(fault.bot, fault.code) for fault in faults} == {(0, "bot_exited")}
    assert all("3" in fault.error for fault in faults)
    assert [result.points for result in results] == [(-1.0, 1.0)] * 3
    report = as_object(one, results)
    assert report["bots"][0]["forfeits"] == {"bot_exited": 6}
    assert report["faults"][0]["seating"] in ([bad, "greedy"], ["greedy", bad])
    assert "forfeits: The bot's program ended" in as_table(one, results)
    assert sys.executable


def test_points_of_all_seats_add_up_to_nothing() -> None:
    one = contest("uniform", "greedy", "heuristic", deals=10)
    for result in play(one):
        assert sum(result.points) == pytest.approx(0)
        for bot in range(3):
            assert result.won[bot] + result.drawn[bot] + result.lost[bot] == 3


@pytest.mark.parametrize(
    ("bots", "players", "code"),
    [
        (("greedy",), 2, "too_few_bots"),
        ((), 2, "too_few_bots"),
        (("greedy", "uniform", "greedy"), 2, "too_many_bots"),
        (("greedy", "nobody"), 2, "unknown_bot"),
        (("greedy", "uniform"), 5, "players_not_allowed"),
    ],
)
def test_impossible_contests_are_refused(bots: tuple[str, ...], players: int, code: str) -> None:
    with pytest.raises((BadBot, BadRules)) as refused:
        Contest(bots, PRESETS["mexicano"], players, 1)
    assert refused.value.code == code
    assert refused.value.sentence("es")


def test_intervals_are_those_of_the_textbook() -> None:
    for freedom, known in ((1, 12.7062), (2, 4.3027), (4, 2.7764), (9, 2.2622), (99, 1.9842)):
        assert t_quantile(freedom) == pytest.approx(known, abs=1.5e-3)
    ten = interval([1.0, 0.0, -1.0, 1.0, 1.0, 0.0, 1.0, -1.0, 1.0, 0.0])
    assert ten.mean == pytest.approx(0.3)
    assert ten.margin == pytest.approx(2.2622 * 0.82327 / 10**0.5, abs=1e-3)
    assert interval([0.5]).low == float("-inf")


def test_pairs_are_compared_deal_by_deal() -> None:
    results = play(contest("uniform", "greedy", "heuristic", deals=6))
    found = pairs(3, results)
    assert [(pair.first, pair.second) for pair in found] == [(0, 1), (0, 2), (1, 2)]
    wanted = sum(result.points[0] - result.points[2] for result in results) / 6
    assert found[1].difference.mean == pytest.approx(wanted)
    assert unique_names(["a", "b", "a", "a"]) == ["a", "b", "a#2", "a#3"]
