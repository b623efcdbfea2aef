"""rules.md §3: every field of the rule set, and every value it can have."""

from __future__ import annotations

from dataclasses import fields

import pytest

from conquian.core.cards import cards_of, parse_zone, zone_text
from conquian.core.errors import BadRules
from conquian.core.layouts import layout_table
from conquian.core.packs import pack_named
from conquian.core.ruleset import RuleSet
from conquian.core.setting import setting_for

from .table import play

JUNK = "1e 2e 1b 2b 3b 1c 2c"


def junk(size: int) -> str:
    return " ".join(JUNK.split()[:size])


def is_meld(cards: str, pack: str, *, cap: int | None = None) -> bool:
    return layout_table(pack, cap, yuca=True).kind(parse_zone(cards)) is not None


# --------------------------------------------------------------------------- id, pack, decks


def test_3_id_names_the_preset_or_is_house_and_is_no_rule() -> None:
    assert RuleSet.parse("mexicano").id == "mexicano"
    assert RuleSet.parse("mexicano(yucas=1)").id == "house"
    assert RuleSet.parse("paco") == RuleSet.parse("mexicano")
    assert RuleSet.parse("mexicano(exchange=true)") == RuleSet.parse("mexicano")


@pytest.mark.parametrize(
    ("name", "ranks", "suits", "cards"),
    [
        ("spanish40", [1, 2, 3, 4, 5, 6, 7, 10, 11, 12], 4, 40),
        ("full52", list(range(1, 14)), 4, 52),
        ("ace_to_ten", list(range(1, 11)), 4, 40),
        ("mini6x3", list(range(1, 7)), 3, 18),
        ("mini3x2", [1, 2, 3], 2, 6),
        ("mini13x4", list(range(1, 14)), 4, 52),
    ],
)
def test_3_pack(name: str, ranks: list[int], suits: int, cards: int) -> None:
    pack = pack_named(name)
    assert (list(pack.ranks), pack.suits, len(pack.cards)) == (ranks, suits, cards)
    rules = RuleSet.parse(f"house(pack={name}, hand=[[2, 2]])")
    assert rules.deck_size(2) == cards


def test_3_pack_ranks_are_natural_but_in_the_forty_card_pack() -> None:
    assert is_meld("6c 7c 10c", "spanish40")
    assert not is_meld("7c 10c 11c", "full52")
    assert is_meld("7c 8c 9c", "full52")
    assert is_meld("11c 12c 13c", "full52")
    assert not is_meld("12c 13c 1c", "full52")
    assert is_meld("8c 9c 10c", "ace_to_ten")
    assert not is_meld("6c 7c 10c", "ace_to_ten")
    assert is_meld("4c 5c 6c", "mini6x3")


def test_3_pack_mini_has_the_first_suits() -> None:
    assert zone_text(setting_for(RuleSet.parse("house(pack=mini3x2, hand=[[2, 1]])"), 2).deck) == (
        "1o 2o 3o 1c 2c 3c"
    )


def test_3_decks_one_or_two_packs_shuffled_together() -> None:
    deck = setting_for(RuleSet.parse("navajo"), 2).deck
    assert len(cards_of(deck)) == 80
    assert cards_of(deck).count(0) == 2


def test_3_decks_twins_may_stand_in_different_melds_never_in_one() -> None:
    table = play("navajo(hand=[[2, 7]])", ["5o 6o 7o 5c 5e 5b 1o", junk(7)], "5o")
    assert "take 5o 6o 7o 5c 5e" in table.takes
    assert "take 5o 5c" not in table.takes
    assert table.why_not("take 5o 5c 5e") == "take_not_melds"
    table = table.then("take 5o 6o 7o 5c 5e")
    assert table.layout(0) == "5o 6o 7o | 5o 5c 5e"


@pytest.mark.parametrize(("players", "decks"), [(2, 1), (3, 1), (4, 1), (5, 2), (6, 2)])
def test_3_big_table_adds_a_pack_from_that_many_players_on(players: int, decks: int) -> None:
    rules = RuleSet.parse("gamevelvet")
    assert rules.decks_for(players) == decks
    assert setting_for(rules, players).stock_size == 40 * decks - 8 * players


