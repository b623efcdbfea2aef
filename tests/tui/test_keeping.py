"""Matches of the app are kept as those of the line mode are, and the home screen leads to them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("textual")

from textual.pilot import Pilot

from conquian.cli.app import BadFile, Shelf
from conquian.cli.line.archive import folder
from conquian.play.session import Plan, Session
from conquian.records.reader import ReadRecord
from conquian.tui.app import ConquianApp
from conquian.tui.desk import Taste
from conquian.tui.screens.setup import SetupScreen
from tests.records.samples import read_all
from tests.tui.tables import press, run, said, table_of


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("APPDATA", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


@pytest.mark.slow
def test_from_the_menu_to_a_table_away_and_back_again(home: Path) -> None:
    app = ConquianApp(Taste("en"), Shelf("en"), pace=0)

    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, "enter")
        setup = app.screen
        assert isinstance(setup, SetupScreen)
        await press(pilot, "up", "up", "up", "up", "right")  # one more player
        assert setup.players == 3
        await press(pilot, "down", "down", "down", "down", "enter")
        facts = table_of(pilot).desk.facts
        assert facts is not None
        assert len(facts.seats) == 3
        await press(pilot, "1", "enter")
        facts = table_of(pilot).desk.facts
        assert facts is not None
        version = facts.version
        await press(pilot, "q")
        assert "can be resumed" in said(app)
        await press(pilot, "down", "enter")
        assert "Go on with a saved match" in said(app)
        (path,) = folder().glob("*.jsonl")
        (line,) = read_all(path.read_bytes())
        assert isinstance(line, ReadRecord)
        assert len(line.record.actions) >= 3
        await press(pilot, "down", "enter")
        await press(pilot, "enter")
        facts = table_of(pilot).desk.facts
        assert facts is not None
        assert facts.version >= version - 1
        assert "you gave" in said(app)

    run(app, script)
    assert home.exists()


def test_a_finished_match_and_one_with_a_program_are_not_gone_on_with(home: Path) -> None:
    from tests.tui.tables import session_of

    session = session_of("mexicano", 2)
    session.begin_deal()
    data = session.record_object()
    assert data is not None
    path = home / "match.jsonl"
    path.write_text(json.dumps(data) + "\n")
    shelf = Shelf("en")
    resumed, archive = shelf.load(path)
    assert isinstance(resumed, Session)
    assert isinstance(resumed.plan, Plan)
    assert archive.path == path
    data["play"]["bots"][1] = "cmd:false"
    path.write_text(json.dumps(data) + "\n")
    with pytest.raises(BadFile) as refused:
        shelf.load(path)
    assert refused.value.code == "app_program_asks"
    path.write_text("{}\n")
    with pytest.raises(BadFile) as refused:
        shelf.load(path)
    assert refused.value.code == "line_file_refused"


def test_the_same_person_at_the_same_server(home: Path) -> None:
    shelf = Shelf("en")
    first = shelf.token("http://a.example")
    assert len(first) == 43
    assert shelf.token("http://b.example") != first
    assert Shelf("es").token("http://a.example") == first
    kept = folder().parent / "servers.json"
    assert kept.stat().st_mode & 0o077 == 0
    kept.write_text("[]")
    assert len(shelf.token("http://a.example")) == 43
    assert home.exists()
