"""What a table tells, shows and stores; its sentences."""

from __future__ import annotations

import json
import re
from importlib import resources
from random import Random
from typing import Any

import pytest

from conquian.core.action import PASS, Kind
from conquian.core.catalogue import parameters, sentences
from conquian.core.position import Phase
from conquian.core.turns import forcing
from conquian.play import LogFault, Table
from conquian.play.events import Announced
from conquian.play.state import MOST_TOLD
from conquian.play.telling import PHRASES
from tests.play.tables import Kept

# What was told.


def test_events_since_a_version() -> None:
    kept = Kept("mexicano", 2).begun(0, 1)
    table = kept.table
    for seat in (None, 0, 1):
        every = table.events_since(0, seat)
        assert every is not None
        assert [version for version, _ in every] == list(range(1, table.version + 1))
        assert [said for _, said in every] == [entry.seen_by(seat) for entry in kept.entries]
        for version in range(table.version + 1):
            assert table.events_since(version, seat) == every[version:]
        present = table.events_since(None, seat)
        assert present is not None
        assert isinstance(present[0][1], Announced)
        assert present[0][1].name == "shuffling"
    assert table.events_since(table.version + 1, 0) is None
    assert table.events_since(-1, 0) is None
    kept.finish()
    over = table.version
    for seat in (0, 1):
        kept.do(table.ready, seat)
    assert table.events_since(1, 0) is None, "the deal before is forgotten"
    end = table.events_since(over, 0)
    assert end is not None
    assert end[0][0] == over + 1


def test_what_was_told_does_not_grow_without_end() -> None:
    kept = Kept("clasico", 2).people()
    for _ in range(MOST_TOLD + 50):
        kept.table.say(0, kept.at, phrase="hello")
    assert len(kept.table._told) == MOST_TOLD
    assert kept.table.events_since(10, 0) is None
    present = kept.table.events_since(None, 0)
    assert present is not None
    assert present[-1][0] == kept.table.version


# Logs.


def test_a_log_that_is_none_is_refused_with_its_row() -> None:
    kept = Kept("clasico", 2).begun(0, 1)
    kept.act(Random(1))
    rows = kept.rows

    def fault(changed: list[dict[str, Any]]) -> LogFault:
        with pytest.raises(LogFault) as refused:
            Table.replay(changed)
        assert refused.value.sentence("es")
        return refused.value

    assert fault([]).code == "log_empty"
    assert fault([rows[0] | {"log": 2}, *rows[1:]]).code == "log_version"
    assert fault(rows[1:]).code == "log_version"
    for place in range(1, len(rows)):
        assert fault([*rows[:place], {"kind": "nonsense", "at": 1}, *rows[place:]]).row == place + 1
    for changed in (
        {"action": "pay 1o"},
        {"seat": 9},
        {"action": 5},
        {"seat": None},
        {"action": "take 1o 1o 1o"},
    ):
        found = fault([*rows[:-1], rows[-1] | changed])
        assert (found.code, found.row) == ("log_row", len(rows))
    deal = next(place for place, row in enumerate(rows) if row["kind"] == "deal")
    hands = [list(hand) for hand in rows[deal]["hands"]]
    hands[0][0] = hands[1][0]
    assert fault([*rows[:deal], rows[deal] | {"hands": hands}]).row == deal + 1
    # What was written by another version of the program is taken as long as the log is the same.
    assert Table.replay([rows[0] | {"engine": "99"}, *rows[1:]]) == kept.table


def test_rows_that_were_lost_with_the_last_breath_are_made_again() -> None:
    kept = Kept("clasico", 2, dealer=None).begun(0, 1).shuffled()
    assert kept.rows[-1]["kind"] == "deal"
    table = Table.replay(kept.rows[:-1])
    assert table.stage == "shuffling"
    step = table.resumed(kept.at)
    assert [row["kind"] for row in step.rows] == ["deal"]
    assert table == kept.table


# Sentences.


