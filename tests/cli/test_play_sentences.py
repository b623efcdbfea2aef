"""The sentences of the line-mode interface: complete in both languages, none unused."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

import conquian.cli
import conquian.cli.line
from conquian.cli.line.words import Words
from conquian.core.cards import YUCA, card_of
from conquian.core.catalogue import LANGUAGES, parameters
from conquian.core.packs import pack_named
from conquian.core.presets import Faces

FOLDER = Path(conquian.cli.line.__file__).parent
SENTENCES: dict[str, dict[str, str]] = json.loads(
    (FOLDER / "sentences.json").read_text(encoding="utf-8")
)
SOURCE = [*FOLDER.glob("*.py"), Path(conquian.cli.__file__).parent / "play.py"]


def codes(node: ast.expr) -> set[str]:
    """The codes an expression may be: constants, and what may stand before or after a part that
    is put together."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return {node.value} & SENTENCES.keys()
    if isinstance(node, ast.IfExp):
        return codes(node.body) | codes(node.orelse)
    if isinstance(node, (ast.BinOp, ast.JoinedStr)):
        pattern = ""
        for part in ast.walk(node):
            if isinstance(part, ast.BinOp) and isinstance(part.op, ast.Add):
                return {
                    code
                    for start in texts(part.left)
                    for code in SENTENCES
                    if code.startswith(start) and (start in SENTENCES or start.endswith("_"))
                }
        for part in node.values if isinstance(node, ast.JoinedStr) else ():
            pattern += re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".*"
        return {code for code in SENTENCES if re.fullmatch(pattern, code)}
    return set()


def texts(node: ast.expr) -> set[str]:
    found = {
        part.value
        for part in ast.walk(node)
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
    }
    return {text for text in found if text.startswith("line_")}


def test_both_languages_say_the_same_things() -> None:
    for code, sentence in SENTENCES.items():
        assert set(sentence) == set(LANGUAGES), code
        english, spanish = (parameters(sentence[lang]) for lang in ("en", "es"))
        assert english == spanish, code
        assert all(sentence.values()), code


def test_every_sentence_gets_the_parameters_it_speaks_of() -> None:
    seen: set[str] = set()
    for file in SOURCE:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                continue
            if node.func.attr not in ("say", "_say") or not node.args:
                continue
            given = {keyword.arg for keyword in node.keywords}
            for code in codes(node.args[0]):
                seen.add(code)
                missing = parameters(SENTENCES[code]["en"]) - given
                assert not missing, f"{file.name}:{node.lineno}: {code} lacks {missing}"
    assert len(seen) > 100


def test_no_sentence_is_left_over() -> None:
    source = "\n".join(file.read_text(encoding="utf-8") for file in SOURCE)
    named = set(re.findall(r"\"(line_[a-z0-9_]+)\"", source))
    beginnings = set(re.findall(r"f?\"(line_[a-z0-9_]+_)[{\"]", source))
    endings = (
        "_you",
        "_french",
        "_plain",
        "_place",
        "_full",
        "_one",
        "_forced",
        "_dead",
        "_surely",
    )
    for code in SENTENCES:
        built = any(
            code.endswith(ending) and code.removesuffix(ending) in named for ending in endings
        )
        begun = any(code.startswith(beginning) for beginning in beginnings)
        assert code in named or built or begun, code


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("faces", list(Faces))
@pytest.mark.parametrize("pack", ["spanish40", "full52", "ace_to_ten", "mini13x2"])
def test_every_card_has_a_name_of_its_own(pack: str, faces: Faces, lang: str) -> None:
    words = Words(lang, faces, pack)
    cards = [*pack_named(pack).cards, YUCA]
    names = [words.card_name(card) for card in cards]
    assert len(set(names)) == len(cards)


def test_the_names_of_the_cards() -> None:
    sota, seven = card_of(10, 2), card_of(7, 1)
    spanish, french = (
        Words("es", Faces.SPANISH, "spanish40"),
        Words("es", Faces.FRENCH, "spanish40"),
    )
    assert [spanish.card_name(sota), spanish.card_name(seven)] == [
        "sota de espadas",
        "siete de copas",
    ]
    assert [french.card_name(sota), french.card_name(seven)] == [
        "jota de picas",
        "siete de corazones",
    ]
    king = card_of(13, 3)
    assert Words("en", Faces.FRENCH, "full52").card_name(king) == "king of clubs"
    assert Words("en", Faces.FRENCH, "full52").card_name(card_of(10, 3)) == "10 of clubs"
    assert Words("en", Faces.FRENCH, "ace_to_ten").card_name(card_of(10, 3)) == "10 of clubs"
