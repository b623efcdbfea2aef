"""A bot of the outside protocol in plain Python: no conquian, nothing but the view it is sent.

It takes with as many cards as it can, pays the card with the fewest relatives and forces always.
"""

from __future__ import annotations

import json
import sys
from typing import Any


def relatives(card: str, hand: list[str]) -> int:
    same = [other for other in hand if other[:-1] == card[:-1] or other[-1] == card[-1]]
    return len(same)


def choose(view: dict[str, Any], legal: list[str]) -> str:
    takes = [text for text in legal if text.startswith(("take", "meld"))]
    if takes:
        return max(takes, key=lambda text: len(text.partition("->")[0].split()))
    if legal[0].startswith(("pay", "give")):
        return min(legal, key=lambda text: relatives(text.split()[1], view["hand"]))
    return legal[0]


def main() -> None:
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            answer = {"type": "ready"}
        elif message["type"] == "decide":
            answer = {"action": choose(message["view"], message["legal"])}
        else:
            continue
        print(json.dumps(answer), flush=True)


main()
