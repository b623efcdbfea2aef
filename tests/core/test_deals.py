"""A deal: exactly the pack, dealt as at a table."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conquian.core.action import Action
from conquian.core.cards import Card, cards_of, parse_card, parse_zone, zone_text
from conquian.core.deal import Deal, deal_in_order
from conquian.core.errors import BadDeal, BadRules, NotLegal
from conquian.core.presets import PRESETS
from conquian.core.ruleset import RuleSet
from conquian.core.setting import setting_for

from .strategies import deals, played

RULES = RuleSet.parse("house(pack=mini3x3, hand=[[2, 3]])")
HANDS = (parse_zone("1o 2o 3o"), parse_zone("1c 2c 3c"))
STOCK = tuple(parse_card(text) for text in ("2e", "1e", "3e"))


def refused(hands: tuple[int, ...], stock: tuple[Card, ...], dealer: int = 0) -> BadDeal:
    with pytest.raises(BadDeal) as caught:
        Deal(RULES, dealer, hands, stock)
    for lang in ("en", "es"):
        assert caught.value.sentence(lang)
    return caught.value


def test_hands_and_stock_are_exactly_the_pack() -> None:
    deal = Deal(RULES, 0, HANDS, STOCK)
    assert deal.start.unseen == parse_zone("1e 2e 3e")
    assert refused(HANDS, STOCK[:2]) == BadDeal("card_missing", card=parse_card("3e"))
    assert refused(HANDS, (*STOCK, STOCK[0])) == BadDeal("card_twice", card=parse_card("2e"))
    twice = (*STOCK[:2], parse_card("1o"))
    assert refused(HANDS, twice) == BadDeal("card_twice", card=parse_card("1o"))
    wrong = (*STOCK[:2], parse_card("4e"))
    assert refused(HANDS, wrong) == BadDeal("card_not_in_pack", card=parse_card("4e"))
    yuca = (*STOCK[:2], parse_card("Y"))
    assert refused(HANDS, yuca).code == "card_not_in_pack"


def test_hands_of_the_wrong_size_and_dealers_that_are_none() -> None:
    hands = (parse_zone("1o 2o"), parse_zone("1c 2c 3c"))
    wrong = refused(hands, (*STOCK, parse_card("3o")))
    assert wrong == BadDeal("hand_size", seat=0, found=2, wanted=3)
    assert refused(HANDS, STOCK, dealer=2).code == "bad_dealer"
    assert refused(HANDS, STOCK, dealer=-1).code == "bad_dealer"
    with pytest.raises(BadRules):
        Deal(RULES, 0, (*HANDS, 0), STOCK)


def test_two_packs_need_both_twins() -> None:
    rules = RuleSet.parse("house(pack=mini3x2, decks=2, hand=[[2, 3]])")
    deck = cards_of(setting_for(rules, 2).deck)
    hands = (parse_zone("1o 1o 2o"), parse_zone("1c 1c 2c"))
    stock = tuple(parse_card(text) for text in ("2o", "3o", "3o", "2c", "3c", "3c"))
    assert Deal(rules, 1, hands, stock).stock == stock
    assert sorted([*stock, *cards_of(hands[0]), *cards_of(hands[1])]) == deck
    with pytest.raises(BadDeal) as caught:
        Deal(rules, 1, hands, (*stock[:-1], parse_card("2o")))
    assert caught.value == BadDeal("card_twice", card=parse_card("2o"))


def test_the_stock_is_turned_in_its_order() -> None:
    deal = Deal(RULES, 1, HANDS, STOCK)
    state = deal.first
    seen: list[Card] = []
    while not state.is_over:
        if state.upcard >= 0 and (not seen or seen[-1] != state.upcard):
            seen.append(state.upcard)
        state = deal.apply(state, Action.parse("pass"))
    assert tuple(seen) == STOCK


@given(deals(), st.integers(0, 1 << 30))
def test_states_entries_and_log_tell_the_same(deal: Deal, seed: int) -> None:
    steps = list(played(deal, seed))
    actions = [action for _, action, _, _ in steps]
    assert deal.states(actions) == [deal.first, *[after for _, _, _, after in steps]]
    log = deal.opening_entries()
    for _, _, entries, _ in steps:
        log += entries
    assert deal.log(actions) == log
    assert all(len(entry.seats) == len(deal.hands) for entry in log)


def test_a_wrong_action_in_a_row_is_refused() -> None:
    deal = Deal(RULES, 1, HANDS, STOCK)
    with pytest.raises(NotLegal):
        deal.states([Action.parse("pass"), Action.parse("pay 1o")])


# --------------------------------------------------------------------------------- dealing in order


@pytest.mark.parametrize(
    ("packet", "hands"),
    [(1, ["3o 3c 3e", "1o 1c 1e", "2o 2c 2e"]), (2, ["1c 2c 3e", "1o 2o 1e", "3o 3c 2e"])],
)
def test_packets_of_one_or_two_from_the_pone_on(packet: int, hands: list[str]) -> None:
    rules = RuleSet.parse("house(pack=mini4x3, hand=[[3, 3]])")
    texts = "1o 2o 3o 1c 2c 3c 1e 2e 3e 4o 4c 4e"
    if packet == 2:
        texts = "1o 2o 3o 3c 1c 2c 1e 2e 3e 4o 4c 4e"
    cards = [parse_card(text) for text in texts.split()]
    deal = deal_in_order(rules, 3, 0, cards, packet)
    assert [zone_text(hand) for hand in deal.hands] == hands
    assert deal.stock == tuple(cards[9:])


@given(
    st.sampled_from([(name, count) for name, rules in PRESETS.items()
                     for count in rules.player_counts]),
    st.integers(1, 2),
    st.randoms(),
)  # fmt: skip
def test_any_order_of_the_pack_is_a_deal(table: tuple[str, int], packet: int, rng: object) -> None:
    name, players = table
    rules = PRESETS[name]
    cards = cards_of(setting_for(rules, players).deck)
    rng.shuffle(cards)  # type: ignore[attr-defined]
    deal = deal_in_order(rules, players, players - 1, cards, packet)
    assert deal.start.counts == (rules.hand_size(players),) * players
    assert list(deal.stock) == cards[players * rules.hand_size(players) :]


def test_what_cannot_be_dealt() -> None:
    cards = cards_of(setting_for(RULES, 2).deck)
    for packet in (0, 3, -1):
        with pytest.raises(BadDeal) as caught:
            deal_in_order(RULES, 2, 0, cards, packet)
        assert caught.value.code == "packet_size"
    with pytest.raises(BadDeal) as caught:
        deal_in_order(RULES, 2, 0, cards[:-1])
    assert caught.value.code == "card_missing"
    with pytest.raises(BadRules):
        deal_in_order(RULES, 3, 0, cards)
    for dealer in (-1, 2):
        with pytest.raises(BadDeal) as caught:
            deal_in_order(RULES, 2, dealer, cards)
        assert caught.value.code == "bad_dealer"
