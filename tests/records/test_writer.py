"""Nothing is ever half-written."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conquian.core.presets import PRESETS
from conquian.dealing.seeded import seeded_deal
from conquian.records import writer
from conquian.records.format import GameRecord
from conquian.records.reader import ReadRecord
from conquian.records.writer import append_record, record_line, replacing, write_records
from tests.records.samples import read_all

RECORDS = [GameRecord(seeded_deal(PRESETS["clasico"], 2, 0, 1, n)) for n in range(3)]


def read(path: Path) -> list[GameRecord]:
    found = read_all(path.read_bytes())
    assert all(isinstance(one, ReadRecord) for one in found)
    return [one.record for one in found if isinstance(one, ReadRecord)]


def test_write_and_append(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    assert write_records(path, RECORDS[:2]) == 2
    append_record(path, RECORDS[2])
    assert read(path) == RECORDS
    assert path.read_bytes() == b"".join(map(record_line, RECORDS))
    assert list(tmp_path.iterdir()) == [path]


def test_appending_makes_the_file(tmp_path: Path) -> None:
    path = tmp_path / "new.jsonl"
    append_record(path, RECORDS[0])
    assert read(path) == RECORDS[:1]


def test_appending_begins_a_new_line_after_half_a_line(tmp_path: Path) -> None:
    path = tmp_path / "cut.jsonl"
    path.write_bytes(record_line(RECORDS[0])[:50])
    append_record(path, RECORDS[1])
    bad, good = read_all(path.read_bytes())
    assert not isinstance(bad, ReadRecord)
    assert isinstance(good, ReadRecord)
    assert good.record == RECORDS[1]


def test_an_append_that_fails_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "deals.jsonl"
    append_record(path, RECORDS[0])
    before = path.read_bytes()

    def full(file: Any, data: bytes) -> None:
        file.write(data[:100])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(writer, "_write_all", full)
    with pytest.raises(OSError, match="No space"):
        append_record(path, RECORDS[1])
    assert path.read_bytes() == before


def failing() -> Iterator[GameRecord]:
    yield RECORDS[0]
    raise KeyboardInterrupt


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    with pytest.raises(KeyboardInterrupt):
        write_records(path, failing())
    assert list(tmp_path.iterdir()) == []
    write_records(path, RECORDS[:1])
    with pytest.raises(KeyboardInterrupt):
        write_records(path, failing())
    assert read(path) == RECORDS[:1]
    assert list(tmp_path.iterdir()) == [path]


def test_the_refusal_names_the_file_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "missing" / "deals.jsonl"
    with pytest.raises(OSError, match="deals") as caught:
        write_records(path, RECORDS)
    assert caught.value.filename == str(path)


@pytest.mark.skipif(os.name == "nt", reason="links and devices of POSIX")
def test_links_stay_links_devices_stay_devices_and_modes_stay(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    write_records(real, RECORDS[:1])
    real.chmod(0o640)
    link.symlink_to(real)
    write_records(link, RECORDS)
    assert link.is_symlink()
    assert read(real) == RECORDS
    assert real.stat().st_mode & 0o777 == 0o640
    with replacing(os.devnull) as file:
        file.write(b"x")
    assert not Path(os.devnull).is_file()
