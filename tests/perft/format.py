"""The perft files: how they are written and read.

A line that begins with ``#`` is a comment.  Every other line is a deal record as compact JSON
(formats.md section 2), then for some depths ``;D<depth> <nodes>``: the number of action sequences
of that length from the position the record reaches.  Turning a stock card is no action, the
record's stock order is used, and a sequence that ends with the deal earlier counts once.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

Record = dict[str, Any]
Line = tuple[Record, dict[int, int]]

_DEPTH = re.compile(r" ;D([1-9][0-9]*) ([1-9][0-9]*)")


def read(path: Path) -> list[Line]:
    """Return the records of a file with their numbers by depth."""
    lines: list[Line] = []
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not text or text.startswith("#"):
            continue
        record, end = json.JSONDecoder().raw_decode(text)
        depths = {int(found[1]): int(found[2]) for found in _DEPTH.finditer(text, end)}
        if text[end:] != _tail(depths) or not depths:
            raise ValueError(f"{path.name}, line {number}: cannot read {text[end:]!r}")
        lines.append((record, depths))
    return lines


def write(record: Record, depths: dict[int, int]) -> str:
    """Return the line for one record."""
    return json.dumps(record, separators=(",", ":"), ensure_ascii=False) + _tail(depths)


def _tail(depths: dict[int, int]) -> str:
    return "".join(f" ;D{depth} {nodes}" for depth, nodes in depths.items())
