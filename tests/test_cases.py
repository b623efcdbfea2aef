"""The engine agrees with the cases: facts from an independent referee, none of them ours.

Every deal replays through ``conquian replay --legal`` with the identical legal list at every step
and the identical result, without being told them; every line about melds holds.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conquian.cli import main
from conquian.core.cards import parse_zone
from conquian.core.layouts import layout_table

CASES = Path(__file__).resolve().parent / "cases"
DEALS = sorted((CASES / "deals").glob("*.jsonl"))
ENDINGS = sorted((CASES / "endings").glob("*.jsonl"))
MELDS = (CASES / "melds.jsonl").read_text(encoding="utf-8").splitlines()
TOLD = ("legal", "result", "value", "best", "nodes")
"""Keys of the cases that are answers; the engine does not get to see them."""


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def replay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Callable[..., list[dict[str, Any]]]:
    """``conquian replay`` of records, with these options; all must hold."""

    def run(data: list[dict[str, Any]], *options: str) -> list[dict[str, Any]]:
        path = tmp_path / "records.jsonl"
        path.write_text("".join(f"{json.dumps(one)}\n" for one in data), encoding="utf-8")
        assert main(["replay", str(path), *options]) == 0
        return [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return run


Replay = Callable[..., list[dict[str, Any]]]


def untold(record: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in record.items() if key not in TOLD}


def test_there_are_cases() -> None:
    assert len(DEALS) >= 35
    assert len(ENDINGS) >= 5
    assert len(MELDS) >= 20


@pytest.mark.parametrize("path", DEALS, ids=lambda path: path.stem)
def test_deals_replay_with_the_same_legal_actions_and_result(path: Path, replay: Replay) -> None:
    data = records(path)
    found = replay([untold(record) for record in data], "--legal")
    assert len(found) == len(data) > 0
    for record, answer in zip(data, found, strict=True):
        assert answer["ok"] is True
        assert answer["plies"] == len(record["actions"])
        assert answer["legal"] == record["legal"]
        assert answer["phase"] == "over"
        assert answer["actor"] is None
        assert answer["result"] == record["result"]


@pytest.mark.parametrize("path", DEALS, ids=lambda path: path.stem)
def test_what_the_deals_say_of_themselves_is_accepted(path: Path, replay: Replay) -> None:
    data = records(path)
    assert [answer["ok"] for answer in replay(data)] == [True] * len(data)


@pytest.mark.parametrize("path", ENDINGS, ids=lambda path: path.stem)
def test_endings_load(path: Path, replay: Replay) -> None:
    """The best actions are among the legal ones of the position reached."""
    data = records(path)
    for record, answer in zip(data, replay(data, "--legal"), strict=True):
        assert answer["plies"] == len(record["actions"])
        if answer["phase"] == "over":
            assert "best" not in record
        else:
            assert set(record["best"]) <= set(answer["legal"][-1]["actions"])
            assert answer["legal"][-1]["actor"] == answer["actor"]


@pytest.mark.parametrize("line", MELDS)
def test_melds(line: str) -> None:
    case = json.loads(line)
    cards = parse_zone(case.get("cards", case.get("best")))
    table = layout_table(case["pack"], None, yuca="Y" in line)
    if "best" in case:
        assert table.most_melded(cards) == case["cards_melded"]
    else:
        assert table.kind(cards) == case["meld"]
