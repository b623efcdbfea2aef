"""The turn clock, with time handed in: how long a turn is, what stands it, what follows."""

from __future__ import annotations

import json
from random import Random

import pytest

from conquian.core.action import PASS
from conquian.play import Options, Table
from conquian.play.clock import BACK, GRACE, MOST_AWAY, TurnClock
from tests.play.tables import PRESET_TABLES, Kept, announced, names

LIMIT = 20
TIMED = Options(clock=LIMIT)


def due(table: Table) -> float | None:
    """When time brings something next."""
    return table.next_tick


def test_a_turn_has_its_seconds_and_a_grace_that_is_not_shown() -> None:
    clock = TurnClock()
    assert (clock.left(5), clock.over_at, clock.runs) == (None, None, False)
    clock.start(100, 20, away=False)
    assert [clock.left(at) for at in (100, 110, 119.5, 120, 130)] == [20, 10, 0.5, 0, 0]
    assert clock.over_at == 120 + GRACE
    clock.stop()
    assert clock.left(110) is None
    clock.away(120, away=True)
    assert not clock.runs


def test_it_stands_while_somebody_is_away_up_to_a_maximum() -> None:
    clock = TurnClock()
    clock.start(0, 20, away=False)
    clock.away(5, away=True)
    assert [clock.left(at) for at in (5, 50, 5 + MOST_AWAY, 10 + MOST_AWAY)] == [15, 15, 15, 10]
    assert clock.over_at == 20 + MOST_AWAY + GRACE
    clock.away(45, away=False)
    assert [clock.left(at) for at in (45, 50)] == [15, 10]
    clock.away(50, away=True)
    clock.away(50, away=True)
    assert clock.over_at == 60 + MOST_AWAY - 40 + GRACE


def test_who_comes_back_has_a_moment_but_cannot_have_it_for_ever() -> None:
    clock = TurnClock()
    clock.start(0, 20, away=False)
    clock.away(19, away=True)
    clock.away(30, away=False)
    assert clock.left(30) == BACK
    at, turns = 30.0, 0
    while clock.left(at):
        at += BACK - 0.5
        clock.away(at, away=True)
        clock.away(at, away=False)
        turns += 1
    assert at < 20 + MOST_AWAY + 2 * BACK
    assert turns > 3


def test_a_turn_that_begins_away() -> None:
    clock = TurnClock()
    clock.start(0, 20, away=True)
    assert clock.left(15) == 20
    clock.away(15, away=False)
    assert clock.left(20) == 15


def test_when_time_is_up_the_seat_passes_if_it_may() -> None:
    kept = Kept("clasico", 2, options=TIMED).begun(0, 1)
    (seat,) = kept.live.waiting
    assert PASS in kept.live.legal(seat)
    kept.at += LIMIT
    assert kept.do(kept.table.tick).rows == ()
    kept.at += GRACE
    step = kept.do(kept.table.tick)
    assert names(step)[:2] == ["timed_out", "passed"]
    assert announced(kept, "timed_out") == [{"seat": seat, "action": "pass"}]
    assert step.rows[0]["by"] == "clock"
    assert kept.table.next_tick == kept.at + LIMIT + GRACE, "the next turn has its own time"
    kept.check()


@pytest.mark.parametrize(("rules", "players"), PRESET_TABLES)
def test_a_table_where_nobody_ever_acts_still_ends_its_deal(rules: str, players: int) -> None:
    kept = Kept(rules, players, options=TIMED).begun(*range(players))
    began = kept.at
    while kept.table.stage == "playing":
        kept.pass_time()
    assert kept.table.finished == (1,)
    assert all(row["by"] == "clock" for row in kept.rows if row["kind"] in ("act", "gift"))
    assert kept.at - began >= LIMIT * len(announced(kept, "timed_out")) / players
    kept.check()


def test_in_the_exchange_it_chooses_for_all_that_have_not() -> None:
    kept = Kept("mexicano", 3, options=TIMED).begun(0, 1, 2)
    kept.at += 5
    due = kept.table.next_tick
    kept.do(kept.table.submit, 1, kept.live.legal(1)[3])
    assert kept.table.next_tick == due, "a gift moves nobody's clock"
    late = kept.live.waiting
    step = kept.pass_time()
    assert names(step)[:3] == ["timed_out", "timed_out", "exchanged"]
    for entry, seat in zip(step.entries, late, strict=False):
        own = json.dumps(dict(entry.seen_by(seat).fields))  # type: ignore[union-attr]
        assert "give" in own
        for other in {None, 0, 1, 2} - {seat}:
            assert dict(entry.seen_by(other).fields) == {  # type: ignore[union-attr]
                "seat": seat,
                "action": None,
            }
    kept.check()


