"""Apps at tables of chosen cards, played by keys and by mouse."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from conquian.core.deal import Deal
from conquian.core.match import default_settings
from conquian.core.presets import Faces
from conquian.core.ruleset import RuleSet
from conquian.play.seats import BOT_NAMES
from conquian.play.session import Plan, Seat, Session
from conquian.records.format import GameRecord
from conquian.tui.app import ConquianApp
from conquian.tui.desk import Taste
from conquian.tui.local import LocalDesk
from conquian.tui.screens.dialogs import Menu
from conquian.tui.screens.table import TableScreen
from conquian.tui.widgets.bars import ActionBar
from conquian.tui.widgets.picture import Picture, Spot
from tests.cli.tables import table

Script = Callable[[Pilot[int]], Coroutine[Any, Any, None]]
SMALL, LARGE = (80, 24), (120, 40)


def session_of(
    rules: str, players: int, *, people: int = 1, seed: str = "7", bot: str = "heuristic"
) -> Session:
    """A new match; the people come first."""
    made = RuleSet.parse(rules)
    names = ["Ana", "Caro", "Dora"][:people]
    seats = [Seat(name) for name in names]
    seats += [Seat(name, bot) for name in BOT_NAMES[: players - people]]
    return Session.start(Plan(made, tuple(seats), default_settings(made), seed=seed))


def session_at(
    rules: str, hands: list[str], stock: str, *actions: str, dealer: int = 0, people: int = 1
) -> Session:
    """A match whose deal has these cards and stands after these actions."""
    live = table(rules, hands, stock, *actions, dealer=dealer)
    record = GameRecord(live.deal, live.actions, live.outcome)
    seats = tuple(
        Seat(name, None if number < people else "heuristic")
        for number, name in enumerate(("Ana", "Beto", "Carla")[: len(hands)])
    )
    return Session.resume(record, None, seats)


def app_at(session: Session, *, lang: str = "en", faces: Faces | None = None) -> ConquianApp:
    """The app at a table where bots do not take their time."""

    def first(app: ConquianApp) -> None:
        app.sit_down(LocalDesk(session, None, app.taste, pace=0))

    return ConquianApp(Taste(lang, faces), pace=0, first=first)


def run(app: ConquianApp, script: Script, size: tuple[int, int] = SMALL) -> None:
    """Let a script use an app; in a thread of its own, as a browser may run in the main one."""

    async def main() -> None:
        async with app.run_test(size=size) as pilot:
            await settle(pilot)
            await script(pilot)

    with ThreadPoolExecutor(1) as alone:
        alone.submit(asyncio.run, main()).result()


async def settle(pilot: Pilot[int], most: float = 20.0) -> None:
    """Until a person must do something, or a dialog is open."""
    app = app_of(pilot)
    until = asyncio.get_running_loop().time() + most
    while True:
        await pilot.pause()
        screen = app.screen
        if not isinstance(screen, TableScreen) or not waits(screen):
            return
        assert asyncio.get_running_loop().time() < until, text_of(app)
        await asyncio.sleep(0.002)


def waits(screen: TableScreen) -> bool:
    """Bots are to move, or nothing is dealt yet."""
    view, desk = screen.desk.view, screen.desk
    if desk.remote:
        return view is not None and not view.acting and view.result is None
    if view is None or desk.facts is None:
        return True
    return not view.acting and view.result is None and desk.curtain is None


async def press(pilot: Pilot[int], *keys: str) -> None:
    """Keys, one after the other, and what follows from them."""
    for key in keys:
        await pilot.press(key)
    await settle(pilot)


async def click(pilot: Pilot[int], what: str, value: object = None) -> None:
    """The mouse on something drawn, wherever it lies."""
    app = app_of(pilot)
    for picture in app.screen.query(Picture):
        for spot in picture.spots:
            if spot.what == what and value in (None, spot.value):
                await pilot.click(picture, offset=offset_of(spot))
                await settle(pilot)
                return
    raise AssertionError(f"there is no {what} {value}:\n{text_of(app)}")


def offset_of(spot: Spot) -> tuple[int, int]:
    return (spot.left + 1, (spot.top + spot.bottom) // 2)


def app_of(pilot: Pilot[int]) -> ConquianApp:
    assert isinstance(pilot.app, ConquianApp)
    return pilot.app


def table_of(pilot: Pilot[int]) -> TableScreen:
    """The table, which may lie under something."""
    return next(s for s in app_of(pilot).screen_stack if isinstance(s, TableScreen))


def lines_of(app: ConquianApp) -> list[str]:
    """What the screen shows, row by row."""
    strips = app.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip).rstrip() for strip in strips]


def text_of(app: ConquianApp) -> str:
    return "\n".join(lines_of(app))


def said(app: ConquianApp) -> str:
    """All that is shown as one line, so that wrapped sentences can be found."""
    return " ".join(text_of(app).split())


def keys_for(screen: TableScreen) -> Sequence[str]:
    """Keys that do something sensible now."""
    now = screen.now
    if now.mode in ("give", "pay"):
        return ("1", "enter")
    if any(way.kind == "take" for way in now.ways):
        return ("t", "enter")
    if any(way.kind == "meld" for way in now.ways):
        return ("m", "enter")
    if now.passing is not None:
        return ("p",)
    return ("f", "enter")


async def play_deal(pilot: Pilot[int], most: int = 400) -> None:
    """By keys to the end of the deal, or through so many decisions; nothing is ever cut off."""
    screen = table_of(pilot)
    for _ in range(most):
        view = screen.desk.view
        if view is not None and view.result is not None:
            return
        if isinstance(app_of(pilot).screen, Menu):  # is it to be paid all the same?
            await press(pilot, "down", "enter")
        else:
            assert overflowing(app_of(pilot)) == [], text_of(app_of(pilot))
            await press(pilot, *keys_for(screen))


def deal_of(session: Session) -> Deal:
    return session.live.deal


def saved(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines()


def overflowing(app: ConquianApp) -> list[str]:
    """Pictures of which something is cut off at this size."""
    found = []
    for picture in app.screen.query(Picture):
        size = picture.content_size
        if not picture.display or not size.width:
            continue
        picture.spots = []
        rows = picture.paint(size.width, size.height).split("\n", allow_blank=True)
        wide = max(row.cell_len for row in rows)
        if wide > size.width or len(rows) > size.height:
            found.append(f"{picture.id}: {wide}×{len(rows)} in {size.width}×{size.height}")
        if picture.id == "seats" and any("…" in row.plain for row in rows):
            found.append("seats: shortened")
        if isinstance(picture, ActionBar) and len(picture.spots) < len(picture.deeds):
            found.append("actions: one is missing")
    return found
