"""Bots by name."""

from __future__ import annotations

import random

import pytest

from conquian.bots import registry
from conquian.bots.base import NO_LIMIT, BadBot, Bot, Limit
from conquian.bots.external import split_command
from conquian.bots.greedy import GreedyBot
from conquian.bots.playing import checked, play_deal
from conquian.cli import main
from conquian.core.action import PASS, Action
from conquian.core.presets import PRESETS
from conquian.core.view import InfoState
from conquian.dealing.seeded import seeded_deal
from conquian.kernel import start


def test_names_are_listed_and_made() -> None:
    levels = tuple(f"level{number}" for number in range(1, 6))
    compiled = ("neural", "pimc", "search")
    assert registry.names() == (
        *("cmd:", "greedy", "heuristic", "ismcts"),
        *levels,
        *compiled,
        "uniform",
    )
    for name in ("greedy", "heuristic", "uniform"):
        assert registry.make(name).name == name
        assert registry.make(f" {name} ") is not registry.make(name)
    assert registry.make("cmd:prog --fast").name == "cmd:prog --fast"


@pytest.mark.parametrize(
    ("spec", "code", "words"),
    [
        ("greedi", "unknown_bot", ["greedi", "cmd:, greedy, heuristic, ismcts, level1, "]),
        ("", "unknown_bot", ["greedy"]),
        ("Greedy", "unknown_bot", ["greedy"]),
        ("cmd:", "bot_needs_argument", ["cmd"]),
        ("cmd: ", "bot_needs_argument", ["cmd"]),
        ("cmd", "bot_needs_argument", ["cmd"]),
        ("greedy:3", "bot_no_argument", ["greedy"]),
        ("cmd:python 'open", "bot_command", ["python 'open"]),
        ("x" * 500, "unknown_bot", ["x" * 60]),
    ],
)
def test_a_wrong_name_is_refused_with_a_sentence(spec: str, code: str, words: list[str]) -> None:
    with pytest.raises(BadBot) as refused:
        registry.make(spec)
    assert refused.value.code == code
    for lang in ("en", "es"):
        assert all(word in refused.value.sentence(lang) for word in words)


def test_own_bots_can_be_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    registry.names()
    monkeypatch.setattr(registry, "_BOTS", dict(registry._BOTS))
    registry.register("mine", lambda _: GreedyBot())
    assert "mine" in registry.names()
    assert registry.make("mine").name == "greedy"
    for bad in ("", "a b", "a:b", " a"):
        with pytest.raises(BadBot) as refused:
            registry.register(bad, lambda _: GreedyBot())
        assert refused.value.code == "bad_bot_name"


def test_commands_are_split_as_typed() -> None:
    assert split_command("prog 'my bot.py' --x=\"a b\"")[0] == "prog"
    assert len(split_command("prog 'my bot.py'")) == 2
    assert split_command("python bot.py")[0].lower().count("python") >= 1


class Failing:
    """Does what the test says."""

    name = "failing"

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def decide(self, info: InfoState, limit: Limit, rng: random.Random) -> Action:  # noqa: ARG002
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer  # type: ignore[return-value]

    def told(self, info: InfoState) -> None:  # noqa: ARG002
        if isinstance(self.answer, Exception):
            raise self.answer


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (ZeroDivisionError("oh"), "bot_crashed"),
        (None, "bot_illegal"),
        (7, "bot_illegal"),
        ("resign", "bot_illegal"),
        ("pay 1o", "bot_illegal"),
        (Action.parse("give 1o"), "bot_illegal"),
        (PASS._replace(seat=1), "bot_illegal"),
        (("pass", 0, None, -1), "bot_illegal"),
    ],
)
def test_a_failing_bot_forfeits_and_pays_each_other_one(answer: object, code: str) -> None:
    deal = seeded_deal(PRESETS["gamevelvet"], 3, 0, 1)
    bots: list[Bot] = [Failing(answer), GreedyBot(), GreedyBot()]
    played = play_deal(deal, bots, [random.Random(0)] * 3)
    assert played.forfeit is not None
    assert played.forfeit.seat == 0
    assert played.forfeit.fault.code == code
    assert played.forfeit.fault.sentence("es")
    assert played.outcome is None
    assert played.points == (-2, 1, 1)


def test_a_bot_may_answer_with_text() -> None:
    deal = seeded_deal(PRESETS["clasico"], 2, 0, 1)
    info = InfoState.fold(1, [entry.seen_by(1) for entry in deal.opening_entries()])
    assert checked(info, "pass") == PASS
    assert Limit() == NO_LIMIT


def test_what_compiled_bots_need_is_made_ready_once_they_are_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    prepared: list[tuple[str, ...]] = []
    monkeypatch.setattr(start, "prepare", lambda *parts: prepared.append(parts))
    registry.make_ready(["greedy", "level3", "cmd:search", "heuristic"])
    assert prepared == []
    for spec in ("level4", "level5", "neural", "pimc:30", "ismcts:9"):
        registry.make_ready(["greedy", spec])
    assert prepared == [("play", "solve", "think")] * 5


def test_a_level_that_cannot_play_here_is_refused_before_the_deal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["play", "--rules", "navajo", "--bots", "level4", "--lang", "es"]) == 2
    assert "una baraja" in capsys.readouterr().err
