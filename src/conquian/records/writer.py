"""Writes records so that a file never holds half a line (formats.md §3)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from conquian.records.format import GameRecord


def record_line(record: GameRecord) -> bytes:
    """The record as a line of a file, with its end."""
    return f"{record}\n".encode()


def append_record(path: str | Path, record: GameRecord) -> None:
    """Add a record to a file, or make the file; afterwards it is on the disk.

    The line is written whole or not at all: when the disk is full, the file is as it was before.
    If the file ends in the middle of a line (another program was killed), a new line is begun.

    Raises:
        OSError: the file cannot be written.
    """
    line = record_line(record)
    with Path(path).open("ab+", buffering=0) as file:
        before = file.seek(0, os.SEEK_END)
        if before:
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":
                line = b"\n" + line
        try:
            _write_all(file, line)
            os.fsync(file.fileno())
        except BaseException:
            with suppress(OSError):
                file.truncate(before)
            raise


def write_records(path: str | Path, records: Iterable[GameRecord]) -> int:
    """Write a file of these records; how many there are.

    An old file of that name is replaced only when all records have been written; until then, and
    for ever if something fails, it stays as it was.

    Raises:
        OSError: the file cannot be written.
    """
    count = 0
    with replacing(path) as file:
        for record in records:
            file.write(record_line(record))
            count += 1
    return count


@contextmanager
def replacing(path: str | Path) -> Iterator[BinaryIO]:
    """A file to write that takes the place of ``path`` when the block ends without a fault.

    What is no ordinary file, a pipe or a device, is written directly.

    Raises:
        OSError: the file cannot be written.
    """
    target = Path(path).resolve()  # a link stays a link
    if target.exists() and not target.is_file():
        with target.open("wb") as file:
            yield file
        return
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with part.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            part.chmod(target.stat().st_mode)
        part.replace(target)
    except BaseException as fault:
        with suppress(OSError):
            part.unlink()
        if isinstance(fault, OSError):
            fault.filename = str(path)  # nobody has asked for the other one
        raise


def _write_all(file: BinaryIO, data: bytes) -> None:
    """One write for the whole line, so that two programs may append to the same file."""
    written = file.write(data)
    while written < len(data):
        data = data[written:]
        written = file.write(data)
