"""A browser for all tests of this folder, and pages that notice everything that goes wrong."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright")
pytest.importorskip("uvicorn")

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

from tests.browser.server import Served, serving

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}

NewPage = Callable[..., Page]
Serve = Callable[..., Served]


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no chromium on this machine")
    started = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
    yield started
    started.close()


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Starts servers; they run until all pages are closed."""
    with ExitStack() as running:

        def start(**options: Any) -> Served:
            return running.enter_context(serving(tmp_path / "tables.db", **options))

        yield start


@pytest.fixture
def new_page(
    browser: Browser,
    serve: Serve,  # noqa: ARG001 - pages close before servers stop
    request: pytest.FixtureRequest,
    tmp_path: Path,
) -> Iterator[NewPage]:
    """Makes pages in contexts of their own; afterwards nothing may have gone wrong in any."""
    contexts: list[BrowserContext] = []
    pages: list[Page] = []
    wrong: list[str] = []

    def make(lang: str = "es", *, phone: bool = False, allowed: str = "", **options: Any) -> Page:
        context = browser.new_context(
            locale={"es": "es-MX", "en": "en-US"}[lang], **(PHONE if phone else DESK) | options
        )
        context.set_default_timeout(10_000)
        contexts.append(context)
        page = context.new_page()
        pages.append(page)

        def console(message: Any) -> None:
            text = message.text
            if "Failed to load resource" in text:  # `answered` says which
                return
            if message.type in ("error", "warning") and not (allowed and allowed in text):
                wrong.append(f"console: {text}")

        def answered(response: Any) -> None:
            if response.status >= 400 and not (allowed and allowed in response.url):
                wrong.append(f"{response.status}: {response.url}")

        page.on("response", answered)
        page.on("console", console)
        page.on("pageerror", lambda fault: wrong.append(f"page: {fault}"))
        page.on("request", lambda asked: _own_host(asked.url, wrong))
        return page

    yield make
    failed = getattr(request.node, "failed_call", False)
    if failed or wrong:
        for number, page in enumerate(pages):
            if not page.is_closed():
                page.screenshot(path=tmp_path / f"page-{number}.png")
    for context in contexts:
        context.close()
    assert not wrong, f"{wrong} (pictures in {tmp_path})"


def _own_host(url: str, wrong: list[str]) -> None:
    if not url.startswith(("http://127.0.0.1:", "ws://127.0.0.1:", "data:", "blob:")):
        wrong.append(f"asked another host: {url}")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    outcome = yield
    report = outcome.get_result()  # type: ignore[attr-defined]
    if report.when == "call" and report.failed:
        item.failed_call = True  # type: ignore[attr-defined]
