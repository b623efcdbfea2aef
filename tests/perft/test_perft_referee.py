"""The referee still counts what the perft files say."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.perft.format import read, write
from tests.perft.make_perft import contents, suite
from tests.referee import Position, load, perft

HERE = Path(__file__).parent
FILES = sorted(path.name for path in HERE.glob("*.txt"))
QUICK = 150  # nodes


def _check(name: str, *, quick: bool) -> None:
    for record, depths in read(HERE / name):
        pos = load(record)
        seen: dict[tuple[Position, int], int] = {}
        counted = {
            depth: perft(pos, depth, seen)
            for depth, nodes in depths.items()
            if (nodes <= QUICK) is quick
        }
        assert counted == {depth: depths[depth] for depth in counted}, record


def test_every_preset_and_house_rule_has_its_file() -> None:
    assert sorted(suite()) == FILES


@pytest.mark.parametrize("name", FILES)
def test_small_counts(name: str) -> None:
    _check(name, quick=True)


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_large_counts(name: str) -> None:
    _check(name, quick=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in FILES if name.startswith("house-mini")])
def test_files_are_what_make_perft_makes(name: str) -> None:
    assert (HERE / name).read_text(encoding="utf-8") == contents(*suite()[name])


def test_a_perft_line_reads_back(tmp_path: Path) -> None:
    line = ({"rules": "paco", "actions": ["take 1o ;D9 9"]}, {1: 3, 2: 40})
    path = tmp_path / "one.txt"
    path.write_text(f"# a comment\n\n{write(*line)}\n", encoding="utf-8")
    assert read(path) == [line]


@pytest.mark.parametrize("tail", ["", " ;D1", " ;D1 2 ;", ";D1 2", " ;D1 2 junk"])
def test_a_bad_perft_line_is_refused(tmp_path: Path, tail: str) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(f'{{"rules":"paco"}}{tail}\n', encoding="utf-8")
    with pytest.raises(ValueError, match="line 1"):
        read(path)
