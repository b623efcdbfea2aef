"""The page of speed figures that ``conquian bench --report`` writes."""

from __future__ import annotations

import os
import platform
from argparse import Namespace

from conquian.cli.bench import number
from conquian.cli.measures import Row, clock
from conquian.records.writer import replacing

HEAD = """# Performance

Written by `conquian bench`; do not edit. Medians of repeated batches in one run on one machine,
with the lowest and highest batch beside them: figures of different runs do not compare, ratios
within a run do. One core, measured with `{clock}`, unless a row says otherwise.

    {command}

{machine}.

| what | median | unit | lowest – highest | |
|---|---:|---|---|---|
"""


def write_report(path: str, rows: list[Row], args: Namespace) -> None:
    """Write the page; nothing is left half-written.

    Raises:
        OSError: the file cannot be written.
    """
    peers = " --peers" if args.peers else ""
    options = f"{peers} --seconds {args.seconds} --solve {args.solve}"
    head = HEAD.format(
        clock=clock.__name__,
        command=f"conquian bench{options} --report FILE",
        machine=f"{rows[0].value}, {os.cpu_count()} cores, {platform.processor() or 'processor'}",
    )
    lines = [_line(row) for row in rows[1:]]
    with replacing(path) as file:
        file.write((head + "\n".join(lines) + "\n").encode())


def _line(row: Row) -> str:
    value = row.value
    shown = number(value) if isinstance(value, float | int) else f"`{value}`" if value else "–"
    span = "" if row.low is None or row.high is None else f"{number(row.low)} – {number(row.high)}"
    return f"| {row.name} | {shown} | {row.unit} | {span} | {row.note or ''} |"