def test_the_clock_of_the_exchange_says_nothing_about_who_has_chosen() -> None:
    """Also where the only one away has chosen already, or a bot is the last to choose."""
    shown = []
    for chosen in ((), (0,), (1,), (0, 1), (2,)):
        kept = Kept("mexicano", 3, options=TIMED).begun(0, 1)
        for seat in chosen:
            by = "bot" if seat == 2 else "person"
            kept.do(kept.table.submit, seat, kept.live.legal(seat)[0], by=by)
        kept.table.presence(1, kept.at + 3, here=False)
        facts = kept.table.facts(None, kept.table.words("en"), kept.at + 10)
        shown.append((facts["clock"], kept.table.next_tick))
    assert all(one == shown[0] for one in shown)


def test_bots_have_no_clock() -> None:
    kept = Kept("clasico", 2, options=TIMED).begun(0)
    rng = Random(1)
    seen = set()
    while kept.table.stage == "playing":
        (seat,) = kept.live.waiting
        seen.add(seat)
        assert (kept.table.next_tick is not None) == (seat == 0)
        kept.act(rng)
    assert seen == {0, 1}


def test_the_clock_stands_while_who_must_act_is_away() -> None:
    kept = Kept("clasico", 2, options=TIMED).begun(0, 1)
    (seat,) = kept.live.waiting
    words = kept.table.words("en")
    kept.at += 8
    kept.table.presence(1 - seat, kept.at, here=False)
    assert kept.table.facts(0, words, kept.at + 2)["clock"]["left"] == LIMIT - 10
    kept.table.presence(seat, kept.at, here=False)
    facts = kept.table.facts(0, words, kept.at + 30)
    assert facts["clock"]["left"] == LIMIT - 8
    assert [one["here"] for one in facts["seats"]] == [False, False]
    kept.at += 30
    kept.table.presence(seat, kept.at, here=True)
    assert kept.table.next_tick == kept.at + max(LIMIT - 8, BACK) + GRACE
    kept.check()


def test_the_clock_is_off_while_all_people_want_it_off() -> None:
    kept = Kept("mexicano", 3, options=TIMED).begun(0, 1)
    words = kept.table.words("en")
    vote = kept.table.vote_clock
    step = kept.do(vote, 0, off=True)
    assert (step.entries, step.quiet) == ((), False)
    assert kept.do(vote, 0, off=True).again
    facts = kept.table.facts(1, words, kept.at)
    assert (facts["clock"]["votes"], facts["clock"]["on"]) == ([True, False, False], True)
    assert names(kept.do(vote, 1, off=True)) == ["clock"]
    assert announced(kept, "clock")[-1] == {"on": False, "limit": LIMIT}
    assert due(kept.table) is None
    kept.check()
    kept.at += 100
    assert names(kept.do(vote, 0, off=False)) == ["clock"]
    assert kept.table.next_tick == kept.at + LIMIT + GRACE
    kept.check()


def test_a_vote_goes_with_who_leaves() -> None:
    kept = Kept("mexicano", 3, options=TIMED).begun(0, 1)
    kept.do(kept.table.vote_clock, 0, off=True)
    step = kept.do(kept.table.leave, 1)
    assert names(step)[-1] == "clock", "all who are left want it off"
    assert announced(kept, "clock")[-1]["on"] is False
    kept.do(kept.table.sit, 1, "", "h1")
    assert announced(kept, "clock")[-1]["on"] is True
    kept.check()


def test_who_comes_back_in_his_turn_is_timed() -> None:
    kept = Kept("clasico", 2, options=TIMED).begun(0, 1)
    (seat,) = kept.live.waiting
    kept.do(kept.table.leave, seat)
    assert due(kept.table) is None
    kept.at += 500
    kept.do(kept.table.sit, seat, "", f"h{seat}")
    assert kept.table.next_tick == kept.at + LIMIT + GRACE
    kept.check()


def test_after_a_restart_whoever_must_act_has_a_whole_turn_once_he_is_back() -> None:
    kept = Kept("clasico", 2, options=TIMED).begun(0, 1)
    (seat,) = kept.live.waiting
    table = kept.again()
    assert due(table) is None
    later = kept.at + 10_000
    table.resumed(later)
    assert table.next_tick == later + LIMIT + MOST_AWAY + GRACE
    table.presence(seat, later + 30, here=True)
    assert table.next_tick == later + 30 + LIMIT + GRACE
    assert table == kept.table


def test_the_clock_of_the_table_can_be_changed_in_a_turn() -> None:
    kept = Kept("clasico", 2, options=Options(clock=None)).begun(0, 1)
    assert due(kept.table) is None
    kept.do(kept.table.set_option, 0, "clock", 50)
    assert kept.table.next_tick == kept.at + 50 + GRACE
    kept.do(kept.table.set_option, 0, "clock", 90)
    assert kept.table.next_tick == kept.at + 90 + GRACE
    kept.check()
