"""States are values: equal positions are equal, nothing changes, the legal list is in order."""

from __future__ import annotations

import copy
import pickle
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conquian.core.action import PASS, Action, Kind
from conquian.core.cards import cards_of, parse_card
from conquian.core.deal import Deal
from conquian.core.errors import BadDeal, BadRules, NotLegal
from conquian.core.position import Phase
from conquian.core.presets import PRESETS
from conquian.core.ruleset import RuleSet
from conquian.core.setting import setting_for
from conquian.core.state import State
from conquian.core.text import state_text
from conquian.core.turns.moves import KINDS

from .strategies import deals, dealt, played

SEEDS = st.integers(0, 1 << 30)
PLACE = {Kind.GIVE: 0, Kind.MELD: 0, Kind.TAKE: 1, Kind.FORCE: 2, Kind.PASS: 3, Kind.PAY: 4}


@settings(max_examples=40)
@given(deals(), SEEDS)
def test_legal_actions_are_in_the_documented_order(deal: Deal, seed: int) -> None:
    """Melds, takes, forces, pass; by cards in card order, then by layout or seat."""

    def place(action: Action) -> tuple[object, ...]:
        layout = [cards_of(meld) for meld in action.layout or ()]
        return PLACE[action.kind], cards_of(action.cards), layout, action.seat

    for before, _, _, _ in played(deal, seed):
        legal = before.legal_actions()
        assert list(legal) == sorted(legal, key=place)
        assert len(set(legal)) == len(legal) > 0
        assert {action.kind for action in legal} <= KINDS[before.phase]


@settings(max_examples=40)
@given(deals(), SEEDS)
def test_apply_leaves_the_parent_unchanged(deal: Deal, seed: int) -> None:
    for before, action, _, after in played(deal, seed):
        text, key = state_text(before), before.key()
        child = before.apply(action)
        assert (state_text(before), before.key()) == (text, key)
        assert child != before
        assert before.apply_unchecked(action) == child
        assert after.is_over or after.legal_actions()


@settings(max_examples=40)
@given(deals(), SEEDS)
def test_equal_positions_are_equal_and_hash_alike(deal: Deal, seed: int) -> None:
    first = list(played(deal, seed))
    second = list(played(deal, seed))
    for one, other in zip(first, second, strict=True):
        assert one[3] == other[3]
        assert hash(one[3]) == hash(other[3])
        assert one[3].key() == other[3].key()
    states = [deal.first, *[step[3] for step in first]]
    texts = [state_text(state) for state in states]
    for one_state, text in zip(states, texts, strict=True):
        for other_state, other_text in zip(states, texts, strict=True):
            assert (one_state == other_state) is (text == other_text)


def test_a_state_is_no_other_thing() -> None:
    state = dealt(PRESETS["clasico"], 2, 1).first
    assert state != state.key()
    assert state != state_text(state)


@settings(max_examples=40)
@given(deals(), SEEDS)
def test_pickle_and_copy(deal: Deal, seed: int) -> None:
    for _, _, _, after in list(played(deal, seed))[::5]:
        for again in (pickle.loads(pickle.dumps(after)), copy.deepcopy(after)):  # noqa: S301
            assert again == after
            assert again.setting is after.setting


def test_where_the_grouping_is_free_the_order_of_takes_does_not_matter() -> None:
    hands = ["1o 2o 3o 1c 2c 3c 12b", "1e 2e 4e 1b 2b 4b 12e"]
    deal = Deal(
        RuleSet.parse("house(hand_melds=when_asked, hand=[[2, 7]])"),
        1,
        tuple(Action.parse("take " + hand).cards for hand in hands),
        tuple(
            card
            for card in cards_of(setting_for(RuleSet.parse("house(hand=[[2, 7]])"), 2).deck)
            if not any(
                Action.parse("take " + hand).cards >> card & 1 for hand in hands
            )
        ),
    )  # fmt: skip
    ways = [
        ["meld 1o 2o 3o", "meld 1c 2c 3c"],
        ["meld 1c 2c 3c", "meld 1o 2o 3o"],
        ["meld 1o 2o 3o 1c 2c 3c"],
    ]
    ends = [deal.states([Action.parse(text) for text in way])[-1] for way in ways]
    assert ends[0] == ends[1] == ends[2]
    assert len({hash(end) for end in ends}) == 1


