#!/usr/bin/env python3
"""Puts the known faults of docs/rules.md §9 back into the source and sees the tests fail.

    python tools/mutate.py                 all mutants of tests/mutations/traps-*.toml
    python tools/mutate.py --trap 17       those of one trap
    python tools/mutate.py --source DIR    mutate a copy of DIR instead of src

Each mutant is a fresh copy of the source with a few exact replacements. It must still import and
begin a deal of every preset; then the tests named below run on it and must fail. Before that the
same command must be green on an unchanged copy. A line per mutant says which test caught it.

Exit status: 0 all were caught, 1 one survived, 2 the question could not be asked.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TRAPS = ROOT / "tests" / "mutations"
FIRST = ("tests/rules/test_section_9_traps.py",)
"""The tests of the traps: they are asked first, as they notice most."""
OTHERS = ("tests/rules", "tests/play", "tests/core")
"""All fast tests of the rules and of the table, asked if the first notice nothing;
`tests/test_cases*.py` are added."""
LONGEST = 30
"""Seconds for one test: a mutant may make a deal endless, and that is a failure too."""

NOT_PASSED_ON = {"CONQUIAN_REQUIRE", "PYTEST_ADDOPTS", "PYTEST_XDIST_WORKER", "PYTEST_CURRENT_TEST"}

PROBE = '''
"""A pytest plugin: the tests must run on the copy, whatever else is installed."""
import os
import pathlib

import conquian


def pytest_configure():
    wanted = pathlib.Path(os.environ["CONQUIAN_SOURCE"]).resolve()
    found = pathlib.Path(conquian.__file__).resolve()
    assert found.is_relative_to(wanted), f"{found} was imported, not {wanted}"
'''

SMOKE = """
import importlib, os, pathlib, pkgutil
import conquian
assert pathlib.Path(conquian.__file__).is_relative_to(os.environ["CONQUIAN_SOURCE"])
for found in pkgutil.walk_packages(conquian.__path__, "conquian."):
    if not found.name.endswith("__main__") and not found.name.startswith("conquian.train."):
        importlib.import_module(found.name)
from conquian.core import PRESETS, deal_in_order
from conquian.core.setting import setting_for
from conquian.core.cards import cards_of
for rules in PRESETS.values():
    for players in rules.player_counts:
        deck = cards_of(setting_for(rules, players).deck)
        deal = deal_in_order(rules, players, 0, deck)
        deal.apply(deal.first, deal.first.legal_actions()[0])