def test_every_sentence_is_there_in_both_languages() -> None:
    folder = resources.files("conquian.play")
    part = json.loads(folder.joinpath("sentences.json").read_text("utf-8"))
    for code, texts in part.items():
        assert set(texts) == {"en", "es"}
        assert parameters(texts["en"]) == parameters(texts["es"]), code
        assert sentences()[code] == texts
    source = "".join(
        file.read_text("utf-8") for file in folder.iterdir() if file.name.endswith(".py")
    )
    codes = set(re.findall(r'(?:NotLegal|LogFault|CannotParse)\(\s*"([a-z_]+)"', source))
    assert codes <= set(sentences())
    named = set(re.findall(r'"([a-z_]+)"', source))
    starts = set(re.findall(r'f?"([a-z_]+_)\{', source)) | {"table_option_"}
    ends = ("_by_you", "_you", "_forced")
    for code in part:
        base = code
        for end in ends:
            base = base.removesuffix(end)
        known = code in named or base in named or any(code.startswith(start) for start in starts)
        assert known, f"{code} is never said"
    assert {f"phrase_{phrase}" for phrase in PHRASES} <= set(part)


def test_every_event_is_told_in_words_to_everybody() -> None:
    """Tables on which everything happens; nothing is said with a missing parameter."""
    heard: set[str] = set()
    for rules, players in (("mexicano", 3), ("clasico", 2)):
        kept = Kept(rules, players, dealer=None, deals=1).people()
        table = kept.table
        kept.do(table.say, 0, phrase="hello")
        for option in ("free", "off", "phrases"):
            kept.do(table.set_option, 0, "chat", option)
        for value in (False, True):
            kept.do(table.set_option, 0, "spectators", value)
            kept.do(table.set_option, 0, "bots_replace", value)
        kept.do(table.start, 0)
        kept.shuffled()
        for seat in table.people:
            kept.do(table.vote_clock, seat, off=True)
        kept.do(table.vote_clock, 0, off=False)
        kept.do(table.leave, players - 1)
        kept.do(table.sit, players - 1, "", f"h{players - 1}")
        kept.pass_time()
        kept.finish()
        kept.do(table.remove, players - 1, 0)
        kept.do(table.rematch, 0)
        for seat in table.people:
            if table.stage == "over":
                kept.do(table.rematch, seat)
        kept.do(table.close, "host")
        for lang in ("en", "es"):
            words = table.words(lang)
            for seat in (None, *range(players)):
                told = table.told(None, seat, words)
                assert told is not None
                for one in told:
                    heard.add(one["event"]["event"])
                    assert one["text"] or one["event"]["event"] == "host"
        kept.check()
    assert {"shuffling", "committed", "timed_out", "scored", "opened_fair", "closed"} <= heard


def test_a_view_says_whose_turn_it_is_and_why() -> None:
    kept = Kept("mexicano", 3).begun(0, 1, 2)
    rng = Random(3)
    phases: set[str] = set()
    for _ in range(400):
        if kept.table.stage == "between":
            kept.do(kept.table.next_deal)
        live = kept.live
        for lang in ("en", "es"):
            words = kept.table.words(lang)
            for seat in (None, 0, 1, 2):
                view = kept.table.view(seat, words)
                assert view is not None
                phases.add(view["phase"])
                assert view["why"][-1] in ".!"
                acting = seat in live.waiting
                assert (view["legal"] is not None) == acting
                if acting:
                    offers = view["offers"]
                    assert [offer["action"] for offer in offers] == view["legal"]
                    assert view["legal_count"] == len(view["legal"])
                    for offer in offers:
                        assert offer["say"]
                        laying = offer["kind"] in ("take", "meld")
                        assert (offer["layout"] is not None) == laying
                assert (view["forced"] is not None) == (view["phase"] == Phase.FORCED)
                assert (view["waiting"] is None) == (view["phase"] == Phase.EXCHANGE)
        first = live.waiting[0]
        legal = live.legal(first)
        force = [action for action in legal if action.kind is Kind.FORCE]
        fitting = [
            action
            for action in legal
            if action.kind is Kind.PAY
            and any(forcing.fits(live.info(None), other, action.card) for other in range(3))
        ]
        if PASS in legal and rng.random() < 0.4:
            choice = PASS
        else:
            choice = rng.choice(force or fitting or legal)
        kept.do(kept.table.submit, first, choice)
    assert phases >= {"exchange", "offer", "window", "forced", "pay"}
