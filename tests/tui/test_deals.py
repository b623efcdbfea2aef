"""Whole deals in the app, at every number of players."""

from __future__ import annotations

import pytest

pytest.importorskip("textual")

from textual.pilot import Pilot

from conquian.core.presets import PRESETS
from conquian.tui.screens.dialogs import Menu
from tests.tui.tables import (
    LARGE,
    SMALL,
    app_at,
    app_of,
    play_deal,
    press,
    run,
    said,
    session_of,
    table_of,
)


@pytest.mark.slow
def test_a_deal_by_keys_ends_with_its_result() -> None:
    session = session_of("mexicano", 2)
    app = app_at(session)

    async def script(pilot: Pilot[int]) -> None:
        await play_deal(pilot)
        assert isinstance(app_of(pilot).screen, Menu)
        assert "The deal is over" in said(app)
        assert session.live.is_over
        await press(pilot, "enter")
        assert table_of(pilot).desk.facts is not None
        assert session.before.played == 1
        assert not session.live.is_over

    run(app, script)


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "large"])
def test_every_preset_and_number_of_players_has_its_table(size: tuple[int, int]) -> None:
    for rules, made in PRESETS.items():
        for players in made.player_counts:
            session = session_of(rules, players, seed=f"{rules} {players}")

            async def script(pilot: Pilot[int]) -> None:
                await play_deal(pilot, most=5)

            run(app_at(session, lang="es"), script, size)
            assert len(session.live.actions) >= players, (rules, players)
