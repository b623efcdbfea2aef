"""The page of speed figures that ``conquian bench --report`` writes."""

from __future__ import annotations

import os
import platform
from argparse import Namespace
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

from conquian.cli.bench import number
from conquian.cli.measures import Row, clock
from conquian.records.writer import replacing

HEAD = """# Performance

Written by `conquian bench`; do not edit. Medians of repeated batches in one run on one machine,
with the lowest and highest batch beside them: figures of different runs do not compare, ratios
within a run do. One core, measured with `{clock}`, unless a row says otherwise.

    {command}

{machine}, {date}.

"""


class Goal(NamedTuple):
    """What a figure should be.

    Attributes:
        row, unit: which figure.
        least: the goal is a lower bound, else an upper one.
        bound: the goal.
    """

    row: str
    unit: str
    least: bool
    bound: float

    def line(self, rows: Sequence[Row]) -> str:
        """Of the table: what was measured, and whether that is good enough."""
        found = [row.value for row in rows if (row.name, row.unit) == (self.row, self.unit)]
        value = found[0] if found and isinstance(found[0], float | int) else None
        goal = f"{'≥' if self.least else '≤'} {number(self.bound)}"
        if value is None:
            return f"| {self.row} | – | {goal} | {self.unit} | not measured |"
        held = value >= self.bound if self.least else value <= self.bound
        answer = "yes" if held else "**no**"
        return f"| {self.row} | {number(value)} | {goal} | {self.unit} | {answer} |"


GOALS = (
    Goal("kernel clasico 2 players random", "deals/s", least=True, bound=100_000),
    Goal("kernel clasico 2 players random", "decisions/s", least=True, bound=4_000_000),
    Goal("solver clasico", "deals/s", least=True, bound=500),
    Goal("solver clasico p99", "ms", least=False, bound=30),
    Goal("solver clasico worst", "ms", least=False, bound=1000),
    Goal("solver batch to processes", "×", least=True, bound=0.9),
    Goal("solver memory", "MB", least=False, bound=256),
    Goal("start first, all compiled", "s", least=False, bound=60),
    Goal("start later, play", "s", least=False, bound=1),
    Goal("start later, solve", "s", least=False, bound=1),
)
"""What the kernel was built to reach."""

SECTIONS = (
    ("open_spiel rlcard endplay", "Other engines, in the same run"),
    ("kernel", "The compiled kernel, random play"),
    ("solver", "The exact solver, open hands"),
    ("start", "Getting ready"),
    ("", "The reference engine"),
)
"""Beginnings of the names of rows, and the section they come in."""
_ORDER = (4, 1, 2, 3, 0)
_PACKAGES = ("numba", "numpy")


def write_report(path: str, rows: list[Row], args: Namespace) -> None:
    """Write the page; nothing is left half-written.

    Raises:
        OSError: the file cannot be written.
    """
    flags = [f"--{name}" for name in ("peers", "compile") if getattr(args, name)]
    options = " ".join([*flags, f"--seconds {args.seconds}", f"--solve {args.solve}"])
    page = HEAD.format(
        clock=clock.__name__,
        command=f"conquian bench {options} --report FILE",
        machine=", ".join([str(rows[0].value), *_versions(), _processor()]),
        date=datetime.now(UTC).date().isoformat(),
    )
    page += "## Goals\n\n| what | measured | goal | unit | reached |\n|---|---:|---:|---|---|\n"
    page += "\n".join(goal.line(rows) for goal in GOALS) + "\n"
    sorted_rows: dict[int, list[str]] = {number: [] for number in _ORDER}
    for row in rows[1:]:
        sorted_rows[_section(row)].append(_line(row))
    for section, lines in sorted_rows.items():
        if lines:
            page += (
                f"\n## {SECTIONS[section][1]}\n\n| what | median | unit | lowest – highest | |\n"
            )
            page += "|---|---:|---|---|---|\n" + "\n".join(lines) + "\n"
    with replacing(path) as file:
        file.write(page.encode())


def _section(row: Row) -> int:
    """The first section whose rows are named so."""
    return next(
        place
        for place, (names, _) in enumerate(SECTIONS)
        if not names or row.name.startswith(tuple(names.split()))
    )


def _line(row: Row) -> str:
    value = row.value
    shown = number(value) if isinstance(value, float | int) else f"`{value}`" if value else "–"
    span = "" if row.low is None or row.high is None else f"{number(row.low)} – {number(row.high)}"
    note = (row.note or "").replace("|", r"\|")
    return f"| {row.name} | {shown} | {row.unit} | {span} | {note} |"


def _versions() -> list[str]:
    """Of the packages the figures depend on."""
    found = []
    for package in _PACKAGES:
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            continue
    return found


def _processor() -> str:
    """What the system calls its processor, and how many cores it has."""
    name = platform.processor()
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        name = next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):  # not Linux, or a processor that has no name there
        pass
    return f"{os.cpu_count()} cores of {name or 'a processor without a name'}"
