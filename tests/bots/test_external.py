"""The protocol for bots that are programs of their own (formats.md §5)."""

from __future__ import annotations

import io
import json
import os
import random
import shlex
import subprocess
import sys
import time
from pathlib import Path

import pytest

from conquian.bots import external, serve
from conquian.bots.base import Bot, Limit, close
from conquian.bots.external import ExternalBot
from conquian.bots.greedy import GreedyBot
from conquian.bots.playing import Played, play_deal
from conquian.core.presets import PRESETS
from conquian.core.ruleset import RuleSet
from conquian.core.text import view_object
from conquian.core.view import InfoState
from conquian.dealing.seeded import seeded_deal

PROGRAMS = Path(__file__).parent / "programs"


def command(program: str, *arguments: str) -> str:
    words = [sys.executable, str(PROGRAMS / f"{program}.py"), *arguments]
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


def run(
    bot: Bot, number: int = 0, rules: str = "clasico", seat: int = 0, ms: int = 10000
) -> Played:
    value = RuleSet.parse(rules)
    players = value.player_counts[-1]
    deal = seeded_deal(value, players, 0, "external", number)
    bots: list[Bot] = [GreedyBot() for _ in range(players)]
    bots[seat] = bot
    rngs = [random.Random(one) for one in range(players)]
    return play_deal(deal, bots, rngs, Limit(guard_ms=ms))


@pytest.mark.parametrize("rules", ["clasico", "mexicano", "gamevelvet", "mexicano(yucas=2)"])
@pytest.mark.parametrize("program", ["view_bot", "fold_bot", "served_bot"])
def test_good_programs_play_whole_deals(program: str, rules: str) -> None:
    bot = ExternalBot(command(program))
    try:
        for number in range(3):
            played = run(bot, number, rules, seat=number % 2)
            assert played.forfeit is None, played.forfeit
    finally:
        bot.close()


def test_a_served_bot_plays_as_in_process_and_repeats() -> None:
    bots = [ExternalBot(command("served_bot")) for _ in range(2)]
    try:
        assert run(bots[0]).actions == run(bots[1]).actions
    finally:
        for bot in bots:
            bot.close()


