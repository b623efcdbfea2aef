"""Every refusal of a record has its sentence in both languages, and no sentence is left over."""

from __future__ import annotations

import json
import re
from importlib import resources

from conquian.core.catalogue import parameters, sentences

PART = json.loads(resources.files("conquian.records").joinpath("sentences.json").read_text("utf-8"))


def test_every_code_has_its_sentence_and_every_sentence_its_code() -> None:
    source = "".join(
        file.read_text("utf-8")
        for file in resources.files("conquian.records").iterdir()
        if file.name.endswith(".py")
    )
    codes = set(re.findall(r'BadRecord\(\s*"([a-z0-9_]+)"', source))
    codes |= set(re.findall(r'\("(legal_[a-z_]+)", set', source))
    assert codes == set(PART)


def test_both_languages_speak_of_the_same_things() -> None:
    for code, texts in PART.items():
        assert set(texts) == {"en", "es"}
        assert parameters(texts["en"]) == parameters(texts["es"]), code
        assert sentences()[code] == texts
