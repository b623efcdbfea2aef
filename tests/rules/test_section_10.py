"""rules.md §10: the readings, where the sources are silent or disagree."""

from __future__ import annotations

import pytest

from conquian.core.match import default_settings
from conquian.core.presets import ABOUT, PRESETS
from conquian.core.ruleset import RuleSet

from .table import play

LOW = ["1e 2e 10b 1b", "1c 2c 11b 3b", "3e 4e 11c 2b"]


def test_10_forcing_is_the_forcers_choice() -> None:
    assert {rules.force for rules in PRESETS.values()} == {"optional"}
    table = play("mexicano(exchange=false, hand=[[2, 4]])", ["5o 6o 12c 12e", LOW[0]], "7o 4o")
    table = table.then("take 5o 6o", "pay 12e", "pass")
    assert table.legal == ["force 0", "pass"]


def test_10_one_is_forced_at_once_or_in_the_window_after_declining() -> None:
    table = play("clasico(hand=[[2, 4]])", ["5o 6o 12c 12e", LOW[0]], "7o 4o")
    table = table.then("take 5o 6o", "pay 12e", "pass")
    assert table.then("force 0").now == ("forced", 0)
    table = table.then("pass", "pass")
    assert table.now == ("window", 1)
    assert table.then("force 0").now == ("forced", 0)


def test_10_window_targets_are_only_those_who_declined() -> None:
    # two_step with three: seat 1 is not asked about the card seat 2 turns.
    hands = ["5o 6o 12c 12b", "2o 3o 11c 11b", LOW[0]]
    table = play("mexicano(exchange=false, hand=[[3, 4]])", hands, "7o 1o 4o", "take 5o 6o")
    table = table.then("pay 12b", "pass", "take 2o 3o", "pay 11b", "pass", "pass", "pass")
    assert table.now == ("window", 1)
    assert table.then("pass").legal == ["force 0", "pass"]


@pytest.mark.parametrize(
    ("name", "force_fit", "forced_play", "discarder"),
    [
        ("mexicano", "layout", "full", True),
        ("gamevelvet", "meld", "place", False),
        ("clasico", "layout", "full", True),
        ("bicycle", "meld", "full", True),
        ("wikipedia", "layout", "full", True),
        ("diario", "meld", "place", False),
        ("navajo", "layout", "full", True),
        ("paco", "layout", "full", True),
    ],
)
def test_10_force_fit_forced_play_and_force_discarder_of_the_presets(
    name: str, force_fit: str, forced_play: str, discarder: bool
) -> None:
    rules = PRESETS[name]
    assert (rules.force_fit, rules.forced_play) == (force_fit, forced_play)
    assert rules.force_discarder is discarder


def test_10_free_regrouping_a_three_card_meld_may_be_broken_up() -> None:
    # 5o 6o 7o | 5c 5e 5b …: the fives keep three when 5o 6o 7o 10o gives 5o away.
    hands = ["5o 6o 7o 5c 5e 12b", "1e 2e 10b 1b 2b 11b"]
    table = play("clasico(hand=[[2, 6]])", hands, "10o 5b", "take 5o 6o 7o", "pay 12b", "pass")
    table = table.then("pass")
    assert "take 5c 5e" in table.takes
    # Broken up whole: 1o 2o 3o and 3c 3e with 1c 1e 2c 2e make three sets of ranks.
    hands = ["1o 2o 1c 1e 2c 2e 3c 12b", "10e 11e 10b 4b 5b 11b 7e 6b"]
    table = play("clasico(hand=[[2, 8]])", hands, "3o 3e", "take 1o 2o", "pay 12b", "pass", "pass")
    assert "take 1c 2c 3c 1e 2e" in table.takes


def test_10_regrouping_alone_is_no_action() -> None:
    table = play("clasico(hand=[[2, 4]])", ["5o 6o 12c 12e", LOW[0]], "7o 1o", "take 5o 6o")
    table = table.then("pay 12e", "pass", "pass")
    assert table.legal == ["pass"]


def test_10_mexicano_no_hand_melds_but_more_melds_in_the_same_take() -> None:
    rules = "mexicano(exchange=false, hand=[[2, 6]])"
    hands = ["5o 6o 3c 3e 3b 12b", "1e 2e 10b 1b 2b 11b"]
    table = play(rules, hands, "7o 12c")
    assert table.takes == ["take 5o 6o", "take 5o 6o 3c 3e 3b"]
    assert table.melds == []


