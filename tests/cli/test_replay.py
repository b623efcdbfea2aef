"""``conquian replay`` and ``conquian perft`` (formats.md §2)."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from conquian.cli import main
from tests.cli.run import conquian
from tests.records.samples import CASES, CLASICO, line_of, sample
from tests.records.test_bad_input import ACTIONS, BYTES, HEADER

CUT = sample(actions=CLASICO["actions"][:7], result=...)


def lines(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in data.decode().splitlines()]


def test_one_line_per_record() -> None:
    done = conquian("replay", "-", stdin=line_of(sample()) + b"\n" + line_of(CUT))
    assert (done.returncode, done.stderr) == (0, b"")
    assert lines(done.stdout) == [
        {
            "ok": True,
            "plies": len(CLASICO["actions"]),
            "phase": "over",
            "actor": None,
            "result": CLASICO["result"],
        },
        {"ok": True, "plies": 7, "phase": "offer", "actor": 0, "result": None},
    ]


def test_legal_has_one_more_entry_where_it_goes_on(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "two.jsonl"
    path.write_bytes(line_of(sample()) + line_of(CUT))
    assert main(["replay", str(path), "--legal"]) == 0
    whole, cut = lines(capsys.readouterr().out.encode())
    assert whole["legal"] == CLASICO["legal"]
    assert cut["legal"] == CLASICO["legal"][:8]


def test_ended_is_repeated() -> None:
    ended = {"reason": "forfeit", "seat": 1}
    done = conquian("replay", "-", stdin=line_of(CUT | {"ended": ended}))
    (answer,) = lines(done.stdout)
    assert answer["ended"] == ended
    assert (answer["ok"], answer["result"]) == (True, None)


def test_the_whole_battery_of_bad_lines_in_one_file(tmp_path: Path) -> None:
    """Each bad line has its refusal, and the good ones between them are read."""
    good, bad = line_of(sample()), []
    expected: list[tuple[int, str]] = []
    for record, code in HEADER.values():
        bad.append(line_of(record))
        expected.append((0, code))
    for record, ply, code in ACTIONS.values():
        bad.append(line_of(record))
        expected.append((ply, code))
    for data, code in BYTES.values():
        bad.append(data.strip(b"\n") + b"\n")
        expected.append((0, code))
    path = tmp_path / "bad.jsonl"
    path.write_bytes(b"".join(line + good for line in bad))
    for options in ((), ("--lang", "es"), ("--legal",)):
        done = conquian("replay", str(path), *options)
        assert (done.returncode, done.stderr) == (1, b"")
        answers = lines(done.stdout)
        assert all(answer["ok"] for answer in answers[1::2])
        refusals = answers[::2]
        assert [(one["ply"], one["code"]) for one in refusals] == expected
        assert [one["line"] for one in refusals] == list(range(1, 2 * len(bad), 2))
        assert all(list(one) == ["ok", "line", "ply", "code", "error"] for one in refusals)
    counted = conquian("perft", str(path), "--depth", "1")
    assert counted.returncode == 1
    assert [one for one in lines(counted.stdout) if "code" in one] == [
        one for one in lines(conquian("replay", str(path)).stdout) if "code" in one
    ]


def test_sentences_in_the_language_asked_for() -> None:
    bad = line_of(sample(actions=["pay 1o"]))
    english = conquian("replay", "-", stdin=bad)
    spanish = conquian("replay", "-", "--lang", "es", stdin=bad)
    by_locale = conquian("replay", "-", stdin=bad, LC_ALL="es_MX.UTF-8")
    assert spanish.stdout == by_locale.stdout != english.stdout
    assert lines(spanish.stdout)[0]["code"] == lines(english.stdout)[0]["code"] == "phase_offer"


@pytest.mark.parametrize("command", [("replay",), ("perft", "--depth", "1")])
def test_a_file_that_cannot_be_read(command: tuple[str, ...], tmp_path: Path) -> None:
    for name in (str(tmp_path / "missing.jsonl"), str(tmp_path)):
        done = conquian(*command, name)
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr.decode().startswith(f"conquian: cannot read {name}: ")
        assert done.stderr.count(b"\n") == 1


def test_an_empty_file_has_no_records() -> None:
    for data in (b"", b"\n \n"):
        done = conquian("replay", "-", stdin=data)
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_standard_input_is_answered_line_by_line() -> None:
    """A program that asks and waits gets its answer at once."""
    with subprocess.Popen(
        [sys.executable, "-m", "conquian", "replay", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        for record, ok in ((sample(), True), ({}, False), (CUT, True)):
            program.stdin.write(line_of(record))
            program.stdin.flush()
            assert json.loads(program.stdout.readline())["ok"] is ok
        program.stdin.close()
        assert program.wait(30) == 1


def test_standard_input_that_is_closed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["replay", "-", "--lang", "en"]) == 2
    assert capsys.readouterr().err == "conquian: cannot read standard input\n"


def test_a_disk_that_fails_while_reading(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Failing(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            line = super().readline(size)
            if not line:
                raise OSError(5, "Input/output error")
            return line

    class Standard:
        buffer = Failing(line_of(sample()))

    monkeypatch.setattr(sys, "stdin", Standard)
    assert main(["replay", "-", "--lang", "en"]) == 2
    shown = capsys.readouterr()
    assert shown.out.count("\n") == 1
    assert shown.err == "conquian: cannot read standard input: Input/output error\n"


def test_perft_prints_one_line_per_record() -> None:
    path = CASES / "endings" / "clasico-2-stock5.jsonl"
    done = conquian("perft", str(path), "--depth", "2")
    answers = lines(done.stdout)
    assert done.returncode == 0
    assert len(answers) == len(path.read_bytes().splitlines())
    assert all(list(answer) == ["depth", "nodes"] and answer["depth"] == 2 for answer in answers)
    none = conquian("perft", "-", "--depth", "0", stdin=line_of(CUT) + line_of(sample()))
    assert lines(none.stdout) == [{"depth": 0, "nodes": 1}] * 2


@pytest.mark.parametrize("depth", ["-1", "1.5", "x", "", "9" * 40, "²"])
def test_depth_is_a_whole_number(depth: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "-", f"--depth={depth}"]) == 2
    assert "whole number" in capsys.readouterr().err
