"""How the kernel is compiled, and where compiled code is kept.

:func:`compiled` is numba's ``njit`` with a cache that cannot be stale: its directory is named after
the text of the module and of every kernel module it imports. numba by itself looks at one file
only, and would go on running an old copy of a function that was inlined from another.

The cache lies beside the modules; where that place cannot be written to, in the user's cache
directory; where there is none either, in a temporary one. ``NUMBA_CACHE_DIR`` overrules all.
Without numba, or with ``NUMBA_DISABLE_JIT=1``, the same functions run interpreted.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar


def _optional(module: str) -> Any:
    """A module of numba, whose types are of no use here; None without the extra [fast]."""
    try:
        return import_module(module)
    except ImportError:
        return None


numba: Any = _optional("numba")
parallel_range: Any = range if numba is None else numba.prange

P = ParamSpec("P")
R = TypeVar("R")

HAVE_NUMBA: Final = numba is not None
INTERPRETED: Final[bool] = numba is None or bool(numba.config.DISABLE_JIT)
"""Functions run as plain Python: slow, for small cases, coverage and debuggers."""

_KERNEL: Final = Path(__file__).parent
_IMPORTS: Final = re.compile(
    r"^\s*from conquian\.kernel(?:\.(\w+))? import ([^(\n]*)", re.MULTILINE
)

__all__ = [
    "HAVE_NUMBA",
    "INTERPRETED",
    "cache_directory",
    "cache_root",
    "compiled",
    "compiled_parallel",
    "lowest",
    "parallel_range",
    "popcount",
    "set_threads",
]


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """``njit`` with the cache described above; the function also releases the GIL."""
    return _compile(function)


def compiled_parallel(function: Callable[P, R]) -> Callable[P, R]:
    """Likewise with ``parallel_range`` shared out to all cores."""
    return _compile(function, parallel=True)


def _compile(function: Callable[P, R], **options: Any) -> Callable[P, R]:
    if numba is None or INTERPRETED:
        return function
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = before or str(cache_directory(Path(function.__code__.co_filename)))
    try:
        decorate = numba.njit(cache=True, nogil=True, error_model="numpy", **options)
        made: Callable[P, R] = decorate(function)
    finally:
        numba.config.CACHE_DIR = before
    return made


def set_threads(threads: int | None) -> int:
    """Use this many cores (``None``: all) in parallel loops from now on; how many those are."""
    if numba is None or INTERPRETED:
        return 1
    most = int(numba.config.NUMBA_NUM_THREADS)
    chosen = most if threads is None else max(1, min(threads, most))
    numba.set_num_threads(chosen)
    return chosen


@cache
def cache_directory(module: Path) -> Path:
    """Where the compiled functions of this kernel module are kept."""
    digest = hashlib.sha256()
    for file in _needed(module):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return cache_root() / f"{module.stem}-{digest.hexdigest()[:16]}"


def _needed(module: Path) -> list[Path]:
    """A kernel module and all kernel modules it imports, directly or not, sorted."""
    found: set[Path] = set()
    todo = [module]
    while todo:
        file = todo.pop()
        if file not in found and file.is_file():
            found.add(file)
            for name, names in _IMPORTS.findall(file.read_text(encoding="utf-8")):
                words = [name] if name else re.findall(r"\w+", names)
                todo += [_KERNEL / f"{word}.py" for word in words]
    return sorted(found)


@cache
def cache_root() -> Path:
    """The place of all caches: the first of the three that can be written to."""
    for root in (_KERNEL / "__pycache__", _user_cache() / "conquian"):
        try:
            root.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=root):
                return root
        except OSError:
            continue
    return Path(tempfile.mkdtemp(prefix="conquian-kernel-"))


def _user_cache() -> Path:
    """The cache directory of the user, by the habit of the system."""
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def popcount(mask: int) -> int:
    """How many bits are set; ``mask`` is not negative."""
    return int(mask).bit_count()


def lowest(mask: int) -> int:
    """The number of the lowest set bit; ``mask`` is positive."""
    mask = int(mask)
    return (mask & -mask).bit_length() - 1


if numba is not None:
    types: Any = numba.types
    extending: Any = _optional("numba.extending")

    def _popcount_code(_context: Any, _mask: Any) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.int64), generate

    def _lowest_code(_context: Any, _mask: Any) -> Any:
        def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], context.get_constant(types.boolean, 1))

        return types.int64(types.int64), generate

    _popcount: Any = extending.intrinsic(_popcount_code)
    _lowest: Any = extending.intrinsic(_lowest_code)

    # numba compares the signatures with those of the lambdas: no annotations here.
    @extending.overload(popcount)
    def _overload_popcount(mask):  # type: ignore[no-untyped-def]  # noqa: ARG001
        return lambda mask: _popcount(mask)  # noqa: PLW0108

    @extending.overload(lowest)
    def _overload_lowest(mask):  # type: ignore[no-untyped-def]  # noqa: ARG001
        return lambda mask: _lowest(mask)  # noqa: PLW0108
