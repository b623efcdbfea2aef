"""Compiling once, saying so, and doing without."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba")

from conquian.core.errors import ConquianError
from conquian.kernel import jit, start

SMALL = """
import sys
from conquian.core import PRESETS
from conquian.kernel.playout import deals
from conquian.kernel.position import Kernel
print(deals(Kernel(PRESETS["clasico"], 2), 20, 3).tolist())
"""


def run(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | environment,
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.strip()


def test_importing_the_package_does_not_import_numba() -> None:
    code = "import sys, conquian, conquian.core, conquian.kernel, conquian.kernel.start; print("
    assert run(code + "{'numba', 'numpy', 'llvmlite'} & set(sys.modules))") == "set()"


def test_interpreted_play_is_the_same() -> None:
    """docs/design.md §3.7: the same code runs without compilation, to the last deal."""
    assert run(SMALL, NUMBA_DISABLE_JIT="1") == run(SMALL)


def test_without_numba_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "find_spec", lambda name: None if name == "numba" else object())
    with pytest.raises(ConquianError) as caught:
        start.prepare()
    assert caught.value.code == "kernel_missing"
    assert "conquian[fast]" in caught.value.sentence("en")
    assert "numba" in caught.value.sentence("es")


def test_without_numba_the_kernel_runs_interpreted() -> None:
    hidden = "import sys; sys.modules['numba'] = None\n"
    assert run(hidden + SMALL) == run(SMALL)


def test_the_second_time_nothing_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    compiled: list[str] = []
    parts = {name: lambda name=name: compiled.append(name) for name in start.PARTS}
    monkeypatch.setattr(start, "PARTS", parts)
    monkeypatch.setattr(start, "_helper", lambda _: [])
    monkeypatch.setattr(start, "_marker", lambda part: tmp_path / "cache" / part)
    monkeypatch.setattr(jit, "INTERPRETED", False)
    told = io.StringIO()
    start.prepare("play", stream=told)
    assert compiled == ["play"]
    assert told.getvalue().startswith("conquian: compiling the fast kernel")
    assert told.getvalue().count("\n") == 2
    start.prepare(stream=told)
    assert sorted(compiled) == sorted(start.PARTS)
    silent = io.StringIO()
    start.prepare(stream=silent)
    assert silent.getvalue() == ""
    assert start.missing() == []


def test_a_package_that_cannot_be_written_to_is_cached_for_the_user(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    blocked = tmp_path / "package"
    blocked.write_text("a file: no directory can be made in it", encoding="utf-8")
    monkeypatch.setattr(jit, "_KERNEL", blocked)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "user"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "user"))
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "user")
    jit.cache_root.cache_clear()
    try:
        assert jit.cache_root().is_relative_to(tmp_path / "user")
        for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
            monkeypatch.setenv(name, str(blocked))
        monkeypatch.setattr(Path, "home", lambda: blocked)
        jit.cache_root.cache_clear()
        assert jit.cache_root().is_dir()
    finally:
        jit.cache_root.cache_clear()


def test_the_cache_depends_on_every_module_it_comes_from(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name, text in {
        "one": "from conquian.kernel.two import (\n    a,\n)\n",
        "two": "from conquian.kernel import three, four\n",
        "three": "x = 1\n",
        "four": "",
        "other": "",
    }.items():
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    monkeypatch.setattr(jit, "_KERNEL", tmp_path)
    needed = [file.stem for file in jit._needed(tmp_path / "one.py")]
    assert needed == ["four", "one", "three", "two"]
    monkeypatch.setattr(jit, "cache_root", lambda: tmp_path)
    before = jit.cache_directory(tmp_path / "one.py")
    (tmp_path / "three.py").write_text("x = 2\n", encoding="utf-8")
    jit.cache_directory.cache_clear()
    assert jit.cache_directory(tmp_path / "one.py") != before
    jit.cache_directory.cache_clear()


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.skipif(jit.INTERPRETED, reason="nothing is compiled")
def test_everything_compiles_once_and_loads_afterwards(tmp_path: Path) -> None:
    code = "from conquian.kernel import start; start.prepare(); print(start.missing())"
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    said = []
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=environment,
            check=True,
            capture_output=True,
            text=True,
        )
        assert done.stdout.strip() == "[]"
        said.append(done.stderr)
    assert "compiled in" in said[0]
    assert said[1] == ""


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.skipif(jit.INTERPRETED, reason="this is the run it would start")
def test_the_small_cases_pass_interpreted() -> None:
    """What coverage and debuggers see: the same tests with the compiler off."""
    environment = {name: text for name, text in os.environ.items() if name != "CONQUIAN_REQUIRE"}
    root = Path(__file__).parents[2]
    command = [sys.executable, "-m", "pytest", "-q", "-m", "not slow", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, "tests/kernel", "tests/equal/test_kernel_equal.py"],
        env=environment | {"NUMBA_DISABLE_JIT": "1"},
        cwd=root,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-3000:]
