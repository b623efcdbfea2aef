"""``conquian arena`` as it is called."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from conquian.cli import main

HEAD = "bot points per deal 95 % won drawn lost forfeits ms per decision"
PROGRAMS = Path(__file__).parent.parent / "bots" / "programs"


def arena(capsys: pytest.CaptureFixture[str], line: str) -> tuple[int, str, str]:
    status = main(["arena", *shlex.split(line)])
    shown = capsys.readouterr()
    return status, shown.out, shown.err


def test_json_report(capsys: pytest.CaptureFixture[str]) -> None:
    line = "--bot greedy --bot uniform --rules mexicano --players 3 --deals 30 --seed 5 --json"
    status, out, err = arena(capsys, line)
    assert (status, err) == (0, "")
    assert len(out.splitlines()) == 1
    report = json.loads(out)
    assert list(report) == [
        "rules", "players", "deals", "plays", "seed", "confidence", "bots", "pairs", "faults",
    ]  # fmt: skip
    assert (report["rules"], report["players"], report["deals"]) == ("mexicano", 3, 30)
    assert (report["plays"], report["seed"], report["confidence"]) == (180, 5, 0.95)
    assert report["faults"] == []
    for bot, name in zip(report["bots"], ("greedy", "uniform"), strict=True):
        assert list(bot) == ["name", "points", "won", "drawn", "lost", "forfeits", "decisions"]
        assert bot["name"] == name
        assert bot["points"]["low"] < bot["points"]["mean"] < bot["points"]["high"]
        assert bot["won"] + bot["drawn"] + bot["lost"] == 270
        assert bot["forfeits"] == {}
    (pair,) = report["pairs"]
    assert (pair["a"], pair["b"]) == ("greedy", "uniform")
    assert pair["difference"]["low"] > 0
    assert arena(capsys, line)[1] == out


def test_table_and_defaults(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = arena(capsys, "--bot greedy --bot uniform --bot greedy --deals 5 --timing")
    assert status == 0
    lines = out.splitlines()
    assert lines[0] == "mexicano, 3 players: 5 deals, 15 plays, seed 0"
    assert lines[2].split() == HEAD.split()
    assert [line.split()[0] for line in lines[3:6]] == ["greedy", "uniform", "greedy#2"]
    assert lines[7].startswith("greedy less uniform: ")
    one_deal = json.loads(arena(capsys, "--bot greedy --bot uniform --deals 1 --json")[1])
    assert one_deal["bots"][0]["points"]["low"] is None


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("--bot greedy", "two bots"),
        ("--bot greedy --bot gredy", "There is no bot “gredy”"),
        ("--bot greedy --bot uniform --rules nothing", "nothing"),
        ("--bot greedy --bot uniform --rules clasico --players 3", "3"),
        ("--bot greedy --bot uniform --bot uniform --rules clasico", "3"),
        ("--bot greedy --bot uniform --deals 0", "a whole number"),
        ("", "--bot"),
        ("--bot greedy --bot gredy --lang es", "No existe el bot"),
    ],
)
def test_what_makes_no_sense_is_refused(
    capsys: pytest.CaptureFixture[str], line: str, words: str
) -> None:
    status, out, err = arena(capsys, line if "--lang" in line or not line else line + " --lang en")
    assert (status, out) == (2, "")
    assert words in err
    assert "Traceback" not in err


def test_from_a_shell_with_a_program_and_two_processes() -> None:
    program = f'cmd:python "{PROGRAMS / "view_bot.py"}"'
    line = [sys.executable, "-m", "conquian", "arena", "--bot", program, "--bot", "uniform"]
    line += ["--rules", "gamevelvet(yucas=1)", "--players", "2", "--deals", "25", "--json"]
    texts = [
        subprocess.run([*line, "--jobs", jobs], check=True, capture_output=True, text=True).stdout
        for jobs in ("1", "2")
    ]
    assert texts[0] == texts[1]
    report = json.loads(texts[0])
    assert report["faults"] == []
    assert report["pairs"][0]["difference"]["low"] > 0
