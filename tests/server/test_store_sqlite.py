"""The tables of a server in one SQLite file: nothing kept is lost, nothing is kept twice."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("msgspec")

from conquian.play.store import NoSuchTable, StoreFault
from conquian.server.store_sqlite import SqliteStore


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    made = SqliteStore(tmp_path / "tables.db")
    yield made
    made.close()


def opened(at: float = 1.0) -> dict[str, object]:
    return {"kind": "opened", "at": at, "engine": "0.1.0", "log": 1}


def test_rows_come_back_in_order_from_another_store(store: SqliteStore, tmp_path: Path) -> None:
    rows = [opened(), {"kind": "sat", "at": 2.0, "name": "Ñandú"}, {"kind": "act", "at": 3.5}]
    store.append("AB", 1, rows[:2]).result()
    store.append("AB", 3, rows[2:]).result()
    store.append("CD", 1, rows[:1]).result()
    assert store.load("AB") == rows
    other = SqliteStore(tmp_path / "tables.db")
    assert other.load("AB") == rows
    assert other.load("CD") == rows[:1]
    other.close()


def test_a_table_that_is_not_there(store: SqliteStore) -> None:
    with pytest.raises(NoSuchTable) as raised:
        store.load("NONE")
    assert raised.value.code == "no_such_table"


@pytest.mark.parametrize("first", [1, 2, 4])
def test_a_row_is_never_kept_twice_nor_with_a_gap(store: SqliteStore, first: int) -> None:
    store.append("AB", 1, [opened(), opened()]).result()
    with pytest.raises(StoreFault) as raised:
        store.append("AB", first, [opened(9.0)]).result()
    assert (raised.value.code, raised.value.reason) == ("not_stored", "conflict")
    with pytest.raises(StoreFault):
        store.append("AB", 3, [opened()]).result()  # until it has been loaded again
    assert len(store.load("AB")) == 2
    store.append("AB", 3, [opened()]).result()
    assert len(store.load("AB")) == 3


def test_one_table_in_trouble_does_not_stop_another(store: SqliteStore) -> None:
    good = [store.append(f"T{number}", 1, [opened()]) for number in range(50)]
    bad = store.append("T7", 1, [opened()])
    good += [store.append(f"T{number}", 2, [opened()]) for number in range(50) if number != 7]
    for done in good:
        done.result()
    with pytest.raises(StoreFault):
        bad.result()
    assert all(len(store.load(f"T{number}")) == (1 if number == 7 else 2) for number in range(50))


def test_a_full_disk_refuses_and_keeps_what_was_kept(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "small.db", max_pages=60)
    kept, row = 0, {"kind": "said", "at": 1.0, "text": "x" * 2000}
    store.append("AB", 1, [opened()]).result()
    while (fault := store.append("AB", kept + 2, [row]).exception()) is None:
        kept += 1
    assert isinstance(fault, StoreFault)
    assert (fault.code, fault.reason) == ("not_stored", "full")
    assert kept > 5
    assert len(store.load("AB")) == kept + 1
    store.close()
    again = SqliteStore(tmp_path / "small.db")
    assert len(again.load("AB")) == kept + 1
    again.append("AB", kept + 2, [row]).result()
    again.close()


def test_a_read_only_file_can_be_read_and_refuses(store: SqliteStore, tmp_path: Path) -> None:
    store.append("AB", 1, [opened()]).result()
    reader = SqliteStore(tmp_path / "tables.db", read_only=True)
    assert len(reader.load("AB")) == 1
    with pytest.raises(StoreFault) as raised:
        reader.append("AB", 2, [opened()]).result()
    assert raised.value.reason == "read_only"
    assert len(reader.load("AB")) == 1
    reader.close()


def test_a_file_of_a_newer_program_is_left_alone(store: SqliteStore, tmp_path: Path) -> None:
    store.close()
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        connection.execute("PRAGMA user_version=99")
    connection.close()
    with pytest.raises(StoreFault) as raised:
        SqliteStore(tmp_path / "tables.db")
    assert raised.value.code == "store_newer"


def test_a_file_that_is_something_else(tmp_path: Path) -> None:
    (tmp_path / "photo.db").write_bytes(b"not a database at all" * 500)
    with pytest.raises(StoreFault) as raised:
        SqliteStore(tmp_path / "photo.db")
    assert raised.value.code == "store_unusable"


def test_lists_and_seats(store: SqliteStore) -> None:
    for number, code in enumerate(("AA", "BB", "CC", "DD")):
        store.append(code, 1, [opened(float(number))]).result()
        store.hold("me", code, number % 2)
    store.note("BB", stage="playing", last=50.0)
    store.note("CC", stage="closed", last=60.0)
    store.quarantine("DD", "does not replay")
    store.flush()
    assert [(card.code, card.stage) for card in store.live()] == [
        ("BB", "playing"),
        ("AA", "waiting"),
    ]
    assert [(seat.code, seat.seat) for seat in store.seats_of("me")] == [
        ("CC", 0),
        ("BB", 1),
        ("AA", 0),
    ]
    assert store.set_aside() == [("DD", "does not replay")]
    assert store.delete_before(10.0) == 2  # AA and DD
    with pytest.raises(NoSuchTable):
        store.load("AA")
    store.append("AA", 1, [opened()]).result()


def test_a_backup_is_a_whole_file(store: SqliteStore, tmp_path: Path) -> None:
    for number in range(1, 201):
        store.append("AB", number, [opened(float(number))])
    store.flush()
    store.backup(tmp_path / "copy.db")
    copy = SqliteStore(tmp_path / "copy.db")
    assert copy.load("AB") == store.load("AB")
    copy.close()


def test_what_nobody_waits_for_any_more_is_kept(store: SqliteStore) -> None:
    for number in range(1, 101):
        store.append("AB", number, [opened(float(number))]).cancel()
    store.flush()
    assert len(store.load("AB")) == 100


def test_nothing_is_kept_after_closing(store: SqliteStore) -> None:
    store.close()
    with pytest.raises(StoreFault):
        store.append("AB", 1, [opened()]).result()


_WRITER = """
import sys
from conquian.server.store_sqlite import SqliteStore
store = SqliteStore(sys.argv[1])
number = 0
while True:
    number += 1
    store.append("AB", number, [{"kind": "act", "at": float(number)}]).result()
    print(number, flush=True)
"""


def test_what_was_acknowledged_survives_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "killed.db"
    with subprocess.Popen(
        [sys.executable, "-c", _WRITER, str(path)], stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout is not None
        told = 0
        while told < 200:
            told = int(writer.stdout.readline())
        os.kill(writer.pid, signal.SIGKILL)
        for line in writer.stdout:
            told = int(line)
    store = SqliteStore(path)
    rows = store.load("AB")
    store.close()
    assert told <= len(rows) <= told + 1
    assert [row["at"] for row in rows] == [float(number + 1) for number in range(len(rows))]
