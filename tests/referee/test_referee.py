"""The referee agrees with every case the project was given."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from . import RuleError, apply, legal, load, read_rules, replay, result, solve
from .melds import Melding, every_meld, is_meld, layouts, meld_kind, most_melded
from .random_rules import random_deal, random_players, random_playout, random_ruleset
from .rules import in_order, whole_pack

CASES = Path(__file__).parents[1] / "cases"
DEALS = sorted(path.name for path in (CASES / "deals").glob("*.jsonl"))
ENDINGS = sorted(path.name for path in (CASES / "endings").glob("*.jsonl"))
QUICK_DEALS = 8  # of each file
QUICK_NODES = 400  # endings that are no larger


def _read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _check_deal(record: dict[str, Any]) -> None:
    positions = list(replay(record))
    listed = [
        {"phase": phase, "actor": actor, "actions": actions}
        for phase, actor, actions in map(legal, positions)
        if phase != "over"
    ]
    assert listed == record["legal"]
    assert result(positions[-1]) == record.get("result")


def test_the_cases_are_there() -> None:
    assert len(DEALS) >= 38
    assert len(ENDINGS) >= 6


@pytest.mark.parametrize("name", DEALS)
def test_deals(name: str) -> None:
    for record in _read(CASES / "deals" / name)[:QUICK_DEALS]:
        _check_deal(record)


@pytest.mark.slow
@pytest.mark.parametrize("name", DEALS)
def test_all_deals(name: str) -> None:
    for record in _read(CASES / "deals" / name)[QUICK_DEALS:]:
        _check_deal(record)


def _check_endings(name: str, *, quick: bool) -> None:
    for record in _read(CASES / "endings" / name):
        if (record["nodes"] <= QUICK_NODES) is quick:
            assert solve(load(record)) == (record["value"], record["best"])


@pytest.mark.parametrize("name", ENDINGS)
def test_small_endings(name: str) -> None:
    _check_endings(name, quick=True)


@pytest.mark.slow
@pytest.mark.parametrize("name", ENDINGS)
def test_large_endings(name: str) -> None:
    _check_endings(name, quick=False)


def test_melds() -> None:
    for case in _read(CASES / "melds.jsonl"):
        how = Melding(case["pack"], None)
        if "best" in case:
            assert most_melded(how, in_order(case["best"].split())) == case["cards_melded"]
        else:
            assert meld_kind(how, in_order(case["cards"].split())) == case["meld"]


@pytest.mark.parametrize("pack", ["mini3x2", "mini3x4", "mini4x3", "mini5x2"])
@pytest.mark.parametrize("run_cap", [None, 3, 4])
def test_every_meld_is_found(pack: str, run_cap: int | None) -> None:
    how = Melding(pack, run_cap)
    rules = read_rules({"pack": pack, "hand": [[2, 1]], "yucas": 2})
    cards = whole_pack(rules, 2)
    wanted = {
        some for size in range(1, 7) for some in combinations(cards, size) if is_meld(how, some)
    }
    assert set(every_meld(how)) == wanted


def test_one_card_lies_in_one_meld() -> None:
    how = Melding("spanish40", None)
    assert not layouts(how, in_order(["5c", "6c", "7c", "7o", "7b"]))
    assert layouts(how, in_order(["3o", "3c", "3e", "3b", "4b", "5b"])) == {
        (("3o", "3c", "3e"), ("3b", "4b", "5b"))
    }


def test_house_rule_texts() -> None:
    text = read_rules("mexicano(yucas=1, claim=either, hand=[[3, 8]], run_cap=null)")
    thing = read_rules(
        {"preset": "mexicano", "id": "mexicano", "yucas": 1, "claim": "either", "hand": [[3, 8]]}
    )
    assert vars(text) | {"id": ""} == vars(thing) | {"id": ""}


@pytest.mark.parametrize(
    ("rules", "field"),
    [
        ("tute", "preset"),
        ("mexicano(claim=all)", "claim"),
        ("mexicano(wild=1)", "wild"),
        ("mexicano(exchange=1)", "exchange"),
        ("mexicano(yucas=true)", "yucas"),
        ("diario(claim=either)", "claim"),
        ("navajo(big_table=4)", "big_table"),
        ("clasico(run_cap=2)", "run_cap"),
        ("clasico(hand=[[2, 14]])", "hand"),
        ("clasico(hand=[[4, 10]])", "hand"),
        ("clasico(hand=[[7, 3]])", "hand"),
        ("clasico(pack=mini2x4)", "pack"),
        ({"pack": "mini14x4", "hand": [[2, 3]]}, "pack"),
        ({"pack": "mini4x5", "hand": [[2, 3]]}, "pack"),
        ({"exchange": True}, "hand"),
    ],
)
def test_refused_rules(rules: str | dict[str, Any], field: str) -> None:
    with pytest.raises(RuleError, match=rf"^{field}:"):
        read_rules(rules)


def test_cards_of_an_action_in_any_order_and_nothing_illegal() -> None:
    record = _read(CASES / "deals" / "bicycle-2.jsonl")[0]
    pos = load({**record, "actions": []})
    assert apply(pos, "meld 5b 3b 4b -> 5b 4b 3b") == apply(pos, "meld 3b 4b 5b -> 3b 4b 5b")
    for text in ("meld 3b 4b 5b", "take", "pay 3b", "force 0", "fold", "take 99x", ""):
        with pytest.raises(RuleError):
            apply(pos, text)


def test_random_deals_keep_their_cards() -> None:
    rng = Random("keep their cards")
    for _ in range(60):
        rules = random_ruleset(rng)
        players = random_players(rng, rules)
        record = random_playout(rng, random_deal(rng, rules, players))
        value = read_rules(rules)
        size = value.hand_size(players)
        pack = Counter(whole_pack(value, players))
        last = None
        for pos in replay(record):
            phase, actor, texts = legal(pos)
            assert (actor is None) == (phase == "over") == (not texts)
            for seat in range(players):
                melds = pos.laid[seat]
                assert all(is_meld(pos.game.melding, meld) for meld in melds)
                took = seat in (actor, pos.winner) and (phase == "pay" or pos.reason == "out")
                assert sum(map(len, melds)) + len(pos.hands[seat]) == size + took
            laid = [card for layout in pos.laid for meld in layout for card in meld]
            held = [card for hand in pos.hands for card in hand]
            centre = [pos.upcard] if pos.upcard else []
            assert Counter([*laid, *held, *centre, *pos.stock]) <= pack
            last = result(pos)
        assert last == record["result"]
