"""Actions as text: they read back, in any order, and nothing else reads."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conquian.core.action import (
    FORCE,
    PASS,
    Action,
    Kind,
    give,
    layout_text,
    meld,
    ordered,
    parse_layout,
    pay,
    take,
)
from conquian.core.cards import YUCA, card_of, cards_of, parse_zone, zone_of
from conquian.core.deal import Deal
from conquian.core.errors import CannotParse

from .strategies import deals, played

ALL = [card_of(rank, suit) for suit in range(4) for rank in range(1, 14)] + [YUCA]
CARDS = st.sampled_from(ALL)
ZONES = st.lists(CARDS, unique=True, max_size=6).map(zone_of)
SOME = st.lists(CARDS, unique=True, min_size=1, max_size=6).map(zone_of)
LAYOUTS = st.none() | st.lists(SOME, min_size=1, max_size=4).map(tuple)
ACTIONS = st.one_of(
    st.just(PASS),
    st.sampled_from(FORCE),
    CARDS.map(pay),
    CARDS.map(give),
    st.builds(take, ZONES, LAYOUTS),
    st.builds(meld, SOME, LAYOUTS),
)


@given(ACTIONS)
def test_text_round_trip(action: Action) -> None:
    assert Action.parse(str(action)) == action
    assert str(Action.parse(str(action))) == str(action)
    assert eval(repr(action)) == action  # noqa: S307 - what repr promises


@given(deals(), st.integers(0, 1 << 30))
def test_every_legal_action_reads_back(deal: Deal, seed: int) -> None:
    for before, _, _, _ in played(deal, seed):
        legal = before.legal_actions()
        assert [Action.parse(str(action)) for action in legal] == list(legal)
        assert len({str(action) for action in legal}) == len(legal)


@given(ACTIONS, st.randoms())
def test_cards_and_melds_may_come_in_any_order(action: Action, rng: object) -> None:
    before, arrow, after = str(action).partition(" -> ")
    word, *cards = before.split(" ")
    if word in ("take", "meld"):
        rng.shuffle(cards)  # type: ignore[attr-defined]
    melds = [meld_text.split(" ") for meld_text in after.split(" | ")]
    for cards_of_meld in melds:
        rng.shuffle(cards_of_meld)  # type: ignore[attr-defined]
    rng.shuffle(melds)  # type: ignore[attr-defined]
    text = " ".join([word, *cards]) + arrow + " | ".join(" ".join(one) for one in melds)
    assert Action.parse(text) == action


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (give(parse_zone("7c").bit_length() - 1), "give 7c"),
        (take(), "take"),
        (take(parse_zone("6o 5o")), "take 5o 6o"),
        (
            take(parse_zone("5o 6o"), (parse_zone("1c 1e 1b"), parse_zone("5o 6o 7o"))),
            "take 5o 6o -> 5o 6o 7o | 1c 1e 1b",
        ),
        (meld(parse_zone("4b 4o 4c")), "meld 4o 4c 4b"),
        (pay(parse_zone("11c").bit_length() - 1), "pay 11c"),
        (FORCE[2], "force 2"),
        (PASS, "pass"),
        (take(parse_zone("Y Y 5o")), "take 5o Y Y"),
    ],
)
def test_spelling_of_formats_1(action: Action, text: str) -> None:
    assert str(action) == text
    assert Action.parse(text) == action


def test_melds_are_in_card_order_not_in_the_order_of_text() -> None:
    layout = ordered((parse_zone("10o 11o 12o"), parse_zone("2o 3o 4o"), parse_zone("1c 1e 1b")))
    assert layout_text(layout) == "2o 3o 4o | 10o 11o 12o | 1c 1e 1b"
    assert [cards_of(one) for one in layout] == sorted(cards_of(one) for one in layout)
    assert parse_layout("1c 1e 1b | 12o 10o 11o|4o 3o 2o") == layout


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "bad_action"),
        ("play", "bad_action"),
        ("turn", "bad_action"),
        ("pass 1o", "bad_action"),
        ("pass -> 1o 2o 3o", "bad_action"),
        ("pay", "bad_action"),
        ("pay 1o 2o", "bad_action"),
        ("pay 1o 1o", "bad_action"),
        ("pay 1o -> 1o 2o 3o", "bad_action"),
        ("give", "bad_action"),
        ("meld", "bad_action"),
        ("meld -> 1o 2o 3o", "bad_action"),
        ("force", "bad_action"),
        ("force x", "bad_action"),
        ("force 10", "bad_action"),
        ("force -1", "bad_action"),
        ("force \u0662", "bad_action"),
        ("PASS", "bad_action"),
        ("take 5x", "bad_card"),
        ("take 5o,6o", "bad_card"),
        ("pay 7d", "bad_card"),
        ("take 5o 5o 5o", "card_thrice"),
        ("take 5o ->", "empty_meld"),
        ("take 5o -> 5o 6o 7o |", "empty_meld"),
        ("take -> 5o -> 6o", "bad_card"),
    ],
)
def test_anything_else_cannot_be_parsed(text: str, code: str) -> None:
    with pytest.raises(CannotParse) as caught:
        Action.parse(text)
    assert caught.value.code == code


@given(st.text(max_size=40) | st.lists(st.sampled_from(
    ["take", "meld", "pay", "give", "force", "pass", "->", "|", "5o", "Y", "9x", "2", " ", "\n"]
), max_size=9).map(" ".join))  # fmt: skip
def test_hostile_texts(text: str) -> None:
    action = refusal = None
    try:
        action = Action.parse(text)
    except CannotParse as caught:
        refusal = caught
    if action is not None:
        assert Action.parse(str(action)) == action
    if refusal is not None:
        for lang in ("en", "es"):
            assert 0 < len(refusal.sentence(lang)) < 500


def test_a_long_text_is_not_repeated_whole() -> None:
    for text in ("x" * 10_000, "take " + "x" * 10_000):
        with pytest.raises(CannotParse) as caught:
            Action.parse(text)
        assert len(str(caught.value)) < 300


def test_kinds_are_words() -> None:
    assert sorted(Kind) == ["force", "give", "meld", "pass", "pay", "take"]
    assert pay(3).card == 3