"""


class CannotAsk(Exception):
    """The question whether the tests notice could not be asked; the text says why."""


@dataclass(frozen=True)
class Edit:
    """One exact replacement in a file under ``src/conquian``."""

    file: str
    old: str
    new: str


@dataclass(frozen=True)
class Mutant:
    """One fault: the trap it belongs to, in words, and how it is put back."""

    trap: int
    fault: str
    edits: tuple[Edit, ...]

    @property
    def files(self) -> str:
        """The files it changes."""
        return ", ".join(dict.fromkeys(edit.file for edit in self.edits))


@dataclass(frozen=True)
class Verdict:
    """What the tests said of a copy: the first failing test, or ``None`` if all passed."""

    killer: str | None
    seconds: float


def mutants(folder: Path = TRAPS) -> list[Mutant]:
    """All mutants of a folder, by trap."""
    entries = [
        entry
        for file in sorted(folder.glob("traps-*.toml"))
        for entry in tomllib.loads(file.read_text(encoding="utf-8"))["mutant"]
    ]
    return [
        Mutant(
            entry["trap"],
            entry["fault"],
            tuple(Edit(edit["file"], edit["old"], edit["new"]) for edit in entry["edit"]),
        )
        for entry in entries
    ]


def mutated(mutant: Mutant, source: Path) -> dict[Path, str]:
    """The changed files of a mutant by their place under ``source``, unwritten.

    Raises:
        CannotAsk: a file is missing, or a text does not stand there exactly once.
    """
    changed: dict[Path, str] = {}
    for edit in mutant.edits:
        path = source / "conquian" / edit.file
        if not path.is_file():
            raise CannotAsk(f"trap {mutant.trap}: there is no file {edit.file}")
        text = changed.get(path) or path.read_text(encoding="utf-8")
        # Whole lines: the text between the first and the last line break of the entry.
        old, new = "\n" + edit.old.strip("\n") + "\n", "\n" + edit.new.strip("\n") + "\n"
        if not edit.new.strip():
            new = "\n"
        if text.count(old) != 1:
            raise CannotAsk(
                f"trap {mutant.trap} ({mutant.fault}): its text stands {text.count(old)} times, "
                f"not once, in {edit.file}; the source has changed, so change the mutant:{old}"
            )
        changed[path] = text.replace(old, new)
    return changed


def write_copy(mutant: Mutant | None, source: Path, folder: Path) -> Path:
    """A copy of the source in ``folder``, mutated; its place."""
    copy = folder / "src"
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns("*.egg-info"))
    if mutant is not None:
        for path, text in mutated(mutant, source).items():
            (copy / path.relative_to(source)).write_text(text, encoding="utf-8")
    (folder / "mutate_probe.py").write_text(PROBE, encoding="utf-8")
    return copy


def environment(copy: Path) -> dict[str, str]:
    """Python finds the copy first; hypothesis makes the same examples every time; what the run
    around this one demands of pytest does not hold here."""
    search = os.pathsep.join([str(copy), str(copy.parent)])
    kept = {name: value for name, value in os.environ.items() if name not in NOT_PASSED_ON}
    return kept | {"PYTHONPATH": search, "CONQUIAN_SOURCE": str(copy), "CI": "true"}


def command(tests: Sequence[str]) -> list[str]:
    """The tests, stopping at the first failure."""
    options = ["-x", "-q", "--tb=no", "-p", "mutate_probe", "-p", "no:cacheprovider"]
    options += ["-m", "not slow", "-o", f"timeout={LONGEST}"]
    return [sys.executable, "-m", "pytest", *options, *tests]


def tests_to_run() -> list[list[str]]:
    """The arguments of pytest, of one run after the other."""
    cases = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("tests/test_cases*.py"))
    return [list(FIRST), [*OTHERS, *cases]]


def run_tests(copy: Path) -> Verdict:
    """Run the tests on a copy, until one fails.

    Raises:
        CannotAsk: pytest did not get as far as a test that passes or fails.
    """
    begun = time.perf_counter()
    killer = None
    for tests in tests_to_run():
        killer = killer or first_failure(copy, tests)
    return Verdict(killer, time.perf_counter() - begun)


def first_failure(copy: Path, tests: Sequence[str]) -> str | None:
    """The first of these tests to fail on a copy, or ``None`` if all pass.

    Raises:
        CannotAsk: pytest did not get as far as a test that passes or fails.
    """
    run = subprocess.run(  # noqa: S603 - our own Python with arguments written here
        command(tests),
        cwd=ROOT,
        env=environment(copy),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if run.returncode == 0:
        return None
    failed = re.search(r"^FAILED (.+?)(?: - .*)?$", run.stdout, re.MULTILINE)
    if run.returncode == 1 and failed:
        return failed[1]
    raise CannotAsk(f"pytest ended with status {run.returncode}:\n{run.stdout}{run.stderr}")


def runs_at_all(copy: Path) -> None:
    """Import everything and begin a deal of every preset.

    Raises:
        CannotAsk: it crashes; such a mutant proves nothing about the tests.
    """
    run = subprocess.run(  # noqa: S603 - our own Python with arguments written here
        [sys.executable, "-c", SMOKE],
        cwd=copy.parent,
        env=environment(copy),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if run.returncode:
        raise CannotAsk(f"it does not even run:\n{run.stderr}")


def judge(mutant: Mutant | None, source: Path) -> Verdict:
    """Make a copy, mutated or not, and ask the tests.

    Raises:
        CannotAsk: see :func:`mutated`, :func:`runs_at_all` and :func:`run_tests`.
    """
    with tempfile.TemporaryDirectory(prefix="conquian-mutant-") as name:
        copy = write_copy(mutant, source, Path(name).resolve())
        runs_at_all(copy)
        return run_tests(copy)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; see the module text."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--trap", type=int, action="append", help="only mutants of this trap")
    parser.add_argument("--source", type=Path, default=ROOT / "src", help="what is mutated")
    chosen = parser.parse_args(arguments)
    source: Path = chosen.source.resolve()
    todo = [mutant for mutant in mutants() if not chosen.trap or mutant.trap in chosen.trap]
    survivors = 0
    begun = time.perf_counter()
    try:
        for mutant in todo:
            mutated(mutant, source)
        baseline = judge(None, source)
        if baseline.killer is not None:
            raise CannotAsk(f"the tests fail without any mutation: {baseline.killer}")
        print(f"   unchanged: green in {baseline.seconds:.1f} s", flush=True)
        for mutant in todo:
            verdict = judge(mutant, source)
            caught = f"caught by {verdict.killer}" if verdict.killer else "SURVIVED"
            survivors += verdict.killer is None
            print(
                f"{mutant.trap:2} {mutant.files}: {mutant.fault}\n"
                f"   {caught} in {verdict.seconds:.1f} s",
                flush=True,
            )
    except CannotAsk as reason:
        print(f"mutate: {reason}", file=sys.stderr)
        return 2
    seconds = time.perf_counter() - begun
    print(f"{len(todo)} mutants, {survivors} survived, {seconds:.0f} s")
    return 1 if survivors else 0


if __name__ == "__main__":
    raise SystemExit(main())
