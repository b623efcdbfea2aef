"""The engine counts what the referee has counted (tests/perft)."""

from __future__ import annotations

from pathlib import Path

import pytest

from conquian.core.presets import PRESETS
from conquian.records.format import GameRecord
from conquian.records.perft import perft
from tests.perft.format import read
from tests.records.samples import sample

FILES = sorted((Path(__file__).resolve().parent.parent / "perft").glob("*.txt"))
QUICK = 1500  # nodes


def check(path: Path, *, quick: bool) -> int:
    counts = 0
    for data, depths in read(path):
        record = GameRecord.read(data)
        state = record.final()
        for depth, nodes in depths.items():
            if (nodes <= QUICK) is quick:
                assert perft(record.deal, state, depth) == nodes, (data, depth)
                counts += 1
    return counts


def test_there_is_a_file_for_every_preset() -> None:
    present = {path.stem for path in FILES}
    wanted = {f"{name}-{count}" for name, rules in PRESETS.items() for count in rules.player_counts}
    assert wanted <= present


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_small_counts(path: Path) -> None:
    assert check(path, quick=True)


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_large_counts(path: Path) -> None:
    check(path, quick=False)


def test_no_depth_and_a_finished_deal_count_once() -> None:
    record = GameRecord.read(sample())
    assert perft(record.deal, record.final(), 5) == 1
    assert perft(record.deal, record.deal.first, 0) == 1


def test_depth_may_be_larger_than_any_deal() -> None:
    start = sample(actions=sample()["actions"][:-2], result=...)
    record = GameRecord.read(start)
    deep = perft(record.deal, record.final(), 100_000)
    assert deep >= 1
