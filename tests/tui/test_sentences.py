"""The sentences of the app: complete in both languages, none missing, none left over."""

from __future__ import annotations

import json
import re
from importlib import resources

from conquian.core.catalogue import LANGUAGES, parameters

PART: dict[str, dict[str, str]] = json.loads(
    resources.files("conquian.tui").joinpath("sentences.json").read_text("utf-8")
)
FOLDER = resources.files("conquian.tui")


def source() -> str:
    texts = []
    for folder in (FOLDER, FOLDER / "widgets", FOLDER / "screens"):
        texts += [file.read_text("utf-8") for file in folder.iterdir() if file.name.endswith(".py")]
    return "\n".join(texts)


def test_both_languages_speak_of_the_same_things() -> None:
    for code, texts in PART.items():
        assert set(texts) == set(LANGUAGES), code
        assert all(texts.values()), code
        assert parameters(texts["en"]) == parameters(texts["es"]), code


def test_every_code_has_its_sentence_and_every_sentence_its_code() -> None:
    text = source()
    named = set(re.findall(r'"(app_[a-z0-9_]+)"', text))
    beginnings = tuple(re.findall(r'f"(app_[a-z0-9_]+_)\{', text))
    assert named - PART.keys() == set()
    left = {code for code in PART.keys() - named if not code.startswith(beginnings)}
    assert left == set()
