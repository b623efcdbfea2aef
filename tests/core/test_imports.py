"""core knows neither chance nor time nor arrays, and imports fast and alone."""

from __future__ import annotations

import ast
import json
import subprocess
import sys

import pytest

from .source import PACKAGE, modules

FORBIDDEN = {"random", "secrets", "time", "datetime", "asyncio", "numpy"}
CORE = {path: module for path, module in modules().items() if path.startswith("core/")}


@pytest.mark.parametrize("path", sorted(CORE))
def test_no_module_of_core_imports_chance_time_or_arrays(path: str) -> None:
    for node in ast.walk(CORE[path]):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            names = [node.module or ""]
        for name in names:
            assert name.partition(".")[0] not in FORBIDDEN
            assert name.partition(".")[0] != "conquian" or name.startswith("conquian.core")
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id != "__import__"


WATCH = """
import builtins, json, sys
wanted, real = [], builtins.__import__
def watch(name, globals=None, locals=None, fromlist=(), level=0):
    where = (globals or {}).get("__name__", "")
    if where.startswith("conquian"):
        wanted.append([where, name])
    return real(name, globals, locals, fromlist, level)
builtins.__import__ = watch
import conquian.core
print(json.dumps([wanted, sorted(sys.modules)]))
"""


def test_importing_core_imports_nothing_forbidden() -> None:
    run = subprocess.run(
        [sys.executable, "-c", WATCH], capture_output=True, text=True, check=True, timeout=60
    )
    wanted, loaded = json.loads(run.stdout)
    assert any(where == "conquian.core" for where, _ in wanted)
    for where, name in wanted:
        assert name.partition(".")[0] not in FORBIDDEN, f"{where} imports {name}"
    # What the standard library pulls in for itself is its own affair, but no arrays, no event loop.
    assert not {"numpy", "asyncio", "secrets"} & set(loaded)
    others = [name for name in loaded if name.startswith("conquian.")]
    assert [name for name in others if not name.startswith("conquian.core")] == []


def test_every_module_of_core_is_seen() -> None:
    assert len(CORE) >= 25
    assert (PACKAGE / "core" / "state.py").is_file()
