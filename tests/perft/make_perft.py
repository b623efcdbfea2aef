"""Make the perft files of this folder with the referee: ``python -m tests.perft.make_perft``.

Deterministic: the same code makes the same files.  For every rule set random deals are played
until each kind of position below was met, or there is no hope that it comes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

from tests.perft.format import Record, write
from tests.referee.game import Position, legal, load, perft, replay
from tests.referee.random_rules import random_deal, random_playout
from tests.referee.rules import PRESETS, read_rules

HERE = Path(__file__).parent
MOST_NODES = 5_000
DEPTHS = (1, 2, 3, 4, 6, 8, 10, 12, 15, 20, 25)
MOST_DEALS = 150

HEAD = """\
# Conquián perft numbers: {name}, {players} players
#
# One position a line: a deal record as compact JSON (rules, players, dealer, hands, stock,
# actions), then ";D<depth> <nodes>": how many action sequences of that length there are from the
# position the actions reach. Turning a stock card is no action; the record's stock order is used;
# a sequence that ends with the deal earlier counts once. A comment before each line says what kind
# of position it is.
# Made by tests/perft/make_perft.py with the referee in tests/referee; do not edit.
"""

HOUSE: dict[str, tuple[str | Mapping[str, Any], int]] = {
    "house-yucas": ("mexicano(yucas=2)", 2),
    "house-either-yuca": ("mexicano(yucas=1, claim=either, force_window=false)", 3),
    "house-full52": (
        {"pack": "full52", "hand": [[3, 9]], "opening": "upcard", "hand_melds": "after_turning"},
        3,
    ),
    "house-must": ("wikipedia(force=must, hand=[[3, 8]])", 3),
    "house-must-grouped": (
        {
            "pack": "ace_to_ten",
            "hand": [[3, 8]],
            "run_cap": 3,
            "force": "must",
            "force_fit": "meld",
            "offer": "round",
            "stock_out": "fewest",
        },
        3,
    ),
    "house-mini-automatic": (
        {
            "pack": "mini6x3",
            "hand": [[2, 5]],
            "force": "automatic",
            "hand_melds": "when_asked",
            "run_cap": 4,
        },
        2,
    ),
    "house-mini-round-place": (
        {
            "pack": "mini7x4",
            "hand": [[3, 6]],
            "offer": "round",
            "force": "automatic",
            "force_fit": "meld",
            "forced_play": "place",
            "opening": "upcard",
            "hand_melds": "after_turning",
        },
        3,
    ),
    "house-mini-twins": (
        {
            "pack": "mini5x3",
            "decks": 2,
            "yucas": 2,
            "hand": [[2, 7]],
            "force_fit": "meld",
            "exchange": True,
        },
        2,
    ),
    "house-noforce": (
        {"hand": [[4, 7]], "force": "never", "claim": "either", "stock_out": "fewest"},
        4,
    ),
    "house-big-table": (
        {
            "pack": "mini8x3",
            "hand": [[2, 7], [3, 8]],
            "big_table": 3,
            "offer": "round",
            "force_discarder": True,
            "force": "must",
        },
        3,
    ),
    "house-place-layout": ("clasico(forced_play=place, force_discarder=false, run_cap=5)", 2),
    "house-two-suits": (
        {"pack": "mini6x2", "decks": 2, "hand": [[2, 6]], "hand_melds": "when_asked"},
        2,
    ),
    "house-thirteen": ("bicycle(pack=full52, hand=[[2, 13]], stock_out=fewest)", 2),
    "house-six": (
        {"pack": "mini13x4", "hand": [[6, 5]], "yucas": 1, "claim": "either", "force_fit": "meld"},
        6,
    ),
}

Kind = Callable[[Position, list[str]], bool]


def _starts(texts: list[str], verb: str) -> int:
    return sum(text.split()[0] == verb for text in texts)


def _layouts(pos: Position) -> int:
    return sum(bool(laid) for laid in pos.laid)


KINDS: dict[str, Kind] = {
    "after the exchange": lambda pos, _: pos.phase == "offer" and pos.game.rules.exchange,
    "offer, two layouts, a choice": lambda pos, texts: (
        pos.phase == "offer" and _layouts(pos) >= 2 and _starts(texts, "take") >= 2
    ),
    "offer, may force, may take": lambda pos, texts: (
        pos.phase == "offer" and _starts(texts, "force") > 0 and _starts(texts, "take") > 0
    ),
    "offer, may not pass": lambda pos, texts: (
        pos.phase == "offer" and "pass" not in texts and len(texts) > 1
    ),
    "meld from the hand": lambda _, texts: _starts(texts, "meld") >= 2,
    "forced, a choice": lambda pos, texts: pos.phase == "forced" and len(texts) >= 2,
    "forced": lambda pos, _: pos.phase == "forced",
    "window": lambda pos, _: pos.phase == "window",
    "pay, two layouts": lambda pos, _: pos.phase == "pay" and _layouts(pos) >= 2,
    "an empty hand": lambda pos, _: pos.phase != "over" and () in pos.hands,
    "five cards left in the stock, two layouts": lambda pos, _: (
        pos.phase == "offer" and len(pos.stock) == 5 and _layouts(pos) >= 2
    ),
    "pay, last card turned": lambda pos, _: pos.phase == "pay" and not pos.stock,
}


def choose(rules: str | Mapping[str, Any], players: int, seed: str) -> dict[str, Record]:
    """Find one position of each kind, and the start of the first deal."""
    rng = Random(seed)
    found: dict[str, Record] = {}
    for deal_number in range(MOST_DEALS):
        deal = random_deal(rng, rules, players)
        played = random_playout(rng, deal)
        if deal_number == 0:
            found["start"] = deal
            found["finished"] = {**deal, "actions": played["actions"]}
        new = False
        for ply, pos in enumerate(replay(played)):
            texts = legal(pos)[2]
            for name, test in KINDS.items():
                if not new and name not in found and test(pos, texts):
                    found[name] = {**deal, "actions": played["actions"][:ply]}
                    new = True  # at most one position of a deal
        if len(found) == len(KINDS) + 2:
            break
    return {name: found[name] for name in ("start", *KINDS, "finished") if name in found}


def count(pos: Position) -> dict[int, int]:
    """Count as deep as the limits allow, always at least two plies."""
    seen: dict[tuple[Position, int], int] = {}
    depths: dict[int, int] = {}
    for depth in DEPTHS:
        nodes = perft(pos, depth, seen)
        if nodes > MOST_NODES and depth > 2:
            break
        depths[depth] = nodes
        if pos.phase == "over":
            break
    return depths


def contents(name: str, rules: str | Mapping[str, Any], players: int) -> str:
    """Return the text of one file."""
    lines = [HEAD.format(name=name, players=players)]
    for kind, record in choose(rules, players, f"perft {name} {players}").items():
        lines.append(f"# {kind}\n{write(record, count(load(record)))}\n")
    return "".join(lines)


def suite() -> dict[str, tuple[str, str | Mapping[str, Any], int]]:
    """Return the arguments of ``contents`` for every file by its name."""
    presets = [(name, name, n) for name in PRESETS for n, _ in read_rules(name).hand]
    houses = [(name, rules, n) for name, (rules, n) in HOUSE.items()]
    return {f"{name}-{n}.txt": (name, rules, n) for name, rules, n in presets + houses}


def main() -> None:
    """Make all files."""
    for file, (name, rules, players) in suite().items():
        (HERE / file).write_text(contents(name, rules, players), encoding="utf-8")
        print(file, file=sys.stderr)


if __name__ == "__main__":
    main()
