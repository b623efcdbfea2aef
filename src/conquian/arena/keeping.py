"""A contest in a file, deal by deal, so that a long run can be stopped and taken up again.

The first line says what is played; every other line is one :class:`DealResult`. A run that is taken
up skips the deals that are there, and its report is that of a run in one go, but for the times.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from conquian.arena.duplicate import Contest, DealResult, Fault
from conquian.core.errors import ConquianError

FORMAT: Final = 1


class Kept:
    """The file of a contest, open for more.

    Attributes:
        results: what was there, in order of the deals' numbers.

    Raises:
        ConquianError: ``arena_other_contest``, ``arena_bad_file``.
        OSError: it cannot be read or written.
    """

    def __init__(self, file: Path, contest: Contest) -> None:
        head = _head(contest)
        lines = _whole_lines(file)
        if lines:
            if _parsed(file, lines[0]) != head:
                raise ConquianError("arena_other_contest", file=str(file))
            read = {one.number: one for one in (_result(file, line) for line in lines[1:])}
            self.results = [read[number] for number in sorted(read) if number < contest.deals]
        else:
            self.results = []
        file.parent.mkdir(parents=True, exist_ok=True)
        self._stream = file.open("a", encoding="utf-8")
        if not lines:
            self._write(head)

    def add(self, results: Iterable[DealResult]) -> None:
        """Write these down, so that a crash of the machine loses nothing before them."""
        for result in results:
            self._write(asdict(result))

    def _write(self, data: dict[str, Any]) -> None:
        self._stream.write(json.dumps(data) + "\n")
        self._stream.flush()

    def __enter__(self) -> Kept:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._stream.close()


def _head(contest: Contest) -> dict[str, Any]:
    """What must be equal for results to belong together; how many deals does not matter."""
    return {
        "format": FORMAT,
        "bots": list(contest.bots),
        "rules": str(contest.rules),
        "players": contest.players,
        "seed": contest.seed,
        "alone": contest.alone,
        "guard_ms": contest.limit.guard_ms,
    }


def _whole_lines(file: Path) -> list[str]:
    """The lines of a file; a last one that was not finished is cut off from it."""
    if not file.exists():
        return []
    data = file.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if len(whole) < len(data):
        with file.open("r+b") as stream:
            stream.truncate(len(whole))
    return whole.decode("utf-8", errors="replace").splitlines()


def _parsed(file: Path, line: str) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except ValueError:
        data = None
    if not isinstance(data, dict):
        raise ConquianError("arena_bad_file", file=str(file))
    return data


def _result(file: Path, line: str) -> DealResult:
    data = _parsed(file, line)
    try:
        lists = ("points", "won", "drawn", "lost", "decisions", "seconds")
        return DealResult(
            number=data["number"],
            faults=tuple(
                Fault(**{**fault, "seating": tuple(fault["seating"])}) for fault in data["faults"]
            ),
            **{name: tuple(data[name]) for name in lists},
        )
    except (KeyError, TypeError) as wrong:
        raise ConquianError("arena_bad_file", file=str(file)) from wrong
