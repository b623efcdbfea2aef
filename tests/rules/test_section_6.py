"""rules.md §6: the presets, field by field, and house rules made from them."""

from __future__ import annotations

from typing import Any

import pytest

from conquian.core.errors import BadRules
from conquian.core.presets import ABOUT, PRESETS
from conquian.core.ruleset import RULE_FIELDS, RuleSet

DEFAULTS: dict[str, Any] = {
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

FULL_ROUND: dict[str, Any] = {
    "exchange": True,
    "offer": "round",
    "hand_melds": "when_asked",
    "force_fit": "meld",
    "forced_play": "place",
    "force_discarder": False,
}

TABLE: dict[str, tuple[list[list[int]], str, str, dict[str, Any]]] = {
    "mexicano": ([[2, 9], [3, 8]], "spanish", "right", {"exchange": True}),
    "gamevelvet": (
        [[2, 8], [3, 8], [4, 8], [5, 8], [6, 8]],
        "spanish",
        "right",
        FULL_ROUND | {"stock_out": "fewest", "big_table": 5},
    ),
    "clasico": ([[2, 10]], "french", "none", {"run_cap": 8}),
    "bicycle": (
        [[2, 10]],
        "french",
        "none",
        {"hand_melds": "after_turning", "force_fit": "meld"},
    ),
    "wikipedia": ([[2, 10], [3, 8]], "french", "left", {"opening": "upcard", "run_cap": 8}),
    "diario": ([[2, 9], [3, 9]], "spanish", "right", FULL_ROUND),
    "navajo": (
        [[2, 10], [3, 10], [4, 10], [5, 10], [6, 10]],
        "french",
        "right",
        {"decks": 2},
    ),
    "paco": ([[2, 9], [3, 8]], "spanish", "right", {"exchange": True}),
}


def test_6_the_presets_are_those_of_the_table_in_its_order() -> None:
    assert list(PRESETS) == list(TABLE)
    assert list(ABOUT) == list(TABLE)


@pytest.mark.parametrize("name", list(TABLE))
def test_6_every_field_of_every_preset(name: str) -> None:
    hand, _, _, fields = TABLE[name]
    wanted = {"id": name, "hand": hand} | DEFAULTS | fields
    assert PRESETS[name].as_object() == wanted


@pytest.mark.parametrize("name", list(TABLE))
def test_6_faces_and_direction(name: str) -> None:
    _, faces, direction, _ = TABLE[name]
    assert (str(ABOUT[name].faces), ABOUT[name].direction) == (faces, direction)


def test_6_reconstructions_are_said_to_be_so_and_all_others_have_a_source() -> None:
    assert {name for name, about in ABOUT.items() if about.reconstruction} == {"navajo", "paco"}
    assert all(about.source for about in ABOUT.values())


def test_6_defaults() -> None:
    rules = RuleSet.parse("house(hand=[[2, 8]])")
    assert rules.as_object() == {"id": "house", "hand": [[2, 8]]} | DEFAULTS


def test_6_any_preset_can_be_changed_field_by_field_into_a_house_rule() -> None:
    rules = RuleSet.parse("mexicano(yucas=1, claim=either)")
    assert rules.id == "house"
    changed = {
        name for name in RULE_FIELDS if getattr(rules, name) != getattr(PRESETS["mexicano"], name)
    }
    assert changed == {"yucas", "claim"}
    assert (rules.yucas, str(rules.claim)) == (1, "either")


def test_6_house_rules_must_leave_at_least_one_stock_card() -> None:
    assert RuleSet.parse("mexicano(hand=[[3, 13]])").deck_size(3) == 40
    with pytest.raises(BadRules) as caught:
        RuleSet.parse("mexicano(hand=[[4, 10]])")
    assert caught.value.code == "no_stock_card"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("mexicano(colour=1)", "unknown_field"),
        ("mexicano(yucas=9)", "bad_value"),
        ("mexicano(hand=[[9, 2]])", "hand_range"),
    ],
)
def test_6_house_rules_are_refused_with_a_sentence_that_says_why(text: str, code: str) -> None:
    with pytest.raises(BadRules) as caught:
        RuleSet.parse(text)
    assert caught.value.code == code
    for lang in ("en", "es"):
        assert len(caught.value.sentence(lang)) > 20
