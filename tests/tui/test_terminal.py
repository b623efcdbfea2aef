"""At a real terminal: a whole deal by keys, from the command line to the saved file."""

from __future__ import annotations

import contextlib
import io
import os
import struct
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

pytest.importorskip("textual")
if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals on Windows", allow_module_level=True)

import fcntl
import termios

from conquian.core.action import Kind
from conquian.core.state import State
from conquian.records.format import GameRecord
from conquian.records.reader import ReadRecord, read_records
from tests.cli.test_play_games import surroundings

PATIENCE = 20.0


class Terminal:
    """``conquian app`` in a terminal of 80 by 24; everything it writes is read and kept."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.master, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "conquian", "app", "--lang", "en", "--pace", "0", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=surroundings(folder) | {"TERM": "xterm-256color"},
            start_new_session=True,
        )
        os.close(slave)
        self.shown = b""
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        with contextlib.suppress(OSError):  # the other end is closed
            while more := os.read(self.master, 65536):
                self.shown += more

    def wait_for(self, text: str) -> None:
        until = time.monotonic() + PATIENCE
        while text.encode() not in self.shown:
            assert time.monotonic() < until, self.shown[-3000:].decode(errors="replace")
            assert self.process.poll() is None, self.shown[-3000:].decode(errors="replace")
            time.sleep(0.01)

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def end(self) -> int:
        status = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        os.close(self.master)
        return status


def record_in(path: Path) -> GameRecord | None:
    """The last deal that is saved, if one is."""
    if not path.exists():
        return None
    read = list(read_records(io.BytesIO(path.read_bytes())))
    assert all(isinstance(one, ReadRecord) for one in read), read
    last = read[-1]
    assert isinstance(last, ReadRecord)
    return last.record


def keys_at(state: State) -> str:
    """What Ana presses at her decision: the first card, the first way to take, or a pass."""
    kinds = {action.kind for action in state.legal_actions()}
    if kinds & {Kind.GIVE, Kind.PAY}:
        return "1\r"
    if Kind.TAKE in kinds:
        return "t\r"
    return "p" if Kind.PASS in kinds else "f\r"


def until_it_is_ana(path: Path, before: int) -> tuple[State, int]:
    """The position in the file once something has happened and Ana must decide, or it is over."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        record = record_in(path)
        if record is not None and len(record.actions) >= before:
            state = record.final()
            if state.is_over or state.actor == 0:
                return state, len(record.actions)
        time.sleep(0.02)
    raise TimeoutError


@pytest.mark.slow
def test_a_whole_deal_in_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    terminal = Terminal(
        tmp_path, *("--rules", "mexicano", "--seat", "Ana", "--bots", "greedy"),
        *("--seed", "4", "--save", str(path)),
    )  # fmt: skip
    terminal.wait_for("The exchange")
    before = 0
    while True:
        state, done = until_it_is_ana(path, before)
        if state.is_over:
            break
        terminal.type(keys_at(state))
        before = done + 1
        changed = time.monotonic() + 1.0
        while (now := record_in(path)) is None or len(now.actions) <= done:
            if time.monotonic() > changed:  # a payment is asked about: yes
                terminal.type("\x1b[B\r")
                changed += PATIENCE
            time.sleep(0.01)
    terminal.wait_for("The deal is over")
    terminal.type("\x1b[B\x1b[B\x1b[B\x1b[B\r")  # leave the table
    terminal.wait_for("Go on with a saved match")
    terminal.type("\x1b[A\r")  # the last entry: quit
    assert terminal.end() == 0
    assert b"Traceback" not in terminal.shown
    record = record_in(path)
    assert record is not None
    assert record.result is not None
    assert len(record.actions) > 10


@pytest.mark.slow
def test_ctrl_c_leaves_and_the_match_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    terminal = Terminal(tmp_path, "--rules", "clasico", "--seed", "1", "--save", str(path))
    terminal.wait_for("Clásico")
    until_it_is_ana(path, 0)
    terminal.type("\x03")
    assert terminal.end() == 130
    assert b"Traceback" not in terminal.shown
    assert record_in(path) is not None
