"""``conquian deal``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from conquian.cli import main
from conquian.core.presets import PRESETS
from conquian.core.ruleset import RuleSet
from conquian.dealing.seeded import seeded_deal
from conquian.records.format import GameRecord
from tests.cli.run import conquian


def deal(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> list[dict[str, Any]]:
    assert main(["deal", *words]) == status
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_seed_gives_the_documented_deals(capsys: pytest.CaptureFixture[str]) -> None:
    found = deal(capsys, "--rules", "clasico", "--deals", "3", "--seed", "s", "--packet", "2")
    wanted = [seeded_deal(PRESETS["clasico"], 2, n % 2, "s", n, 2) for n in range(3)]
    assert [GameRecord.read(data).deal for data in found] == wanted
    assert [data["actions"] for data in found] == [[]] * 3
    assert all(data["format"] == 1 for data in found)


def test_without_a_seed_deals_differ(capsys: pytest.CaptureFixture[str]) -> None:
    assert deal(capsys, "--deals", "2")[0]["stock"] != deal(capsys)[0]["stock"]


def test_defaults_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    (first,) = deal(capsys)
    assert (first["rules"], first["players"], first["dealer"]) == ("mexicano", 2, 0)
    found = deal(capsys, "--rules", "gamevelvet(yucas=1)", "--players", "4", "--dealer", "2")
    assert (found[0]["rules"], found[0]["dealer"]) == ("gamevelvet(yucas=1)", 2)
    assert deal(capsys, "--deals", "0") == []
    assert deal(capsys, "--names", "Ana,José")[0]["seats"] == ["Ana", "José"]


@pytest.mark.parametrize("rules", PRESETS)
def test_bots_play_whole_deals_that_replay(rules: str, tmp_path: Path) -> None:
    value = RuleSet.parse(rules)
    for players in value.player_counts:
        path = tmp_path / f"{players}.jsonl"
        words = ["--rules", rules, "--players", str(players), "--bot", "uniform", "--seed", "1"]
        assert main(["deal", *words, "--deals", "3", "--legal", "-o", str(path)]) == 0
        data = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        assert all("result" in record for record in data)
        assert all(len(record["legal"]) == len(record["actions"]) for record in data)
        assert main(["replay", str(path)]) == 0


def test_bots_of_a_seed_play_the_same_again(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--bots", "uniform,greedy", "--rules", "clasico", "--seed", "7", "--deals", "2")
    first = deal(capsys, *words)
    assert first == deal(capsys, *words)
    assert first[0]["seats"] == ["uniform", "greedy"]
    assert first != deal(capsys, *words[:-3], "8", "--deals", "2")


def test_the_number_of_bots_is_the_number_of_players(capsys: pytest.CaptureFixture[str]) -> None:
    assert deal(capsys, "--bots", "greedy,greedy,uniform")[0]["players"] == 3
    assert (
        deal(capsys, "--bot", "greedy", "--bot", "uniform", "--bot", "uniform")[0]["players"] == 3
    )


def test_a_bot_that_fails_forfeits_and_the_record_says_so() -> None:
    done = conquian("deal", "--bots", "cmd:false,greedy", "--seed", "1", "--rules", "clasico")
    assert done.returncode == 1
    record = json.loads(done.stdout)
    assert record["ended"] == {"reason": "forfeit", "seat": 0}
    assert "result" not in record
    assert done.stderr.startswith(b"conquian deal: ")
    again = conquian("replay", "-", stdin=done.stdout)
    assert again.returncode == 0


@pytest.mark.parametrize(
    ("words", "start"),
    [
        (("--rules", "pinochle"), "There is no preset"),
        (("--rules", "clasico", "--players", "3"), "These rules"),
        (("--rules", "clasico(foo=1)"), "A rule set has no field"),
        (("--bots", "deep-blue"), "There is no bot"),
        (("--bots", "greedy,greedy,greedy", "--players", "2"), "Bots: 3; players: 2."),
        (("--names", "Ana"), "Names: 1; players: 2."),
        (("--dealer", "4"), "The dealer must be"),
    ],
)
def test_refusals(words: tuple[str, ...], start: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deal", *words, "--lang", "en"]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(f"conquian deal: {start}")
    assert main(["deal", *words, "--lang", "es"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_file_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "no" / "deals.jsonl"
    assert main(["deal", "-o", str(target)]) == 2
    assert capsys.readouterr().err.startswith(f"conquian: {target}: ")
