"""Every trap of rules.md §9 has mutants, they fit the source, and the tests catch each of them."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from tools import mutate

SOURCE = mutate.ROOT / "src"
MUTANTS = mutate.mutants()


def named(number: int) -> str:
    return f"{MUTANTS[number].trap}: {MUTANTS[number].fault}"


def test_each_of_the_eighteen_traps_has_a_mutant() -> None:
    assert sorted({mutant.trap for mutant in MUTANTS}) == list(range(1, 19))
    assert len({mutant.fault for mutant in MUTANTS}) == len(MUTANTS)


@pytest.mark.parametrize("number", range(len(MUTANTS)), ids=named)
def test_a_mutant_fits_the_source_and_changes_it(number: int) -> None:
    changed = mutate.mutated(MUTANTS[number], SOURCE)
    assert changed
    for path, text in changed.items():
        original = path.read_text(encoding="utf-8")
        assert ast.dump(ast.parse(text)) != ast.dump(ast.parse(original))


def test_a_text_that_does_not_stand_there_once_is_refused_with_a_sentence() -> None:
    for old in ("this stands nowhere", "from __future__ import annotations"):
        mutant = mutate.Mutant(1, "a test", (mutate.Edit("core/melds.py", old, "pass"),))
        if "future" in old:
            assert mutate.mutated(mutant, SOURCE)
            twice = (mutate.Edit("core/melds.py", "", "pass"),)
            mutant = mutate.Mutant(1, "a test", twice)
        with pytest.raises(mutate.CannotAsk, match="not once"):
            mutate.mutated(mutant, SOURCE)
    missing = mutate.Mutant(1, "a test", (mutate.Edit("core/nothing.py", "a", "b"),))
    with pytest.raises(mutate.CannotAsk, match=r"there is no file core/nothing\.py"):
        mutate.mutated(missing, SOURCE)


def test_the_tests_run_on_the_copy_and_on_nothing_else(tmp_path: Path) -> None:
    copy = mutate.write_copy(None, SOURCE, tmp_path)
    run = subprocess.run(
        [sys.executable, "-c", "import conquian; print(conquian.__file__)"],
        env=mutate.environment(copy),
        capture_output=True,
        text=True,
        check=True,
    )
    assert Path(run.stdout.strip()).is_relative_to(copy)
    mutate.runs_at_all(copy)


def test_a_mutant_that_does_not_run_does_not_count(tmp_path: Path) -> None:
    copy = mutate.write_copy(None, SOURCE, tmp_path)
    broken = copy / "conquian" / "core" / "melds.py"
    broken.write_text(broken.read_text(encoding="utf-8") + "\nraise SystemExit(3)\n", "utf-8")
    with pytest.raises(mutate.CannotAsk, match="does not even run"):
        mutate.runs_at_all(copy)


def test_a_harmless_change_survives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutate, "tests_to_run", lambda: [["tests/rules/test_section_11.py"]])
    remark = mutate.Edit("core/melds.py", "class MeldKind(StrEnum):", "class MeldKind(StrEnum):  #")
    verdict = mutate.judge(mutate.Mutant(1, "a remark", (remark,)), SOURCE)
    assert verdict.killer is None


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_every_mutant_turns_the_suite_red(capsys: pytest.CaptureFixture[str]) -> None:
    status = mutate.main([])
    said = capsys.readouterr()
    assert status == 0, said.out + said.err
    assert "0 survived" in said.out
