"""Faces: what people see and type; Spanish and French are never mixed (formats.md §1)."""

from __future__ import annotations

import pytest

from conquian.core.cards import YUCA, Card, card_text, parse_card, rank_of
from conquian.core.errors import CannotParse
from conquian.core.packs import pack_named
from conquian.core.presets import Faces
from conquian.core.text import face_text, parse_face

PACKS = ["spanish40", "full52", "ace_to_ten", "mini3x2", "mini6x3", "mini11x4", "mini13x4"]
SPANISH, FRENCH = Faces.SPANISH, Faces.FRENCH


def cards(pack: str) -> list[Card]:
    return [*pack_named(pack).cards, YUCA]


@pytest.mark.parametrize("faces", list(Faces))
@pytest.mark.parametrize("pack", PACKS)
def test_typed_round_trip(pack: str, faces: Faces) -> None:
    shown = [face_text(card, faces, pack) for card in cards(pack)]
    assert len(set(shown)) == len(shown)
    for card, text in zip(cards(pack), shown, strict=True):
        for typed in (text, text.upper(), text.lower(), f" {text}\n"):
            assert parse_face(typed, faces, pack) == card
        symbol = face_text(card, faces, pack, symbols=True)
        assert parse_face(symbol, faces, pack) == card


def test_spanish_faces_are_the_spelling_of_files() -> None:
    for pack in PACKS:
        for card in cards(pack):
            assert face_text(card, SPANISH, pack) == card_text(card)


@pytest.mark.parametrize(
    ("pack", "file", "typed", "symbol"),
    [
        ("spanish40", "1o", "Ad", "A♦"),
        ("spanish40", "7c", "7h", "7♥"),
        ("spanish40", "10e", "Js", "J♠"),
        ("spanish40", "11b", "Qc", "Q♣"),
        ("spanish40", "12o", "Kd", "K♦"),
        ("full52", "10e", "10s", "10♠"),
        ("full52", "11b", "Jc", "J♣"),
        ("full52", "13o", "Kd", "K♦"),
        ("ace_to_ten", "10e", "10s", "10♠"),
        ("mini13x4", "12b", "Qc", "Q♣"),
        ("spanish40", "Y", "Y", "Y"),
    ],
)
def test_french_faces(pack: str, file: str, typed: str, symbol: str) -> None:
    card = parse_card(file)
    assert face_text(card, FRENCH, pack) == typed
    assert face_text(card, FRENCH, pack, symbols=True) == symbol
    assert parse_face(typed, FRENCH, pack) == card


def test_c_is_copas_with_spanish_faces_and_clubs_with_french() -> None:
    assert card_text(parse_face("7c", SPANISH, "spanish40")) == "7c"
    assert card_text(parse_face("7c", FRENCH, "spanish40")) == "7b"


@pytest.mark.parametrize("pack", PACKS)
def test_the_two_are_never_mixed(pack: str) -> None:
    for card in pack_named(pack).cards:
        french = face_text(card, FRENCH, pack)
        spanish = card_text(card)
        # `c` is a suit of both; everything else of one is refused in the other.
        if french[-1] != "c":
            refused(french, SPANISH, pack)
        if spanish[-1] != "c":
            refused(spanish, FRENCH, pack)
        if french[:-1] in "AJQK":
            refused(french[:-1] + "o", SPANISH, pack)
            refused(f"{rank_of(card)}d", FRENCH, pack)


def refused(text: str, faces: Faces, pack: str) -> None:
    with pytest.raises(CannotParse) as caught:
        parse_face(text, faces, pack)
    assert caught.value.code == ("bad_card" if faces is SPANISH else "bad_face")


@pytest.mark.parametrize("faces", list(Faces))
@pytest.mark.parametrize(
    "text",
    ["", " ", "7", "h", "77h", "07h", "0d", "14d", "Xd", "7x", "7 h", "YY", "-1d", "\u0667d"],
)
def test_anything_else_is_no_card(text: str, faces: Faces) -> None:
    refused(text, faces, "spanish40")


def test_a_french_ace_is_typed_a_and_not_1() -> None:
    refused("1d", FRENCH, "full52")
    refused("11d", FRENCH, "full52")
