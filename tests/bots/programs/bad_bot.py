"""A bot that does one thing wrong, named on its command line: ``bad_bot.py WHAT [AFTER]``.

It answers AFTER decisions well before it does it. ``WHAT`` is one of the branches below.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any


def say(message: dict[str, Any]) -> None:
    print(json.dumps(message), flush=True)


def misbehave(what: str) -> None:  # noqa: C901 - one branch for each thing that can go wrong
    if what == "sleep":
        time.sleep(60)
    elif what == "garbage":
        print("not { json", flush=True)
    elif what == "binary":
        sys.stdout.buffer.write(b"\xff\xfe\x00\n")
        sys.stdout.flush()
    elif what == "list":
        print("[1, 2]", flush=True)
    elif what == "number":
        say({"action": 7})
    elif what == "nested":
        print("[" * 50000, flush=True)
    elif what == "exit":
        sys.exit(3)
    elif what == "illegal":
        say({"action": "take 1o 1c 1e 1b 2o"})
    elif what == "unreadable":
        say({"action": "resign"})
    elif what == "huge":
        print("x" * 200_000, flush=True)
    elif what == "endless":
        while True:
            sys.stdout.write("x" * 65536)
    elif what == "flood":
        while True:
            print("{}", flush=True)
    elif what == "deaf":
        sys.stdin.close()
        time.sleep(60)


def main() -> None:
    what, after = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 0
    if what == "stderr":
        sys.stderr.write("e" * 1_000_000 + "\n")
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            if what == "unready":
                say({"type": "what?"})
            elif what == "silent":
                time.sleep(60)
            else:
                say({"type": "ready"})
        elif message["type"] == "decide":
            if after == 0:
                misbehave(what)
            after -= 1
            say({"action": message["legal"][-1]})


main()
