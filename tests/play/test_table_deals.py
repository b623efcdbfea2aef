"""Commands of the deal and the match, chat: and every refusal of them."""

from __future__ import annotations

import json
from random import Random

import pytest

from conquian.core.action import PASS, pay
from conquian.core.errors import CannotParse
from conquian.play import Chat, Options
from conquian.play.seats import MOST_IDS
from conquian.records.check import verify
from tests.play.tables import Kept, announced, code_of, names

# The deal.


def test_acting_out_of_turn_stale_or_illegally_changes_nothing() -> None:
    kept = Kept("clasico", 2).begun(0, 1)
    table, at = kept.table, kept.at
    (seat,) = kept.live.waiting
    before = kept.again()
    moved = table.move
    assert code_of(table.submit, 1 - seat, PASS, at) == "not_your_turn"
    assert code_of(table.submit, seat, pay(0), at)
    assert code_of(table.submit, seat, "nonsense", at) == "bad_action"
    assert code_of(table.submit, seat, PASS, at, version=moved - 1) == "table_moved"
    assert code_of(table.submit, seat, PASS, at, version=table.version + 1) == "table_moved"
    assert code_of(table.submit, seat, PASS, at, by="bot") == "seat_not_yours"
    assert code_of(table.submit, 7, PASS, at) == "table_no_such_seat"
    for action_id in ("", "x" * 41):
        with pytest.raises(CannotParse):
            table.submit(seat, PASS, at, action_id=action_id)
    assert table == before
    kept.do(table.say, seat, phrase="hello")
    kept.do(table.submit, seat, PASS, version=moved)
    kept.check()


def test_the_same_id_is_done_once_also_after_a_replay() -> None:
    kept = Kept("clasico", 2).begun(0, 1)
    (seat,) = kept.live.waiting
    step = kept.do(kept.table.submit, seat, PASS, action_id="a1")
    assert step.version == kept.table.version
    rng = Random(1)
    for _ in range(5):
        if kept.table.stage == "playing":
            kept.act(rng)
    version = kept.table.version
    for table in (kept.table, kept.again()):
        again = table.submit(seat, "pay 1o", kept.at, action_id="a1", version=0)
        assert (again.again, again.version, again.rows) == (True, step.version, ())
        assert table.version == version
    kept.check()


def test_a_seat_remembers_the_last_ids_and_no_more() -> None:
    kept = Kept("clasico", 2, options=Options(chat=Chat.FREE)).people()
    for number in range(MOST_IDS + 3):
        kept.do(kept.table.say, 0, text="x", action_id=str(number))
    assert len(kept.table.seats[0].done) == MOST_IDS
    assert kept.do(kept.table.say, 0, text="x", action_id="5").again
    assert not kept.do(kept.table.say, 0, text="x", action_id="0").again
    kept.check()


def test_gifts_come_in_any_order_and_nobody_else_can_notice() -> None:
    kept = Kept("mexicano", 3).begun(0, 1, 2)
    table, words = kept.table, kept.table.words("en")

    def seen(seat: int | None) -> str:
        shown = [table.facts(seat, words, kept.at), table.view(seat, words)]
        return json.dumps([shown, table.told(None, seat, words), table.next_tick])

    for giver in (1, 0):
        before = {seat: seen(seat) for seat in (None, 0, 1, 2) if seat != giver}
        gift = kept.live.legal(giver)[2]
        step = kept.do(table.submit, giver, gift, version=table.version, action_id=f"g{giver}")
        assert (step.quiet, step.entries, len(step.rows)) == (True, (), 1)
        assert {seat: seen(seat) for seat in before} == before
        view = table.view(giver, words)
        assert view is not None
        assert f"give {view['given']}" == str(gift)
        assert (view["legal"], view["offers"]) == (None, None)
        assert code_of(table.submit, giver, gift, kept.at) == "gift_given"
        assert kept.do(table.submit, giver, gift, action_id=f"g{giver}").again
        kept.check()
    step = kept.do(table.submit, 2, kept.live.legal(2)[0])
    assert (names(step)[0], step.quiet) == ("exchanged", False)
    kept.check()


def test_giving_up_costs_a_stake_to_each() -> None:
    kept = Kept("mexicano", 3, stake=3).begun(0, 1, 2)
    step = kept.do(kept.table.give_up, 2, action_id="x")
    assert names(step) == ["over", "scored"]
    assert kept.table.match.scores == (3, 3, -6)
    assert kept.do(kept.table.give_up, 2, action_id="x").again
    assert code_of(kept.table.give_up, 2, kept.at) == "no_deal_open"
    assert code_of(kept.table.submit, 0, PASS, kept.at) == "phase_over"
    kept.check()


