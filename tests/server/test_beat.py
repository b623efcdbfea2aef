"""When a bot answers says nothing about whether it had a choice."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from random import Random
from statistics import mean

import pytest

pytest.importorskip("starlette")

from conquian.bots.registry import make
from conquian.core.action import Action
from conquian.core.view import InfoState
from conquian.server import driver
from conquian.server.driver import Driver
from tests.server.serving import begun, serving

BEAT = 0.12


def _answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, float]]:
    """Of each decision of a bot: how many actions it had, and seconds until everybody saw it."""
    real, real_think = Driver.answer, driver._think
    found: list[tuple[int, float]] = []

    async def watched(self: Driver, room: object, seat: int, bot: str) -> None:
        table = room.table  # type: ignore[attr-defined]
        choices = len(table.live.legal(seat))
        began = time.perf_counter()
        await real(self, room, seat, bot)  # type: ignore[arg-type]
        found.append((choices, time.perf_counter() - began))

    def slow_with_choices(bot: str, info: InfoState, rng: Random) -> Action:
        time.sleep(0.05 if len(info.legal_actions()) > 1 else 0.0)
        return real_think(bot, info, rng)

    monkeypatch.setattr(Driver, "answer", watched)
    monkeypatch.setattr(driver, "_think", slow_with_choices)
    with serving(tmp_path, beat=BEAT) as served:
        code = served.table("gamevelvet", 3)
        with begun(served, code, "Ana", bot="greedy") as (ana,):
            rng = Random(4)
            until = time.monotonic() + 25
            while ana.table["stage"] in ("playing", "between") and time.monotonic() < until:
                if ana.table["stage"] == "between":
                    ana.send(type="ready")
                    ana.until_stage("playing", "over")
                elif ana.legal:
                    ana.act(rng.choice(ana.legal))
                else:
                    ana.take()
    return found


@pytest.mark.slow
@pytest.mark.timeout(120)
def test_the_time_of_an_answer_does_not_depend_on_a_choice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = _answers(tmp_path, monkeypatch)
    forced = [seconds for choices, seconds in found if choices == 1]
    free = [seconds for choices, seconds in found if choices > 1]
    assert len(forced) > 20
    assert len(free) > 20
    for seconds in (*forced, *free):
        assert seconds >= 0.75 * BEAT - 0.01
    # Each is uniform over 0.75 … 1.25 beats: the mean of n of them strays by 0.14 beats / sqrt(n).
    assert abs(mean(forced) - mean(free)) < 0.25 * BEAT


def test_no_bot_plays_where_nobody_is(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        code = served.table("clasico", 2)
        with begun(served, code, "Ana", bot="greedy") as (ana,):
            ana.quiet(0.1)
        time.sleep(0.1)
        kept = len(served.rows(code))
        time.sleep(0.3)
        assert len(served.rows(code)) == kept


def test_too_many_bots_play_cheaper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    thought: list[str] = []
    real = driver._think

    def think(bot: str, info: InfoState, rng: Random) -> Action:
        thought.append(bot)
        time.sleep(0.02)
        return real(bot, info, rng)

    monkeypatch.setattr(driver, "_think", think)
    with serving(tmp_path, bot_threads=1, bot_queue=2) as served:
        code = served.table("clasico", 2)
        with begun(served, code, "Ana", "Beto"):
            room = served.run(served.hub.room(code))
            info = room.table.info(room.table.live.waiting[0])

            async def many() -> None:
                decide = served.hub.driver._decide
                await asyncio.gather(*(decide("heuristic", info, Random(1)) for _ in range(8)))

            served.run(many())
            assert thought.count("heuristic") == 2
            assert thought.count("greedy") == 6
            assert served.hub.metrics.counts["bots_cheaper"] == 6


def test_a_bot_that_fails_is_replaced_and_the_table_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken:
        def decide(self, *_: object) -> Action:
            raise RuntimeError("7c is the card I hold")

    def broken(name: str) -> object:
        return Broken() if name == "heuristic" else make(name)

    monkeypatch.setattr("conquian.server.driver.registry.make", broken)
    with serving(tmp_path) as served:
        code = served.table("clasico", 2)
        with begun(served, code, "Ana", bot="heuristic") as (ana,):
            for _ in range(4):
                while not ana.legal:
                    ana.take()
                ana.act(ana.legal[0])
    failed = [record for record in caplog.records if record.getMessage() == "bot_failed"]
    assert failed
    assert "7c" not in caplog.text
