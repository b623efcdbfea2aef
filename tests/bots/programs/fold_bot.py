"""A bot of the outside protocol that uses everything other programs need from conquian.

It folds the events into its own information state and compares it with the view at every decision;
it samples whole deals with the chance API and plays them a few steps; it asks why actions are
refused and reads the sentences; it plays with the bot API. Anything that does not hold ends it, and
with that it forfeits.
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any

from conquian.bots.base import NO_LIMIT
from conquian.bots.greedy import GreedyBot
from conquian.core.action import Action
from conquian.core.catalogue import LANGUAGES, sentences
from conquian.core.text import event_object, read_event, read_view, view_object
from conquian.core.view import InfoState, observe, resample

ACTIONS = ["pass", "force 0", "force 1", "take", "take 1o", "meld 1o 2o 3o", "pay 7c", "give 7c"]


def check(info: InfoState, message: dict[str, Any], rng: random.Random) -> None:
    """Everything this program relies on, at one decision."""
    view = message["view"]
    assert view_object(info) == view, "the fold of the events is not the view"
    assert read_view(view).key() == info.key()
    assert view["legal"] == message["legal"] == [str(action) for action in info.legal_actions()]
    assert isinstance(message["ms"], int)
    assert [event_object(read_event(event)) for event in view["history"]] == view["history"]
    for text in ACTIONS:
        refusal = info.refusal(Action.parse(text))
        assert (refusal is None) == (text in view["legal"]) or "->" in str(view["legal"])
        if refusal is not None:
            assert set(LANGUAGES) <= sentences()[refusal.code].keys()
            assert all(refusal.sentence(lang) for lang in LANGUAGES)
    world = resample(info, rng.randrange)
    seen = observe(world, info.seat)
    assert seen.legal_actions() == info.legal_actions()
    assert world.actor == info.seat
    for _ in range(4):
        if world.is_chance:
            card, weight = rng.choice(world.outcomes())
            assert weight in (1, 2)
            world = world.reveal(card)
        elif not world.is_over:
            world = world.apply(rng.choice(world.legal_actions()))


def main() -> None:
    bot, rng = GreedyBot(), random.Random(3)
    info: InfoState | None = None
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            assert message["protocol"] == 1
            print(json.dumps({"type": "ready"}), flush=True)
        elif message["type"] == "deal":
            info = read_view(message["view"])
            assert info.seat == message["seat"]
            assert info.version == 1
        elif message["type"] == "event":
            assert info is not None
            info = info.after(read_event(message["event"]))
        elif message["type"] == "decide":
            assert info is not None
            check(info, message, rng)
            print(json.dumps({"action": str(bot.decide(info, NO_LIMIT, rng))}), flush=True)
        elif message["type"] == "over":
            assert info is not None
            assert info.is_over
            assert view_object(info) == message["view"]
            info = None


main()
