"""How long the kernel takes to get ready, for ``conquian bench --compile``."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from time import perf_counter
from typing import Any

_LATER = 5
_COMPILE = "from conquian.kernel import start; start.prepare()"
_LOAD = """
from time import perf_counter
import conquian.core
begun = perf_counter()
from conquian.kernel import start
start.{part}()
print(perf_counter() - begun)
"""


def start_figures() -> list[dict[str, Any]]:
    """Everything compiled into an empty cache, then loaded from it by new processes, on the wall.

    What a later start adds is the time from the engine's import to the first deal played or solved,
    imports of numba and numpy included.
    """
    with tempfile.TemporaryDirectory() as cache:
        environment = os.environ | {"NUMBA_CACHE_DIR": cache}
        begun = perf_counter()
        _run(_COMPILE, environment)
        compiled = perf_counter() - begun
        rows: list[dict[str, Any]] = [
            {
                "name": "start first, all compiled",
                "value": compiled,
                "unit": "s",
                "note": f"once, {os.cpu_count()} cores, on the wall",
            }
        ]
        for part in ("play", "solve"):
            code = _LOAD.format(part=f"_{part}")
            times = sorted(float(_run(code, environment)) for _ in range(_LATER))
            rows.append(
                {
                    "name": f"start later, {part}",
                    "value": times[_LATER // 2],
                    "unit": "s",
                    "low": times[0],
                    "high": times[-1],
                    "repeats": _LATER,
                    "note": "added by numba, numpy and the cached kernel, on the wall",
                }
            )
    return rows


def _run(code: str, environment: dict[str, str]) -> str:
    done = subprocess.run(  # noqa: S603 - this Python, and code from above
        [sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True
    )
    return done.stdout
