"""What the connection does to a table: reloads, second windows, a cut network, a restart."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from conquian.core import PRESETS
from conquian.play.settings import Options, TableSettings
from conquian.play.table import Table
from tests.browser.conftest import NewPage, Serve
from tests.browser.person import Person
from tests.browser.playing import opened, play_on, sit_down, wait_for
from tests.browser.server import Served, free_port, serving


def _begun(served: Served, page: Page) -> Table:
    """A two-player deal against a bot; it is the person's turn."""
    code = opened(served, TableSettings(PRESETS["clasico"], 2, options=Options(clock=None)))
    sit_down(page, served, code, "Ana")
    page.locator(".fill-line button").click()
    page.locator("button.start").click()
    table = served.table(code)
    wait_for(page, lambda: table.live and 0 in table.live.waiting, "my turn")
    expect(page.locator("cq-actions.acting")).to_be_visible()
    return table


def _hand(page: Page) -> set[str]:
    expect(page.locator(".hand-cards button.card").first).to_be_visible()
    cards = page.locator(".hand-cards button.card").all()
    return {card.get_attribute("data-id") or "" for card in cards}


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_reload_and_a_second_window(new_page: NewPage, serve: Serve) -> None:
    served = serve()
    page = new_page("en")
    table = _begun(served, page)
    hand = _hand(page)
    page.reload()
    assert _hand(page) == hand
    second = page.context.new_page()
    second.goto(page.url)
    assert _hand(second) == hand
    rows = table.rows
    info = table.info(0)
    assert info is not None
    Person(second).do(info.legal_actions()[0])
    wait_for(second, lambda: table.rows > rows, "the action")
    wait_for(page, lambda: not table.live or 0 in table.live.waiting or table.live.is_over, "on")
    page.bring_to_front()
    play_on(Person(page), table)
    expect(page.locator("cq-result")).to_be_visible()
    second.bring_to_front()
    expect(second.locator("cq-result")).to_be_visible()


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_the_personal_link_takes_the_seat_elsewhere(new_page: NewPage, serve: Serve) -> None:
    served = serve()
    page = new_page("es")
    _begun(served, page)
    hand = _hand(page)
    boot = page.locator("script#boot").inner_text()
    link = json.loads(boot)["seat_link"]
    if link is None:  # the page was made before anybody sat down
        page.reload()
        link = json.loads(page.locator("script#boot").inner_text())["seat_link"]
    other = new_page("en", phone=True)
    other.goto(link)
    other.locator("main form button").tap()
    other.wait_for_url("**/t/*")
    assert _hand(other) == hand


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_a_cut_network(new_page: NewPage, serve: Serve) -> None:
    served = serve()
    page = new_page("en", allowed="net::ERR_")
    table = _begun(served, page)
    page.context.set_offline(True)
    info, rows = table.info(0), table.rows
    assert info is not None
    Person(page).do(info.legal_actions()[0])
    page.wait_for_timeout(1500)
    page.context.set_offline(False)
    # The action waits in the page until the way is free: till then nothing else is to be done.
    wait_for(page, lambda: table.rows > rows, "the action of before")
    play_on(Person(page), table)
    expect(page.locator("cq-result")).to_be_visible(timeout=30_000)


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_the_server_restarts_in_the_middle_of_a_deal(new_page: NewPage, tmp_path: Path) -> None:
    port, data = free_port(), tmp_path / "restart.db"
    page = new_page("es", allowed="WebSocket")
    with serving(data, port=port) as served:
        table = _begun(served, page)
        hand, rows = _hand(page), table.rows
    with serving(data, port=port) as served:
        code = page.url.split("/t/")[1]
        wait_for(page, lambda: code in served.app.state.site.hub._rooms, "the client comes back")
        table = served.table(code)
        assert table.rows >= rows
        assert _hand(page) == hand
        play_on(Person(page), table)
        expect(page.locator("cq-result")).to_be_visible()
        page.close()