def test_all_seats_may_be_programs_and_are_told_everything(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    program = tmp_path / "my bot.py"
    program.write_text(
        "import json, sys\n"
        f"log = open({str(log)!r}, 'w')\n"
        "for line in sys.stdin:\n"
        "    log.write(line)\n"
        "    log.flush()\n"
        "    message = json.loads(line)\n"
        "    if message['type'] == 'hello':\n"
        '        print(\'{"type": "ready"}\', flush=True)\n'
        "    if message['type'] == 'decide':\n"
        "        print(json.dumps({'action': message['legal'][0]}), flush=True)\n"
    )
    quoted = f'"{program}"' if os.name == "nt" else shlex.quote(str(program))
    bot = ExternalBot(f"python {quoted}")
    played = run(bot, rules="mexicano", seat=1)
    assert played.forfeit is None
    again = run(bot, rules="mexicano", seat=1)
    assert again == played
    bot.close()
    deal = played.deal
    mine = [entry.seen_by(1) for entry in deal.log(played.actions)]
    infos = [InfoState.fold(1, mine[: count + 1]) for count in range(len(mine))]
    messages = [json.loads(line) for line in log.read_text().splitlines()]
    assert messages[0] == {"type": "hello", "protocol": 1}
    half = len(messages) // 2
    assert messages[1 : half + 1] == messages[half + 1 :], "the second deal is told like the first"
    told = messages[1 : half + 1]
    assert told[0]["type"] == "deal"
    assert told[0]["seat"] == 1
    assert told[0]["view"] == view_object(infos[0])
    events = [message["event"] for message in told if message["type"] == "event"]
    assert events == view_object(infos[-1])["history"][1:]
    assert told[-1]["type"] == "over"
    assert told[-1]["view"]["phase"] == "over"
    asked = [message for message in told if message["type"] == "decide"]
    assert len(asked) == played.decisions[1]
    for message in asked:
        assert message["ms"] == 10000
        assert message["view"]["legal"] == message["legal"]
        info = infos[message["view"]["version"] - 1]
        assert message["legal"] == [str(action) for action in info.legal_actions()]


@pytest.mark.parametrize(
    ("what", "code"),
    [
        ("sleep", "bot_timeout"),
        ("garbage", "bot_bad_answer"),
        ("binary", "bot_bad_answer"),
        ("list", "bot_bad_answer"),
        ("number", "bot_bad_answer"),
        ("nested", "bot_bad_answer"),
        ("exit", "bot_exited"),
        ("illegal", "bot_illegal"),
        ("unreadable", "bot_illegal"),
        ("huge", "bot_long_line"),
        ("endless", "bot_long_line"),
        ("flood", "bot_bad_answer"),
        ("deaf", "bot_timeout"),
    ],
)
def test_whatever_a_program_does_wrong_it_forfeits_and_is_ended(
    what: str, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(external, "END_SECONDS", 0.2)
    bot = ExternalBot(command("bad_bot", what, "2"))
    began = time.monotonic()
    played = run(bot, ms=150 if code == "bot_timeout" else 10000)
    assert played.forfeit is not None
    assert (played.forfeit.seat, played.forfeit.fault.code) == (0, code)
    assert played.forfeit.fault.sentence("en") != played.forfeit.fault.sentence("es")
    assert played.decisions[0] == 3
    assert sum(played.points) == 0
    # The next deal begins anew, with a new program where the old one is gone.
    again = run(bot, ms=150 if code == "bot_timeout" else 10000)
    faults = [] if again.forfeit is None else [again.forfeit.fault.code]
    assert faults == ([] if code == "bot_illegal" else [code])
    close(bot)
    assert time.monotonic() - began < 15


@pytest.mark.parametrize(
    ("what", "code"), [("silent", "bot_not_ready"), ("unready", "bot_bad_answer")]
)
def test_a_program_that_does_not_get_ready_forfeits(
    what: str, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(external, "READY_SECONDS", 0.5)
    monkeypatch.setattr(external, "END_SECONDS", 0.1)
    played = run(ExternalBot(command("bad_bot", what)))
    assert played.forfeit is not None
    assert played.forfeit.fault.code == code
    assert played.decisions == (1, played.decisions[1])


def test_a_program_that_cannot_be_started_forfeits() -> None:
    played = run(ExternalBot("no-such-program-at-all --fast"))
    assert played.forfeit is not None
    assert played.forfeit.fault.code == "bot_not_started"


def test_standard_error_is_passed_on_up_to_a_limit(capfd: pytest.CaptureFixture[str]) -> None:
    bot = ExternalBot(command("bad_bot", "stderr"))
    assert run(bot).forfeit is None
    bot.close()
    assert 0 < len(capfd.readouterr().err) <= external.MOST_STDERR


def test_no_process_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external, "END_SECONDS", 0.2)
    for what, end in (("deaf", "close"), ("never", "forget"), ("sleep", "close")):
        bot = ExternalBot(command("bad_bot", what))
        run(bot, ms=100)
        program = bot._program
        bot.close() if end == "close" else None
        del bot
        if program is not None:
            process = program._process
            program.end()
            assert process.poll() is not None


def test_a_bot_can_be_used_without_being_told() -> None:
    """What it must know it takes from the information state when it has to decide."""
    deal = seeded_deal(PRESETS["clasico"], 2, 0, 3)
    info = InfoState.fold(1, [entry.seen_by(1) for entry in deal.opening_entries()])
    bot = ExternalBot(command("fold_bot"))
    assert bot.decide(info, Limit(), random.Random(0)) in map(str, info.legal_actions())
    bot.close()


def test_serving_answers_line_by_line(capsys: pytest.CaptureFixture[str]) -> None:
    deal = seeded_deal(PRESETS["clasico"], 2, 0, 3)
    info = InfoState.fold(1, [entry.seen_by(1) for entry in deal.opening_entries()])
    view = view_object(info)
    decide = {"type": "decide", "view": view, "legal": view["legal"], "ms": 5}
    lines = [{"type": "hello", "protocol": 1}, {"type": "later"}, decide]
    serve(GreedyBot(), source=io.StringIO("".join(json.dumps(line) + "\n" for line in lines)))
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert answers[0] == {"type": "ready"}
    assert answers[1]["action"] in view["legal"]
