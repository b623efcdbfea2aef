"""A newcomer's first minute: one button, a table, a turn taken."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPage, Serve
from tests.browser.person import By, Person
from tests.browser.server import Served


def _act_once(person: Person, served: Served) -> None:
    """Whatever may be done first, the person does."""
    table = served.table(person.code)
    info = table.info(0)
    assert info is not None
    legal = info.legal_actions()
    version = table.rows
    person.do(legal[0])
    deadline = time.monotonic() + 10
    while table.rows == version:
        assert time.monotonic() < deadline, f"{legal[0]} was not done"
        person.page.wait_for_timeout(20)


@pytest.mark.parametrize(
    ("lang", "by", "phone"), [("es", "touch", True), ("en", "mouse", False), ("en", "keys", False)]
)
def test_playing_within_ten_seconds(
    new_page: NewPage, serve: Serve, lang: str, by: By, *, phone: bool
) -> None:
    served = serve()
    page = new_page(lang, phone=phone)
    began = time.monotonic()
    page.goto(served.url)
    person = Person(page, by)
    person.press(page.locator("form[action='/play'] button[type=submit]").first)
    page.wait_for_url("**/t/*")
    expect(page.locator("cq-actions.acting")).to_be_visible(timeout=10_000)
    assert time.monotonic() - began < 10
    _act_once(person, served)
