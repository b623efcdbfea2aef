"""The cards that are served are those the script draws, and fit the budget of a first load."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tools.draw_cards import drawn

import conquian.server
from conquian.core.cards import card_text
from conquian.core.packs import pack_named

CARDS = Path(conquian.server.__file__).parent / "static" / "cards"


def test_the_committed_files_are_what_the_script_draws() -> None:
    there = {
        str(path.relative_to(CARDS).as_posix()): path.read_text(encoding="utf-8")
        for path in CARDS.rglob("*.*")
    }
    made = drawn()
    assert set(there) == set(made)
    differing = [name for name in made if there[name] != made[name]]
    assert not differing, "run: python -m tools.draw_cards"


def test_every_pack_has_its_cards() -> None:
    made = drawn()
    for pack in ("spanish40", "full52", "ace_to_ten", "mini13x4"):
        for card in pack_named(pack).cards:
            assert f"spanish/{card_text(card)}.svg" in made
    printed = ("A", *map(str, range(2, 11)), "J", "Q", "K")
    assert {f"french/{rank}{suit}.svg" for rank in printed for suit in "oceb"} < set(made)


@pytest.mark.parametrize("faces", ["spanish", "french"])
def test_a_set_of_faces_is_under_90_kilobytes_compressed(faces: str) -> None:
    files = [text for name, text in drawn().items() if name.startswith((f"{faces}/", "back"))]
    assert sum(len(gzip.compress(text.encode(), 9)) for text in files) < 90_000


def test_the_pinta_counts_the_suit() -> None:
    """Oros none, copas one, espadas two, bastos three breaks in the frame."""
    for suit, breaks in zip("oceb", range(4), strict=True):
        svg = ElementTree.fromstring(drawn()[f"spanish/7{suit}.svg"])  # noqa: S314 (our own file)
        frame = svg[1][0]
        pieces_above = len(re.findall(r"M\d+ 4H", frame.get("d", ""))) or 1  # oros: one rectangle
        assert pieces_above - 1 == breaks
