"""What every page of the server must be, for the tests of its pages."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser

from httpx import Response

LANGUAGES = ("es", "en")
_VOID = {"meta", "link", "input", "img", "br", "hr"}


class _Outline(HTMLParser):
    """Elements that are opened and closed, ids, and what a strict policy forbids."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.ids: list[str] = []
        self.wanted: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element begins."""
        self.tags.append(tag)
        if tag not in _VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name.startswith("on") or name == "style":
                self.wrong.append(f"<{tag} {name}>: forbidden by the policy")
            if name == "id" and value:
                self.ids.append(value)
            if name in ("for", "aria-describedby", "aria-labelledby") and value:
                self.wanted += value.split()
            if name in ("src", "href", "action") and value and re.match(r"[a-z]+:|//", value):
                self.wrong.append(f"<{tag} {name}={value}>: another host")
        given = dict(attrs)
        if tag == "script" and "src" not in given and given.get("type") != "application/json":
            self.wrong.append("a script inside the page")
        if tag == "style":
            self.wrong.append("a style inside the page")
        if tag == "img" and "alt" not in given:
            self.wrong.append("an image without alt")

    def handle_endtag(self, tag: str) -> None:
        """An element ends."""
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}> closes another element")


def sane(page: Response, lang: str, status: int = 200) -> str:
    """The text of a page, which has landmarks, one heading, its language, nothing inline."""
    assert page.status_code == status, page.url
    assert page.headers["content-type"].startswith("text/html")
    text = page.text
    found = _Outline()
    found.feed(text)
    assert found.wrong == [], page.url
    assert found.open == [], page.url
    assert f'<html lang="{lang}">' in text
    assert len(found.ids) == len(set(found.ids)), page.url
    assert set(found.wanted) <= set(found.ids), page.url
    assert [found.tags.count(tag) for tag in ("h1", "main", "header")] == [1, 1, 1], page.url
    assert "{{" not in text
    assert "{%" not in text
    return unescape(text)
