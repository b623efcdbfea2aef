"""Make the pictures in docs/screenshots: ``.venv/bin/python -m tools.screenshots``.

A person plays chosen deals at a server of its own, on a phone and on a desk; look at every picture
after a change of the client.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright
from tests.browser.conftest import ARGUMENTS, CHROMIUM, DESK, PHONE
from tests.browser.person import Person
from tests.browser.playing import opened, play_on, sit_down, wait_for
from tests.browser.server import Served, serving

from conquian.core import PRESETS, MatchSettings
from conquian.dealing.seeded import seeded_deal
from conquian.play.settings import Options, TableSettings

FOLDER = Path(__file__).parents[1] / "docs/screenshots"


def main() -> None:
    """Make all pictures."""
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data) / "t.db", dealer=_dealer) as served,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        _pages(browser, served)
        _table(browser, served, "phone", "es", PRESETS["mexicano"].id, 3)
        _table(browser, served, "desk", "en", PRESETS["gamevelvet"].id, 4)
        _table(browser, served, "phone-french", "en", PRESETS["clasico"].id, 2)
        browser.close()


def _dealer(rules: Any, players: int, dealer: int, number: int) -> Any:
    return seeded_deal(rules, players, dealer, "pictures", number)


def _page(browser: Browser, lang: str, *, phone: bool) -> Page:
    locale = {"es": "es-MX", "en": "en-US"}[lang]
    return browser.new_context(locale=locale, **(PHONE if phone else DESK)).new_page()


def _take(page: Page, name: str) -> None:
    page.wait_for_timeout(600)  # cards have stopped moving
    page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=85)
    print(name, (FOLDER / f"{name}.jpg").stat().st_size // 1024, "kB")


def _pages(browser: Browser, served: Served) -> None:
    for phone, kind in ((True, "phone"), (False, "desk")):
        page = _page(browser, "es" if phone else "en", phone=phone)
        for path, name in (("/", "lobby"), ("/learn", "tutorial"), ("/new", "new-table")):
            page.goto(served.url + path)
            _take(page, f"{name}-{kind}")
        page.context.close()


def _table(
    browser: Browser, served: Served, kind: str, lang: str, rules: str, players: int
) -> None:
    phone = kind.startswith("phone")
    page = _page(browser, lang, phone=phone)
    settings = TableSettings(PRESETS[rules], players, MatchSettings(deals=3), Options(clock=None))
    code = opened(served, settings)
    sit_down(page, served, code, "Ana")
    page.locator(".fill-line button").click()
    page.locator("button.start").click()
    table = served.table(code)
    person = Person(page)
    for _ in range(7):
        wait_for(
            page,
            lambda: table.stage != "playing" or (table.live and 0 in table.live.waiting),
            "my turn",
        )
        info = table.info(0)
        if table.stage != "playing" or info is None:
            break
        expect(page.locator("cq-actions.acting")).to_be_visible()
        legal = info.legal_actions()
        if info.laid[0] and len(legal) > 1 and str(info.phase) == "offer":
            break
        rows = table.rows
        person.do(legal[0])
        wait_for(page, lambda rows=rows: table.rows > rows, "the action")  # type: ignore[misc]
    _take(page, f"table-{kind}")
    if table.stage == "playing":
        play_on(person, table)
    expect(page.locator("cq-result")).to_be_visible()
    _take(page, f"result-{kind}")
    page.goto(f"{served.url}/t/{code}/1")
    _take(page, f"replay-{kind}")
    page.context.close()


if __name__ == "__main__":
    main()
