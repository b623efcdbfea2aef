"""A stream that whoever started us has closed is no reason for a traceback."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RECORDS = ROOT / "tests" / "cases" / "deals" / "house-mini-2.jsonl"


@pytest.mark.skipif(os.name == "nt", reason="the redirections are those of a POSIX shell")
@pytest.mark.parametrize(
    "command",
    [
        f"replay {RECORDS} >&-",
        f"replay {RECORDS} 2>&-",
        "replay - <&-",
        "rules >&-",
        "play --no-save --lang en >&- </dev/null",
        "play --no-save --lang en <&-",
        "play --no-save --lang en <&- >&- 2>&-",
    ],
)
def test_closed_stream(command: str) -> None:
    shell = shutil.which("sh")
    assert shell is not None
    ran = subprocess.run(
        [shell, "-c", f'"{sys.executable}" -m conquian {command}'],
        capture_output=True,
        env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
        timeout=60,
        check=False,
    )
    assert b"Traceback" not in ran.stderr
    assert ran.returncode in (0, 1, 2)
