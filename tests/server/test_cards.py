"""The pictures of the cards are what the script draws, and small."""

from __future__ import annotations

import gzip
import re
from xml.etree import ElementTree

import pytest
from tools import draw_cards

from conquian.core.packs import NAMED

FACES = ("spanish", "french")


def test_the_files_are_what_the_script_draws() -> None:
    assert draw_cards.main(["--check"]) == 0


def test_check_fails_where_a_file_differs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(draw_cards, "files", lambda: {"back.svg": "<svg/>"})
    assert draw_cards.main(["--check"]) == 1
    assert "back.svg" in capsys.readouterr().err


@pytest.mark.parametrize("faces", FACES)
def test_faces_stay_below_90_kb_compressed(faces: str) -> None:
    files = draw_cards.files()
    size = sum(
        len(gzip.compress(text.encode(), 9)) for name, text in files.items() if faces in name
    )
    assert size < 90_000


@pytest.mark.parametrize("faces", FACES)
def test_every_card_of_every_pack_is_drawn(faces: str) -> None:
    files = draw_cards.files()
    assert f"{faces}/Y.svg" in files
    for name, pack in NAMED.items():
        for rank in pack:
            for suit in "oceb":
                drawn = f"n{rank}" if name != "spanish40" and rank >= 10 else str(rank)
                assert f"{faces}/{drawn}{suit}.svg" in files


def test_drawings_are_plain_svg() -> None:
    """Nothing inline that the content security policy forbids, nothing from elsewhere."""
    for name, text in draw_cards.files().items():
        root = ElementTree.fromstring(text)  # noqa: S314 - our own
        assert root.get("viewBox") == "0 0 100 160", name
        assert not re.search(r"style=|<script|href=\"[^#]", text), name


def test_the_number_of_emblems_is_the_number_of_the_card() -> None:
    for rank in range(1, 11):
        drawn = draw_cards.files()
        name = f"n{rank}o" if rank == 10 else f"{rank}o"
        if rank > 1:
            assert drawn[f"spanish/{name}.svg"].count('href="#p"') == rank
