"""Long runs: kept deal by deal, taken up again, stopped when it is decided."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from conquian.arena.duplicate import Contest, DealResult, play
from conquian.arena.keeping import Kept
from conquian.arena.sequential import LEAST, always_valid, decided
from conquian.arena.statistics import interval
from conquian.cli import main
from conquian.core.errors import ConquianError
from conquian.core.presets import PRESETS

CONTEST = Contest(("greedy", "uniform"), PRESETS["clasico"], 2, 50, seed=4)


def test_alone_the_first_sits_in_every_seat_once() -> None:
    three = Contest(("greedy", "uniform"), PRESETS["mexicano"], 3, 2, alone=True)
    assert three.seatings(0) == [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    first = play(three)[0]
    assert first.won[0] + first.drawn[0] + first.lost[0] == 3
    assert first.won[1] + first.drawn[1] + first.lost[1] == 6
    with pytest.raises(ConquianError) as refused:
        Contest(("greedy", "uniform", "heuristic"), PRESETS["mexicano"], 3, 2, alone=True)
    assert refused.value.code == "arena_until_two"


def test_a_run_that_was_cut_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    whole = play(CONTEST)
    file = tmp_path / "runs" / "one.jsonl"
    with Kept(file, CONTEST) as kept:
        play(replace(CONTEST, deals=27), keep=kept.add)
    with file.open("a", encoding="utf-8") as stream:
        stream.write('{"number": 27, "points": [0.')  # the machine went down here
    played: list[int] = []
    with Kept(file, CONTEST) as kept:
        assert [one.number for one in kept.results] == list(range(27))

        def keep(fresh: Sequence[DealResult]) -> None:
            played.extend(one.number for one in fresh)
            kept.add(fresh)

        assert play(CONTEST, known=kept.results, keep=keep) == whole
    assert played == list(range(27, 50))
    with Kept(file, CONTEST) as kept:
        assert kept.results == whole


def test_another_contest_or_a_damaged_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "one.jsonl"
    with Kept(file, CONTEST) as kept:
        play(replace(CONTEST, deals=2), keep=kept.add)
    for other in (
        replace(CONTEST, seed=5),
        replace(CONTEST, bots=("uniform", "greedy")),
        replace(CONTEST, rules=PRESETS["bicycle"]),
        replace(CONTEST, alone=True),
    ):
        with pytest.raises(ConquianError) as refused:
            Kept(file, other)
        assert refused.value.code == "arena_other_contest"
        assert str(file) in refused.value.sentence("es")
    text = file.read_text(encoding="utf-8")
    for bad in (text.replace('"won"', '"one"'), text + "[]\n", "nonsense\n"):
        file.write_text(bad, encoding="utf-8")
        with pytest.raises(ConquianError) as refused:
            Kept(file, CONTEST)
        assert refused.value.code == "arena_bad_file"


def test_looking_after_every_deal_is_wrong_at_most_one_time_in_twenty() -> None:
    """Points as deals give them, of a bot no better than the other, looked at every twenty deals;
    ordinary intervals would be wrong about every fourth time or more often."""
    wrong = naive = 0
    runs = 160
    for seed in range(runs):
        rng = random.Random(seed)
        values = [rng.choice((-1.0, -0.5, -0.5, 0.0, 0.0, 0.0, 0.5, 0.5, 1.0)) for _ in range(700)]
        looks = range(LEAST, 701, 20)
        found = [always_valid(values[:many]) for many in looks]
        wrong += any(one.low > 0 or one.high < 0 for one in found)
        usual = [interval(values[:many]) for many in looks]
        naive += any(one.low > 0 or one.high < 0 for one in usual)
    assert wrong <= 0.05 * runs
    assert naive > 0.12 * runs


def result(number: int, points: float) -> DealResult:
    return DealResult(number, (points, -points), (0, 0), (0, 0), (0, 0), (), (1, 1), (0.0, 0.0))


def test_it_stops_when_it_is_decided_and_not_before() -> None:
    rng = random.Random(1)
    for mean, low, high in ((0.3, 0.05, 1.0), (-0.2, -1.0, 0.05)):
        results = [result(number, mean + rng.choice((-0.5, 0.0, 0.5))) for number in range(600)]
        stopped = next(many for many in range(20, 601, 20) if decided(results[:many], 0.05))
        found = always_valid([one.points[0] for one in results[:stopped]])
        assert low < found.low < found.high < high
        assert LEAST <= stopped < 400
    level = [result(number, 0.05 + rng.choice((-0.5, 0.5))) for number in range(600)]
    assert not decided(level, 0.05)


def test_the_command_stops_the_same_on_any_number_of_processes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--bot", "greedy", "--bot", "uniform", "--rules", "clasico", "--deals", "400"]
    options += ["--until", "0.05", "--json"]
    said = []
    for more in (["--out", str(tmp_path / "kept")], ["--jobs", "2"], ["--out", f"{tmp_path}/kept"]):
        assert main(["arena", *options, *more]) == 0
        said.append(json.loads(capsys.readouterr().out))
    assert said[0] == said[1] == said[2]
    assert 0 < said[0]["deals"] < 400
    assert said[0]["until"]["low"] > 0.05
    assert main(["arena", *options[:-1]]) == 0
    assert "confidence sequence" in capsys.readouterr().out
    three = [
        "--bot",
        "greedy",
        "--bot",
        "greedy",
        "--bot",
        "greedy",
        "--until",
        "0",
        "--lang",
        "es",
    ]
    assert main(["arena", *three]) == 2
    assert "dos bots" in capsys.readouterr().err
