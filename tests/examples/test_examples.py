"""The examples run, and print what they promise."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
ENVIRONMENT = os.environ | {"PYTHONIOENCODING": "utf-8"}

PRINTED = {
    "write_a_bot": """\
clasico, 2 players: 100 deals, 200 plays, seed 7

bot     points per deal             95 %  won  drawn  lost  forfeits
taker            -0.250  -0.355 … -0.145   50     50   100         0
greedy           +0.250  +0.145 … +0.355  100     50    50         0

taker less greedy: -0.500 (-0.710 … -0.290): the second is better
""",
    "count_over_deals": """\
pone     44.5%
dealer   48.5%
nobody    7.0%
34.0 actions a deal
""",
    "define_a_house_rule": """\
mexicano(hand=[[2, 8]], yucas=1, exchange=false): 41 cards, 8 dealt to each of two
seat 1 may: take 3b 5b Y, take 5b Y, pass
pay Y? A card is on offer: take it, force somebody, or pass. You cannot pay now.
The field hand allows 2–6 players and 1–13 cards each, not “[2, 20]”.
""",
}


def run(name: str, *, stdin: str = "") -> str:
    program = [sys.executable, str(EXAMPLES / f"{name}.py")]
    done = subprocess.run(
        program, input=stdin, capture_output=True, check=True, encoding="utf-8", env=ENVIRONMENT
    )
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize("name", PRINTED)
def test_an_example_prints_what_it_promises(name: str) -> None:
    assert run(name) == PRINTED[name]


def test_the_served_example_speaks_the_protocol() -> None:
    assert run("serve_a_bot", stdin='{"type": "hello", "protocol": 1}\n') == '{"type": "ready"}\n'


def test_every_example_is_tested() -> None:
    assert {file.stem for file in EXAMPLES.glob("*.py")} == {*PRINTED, "serve_a_bot"}
