"""Writes ``fair.json``: examples of every step of the definition in ``conquian.dealing.fair``.

    python -m tests.dealing.make_fair

The browser's twin of that module passes the same file, and ``test_fair`` computes it again in
another way. The file is written anew only when the definition gets a new version.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from conquian.core.cards import card_text
from conquian.core.presets import PRESETS
from conquian.core.ruleset import RuleSet
from conquian.core.text import zone_object
from conquian.dealing.fair import Occasion, Share, Stream, Transcript, packed

FILE = Path(__file__).with_name("fair.json")
CASES = [
    *((str(rules), players) for rules in PRESETS.values() for players in rules.player_counts),
    ("house(hand=[[3, 4]], pack=mini6x3)", 3),
    ("mexicano(yucas=2)", 2),
    ("house(hand=[[2, 9], [6, 8]], decks=2, yucas=1)", 6),
]
STATUSES = ("revealed", "revealed", "bot", "late", "revealed", "withheld", "bot")


def value(*parts: object) -> str:
    return sha256("/".join(map(str, parts)).encode()).hexdigest()


def transcript(number: int, text: str, players: int) -> Transcript:
    rules = RuleSet.parse(text)
    packet = 1 + number % 2
    table = "K7Q2M" if number else "Mesa-1_e"
    occasion = Occasion(table, number + 1, str(rules), players, number % players, packet)
    shares = []
    for seat in range(players):
        status = "revealed" if number == 0 else STATUSES[(number + seat) % len(STATUSES)]
        nonce = value("nonce", number, seat)
        commit = occasion.seat_commit(seat, nonce)
        shares.append(
            Share(
                commit if status in ("revealed", "withheld") else None,
                nonce if status == "revealed" else None,
                status,
            )
        )
    seed = value("seed", number)
    return Transcript(occasion, occasion.server_commit(seed), seed, tuple(shares))


def deal_case(number: int, text: str, players: int) -> dict[str, Any]:
    made = transcript(number, text, players)
    deal = made.deal()
    rules = deal.rules
    deck = rules.pack_value.deck(rules.decks_for(players), rules.yucas)
    return {
        "fair": made.as_object(),
        "key": made.key(),
        "deck": [card_text(card) for card in deck],
        "hands": [zone_object(hand) for hand in deal.hands],
        "stock": [card_text(card) for card in deal.stock],
    }


def record(case: dict[str, Any]) -> dict[str, Any]:
    fair = case["fair"]
    return {
        "format": 1,
        "rules": fair["rules"],
        "players": fair["players"],
        "dealer": fair["dealer"],
        "hands": case["hands"],
        "stock": case["stock"],
        "actions": [],
        "fair": fair,
    }


def changed(data: dict[str, Any], path: str, new: object) -> dict[str, Any]:
    copy: dict[str, Any] = json.loads(json.dumps(data))
    place: Any = copy
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    for step in way:
        place = place[step]
    if new is KeyError:
        del place[last]
    else:
        place[last] = new
    return copy


def bad_cases(good: dict[str, Any]) -> list[dict[str, Any]]:
    other = value("another")
    swapped = list(good["stock"])
    swapped[0], swapped[1] = swapped[1], swapped[0]
    made = [
        ("fair_missing", "fair", KeyError),
        ("fair_version", "fair.version", 2),
        ("fair_malformed", "fair.server.seed", "00"),
        ("fair_malformed", "fair.server.seed", good["fair"]["server"]["seed"].upper()),
        ("fair_malformed", "fair.seats", []),
        ("fair_malformed", "fair.seats.0.status", "bot"),
        ("fair_malformed", "fair.seats.0.commit", None),
        ("fair_malformed", "fair.deal", "1"),
        ("fair_differs", "fair.dealer", 1 - good["dealer"]),
        ("fair_server_commit", "fair.server.seed", other),
        ("fair_server_commit", "fair.server.commit", other),
        ("fair_server_commit", "fair.deal", 99),
        ("fair_server_commit", "fair.table", "other"),
        ("fair_server_commit", "fair.packet", 2),
        ("fair_seat_commit", "fair.seats.1.nonce", other),
        ("fair_cards", "fair.seats.1", {"commit": None, "nonce": None, "status": "late"}),
        ("fair_cards", "stock", swapped),
    ]
    return [
        {"code": code, "changed": path, "record": changed(good, path, new)}
        for code, path, new in made
    ]


def vectors() -> dict[str, Any]:
    deals = [deal_case(number, text, players) for number, (text, players) in enumerate(CASES)]
    lists: list[list[int | str]] = [[], [7, "ab", ""], ["ñandú 🂡", 10, "1:2"], ["a" * 100]]
    occasion = Occasion("K7Q2M", 3, "mexicano(yucas=1)", 3, 2, 1)
    key = value("key")
    words, below = Stream(key), Stream(key)
    bounds = [40, 2, 3, 1, 4294967295, 2147483649, 2147483649, 3000000000, 3000000000, 7] * 2
    return {
        "about": "Examples for the definition in conquian.dealing.fair; see make_fair.py.",
        "packed": [{"parts": parts, "hex": packed(*parts).hex()} for parts in lists],
        "commitments": {
            "occasion": {
                "table": "K7Q2M",
                "deal": 3,
                "rules": "mexicano(yucas=1)",
                "players": 3,
                "dealer": 2,
                "packet": 1,
            },
            "server": [
                {"seed": seed, "commit": occasion.server_commit(seed)}
                for seed in (value(1), "0" * 64, "f" * 64)
            ],
            "seats": [
                {"seat": seat, "nonce": nonce, "commit": occasion.seat_commit(seat, nonce)}
                for seat, nonce in enumerate((value(2), value(2), "0" * 64))
            ],
        },
        "stream": {
            "key": key,
            "words": [words.word() for _ in range(20)],
            "below": [{"n": n, "number": below.below(n)} for n in bounds],
        },
        "deals": deals,
        "bad": bad_cases(record(deals[0])),
    }


if __name__ == "__main__":
    FILE.write_text(json.dumps(vectors(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
