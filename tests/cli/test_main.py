"""What holds for every command."""

from __future__ import annotations

import ast
import os
import signal
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from conquian import __version__
from conquian.cli import COMMANDS, INTERRUPTED, PIPE_CLOSED, default_language, main, overview
from tests.cli.run import conquian
from tests.records.samples import line_of, sample


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    module = import_module(COMMANDS[name].module)
    assert module.HELP
    assert main([name, "--help"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"usage: conquian {name}")
    assert name in overview("en")
    assert COMMANDS[name].es in overview("es")


def test_version_and_overview(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"conquian {__version__}\n"
    assert main(["--help"]) == 0
    assert capsys.readouterr().out == f"{overview()}\n"
    assert main([]) == 2
    assert capsys.readouterr().err == f"{overview()}\n"


def test_an_unknown_command_is_refused_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["repaly"]) == 2
    shown = capsys.readouterr().err
    assert shown.startswith("conquian: there is no command “repaly”")
    assert "replay?" in shown
    assert main(["x" * 10_000]) == 2
    assert len(capsys.readouterr().err) < 300


def test_bad_arguments_are_said_and_not_raised(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay"]) == 2
    assert main(["perft", "-", "--depth", "many"]) == 2
    assert main(["replay", "-", "--wrong"]) == 2
    assert capsys.readouterr().err.count("usage:") == 3


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "es_MX.UTF-8"}, "es"),
        ({"LANG": "es_MX.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE", "LC_MESSAGES": "es"}, "es"),
        ({"LANG": "es", "LC_ALL": ""}, "es"),
    ],
)
def test_language_of_the_locale(environ: dict[str, str], language: str) -> None:
    assert default_language(environ) == language


def test_only_what_is_run_is_imported() -> None:
    """Imports are what a command's start takes; each of these would be felt."""
    code = (
        "import sys; from conquian.cli import main; main(sys.argv[1:]); "
        "print(sorted(sys.modules), file=sys.stderr)"
    )

    def imported(*words: str) -> set[str]:
        done = subprocess.run(
            [sys.executable, "-c", code, *words], capture_output=True, text=True, check=True
        )
        names: list[str] = ast.literal_eval(done.stderr.splitlines()[-1])
        return set(names)

    assert not [name for name in imported("--help") if name.startswith("conquian.core")]
    for command in ("replay", "perft"):
        loaded = imported(command, "--help")
        assert not loaded & {"conquian.bots", "conquian.arena", "conquian.play", "hashlib"}, command


@pytest.mark.skipif(os.name == "nt", reason="the time of child processes is counted on POSIX")
def test_starting_is_fast() -> None:
    """The fastest of five, in its own time, as other programs run on this machine too."""

    def spent() -> float:
        times = os.times()
        return times.children_user + times.children_system

    def seconds() -> float:
        before = spent()
        conquian("--help")
        return spent() - before

    assert min(seconds() for _ in range(5)) < 0.15


def test_utf8_on_a_console_of_another_encoding() -> None:
    done = conquian("--help", PYTHONIOENCODING="cp437", LANG="es_MX", LC_ALL="")
    assert "Conquián: el juego" in done.stdout.decode()


@pytest.mark.skipif(os.name == "nt", reason="pipes and signals of POSIX")
def test_a_closed_pipe_is_no_fault() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "conquian", "deal", "--deals", "100000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.readline()
        program.stdout.close()
        assert program.wait(30) == PIPE_CLOSED
        assert program.stderr.read() == b""


@pytest.mark.skipif(os.name == "nt", reason="pipes and signals of POSIX")
def test_ctrl_c_is_no_fault() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "conquian", "replay", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdin.write(line_of(sample()))
        program.stdin.flush()
        assert b'"ok": true' in program.stdout.readline()
        program.send_signal(signal.SIGINT)
        assert program.wait(30) == INTERRUPTED
        assert program.stderr.read() == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_one_sentence() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "conquian", "deal"],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert b"No space left" in done.stderr


def test_every_command_has_its_module() -> None:
    assert all(find_spec(command.module) for command in COMMANDS.values())
