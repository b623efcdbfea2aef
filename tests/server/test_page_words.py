"""Every sentence the server's pages use is there in both languages, and none is left over."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from conquian.bots import registry
from conquian.core.catalogue import parameters, sentences
from conquian.server.config import Config

SERVER = Path(__file__).resolve().parents[2] / "src" / "conquian" / "server"
PARTS = sorted(path.stem for path in SERVER.glob("*.json") if not path.stem.startswith("learn_st"))


def part(name: str) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads((SERVER / f"{name}.json").read_text("utf-8"))
    return found


def source() -> str:
    """Everything of the server that is written by hand, but the table's client."""
    files = [
        *SERVER.glob("*.py"),
        *SERVER.glob("templates/*.html"),
        *SERVER.glob("static/pages/*.js"),
        *SERVER.glob("learn_steps*.json"),
        *(SERVER.parent / "cli").glob("*.py"),
    ]
    return "\n".join(file.read_text("utf-8") for file in sorted(files))


def used(text: str) -> tuple[set[str], set[str]]:
    """Codes that stand in the source, and beginnings that are completed at run time."""
    codes = set(re.findall(r"[\"'`]([a-z][a-z0-9]*(?:_[a-z0-9]+)+)[\"'`]", text))
    begun = set(re.findall(r"[\"'`]([a-z][a-z0-9_]*_)(?:[\"'`] ~|\{|\$\{|[\"'`]\s*\+)", text))
    # What was checked and is wrong; what is counted and is one.
    codes |= {code + ending for code in codes for ending in ("_bad", "_one")}
    return codes, begun


@pytest.mark.parametrize("name", PARTS)
def test_both_languages_speak_of_the_same_things(name: str) -> None:
    for code, texts in part(name).items():
        assert set(texts) == {"en", "es"}, code
        assert parameters(texts["en"]) == parameters(texts["es"]), code
        assert all(text.strip() == text != "" for text in texts.values()), code


def test_no_code_is_in_two_parts() -> None:
    codes = [code for name in PARTS for code in part(name)]
    assert len(codes) == len(set(codes))


@pytest.mark.parametrize("name", [name for name in PARTS if name != "table_words"])
def test_no_sentence_is_left_over(name: str) -> None:
    codes, begun = used(source())
    left = {
        code
        for code in part(name)
        if code not in codes and not any(code.startswith(start) for start in begun)
    }
    assert left == set()


def test_every_sentence_a_template_uses_is_there() -> None:
    import conquian.server.app  # noqa: F401 - with all parts of the catalogue

    known = sentences()
    for template in sorted(SERVER.glob("templates/*.html")):
        text = template.read_text("utf-8")
        for code in re.findall(r"say\(\"([a-z0-9_]+)\"[,)]", text):
            assert code in known, f"{template.name}: {code}"
        for start in re.findall(r"say\(\"([a-z0-9_]+_)\" ~", text):
            assert any(code.startswith(start) for code in known), f"{template.name}: {start}…"


def test_every_bot_that_may_sit_down_is_described() -> None:
    known = sentences()
    for name in {*Config().bots, *registry.names()}:
        if name.endswith(":"):
            continue
        assert f"bot_title_{name}" in known, name
        assert f"bot_line_{name}" in known, name
