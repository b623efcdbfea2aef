"""Records step by step."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("textual")

from textual.pilot import Pilot

from conquian.play.live import LiveDeal
from conquian.records.format import GameRecord
from conquian.records.writer import record_line
from conquian.tui.app import ConquianApp
from conquian.tui.desk import Taste
from conquian.tui.replay import replay, replay_words
from conquian.tui.screens.dialogs import Menu
from conquian.tui.screens.replay import ReplayScreen
from tests.records.samples import sample
from tests.tui.tables import overflowing, press, run, said

RECORD = GameRecord.read(sample())


def app_replaying(path: Path) -> ConquianApp:
    return ConquianApp(Taste("en"), first=lambda app: app.replay_file(path))


def test_every_step_is_what_the_table_showed_and_nothing_more() -> None:
    record = RECORD
    live = LiveDeal(record.deal, record.seats, record.actions)
    words = replay_words(record, "en", None)
    closed = replay(record, 1, words, opened=False)
    opened = replay(record, 1, words, opened=True)
    assert len(closed.views) == len(opened.views) == len(live.log)
    for one, other in zip(closed.views[:-1], opened.views[:-1], strict=True):
        for seat in range(record.players):
            hand = other.hands[seat]
            assert hand is not None
            assert len(hand) == one.counts[seat]
            assert one.hands[seat] == (hand if seat == 1 else None)
    assert opened.views[-1].result is not None
    assert opened.views[-1].hands == closed.views[-1].hands


@pytest.mark.slow
def test_forward_back_open_closed_other_seats(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    path.write_bytes(record_line(RECORD) * 2)

    async def script(pilot: Pilot[int]) -> None:
        screen = pilot.app.screen
        assert isinstance(screen, ReplayScreen)
        assert "Step 0 of" in said(pilot.app)  # type: ignore[arg-type]
        await press(pilot, "right", "right", "left")
        assert screen.place == 1
        await press(pilot, "end")
        last = screen.place
        await press(pilot, "right")
        assert screen.place == last
        assert overflowing(pilot.app) == []  # type: ignore[arg-type]
        await press(pilot, "home", "o")
        assert "saw it" in said(pilot.app)  # type: ignore[arg-type]
        await press(pilot, "v", "l")
        assert "como lo vio" in said(pilot.app)  # type: ignore[arg-type]
        await press(pilot, "space")
        await pilot.pause(1.1)
        assert screen.place >= 1
        await press(pilot, "right_square_bracket")
        assert screen.place == 0
        await press(pilot, "q")
        assert not isinstance(pilot.app.screen, ReplayScreen)

    run(app_replaying(path), script)


def test_a_file_without_a_deal_is_said(tmp_path: Path) -> None:
    path = tmp_path / "none.jsonl"
    path.write_text("{}\n")

    async def script(pilot: Pilot[int]) -> None:
        assert isinstance(pilot.app.screen, Menu)
        assert "There is no deal in" in said(pilot.app)  # type: ignore[arg-type]

    run(app_replaying(path), script)
