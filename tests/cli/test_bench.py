"""``conquian bench``."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from conquian.cli import bench, measures, peers
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


CHECKSUM = "7958a44f8a9b043e43ab29c32d083cbfb990ef61065a43db365ef62248be503a"
"""Of the first 200 random deals: it changes when the rules do, or what a seed means."""


def test_a_replay_that_differs_is_a_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(measures, "replayed_checksum", lambda _: "0")
    monkeypatch.setattr(bench, "preset_rows", lambda _: [])
    monkeypatch.setattr(bench, "step_rows", lambda *_: [])
    monkeypatch.setattr(bench, "kernel_rows", lambda _: [])
    args = SimpleNamespace(json=False, peers=False, seconds=1, out=None, solve=0, report=None)
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


def test_a_peer_is_measured_beside_us(monkeypatch: pytest.MonkeyPatch) -> None:
    game = SimpleNamespace(new_initial_state=FakeState)
    spiel = SimpleNamespace(load_game=lambda _: game)
    monkeypatch.setattr(peers, "import_module", lambda _: spiel)
    assert peers.GinRummy(spiel).batch(10)[:3] == (10, 20, 10)
    rows = {row.name: row for row in peers.peer_rows(PRESETS["clasico"], 2, 0.1)}
    assert [name for name in rows if name.startswith("ratio")] == ["ratio_deals", "ratio_decisions"]
    assert all(isinstance(row.value, float) and row.value > 0 for row in rows.values())


def test_a_peer_that_is_not_installed_says_how_to(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr(peers, "import_module", missing)
    (row,) = peers.peer_rows(PRESETS["clasico"], 2, 0.1)
    assert row.value is None
    assert "pip install open_spiel" in bench.shown(row)
