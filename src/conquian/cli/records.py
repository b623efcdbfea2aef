"""What the commands that read records have in common (formats.md §2)."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any, BinaryIO

from conquian.cli import PROGRAM, USAGE
from conquian.core.errors import ConquianError
from conquian.records.reader import ReadRecord, Refusal, read_records

STDIN = "-"


def add_file(parser: ArgumentParser) -> None:
    """The argument ``FILE``."""
    parser.add_argument("file", metavar="FILE", help="a file of deal records; - is standard input")


def each_record(name: str, lang: str, answer: Callable[[ReadRecord], dict[str, Any]]) -> int:
    """Print ``answer`` for every record of the file ``name``, or its refusal; one JSON line each.

    ``answer`` may refuse a record by raising; the refusal then names the position reached.

    Returns:
        The exit status: 0 if all records hold, 1 if not, 2 if the file cannot be read.
    """
    try:
        stream = _open(name)
    except OSError as fault:
        print(f"{PROGRAM}: {_cannot_read(name, fault, lang)}", file=sys.stderr)
        return USAGE
    # Another program may be waiting for each answer before it writes the next record.
    at_once = name == STDIN
    status = 0
    with nullcontext() if at_once else stream:
        records = read_records(stream)
        while True:
            try:
                read = next(records, None)
            except OSError as fault:
                print(f"{PROGRAM}: {_cannot_read(name, fault, lang)}", file=sys.stderr)
                return USAGE
            if read is None:
                return status
            found = _answered(read, answer) if isinstance(read, ReadRecord) else read
            if isinstance(found, Refusal):
                status = 1
                found = found.as_object(lang)
            print(json.dumps(found, ensure_ascii=False), flush=at_once)


def _answered(
    read: ReadRecord, answer: Callable[[ReadRecord], dict[str, Any]]
) -> dict[str, Any] | Refusal:
    """The answer, or its refusal for a record that holds but is not for this command."""
    try:
        return answer(read)
    except ConquianError as fault:
        return Refusal(read.line, len(read.record.actions), fault)


def _open(name: str) -> BinaryIO:
    if name != STDIN:
        return Path(name).open("rb")
    if sys.stdin is None:  # closed by whoever started us
        raise OSError(0, "")
    return sys.stdin.buffer


def _cannot_read(name: str, fault: OSError, lang: str) -> str:
    shown = {"en": "standard input", "es": "la entrada estándar"}[lang] if name == STDIN else name
    reason = f": {fault.strerror}" if fault.strerror else ""
    start = {"en": "cannot read", "es": "no se puede leer"}[lang]
    return f"{start} {shown}{reason}"
