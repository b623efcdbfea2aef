"""``greedy`` once more, written from formats.md §5 on the view as JSON alone; slow and literal."""

from __future__ import annotations

import re
from typing import Any


def ranks_of(rules: Any) -> list[int]:
    """Rank numbers of the pack in rank order."""
    if isinstance(rules, str):
        found = re.search(r"pack=(\w+)", rules)
        pack = found[1] if found else "spanish40"
    else:
        pack = rules.get("pack", "spanish40")
    if pack == "spanish40":
        return [1, 2, 3, 4, 5, 6, 7, 10, 11, 12]
    if pack in ("full52", "ace_to_ten"):
        return list(range(1, 14 if pack == "full52" else 11))
    return list(range(1, int(pack.removeprefix("mini").split("x")[0]) + 1))


def conn(card: str, others: list[str], ranks: list[int]) -> int:
    if card == "Y":
        return 100
    points = 0
    for other in others:
        if other == "Y":
            continue
        if other[:-1] == card[:-1]:
            points += 2
        elif other[-1] == card[-1]:
            distance = abs(ranks.index(int(other[:-1])) - ranks.index(int(card[:-1])))
            points += {1: 2, 2: 1}.get(distance, 0)
    return points


def without(hand: list[str], cards: list[str]) -> list[str]:
    left = list(hand)
    for card in cards:
        left.remove(card)
    return left


def first_best(actions: list[str], values: list[Any]) -> str:
    """The first of those with the greatest value."""
    return actions[values.index(max(values))]


def slow_greedy(view: dict[str, Any]) -> str:
    legal: list[str] = view["legal"]
    hand: list[str] = view["hand"]
    ranks = ranks_of(view["rules"])

    def cards(action: str) -> list[str]:
        return action.partition("->")[0].split()[1:]

    def least(left: list[str]) -> int:
        return min(conn(card, without(left, [card]), ranks) for card in left)

    if view["phase"] in ("exchange", "pay"):
        connections = [-conn(cards(one)[0], without(hand, cards(one)), ranks) for one in legal]
        return first_best(legal, connections)
    if view["phase"] == "window":
        return legal[0]
    takes = [action for action in legal if action.startswith("take")]
    out = [action for action in takes if len(cards(action)) == len(hand)]
    if out:
        return out[0]
    melds = [action for action in legal if action.startswith("meld")]
    if melds:
        return first_best(melds, [len(cards(action)) for action in melds])
    if takes:
        values = [(len(cards(one)), -least(without(hand, cards(one)))) for one in takes]
        return first_best(takes, values)
    forces = [action for action in legal if action.startswith("force")]
    return forces[0] if forces else "pass"
