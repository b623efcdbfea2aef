"""Rule sets as data: rules.md sections 3 and 6, rule texts of formats.md sections 2 and 3."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

YUCA = "Y"
SUITS = "oceb"

ALLOWED: dict[str, tuple[object, ...]] = {
    "decks": (1, 2),
    "yucas": (0, 1, 2),
    "exchange": (False, True),
    "opening": ("turn", "upcard"),
    "offer": ("two_step", "round"),
    "claim": ("next", "either"),
    "hand_melds": ("never", "after_turning", "when_asked"),
    "force": ("optional", "must", "automatic", "never"),
    "force_fit": ("layout", "meld"),
    "forced_play": ("full", "place"),
    "force_discarder": (False, True),
    "force_window": (False, True),
    "stock_out": ("draw", "fewest"),
}

DEFAULTS: dict[str, Any] = {
    "id": "house",
    "pack": "spanish40",
    "decks": 1,
    "big_table": 99,
    "yucas": 0,
    "exchange": False,
    "opening": "turn",
    "offer": "two_step",
    "claim": "next",
    "hand_melds": "never",
    "run_cap": None,
    "force": "optional",
    "force_fit": "layout",
    "forced_play": "full",
    "force_discarder": True,
    "force_window": True,
    "stock_out": "draw",
}

_FULL_ROUND: dict[str, Any] = {
    "exchange": True,
    "offer": "round",
    "hand_melds": "when_asked",
    "force_fit": "meld",
    "forced_play": "place",
    "force_discarder": False,
}

PRESETS: dict[str, dict[str, Any]] = {
    "mexicano": {"hand": [[2, 9], [3, 8]], "exchange": True},
    "gamevelvet": {
        "hand": [[n, 8] for n in (2, 3, 4, 5, 6)],
        **_FULL_ROUND,
        "stock_out": "fewest",
        "big_table": 5,
    },
    "clasico": {"hand": [[2, 10]], "run_cap": 8},
    "bicycle": {"hand": [[2, 10]], "hand_melds": "after_turning", "force_fit": "meld"},
    "wikipedia": {"hand": [[2, 10], [3, 8]], "opening": "upcard", "run_cap": 8},
    "diario": {"hand": [[2, 9], [3, 9]], **_FULL_ROUND},
    "navajo": {"hand": [[n, 10] for n in (2, 3, 4, 5, 6)], "decks": 2},
    "paco": {"hand": [[2, 9], [3, 8]], "exchange": True},
}


class RuleError(ValueError):
    """A rule set, record or action that the rules refuse."""


@dataclass(frozen=True)
class Rules:
    """One validated rule set; the names are those of rules.md section 3."""

    id: str
    pack: str
    decks: int
    big_table: int
    yucas: int
    hand: tuple[tuple[int, int], ...]
    exchange: bool
    opening: str
    offer: str
    claim: str
    hand_melds: str
    run_cap: int | None
    force: str
    force_fit: str
    forced_play: str
    force_discarder: bool
    force_window: bool
    stock_out: str

    def hand_size(self, players: int) -> int:
        """Return H for this number of players."""
        for count, size in self.hand:
            if count == players:
                return size
        raise RuleError(f"hand: {self.id} is not played by {players}")


def pack_ranks(pack: str) -> tuple[int, ...]:
    """Return the ranks of a pack in their order."""
    if pack == "spanish40":
        return (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)
    if pack == "full52":
        return tuple(range(1, 14))
    if pack == "ace_to_ten":
        return tuple(range(1, 11))
    mini = re.fullmatch(r"mini([1-9][0-9]?)x([1-9])", pack)
    if mini and 3 <= int(mini[1]) <= 13 and 2 <= int(mini[2]) <= 4:
        return tuple(range(1, int(mini[1]) + 1))
    raise RuleError(f"pack: there is no pack {pack!r}")


def pack_suits(pack: str) -> str:
    """Return the suits of a pack in their order."""
    pack_ranks(pack)
    return SUITS[: int(pack[-1])] if pack.startswith("mini") else SUITS


def card_key(card: str) -> tuple[int, int]:
    """Return the place of a card in the card order: suits o c e b, then rank, Y last."""
    if card == YUCA:
        return (len(SUITS), 0)
    return (SUITS.index(card[-1]), int(card[:-1]))


KEYS = {card: card_key(card) for card in [f"{r}{s}" for r in range(1, 14) for s in SUITS] + [YUCA]}


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Sort cards in card order."""
    return tuple(sorted(cards, key=KEYS.__getitem__))


