"""Bots that are programs of their own, speaking JSON lines (formats.md §5).

The program is started without a shell when its first deal begins and kept for the following ones.
It gets ``hello``; per deal ``deal`` with the view after the event ``dealt``, then ``event`` for
each further event of its seat (the last is ``over``), ``decide`` when it must answer, and ``over``
at the end.

Whatever it does wrong is a :class:`~conquian.bots.base.BotFault` of the decision it owed: the deal
is forfeited, the program is ended, and the next deal starts it anew. (An answer that can be read
but is not legal forfeits the deal too, and leaves the program running.) Nothing here waits for the
program without a limit, and nothing depends on ``select``, so that it runs on Windows too.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import random
import shlex
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable, Mapping
from typing import IO, Any

from conquian.bots.base import BadBot, BotFault, Limit
from conquian.core.events import Event, Over
from conquian.core.text import event_object, view_object
from conquian.core.view import InfoState

PROTOCOL = 1
"""Version of the protocol, in ``hello``."""
READY_SECONDS = 10.0
"""How long a program may take to start up."""
DEFAULT_MS = 5000
"""Milliseconds for a decision where the limit names no ``guard_ms``."""
GRACE_MS = 200
"""Milliseconds on top of what the program is told, for the way through the pipes."""
MOST_BYTES = 65536
"""The longest line a program may write."""
MOST_STDERR = 65536
"""Bytes of standard error that are passed on; a program that writes more is not heard further."""
END_SECONDS = 1.0
"""How long a program may take to end by itself once its input is closed."""

_WAITING_LINES = 16
_ENDED = b""
_TOO_LONG = b"\0"


class ExternalBot:
    """The bot behind ``cmd:…``; see the module text. Close it when it is no longer needed.

    Args:
        command: program and arguments as one would type them.

    Raises:
        BadBot: ``bot_command``: the quotes of the command do not match.
    """

    def __init__(self, command: str) -> None:
        self._words = split_command(command)
        self._command = command
        self._program: _Program | None = None
        self._told: tuple[Event, ...] = ()
        self._trouble: BotFault | None = None

    @property
    def name(self) -> str:
        """``cmd:`` and the command."""
        return f"cmd:{self._command}"

    def told(self, info: InfoState) -> None:
        """Pass on what the seat knows now. Never raises: trouble shows at the next decision."""
        try:
            self._sync(info)
        except BotFault as fault:
            self._fail(fault)

    def decide(self, info: InfoState, limit: Limit, rng: random.Random) -> str:  # noqa: ARG002
        """The program's answer, as it wrote it.

        Raises:
            BotFault: ``bot_not_started``, ``bot_not_ready``, ``bot_timeout``, ``bot_exited``,
                ``bot_bad_answer`` or ``bot_long_line``. The program has been ended.
        """
        try:
            self._sync(info)
            if self._trouble is not None or self._program is None:
                raise self._trouble or BotFault("bot_exited", status="?")
            view = view_object(info)
            ms = DEFAULT_MS if limit.guard_ms is None else limit.guard_ms
            self._program.send({"type": "decide", "view": view, "legal": view["legal"], "ms": ms})
            line = self._program.line((ms + GRACE_MS) / 1000, late=BotFault("bot_timeout", ms=ms))
            return _read(line, '"action"', "action")
        except BotFault as fault:
            self._fail(fault)
            raise

    def close(self) -> None:
        """End the program. A later deal would start it anew."""
        self._told = ()
        self._trouble = None
        if self._program is not None:
            self._program.end()
            self._program = None

    def _fail(self, fault: BotFault) -> None:
        told = self._told
        self.close()
        # The deal goes on without the program; only a new one may start it again.
        self._told = told
        self._trouble = fault

    def _sync(self, info: InfoState) -> None:
        """Send the program whatever of ``info.history`` it has not been told."""
        history = info.history
        known = len(self._told)
        if not known or history[:known] != self._told:
            self._begin(info)
            known = 1
        if self._trouble is None and self._program is not None:
            for event in history[known:]:
                self._program.send({"type": "event", "event": event_object(event)})
            if isinstance(history[-1], Over):
                self._program.send({"type": "over", "view": view_object(info)})
        # When a deal is over whatever comes is a new deal, even with the same cards.
        self._told = () if isinstance(history[-1], Over) else history

    def _begin(self, info: InfoState) -> None:
        """A new deal: with a living program, or a new one."""
        self._trouble = None
        self._told = info.history[:1]
        if self._program is None or not self._program.alive:
            self.close()
            self._told = info.history[:1]
            self._program = _Program(self._words, self._command)
            self._program.send({"type": "hello", "protocol": PROTOCOL})
            late = BotFault("bot_not_ready", seconds=int(READY_SECONDS))
            line = self._program.line(READY_SECONDS, late=late)
            if _read(line, '"type": "ready"', "type") != "ready":
                raise _bad(line, '"type": "ready"')
        start = InfoState.fold(info.seat, info.history[:1])
        self._program.send({"type": "deal", "seat": info.seat, "view": view_object(start)})


def split_command(command: str) -> list[str]:
    """The words of a command, by the quoting rules of the system it runs on; no shell.

    A bare ``python`` is the Python that runs this, so that a bot finds ``conquian`` also where its
    environment is not activated; another Python is named by its path.

    Raises:
        BadBot: ``bot_command``.
    """
    try:
        if os.name == "nt":
            words = [_unquoted(word) for word in shlex.split(command, posix=False)]
        else:
            words = shlex.split(command)
    except ValueError as fault:
        raise BadBot("bot_command", command=command[:60], problem=str(fault)) from None
    if not words:
        raise BadBot("bot_command", command=command[:60], problem="empty")
    if words[0] == "python":
        words[0] = sys.executable
    return words


def _unquoted(word: str) -> str:
    return word[1:-1] if len(word) > 1 and word[0] == word[-1] and word[0] in "\"'" else word


def _read(line: bytes, wanted: str, key: str) -> str:
    """The text under ``key`` of a JSON object."""
    try:
        value = json.loads(line)[key]
    except (ValueError, LookupError, TypeError, RecursionError):
        raise _bad(line, wanted) from None
    if not isinstance(value, str):
        raise _bad(line, wanted)
    return value


def _bad(line: bytes, wanted: str) -> BotFault:
    text = line[:80].decode(errors="replace").strip()
    return BotFault(
        "bot_bad_answer", text=text if len(text) <= 60 else text[:57] + "…", wanted=wanted
    )


class _Program:
    """A running program. Threads write, read and pass on standard error, so nobody here blocks."""

    def __init__(self, words: list[str], command: str) -> None:
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the user's own command, no shell
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=os.name != "nt",
            )
        except (OSError, ValueError) as fault:
            problem = getattr(fault, "strerror", None) or str(fault)
            raise BotFault("bot_not_started", command=command[:60], problem=problem) from None
        self._outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._inbox: queue.Queue[bytes] = queue.Queue(_WAITING_LINES)
        self._stop = threading.Event()
        _in_background(_write_lines, self._process.stdin, self._outbox)
        _in_background(_read_lines, self._process.stdout, self._inbox, self._stop)
        _in_background(_pass_on, self._process.stderr)
        self.end = weakref.finalize(self, _end, self._process, self._outbox, self._stop)

    @property
    def alive(self) -> bool:
        """The program runs and has not been told to end."""
        return self._process.poll() is None and self.end.alive

    def send(self, message: Mapping[str, Any]) -> None:
        """Write a message; never waits. A program that has ended is noticed when it must answer."""
        self._outbox.put(json.dumps(message).encode() + b"\n")

    def line(self, seconds: float, late: BotFault) -> bytes:
        """The next line the program writes."""
        try:
            line = self._inbox.get(timeout=max(0.0, seconds))
        except queue.Empty:
            raise late from None
        if line == _TOO_LONG:
            raise BotFault("bot_long_line", most=MOST_BYTES)
        if line == _ENDED:
            raise BotFault("bot_exited", status=self._status())
        return line

    def _status(self) -> str:
        """The exit status; it may come a moment after the end of the output."""
        try:
            return str(self._process.wait(END_SECONDS))
        except subprocess.TimeoutExpired:
            return "?"


def _in_background(work: Callable[..., None], *arguments: object) -> None:
    threading.Thread(target=work, args=arguments, daemon=True).start()


def _write_lines(pipe: IO[bytes], outbox: queue.SimpleQueue[bytes | None]) -> None:
    try:
        while (data := outbox.get()) is not None:
            pipe.write(data)
            pipe.flush()
    except (OSError, ValueError):
        pass
    finally:
        _close_quietly(pipe)


def _read_lines(pipe: IO[bytes], inbox: queue.Queue[bytes], stop: threading.Event) -> None:
    line = b"start"
    while line not in (_ENDED, _TOO_LONG):
        try:
            line = pipe.readline(MOST_BYTES + 1)
        except (OSError, ValueError):
            line = _ENDED
        if len(line) > MOST_BYTES:
            line = _TOO_LONG
        while not stop.is_set():
            try:
                inbox.put(line, timeout=0.1)
                break
            except queue.Full:
                continue
        else:
            break
    _close_quietly(pipe)


def _pass_on(pipe: IO[bytes]) -> None:
    """Standard error of the program becomes ours, up to a limit; the rest is read and dropped."""
    left = MOST_STDERR
    try:
        while data := pipe.read1(4096):  # type: ignore[attr-defined]
            if left > 0:
                sys.stderr.write(data[:left].decode(errors="replace"))
                sys.stderr.flush()
            left -= len(data)
    except (OSError, ValueError):
        pass
    finally:
        _close_quietly(pipe)


def _close_quietly(pipe: IO[bytes]) -> None:
    with contextlib.suppress(OSError):
        pipe.close()


def _end(
    process: subprocess.Popen[bytes],
    outbox: queue.SimpleQueue[bytes | None],
    stop: threading.Event,
) -> None:
    """Close the program's input, give it a moment, then end it and whatever it started."""
    outbox.put(None)
    stop.set()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(END_SECONDS)
    if os.name != "nt":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    if process.poll() is None:
        process.kill()
    process.wait()