def test_3_big_table_99_is_never() -> None:
    rules = RuleSet.parse("mexicano(hand=[[6, 6]])")
    assert rules.big_table == 99
    assert rules.deck_size(6) == 40


# ------------------------------------------------------------------------------------- yucas


@pytest.mark.parametrize("count", [0, 1, 2])
def test_3_yucas_are_added_to_the_pack(count: int) -> None:
    rules = RuleSet.parse(f"clasico(yucas={count})")
    assert setting_for(rules, 2).deck.bit_count() == 40 + count


def test_3_yucas_are_counted_per_deal_not_per_pack() -> None:
    assert setting_for(RuleSet.parse("navajo(yucas=1)"), 2).deck.bit_count() == 81
    assert setting_for(RuleSet.parse("gamevelvet(yucas=2)"), 5).deck.bit_count() == 82


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("5o 5c Y", True),
        ("5o 5c 5e Y", True),
        ("5o 5c 5e 5b Y", False),
        ("5o 6o Y", True),
        ("5o 7o Y", True),
        ("6o 10o Y", True),
        ("5o 10o Y", False),
        ("11o 12o Y", True),
        ("12o 1o Y", False),
        ("5o 6c Y", False),
        ("5o Y Y", False),
        ("5o 6o Y Y", False),
        ("1o 2o 3o 4o 5o 6o 7o 10o 11o Y", True),
        ("1o 2o 3o 4o 5o 6o 7o 10o 11o 12o Y", False),
    ],
)
def test_3_yucas_at_most_one_in_a_meld_for_any_missing_card(cards: str, expected: bool) -> None:
    assert is_meld(cards, "spanish40") is expected


def test_3_yucas_a_set_has_at_most_as_many_cards_as_the_pack_has_suits() -> None:
    assert is_meld("5o 5c Y", "mini6x3")
    assert not is_meld("5o 5c 5e Y", "mini6x3")
    assert not is_meld("5o 5c Y", "mini6x2")


def test_3_yucas_a_run_has_at_most_all_ranks_or_run_cap() -> None:
    assert is_meld("1o 2o Y", "mini3x3")
    assert not is_meld("1o 2o 3o Y", "mini3x3")
    assert is_meld("1o 2o 3o Y", "spanish40", cap=4)
    assert not is_meld("1o 2o 3o Y", "spanish40", cap=3)


def test_3_yucas_which_card_it_stands_for_is_never_recorded() -> None:
    table = play("clasico(yucas=1, hand=[[2, 4]])", ["5o 6o 1c 12c", junk(4)], "Y 4o")
    assert table.takes == ["take 5o 6o"]
    table = table.then("take 5o 6o", "pay 12c", "pass", "pass")
    assert table.layout(0) == "5o 6o Y"
    assert "take" in table.takes  # 4 5 6 and Y, for 3 or 7, whatever it stood for before


def test_3_yucas_may_be_melded_paid_exchanged_and_forced_like_any_card() -> None:
    rules = "mexicano(yucas=2, hand=[[2, 4]])"
    table = play(rules, ["5o 6o 1c Y", "3e 6e 1b Y"], "7o")
    table = table.then("give Y", "give Y", "take 5o 6o Y")
    assert table.layout(0) == "5o 6o 7o Y"
    table = play(rules, ["5o 6o 1c Y", "3e 6e 1b Y"], "7o").then("give 1c", "give Y")
    table = table.then("take 5o 6o", "pay Y")
    assert table.upcard == "Y"
    assert table.then("force 0").then("take").layout(0) == "5o 6o 7o Y"


# ---------------------------------------------------------------------------- hand, exchange


def test_3_hand_says_which_player_counts_are_allowed_and_how_many_cards() -> None:
    rules = RuleSet.parse("mexicano")
    assert rules.player_counts == (2, 3)
    assert [setting_for(rules, count).hand_size for count in (2, 3)] == [9, 8]


