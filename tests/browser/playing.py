"""Tables for browser tests, and people who play whole deals at them."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Page, expect

from conquian.bots import registry
from conquian.bots.base import NO_LIMIT
from conquian.core import Action, Deal, Kind
from conquian.core.action import FORCE
from conquian.play.settings import TableSettings
from conquian.play.table import Table
from conquian.records.format import GameRecord
from tests.browser.person import Person
from tests.browser.server import Served

SECONDS = 15.0


def scripted() -> list[GameRecord]:
    """Chosen ``mexicano`` deals for three: one with exchange, window, force and regrouping that is
    won, and one that nobody wins."""
    lines = Path(__file__).with_name("deals.jsonl").read_text("utf-8").splitlines()
    return [GameRecord.read(json.loads(line)) for line in lines]


def opened(served: Served, settings: TableSettings) -> str:
    """Open a table; its code."""
    hub = served.app.state.site.hub

    async def work() -> str:
        room = await hub.open(settings)
        return str(room.code)

    return asyncio.run_coroutine_threadsafe(work(), served.loop).result(10)


def sit_down(page: Page, served: Served, code: str, name: str) -> None:
    """Come by the link and sit down under a name."""
    page.goto(f"{served.url}/t/{code}")
    page.locator("form.sit input").fill(name)
    page.locator("form.sit button").click()
    expect(page.locator("form.sit")).to_be_hidden()


def wait_for(page: Page, true: Callable[[], object], what: str) -> None:
    """Let the browser go on until ``true()``."""
    deadline = time.monotonic() + SECONDS
    while not true():
        assert time.monotonic() < deadline, f"still waiting: {what}"
        page.wait_for_timeout(10)


def up_to_date(person: Person, table: Table) -> None:
    """A person acts on what the page shows: wait until it shows the table as it is."""
    top = person.page.locator("#table")
    wait_for(
        person.page,
        lambda: top.get_attribute("data-version") == str(table.version),
        "the page to show it",
    )


def turned(action: Action, shift: int, players: int) -> Action:
    """The same action at a table where everybody sits ``shift`` seats further."""
    return FORCE[(action.seat + shift) % players] if action.kind is Kind.FORCE else action


def play_script(people: Sequence[Person], table: Table, record: GameRecord) -> None:
    """Everybody does what the record says, each at his own page."""
    players = len(people)
    wait_for(people[0].page, lambda: table.stage == "playing", "the deal")
    assert table.live is not None
    shift = table.live.deal.dealer - record.deal.dealer
    for action in record.actions:
        seat = table.live.waiting[0]
        rows = table.rows
        up_to_date(people[seat], table)
        people[seat].do(turned(action, shift, players))
        wait_for(people[seat].page, lambda rows=rows: table.rows > rows, str(action))  # type: ignore[misc]
    assert table.live.is_over


def play_on(person: Person, table: Table, seat: int = 0) -> int:
    """Play ``seat`` as the heuristic would until the deal is over; how many decisions."""
    bot, decisions = registry.make("heuristic"), 0
    while True:
        wait_for(
            person.page,
            lambda: table.stage != "playing" or (table.live and seat in table.live.waiting),
            "my turn",
        )
        if table.stage != "playing":
            return decisions
        info = table.info(seat)
        assert info is not None
        action = bot.decide(info, NO_LIMIT, Random(0))
        assert isinstance(action, Action)
        rows = table.rows
        up_to_date(person, table)
        person.do(action)
        decisions += 1
        wait_for(person.page, lambda rows=rows: table.rows > rows, str(action))  # type: ignore[misc]


def deals_of(records: Sequence[GameRecord]) -> list[Deal]:
    """The deals of records."""
    return [record.deal for record in records]


Json = dict[str, Any]
