"""What the project promises about its own files."""

from __future__ import annotations

import ast
import importlib
import inspect
import itertools
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import conquian

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "conquian"


def tracked() -> list[Path]:
    """Every file that is, or would be, committed."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git clone: which files belong to the project cannot be asked")
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    names = {name for name in listing.stdout.decode().split("\0") if name}
    files = [ROOT / name for name in sorted(names)]
    return [file for file in files if file.is_file()]


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


# ------------------------------------------------------------------------------------------- files


def test_no_source_file_is_longer_than_600_lines() -> None:
    source = [file for file in tracked() if file.suffix in {".py", ".js", ".css"}]
    lengths = {str(file.relative_to(ROOT)): len(file.read_bytes().splitlines()) for file in source}
    assert lengths, "no source was found"
    assert {name: lines for name, lines in lengths.items() if lines > 600} == {}


# Written with one-letter classes so that this line is not found itself.
NOT_IN_A_FILE = re.compile(
    rb"p[y]pi\.o[r]g|python[h]osted|npmj[s]\.|debian\.o[r]g/"
    rb"|/wor[k]/(main|steering|shared|\.library)|/far[m]/|bash_job[s]|/roo[t]/|/hom[e]/\w",
    re.IGNORECASE,
)


def test_no_file_names_a_registry_or_a_path_of_one_machine() -> None:
    found = [
        f"{file.relative_to(ROOT)}: {match.group().decode()}"
        for file in tracked()
        for match in NOT_IN_A_FILE.finditer(file.read_bytes())
    ]
    assert found == []


def test_requirements_are_pinned_with_hashes_and_name_no_index() -> None:
    files = sorted((ROOT / "requirements").glob("*.txt"))
    assert files
    for file in files:
        joined = file.read_text(encoding="utf-8").replace("\\\n", " ")
        lines = [line for line in joined.splitlines() if not line.lstrip().startswith("#")]
        for line in lines:
            assert re.match(r"[a-z0-9-]+==[0-9]", line), f"{file.name}: {line[:60]}"
            assert "--hash=sha256:" in line, f"{file.name}: {line[:60]}"
            assert "://" not in line, f"{file.name}: {line[:60]}"


def test_a_default_install_needs_nothing() -> None:
    assert tomllib.loads(text("pyproject.toml"))["project"]["dependencies"] == []


def test_core_imports_the_standard_library_alone() -> None:
    allowed = sys.stdlib_module_names | {"conquian"}
    files = list((PACKAGE / "core").rglob("*.py"))
    assert files
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                names = [node.module or ""]
            for name in names:
                assert name.partition(".")[0] in allowed, f"{file.name} imports {name}"


def test_types_and_licence_are_there() -> None:
    assert (PACKAGE / "py.typed").is_file()
    assert text("LICENSE").startswith("MIT License\n")


def test_all_say_the_same_version() -> None:
    citation = re.search(r"^version: (\S+)$", text("CITATION.cff"), re.MULTILINE)
    released = re.search(r"^date-released: (\S+)$", text("CITATION.cff"), re.MULTILINE)
    changelog = re.search(r"^## \[(\d\S*)\] - (\S+)$", text("CHANGELOG.md"), re.MULTILINE)
    assert citation is not None
    assert released is not None
    assert changelog is not None
    version = tomllib.loads(text("pyproject.toml"))["project"]["version"]
    assert [citation[1], changelog[1], conquian.__version__] == [version] * 3
    assert released[1] == changelog[2]


# ---------------------------------------------------------------------------------- what they say

PAGES = ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md"]


@pytest.mark.parametrize("page", PAGES)
def test_pages_name_only_targets_and_files_that_exist(page: str) -> None:
    targets = set(re.findall(r"^([a-z-]+):", text("Makefile"), re.MULTILINE))
    code = re.findall(r"^```.*?^```|`[^`\n]+`", text(page), re.MULTILINE | re.DOTALL)
    named = {name for piece in code for name in re.findall(r"\bmake ([a-z-]+)", piece)}
    assert named - targets == set()
    places = re.compile(r"(?:src|tests|docs|examples|bench|tools|requirements|\.ci)/[\w./-]*\w")
    paths = {path for piece in code for path in places.findall(piece)}
    assert {path for path in paths if not (ROOT / path).exists()} == set()


# ------------------------------------------------------------------------------------- stable API


def stable_names() -> list[tuple[str, str]]:
    """Name and description of each entry of the list in ARCHITECTURE.md."""
    section = text("ARCHITECTURE.md").partition("\n## Stable API\n")[2].partition("\n## ")[0]
    return re.findall(r"^- `(conquian[\w.]*)`(.*)$", section, re.MULTILINE)


def resolve(name: str) -> Any:
    """The object called `name`: the longest part that is a module, and from there by attribute."""
    parts = name.split(".")
    for cut in range(len(parts), 0, -1):
        module = ".".join(parts[:cut])
        try:
            value: Any = importlib.import_module(module)
        except ModuleNotFoundError as missing:
            # Only the name itself may be no module; a module that lacks something is a fault.
            if not module.startswith(missing.name or "-"):
                raise
            continue
        for part in parts[cut:]:
            value = getattr(value, part)
        return value
    raise AssertionError(f"{name} cannot be imported")


def documented_values() -> set[str]:
    """Names of module values (constants, type aliases) that are followed by a docstring."""
    found = set()
    for file in PACKAGE.rglob("*.py"):
        body = ast.parse(file.read_text(encoding="utf-8")).body
        for node, after in itertools.pairwise(body):
            if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                targets = node.targets if isinstance(node, ast.Assign) else []
                if isinstance(node, ast.AnnAssign):
                    targets = [node.target]
                found |= {target.id for target in targets if isinstance(target, ast.Name)}
    return found


def undocumented(name: str, value: object) -> list[str]:
    """Those of `value` and its public members that say nothing about themselves."""
    ours = str(getattr(value, "__module__", "")).startswith("conquian")
    if isinstance(value, ModuleType) or (inspect.isroutine(value) and ours):
        return [] if (value.__doc__ or "").strip() else [name]
    if not (inspect.isclass(value) and ours):
        return [] if name.rpartition(".")[2] in documented_values() else [name]
    doc = (value.__doc__ or "").strip()
    # A dataclass without a docstring gets its signature for one.
    silent = [] if doc and not doc.startswith(f"{value.__name__}(") else [name]
    for key, member in vars(value).items():
        if isinstance(member, (classmethod, staticmethod)):
            member = member.__func__  # noqa: PLW2901 - the docstring stands on the function inside
        described = inspect.isfunction(member) or isinstance(member, property)
        if described and not key.startswith("_") and not (inspect.getdoc(member) or "").strip():
            silent.append(f"{name}.{key}")
    return silent


def test_the_stable_names_are_listed_once_with_a_word_about_each() -> None:
    entries = stable_names()
    assert entries, "the list in ARCHITECTURE.md was not found"
    names = [name for name, _ in entries]
    assert sorted({name for name in names if names.count(name) > 1}) == []
    assert [name for name, description in entries if len(description.strip(" —-")) < 5] == []


def test_the_stable_names_exist_and_are_documented() -> None:
    silent = [place for name, _ in stable_names() for place in undocumented(name, resolve(name))]
    assert silent == []
