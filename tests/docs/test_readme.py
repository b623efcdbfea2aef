"""The README does what it says: its console blocks are run, its Python is executed."""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONSOLE = re.findall(r"^```console\n\$ (.+?)\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
PYTHON = re.findall(r"^```pycon\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
GAP = "…\n"
"""A line that stands for any lines left out."""


def test_the_first_screen_says_how_to_play_and_shows_it() -> None:
    first_screen = "\n".join(README.splitlines()[:25])
    assert "make play" in first_screen
    assert "table-phone" in first_screen
    assert "wins the deal!" in README


def test_all_pictures_are_there_and_small() -> None:
    pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)", README)
    assert len(pictures) >= 3
    for picture in pictures:
        assert 10_000 < (ROOT / picture).stat().st_size < 150_000


def pieces(shown: str) -> list[str]:
    """The runs of lines between gaps."""
    return [piece for piece in re.split(rf"^{GAP}", shown, flags=re.MULTILINE) if piece]


@pytest.mark.parametrize(("command", "shown"), CONSOLE, ids=[command for command, _ in CONSOLE])
@pytest.mark.skipif(os.name == "nt", reason="the blocks are for a POSIX shell")
def test_console(command: str, shown: str, tmp_path: Path) -> None:
    shell = shutil.which("sh")
    assert shell is not None
    ours = re.sub(r"\bconquian (?=[a-z])", f'"{sys.executable}" -m conquian ', command)
    ran = subprocess.run(
        [shell, "-c", ours],
        capture_output=True,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT / "src"), "PYTHONIOENCODING": "utf-8"},
        timeout=60,
        check=False,
    )
    output = ran.stdout.decode()
    place = 0
    for piece in pieces(shown):
        found = output.find(piece, place)
        assert found >= 0, f"{command} does not print:\n{piece}\nbut, from there:\n{output[place:]}"
        place = found + len(piece)
    if not shown.startswith(GAP):
        assert output.startswith(pieces(shown)[0])
    if not shown.endswith(GAP):
        assert output.endswith(pieces(shown)[-1])


def test_python() -> None:
    examples = "".join(PYTHON)
    assert examples.count(">>>") > 10
    parsed = doctest.DocTestParser().get_doctest(examples, {}, "README.md", "README.md", 0)
    result = doctest.DocTestRunner().run(parsed)
    assert result.failed == 0
    assert result.attempted > 10
