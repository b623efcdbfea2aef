"""What the screens look like, as kept pictures; ``python -m tests.tui.scenes`` draws them anew."""

from __future__ import annotations

import pytest

pytest.importorskip("textual")

from tests.tui.scenes import FOLDER, SCENES, SIZES, picture

AT_ONCE = {("taking", "80x24"), ("exchange", "120x40")}
"""Those that are looked at in `make test`; the others are slow."""


@pytest.mark.parametrize(
    ("name", "size"),
    [
        pytest.param(name, size, marks=[] if (name, size) in AT_ONCE else pytest.mark.slow)
        for name in SCENES
        for size in SIZES
    ],
)
def test_a_screen_looks_as_it_did(name: str, size: str) -> None:
    kept = (FOLDER / f"{name}-{size}.txt").read_text(encoding="utf-8")
    assert picture(SCENES[name], SIZES[size]).splitlines() == kept.splitlines()


def test_every_picture_belongs_to_a_scene() -> None:
    names = {f"{name}-{size}.txt" for name in SCENES for size in SIZES}
    assert {path.name for path in FOLDER.iterdir()} == names


def test_nothing_is_said_by_colour_alone() -> None:
    """Without colour the screen has the same characters, and no colour."""
    coloured, plain = (
        (FOLDER / f"{name}-80x24.txt").read_text("utf-8").split("\n\n")
        for name in ("taking", "taking-no-colour")
    )
    assert coloured[0] == plain[0]
    greys = [part for line in plain[2].splitlines() for part in line.split() if part[0] == "#"]
    assert greys
    assert all(len({grey[1:3], grey[3:5], grey[5:7]}) == 1 for grey in greys)
    assert any(bar in coloured[0] for bar in "═▲▸")