@pytest.mark.parametrize(("exchange", "phase"), [("true", "exchange"), ("false", "offer")])
def test_3_exchange(exchange: str, phase: str) -> None:
    table = play(f"clasico(exchange={exchange}, hand=[[2, 3]])", ["5o 6o 1o", junk(3)], "7o")
    assert table.phase == phase


def test_3_exchange_everybody_gives_one_card_to_the_next_player() -> None:
    hands = ["5o 6o", "5c 6c", "5e 6e"]
    table = play("mexicano(hand=[[3, 2]])", hands, "7o", "give 5o", "give 5c", "give 5e")
    assert [table.hand(seat) for seat in range(3)] == ["6o 5e", "5o 6c", "5c 6e"]


def test_3_exchange_two_players_swap() -> None:
    table = play("mexicano(hand=[[2, 2]])", ["5o 6o", "5c 6c"], "7o", "give 5o", "give 6c")
    assert [table.hand(seat) for seat in range(2)] == ["6o 6c", "5o 5c"]


# --------------------------------------------------------- opening, offer, claim, hand_melds


@pytest.mark.parametrize(("opening", "turner"), [("turn", 0), ("upcard", 1)])
def test_3_opening_who_turns_the_first_card(opening: str, turner: int) -> None:
    table = play(f"clasico(opening={opening}, hand=[[2, 3]])", ["5o 6o 1o", junk(3)], "7o")
    assert table.offered_by == ("turned", turner)
    assert table.now == ("offer", 0)


@pytest.mark.parametrize(
    ("rules", "asked"),
    [
        ("offer=two_step, claim=next", [3, 0]),
        ("offer=two_step, claim=either", [3, 0, 1, 2]),
        ("offer=round", [3, 0, 1, 2]),
    ],
)
def test_3_offer_and_claim_who_is_asked(rules: str, asked: list[int]) -> None:
    hands = ["1o 2o", "3c 4c", "6e 7e", "3b 10b"]
    table = play(f"house({rules}, hand=[[4, 2]])", hands, "12o 12c 12e", "pass", "pass", "pass")
    table = table.then("pass")
    while table.offered_by != ("turned", 3):
        table = table.then("pass")
    assert table.asked_in_turn()[0] == asked


@pytest.mark.parametrize(
    ("value", "turner_melds", "other_melds"),
    [("never", False, False), ("after_turning", True, False), ("when_asked", True, True)],
)
def test_3_hand_melds(value: str, turner_melds: bool, other_melds: bool) -> None:
    hands = ["5o 6o 7o 1c", "5b 6b 7b 1e"]
    table = play(f"clasico(hand_melds={value}, hand=[[2, 4]])", hands, "12e")
    assert table.melds == (["meld 5o 6o 7o"] if turner_melds else [])
    assert table.why_not("meld 5o 6o 7o") == ("" if turner_melds else "meld_never")
    table = table.then("pass")
    assert table.melds == (["meld 5b 6b 7b"] if other_melds else [])
    refusals = {"never": "meld_never", "after_turning": "meld_turner_only", "when_asked": ""}
    assert table.why_not("meld 5b 6b 7b") == refusals[value]


def test_3_hand_melds_nothing_is_paid_for_them() -> None:
    table = play("clasico(hand_melds=when_asked, hand=[[2, 4]])", ["5o 6o 7o 1c", junk(4)], "12o")
    table = table.then("meld 5o 6o 7o")
    assert table.now == ("offer", 0)
    assert table.sizes(0) == (3, 1)
    assert table.legal == ["pass"]


# ----------------------------------------------------------------------------------- run_cap


def test_3_run_cap_is_the_longest_single_run() -> None:
    melds = layout_table("spanish40", 4, yuca=False)
    assert melds.kind(parse_zone("1o 2o 3o 4o")) == "run"
    assert melds.kind(parse_zone("1o 2o 3o 4o 5o")) is None
    assert is_meld("1o 2o 3o 4o 5o 6o 7o 10o 11o 12o", "spanish40")


