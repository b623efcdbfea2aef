"""At a table of a running server, joined by its link."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("textual")
pytest.importorskip("starlette")

from textual.pilot import Pilot

from conquian.play.settings import Options
from conquian.server.tables import seat_key
from conquian.tui.app import ConquianApp
from conquian.tui.desk import Taste
from conquian.tui.remote import BadLink, Link
from conquian.tui.screens.dialogs import Menu, Prompt
from tests.server.serving import Person, serving
from tests.tui.tables import play_deal, press, run, said, settle, table_of


def app_joining(link: str) -> ConquianApp:
    return ConquianApp(Taste("en"), first=lambda app: app.join(link))


async def until(pilot: Pilot[int], text: str) -> None:
    for _ in range(600):
        await pilot.pause(0.01)
        if text in said(pilot.app):  # type: ignore[arg-type]
            return
    raise AssertionError(said(pilot.app))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "socket", "key"),
    [
        ("http://example.org:8123/t/K7Q2M", "ws://example.org:8123/t/K7Q2M/socket", ""),
        (
            "https://example.org/a/t/K7Q2M/seat/abc",
            "wss://example.org/a/t/K7Q2M/socket",
            "abc",
        ),
        (" localhost:8123/t/K7Q2M/ ", "ws://localhost:8123/t/K7Q2M/socket", ""),
    ],
)
def test_a_link_says_where_a_table_is(text: str, socket: str, key: str) -> None:
    link = Link(text)
    assert (link.socket, link.key) == (socket, key)


@pytest.mark.parametrize("text", ["", "hello", "http://x/", "ftp://x/t/AB", "http://x/t/AB/seat"])
def test_what_is_no_link_is_refused(text: str) -> None:
    with pytest.raises(BadLink) as refused:
        Link(text)
    assert refused.value.code == "app_bad_link"
    assert "is not the link of a table" in refused.value.sentence("en")


def test_sit_down_start_with_a_bot_and_play(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        code = served.table("mexicano", options=Options(clock=None))

        async def script(pilot: Pilot[int]) -> None:
            await until(pilot, "Waiting for players")
            await pilot.press("enter")
            assert isinstance(pilot.app.screen, Prompt)
            await pilot.press(*"Ana", "enter")
            await until(pilot, "Bots on the free seats")
            await pilot.press("b")
            await until(pilot, "All are there")
            await pilot.press("enter")
            await until(pilot, "The exchange")
            screen = table_of(pilot)
            await press(pilot, "2", "enter")
            await until(pilot, "you gave")
            await pilot.press("l")
            await until(pilot, "le diste")
            assert screen.desk.facts is not None
            assert screen.desk.facts.you == 0

        app = app_joining(f"{served.url}/t/{code}")
        app.taste = Taste("en")
        run(app, script)


@pytest.mark.slow
def test_a_whole_deal_and_its_replay_at_a_server(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        code = served.table("clasico", options=Options(clock=None))

        async def script(pilot: Pilot[int]) -> None:
            await until(pilot, "Waiting for players")
            await press(pilot, "enter")
            await pilot.press("x", "enter")
            await until(pilot, "Bots on the free seats")
            await pilot.press("b")
            await until(pilot, "All are there")
            await pilot.press("enter")
            await settle(pilot)
            await play_deal(pilot)
            await until(pilot, "The deal is over")
            assert isinstance(pilot.app.screen, Menu)
            await pilot.press("down", "enter")
            await until(pilot, "Step 0 of")

        run(app_joining(f"{served.url}/t/{code}"), script)


@pytest.mark.slow
def test_a_personal_link_gives_the_seat_and_a_cut_line_comes_back(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        code = served.table("clasico", options=Options(clock=None))
        ana = Person(served.port, code, "Ana")
        ana.ask(type="sit", seat=0, name="Ana")
        room = served.run(served.hub.room(code))
        key = seat_key(room.table, 0, next(iter(room.table.seats[0].holders)))
        ana.close()

        async def script(pilot: Pilot[int]) -> None:
            await until(pilot, "Waiting for players")
            desk = table_of(pilot).desk
            assert desk.facts is not None
            assert desk.facts.you == 0
            await desk._socket.close()  # type: ignore[attr-defined]
            for _ in range(500):
                await pilot.pause(0.01)
                if desk.line:
                    break
            assert desk.line == "no connection, trying again…"
            for _ in range(500):
                await pilot.pause(0.01)
                if not desk.line:
                    break
            assert desk.line == ""

        run(app_joining(f"{served.url}/t/{code}/seat/{key}"), script)


@pytest.mark.slow
def test_a_table_that_is_not_there(tmp_path: Path) -> None:
    with serving(tmp_path) as served:

        async def script(pilot: Pilot[int]) -> None:
            for _ in range(500):
                await pilot.pause(0.01)
                if table_of(pilot).desk.line:
                    break
            assert "does not let you in" in table_of(pilot).desk.line

        run(app_joining(f"{served.url}/t/ZZZZZ"), script)
