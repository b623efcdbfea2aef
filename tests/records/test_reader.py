"""The reader's memory is bounded by a line, not by the file."""

from __future__ import annotations

import io
import tracemalloc
from typing import Any

from conquian.records.reader import ReadRecord, Refusal, read_lines, read_records
from tests.records.samples import line_of, sample


class Endless(io.RawIOBase):
    """A stream of ``size`` bytes that repeats ``unit`` and is never in memory."""

    def __init__(self, unit: bytes, size: int) -> None:
        self.unit = unit * (65536 // len(unit) + 1)
        self.period = len(unit)
        self.size = size
        self.place = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        start = self.place % self.period
        count = min(len(buffer), len(self.unit) - start, self.size - self.place)
        buffer[:count] = self.unit[start : start + count]
        self.place += count
        return count


def peak(unit: bytes, size: int) -> tuple[int, int]:
    """Lines found in the stream, and the most memory in use meanwhile, in bytes."""
    stream = io.BufferedReader(Endless(unit, size))
    tracemalloc.start()
    try:
        count = sum(1 for _ in read_lines(stream))
        return count, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_large_file_needs_no_more_memory_than_a_small_one() -> None:
    line = line_of(sample())
    size = 100_000_000 // len(line) * len(line)
    count, memory = peak(line, size)
    assert count == size // len(line)
    assert memory < 1_000_000


def test_a_large_line_is_skipped_in_pieces() -> None:
    count, memory = peak(b"[[[[[[[[", 100_000_000)
    assert count == 1
    assert memory < 20_000_000


def test_records_come_as_they_are_read() -> None:
    """Nothing is read ahead of the record asked for but what the stream itself buffers."""
    good = line_of(sample())
    raw = Endless(good, len(good) * 1000)
    records = read_records(io.BufferedReader(raw))
    assert isinstance(next(records), ReadRecord)
    assert raw.place < len(good) + 20_000


def test_no_newline_at_the_end_of_a_line_too_long() -> None:
    for end in (b"", b"\n", b"\n" + line_of(sample())):
        found = list(read_records(io.BytesIO(b"x" * 5_000_000 + end)))
        assert isinstance(found[0], Refusal)
        assert found[0].fault.code == "line_too_long"
        assert [read.line for read in found[1:]] == ([2] if len(end) > 1 else [])