def test_no_record_before_the_deal_is_over() -> None:
    kept = Kept("clasico", 2).begun(0, 1)
    assert code_of(kept.table.record, 1) == "deal_not_finished"
    assert code_of(kept.table.record, 2) == "no_such_deal"
    assert kept.table.finished == ()
    kept.finish()
    record = kept.table.record(1)
    assert verify(record).outcome == record.result
    assert record.seats == kept.table.names
    for seat in (0, 1):
        kept.do(kept.table.ready, seat)
    assert kept.table.record(1) == record, "packed, and read again"
    assert code_of(kept.table.record, 2) == "deal_not_finished"
    assert kept.table.facts(0, kept.table.words("es"), kept.at)["records"] == [1]
    kept.check()


# The match.


def test_the_next_deal_begins_when_all_people_are_ready() -> None:
    kept = Kept("mexicano", 3).begun(0, 1)
    assert code_of(kept.table.ready, 0, kept.at) == "not_between"
    kept.finish()
    dealer = kept.table.before.dealer
    assert kept.table.stage == "between"
    assert names(kept.do(kept.table.ready, 0)) == ["ready"]
    assert kept.do(kept.table.ready, 0).again
    assert code_of(kept.table.ready, 2, kept.at) == "seat_not_yours"
    assert kept.table.stage == "between"
    step = kept.do(kept.table.ready, 1)
    assert names(step)[:3] == ["ready", "shuffling", "dealt"]
    assert (kept.table.number, kept.table.before.dealer) == (2, (dealer + 1) % 3)
    kept.check()


def test_who_leaves_between_deals_does_not_keep_the_others_waiting() -> None:
    kept = Kept("mexicano", 3).begun(0, 1).finish()
    kept.do(kept.table.ready, 0)
    kept.do(kept.table.leave, 1)
    assert (kept.table.stage, kept.table.number) == ("playing", 2)
    kept.check()


def test_a_match_ends_and_a_rematch_starts_again() -> None:
    kept = Kept("clasico", 2, deals=2).begun(0, 1).finish()
    assert code_of(kept.table.rematch, 0, kept.at) == "match_not_over"
    kept.do(kept.table.next_deal)
    assert code_of(kept.table.next_deal, kept.at) == "deal_open"
    kept.finish()
    assert kept.table.stage == "over"
    assert announced(kept, "scored")[-1]["over"] is True
    assert code_of(kept.table.ready, 0, kept.at) == "match_over"
    assert code_of(kept.table.next_deal, kept.at) == "match_over"
    assert names(kept.do(kept.table.rematch, 1, action_id="r")) == ["ready"]
    assert kept.do(kept.table.rematch, 1, action_id="r").again
    assert kept.do(kept.table.rematch, 1).again
    step = kept.do(kept.table.rematch, 0)
    assert names(step)[:4] == ["ready", "rematch", "shuffling", "dealt"]
    assert (kept.table.match.scores, kept.table.match.played) == ((0, 0), 0)
    assert kept.table.number == 3
    assert list(kept.table.finished) == [1, 2]
    kept.finish()
    assert list(kept.table.finished) == [1, 2, 3]
    kept.check()


def test_who_leaves_after_the_match_does_not_stop_the_rematch() -> None:
    kept = Kept("mexicano", 3, deals=1, options=Options(bots_replace=False)).begun(0, 1, 2)
    kept.finish()
    kept.do(kept.table.rematch, 0)
    kept.do(kept.table.rematch, 1)
    step = kept.do(kept.table.leave, 2)
    assert names(step) == ["left", "rematch"]
    assert kept.table.stage == "between"
    kept.do(kept.table.fill, 0, "greedy")
    assert kept.table.stage == "playing"
    kept.check()


def test_stopping_returns_open_stakes_and_abandons_an_open_deal() -> None:
    kept = Kept("paco", 2).people()
    assert code_of(kept.table.stop, kept.at) == "no_deal_open"
    kept.do(kept.table.start, 0)
    assert kept.table.match.scores == (-1, -1)
    step = kept.do(kept.table.stop)
    assert names(step) == ["over", "scored"]
    assert (kept.table.match.scores, kept.table.stage) == ((0, 0), "over")
    assert code_of(kept.table.stop, kept.at) == "match_over"
    kept.check()


# People.


def test_chat() -> None:
    kept = Kept("clasico", 2).people(0)
    say, at = kept.table.say, kept.at
    step = kept.do(say, 0, phrase="good_game", action_id="p")
    assert kept.do(say, 0, phrase="good_game", action_id="p").again
    assert names(step) == ["said"]
    assert code_of(say, 0, at, text="hi") == "chat_phrases_only"
    assert code_of(say, 0, at, phrase="nonsense") == "unknown_phrase"
    assert code_of(say, 1, at, phrase="hello") == "seat_not_yours"
    kept.do(kept.table.set_option, 0, "chat", "free")
    kept.do(say, 0, text=" a\nb\u202e " + "x" * 500)
    assert announced(kept, "said")[-1]["text"] == "a b " + "x" * 196
    assert code_of(say, 0, at, text=" \n ") == "say_nothing"
    assert code_of(say, 0, at) == "say_nothing"
    kept.do(kept.table.set_option, 0, "chat", "off")
    assert code_of(say, 0, at, phrase="hello") == "chat_off"
    kept.check()
