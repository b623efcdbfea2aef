"""Bad input: one clear sentence with line, ply and code; never a traceback (formats.md §2)."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conquian.records.reader import MOST_BYTES, ReadRecord, Refusal
from tests.records.samples import CLASICO, GAMEVELVET, line_of, read_all, read_one, refused, sample

HANDS: list[list[str]] = CLASICO["hands"]
STOCK: list[str] = CLASICO["stock"]
PLIES = len(CLASICO["actions"])
LEGAL: list[dict[str, Any]] = CLASICO["legal"]


def hand(*cards: object) -> list[list[object]]:
    """The hands with the first cards of seat 0 replaced."""
    return [[*cards, *HANDS[0][len(cards) :]], list(HANDS[1])]


def actions(ply: int, text: object) -> list[object]:
    """The actions up to ``ply``, which is replaced."""
    return [*CLASICO["actions"][: ply - 1], text]


def legal(ply: int, **changes: object) -> list[dict[str, Any]]:
    """The legal lists with one entry changed."""
    return [*LEGAL[: ply - 1], LEGAL[ply - 1] | changes, *LEGAL[ply:]]


def without(key: str) -> dict[str, Any]:
    """A record that lacks a key."""
    return {name: value for name, value in sample().items() if name != key}


HEADER: dict[str, tuple[object, str]] = {
    "a list": ([], "record_not_object"),
    "a text": ("clasico", "record_not_object"),
    "a number": (7, "record_not_object"),
    "null": (None, "record_not_object"),
    "empty": ({}, "key_missing"),
    **{
        f"no {key}": (without(key), "key_missing")
        for key in ("rules", "players", "dealer", "hands", "stock", "actions")
    },
    # Rules.
    "unknown preset": (sample(rules="pinochle"), "unknown_preset"),
    "rules a number": (sample(rules=7), "bad_rules_text"),
    "rules null": (sample(rules=None), "bad_rules_text"),
    "rules text cut": (sample(rules="clasico(yucas=1"), "bad_rules_text"),
    "rules unknown field": (sample(rules="clasico(jokers=1)"), "unknown_field"),
    "rules field twice": (sample(rules="clasico(yucas=1, yucas=2)"), "field_twice"),
    "rules bad value": (sample(rules="clasico(yucas=3)"), "bad_value"),
    "rules bool for int": (sample(rules="clasico(yucas=true)"), "bad_value"),
    "rules NaN": (sample(rules="clasico(yucas=NaN)"), "bad_value"),
    "rules no stock card": (sample(rules="clasico(hand=[[4, 10]])"), "no_stock_card"),
    "rules huge hand": (sample(rules="clasico(hand=[[2, 99]])"), "hand_range"),
    "rules deep": (sample(rules=f"clasico(hand={'[' * 9000})"), "bad_rules_text"),
    "rules claim in round": (sample(rules="clasico(offer=round, claim=either)"), "claim_round"),
    "rules object no hand": (sample(rules={"id": "house"}), "hand_missing"),
    "rules object named": (sample(rules={"id": "clasico", "hand": [[2, 9]]}), "not_that_preset"),
    "rules object id": (sample(rules={"id": 3, "hand": [[2, 9]]}), "bad_value"),
    "rules object preset": (sample(rules={"preset": ["clasico"]}), "unknown_preset"),
    "rules object mini": (sample(rules={"pack": "mini99x9", "hand": [[2, 3]]}), "bad_pack"),
    # Players, dealer, cards.
    "players text": (sample(players="2"), "not_a_number"),
    "players float": (sample(players=2.0), "not_a_number"),
    "players bool": (sample(players=True), "not_a_number"),
    "players not allowed": (sample(players=3), "players_not_allowed"),
    "players huge": (sample(players=10**60), "players_not_allowed"),
    "players and hands": (sample(hands=[*HANDS, ["1o"]]), "players_hands"),
    "dealer out": (sample(dealer=2), "bad_dealer"),
    "dealer negative": (sample(dealer=-1), "bad_dealer"),
    "dealer bool": (sample(dealer=False), "not_a_number"),
    "dealer null": (sample(dealer=None), "not_a_number"),
    "hands object": (sample(hands={"0": HANDS[0]}), "not_a_list"),
    "hand text": (sample(hands=[" ".join(HANDS[0]), HANDS[1]]), "not_a_list"),
    "hand null": (sample(hands=[None, HANDS[1]]), "not_a_list"),
    "card unknown": (sample(hands=hand("8o")), "card_not_in_pack"),
    "card misspelt": (sample(hands=hand("o1")), "bad_card"),
    "card French": (sample(hands=hand("Ad")), "bad_card"),
    "card blank": (sample(hands=hand(" 1o")), "bad_card"),
    "card empty": (sample(hands=hand("")), "bad_card"),
    "card number": (sample(hands=hand(1)), "bad_card"),
    "card list": (sample(hands=hand(["1o"])), "bad_card"),
    "card long": (sample(hands=hand("1" * 10000)), "bad_card"),
    "card twice": (sample(hands=hand("2o")), "card_twice"),
    "card thrice": (sample(hands=hand("2o", "2o", "2o")), "card_thrice"),
    "yuca": (sample(hands=hand("Y")), "card_not_in_pack"),
    "hand short": (sample(hands=[HANDS[0][1:], HANDS[1]]), "card_missing"),
    "hand sizes": (
        sample(hands=[HANDS[0][1:], [*HANDS[1], HANDS[0][0]]]),
        "hand_size",
    ),
    "stock short": (sample(stock=STOCK[1:]), "card_missing"),
    "stock long": (sample(stock=[*STOCK, "1o"]), "card_twice"),
    "stock null": (sample(stock=None), "not_a_list"),
    "stock card": (sample(stock=[*STOCK[:-1], None]), "bad_card"),
    "stock empty": (sample(stock=[]), "card_missing"),
    "actions text": (sample(actions="pass"), "not_a_list"),
    # Noted by writers.
    "format 2": (sample(format=2), "format_unknown"),
    "format true": (sample(format=True), "not_a_number"),
    "format text": (sample(format="1"), "not_a_number"),
    "seats text": (sample(seats="Ana"), "not_a_list"),
    "seats null": (sample(seats=None), "not_a_list"),
    "seats count": (sample(seats=["Ana"]), "count_differs"),
    "seats number": (sample(seats=["Ana", 7]), "not_a_text"),
    "match list": (sample(match=[]), "not_an_object"),
    "match stake": (sample(match={"stake": 0}), "number_too_small"),
    "match stake float": (sample(match={"stake": 1.5}), "not_a_number"),
    "match draw": (sample(match={"after_draw": "triple"}), "unknown_word"),
    "match draw list": (sample(match={"after_draw": []}), "unknown_word"),
    "match deal": (sample(match={"deal": 0}), "number_too_small"),
    "match score": (sample(match={"score": [1]}), "count_differs"),
    "match score float": (sample(match={"score": [1, 0.5]}), "not_a_number"),
    "fair list": (sample(fair=[1]), "not_an_object"),
    "marks object": (sample(marks={"ply": 1}), "not_a_list"),
    "mark number": (sample(marks=[1]), "not_an_object"),
    "mark no ply": (sample(marks=[{"hint": True}]), "key_missing"),
    "mark ply 0": (sample(marks=[{"ply": 0, "hint": True}]), "mark_no_such_ply"),
    "mark ply past": (sample(marks=[{"ply": PLIES + 1, "hint": True}]), "mark_no_such_ply"),
    "mark hint": (sample(marks=[{"ply": 1, "hint": 1}]), "not_a_truth"),
    "result text": (sample(result="out"), "not_an_object"),
    "result empty": (sample(result={}), "key_missing"),
    "result bool": (sample(result={"winner": True, "reason": "out"}), "not_a_number"),
    "result reason": (sample(result={"winner": 1, "reason": "luck"}), "unknown_word"),
    "ended text": (sample(ended="forfeit", result=...), "not_an_object"),
    "ended reason": (sample(ended={"reason": "bored", "seat": 1}), "unknown_word"),
    "ended reason list": (sample(ended={"reason": ["forfeit"], "seat": 1}), "unknown_word"),
    "ended nobody": (sample(ended={"reason": "forfeit"}), "key_missing"),
    "ended seat": (sample(ended={"reason": "forfeit", "seat": 2}), "no_such_seat"),
    "ended seat null": (sample(ended={"reason": "forfeit", "seat": None}), "not_a_number"),
    "legal text": (sample(legal="pass"), "not_a_list"),
}


@pytest.mark.parametrize("name", HEADER)
def test_header(name: str) -> None:
    record, code = HEADER[name]
    refusal = refused(record)
    assert (refusal.line, refusal.ply, refusal.fault.code) == (1, 0, code)


ACTIONS: dict[str, tuple[object, int, str]] = {
    "number": (sample(actions=actions(1, 7)), 1, "action_not_text"),
    "null": (sample(actions=actions(3, None)), 3, "action_not_text"),
    "empty": (sample(actions=actions(2, "")), 2, "bad_action"),
    "unknown": (sample(actions=actions(2, "draw")), 2, "bad_action"),
    "upper case": (sample(actions=actions(2, "PASS")), 2, "bad_action"),
    "pay nothing": (sample(actions=actions(6, "pay")), 6, "bad_action"),
    "pay two": (sample(actions=actions(6, "pay 10o 1e")), 6, "bad_action"),
    "meld nothing": (sample(actions=actions(1, "meld")), 1, "bad_action"),
    "force word": (sample(actions=actions(1, "force you")), 1, "bad_action"),
    "long": (sample(actions=actions(1, "take " + "1o " * 9000)), 1, "card_thrice"),
    "bad card": (sample(actions=actions(5, "take 2o 6x")), 5, "bad_card"),
    "read before played": (sample(actions=["pay 1o", "draw"]), 2, "bad_action"),
    "pay without a take": (sample(actions=actions(1, "pay 1o")), 1, "phase_offer"),
    "pass instead of paying": (sample(actions=actions(6, "pass")), 6, "phase_pay"),
    "not in hand": (sample(actions=actions(5, "take 1b 2o")), 5, "not_in_hand"),
    "no melds": (sample(actions=actions(5, "take 2o 2c")), 5, "take_not_melds"),
    "force nobody": (sample(actions=actions(1, "force 4")), 1, "force_no_such_seat"),
    "force self": (sample(actions=actions(1, "force 1")), 1, "force_self"),
    "meld never": (sample(actions=actions(1, "meld 2o")), 1, "meld_never"),
    "grouping not needed": (
        sample(actions=actions(5, "take 6o 6c -> 6o 6c 6b")),
        5,
        "layout_not_needed",
    ),
    "after the end": (
        sample(actions=[*CLASICO["actions"], "pass"]),
        PLIES + 1,
        "phase_over",
    ),
    # What the record says of itself.
    "result other winner": (
        sample(result={"winner": 0, "reason": "out"}),
        PLIES,
        "result_differs",
    ),
    "result no winner": (
        sample(result={"winner": None, "reason": "stock"}),
        PLIES,
        "result_differs",
    ),
    "result huge": (sample(result={"winner": 10**50, "reason": "out"}), PLIES, "result_differs"),
    "result too early": (sample(actions=CLASICO["actions"][:9]), 9, "result_not_over"),
    "ended and result": (
        sample(ended={"reason": "forfeit", "seat": 1}),
        PLIES,
        "ended_and_result",
    ),
    "ended but over": (
        sample(ended={"reason": "forfeit", "seat": 1}, result=...),
        PLIES,
        "ended_but_over",
    ),
    "legal short": (sample(legal=LEGAL[:-1]), PLIES, "count_differs"),
    "legal long": (sample(legal=[*LEGAL, LEGAL[0]]), PLIES, "count_differs"),
    "legal empty": (sample(legal=[]), PLIES, "count_differs"),
    "legal phase": (sample(legal=legal(4, phase="window")), 4, "legal_phase"),
    "legal actor": (sample(legal=legal(4, actor=0)), 4, "legal_actor"),
    "legal more": (sample(legal=legal(4, actions=["pass", "take"])), 4, "legal_not_legal"),
    "legal less": (sample(legal=legal(5, actions=["pass", "take 6o 6c"])), 5, "legal_missing"),
    "legal twice": (sample(legal=legal(4, actions=["pass", "pass"])), 4, "legal_order"),
    "legal order": (
        sample(legal=legal(5, actions=LEGAL[4]["actions"][::-1])),
        5,
        "legal_order",
    ),
    "legal entry": (sample(legal=[*LEGAL[:2], None, *LEGAL[3:]]), 3, "not_an_object"),
    "legal entry empty": (sample(legal=[{}, *LEGAL[1:]]), 1, "key_missing"),
    "legal phase word": (sample(legal=legal(3, phase=None)), 3, "unknown_word"),
    "legal actor bool": (sample(legal=legal(2, actor=True)), 2, "not_a_number"),
    "legal actor null": (sample(legal=legal(2, actor=None)), 2, "not_a_number"),
    "legal actions": (sample(legal=legal(2, actions="pass")), 2, "not_a_list"),
    "legal action": (sample(legal=legal(2, actions=[1])), 2, "not_a_text"),
}


@pytest.mark.parametrize("name", ACTIONS)
def test_ply(name: str) -> None:
    record, ply, code = ACTIONS[name]
    refusal = refused(record)
    assert (refusal.line, refusal.ply, refusal.fault.code) == (1, ply, code)


def test_where_the_grouping_matters_it_must_be_said() -> None:
    place = next(n for n, text in enumerate(GAMEVELVET["actions"]) if "->" in text)
    text = GAMEVELVET["actions"][place].partition(" ->")[0]
    record = sample(GAMEVELVET, actions=[*GAMEVELVET["actions"][:place], text], result=...)
    refusal = refused(record)
    assert (refusal.ply, refusal.fault.code) == (place + 1, "layout_missing")


def test_legal_may_have_the_position_reached_too() -> None:
    cut = CLASICO["actions"][:9]
    for count in (9, 10):
        assert isinstance(
            read_one(sample(actions=cut, result=..., legal=LEGAL[:count])), ReadRecord
        )
    assert refused(sample(actions=cut, result=..., legal=LEGAL[:11])).fault.code == "count_differs"


def test_no_result_is_no_result() -> None:
    assert isinstance(read_one(sample(actions=[], result=None, ended=None)), ReadRecord)
    assert isinstance(read_one(sample(result=...)), ReadRecord)


GOOD = line_of(sample())
BYTES: dict[str, tuple[bytes, str]] = {
    "text": (b"hello\n", "not_json"),
    "binary": (bytes(range(256)).replace(b"\n", b""), "not_utf8"),
    "NULs": (b"\0" * 50, "not_json"),
    "NUL in a record": (GOOD.replace(b"pass", b"p\0ss"), "not_json"),
    "UTF-16": (GOOD.decode().encode("utf-16").replace(b"\n", b""), "not_utf8"),
    "Latin-1": ('{"rules": "clásico"}'.encode("latin-1"), "not_utf8"),
    "gzip": (b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03", "not_utf8"),
    "truncated": (GOOD[:200], "not_json"),
    "truncated in a string": (GOOD[:40], "not_json"),
    "two values": (GOOD.strip() + b" " + GOOD, "not_json"),
    "trailing comma": (b'{"rules": "clasico",}', "not_json"),
    "single quotes": (b"{'rules': 'clasico'}", "not_json"),
    "NaN": (b'{"players": NaN}', "json_constant"),
    "Infinity": (b'{"x": [-Infinity]}', "json_constant"),
    "key twice": (GOOD.replace(b'"players"', b'"dealer": 0, "players"'), "json_key_twice"),
    "key twice inside": (b'{"a": {"b": 1, "b": 1}}', "json_key_twice"),
    "long number": (b'{"players": ' + b"9" * 5000 + b"}", "json_number"),
    "deep lists": (b"[" * 100_000, "json_too_deep"),
    "deep closed lists": (b"[" * 50_000 + b"]" * 50_000, "json_too_deep"),
    "deep objects": (b'{"a":' * 100_000, "json_too_deep"),
    "deep in a record": (
        GOOD.replace(b'"players"', b'"x": ' + b"[" * 60_000 + b"]" * 60_000 + b', "players"'),
        "json_too_deep",
    ),
    "10 MB in one line": (b'{"rules": "' + b"x" * 10_000_000 + b'"}', "line_too_long"),
    "10 MB of record": (
        GOOD.replace(b'"players"', b'"note": "' + b"y" * 10_000_000 + b'", "players"'),
        "line_too_long",
    ),
}


@pytest.mark.parametrize("name", BYTES)
def test_a_bad_line_is_refused_and_the_rest_is_read(name: str) -> None:
    line, code = BYTES[name]
    found = read_all(GOOD + b"\n" + line.strip(b"\n") + b"\n" + GOOD)
    first, bad, last = found
    assert isinstance(first, ReadRecord)
    assert isinstance(last, ReadRecord)
    assert (first.line, last.line) == (1, 4)
    assert isinstance(bad, Refusal)
    assert (bad.line, bad.ply, bad.fault.code) == (3, 0, code)
    assert bad.as_object()["error"].isprintable()


@pytest.mark.parametrize("depth", [10, 100, 300, 500, 700, 800, 900, 950, 990])
@pytest.mark.parametrize("key", ["rules", "players", "hands", "stock", "actions", "legal", "x"])
def test_any_depth_in_any_key(key: str, depth: int) -> None:
    """Whatever the recursion limit lets through is refused for what it is, or ignored."""
    value = b"[" * depth + b"]" * depth
    data = GOOD.replace(b'{"rules"', b'{"y": 1, "rules"').replace(
        f'"{key}": '.encode(), f'"{key}": '.encode() + value + b', "z": ', 1
    )
    if key in ("legal", "x"):
        data = GOOD.replace(b"{", f'{{"{key}": '.encode() + value + b", ", 1)
    (found,) = read_all(data)
    if key == "x":
        assert isinstance(found, ReadRecord) or found.fault.code == "json_too_deep"
    else:
        assert isinstance(found, Refusal)
        assert found.as_object()["error"].isprintable()


def test_the_sentence_is_one_line_whatever_is_quoted_in_it() -> None:
    refusal = refused(sample(actions=["pass\n\x1b[31m\u2028é"]))
    spanish, english = (refusal.as_object(lang)["error"] for lang in ("es", "en"))
    assert english.startswith("“pass\ufffd\ufffd[31m\ufffdé” is not an action")
    assert spanish.startswith("«pass\ufffd\ufffd[31m\ufffdé» no es una jugada")


def test_empty_lines_and_ends_of_line() -> None:
    assert read_all(b"") == []
    assert read_all(b"\n\n  \r\n\t\n") == []
    found = read_all(b"\xef\xbb\xbf" + GOOD.strip() + b"\r\n\r\n" + GOOD.strip())
    assert [read.line for read in found] == [1, 3]
    assert all(isinstance(read, ReadRecord) for read in found)


def test_the_longest_line_that_is_read() -> None:
    padded = GOOD.strip().ljust(MOST_BYTES)
    for end in (b"", b"\n"):
        (found,) = read_all(padded + end)
        assert isinstance(found, ReadRecord)
    (refusal,) = read_all(padded + b" ")
    assert isinstance(refusal, Refusal)
    assert refusal.fault.code == "line_too_long"


# Corruption made by hypothesis.

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=8,
)
BASES = (CLASICO, GAMEVELVET, sample(seats=["a", "b"], marks=[{"ply": 1, "hint": True}], format=1))


def check(data: bytes) -> None:
    """One answer per line that is not empty, in order, each of them complete."""
    found = read_all(data)
    lines = [n for n, line in enumerate(data.split(b"\n"), 1) if line.strip(b" \t\r\n\x0b\x0c")]
    assert [read.line for read in found] in (lines, [n for n in lines if n != 1])
    for read in found:
        if isinstance(read, Refusal):
            for lang in ("en", "es"):
                answer = read.as_object(lang)
                assert list(answer) == ["ok", "line", "ply", "code", "error"]
                assert answer["error"].isprintable()
                assert len(answer["error"]) < 600
                json.dumps(answer, ensure_ascii=False)


@given(st.binary(max_size=300))
def test_random_bytes(data: bytes) -> None:
    check(data)


@given(st.integers(0, 2), st.data())
def test_truncated_and_overwritten_records(which: int, data: st.DataObject) -> None:
    line = line_of(BASES[which]).strip()
    cut = line[: data.draw(st.integers(0, len(line)))]
    start = data.draw(st.integers(0, len(line)))
    noise = data.draw(st.binary(max_size=6))
    check(cut + b"\n" + line[:start] + noise + line[start + len(noise) :] + b"\n" + line)


@given(st.integers(0, 2), JSON, st.randoms(use_true_random=False))
def test_any_value_anywhere(which: int, value: object, chance: random.Random) -> None:
    """One value somewhere in a record is replaced; it is refused, or it did not matter."""
    record = json.loads(json.dumps(BASES[which]))
    inside: Any = record
    while True:
        keys = list(inside) if isinstance(inside, dict) else list(range(len(inside)))
        key = chance.choice(keys)
        below = inside[key]
        if not isinstance(below, (dict, list)) or not below or chance.random() < 0.3:
            break
        inside = below
    inside[key] = value
    found = read_one(record)
    if isinstance(found, Refusal):
        check(line_of(record))


@given(JSON)
def test_any_json(value: object) -> None:
    refused(value)
