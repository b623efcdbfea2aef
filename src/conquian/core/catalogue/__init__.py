"""One catalogue of sentences in Spanish and English for every front end.

The sentences are JSON files beside this module, ``{"code": {"en": "…", "es": "…"}}``; a front end
that is not written in Python reads the same files, or the merged form of :func:`as_json`.
A sentence names its parameters in braces, ``{upcard}``. What kind of thing a parameter is follows
from its name (:data:`PARAMETER_KINDS`), so that a front end can show cards in its faces and seats
by their names.
"""

from __future__ import annotations

import json
import pkgutil
import string
from collections.abc import Callable, Mapping
from functools import cache

LANGUAGES = ("en", "es")
FILES = ("refusals", "events", "rules", "bots", "words")
"""The parts shipped with ``core``: reasons of refusals, what happened, what a rule
means, what cards are called."""

PARAMETER_KINDS: Mapping[str, str] = {
    **dict.fromkeys(("card", "upcard", "gave", "got"), "card"),
    **dict.fromkeys(("cards", "laid", "meld"), "cards"),
    **dict.fromkeys(("seat", "actor", "target", "payer", "by"), "seat"),
    "layout": "layout",
    "kind": "kind",
}
"""Parameter name → ``card``, ``cards`` (a zone), ``seat``, ``layout`` or ``kind`` (of action: its
word is the sentence ``kind_…``); all others are shown as they are."""

_parts: list[tuple[str, str]] = [(__name__, name) for name in FILES]

Render = Callable[[str, object], str]
"""``render(kind, value) -> text`` for the kinds of :data:`PARAMETER_KINDS`."""


def add_part(package: str, name: str) -> None:
    """Add ``name.json`` of ``package`` to the catalogue; a second time changes nothing.

    For layers above ``core``, which call it where they are imported: ``add_part(__name__, …)``.
    """
    if (package, name) not in _parts:
        _parts.append((package, name))
        sentences.cache_clear()


@cache
def sentences() -> Mapping[str, Mapping[str, str]]:
    """All sentences: code → language → template. Parts of packages not imported are not there."""
    merged: dict[str, Mapping[str, str]] = {}
    for package, name in _parts:
        data = pkgutil.get_data(package, f"{name}.json") or b"{}"
        merged |= json.loads(data)
    return merged


def as_json() -> str:
    """The whole catalogue as one JSON object, codes sorted."""
    return json.dumps(sentences(), ensure_ascii=False, sort_keys=True, indent=1)


def parameters(template: str) -> set[str]:
    """The parameter names a template speaks of."""
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def sentence(
    code: str, params: Mapping[str, object], lang: str = "en", render: Render | None = None
) -> str:
    """The sentence of ``code`` in ``lang``, its parameters shown by ``render``.

    Without ``render`` cards are spelled as in files and seats are ``seat 0`` / ``asiento 0``.

    Raises:
        KeyError: the code or language is not in the catalogue, or a parameter is missing:
            a fault of the program, never of its user.
    """
    return fill(sentences()[code][lang], params, render or plain(lang))


def fill(template: str, params: Mapping[str, object], render: Render) -> str:
    """``template`` with its parameters shown by ``render``.

    Raises:
        KeyError: a parameter is missing.
    """
    shown = {
        name: render(PARAMETER_KINDS[name], value) if name in PARAMETER_KINDS else value
        for name, value in params.items()
    }
    return template.format_map(shown)


def plain(lang: str) -> Render:
    """A renderer in the spelling of files (formats.md §1)."""
    from conquian.core.cards import card_text, zone_text

    seat_word = {"en": "seat", "es": "asiento"}[lang]

    def render(kind: str, value: object) -> str:
        if isinstance(value, tuple):
            return " | ".join(zone_text(meld) for meld in value)
        if kind == "kind":
            return sentences().get(f"kind_{value}", {}).get(lang, str(value))
        if kind == "seat" or not isinstance(value, int):
            return f"{seat_word} {value}"
        return card_text(value) if kind == "card" else zone_text(value) or "–"

    return render
