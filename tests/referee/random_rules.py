"""Random rule sets and deals, for comparing two implementations of the rules.

The weights favour small packs and short hands, so that melds, forcing, windows and wins happen
often; every value of every field occurs.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from .game import apply, legal, result, start
from .rules import DEFAULTS, PRESETS, pack_ranks, pack_suits, read_rules, whole_pack

FIELD_WEIGHTS: dict[str, dict[Any, int]] = {
    "yucas": {0: 6, 1: 2, 2: 2},
    "exchange": {False: 7, True: 3},
    "opening": {"turn": 6, "upcard": 4},
    "offer": {"two_step": 1, "round": 1},
    "hand_melds": {"never": 4, "after_turning": 3, "when_asked": 3},
    "run_cap": {None: 12, 3: 2, 4: 2, 5: 1, 6: 1, 8: 1, 13: 1},
    "force": {"optional": 5, "must": 2, "automatic": 2, "never": 1},
    "force_fit": {"layout": 1, "meld": 1},
    "forced_play": {"full": 1, "place": 1},
    "force_discarder": {True: 1, False: 1},
    "force_window": {True: 3, False: 1},
    "stock_out": {"draw": 1, "fewest": 1},
}
PLAYER_WEIGHTS = {2: 50, 3: 25, 4: 12, 5: 7, 6: 6}
VERB_WEIGHTS = {"take": 6, "meld": 4, "force": 4, "pass": 3, "pay": 1, "give": 1}
PASS_WEIGHTS = (1, 3, 9)  # eager and hesitant tables; windows need the latter


def _pick(rng: Random, weights: Mapping[Any, int]) -> Any:
    return rng.choices(list(weights), list(weights.values()))[0]


def _random_pack(rng: Random) -> str:
    kind = _pick(rng, {"mini": 80, "spanish40": 10, "full52": 5, "ace_to_ten": 5})
    if kind != "mini":
        return str(kind)
    ranks = _pick(rng, {3: 2, 4: 5, 5: 6, 6: 6, 7: 4, 8: 2, 10: 1, 13: 1})
    suits = _pick(rng, {2: 1, 3: 4, 4: 5})
    return f"mini{ranks}x{suits}"


def _random_hand(rng: Random, fields: dict[str, Any]) -> list[list[int]] | None:
    """Choose players and hand sizes; None if nobody can play with this pack."""
    one = len(pack_ranks(fields["pack"])) * len(pack_suits(fields["pack"]))
    rows: list[list[int]] = []
    for players in sorted({_pick(rng, PLAYER_WEIGHTS) for _ in range(rng.choice((1, 1, 1, 2, 3)))}):
        copies = fields["decks"] + (players >= fields["big_table"])
        cards = one * copies + fields["yucas"]
        most = min(13, (cards - 1) // players)
        usual = min(most, max(1, cards * 3 // (4 * players)))
        if most >= 1:
            low, high = (1, most) if rng.random() < 0.15 else (min(3, usual), usual)
            size = rng.randint(low, high)
            rows.append([players, min(size, 8) if rng.random() < 0.8 else size])
    return rows or None


def _random_fields(rng: Random) -> dict[str, Any]:
    fields: dict[str, Any] = {"id": "house", "pack": _random_pack(rng)}
    fields["decks"] = _pick(rng, {1: 3, 2: 1})
    fields["big_table"] = 99
    if fields["decks"] == 1 and rng.random() < 0.25:
        fields["big_table"] = rng.randint(2, 6)
    for name, weights in FIELD_WEIGHTS.items():
        fields[name] = _pick(rng, weights)
    fields["claim"] = "next"
    if fields["offer"] == "two_step":
        fields["claim"] = rng.choice(("next", "either"))
    return fields


def _changed_preset(rng: Random) -> dict[str, Any]:
    """Change a few fields of a preset."""
    base = rng.choice(sorted(PRESETS))
    fields = _random_fields(rng)
    names = rng.sample(sorted(FIELD_WEIGHTS), rng.randint(0, 3))
    rules: dict[str, Any] = {"preset": base} | {name: fields[name] for name in names}
    if rules.get("offer", PRESETS[base].get("offer")) != "round" and rng.random() < 0.3:
        rules["claim"] = "either"
    return rules


def random_ruleset(rng: Random) -> dict[str, Any]:
    """Return a valid rule set as an object; fields with their default are sometimes left out."""
    if rng.random() < 0.08:
        rules = _changed_preset(rng)
    else:
        fields = _random_fields(rng)
        while (hand := _random_hand(rng, fields)) is None:
            fields = _random_fields(rng)
        rules = {
            name: value
            for name, value in fields.items()
            if value != DEFAULTS[name] or rng.random() < 0.5
        }
        rules["hand"] = hand
    read_rules(rules)
    return rules


def random_deal(rng: Random, rules: str | Mapping[str, Any], players: int) -> dict[str, Any]:
    """Return the record of a shuffled deal without actions."""
    value = read_rules(rules)
    size = value.hand_size(players)
    cards = list(whole_pack(value, players))
    rng.shuffle(cards)
    hands = [cards[size * seat : size * (seat + 1)] for seat in range(players)]
    return {
        "rules": rules,
        "players": players,
        "dealer": rng.randrange(players),
        "hands": hands,
        "stock": cards[size * players :],
        "actions": [],
    }


def random_players(rng: Random, rules: str | Mapping[str, Any]) -> int:
    """Choose one of the player counts a rule set allows."""
    return rng.choice(read_rules(rules).hand)[0]


def random_action(rng: Random, texts: list[str], *, passing: int = 3) -> str:
    """Choose an action: first what to do, then how; ``passing`` is the weight of a pass."""
    weights = VERB_WEIGHTS | {"pass": passing}
    verbs = sorted({text.partition(" ")[0] for text in texts})
    verb = _pick(rng, {verb: weights[verb] for verb in verbs})
    return rng.choice([text for text in texts if text.partition(" ")[0] == verb])


def random_playout(rng: Random, deal: Mapping[str, Any]) -> dict[str, Any]:
    """Play a deal to its end and return the record with ``actions``, ``result`` and ``legal``."""
    record: dict[str, Any] = {**deal, "actions": [], "legal": []}
    passing = rng.choice(PASS_WEIGHTS)
    pos = start(deal)
    while pos.phase != "over":
        phase, actor, texts = legal(pos)
        record["legal"].append({"phase": phase, "actor": actor, "actions": texts})
        record["actions"].append(random_action(rng, texts, passing=passing))
        pos = apply(pos, record["actions"][-1])
    return {**record, "result": result(pos)}
