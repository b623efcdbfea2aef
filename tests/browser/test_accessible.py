"""No page has a serious fault that axe-core can see, on a phone and on a desk."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from conquian.core import PRESETS
from conquian.play.settings import Options, TableSettings
from tests.browser.conftest import NewPage, Serve
from tests.browser.person import Person
from tests.browser.playing import opened, play_on, sit_down, wait_for

AXE = Path(__file__).parents[2] / "tools/client-types/node_modules/axe-core/axe.min.js"
PAGES = (
    "/",
    "/rules",
    "/rules/gamevelvet",
    "/new",
    "/new?rules=mexicano(yucas=1)&players=3",
    "/mine",
    "/learn",
    "/fair",
    "/verify",
    "/replay",
    "/nowhere",
)


@pytest.fixture(scope="module")
def axe() -> str:
    if not AXE.exists():
        pytest.skip("axe-core is not installed: npm ci --prefix tools/client-types")
    return AXE.read_text("utf-8")


def faults(page: Page, axe: str) -> list[str]:
    """The serious and critical violations of a page."""
    page.evaluate(axe)
    found: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{page.url}: {fault['id']}: {fault['help']}: "
        + "; ".join(node["html"][:160] for node in fault["nodes"][:3])
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
    ]


@pytest.mark.slow
@pytest.mark.parametrize("phone", [True, False])
@pytest.mark.parametrize("lang", ["es", "en"])
def test_the_pages(new_page: NewPage, serve: Serve, axe: str, lang: str, *, phone: bool) -> None:
    served = serve()
    page = new_page(lang, phone=phone, allowed="/nowhere")
    wrong = []
    for path in PAGES:
        page.goto(served.url + path)
        wrong += faults(page, axe)
        wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
        if wide:
            wrong.append(f"{path} is wider than the screen")
    assert not wrong, "\n".join(wrong)


@pytest.mark.slow
@pytest.mark.timeout(240)
@pytest.mark.parametrize("phone", [True, False])
def test_the_table(new_page: NewPage, serve: Serve, axe: str, *, phone: bool) -> None:
    served = serve()
    settings = TableSettings(PRESETS["mexicano"], 3, options=Options(clock=60))
    code = opened(served, settings)
    page = new_page("es", phone=phone)
    page.goto(f"{served.url}/t/{code}")
    expect(page.locator("form.sit")).to_be_visible()
    wrong = faults(page, axe)
    sit_down(page, served, code, "Ana")
    wrong += faults(page, axe)
    page.locator(".fill-line button").click()
    page.locator("button.start").click()
    expect(page.locator("cq-actions.acting")).to_be_visible(timeout=15_000)
    wrong += faults(page, axe)
    person, table = Person(page), served.table(code)
    info = table.info(0)
    assert info is not None
    person.do(info.legal_actions()[0])
    wait_for(page, lambda: table.live and 0 in table.live.waiting, "my turn again")
    expect(page.locator("cq-actions.acting")).to_be_visible()
    wrong += faults(page, axe)
    play_on(person, table)
    expect(page.locator("cq-result")).to_be_visible()
    wrong += faults(page, axe)
    page.goto(f"{served.url}/t/{code}/1")
    wrong += faults(page, axe)
    assert not wrong, "\n".join(wrong)