@pytest.mark.parametrize(("cap", "fits"), [("null", True), ("3", False), ("4", True)])
def test_3_run_cap_in_play(cap: str, fits: bool) -> None:
    rules = f"clasico(run_cap={cap}, hand=[[2, 4]])"
    table = play(rules, ["5o 6o 1c 12c", junk(4)], "7o 4o", "take 5o 6o", "pay 12c", "pass", "pass")
    assert ("take" in table.takes) is fits


def test_3_run_cap_six_consecutive_cards_may_always_lie_as_two_runs() -> None:
    for cap in (3, 4, 5):
        table = layout_table("spanish40", cap, yuca=False)
        assert table.splits(parse_zone("1o 2o 3o 4o 5o 6o"))
    capped = layout_table("spanish40", 5, yuca=False)
    free = layout_table("spanish40", None, yuca=False)
    whole = parse_zone("1o 2o 3o 4o 5o 6o 7o 10o 11o 12o")
    for cards in range(1, 1 << 10):
        run = sum(1 << card for place, card in enumerate(cards_of(whole)) if cards >> place & 1)
        assert capped.splits(run) == free.splits(run)


def test_3_run_cap_is_seen_where_cards_must_extend_one_meld_as_it_lies() -> None:
    hands = ["1o 2o 3o 4o 12c 12b", junk(6)]
    for cap, forced in (("5", False), ("6", True)):
        rules = f"bicycle(run_cap={cap}, hand=[[2, 6]])"
        table = play(rules, hands, "5o 6o", "take 1o 2o 3o 4o -> 1o 2o 3o 4o 5o", "pay 12b")
        table = table.then("pass", "pass") if not forced else table.then("pass")
        if forced:
            assert table.forces == ["force 0"]
        else:
            assert table.upcard == "6o"
            assert table.takes == ["take -> 1o 2o 3o | 4o 5o 6o"]


# --------------------------------------------------------------- forcing fields: see also §5

LAID_OROS = ["5o 6o 12c 12b", junk(4)]  # seat 0 takes 7o and pays 12b; then seat 1 turns


@pytest.mark.parametrize(
    ("force", "with_target", "own_fit"),
    [
        ("optional", ["force 0", "pass"], ["take", "pass"]),
        ("must", ["force 0"], ["take", "pass"]),
        ("automatic", ["force 0", "pass"], ["take"]),
        ("never", ["pass"], ["take", "pass"]),
    ],
)
def test_3_force(force: str, with_target: list[str], own_fit: list[str]) -> None:
    rules = f"clasico(force={force}, force_window=false, hand=[[2, 4]])"
    table = play(rules, LAID_OROS, "7o 12e 4o", "take 5o 6o", "pay 12b", "pass", "pass", "pass")
    assert (table.now, table.upcard) == (("offer", 0), "4o")
    assert table.legal == own_fit
    table = play(rules, LAID_OROS, "7o 4o", "take 5o 6o", "pay 12b", "pass")
    assert (table.now, table.upcard) == (("offer", 1), "4o")
    assert table.legal == with_target


@pytest.mark.parametrize(("fit", "forces"), [("layout", ["force 0"]), ("meld", [])])
def test_3_force_fit_does_it_allow_regrouping(fit: str, forces: list[str]) -> None:
    # 4o joins 6o 7o 10o only if 5o leaves the fives.
    rules = f"clasico(force_fit={fit}, hand=[[2, 8]])"
    hands = ["5o 5c 5e 5b 6o 7o 12c 12o", "1e 2e 1b 2b 3b 1c 2c 3c"]
    take = "take 5o 6o 7o 5c 5e 5b" + (" -> 5o 5c 5e 5b | 6o 7o 10o" if fit == "meld" else "")
    table = play(rules, hands, "10o 4o", take, "pay 12o", "pass")
    assert (table.now, table.upcard) == (("offer", 1), "4o")
    assert table.forces == forces
    assert table.why_not("force 0") == ("" if forces else "force_no_fit")


