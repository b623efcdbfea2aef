"""Rule sets as text and as objects: they read back, and hostile input is refused in one way."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from conquian.core.errors import BadRules
from conquian.core.presets import PRESETS
from conquian.core.ruleset import RULE_FIELDS, RuleSet

from .strategies import fields, rule_sets


@given(rule_sets())
def test_text_round_trip(rules: RuleSet) -> None:
    for again in (RuleSet.parse(str(rules)), RuleSet.read(rules.as_data())):
        assert again == rules
        assert hash(again) == hash(rules)
        assert (again.base, str(again)) == (rules.base, str(rules))
    assert eval(repr(rules)) == rules  # noqa: S307 - what repr promises


@given(rule_sets())
def test_object_round_trip(rules: RuleSet) -> None:
    data = json.loads(json.dumps(rules.as_object()))
    assert RuleSet.from_object(data) == rules
    assert RuleSet.read(data) == rules
    assert list(data) == ["id", *RULE_FIELDS]


@given(rule_sets())
def test_a_rule_set_goes_through_json_in_its_shortest_form(rules: RuleSet) -> None:
    data = json.loads(json.dumps(rules.as_data()))
    assert RuleSet.read(data) == rules


@pytest.mark.parametrize("name", list(PRESETS))
def test_presets_are_written_by_their_names(name: str) -> None:
    assert str(PRESETS[name]) == name
    assert PRESETS[name].as_data() == name
    assert RuleSet.parse(name) is PRESETS[name]


def test_house_rule_text() -> None:
    text = "mexicano(yucas=1, claim=either, hand=[[3, 8]])"
    rules = RuleSet.parse(text)
    assert str(rules) == "mexicano(hand=[[3, 8]], yucas=1, claim=either)"
    assert (rules.id, rules.base) == ("house", "mexicano")
    for other in (
        "mexicano( yucas = 1 ,claim=either,hand=[[3,8]] )",
        '  mexicano(claim="either", hand=[[3, 8]], yucas=1)\n',
    ):
        assert RuleSet.parse(other) == rules
    assert RuleSet.parse("mexicano()") == PRESETS["mexicano"]


def test_object_form_of_formats_2() -> None:
    rules = RuleSet.read({"hand": [[3, 8]], "exchange": True})
    assert (rules.id, rules.pack, rules.exchange, rules.base) == ("house", "spanish40", True, None)
    rules = RuleSet.read({"preset": "mexicano", "yucas": 1})
    assert rules == RuleSet.parse("mexicano(yucas=1)")
    assert RuleSet.read({"id": "mexicano", "preset": "mexicano"}) == PRESETS["mexicano"]
    with pytest.raises(BadRules) as caught:
        RuleSet.read({"id": "mexicano", "preset": "mexicano", "yucas": 1})
    assert caught.value.code == "not_that_preset"
    with pytest.raises(BadRules) as caught:
        RuleSet.read({"id": "house", "exchange": True})
    assert caught.value.code == "hand_missing"


@given(rule_sets(), rule_sets())
def test_equal_when_all_fields_but_the_id_are(one: RuleSet, other: RuleSet) -> None:
    same = all(getattr(one, name) == getattr(other, name) for name in RULE_FIELDS)
    assert (one == other) is same


def test_a_rule_set_is_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        PRESETS["mexicano"].yucas = 1  # type: ignore[misc]
    with pytest.raises(TypeError):
        PRESETS["mine"] = PRESETS["mexicano"]  # type: ignore[index]


def test_house_rules_of_house_rules() -> None:
    once = RuleSet.parse("mexicano(yucas=1)")
    twice = once.changed(claim="either")
    assert twice == RuleSet.parse("mexicano(yucas=1, claim=either)")
    assert once.yucas == 1
    assert once.claim == "next"


# ------------------------------------------------------------------------------------ hostile input


def refusal_of(data: object) -> BadRules | None:
    try:
        RuleSet.read(data)
    except BadRules as refusal:
        return refusal
    return None


def refused(data: object) -> None:
    """Read it: a rule set, or one refusal with short sentences; nothing else."""
    refusal = refusal_of(data)
    if refusal is None:
        rules = RuleSet.read(data)
        assert RuleSet.read(rules.as_data()) == rules
        return
    for lang in ("en", "es"):
        assert 0 < len(refusal.sentence(lang)) < 500


@given(fields())
def test_possible_or_refused(data: dict[str, Any]) -> None:
    refused(data)
    refused(data | {"preset": "mexicano"})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)
NAMES = st.sampled_from(["id", "preset", *RULE_FIELDS, "self", "changes", "base", "data", ""])


@given(st.dictionaries(NAMES | st.text(max_size=8), JSON, max_size=5), st.booleans())
def test_hostile_objects(data: dict[str, Any], with_hand: bool) -> None:
    refused(data | {"hand": [[2, 5]]} if with_hand else data)


@given(JSON)
def test_hostile_values_of_every_field(value: Any) -> None:
    for name in RULE_FIELDS:
        refused({"hand": [[2, 5]]} | {name: value})


SIGNS = ["(", ")", "=", ",", "[", "]", "{", "}", '"', " ", "\n", "\x00", "\ud800", "é"]
VALUES = ["2", "9", "1e999", "NaN", "-Infinity", "null", "true"]
WORDS = st.sampled_from([*PRESETS, *RULE_FIELDS, "house", "self", "base", "id", *SIGNS, *VALUES])


@given(st.lists(WORDS, max_size=12).map("".join) | st.text(max_size=30))
@example("mexicano(self=1)")
@example("mexicano(base=clasico)")
@example("mexicano(hand=" + "[" * 100_000)
@example("mexicano(hand=" + "[" * 900 + "]" * 900 + ")")
@example("mexicano(yucas=" + "9" * 100_000 + ")")
@example("mexicano(yucas=1e400)")
@example("mexicano(yucas=NaN)")
@example("mexicano(hand=[[2, NaN]])")
@example("mexicano" * 10_000)
@example("(" * 10_000)
@example("mexicano(" + "," * 1000 + ")")
@example("mexicano(pack=mini" + "9" * 5000 + "x3)")
@example("mexicano(pack=mini\u0663x3)")
def test_hostile_texts(text: str) -> None:
    refused(text)


@pytest.mark.parametrize("depth", range(180, 1000, 10))
def test_nesting_of_any_depth(depth: int) -> None:
    refused(f"mexicano(hand={'[' * depth}{']' * depth})")
    nested: Any = []
    for _ in range(depth):
        nested = [nested]
    refused({"hand": nested})
    refused({"hand": [[2, 5]], "yucas": nested})


@pytest.mark.parametrize("data", [None, 1, 1.5, True, [], ["mexicano"], b"mexicano"])
def test_other_types_are_refused(data: object) -> None:
    with pytest.raises(BadRules):
        RuleSet.read(data)
