"""``conquian verify``: what holds, what is refused, and what is said about the rest."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.run import conquian
from tests.dealing.make_fair import FILE, record

VECTORS: dict[str, Any] = json.loads(FILE.read_text("utf-8"))


def written(path: Path, records: list[dict[str, Any]]) -> str:
    path.write_text("".join(json.dumps(one) + "\n" for one in records), encoding="utf-8")
    return str(path)


def answers(output: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.splitlines()]


def test_every_example_holds(tmp_path: Path) -> None:
    good = [record(case) for case in VECTORS["deals"]]
    done = conquian("verify", written(tmp_path / "good.jsonl", good))
    assert done.returncode == 0
    found = answers(done.stdout)
    assert [one["ok"] for one in found] == [True] * len(good)
    first, fair = found[0], good[0]["fair"]
    assert (first["table"], first["deal"]) == (fair["table"], fair["deal"])
    assert first["seats"] == ["revealed", "revealed"]
    assert b"does not prove" in done.stderr


def test_every_fault_is_refused_with_its_code_and_the_rest_is_read(tmp_path: Path) -> None:
    bad = [case["record"] for case in VECTORS["bad"]]
    records = [*bad, record(VECTORS["deals"][0])]
    done = conquian("verify", written(tmp_path / "bad.jsonl", records), "--lang", "es")
    assert done.returncode == 1
    *refused, last = answers(done.stdout)
    assert [one["code"] for one in refused] == [case["code"] for case in VECTORS["bad"]]
    for number, one in enumerate(refused, 1):
        assert (one["ok"], one["line"], one["ply"]) == (False, number, 0)
        assert one["error"]
    assert last["ok"] is True
    assert "no prueba" in done.stderr.decode()


def test_the_play_is_checked_as_well(tmp_path: Path) -> None:
    data = record(VECTORS["deals"][0]) | {"actions": ["pay Y"]}
    done = conquian("verify", written(tmp_path / "play.jsonl", [data]))
    assert done.returncode == 1
    (refused,) = answers(done.stdout)
    assert (refused["ok"], refused["ply"]) == (False, 1)
    assert done.stderr == b""


def test_standard_input_and_what_is_no_record() -> None:
    done = conquian("verify", "-", stdin=b"{\n")
    assert done.returncode == 1
    assert answers(done.stdout)[0]["code"] == "not_json"


@pytest.mark.parametrize("name", ["nowhere.jsonl", "."])
def test_a_file_that_cannot_be_read(tmp_path: Path, name: str) -> None:
    done = conquian("verify", str(tmp_path / name))
    assert done.returncode == 2
    assert done.stdout == b""
