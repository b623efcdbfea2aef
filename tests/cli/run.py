"""Starts ``conquian`` as a user does: in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys


def conquian(
    *words: str, stdin: bytes | None = None, **environ: str
) -> subprocess.CompletedProcess[bytes]:
    """Run a command to its end; there is never a traceback."""
    done = subprocess.run(
        [sys.executable, "-m", "conquian", *words],
        input=b"" if stdin is None else stdin,
        capture_output=True,
        env=os.environ | {"LC_ALL": "C.UTF-8"} | environ,
        timeout=60,
        check=False,
    )
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    return done