@pytest.mark.parametrize(
    ("value", "legal"), [("full", ["take", "take 1o 2o 3o"]), ("place", ["take"])]
)
def test_3_forced_play(value: str, legal: list[str]) -> None:
    rules = f"clasico(forced_play={value}, hand=[[2, 7]])"
    hands = ["5o 6o 7o 1o 2o 3o 12c", "1e 2e 1b 2b 3b 1c 2c"]
    table = play(rules, hands, "10o 4o", "take 5o 6o 7o", "pay 12c", "pass", "force 0")
    assert set(legal) <= set(table.legal)
    assert (table.legal == ["take"]) is (value == "place")


@pytest.mark.parametrize(("value", "code"), [("true", ""), ("false", "force_payer")])
def test_3_force_discarder(value: str, code: str) -> None:
    rules = f"clasico(force_discarder={value}, hand=[[2, 4]])"
    table = play(rules, ["5o 6o 4o 12c", junk(4)], "7o", "take 5o 6o", "pay 4o")
    assert table.now == ("offer", 1)
    assert table.why_not("force 0") == code
    assert table.forces == ([] if code else ["force 0"])


@pytest.mark.parametrize(
    ("value", "now", "upcard"),
    [("true", ("window", 1), "4o"), ("false", ("offer", 0), "3c")],
)
def test_3_force_window(value: str, now: tuple[str, int], upcard: str) -> None:
    rules = f"clasico(force_window={value}, hand=[[2, 4]])"
    table = play(rules, LAID_OROS, "7o 4o 3c", "take 5o 6o", "pay 12b", "pass", "pass", "pass")
    assert (table.now, table.upcard) == (now, upcard)


@pytest.mark.parametrize(("value", "result"), [("draw", (None, "stock")), ("fewest", (0, "stock"))])
def test_3_stock_out(value: str, result: tuple[int | None, str]) -> None:
    rules = f"house(pack=mini3x3, stock_out={value}, hand=[[2, 4]])"
    table = play(rules, ["1o 2o 1c 2e", "2c 3c 1e 3e"], "3o", "take 1o 2o", "pay 2e", "pass")
    assert table.result == result


# -------------------------------------------------------------------------------- validation

REFUSED = [
    ("clasico(hand=[[1, 5]])", "hand_range", "hand"),
    ("clasico(hand=[[7, 5]])", "hand_range", "hand"),
    ("clasico(hand=[[2, 0]])", "hand_range", "hand"),
    ("clasico(hand=[[2, 14]])", "hand_range", "hand"),
    ("clasico(hand=[[4, 10]])", "no_stock_card", "hand"),
    ("clasico(pack=mini3x3, hand=[[3, 3]])", "no_stock_card", "hand"),
    ("clasico(hand=[])", "bad_hand", "hand"),
    ("clasico(hand=[[2, 9], [2, 8]])", "bad_hand", "hand"),
    ("clasico(hand=9)", "bad_hand", "hand"),
    ("clasico(hand=[[2]])", "bad_hand", "hand"),
    ("clasico(hand=[[2, true]])", "bad_hand", "hand"),
    ("clasico(pack=mini2x3)", "bad_pack", "pack"),
    ("clasico(pack=mini14x3)", "bad_pack", "pack"),
    ("clasico(pack=mini6x1)", "bad_pack", "pack"),
    ("clasico(pack=mini6x5)", "bad_pack", "pack"),
    ("clasico(pack=tarot)", "bad_pack", "pack"),
    ("clasico(pack=40)", "bad_pack", "pack"),
    ("clasico(run_cap=2)", "bad_value", "run_cap"),
    ("clasico(run_cap=true)", "bad_value", "run_cap"),
    ("clasico(decks=0)", "bad_value", "decks"),
    ("clasico(decks=3)", "bad_value", "decks"),
    ("clasico(yucas=3)", "bad_value", "yucas"),
    ("clasico(yucas=-1)", "bad_value", "yucas"),
    ("clasico(big_table=many)", "bad_value", "big_table"),
    ("clasico(decks=2, big_table=5)", "big_table_decks", "big_table"),
    ("gamevelvet(decks=2)", "big_table_decks", "big_table"),
    ("gamevelvet(claim=either)", "claim_round", "claim"),
    ("clasico(exchange=1)", "bad_value", "exchange"),
    ("clasico(opening=left)", "bad_value", "opening"),
    ("clasico(offer=all)", "bad_value", "offer"),
    ("clasico(claim=both)", "bad_value", "claim"),
    ("clasico(hand_melds=always)", "bad_value", "hand_melds"),
    ("clasico(force=sometimes)", "bad_value", "force"),
    ("clasico(force_fit=any)", "bad_value", "force_fit"),
    ("clasico(forced_play=half)", "bad_value", "forced_play"),
    ("clasico(force_discarder=no)", "bad_value", "force_discarder"),
    ("clasico(force_window=null)", "bad_value", "force_window"),
    ("clasico(stock_out=reshuffle)", "bad_value", "stock_out"),
    ("clasico(colour=red)", "unknown_field", "colour"),
    ("clasico(id=mine)", "unknown_field", "id"),
    ("clasico(yucas=1, yucas=2)", "field_twice", "yucas"),
    ("house(yucas=1)", "hand_missing", "hand"),
    ("conquistador", "unknown_preset", "conquistador"),
]


