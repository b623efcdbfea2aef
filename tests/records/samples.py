"""Records the tests of this directory start from."""

from __future__ import annotations

import copy
import io
import json
from pathlib import Path
from typing import Any

from conquian.records.reader import ReadRecord, Refusal, read_records

CASES = Path(__file__).resolve().parent.parent / "cases"


def _first(path: str) -> dict[str, Any]:
    with (CASES / path).open(encoding="utf-8") as file:
        record: dict[str, Any] = json.loads(file.readline())
    return record


CLASICO = _first("deals/clasico-2.jsonl")
"""A two-player deal with its legal actions and its result."""
GAMEVELVET = _first("deals/gamevelvet-3.jsonl")
"""A three-player deal in which the grouping matters, with an exchange."""


def sample(base: dict[str, Any] = CLASICO, **changes: Any) -> dict[str, Any]:
    """A copy of a record without ``legal``, with some keys changed; ``...`` removes a key."""
    record = copy.deepcopy(base)
    record.pop("legal", None)
    record |= changes
    return {key: value for key, value in record.items() if value is not ...}


def read_all(data: bytes) -> list[ReadRecord | Refusal]:
    """Everything in a file of these bytes."""
    return list(read_records(io.BytesIO(data)))


def line_of(record: object) -> bytes:
    """A record as a line."""
    return json.dumps(record, ensure_ascii=False).encode() + b"\n"


def read_one(record: object) -> ReadRecord | Refusal:
    """What a file of this one record is read as."""
    (found,) = read_all(line_of(record))
    return found


def refused(record: object) -> Refusal:
    """The refusal of this record; both sentences can be made."""
    found = read_one(record)
    assert isinstance(found, Refusal), found
    for lang in ("en", "es"):
        error = found.as_object(lang)["error"]
        assert 10 < len(error) < 500
        assert error.isprintable()
    return found
