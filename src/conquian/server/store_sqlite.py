"""The tables of a server in one SQLite file.

One thread writes. It takes everything that is waiting, keeps it in one transaction and one sync
(group commit), and only then says that it is kept: an action that was acknowledged survives the
loss of power (``synchronous=FULL``). When a transaction fails, its appends are tried one by one, so
that one table's trouble is not another's; a table whose append failed takes no more of them until
it has been loaded again, because what its authority holds in memory is ahead of what is kept.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import closing, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

import msgspec

from conquian.play.store import HeldSeat, NoSuchTable, Row, StoreFault, TableCard

_MOST_AT_ONCE = 1000
_BUSY_SECONDS = 5.0

# The schema, step by step: a file of version n gets the steps from n on. Never change a step that
# has been released; add one.
_STEPS = (
    """
    CREATE TABLE tables (
        code TEXT PRIMARY KEY,
        stage TEXT NOT NULL,
        created REAL NOT NULL,
        last REAL NOT NULL,
        engine TEXT NOT NULL,
        set_aside TEXT
    ) WITHOUT ROWID;
    CREATE INDEX tables_last ON tables (last);
    CREATE TABLE log (
        code TEXT NOT NULL,
        row INTEGER NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (code, row)
    ) WITHOUT ROWID;
    CREATE TABLE seats (
        holder TEXT NOT NULL,
        code TEXT NOT NULL,
        seat INTEGER NOT NULL,
        PRIMARY KEY (holder, code)
    ) WITHOUT ROWID;
    CREATE INDEX seats_code ON seats (code);
    """,
)

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode


class _Append(NamedTuple):
    code: str
    first: int
    bodies: list[bytes]
    opened: tuple[float, str] | None
    done: Future[None]


class _Other(NamedTuple):
    """Any other change of the file, in its turn among the appends."""

    work: Callable[[sqlite3.Connection], object]
    done: Future[Any]


class SqliteStore:
    """Keeps tables in a file; see :class:`conquian.play.store.Store`.

    Args:
        path: the file; made if it is not there.
        max_pages: the file may not grow beyond so many pages (of 4 KiB); ``None``: no limit.
        read_only: open it without writing; every append then fails.

    Raises:
        StoreFault: ``store_newer`` or ``store_unusable``.
    """

    def __init__(
        self, path: Path | str, *, max_pages: int | None = None, read_only: bool = False
    ) -> None:
        self.path = Path(path)
        self._read_only = read_only
        self._jobs: SimpleQueue[_Append | _Other | None] = SimpleQueue()
        self._broken: set[str] = set()  # only the writer's thread touches it and _last
        self._last: dict[str, int] = {}
        self._lock = threading.Lock()  # of the reading connection
        self._closed = False
        try:
            self._write = self._connect(max_pages)
            self._read = self._connect(None)
            self._check_version()
        except sqlite3.Error as fault:
            raise StoreFault("store_unusable", text=str(path), problem=str(fault)) from fault
        self._thread = threading.Thread(target=self._run, name="conquian-store", daemon=True)
        self._thread.start()

    def _connect(self, max_pages: int | None) -> sqlite3.Connection:
        mode = "ro" if self._read_only else "rwc"
        uri = self.path.absolute().as_uri() + f"?mode={mode}"
        connection = sqlite3.connect(
            uri, uri=True, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
        if not self._read_only:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
        if max_pages is not None:
            connection.execute(f"PRAGMA max_page_count={int(max_pages)}")
        return connection

    def _check_version(self) -> None:
        (version,) = self._write.execute("PRAGMA user_version").fetchone()
        if version > len(_STEPS):
            raise StoreFault("store_newer", text=str(self.path))
        if version < len(_STEPS) and self._read_only:
            raise StoreFault("store_unusable", text=str(self.path), problem="read-only, old")
        for number in range(version, len(_STEPS)):
            script = f"BEGIN; {_STEPS[number]} PRAGMA user_version={number + 1}; COMMIT;"
            self._write.executescript(script)

    # Writing.

    def append(self, code: str, first: int, rows: Sequence[Row]) -> Future[None]:
        """See :meth:`Store.append`."""
        done: Future[None] = Future()
        opened = None
        if first == 1 and rows:
            opened = (float(rows[0].get("at", 0.0)), str(rows[0].get("engine", "")))
        if self._closed:
            done.set_exception(StoreFault.because("failed"))
        else:
            self._jobs.put(_Append(code, first, [_encode(row) for row in rows], opened, done))
        return done

    def _later(self, work: Callable[[sqlite3.Connection], object]) -> Future[Any]:
        done: Future[Any] = Future()
        if self._closed:
            done.set_exception(StoreFault.because("failed"))
        else:
            self._jobs.put(_Other(work, done))
        return done

    def _run(self) -> None:
        while True:
            jobs = [self._jobs.get()]
            with suppress(Empty):
                while len(jobs) < _MOST_AT_ONCE:
                    jobs.append(self._jobs.get_nowait())
            work = [job for job in jobs if job is not None]
            for job in work:
                # Kept even if nobody waits any more; from here on it cannot be called off.
                job.done.set_running_or_notify_cancel()
            if work:
                self._keep(work)
            if len(work) < len(jobs):
                return

    def _keep(self, jobs: list[_Append | _Other]) -> None:
        results = self._together(jobs)
        if results is None and len(jobs) > 1:
            for job in jobs:
                self._keep([job])
            return
        for job, result in zip(jobs, results or [self._fault], strict=True):
            failed = isinstance(result, Exception)
            if failed and isinstance(job, _Append):
                self._broken.add(job.code)
                self._last.pop(job.code, None)
            _answer(job.done, result)

    def _together(self, jobs: list[_Append | _Other]) -> list[object] | None:
        """Do all in one transaction; ``None`` if the file refused it, and then nothing is done."""
        results: list[object] = []
        before = {job.code: self._last.get(job.code) for job in jobs if isinstance(job, _Append)}
        try:
            self._write.execute("BEGIN IMMEDIATE")
            results.extend(map(self._do, jobs))
            self._write.execute("COMMIT")
        except sqlite3.Error as fault:
            self._fault = _fault(fault)
            with suppress(sqlite3.Error):
                self._write.execute("ROLLBACK")
            for code, last in before.items():
                self._last.pop(code, None)
                if last is not None:
                    self._last[code] = last
            return None
        return results

    _fault: Exception = StoreFault.because("failed")

    def _do(self, job: _Append | _Other) -> object:
        """The result of a job, or the reason why it alone is not done."""
        if isinstance(job, _Other):
            return job.work(self._write)
        if job.code in self._broken:
            return StoreFault.because("failed")
        if job.first != self._next_row(job.code):
            return StoreFault.because("conflict")
        self._write.executemany(
            "INSERT INTO log VALUES (?, ?, ?)",
            ((job.code, job.first + step, body) for step, body in enumerate(job.bodies)),
        )
        if job.opened is not None:
            at, engine = job.opened
            self._write.execute(
                "INSERT INTO tables VALUES (?, 'waiting', ?, ?, ?, NULL)",
                (job.code, at, at, engine),
            )
        self._last[job.code] = job.first + len(job.bodies) - 1
        return None

    def _next_row(self, code: str) -> int:
        if code not in self._last:
            found = self._write.execute("SELECT max(row) FROM log WHERE code=?", (code,))
            self._last[code] = found.fetchone()[0] or 0
        return self._last[code] + 1

    # Reading.

    def load(self, code: str) -> list[dict[str, Any]]:
        """See :meth:`Store.load`."""

        def mend(_: sqlite3.Connection) -> None:
            self._broken.discard(code)
            self._last.pop(code, None)

        if not self._read_only:
            with suppress(StoreFault):  # a file that refuses every change can still be read
                self._later(mend).result()
        rows = self._all("SELECT body FROM log WHERE code=? ORDER BY row", code)
        if not rows:
            raise NoSuchTable("no_such_table", text=code[:40])
        return [_decode(body) for (body,) in rows]

    def live(self) -> list[TableCard]:
        """See :meth:`Store.live`."""
        rows = self._all(
            "SELECT code, stage, created, last, engine FROM tables"
            " WHERE set_aside IS NULL AND stage != 'closed' ORDER BY last DESC"
        )
        return [TableCard(*row) for row in rows]

    def set_aside(self) -> list[tuple[str, str]]:
        """The tables that were set aside, with the reason."""
        return self._all("SELECT code, set_aside FROM tables WHERE set_aside IS NOT NULL")

    def seats_of(self, holder: str) -> list[HeldSeat]:
        """See :meth:`Store.seats_of`."""
        rows = self._all(
            "SELECT code, seat, stage, last FROM seats JOIN tables USING (code)"
            " WHERE holder=? AND set_aside IS NULL ORDER BY last DESC",
            holder,
        )
        return [HeldSeat(*row) for row in rows]

    def _all(self, query: str, *values: object) -> list[Any]:
        try:
            with self._lock, closing(self._read.execute(query, values)) as found:
                return found.fetchall()
        except sqlite3.Error as fault:
            raise StoreFault("store_unusable", text=str(self.path), problem=str(fault)) from fault

    # The lists.

    def note(self, code: str, *, stage: str, last: float) -> None:
        """See :meth:`Store.note`."""
        self._change("UPDATE tables SET stage=?, last=? WHERE code=?", stage, last, code)

    def quarantine(self, code: str, reason: str) -> None:
        """See :meth:`Store.quarantine`."""
        self._change("UPDATE tables SET set_aside=? WHERE code=?", reason[:500], code)

    def hold(self, holder: str, code: str, seat: int) -> None:
        """See :meth:`Store.hold`."""
        self._change("INSERT OR REPLACE INTO seats VALUES (?, ?, ?)", holder, code, seat)

    def _change(self, query: str, *values: object) -> None:
        self._later(lambda connection: connection.execute(query, values).rowcount)

    def delete_before(self, when: float) -> int:
        """See :meth:`Store.delete_before`."""

        def work(connection: sqlite3.Connection) -> int:
            old = [
                code
                for (code,) in connection.execute("SELECT code FROM tables WHERE last<?", (when,))
            ]
            for code in old:
                self._last.pop(code, None)
                self._broken.discard(code)
                for table in ("log", "seats", "tables"):
                    connection.execute(f"DELETE FROM {table} WHERE code=?", (code,))  # noqa: S608
            return len(old)

        return int(self._later(work).result())

    def flush(self) -> None:
        """Wait until everything asked for so far is kept or has failed."""
        self._later(lambda _: None).result()

    def backup(self, path: Path) -> None:
        """See :meth:`Store.backup`.

        Raises:
            StoreFault: ``store_unusable``: the copy cannot be written.
        """
        try:
            with closing(self._connect(None)) as source, closing(sqlite3.connect(path)) as copy:
                source.backup(copy, pages=256)
        except sqlite3.Error as fault:
            raise StoreFault("store_unusable", text=str(path), problem=str(fault)) from fault

    def close(self) -> None:
        """See :meth:`Store.close`."""
        if self._closed:
            return
        self._closed = True
        self._jobs.put(None)
        self._thread.join()
        self._write.close()
        self._read.close()


def _answer(done: Future[Any], result: object) -> None:
    if done.cancelled():
        return
    if isinstance(result, Exception):
        done.set_exception(result)
    else:
        done.set_result(result)


def _fault(fault: sqlite3.Error) -> StoreFault:
    text = str(fault)
    for words, reason in (("full", "full"), ("readonly", "read_only"), ("UNIQUE", "conflict")):
        if words in text:
            return StoreFault.because(reason)
    return StoreFault.because("failed")
