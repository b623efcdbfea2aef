"""The bot's end of the protocol for bots that are programs of their own (formats.md §5).

.. code-block:: python

    from conquian.bots import serve

    class First:
        name = "first"
        def decide(self, info, limit, rng):
            return info.legal_actions()[0]

    serve(First())
"""

from __future__ import annotations

import contextlib
import json
import random
import sys
from typing import Any, TextIO

from conquian.bots.base import Bot, Limit, Listener
from conquian.core.text import read_event, read_view
from conquian.core.view import InfoState


def serve(bot: Bot, *, seed: int = 0, source: TextIO | None = None) -> None:
    """Answer the messages on standard input on standard output until there are no more.

    What the seat knows is folded from the events. Each decision gets a generator seeded by what
    the seat knows and by ``seed``, so that equal deals are played alike. What the bot prints goes
    to standard error, as standard output belongs to the protocol.

    Args:
        bot: any bot; it plays one deal after the other.
        seed: another seed, other choices, where the bot uses chance.
        source: read from here instead of standard input, for tests.

    Raises:
        CannotParse: a message holds an event or a view that this version does not know.
    """
    answers = sys.stdout
    lines = sys.stdin if source is None else source
    info: InfoState | None = None
    with contextlib.redirect_stdout(sys.stderr):
        for line in lines:
            message = json.loads(line)
            kind = message["type"]
            if kind == "hello":
                _answer(answers, {"type": "ready"})
            elif kind == "deal":
                info = read_view(message["view"])
                _tell(bot, info)
            elif kind == "event" and info is not None:
                info = info.after(read_event(message["event"]))
                _tell(bot, info)
            elif kind == "decide":
                info = info or read_view(message["view"])
                rng = random.Random(f"{seed}\n{info.key()}")
                action = bot.decide(info, Limit(guard_ms=message["ms"]), rng)
                _answer(answers, {"action": str(action)})
            elif kind == "over":
                info = None


def _tell(bot: Bot, info: InfoState) -> None:
    if isinstance(bot, Listener):
        bot.told(info)


def _answer(answers: TextIO, message: dict[str, Any]) -> None:
    answers.write(json.dumps(message) + "\n")
    answers.flush()
