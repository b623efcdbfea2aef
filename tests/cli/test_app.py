"""The command that starts the app: what it says where it cannot."""

from __future__ import annotations

import sys

import pytest

from conquian.cli import main


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "needs the extra “tui”"), ("es", "el extra «tui»")]
)
def test_without_textual_it_says_what_to_install(
    lang: str, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "textual", None)
    assert main(["app", "--lang", lang]) == 2
    text = capsys.readouterr().err
    assert words in text
    assert "conquian[tui]" in text
    assert "conquian play" in text


def test_in_a_pipe_it_points_to_the_line_mode(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("textual")
    assert main(["app", "--lang", "en"]) == 2
    text = capsys.readouterr().err
    assert "needs a terminal" in text
    assert "conquian play" in text


def test_a_pace_is_a_number_of_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["app", "--pace", "soon"]) == 2
    assert main(["app", "--pace", "-1"]) == 2
    assert "a number of seconds" in capsys.readouterr().err