def test_10_gamevelvet_one_extends_ones_melds_from_the_hand_when_asked_without_paying() -> None:
    rules = "gamevelvet(exchange=false, hand=[[2, 6]])"
    hands = ["5o 6o 10o 4o 12c 12b", "1e 2e 10b 1b 2b 11b"]
    table = play(rules, hands, "7o 1c", "take 5o 6o -> 5o 6o 7o", "pay 12b", "pass", "pass")
    assert (table.now, table.upcard) == (("offer", 0), "1c")
    table = table.then("meld 10o -> 5o 6o 7o 10o")
    assert table.now == ("offer", 0)


def test_10_two_player_mexicano_nine_cards_goal_ten_and_a_swap() -> None:
    run = "1o 2o 3o 4o 5o 6o 7o 10o"
    table = play("mexicano", [f"{run} 12b", "11o 1e 2e 1b 2b 1c 2c 6e 6b"], "12o")
    table = table.then("give 12b", "give 11o")
    assert table.hand(0) == f"{run} 11o"
    assert table.then(f"take {run} 11o").sizes(0) == (10, 0)


def test_10_sets_have_three_or_four_cards() -> None:
    table = play("clasico(hand=[[2, 4]])", ["5o 5c 5e 12c", LOW[0]], "5b")
    assert {"take 5o 5c", "take 5o 5c 5e"} <= set(table.takes)


def test_10_opening_of_mexicano_the_dealer_turns_the_second_card() -> None:
    hands = LOW
    table = play("mexicano(exchange=false, hand=[[3, 4]])", hands, "12o 12c 12e 6b")
    assert table.offered_by == ("turned", 0)
    table = table.then("pass", "pass", "pass")
    assert table.offered_by == ("turned", 2)  # the dealer
    assert table.now == ("offer", 2)
    table = table.then("pass", "pass")
    assert table.offered_by == ("turned", 0)


def test_10_gamevelvet_order() -> None:
    hands = ["5o 6o 12c 12b", *LOW[1:], LOW[0]]
    table = play("gamevelvet(exchange=false, hand=[[4, 4]])", hands, "12o 7o 12e 6b")
    assert table.now == ("offer", 0)  # pone first
    table = table.then(*["pass"] * 4)
    assert table.offered_by == ("turned", 1)  # after a dead card the next after the last starter
    table = table.then(*["pass"] * 3, "take 5o 6o -> 5o 6o 7o", "pay 12b")
    assert table.now == ("offer", 1)  # after a payment the payer's right
    table = table.then(*["pass"] * 3)
    assert table.offered_by == ("turned", 1)  # the payer himself was not asked


def test_10_gamevelvet_window_lets_the_payer_force_with_his_payment() -> None:
    hands = ["5o 6o 12c 12b", "2e 3e 4o 11b"]
    table = play("gamevelvet(exchange=false, hand=[[2, 4]])", hands, "7o 4e")
    table = table.then("take 5o 6o -> 5o 6o 7o", "pay 12b", "pass", "take 2e 3e -> 2e 3e 4e")
    table = table.then("pay 4o", "pass")
    assert (table.now, table.legal) == (("window", 1), ["force 0", "pass"])


def test_10_gamevelvet_a_second_pack_from_five_players_on() -> None:
    rules = PRESETS["gamevelvet"]
    assert [rules.decks_for(players) for players in range(2, 7)] == [1, 1, 1, 2, 2]


def test_10_either_may_take_in_turn_order() -> None:
    hands = ["1o 2o 12c 12b", "5o 6o 11c 11e", "5c 5e 11b 1b"]
    table = play("mexicano(exchange=false, claim=either, hand=[[3, 4]])", hands, "12o 12e 5b 7o")
    table = table.then(*["pass"] * 3)
    assert table.state.size == 3
    assert table.why_not("pass", seat=0) == "not_your_turn"


def test_10_full52_seven_is_next_to_eight() -> None:
    table = play("clasico(pack=full52, hand=[[2, 4]])", ["6o 7o 11o 12c", LOW[0]], "8o")
    assert table.takes == ["take 6o 7o"]


def test_10_bicycle_after_a_draw_none() -> None:
    assert default_settings(PRESETS["bicycle"]).after_draw == "none"


def test_10_reconstructions_are_said_to_be_so() -> None:
    assert [name for name, about in ABOUT.items() if about.reconstruction] == ["navajo", "paco"]
    assert RuleSet.parse("paco") == RuleSet.parse("mexicano")
    assert default_settings(PRESETS["paco"]).stakes == "pot"
