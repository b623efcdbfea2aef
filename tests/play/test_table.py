"""Commands about seats, the host and the shuffle, and every refusal of them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from conquian.bots.base import BadBot
from conquian.core.action import PASS
from conquian.core.errors import BadRules
from conquian.dealing import fair
from conquian.play import Chat, Options, TableSettings
from conquian.play.events import said_object
from conquian.play.seats import MOST_HOLDERS
from conquian.play.table import Step
from conquian.records.check import verify
from conquian.records.format import GameRecord
from tests.play.tables import NAMES, Kept, announced, code_of, names, nonce

# Opening.


def test_a_new_table_waits_with_empty_seats() -> None:
    kept = Kept("mexicano", 3)
    table = kept.table
    assert (table.stage, table.host, table.version, table.rows) == ("waiting", None, 1, 1)
    row = kept.rows[0]
    assert (row["kind"], row["log"]) == ("open", 1)
    assert row["engine"]
    facts = table.facts(None, table.words("en"), kept.at)
    assert [seat["empty"] for seat in facts["seats"]] == [True] * 3
    assert table.view(None, table.words("en")) is None
    assert facts["fair"] is None
    assert table.events_since(None, None) == table.events_since(0, None)
    kept.check()


@pytest.mark.parametrize(
    "change",
    [
        {"players": 4},
        {"packet": 3},
        {"code": ""},
        {"code": "a b"},
        {"options": {"clock": 2}},
        {"options": {"clock": True}},
        {"options": {"clock": "60"}},
        {"options": {"spectators": 1}},
        {"options": {"chat": "loud"}},
        {"options": {"bots_replace": None}},
    ],
)
def test_impossible_settings_are_refused(change: dict[str, Any]) -> None:
    kept = Kept("mexicano", 2)
    with pytest.raises(BadRules):
        TableSettings(
            kept.table.settings.rules,
            change.get("players", 2),
            None,
            Options(**change.get("options", {})),
            change.get("code", "T"),
            change.get("packet", 1),
        )


# Seats.


def test_who_sits_first_is_the_host() -> None:
    kept = Kept("mexicano", 3)
    assert names(kept.do(kept.table.sit, 1, "Ana", "h1")) == ["sat", "host"]
    assert kept.table.host == 1
    assert names(kept.do(kept.table.sit, 0, "Beto", "h0")) == ["sat"]
    assert kept.table.people == (0, 1)
    assert kept.table.seat_of("h0") == 0
    assert kept.table.seat_of("nobody") is None
    kept.check()


def test_names_are_cleaned_and_differ() -> None:
    kept = Kept("navajo", 4)
    for seat, name in enumerate(("  Ana\t\n\u202e ", "ana", "A" * 50, "a" * 50)):
        kept.do(kept.table.sit, seat, name, f"h{seat}")
    assert kept.table.names == ("Ana", "ana 2", "A" * 20, "a" * 18 + " 2")
    kept.check()


def test_sitting_down_is_refused() -> None:
    kept = Kept("mexicano", 3).people(0)
    sit, at = kept.table.sit, kept.at
    before = kept.again()
    assert code_of(sit, 0, "Beto", "h1", at) == "seat_taken"
    assert code_of(sit, 1, "Ana", "h0", at) == "already_sitting"
    assert code_of(sit, 1, " \n", "h1", at) == "name_missing"
    assert code_of(sit, 1, "Beto", None, at) == "seat_not_yours"
    assert code_of(sit, 3, "Beto", "h1", at) == "table_no_such_seat"
    assert code_of(sit, -1, "Beto", "h1", at) == "table_no_such_seat"
    assert code_of(sit, True, "Beto", "h1", at) == "table_no_such_seat"
    with pytest.raises(BadBot):
        sit(1, "Beto", None, at, bot="nobody")
    assert kept.do(sit, 0, "Other", "h0") == Step(version=kept.table.version, again=True)
    assert kept.table == before


def test_a_seat_has_several_holders_but_a_holder_one_seat() -> None:
    kept = Kept("mexicano", 3).people(0, 1)
    step = kept.do(kept.table.add_holder, 0, "phone")
    assert (step.entries, step.quiet) == ((), True)
    assert kept.table.seat_of("phone") == 0
    assert kept.do(kept.table.add_holder, 0, "phone").again
    assert code_of(kept.table.add_holder, 0, "h1", kept.at) == "already_sitting"
    assert code_of(kept.table.add_holder, 2, "x", kept.at) == "seat_not_yours"
    for number in range(MOST_HOLDERS - 2):
        kept.do(kept.table.add_holder, 0, f"more {number}")
    assert code_of(kept.table.add_holder, 0, "x", kept.at) == "too_many_holders"
    kept.check()


def test_leaving_before_the_match_frees_the_seat() -> None:
    kept = Kept("mexicano", 3).people()
    step = kept.do(kept.table.leave, 0, action_id="go")
    assert names(step) == ["left", "host"]
    assert (kept.table.host, kept.table.people) == (1, (1, 2))
    assert kept.table.left_seat_of("h0") is None
    assert kept.do(kept.table.leave, 0, action_id="go").again
    assert code_of(kept.table.leave, 0, kept.at) == "seat_not_yours"
    kept.do(kept.table.sit, 0, "New", "h9")
    kept.check()


def test_a_bot_goes_on_for_who_leaves_during_a_deal_and_he_may_come_back() -> None:
    kept = Kept("mexicano", 3).begun(0, 1, 2)
    step = kept.do(kept.table.leave, 0)
    assert names(step) == ["left", "sat", "host"]
    assert kept.table.seats[0].bot == "heuristic"
    assert kept.table.names[0] == NAMES[0]
    assert (kept.table.host, kept.table.stage) == (1, "playing")
    assert kept.table.left_seat_of("h0") == 0
    assert code_of(kept.table.submit, 0, PASS, kept.at) == "seat_not_yours"
    assert code_of(kept.table.sit, 0, "Other", "h7", kept.at) == "seat_taken"
    kept.bots()
    kept.check()
    assert names(kept.do(kept.table.sit, 0, "", "h0")) == ["sat"]
    assert kept.table.seats[0].person
    assert kept.table.seat_of("h0") == 0
    assert kept.table.names[0] == NAMES[0]
    kept.check()


def test_where_no_bot_replaces_him_who_leaves_forfeits_the_deal() -> None:
    kept = Kept("mexicano", 3, options=Options(bots_replace=False), stake=2).begun(0, 1, 2)
    step = kept.do(kept.table.leave, 1)
    assert names(step) == ["left", "over", "scored"]
    assert kept.table.match.scores == (2, -4, 2)
    assert kept.table.stage == "between"
    record = kept.table.record(1)
    assert record.ended is not None
    assert (record.ended.reason, record.ended.seat) == ("forfeit", 1)
    for seat in (0, 2):
        kept.do(kept.table.ready, seat)
    assert kept.table.stage == "between", "a seat is free"
    assert code_of(kept.table.next_deal, kept.at) == "seats_empty"
    kept.do(kept.table.sit, 1, "New", "h9")
    assert kept.table.left_seat_of("h1") is None, "somebody else has the seat now"
    kept.do(kept.table.ready, 1)
    assert kept.table.stage == "playing"
    kept.check()


def test_who_left_comes_back_to_a_free_seat() -> None:
    kept = Kept("clasico", 2, options=Options(bots_replace=False)).begun(0, 1)
    kept.do(kept.table.leave, 1)
    kept.do(kept.table.sit, 1, "", "h1")
    kept.do(kept.table.ready, 0)
    kept.do(kept.table.ready, 1)
    assert (kept.table.stage, kept.table.number) == ("playing", 2)
    kept.check()


def test_the_last_one_to_leave_leaves_the_bots_alone() -> None:
    kept = Kept("mexicano", 3).begun(0)
    kept.do(kept.table.leave, 0)
    assert (kept.table.host, kept.table.people) == (None, ())
    assert announced(kept, "host")[-1] == {"seat": None}
    kept.bots()
    assert kept.table.stage == "between"
    assert kept.table.next_tick is None
    kept.do(kept.table.sit, 0, "", "h0")
    assert kept.table.host == 0
    kept.do(kept.table.ready, 0)
    assert kept.table.number == 2
    kept.check()


# The host.


def test_only_the_host_may() -> None:
    kept = Kept("mexicano", 3).people(0, 1)
    table, at = kept.table, kept.at
    for command in (
        lambda: table.start(1, at),
        lambda: table.fill(1, "greedy", at),
        lambda: table.remove(0, 1, at),
        lambda: table.set_option(1, "spectators", False, at),
        lambda: table.close("host", at, by=1),
    ):
        assert code_of(command) == "host_only"
    assert code_of(table.start, 0, at) == "seats_empty"
    kept.check()


def test_bots_fill_free_seats() -> None:
    kept = Kept("navajo", 6).people(2)
    kept.do(kept.table.fill, 2, "uniform", seat=0, action_id="one")
    assert kept.do(kept.table.fill, 2, "uniform", seat=0, action_id="one").again
    assert code_of(kept.table.fill, 2, "uniform", kept.at, seat=0) == "seat_taken"
    with pytest.raises(BadBot):
        kept.table.fill(2, "nobody", kept.at)
    kept.do(kept.table.fill, 2, "greedy", names=("Zoe", "Zoe"))
    assert code_of(kept.table.fill, 2, "greedy", kept.at) == "no_free_seat"
    assert len({name.casefold() for name in kept.table.names}) == 6
    assert [seat.bot for seat in kept.table.seats] == ["uniform", "greedy", None] + ["greedy"] * 3
    kept.check()


def test_the_host_removes() -> None:
    kept = Kept("mexicano", 3).people(0, 1)
    kept.do(kept.table.fill, 0, "greedy")
    assert code_of(kept.table.remove, 0, 0, kept.at) == "remove_self"
    step = kept.do(kept.table.remove, 2, 0)
    assert announced(kept, "left")[-1] == {"seat": 2, "name": "Lupe", "removed": True}
    assert names(step) == ["left"]
    assert code_of(kept.table.remove, 2, 0, kept.at) == "seat_empty"
    kept.do(kept.table.fill, 0, "greedy")
    kept.do(kept.table.start, 0)
    assert code_of(kept.table.remove, 2, 0, kept.at) == "deal_open"
    kept.do(kept.table.remove, 1, 0)
    assert kept.table.seats[1].bot == "heuristic"
    assert kept.table.left_seat_of("h1") is None
    assert code_of(kept.table.sit, 1, "", "h1", kept.at) == "seat_taken"
    kept.check()


def test_starting_twice_is_refused_but_the_same_start_is_known() -> None:
    kept = Kept("clasico", 2).people()
    kept.do(kept.table.start, 0, action_id="s")
    assert kept.do(kept.table.start, 0, action_id="s").again
    assert code_of(kept.table.start, 0, kept.at) == "already_started"
    assert kept.again().seats[0].done == kept.table.seats[0].done
    kept.check()


def test_options() -> None:
    kept = Kept("clasico", 2).begun(0, 1)
    option = kept.table.set_option
    assert names(kept.do(option, 0, "spectators", False)) == ["option"]
    assert kept.do(option, 0, "spectators", False).again
    kept.do(option, 0, "chat", "free")
    assert kept.table.options.chat is Chat.FREE
    step = kept.do(option, 0, "clock", 30)
    assert names(step) == ["clock"]
    assert said_object(step.entries[0].seen_by(None)) == {"event": "clock", "on": True, "limit": 30}
    kept.do(option, 0, "clock", None)
    assert kept.table.clock.left(kept.at) is None
    for name, value in (("clock", 1), ("chat", "x"), ("spectators", 1), ("rules", "x")):
        assert code_of(option, 0, name, value, kept.at) == "bad_value"
    assert code_of(kept.table.vote_clock, 0, kept.at, off=True) == "no_clock"
    kept.check()


def test_a_closed_table_refuses_everything() -> None:
    kept = Kept("clasico", 2).begun(0, 1)
    assert names(kept.do(kept.table.close, "host", by=0, action_id="c")) == ["closed"]
    table, at = kept.table, kept.at
    assert table.close("host", at, by=0, action_id="c").again
    for command in (
        lambda: table.close("idle", at),
        lambda: table.sit(0, "x", "y", at),
        lambda: table.submit(0, PASS, at),
        lambda: table.say(0, at, phrase="hello"),
        lambda: table.leave(0, at),
        lambda: table.next_deal(at),
        lambda: table.stop(at),
        lambda: table.ready(0, at),
    ):
        assert code_of(command) == "table_closed"
    table.presence(0, at, here=False)
    assert (table.next_tick, table.bot_to_move()) == (None, None)
    kept.check()


# The shuffle.


def test_a_fair_deal_from_everybodys_numbers() -> None:
    kept = Kept("mexicano", 3, dealer=None).begun(0, 2)
    table = kept.table
    assert table.stage == "shuffling"
    words = table.words("en")
    shuffling = announced(kept, "shuffling")[0]
    assert table.shuffle is not None
    occasion = table.shuffle.occasion
    assert shuffling["commit"] == table.shuffle.commit
    assert "seed" not in json.dumps([shuffling, table.facts(0, words, kept.at)])
    assert [table.facts(seat, words, 0)["fair"]["needs"] for seat in (0, 1, 2, None)] == [
        "commit",
        None,
        "commit",
        None,
    ]
    step = kept.do(table.commit, 0, 1, occasion.seat_commit(0, nonce(0)))
    assert (step.quiet, step.entries) == (True, ())
    assert table.facts(0, words, 0)["fair"]["needs"] is None
    step = kept.do(table.commit, 2, 1, occasion.seat_commit(2, nonce(2)))
    assert (step.quiet, names(step)) == (False, ["committed"])
    assert table.facts(0, words, 0)["fair"]["needs"] == "reveal"
    kept.check()
    kept.do(table.reveal, 2, 1, nonce(2))
    step = kept.do(table.reveal, 0, 1, nonce(0))
    assert [row["kind"] for row in step.rows] == ["reveal", "deal"]
    assert names(step)[0] == "dealt"
    kept.finish()
    (opened,) = announced(kept, "opened_fair")
    record = GameRecord.read(json.loads(str(table.record(1))))
    assert record.fair == opened["fair"]
    transcript = fair.verify(record)
    assert [share.status for share in transcript.shares] == ["revealed", "bot", "revealed"]
    assert transcript.commit == shuffling["commit"]
    verify(record)
    kept.check()


def test_what_the_shuffle_refuses() -> None:
    kept = Kept("clasico", 2, dealer=None).begun(0, 1)
    table, at = kept.table, kept.at
    assert table.shuffle is not None
    good = table.shuffle.occasion.seat_commit(0, nonce(0))
    assert code_of(table.reveal, 0, 1, nonce(0), at) == "fair_not_now"
    assert code_of(table.commit, 0, 2, good, at) == "fair_not_now"
    for value in ("", "zz" * 32, good[:-1], good.upper(), 5, None):
        assert code_of(table.commit, 0, 1, value, at) == "fair_no_value"
    kept.do(table.commit, 0, 1, good)
    assert code_of(table.commit, 0, 1, good, at) == "fair_not_now"
    kept.do(table.commit, 1, 1, table.shuffle.occasion.seat_commit(1, nonce(1)))
    assert code_of(table.reveal, 0, 1, nonce(1), at) == "fair_other_value"
    assert code_of(table.submit, 0, PASS, at) == "no_deal_open"
    kept.do(table.reveal, 0, 1, nonce(0))
    kept.do(table.reveal, 1, 1, nonce(1))
    assert code_of(table.commit, 0, 1, good, at) == "fair_not_now"
    kept.check()


@pytest.mark.parametrize("late", [{0}, {1}, {0, 1}])
def test_the_late_are_not_waited_for_and_recorded(late: set[int]) -> None:
    kept = Kept("clasico", 2, dealer=None).begun(0, 1)
    started = kept.at
    kept.shuffled(late=frozenset(late))
    assert kept.at - started < 10
    assert kept.table.stage == "playing"
    statuses = [share.status for share in fair.verify(kept.finish().table.record(1)).shares]
    assert statuses == ["late" if seat in late else "revealed" for seat in (0, 1)]
    kept.check()


def test_who_withholds_his_number_is_recorded_so() -> None:
    kept = Kept("clasico", 2, dealer=None).begun(0, 1)
    table = kept.table
    assert table.shuffle is not None
    for seat in (0, 1):
        commit = table.shuffle.occasion.seat_commit(seat, nonce(seat))
        kept.do(table.commit, seat, 1, commit)
    kept.do(table.reveal, 0, 1, nonce(0))
    kept.pass_time()
    assert table.stage == "playing"
    statuses = [share.status for share in fair.verify(kept.finish().table.record(1)).shares]
    assert statuses == ["revealed", "withheld"]
    kept.check()


def test_nobody_waits_for_who_is_away() -> None:
    kept = Kept("clasico", 2, dealer=None).people()
    for seat in (0, 1):
        kept.table.presence(seat, kept.at, here=False)
    kept.do(kept.table.start, 0)
    assert kept.table.next_tick == kept.at
    kept.pass_time()
    assert kept.table.stage == "playing"
    kept.check()


def test_who_leaves_while_cards_are_shuffled() -> None:
    for replace, stage in ((True, "playing"), (False, "between")):
        kept = Kept("clasico", 2, dealer=None, options=Options(bots_replace=replace)).begun(0, 1)
        kept.do(kept.table.leave, 1)
        kept.shuffled()
        while kept.table.stage == "shuffling":
            kept.pass_time()
        assert kept.table.stage == stage
        kept.check()


def test_a_table_of_bots_needs_no_commitments() -> None:
    kept = Kept("mexicano", 3, dealer=None).people(0)
    kept.do(kept.table.fill, 0, "greedy")
    kept.do(kept.table.leave, 0)
    for seat in (0,):
        kept.do(kept.table.sit, seat, "Bot", None, bot="greedy")
    kept.do(kept.table.next_deal)
    assert kept.table.stage == "playing"
    kept.bots()
    assert {share.status for share in fair.verify(kept.table.record(1)).shares} == {"bot"}
    kept.check()


def test_the_first_dealer_by_low_card_is_told_card_by_card() -> None:
    kept = Kept("clasico", 2).begun(0, 1)
    (told,) = announced(kept, "shuffling")
    assert told["draw"] == kept.table.draw
    last = told["draw"][-1]
    lowest = min(last, key=lambda drawn: int(drawn[1][:-1]))
    assert lowest[0] == told["dealer"] == kept.table.before.dealer
    assert told["commit"] is None, "another dealer deals: the table says so"