def whole_pack(rules: Rules, players: int) -> tuple[str, ...]:
    """Return all the cards of a deal, twins and yucas included, in card order."""
    copies = rules.decks + (1 if players >= rules.big_table else 0)
    one = [f"{rank}{suit}" for suit in pack_suits(rules.pack) for rank in pack_ranks(rules.pack)]
    return in_order(one * copies + [YUCA] * rules.yucas)


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _split_fields(text: str) -> list[str]:
    """Split at the commas that stand outside brackets."""
    parts, depth = [""], 0
    for sign in text:
        depth += (sign in "[({") - (sign in "])}")
        if sign == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return [part for part in parts if part.strip()]


def _rule_text(text: str) -> dict[str, Any]:
    """Read ``mexicano`` or ``mexicano(yucas=1, claim=either)``."""
    shape = re.fullmatch(r"\s*(\w+)\s*(?:\((.*)\))?\s*", text, re.DOTALL)
    if not shape:
        raise RuleError(f"rules: cannot read {text!r}")
    if shape[2] is None:
        return {"preset": shape[1], "id": shape[1]}
    fields: dict[str, Any] = {"preset": shape[1]}
    for part in _split_fields(shape[2]):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or name in fields or name == "preset":
            raise RuleError(f"rules: cannot read {part!r}")
        try:
            fields[name] = json.loads(value)
        except json.JSONDecodeError:
            fields[name] = value
    return fields


def read_rules(value: str | Mapping[str, Any]) -> Rules:
    """Read and validate a preset name, a house-rule text or an object with fields."""
    given = _rule_text(value) if isinstance(value, str) else dict(value)
    fields = dict(DEFAULTS)
    if "preset" in given:
        preset = given.pop("preset")
        if preset not in PRESETS:
            raise RuleError(f"preset: there is no preset {preset!r}")
        fields.update(PRESETS[preset])
    for name in given:
        if name not in DEFAULTS and name != "hand":
            raise RuleError(f"{name}: there is no such field")
    fields.update(given)
    if "hand" not in fields:
        raise RuleError("hand: is required")
    _check_fields(fields)
    fields["hand"] = tuple((players, size) for players, size in fields["hand"])
    rules = Rules(**fields)
    _check_hand(rules)
    return rules


def _check_fields(fields: Mapping[str, Any]) -> None:
    for name, values in ALLOWED.items():
        value = fields[name]
        if not any(type(value) is type(one) and value == one for one in values):
            raise RuleError(f"{name}: {value!r} is not one of {values}")
    if not isinstance(fields["id"], str):
        raise RuleError("id: must be text")
    if not isinstance(fields["pack"], str):
        raise RuleError("pack: must be text")
    pack_ranks(fields["pack"])
    cap = fields["run_cap"]
    if cap is not None and not (_is_int(cap) and cap >= 3):
        raise RuleError("run_cap: must be null or at least 3")
    if not _is_int(fields["big_table"]) or fields["big_table"] < 1:
        raise RuleError("big_table: must be a number of players")
    if fields["decks"] == 2 and fields["big_table"] != 99:
        raise RuleError("big_table: only with decks 1, there are never more than two packs")
    if fields["claim"] != "next" and fields["offer"] != "two_step":
        raise RuleError("claim: other than next only with offer two_step")
    hand = fields["hand"]
    if not isinstance(hand, (list, tuple)) or not hand:
        raise RuleError("hand: must be a list of [players, H]")
    for row in hand:
        if not isinstance(row, (list, tuple)) or len(row) != 2 or not all(map(_is_int, row)):
            raise RuleError("hand: must be a list of [players, H]")


def _check_hand(rules: Rules) -> None:
    counts = [players for players, _ in rules.hand]
    if len(set(counts)) != len(counts):
        raise RuleError("hand: a number of players stands there twice")
    for players, size in rules.hand:
        if not 2 <= players <= 6:
            raise RuleError(f"hand: {players} players, but 2 to 6 may play")
        if not 1 <= size <= 13:
            raise RuleError(f"hand: {size} cards each, but it must be 1 to 13")
        if players * size >= len(whole_pack(rules, players)):
            raise RuleError(f"hand: {players} times {size} cards leave no stock")
