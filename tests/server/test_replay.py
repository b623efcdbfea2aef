"""Finished deals step by step: by link, from a file, in words; a live one is shown to nobody."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from httpx import Client

from conquian.core.catalogue import sentences
from conquian.core.events import Ended
from conquian.core.presets import PRESETS
from conquian.dealing.seeded import seeded_deal
from conquian.play.live import LiveDeal
from conquian.records.format import GameRecord
from conquian.server.pages_replay import MOST_BYTES
from conquian.server.replaying import replay, replay_words
from tests.play.tables import PRESET_TABLES, Kept
from tests.server.pages import LANGUAGES, sane
from tests.server.serving import Served

SERVER = Path(__file__).resolve().parents[2] / "src" / "conquian" / "server"


def played(name: str, players: int, seed: int = 0, plies: int = 10_000) -> GameRecord:
    """A deal of uniform play."""
    deal = seeded_deal(PRESETS[name], players, seed % players, "replay", seed)
    live, rng = LiveDeal(deal), Random(seed)
    while not live.is_over and len(live.actions) < plies:
        seat = live.waiting[0]
        live.submit(seat, rng.choice(live.legal(seat)))
    names = ("Ana", "Beto", "Carla", "Dora", "Elisa", "Fito")[:players]
    return GameRecord(deal, live.actions, result=live.outcome, seats=names)


def stored(served: Served, code: str, kept: Kept) -> str:
    """A table as if it had been played here."""
    first, *rest = kept.rows
    rows = [first | {"code": code}, *rest]
    served.hub.store.append(code, 1, rows).result(10)
    return code


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("name", "players"), PRESET_TABLES)
def test_the_frames_are_what_the_table_told(name: str, players: int, lang: str) -> None:
    record = played(name, players, seed=players)
    live = LiveDeal(record.deal, record.seats, record.actions)
    words = replay_words(record, lang)
    opened = replay(record, None, words)
    assert len(opened["frames"]) == live.version
    for seat in range(players):
        one = replay(record, seat, words)
        for frame, whole in zip(one["frames"], opened["frames"], strict=True):
            assert frame["text"]
            if frame["event"] != "over":
                others = [hand for other, hand in enumerate(frame["hands"]) if other != seat]
                assert others == [None] * (players - 1)
            assert frame["hands"][seat] == whole["hands"][seat]
            cards = frame["hands"][seat] + [c for meld in frame["layouts"][seat] for c in meld]
            assert len(cards) <= one["goal"]
            assert len(frame["hands"][seat]) == frame["counts"][seat]
        assert None not in one["frames"][-1]["hands"]


def test_a_deal_that_was_given_up_ends_so() -> None:
    record = played("mexicano", 2, plies=6).changed(ended=Ended("forfeit", 1))
    shown = replay(record, None, replay_words(record, "en"))
    assert shown["frames"][-1]["event"] == "over"
    assert "Beto" in shown["frames"][-1]["text"]
    abandoned = record.changed(ended=Ended("abandoned", None))
    assert replay(abandoned, None, replay_words(record, "es"))["frames"][-1]["phase"] == "over"


def test_with_open_hands_the_exchange_is_told() -> None:
    record = played("mexicano", 3, seed=3)
    frames = replay(record, None, replay_words(record, "en"))["frames"]
    text = next(frame["text"] for frame in frames if frame["event"] == "exchanged")
    assert text.count(" gave ") == 3
    mine = replay(record, None, replay_words(record, "es"), mine=1)["frames"]
    assert any("Pagas" in frame["text"] or "Pasas" in frame["text"] for frame in mine)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_finished_deal_has_its_page(served: Served, client: Client, lang: str) -> None:
    code = stored(served, f"RPAY{lang.upper()}", Kept().begun(0, 1).finish())
    page = sane(client.get(f"/t/{code}/1?lang={lang}"), lang)
    shown = client.get(f"/t/{code}/1.json?lang={lang}").json()
    assert all(frame["text"] in page for frame in shown["frames"])
    one = client.get(f"/t/{code}/1.json?seat=1&faces=french&lang={lang}").json()
    assert (one["seat"], one["faces"]) == (1, "french")
    record = client.get(f"/t/{code}/1.jsonl")
    line = json.loads(record.text)
    assert line["actions"]
    assert client.get(f"/t/{code}/1.json?seat=7").status_code == 400


def test_a_live_deal_is_shown_to_nobody(served: Served, client: Client) -> None:
    code = stored(served, "RPVEVE", Kept().begun(0, 1))
    for path in ("1", "1.json", "1.jsonl"):
        answer = client.get(f"/t/{code}/{path}?lang=en")
        assert answer.status_code == 400, path
        assert sentences()["deal_not_finished"]["en"] in answer.text
        assert "hands" not in answer.text
    assert client.get(f"/t/{code}/2").status_code == 400
    assert client.get("/t/NQNQNQ/1").status_code == 404


def ask(client: Client, text: str, **query: str) -> dict[str, Any]:
    answer = client.post("/api/replay", content=text, params=query)
    found: dict[str, Any] = answer.json()
    assert answer.status_code == (200 if found["replay"] else 400)
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_file_is_read_line_by_line(client: Client, lang: str) -> None:
    good, other = str(played("diario", 3, seed=1)), str(played("clasico", 2, seed=2))
    found = ask(client, f"{good}\n{{}}\n{other}\n", lang=lang)
    assert [(one["line"], one["ok"]) for one in found["records"]] == [
        (1, True),
        (2, False),
        (3, True),
    ]
    assert found["replay"]["record"] == 0
    assert "Ana" in found["records"][0]["text"]
    chosen = ask(client, f"{good}\n{other}\n", record="1", seat="0", lang=lang)
    assert (chosen["replay"]["record"], chosen["replay"]["seat"]) == (1, 0)
    page = sane(client.get(f"/replay?lang={lang}"), lang)
    assert "<textarea" in page
    told = sane(client.post(f"/replay?lang={lang}", data={"records": good}), lang)
    assert all(frame["text"] in told for frame in found["replay"]["frames"])


def test_what_cannot_be_replayed_is_refused_in_words(client: Client) -> None:
    record = played("mexicano", 2, seed=4)
    wrong = json.loads(str(record))
    wrong["actions"][3] = "pay 1o" if wrong["actions"][3] != "pay 1o" else "pass"
    for text in ("", "nothing", "[]", json.dumps(wrong), "\ufeff{", "{" * 5000):
        found = ask(client, text)
        assert found["replay"] is None
        assert all(one["text"] and not one["ok"] for one in found["records"])
        page = client.post("/replay", data={"records": text})
        assert page.status_code == 400
    too_long = client.post("/api/replay", content=" " * (MOST_BYTES + 1))
    assert too_long.status_code == 413
    beyond = ask(client, str(record), record="5")
    assert beyond["replay"] is None


def test_every_sentence_of_the_replay_is_used_and_none_is_missing() -> None:
    known = json.loads((SERVER / "replay_words.json").read_text("utf-8"))
    names = ("pages_replay.py", "replaying.py", "templates/replay.html")
    scripts = ("static/pages/replay.js", "static/pages/files.js")
    source = "\n".join((SERVER / name).read_text("utf-8") for name in (*names, *scripts))
    assert [code for code in known if f'"{code}"' not in source and code[-4:] != "_one"] == []
    assert all(set(text) == {"en", "es"} for text in known.values())
