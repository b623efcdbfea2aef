"""People talk with a table over real sockets (docs/protocol.md §5)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("starlette")

from conquian.play.settings import Options
from conquian.play.table import Table
from conquian.records.format import GameRecord
from tests.play.tables import seeded
from tests.server.serving import Person, Served, begun, people, play_on, serving


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path) as made:
        yield made


def test_a_whole_deal_and_everybody_is_told_the_same(served: Served) -> None:
    code = served.table("mexicano", 3)
    with begun(served, code, "Ana", "Beto", "Carla") as sitting:
        watcher = Person(served.port, code)
        play_on(sitting, Random(1), until=lambda: sitting[0].table["stage"] != "playing")
        last = sitting[0].version
        for person in (*sitting, watcher):
            person.until_version(last)
            view = person.view
            assert view is not None
            assert view["result"]["hands"]
        assert watcher.seat is None
        replayed = Table.replay(served.rows(code), dealer=seeded)
        assert replayed.version == last
        assert list(replayed.match.scores) == sitting[1].table["scores"]
        answer = served.get(f"/t/{code}/1.jsonl")
        assert answer.status_code == 200
        assert GameRecord.read(answer.json()).actions == replayed.record(1).actions
        watcher.close()


def test_a_fair_deal_shared_by_two(tmp_path: Path) -> None:
    with serving(tmp_path, dealer=None) as served:
        code = served.table("clasico", 2)
        with begun(served, code, "Ana", "Beto") as sitting:
            play_on(sitting, Random(2), until=lambda: sitting[0].table["stage"] != "playing")
            record = served.get(f"/t/{code}/1.jsonl").json()
        shares = record["fair"]["seats"]
        assert [share["status"] for share in shares] == ["revealed", "revealed"]


def test_an_action_is_done_once_however_often_it_is_sent(served: Served) -> None:
    code = served.table()
    with begun(served, code, "Ana", "Beto") as sitting:
        person = next(one for one in sitting if one.legal)
        first = person.act(person.legal[0], id="same")
        kept = len(served.rows(code))
        again = [person.act("pass", id="same") for _ in range(3)]
        assert [answer["type"] for answer in again] == ["ack"] * 3
        assert {answer["version"] for answer in again} == {first["version"]}
        assert len(served.rows(code)) == kept
        served_again = Person(served.port, code, person.name)
        assert served_again.act("pass", id="same")["version"] == first["version"]
        served_again.close()


def test_what_was_decided_before_the_table_moved_is_refused(served: Served) -> None:
    code = served.table()
    with begun(served, code, "Ana", "Beto") as sitting:
        stale = sitting[0].table["move"] - 1
        person = next(one for one in sitting if one.legal)
        answer = person.ask(type="act", action=person.legal[0], version=stale)
        assert (answer["type"], answer["code"]) == ("refused", "table_moved")
        assert answer["text"]
        assert person.act(person.legal[0])["type"] == "ack"


def test_chat_does_not_make_an_action_stale(served: Served) -> None:
    code = served.table()
    with begun(served, code, "Ana", "Beto") as sitting:
        person = next(one for one in sitting if one.legal)
        before = person.version
        other = sitting[1 - sitting.index(person)]
        assert other.ask(type="say", phrase="hello")["type"] == "ack"
        answer = person.ask(type="act", action=person.legal[0], version=before)
        assert answer["type"] == "ack"


def test_who_comes_back_hears_what_was_missed_and_no_more(served: Served) -> None:
    code = served.table()
    with begun(served, code, "Ana", "Beto") as sitting:
        ana, beto = sitting
        known = ana.version
        ana.close()
        beto.ask(type="say", phrase="hello")
        beto.ask(type="say", phrase="hello")
        ana = Person(served.port, code, "Ana", greet=False)
        ana.version = known
        ana.send(type="hello", protocol=1, version=known, lang="en")
        welcome = ana.until("welcome")
        assert not welcome["fresh"]
        assert [event["v"] for event in welcome["events"]] == [known + 1, known + 2]
        again = Person(served.port, code, "Ana", version=10**9)
        assert again.frames[0]["fresh"]
        assert again.version == ana.version
        again.close()
        ana.close()


def test_two_windows_of_one_seat_both_work(served: Served) -> None:
    code = served.table()
    with begun(served, code, "Ana", "Beto") as sitting:
        windows = {one.name: [one, Person(served.port, code, one.name)] for one in sitting}
        for turn in range(6):
            acting = next(pair for pair in windows.values() if pair[0].legal)
            window = acting[turn % 2]
            window.until_version(max(one.version for pair in windows.values() for one in pair))
            assert window.act(window.legal[0])["type"] == "ack"
            for pair in windows.values():
                for one in pair:
                    one.until_version(window.version)
            if window.table["stage"] != "playing":
                break
        for name in ("Ana", "Beto"):
            one, other = windows[name]
            assert one.view == other.view
            other.close()


def test_a_table_goes_on_after_it_left_the_memory(served: Served) -> None:
    code = served.table()
    with begun(served, code, "Ana", "Beto") as sitting:
        version = sitting[0].version
        view = sitting[0].view
    with people(served, code, "Ana") as (ana,):
        ana.until_version(version)
    for _ in range(50):
        served.forget()
        if code not in served.hub._rooms:
            break
    assert code not in served.hub._rooms
    with people(served, code.lower(), "Ana", "Beto") as sitting:
        assert sitting[0].version == version
        assert sitting[0].view == view


def test_everybody_is_told_in_his_own_words(served: Served) -> None:
    code = served.table()
    with begun(served, code, "Ana", "Beto") as sitting:
        spanish = Person(served.port, code, "Ana", lang="es")
        assert spanish.view is not None
        assert sitting[0].view is not None
        assert spanish.view["why"] != sitting[0].view["why"]
        assert spanish.view["legal"] == sitting[0].view["legal"]
        spanish.close()


def test_a_preview_lists_what_the_cards_can_do(served: Served) -> None:
    code = served.table()
    with begun(served, code, "Ana", "Beto") as sitting:
        person = next(one for one in sitting if one.legal)
        answer = person.ask(type="preview", cards=[])
        assert answer["type"] == "preview"
        assert {one["action"] for one in answer["actions"]} <= set(person.legal)


def test_presence(served: Served) -> None:
    code = served.table()
    with begun(served, code, "Ana", "Beto") as sitting:
        sitting[1].quiet()
        assert sitting[1].connected == [True, True]
        sitting[0].close()
        sitting[1].until("presence")
        assert sitting[1].connected == [False, True]


def test_who_watches_may_only_watch(served: Served) -> None:
    code = served.table()
    with begun(served, code, "Ana", "Beto") as sitting:
        watcher = Person(served.port, code, "Carla")
        assert watcher.view is not None
        assert watcher.view["hand"] is None
        assert watcher.view["legal"] is None
        for frame in (
            {"type": "act", "action": "pass"},
            {"type": "preview", "cards": []},
            {"type": "say", "phrase": "hello"},
            {"type": "host", "do": "close"},
            {"type": "give_up"},
            {"type": "leave"},
        ):
            assert watcher.ask(**frame)["code"] == "spectator"
        assert sitting[0].ask(type="host", do="spectators", on=False)["type"] == "ack"
        late = Person(served.port, code, greet=False)
        late.send(type="hello", protocol=1)
        assert late.take()["code"] == "no_spectators"
        assert late.until_closed() == 1008
        assert watcher.until_closed() == 1008


def test_the_host_removes_somebody_and_a_bot_goes_on(served: Served) -> None:
    code = served.table()
    with begun(served, code, "Ana", "Beto") as sitting:
        ana, beto = sitting
        assert beto.host("remove", seat=0)["code"] == "host_only"
        assert ana.host("remove", seat=1)["type"] == "ack"
        beto.until("welcome")
        assert beto.seat is None
        assert ana.table["seats"][1]["bot"] == "heuristic"


def test_bots_play_on_and_a_match_ends(served: Served) -> None:
    code = served.table("clasico", 2, deals=1)
    with begun(served, code, "Ana", bot="greedy") as (ana,):
        play_on([ana], Random(3), until=lambda: ana.table["stage"] == "over")
        assert ana.ask(type="rematch")["type"] == "ack"
        ana.until_stage("playing")
        assert ana.table["scores"] == [0, 0]


def test_a_closed_table_says_good_bye(served: Served) -> None:
    code = served.table(options=Options(clock=None))
    with begun(served, code, "Ana", "Beto") as sitting:
        sitting[0].host("close")
        assert sitting[1].until_closed() == 1000
        assert sitting[1].frames[-1]["type"] == "bye"
        assert sitting[1].frames[-1]["code"] == "closed"


def test_stopping_says_good_bye_with_1012(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        code = served.table()
        person = Person(served.port, code, "Ana")
    assert person.until_closed() == 1012
    assert person.frames[-1]["code"] == "restarting"
