"""The cases are facts from outside: none may be missing, added or changed."""

from __future__ import annotations

import hashlib
from pathlib import Path

CASES = Path(__file__).resolve().parent / "cases"
SUMS = CASES / "SHA256SUMS"


def test_cases_are_exactly_those_of_the_checksum_file() -> None:
    listed: dict[str, str] = {}
    for line in SUMS.read_text(encoding="utf-8").splitlines():
        digest, name = line.split("  ", maxsplit=1)
        assert name not in listed, f"{name} is listed twice"
        listed[name] = digest
    present = {
        path.relative_to(CASES).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in CASES.rglob("*")
        if path.is_file() and path != SUMS
    }
    assert listed, "the checksum file lists nothing"
    assert sorted(listed.keys() - present.keys()) == [], "missing"
    assert sorted(present.keys() - listed.keys()) == [], "not listed"
    assert [name for name in listed if listed[name] != present[name]] == [], "changed"
