"""Whole matches between bots and people through a table, for every preset and number of players."""

from __future__ import annotations

import json
from random import Random

import pytest

from conquian.dealing import fair
from conquian.records.check import verify
from conquian.records.format import GameRecord
from tests.play.tables import PRESET_TABLES, Kept


@pytest.mark.parametrize(("rules", "players"), PRESET_TABLES)
def test_a_match_with_fair_deals_is_played_to_its_end_and_replays(rules: str, players: int) -> None:
    kept = Kept(rules, players, dealer=None, deals=3).people(0)
    for seat, bot in zip(range(1, players), ("greedy", "heuristic", "uniform") * 2, strict=False):
        kept.do(kept.table.fill, 0, bot, seat=seat)
    kept.do(kept.table.start, 0)
    rng = Random(f"{rules} {players}")
    table = kept.table
    while table.stage != "over":
        if table.stage == "shuffling":
            kept.shuffled()
        elif table.stage == "between":
            kept.do(table.ready, 0)
        elif table.bot_to_move() is not None:
            kept.bots()
        else:
            kept.act(rng, 0)
    assert table.finished == (1, 2, 3)
    assert sum(table.match.scores) + table.match.pot == 0
    dealers = []
    for number in table.finished:
        record = GameRecord.read(json.loads(str(table.record(number))))
        assert verify(record).outcome == record.result
        transcript = fair.verify(record)
        assert transcript.occasion.deal == number
        assert [share.status for share in transcript.shares] == ["revealed"] + ["bot"] * (
            players - 1
        )
        dealers.append(record.deal.dealer)
    assert [(dealer - dealers[0]) % players for dealer in dealers] == [
        number % players for number in range(3)
    ]
    kept.check()


@pytest.mark.parametrize(("rules", "players"), PRESET_TABLES)
def test_bots_play_the_same_after_a_restart_at_any_moment(rules: str, players: int) -> None:
    kept = Kept(rules, players).people(0)
    kept.do(kept.table.fill, 0, "uniform")
    kept.do(kept.table.start, 0)
    kept.do(kept.table.leave, 0)
    rows = len(kept.rows)
    kept.bots()
    assert kept.table.stage == "between"
    for stop in range(rows, len(kept.rows), 17):
        other = Kept(rules, players)
        other.rows = json.loads(json.dumps(kept.rows[:stop]))
        other.table = other.again()
        other.entries = [None] * other.table.version  # type: ignore[list-item]
        other.at = kept.at
        other.bots()
        assert other.rows == kept.rows
        assert other.table == kept.table