# ---------------------------------------------------------------------------------- refusals


@settings(max_examples=40)
@given(deals(), SEEDS)
def test_verify_can_refusal_and_apply_agree(deal: Deal, seed: int) -> None:
    for before, _, _, _ in played(deal, seed):
        others = [PASS, *[Action(Kind.PAY, 1 << card) for card in cards_of(before.hands[0])[:2]]]
        for action in (*before.legal_actions()[:4], *others, Action(Kind.FORCE, seat=0)):
            refusal = before.refusal(action)
            assert (refusal is None) is (action in before.legal_actions())
            assert before.can(action) is (refusal is None)
            if refusal is None:
                before.verify(action)
                assert before.apply(action) == before.apply_unchecked(action)
                continue
            for call in (before.verify, before.apply):
                with pytest.raises(NotLegal) as caught:
                    call(action)
                assert caught.value == refusal


@settings(max_examples=40)
@given(deals(), SEEDS)
def test_out_of_turn_everything_is_refused(deal: Deal, seed: int) -> None:
    for before, action, _, _ in played(deal, seed):
        assert before.can(action, before.actor)
        for seat in set(range(before.players)) - {before.actor}:
            refusal = before.refusal(action, seat)
            assert refusal is not None
            wanted = "exchange_not_you" if before.phase is Phase.EXCHANGE else "not_your_turn"
            assert refusal.code == wanted


# ------------------------------------------------------------------------------------ chance


@settings(max_examples=40)
@given(deals(), SEEDS)
def test_chance_offers_what_is_left_of_the_stock(deal: Deal, seed: int) -> None:
    for before, action, _, _ in played(deal, seed):
        assert before.outcomes() == []
        state = before.apply(action)
        if not state.is_chance:
            continue
        assert state.legal_actions() == ()
        outcomes = dict(state.outcomes())
        assert outcomes == Counter(deal.left(state))
        for card in outcomes:
            turned = state.reveal(card)
            assert (turned.upcard, turned.stock, turned.phase) == (
                card,
                state.stock - 1,
                Phase.OFFER,
            )
        missing = [card for card in range(-1, 66) if card not in outcomes]
        for card in missing:
            with pytest.raises(NotLegal) as caught:
                state.reveal(card)
            assert caught.value.code == "not_in_stock"


def test_nothing_is_turned_out_of_place() -> None:
    state = dealt(PRESETS["clasico"], 2, 1).first
    with pytest.raises(NotLegal) as caught:
        state.reveal(parse_card("1o"))
    assert caught.value.code == "nothing_to_turn"


# --------------------------------------------------------------------------------- the start


@pytest.mark.parametrize(("dealer", "code"), [(-1, "bad_dealer"), (2, "bad_dealer")])
def test_there_must_be_such_a_dealer(dealer: int, code: str) -> None:
    hands = dealt(PRESETS["clasico"], 2, 1).hands
    with pytest.raises(BadDeal) as caught:
        State.start(PRESETS["clasico"], dealer, hands)
    assert caught.value.code == code


def test_hands_must_be_of_the_pack_and_of_the_right_size() -> None:
    rules = RuleSet.parse("clasico(hand=[[2, 2]])")
    for hands, code in (
        (("1o 2o", "3o 8o"), "not_in_pack"),
        (("1o 2o", "2o 3o"), "not_in_pack"),
        (("1o 2o", "3o Y"), "not_in_pack"),
        (("1o 1o", "3o 4o"), "not_in_pack"),
        (("1o 2o", "3o"), "hand_size"),
        (("1o 2o", "3o 4o 5o"), "hand_size"),
    ):
        zones = [Action.parse("take " + hand).cards for hand in hands]
        with pytest.raises(BadDeal) as caught:
            State.start(rules, 0, zones)
        assert caught.value.code == code
    for wrong in (-1, 1 << 62, 1 << 64):
        with pytest.raises(BadDeal) as caught:
            State.start(rules, 0, (3, wrong))
        assert caught.value.code == "not_in_pack"
        assert caught.value.sentence("es")
    with pytest.raises(BadRules):
        State.start(rules, 0, (3, 12, 48))
