"""The browser's client as far as it needs no browser: its own tests, its types, its words."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from conquian.core.catalogue import sentences

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SERVER = ROOT / "src" / "conquian" / "server"
CLIENT = SERVER / "static" / "table"
COMPILER = ROOT / "tools" / "client-types" / "node_modules" / "typescript" / "bin" / "tsc"


def run(*command: str) -> subprocess.CompletedProcess[str]:
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node is not installed")
    return subprocess.run(
        [node, *command], cwd=ROOT, capture_output=True, text=True, check=False, timeout=110
    )


@pytest.mark.parametrize("file", sorted(HERE.glob("*.test.js")), ids=lambda file: file.stem)
def test_the_modules_without_a_page(file: Path) -> None:
    done = run("--test", str(file))
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^# pass [1-9]", done.stdout, re.MULTILINE), done.stdout


def test_the_client_type_checks() -> None:
    if not COMPILER.is_file():
        pytest.skip("the compiler is not installed: npm ci --prefix tools/client-types")
    done = run(str(COMPILER), "--project", "tools/client-types")
    assert done.returncode == 0, done.stdout


def words() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads((SERVER / "table_words.json").read_text("utf-8"))
    return found


def used() -> tuple[set[str], set[str]]:
    """Codes in the client's source: whole ones, and beginnings completed at run time."""
    text = "\n".join(file.read_text("utf-8") for file in sorted(CLIENT.glob("*.js")))
    text += (SERVER / "templates" / "table.html").read_text("utf-8")
    codes = set(re.findall(r"\bclient_[a-z][a-z_0-9]*\b(?!\$)", text))
    begun = set(re.findall(r"(client_[a-z_0-9]*)\$\{", text))
    return codes - begun, begun


def test_every_word_the_client_uses_is_there() -> None:
    codes, begun = used()
    known = words()
    begun |= {"client_give", "client_pay"}  # and what follows: actions.js, GIVING
    assert {code for code in codes - begun if code not in known} == set()
    assert {start for start in begun if not any(code.startswith(start) for code in known)} == set()


def test_no_word_is_left_over() -> None:
    codes, begun = used()
    assert "client_" not in begun, "that would allow every word"
    # The choices of a setting are named after it; what is counted has a singular; what is asked
    # twice, the second question.
    begun |= {code + "_" for code in codes if code.startswith("client_set_")}
    codes |= {code + ending for code in codes for ending in ("_one", "_sure", "_card", "_choose")}
    left = {
        code
        for code in words()
        if code not in codes and not any(code.startswith(start) for start in begun)
    }
    assert left == set()


def test_the_words_are_in_both_languages_with_the_same_parameters() -> None:
    for code, texts in words().items():
        assert set(texts) == {"en", "es"}, code
        named = [set(re.findall(r"\{(\w+)\}", text)) for text in texts.values()]
        assert named[0] == named[1], code
        assert all(text == text.strip() for text in texts.values()), code
        assert code not in sentences() or sentences()[code] == texts, code


def test_nothing_in_the_client_asks_another_host() -> None:
    for file in [*CLIENT.glob("*.js"), *CLIENT.glob("*.css"), *SERVER.glob("static/*.css")]:
        for address in re.findall(r"https?://[^\s\"'`)]+", file.read_text("utf-8")):
            assert address == "http://www.w3.org/2000/svg", f"{file.name}: {address}"


def test_the_page_loads_every_module_at_once() -> None:
    """Else the browser finds them one after the other, a round trip each."""
    page = (SERVER / "templates" / "table.html").read_text("utf-8")
    modules = {file.stem for file in CLIENT.glob("*.js")} - {"main"}
    listed = re.search(r"{% for module in \((.*?)\)", page, re.DOTALL)
    assert listed is not None
    assert set(re.findall(r'"(\w+)"', listed[1])) == modules
    sheets = {f"table/{file.name}" for file in CLIENT.glob("*.css")}
    assert {name for name in sheets if f"{{{{ static }}}}/{name}" not in page} == set()
