"""Where a match is kept: a file of deal records that play goes on from (formats.md §2–3)."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from conquian.core.errors import ConquianError
from conquian.play.session import PLAY_KEY
from conquian.records.check import verify
from conquian.records.errors import BadRecord
from conquian.records.format import GameRecord
from conquian.records.reader import MOST_BYTES, decode, read_lines
from conquian.records.writer import replacing

SUFFIX = ".jsonl"
_COPIED = 1 << 16


class FileRefused(Exception):
    """A file cannot be gone on from.

    Attributes:
        line: the line at fault, or 0 where the file holds no deal.
        fault: the reason, if there is one to tell.
    """

    def __init__(self, line: int = 0, fault: ConquianError | None = None) -> None:
        super().__init__(line, fault)
        self.line = line
        self.fault = fault


class Archive:
    """A file that holds the finished deals of a match and the present one.

    After every :meth:`save` it is complete; whatever stops the program, nothing is half-written.

    Args:
        path: the file.
        kept: how many bytes at its beginning stay as they are.
    """

    def __init__(self, path: Path, kept: int = 0) -> None:
        self.path = path
        self._kept = kept
        self._last = b""

    def save(self, record: Mapping[str, Any]) -> None:
        """Write the present deal, in place of what was written of it before.

        Raises:
            OSError: the file cannot be written; it is as it was.
        """
        line = json.dumps(record).encode() + b"\n"
        if line == self._last:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(self.path) as file:
            if self._kept:
                with self.path.open("rb") as old:
                    _copy(old, file, self._kept)
            file.write(line)
        if not self._last and not self._kept and os.name != "nt":
            self.path.chmod(0o600)  # it holds cards that nobody may know yet
        self._last = line

    def next_deal(self) -> None:
        """The present deal is finished: what is saved from now on comes after it."""
        self._kept += len(self._last)
        self._last = b""


def _copy(old: Any, new: Any, size: int) -> None:
    while size > 0:
        data = old.read(min(size, _COPIED))
        if not data:
            raise OSError(0, "the file has become shorter")
        new.write(data)
        size -= len(data)


def load(path: Path) -> tuple[GameRecord, object, Archive]:
    """The last deal of a file, what the session wrote with it, and the file to go on with.

    Raises:
        OSError: the file cannot be read.
        FileRefused: its last line is not a deal that holds.
    """
    place, number, last = 0, 0, b""
    with path.open("rb") as file:
        for found, line in read_lines(file):
            number = found
            last = line if line is not None else b""
            place = file.tell() - len(last)
    if not number:
        raise FileRefused
    try:
        if not last:
            raise BadRecord("line_too_long", most=MOST_BYTES)
        data = decode(last)
        record = GameRecord.read(data)
        verify(record)
    except ConquianError as fault:
        raise FileRefused(number, fault) from fault
    except RecursionError:
        raise FileRefused(number, BadRecord("json_too_deep")) from None
    extra = data.get(PLAY_KEY) if isinstance(data, dict) else None
    archive = Archive(path, place)
    archive._last = last if last.endswith(b"\n") else b""
    return record, extra, archive


def folder(environ: Mapping[str, str] | None = None, system: str = sys.platform) -> Path:
    """Where matches are kept unless another place is named: the user's data folder.

    Raises:
        RuntimeError: the user has no home.
    """
    variables = os.environ if environ is None else environ
    if system == "win32":
        base = Path(variables.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    elif system == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        named = variables.get("XDG_DATA_HOME", "")
        # The specification wants an absolute path and others ignored.
        base = Path(named) if named.startswith("/") else Path.home() / ".local" / "share"
    return base / "conquian" / "matches"


def new_path() -> Path:
    """A name not used yet in :func:`folder`, from the present time.

    Raises:
        RuntimeError: the user has no home.
    """
    stem = time.strftime("%Y-%m-%d-%H%M%S")
    place = folder()
    path = place / f"{stem}{SUFFIX}"
    number = 2
    while path.exists():
        path = place / f"{stem}-{number}{SUFFIX}"
        number += 1
    return path


def latest() -> Path | None:
    """The match saved last in :func:`folder`, or ``None``."""
    try:
        found = list(folder().glob(f"*{SUFFIX}"))
        return max(found, key=lambda path: (path.stat().st_mtime_ns, path.name), default=None)
    except (OSError, RuntimeError):
        return None
