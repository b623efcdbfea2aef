"""Whole games through pipes, as a person, a script or a screen reader plays them."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from conquian.cli import main
from conquian.core.presets import PRESETS
from conquian.records.check import verify
from conquian.records.format import GameRecord
from conquian.records.reader import ReadRecord, read_records

TABLES = [(name, players) for name, rules in PRESETS.items() for players in rules.player_counts]
HOUSE = "diario(yucas=2, force=must)"


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "conquian", "play", *arguments]


def surroundings(folder: Path) -> dict[str, str]:
    """An environment in which nothing is saved outside ``folder``."""
    own = {"XDG_DATA_HOME": str(folder), "APPDATA": str(folder), "HOME": str(folder)}
    return {**os.environ, **own, "LC_ALL": "C.UTF-8", "NO_COLOR": ""}


def piped(folder: Path, typed: str | bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    data = typed.encode() if isinstance(typed, str) else typed
    return subprocess.run(
        command(*arguments),
        input=data,
        capture_output=True,
        env=surroundings(folder),
        timeout=60,
        check=False,
    )


def records(path: Path) -> list[GameRecord]:
    with path.open("rb") as file:
        found = list(read_records(file))
    assert all(isinstance(item, ReadRecord) for item in found), found
    return [item.record for item in found if isinstance(item, ReadRecord)]


@pytest.mark.parametrize(("rules", "players"), [*TABLES, (HOUSE, 3)])
def test_the_first_offer_taken_every_time_ends_the_deal(
    rules: str, players: int, tmp_path: Path
) -> None:
    saved = tmp_path / "match.jsonl"
    lang = "es" if players % 2 else "en"
    options = ["--rules", rules, "--players", str(players), "--deals", "1", "--seed", "3"]
    run = piped(tmp_path, "1\n" * 400, *options, "--lang", lang, "--save", str(saved))
    text = run.stdout.decode()
    assert (run.returncode, run.stderr) == (0, b"")
    (record,) = records(saved)
    assert verify(record).is_over
    assert record.result is not None
    assert len(record.seats) == players
    ending = "Fin de la partida" if lang == "es" else "End of the match"
    assert ending in text
    assert "\x1b" not in text


def test_everybody_at_one_keyboard_to_the_end(tmp_path: Path) -> None:
    saved = tmp_path / "match.jsonl"
    seats = [word for name in ("Ana", "Beto", "Carla") for word in ("--seat", name)]
    options = [*seats, "--deals", "2", "--seed", "4", "--lang", "es", "--save", str(saved)]
    run = piped(tmp_path, "1\n" * 2000, *options)
    assert run.returncode == 0
    assert [record.result is not None for record in records(saved)] == [True, True]
    assert records(saved)[0].seats == ("Ana", "Beto", "Carla")


def test_bots_play_and_one_watches(tmp_path: Path) -> None:
    run = piped(tmp_path, "", "--people", "0", "--deals", "1", "--seed", "1", "--no-save")
    assert run.returncode == 0
    assert "End of the match" in run.stdout.decode()
    assert "Your hand" not in run.stdout.decode()


def test_a_newcomer_is_in_a_game_at_once(tmp_path: Path) -> None:
    """One line of welcome, then the own hand and what to do."""
    began = time.perf_counter()
    with subprocess.Popen(
        command(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=surroundings(tmp_path),
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        shown = b""
        while not shown.endswith(b"You> "):
            more = os.read(process.stdout.fileno(), 65536)
            assert more, shown
            shown += more
        seconds = time.perf_counter() - began
        process.stdin.close()
        assert process.wait(20) == 0
    welcome, *rest = [line for line in shown.decode().splitlines() if line]
    assert "help" in welcome
    assert rest[0] == "--- Deal 1 ---"
    assert len(rest) < 14
    # Half a second on a quiet machine; tests share theirs with others.
    assert seconds < 3


def test_the_end_of_the_input_leaves_and_the_match_goes_on_later(tmp_path: Path) -> None:
    first = piped(tmp_path, "1\n", "--seed", "5", "--lang", "en", "--deals", "1")
    assert first.returncode == 0
    text = first.stdout.decode()
    assert "Saved in " in text
    (saved,) = (
        (tmp_path / "conquian" / "matches").glob("*.jsonl")
        if sys.platform
        not in (
            "win32",
            "darwin",
        )
        else tmp_path.rglob("*.jsonl")
    )
    assert str(saved) in text
    if os.name != "nt":
        assert saved.stat().st_mode & 0o077 == 0
    (record,) = records(saved)
    assert record.result is None
    second = piped(tmp_path, "1\n" * 300, "--resume", "--lang", "en")
    assert second.returncode == 0
    assert "goes on where it was left" in second.stdout.decode()
    assert records(saved)[0].result is not None


def test_cards_hidden_at_the_table_are_in_the_file_and_help_says_so(tmp_path: Path) -> None:
    run = piped(tmp_path, "help\n", "--seed", "5", "--lang", "en")
    assert "holds all cards, the hidden ones too" in run.stdout.decode()


def test_a_reader_who_goes_away_is_no_crash(tmp_path: Path) -> None:
    with subprocess.Popen(
        command("--seed", "1"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=surroundings(tmp_path),
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        os.read(process.stdout.fileno(), 1)
        process.stdout.close()
        try:
            process.stdin.write(b"1\n" * 300)
            process.stdin.close()
        except BrokenPipeError:
            pass
        assert process.stderr.read() == b""
        assert process.wait(20) in (0, 141)


def test_bytes_that_are_no_text_are_only_wrong_answers(tmp_path: Path) -> None:
    noise = b"\xff\xfe\x00\n\x1b[2J\n" + b"x" * 100_000 + b"\n" + bytes(range(1, 256)) + b"\n"
    run = piped(tmp_path, noise + b"1\n" * 300, "--deals", "1", "--no-save", "--seed", "2")
    assert (run.returncode, run.stderr) == (0, b"")
    assert b"\x1b" not in run.stdout
    assert "End of the match" in run.stdout.decode()


def test_a_place_that_cannot_be_written_is_said_once_and_play_goes_on(tmp_path: Path) -> None:
    blocked = tmp_path / "no-folder"
    blocked.write_text("a file where the folder should be")
    run = piped(blocked, "1\n" * 300, "--deals", "1", "--lang", "en")
    if sys.platform == "darwin":
        pytest.skip("the data folder does not follow the environment there")
    assert run.returncode == 0
    assert run.stdout.decode().count("could not be saved") == 1


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own, and an input that has ended."""
    for name in ("XDG_DATA_HOME", "APPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    return tmp_path


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--rules", "nonsense"], "no preset"),
        (["--rules", "mexicano(yucas=9)"], "yucas"),
        (["--rules", "{"], "cannot be read as rules"),
        (["--rules", '{"hand": [[2, 9]], "oops": 1}'], "oops"),
        (["--rules", "["], "cannot be read as rules"),
        (["--rules", "clasico", "--players", "3"], "not for 3 players"),
        (["--rules", "clasico", "--people", "3"], "not for 3 players"),
        (["--people", "2", "--bots", "greedy", "--players", "2"], "3 seats"),
        (["--seat", "Ana", "--people", "1"], "leave out --people"),
        (["--bots", "nobody"], "no bot"),
        (["--seat", "Ana", "--seat", "bot:cmd:"], "cmd"),
        (["--save", "/nowhere/at/all.jsonl"], "folder"),
        (["--save", "."], "exists already"),
        (["--resume", "nowhere.jsonl"], "cannot be read"),
        (["--resume", "."], "cannot be read"),
        (["--resume", "x", "--rules", "clasico", "--seed", "1"], "leave out --rules, --seed"),
        (["--resume"], "No saved match"),
        (["--deals", "0"], "--deals"),
        (["--stakes", "house"], "--stakes"),
    ],
)
def test_what_cannot_begin_is_refused_with_a_reason(
    options: list[str],
    reason: str,
    here: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["play", *options, "--lang", "en"]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert reason in shown.err
    assert list(here.iterdir()) == []


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n\n",
        b"{}\n",
        b"[1]\n",
        b"\xff\xff\n",
        b'{"rules": "clasico"\n',
        b"[" * 100_000,
        b"\x00" * 5_000_000,
    ],
)
def test_a_file_that_is_no_match_is_refused_and_left_alone(
    content: bytes, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = here / "broken.jsonl"
    file.write_bytes(content)
    assert main(["play", "--resume", str(file), "--lang", "en"]) == 2
    shown = capsys.readouterr()
    assert (shown.out, str(file) in shown.err) == ("", True)
    assert file.read_bytes() == content


def test_a_program_named_in_a_file_is_not_started_unasked(tmp_path: Path) -> None:
    saved = tmp_path / "match.jsonl"
    options = ["--seed", "1", "--lang", "en", "--deals", "1"]
    piped(tmp_path, "1\n", *options, "--save", str(saved))
    data = json.loads(saved.read_text())
    trace = tmp_path / "started"
    data["play"]["bots"][1] = f"cmd:{sys.executable} -c \"open('{trace.as_posix()}', 'w')\""
    saved.write_text(json.dumps(data) + "\n")
    for typed in ("", "n\n", "\n"):
        run = piped(tmp_path, typed, "--resume", str(saved), "--lang", "en")
        assert "starts the program" in run.stdout.decode()
        assert not trace.exists()
    run = piped(tmp_path, "1\n", "--resume", str(saved), "--bots", "greedy", "--lang", "en")
    assert "starts the program" not in run.stdout.decode()
    assert run.returncode == 0
    saved.write_text(json.dumps(data) + "\n")
    run = piped(tmp_path, "y\n" + "1\n" * 100, "--resume", str(saved), "--lang", "en")
    assert trace.exists()
    assert "gives up the deal" in run.stdout.decode()
