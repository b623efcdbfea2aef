"""Reads files of records line by line; what cannot be read is a refusal, and the rest is read.

Memory is bounded by one line, and a line by :data:`MOST_BYTES`: a file may be of any size.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO, Final, NoReturn

from conquian.core.errors import ConquianError
from conquian.core.state import State
from conquian.records.check import verify
from conquian.records.errors import BadRecord
from conquian.records.format import GameRecord

MOST_BYTES: Final = 4 * 1024 * 1024
"""The longest line that is read, in bytes. A record with all legal actions has some 20,000."""
_CHUNK = 64 * 1024
_MOST_DIGITS = 200
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class ReadRecord:
    """A record that holds.

    Attributes:
        line: its line in the file, from 1 on.
        record: the record.
        final: the position its actions reach.
    """

    line: int
    record: GameRecord
    final: State


@dataclass(frozen=True, slots=True)
class Refusal:
    """A line that does not.

    Attributes:
        line: the line in the file, from 1 on.
        ply: the action at fault, from 1 on; 0 for the header.
        fault: the reason.
    """

    line: int
    ply: int
    fault: ConquianError

    def as_object(self, lang: str = "en") -> dict[str, Any]:
        """The refusal of formats.md §2; ``error`` is one line whatever the file held."""
        sentence = self.fault.sentence(lang)
        return {
            "ok": False,
            "line": self.line,
            "ply": self.ply,
            "code": self.fault.code,
            "error": "".join(char if char.isprintable() else "\ufffd" for char in sentence),
        }


def read_records(stream: BinaryIO) -> Iterator[ReadRecord | Refusal]:
    """Every record of a binary stream, replayed and checked, or why it was refused.

    Lines end with a newline; empty ones are skipped, but counted.
    """
    for number, line in read_lines(stream):
        try:
            if line is None:
                raise BadRecord("line_too_long", most=MOST_BYTES)
            record = GameRecord.read(decode(line))
            yield ReadRecord(number, record, verify(record))
        except BadRecord as fault:
            yield Refusal(number, fault.ply, fault)
        except RecursionError:
            yield Refusal(number, 0, BadRecord("json_too_deep"))


def read_lines(stream: BinaryIO) -> Iterator[tuple[int, bytes | None]]:
    """Number and content of every line that is not empty; ``None`` for one that is too long."""
    number = 0
    while line := stream.readline(MOST_BYTES + 1):
        number += 1
        if len(line) > MOST_BYTES and not line.endswith(b"\n"):
            line = b""
            while (rest := stream.readline(_CHUNK)) and not rest.endswith(b"\n"):
                pass
            yield number, None
            continue
        if number == 1:
            line = line.removeprefix(_BOM)
        if not line.isspace() and line:
            yield number, line


def decode(line: bytes) -> object:
    """One JSON value in UTF-8, strictly: no key twice, no NaN.

    Raises:
        BadRecord: ``not_utf8``, ``not_json``, ``json_key_twice``, ``json_constant``,
            ``json_number`` or ``json_too_deep``.
    """
    try:
        text = line.decode()
    except UnicodeDecodeError as fault:
        raise BadRecord("not_utf8", byte=fault.start + 1) from None
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as fault:
        raise BadRecord("not_json", column=fault.pos + 1) from None
    except RecursionError:
        raise BadRecord("json_too_deep") from None


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise BadRecord("json_key_twice", key=key[:60])
            seen.add(key)
    return made


def _no_constant(text: str) -> NoReturn:
    raise BadRecord("json_constant", text=text)


def _number(text: str) -> int:
    if len(text) > _MOST_DIGITS:
        raise BadRecord("json_number", text=text[:20] + "…")
    return int(text)


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):  # it could not be written again
        raise BadRecord("json_number", text=text[:20])
    return number


_DECODER = json.JSONDecoder(
    object_pairs_hook=_no_key_twice,
    parse_constant=_no_constant,
    parse_int=_number,
    parse_float=_finite,
)