@pytest.mark.parametrize(("text", "code", "field"), REFUSED)
def test_3_validation_refuses_with_a_sentence_naming_the_field(
    text: str, code: str, field: str
) -> None:
    with pytest.raises(BadRules) as caught:
        RuleSet.parse(text)
    assert caught.value.code == code
    assert field in caught.value.params.values()
    for lang in ("en", "es"):
        assert field in caught.value.sentence(lang)


def test_3_validation_refuses_player_counts_that_are_not_listed() -> None:
    with pytest.raises(BadRules) as caught:
        setting_for(RuleSet.parse("mexicano"), 4)
    assert caught.value.code == "players_not_allowed"
    for lang in ("en", "es"):
        sentence = caught.value.sentence(lang)
        assert "hand" in sentence
        assert "4" in sentence
        assert "2, 3" in sentence


@pytest.mark.parametrize(
    "text",
    [
        "clasico(hand=[[6, 6]])",
        "clasico(hand=[[2, 13]])",
        "clasico(hand=[[2, 1]])",
        "clasico(hand=[[3, 13]])",
        "clasico(pack=mini3x2, hand=[[5, 1]])",
        "clasico(pack=mini13x4)",
        "clasico(run_cap=3)",
        "clasico(run_cap=13)",
        "clasico(run_cap=1000)",
        "clasico(decks=2, yucas=2)",
        "mexicano(yucas=1, claim=either)",
    ],
)
def test_3_validation_allows_everything_else(text: str) -> None:
    assert RuleSet.parse(text).id == "house"


# ---------------------------------------------------------- what is, and what is not, a rule


def test_3_faces_direction_and_stakes_are_no_part_of_a_rule_set() -> None:
    assert [field.name for field in fields(RuleSet) if field.compare] == [
        "hand", "pack", "decks", "big_table", "yucas", "exchange", "opening", "offer", "claim",
        "hand_melds", "run_cap", "force", "force_fit", "forced_play", "force_discarder",
        "force_window", "stock_out",
    ]  # fmt: skip


def test_3_grouping_is_part_of_the_position_only_where_force_fit_is_meld() -> None:
    hands = ["1o 2o 3o 4o 5o 12c 12b", "1e 2e 1b 2b 3b 1c 2c"]
    one = " -> 1o 2o 3o 4o 5o 6o"
    two = " -> 1o 2o 3o | 4o 5o 6o"
    grouped = play("bicycle(hand=[[2, 7]])", hands, "6o")
    assert {f"take 1o 2o 3o 4o 5o{end}" for end in (one, two)} <= set(grouped.legal)
    first = grouped.then(f"take 1o 2o 3o 4o 5o{one}").state
    second = grouped.then(f"take 1o 2o 3o 4o 5o{two}").state
    assert first != second
    free = play("clasico(hand=[[2, 7]])", hands, "6o")
    assert "take 1o 2o 3o 4o 5o" in free.legal
    assert free.why_not(f"take 1o 2o 3o 4o 5o{one}") == "layout_not_needed"
    assert grouped.why_not("take 1o 2o 3o 4o 5o") == "layout_missing"
