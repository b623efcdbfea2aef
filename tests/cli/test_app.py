"""The command that starts the app: what it says where it cannot."""

from __future__ import annotations

import subprocess
import sys

import pytest

from conquian.cli import main
from tests.cli.run import conquian

NOT_THERE = """
import sys
sys.modules["textual"] = None
from conquian.cli import main
sys.exit(main(["app", "--lang", sys.argv[1]]))
"""


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "needs the extra “tui”"), ("es", "el extra «tui»")]
)
def test_without_textual_it_says_what_to_install(lang: str, words: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", NOT_THERE, lang], capture_output=True, check=False, timeout=60
    )
    assert done.returncode == 2
    text = done.stderr.decode("utf-8")
    assert words in text
    assert "conquian[tui]" in text
    assert "conquian play" in text
    assert "Traceback" not in text


def test_in_a_pipe_it_points_to_the_line_mode() -> None:
    pytest.importorskip("textual")
    done = conquian("app", "--lang", "en")
    assert done.returncode == 2
    assert "needs a terminal" in str(done.stderr)


def test_a_pace_is_a_number_of_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["app", "--pace", "soon"]) == 2
    assert main(["app", "--pace", "-1"]) == 2
    assert "a number of seconds" in capsys.readouterr().err
