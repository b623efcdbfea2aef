"""``conquian bench``."""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from conquian.cli import bench, measures, peers, performance
from conquian.core.presets import PRESETS
from tests.cli.run import conquian


def test_every_figure_is_there_and_the_checksum_is_that_of_replay(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    report = tmp_path / "performance.md"
    done = conquian(
        "bench", "--json", "--seconds", "1", "--solve", "0", "--out", str(path), "--report",
        str(report),
    )  # fmt: skip
    assert done.returncode == 0
    rows: dict[str, dict[str, Any]] = {
        row["name"]: row for row in json.loads(done.stdout) if not row["name"].startswith("kernel")
    }
    page = report.read_text(encoding="utf-8")
    assert all(f"| {name} |" in page for name in rows if name != "machine")
    assert set(rows) == {
        "machine",
        "checksum",
        *(f"{name}_{what}" for name in PRESETS for what in ("deals", "decisions", "choices")),
        "checked_pass",
        "resample",
        "fold",
        "replay",
    }
    replayed = conquian("replay", str(path), "--legal")
    assert replayed.returncode == 0
    plain = replayed.stdout.replace(b"\r\n", b"\n")
    assert hashlib.sha256(plain).hexdigest() == rows["checksum"]["value"] == CHECKSUM
    for row in rows.values():
        assert list(row)[:3] == ["name", "value", "unit"]
        if row["unit"] not in ("text", "sha256"):
            assert 0 < row["low"] <= row["value"] <= row["high"]


def test_the_page_says_which_goals_are_reached(tmp_path: Path) -> None:
    rows = [
        measures.Row("machine", "this one", "text"),
        measures.Row("solver clasico", 500.0, "deals/s"),
        measures.Row("solver clasico p99", 31.0, "ms", note="of 10"),
        measures.Row("open_spiel_2_gin_rummy_deals", 3.0, "deals/s", 2.0, 4.0, 7),
        measures.Row("rlcard_gin_rummy", None, "deals/s", note="not installed"),
        measures.Row("fold", 7.0, "events/s"),
    ]
    path = tmp_path / "page.md"
    args = argparse.Namespace(peers=True, compile=False, seconds=3, solve=10)
    performance.write_report(str(path), rows, args)
    page = path.read_text(encoding="utf-8")
    assert "conquian bench --peers --seconds 3 --solve 10 --report FILE" in page
    assert "| solver clasico | 500 | ≥ 500 | deals/s | yes |" in page
    assert "| solver clasico p99 | 31.00 | ≤ 30.00 | ms | **no** |" in page
    assert "| solver memory | – | ≤ 256 | MB | not measured |" in page
    sections = [line for line in page.splitlines() if line.startswith("## ")]
    assert sections == [
        "## Goals",
        "## The reference engine",
        "## The exact solver, open hands",
        "## Other engines, in the same run",
    ]
    last = page[page.index("## Other engines") :]
    assert "| open_spiel_2_gin_rummy_deals | 3.00 | deals/s | 2.00 – 4.00 |  |" in last
    assert "| rlcard_gin_rummy | – | deals/s |  | not installed |" in last


CHECKSUM = "7958a44f8a9b043e43ab29c32d083cbfb990ef61065a43db365ef62248be503a"
"""Of the first 200 random deals: it changes when the rules do, or what a seed means."""


def test_a_replay_that_differs_is_a_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(measures, "replayed_checksum", lambda _: "0")
    monkeypatch.setattr(bench, "preset_rows", lambda _: [])
    monkeypatch.setattr(bench, "step_rows", lambda *_: [])
    monkeypatch.setattr(bench, "kernel_rows", lambda _: [])
    args = SimpleNamespace(
        json=False, peers=False, compile=False, seconds=1, out=None, solve=0, report=None
    )
    assert bench.run(args) == 1  # type: ignore[arg-type]
    assert "differs" in capsys.readouterr().err


class FakeState:
    """A game of three steps: chance, a choice of two, a choice of one."""

    def __init__(self) -> None:
        self.step = 0

    def clone(self) -> FakeState:
        return FakeState()

    def is_terminal(self) -> bool:
        return self.step == 3

    def is_chance_node(self) -> bool:
        return self.step == 0

    def legal_actions(self) -> list[int]:
        return [0] if self.step == 2 else [0, 1]

    def apply_action(self, action: int) -> None:
        assert action in self.legal_actions()
        self.step += 1


class FakeEnv:
    """Two choices and a step without one."""

    def reset(self) -> tuple[dict[str, Any], int]:
        self.step_number = 0
        return {"legal_actions": {7: None, 9: None}}, 0

    def is_over(self) -> bool:
        return self.step_number == 3

    def step(self, action: int) -> tuple[dict[str, Any], int]:
        self.step_number += 1
        assert action in (7, 9)
        return {"legal_actions": {7: None} if self.step_number == 2 else {7: None, 9: None}}, 1


class FakeDeal(SimpleNamespace):
    """A board of four hands, thirteen cards each."""

    def __init__(self, text: str) -> None:
        hands = text.removeprefix("N:").split()
        assert [len(hand.replace(".", "")) for hand in hands] == [13] * 4
        super().__init__(text=text)


def fakes(name: str) -> object:
    solved: list[str] = []
    return {
        "pyspiel": SimpleNamespace(
            load_game=lambda _: SimpleNamespace(new_initial_state=FakeState)
        ),
        "rlcard": SimpleNamespace(make=lambda *_, **__: FakeEnv()),
        "endplay.dds.solve": SimpleNamespace(
            solve_board=lambda board, _: solved.append(board.text),
            SolveMode=SimpleNamespace(OptimalOne=1),
        ),
        "endplay.types": SimpleNamespace(
            Deal=FakeDeal, Player=SimpleNamespace(west=3), Denom=range(5)
        ),
    }[name]


def test_peers_are_measured_beside_us(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "import_module", fakes)
    monkeypatch.setattr(peers, "_kernel_is_there", lambda: False)
    assert peers.GinRummy(fakes("pyspiel")).batch(10)[:3] == (10, 20, 10)
    assert peers.RlcardGinRummy(fakes("rlcard")).batch(10)[:3] == (10, 30, 20)
    assert peers.DoubleDummy(fakes("endplay.dds.solve")).batch(10)[:3] == (10, 0, 0)
    rows = {row.name: row for row in peers.peer_rows(PRESETS["clasico"], 2, 0.1)}
    ratios = [name.rpartition("ratio_")[2] for name in rows if "ratio" in name]
    assert ratios == ["core_deals", "core_decisions"] * 2
    assert {row.unit for row in rows.values()} == {"deals/s", "decisions/s", "choices/s", "×"}
    assert all(isinstance(row.value, float) and row.value > 0 for row in rows.values())


def test_the_kernel_is_measured_beside_peers(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    monkeypatch.setattr(peers, "import_module", fakes)
    monkeypatch.setattr(peers, "REPEATS", 1)
    monkeypatch.setattr(peers, "_TRIED", 1)
    rows = {row.name: row for row in peers.peer_rows(PRESETS["clasico"], 2, 0.01)}
    ratios = {name.rpartition("ratio_")[2] for name in rows if "ratio" in name}
    assert ratios >= {"kernel_deals", "kernel_decisions", "solver_deals"}


def test_peers_that_are_not_installed_say_how_to(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr(peers, "import_module", missing)
    rows = peers.peer_rows(PRESETS["clasico"], 2, 0.1)
    assert [row.name for row in rows] == ["open_spiel_gin_rummy", "rlcard_gin_rummy", "endplay_dds"]
    for row, package in zip(rows, ("open_spiel", "rlcard", "endplay"), strict=True):
        assert row.value is None
        assert f"pip install {package}" in bench.shown(row)
