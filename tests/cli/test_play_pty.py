"""At a real terminal: Ctrl-C at any moment, going on, and hands wiped off the screen."""

from __future__ import annotations

import io
import os
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

from conquian.cli import main
from tests.cli.test_play_games import surroundings
from tests.cli.typist import streams

if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals on Windows", allow_module_level=True)

# Copies bytes between its pipes and a terminal of its own, in which the command runs: what is
# written to it is typed there, Ctrl-C (\x03) included.
TERMINAL = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))"
PROMPT = re.compile(rb"(> )$")


class Terminal:
    """`conquian play` in a terminal."""

    def __init__(self, folder: Path, *arguments: str, **environ: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", TERMINAL, sys.executable, "-m", "conquian", "play", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=surroundings(folder) | {"TERM": "xterm"} | environ,
            bufsize=0,
        )
        self.shown = b""

    def wait(self) -> str:
        """What is shown until the next prompt, or the end."""
        start = len(self.shown)
        assert self.process.stdout is not None
        deadline = time.monotonic() + 30
        while True:
            ready, _, _ = select.select([self.process.stdout], [], [], 0.05)
            if ready:
                more = os.read(self.process.stdout.fileno(), 65536)
                if not more:
                    break
                self.shown += more
            elif PROMPT.search(self.shown[start:]):
                break
            assert time.monotonic() < deadline, self.shown[start:]
        return self.shown[start:].decode()

    def type(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text.encode())

    def answer(self, line: str) -> str:
        self.type(line + "\n")
        return self.wait()

    def end(self) -> int:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.wait()
        status = self.process.wait(20)
        self.process.stdin.close()
        self.process.stdout.close()
        return status


def through(folder: Path, saved: Path, answers: list[str], stops: set[int]) -> str:
    """The saved match after these answers, with Ctrl-C before the answers with these numbers."""
    options = ["--rules", "mexicano", "--players", "3", "--seed", "9", "--lang", "es"]
    options += ["--bots", "uniform,heuristic", "--deals", "2", "--save", str(saved)]
    terminal = Terminal(folder, *options)
    terminal.wait()
    for number, answer in enumerate(answers):
        if number in stops:
            terminal.type("\x03")
            assert terminal.end() == 130
            shown = terminal.shown.decode()
            assert "Traceback" not in shown
            assert "Guardado en" in shown
            assert f"--resume {saved}" in shown
            terminal = Terminal(folder, "--resume", str(saved), "--lang", "es")
            assert "La partida sigue donde se quedó" in terminal.wait()
        text = terminal.answer(answer)
        if "¿La pagas de todos modos?" in text and "(sí/no)" in text[-12:]:
            terminal.answer("sí")
    terminal.type("\x03")
    assert terminal.end() == 130
    return saved.read_text()


def test_ctrl_c_at_any_moment_and_going_on_is_as_if_nothing_had_happened(tmp_path: Path) -> None:
    answers = ["1"] * 12
    whole = through(tmp_path, tmp_path / "whole.jsonl", answers, set())
    broken = through(tmp_path, tmp_path / "broken.jsonl", answers, {0, 1, 2, 5, 9})
    assert broken == whole


def test_an_impatient_ctrl_c_leaves_cleanly(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "--lang", "en")
    terminal.wait()
    terminal.type("\x03\x03\x03")
    assert terminal.end() == 130
    assert b"Traceback" not in terminal.shown
    assert len(list(tmp_path.rglob("*.jsonl"))) == 1


def test_ctrl_c_while_asked_something_else(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "--seed", "1", "--lang", "en")
    terminal.wait()
    assert "(yes/no)" in terminal.answer("quit")
    terminal.type("\x03")
    assert terminal.end() == 130
    assert "Go on later with" in terminal.shown.decode()


def test_ctrl_d_leaves_with_status_0(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "--seed", "1", "--lang", "en")
    terminal.wait()
    terminal.type("\x04")
    assert terminal.end() == 0
    assert "Go on later with" in terminal.shown.decode()


def test_on_a_terminal_suits_have_colours_and_a_hand_is_wiped_for_the_next(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "--people", "2", "--no-save", "--lang", "en", "--seed", "1")
    terminal.wait()
    terminal.answer("")
    assert re.search("\x1b\\[1;3[1236]m", terminal.shown.decode())
    after = terminal.answer("1")
    assert "\x1b[2J\x1b[3J\x1b[H" in after
    assert after.index("\x1b[2J") < after.index("Player")
    terminal.type("\x03")
    assert terminal.end() == 130


@pytest.mark.parametrize(
    ("options", "environ"),
    [(["--no-color"], {}), ([], {"NO_COLOR": "1"}), ([], {"TERM": "dumb"})],
)
def test_without_colour_there_are_no_codes_and_the_hand_scrolls_away(
    options: list[str], environ: dict[str, str], tmp_path: Path
) -> None:
    common = ["--people", "2", "--no-save", "--lang", "en", "--seed", "1"]
    terminal = Terminal(tmp_path, *common, *options, **environ)
    terminal.wait()
    terminal.answer("")
    after = terminal.answer("1")
    terminal.type("\x03")
    assert terminal.end() == 130
    assert b"\x1b" not in terminal.shown
    assert after.count("\n") >= 40


def test_main_gives_the_same_status(capsys: pytest.CaptureFixture[str]) -> None:
    class Interrupted(io.StringIO):
        def readline(self, _size: int | None = -1, /) -> str:  # type: ignore[override]
            raise KeyboardInterrupt

    with streams(Interrupted(), sys.stdout):
        assert main(["play", "--no-save", "--lang", "en", "--seed", "1"]) == 130
    assert capsys.readouterr().err == ""
