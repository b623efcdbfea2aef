"""A record is a value that is written and read back (formats.md §2–3)."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest

from conquian.core.action import Action
from conquian.core.errors import NotLegal
from conquian.core.events import Ended
from conquian.core.match import AfterDraw, Match, MatchSettings, Stakes
from conquian.core.presets import PRESETS
from conquian.core.ruleset import RuleSet
from conquian.dealing.seeded import seeded_deal
from conquian.records.check import legal_entries, verify
from conquian.records.errors import BadRecord
from conquian.records.format import FORMAT, GameRecord, Mark, MatchNote
from tests.records.samples import CASES, CLASICO, GAMEVELVET, sample

FULL = sample(
    GAMEVELVET,
    format=1,
    seats=["Ana", "Luis", "Ñ €"],
    match={"stake": 2, "after_draw": "double", "deal": 3, "score": [4, -2, -2]},
    fair={"commit": "ab", "parts": [1, 2.5, None]},
    marks=[{"ply": 2, "hint": True}, {"ply": 5, "hint": False}],
    legal=GAMEVELVET["legal"],
)


def test_what_is_written_reads_back() -> None:
    record = GameRecord.read(FULL)
    again = GameRecord.read(json.loads(str(record)))
    assert again == record
    assert record.seats == ("Ana", "Luis", "Ñ €")
    assert record.match == MatchNote(2, Stakes.PER_LOSER, AfterDraw.DOUBLE, 3, (4, -2, -2))
    assert record.marks == (Mark(2, True), Mark(5, False))
    assert record.fair == {"commit": "ab", "parts": [1, 2.5, None]}
    assert "\n" not in str(record)
    assert "Ñ €" in str(record)


@pytest.mark.parametrize("path", sorted((CASES / "deals").glob("*.jsonl")), ids=lambda p: p.stem)
def test_the_cases_are_written_as_they_came(path: Any) -> None:
    """Card order, spelling and the order of the keys, after the format and names of ours."""
    for line in path.read_text(encoding="utf-8").splitlines()[:3]:
        data = json.loads(line)
        written = GameRecord.read(data).as_object()
        assert written.pop("format") == FORMAT
        assert RuleSet.read(written.pop("rules")) == RuleSet.read(data.pop("rules"))
        assert written == {key: data[key] for key in written}


def test_cards_of_an_action_may_come_in_any_order_and_are_written_in_card_order() -> None:
    record = GameRecord.read(
        sample(actions=["pass", "pass", "pass", "pass", "take 6c 2o 2b 6o 2c"], result=...)
    )
    assert record.as_object()["actions"][-1] == "take 2o 6o 2c 6c 2b"
    verify(record)


@pytest.mark.parametrize(
    "rules",
    [
        "mexicano(yucas=1, claim=either, hand=[[3, 8]])",
        {"preset": "mexicano", "yucas": 1},
        {"hand": [[3, 8]], "exchange": True},
        {"id": "house", "pack": "mini6x3", "hand": [[2, 4]]},
    ],
)
def test_every_form_of_rules_reads_back(rules: object) -> None:
    value = RuleSet.read(rules)
    deal = seeded_deal(value, value.player_counts[0], 0, 7)
    record = GameRecord(deal)
    data = record.as_object()
    assert GameRecord.read(data) == record
    assert RuleSet.read(data["rules"]) == value


def test_other_keys_are_ignored() -> None:
    plain = GameRecord.read(sample())
    assert GameRecord.read(sample(value=1, best=["pass"], nodes=1.5, comment={"a": []})) == plain


def test_states_are_lazy_and_end_with_the_first_illegal_action() -> None:
    record = GameRecord.read(sample(actions=["pass", "pay 1o"], result=...))
    states = record.states()
    assert next(states).actor == 1
    assert next(states).actor == 0
    with pytest.raises(BadRecord) as caught:
        next(states)
    assert caught.value.ply == 2
    assert isinstance(caught.value.__cause__, NotLegal)
    assert caught.value.code == caught.value.__cause__.code == "phase_offer"


def test_a_refusal_can_be_pickled() -> None:
    fault = BadRecord("key_missing", ply=3, key="stock")
    again = pickle.loads(pickle.dumps(fault))  # noqa: S301 - our own bytes
    assert (again, again.ply) == (fault, 3)


def test_legal_entries_are_those_of_the_cases_and_one_more_where_it_goes_on() -> None:
    whole = GameRecord.read(CLASICO)
    assert [entry.as_object() for entry in legal_entries(whole)] == CLASICO["legal"]
    cut = GameRecord.read(sample(actions=CLASICO["actions"][:7], result=...))
    assert [entry.as_object() for entry in legal_entries(cut)] == CLASICO["legal"][:8]


def test_a_match_gives_its_note() -> None:
    settings = MatchSettings(stakes=Stakes.POT, stake=5)
    match = Match.start(3, settings, 0).deal_begins().deal_over(None)
    note = MatchNote.before(match)
    assert note == MatchNote(5, Stakes.POT, AfterDraw.NONE, 2, (-5, -5, -5), 15, 1)
    record = GameRecord(seeded_deal(PRESETS["paco"], 3, 1, 1), match=note)
    assert GameRecord.read(record.as_object()).match == note


def test_a_deal_not_played_out() -> None:
    deal = seeded_deal(PRESETS["clasico"], 2, 0, 1)
    for ended in (Ended("forfeit", 1), Ended("abandoned", 0), Ended("abandoned", None)):
        record = GameRecord(deal, (Action.parse("pass"),), ended=ended)
        assert GameRecord.read(record.as_object()) == record
        assert not verify(record).is_over


def test_half_a_surrogate_pair_in_a_name_survives() -> None:
    record = GameRecord.read(sample(seats=["\ud800", "b"]))
    str(record).encode()
    assert GameRecord.read(json.loads(str(record))) == record
