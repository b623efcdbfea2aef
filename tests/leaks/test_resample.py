"""`resample` against complete enumeration of all physical deals on small packs."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from conquian.core import Deal, InfoState, NotLegal, RuleSet, State, deal_in_order, resample
from conquian.core.action import Action, Kind, give
from conquian.core.cards import Card, cards_of, zone_of
from conquian.core.events import Turned
from tests.leaks.worlds import World
from tests.properties.walk import random_action

SAMPLES = 20_000

TABLES = {
    "two players": ("house(pack=mini3x3, hand=[[2, 3]])", 2),
    "exchange": ("house(pack=mini3x3, hand=[[2, 3]], exchange=true)", 2),
    "twins": ("house(pack=mini3x2, decks=2, hand=[[2, 3]])", 2),
    "twins and exchange": ("house(pack=mini3x2, decks=2, hand=[[2, 3]], exchange=true)", 2),
    "yucas": ("house(pack=mini3x2, yucas=2, hand=[[2, 3]], exchange=true)", 2),
    "three players": ("house(pack=mini3x3, hand=[[3, 2]], exchange=true, offer=round)", 3),
}


def physical_deals(cards: list[Card], players: int, size: int) -> list[tuple[list[int], ...]]:
    """Every way to deal distinguishable cards, as index lists; the stock has no order."""
    deals: list[tuple[list[int], ...]] = [()]
    for _ in range(players):
        longer = []
        for hands in deals:
            used = {index for hand in hands for index in hand}
            free = [index for index in range(len(cards)) if index not in used]
            longer += [(*hands, list(chosen)) for chosen in combinations(free, size)]
        deals = longer
    return deals


def consistent_states(world: World, seat: int | None) -> Counter[State]:
    """Every state the seat cannot tell from the true one, with the number of physical deals."""
    rules, players = world.deal.rules, world.state.players
    cards = list(rules.pack_value.deck(rules.decks_for(players), rules.yucas))
    turned = [
        entry.spectator.card for entry in world.entries if isinstance(entry.spectator, Turned)
    ]
    told = [entry.seen_by(seat) for entry in world.entries]
    given = sum(action.kind is Kind.GIVE for action in world.actions)
    found: Counter[State] = Counter()
    for dealt in physical_deals(cards, players, rules.hand_size(players)):
        hands = tuple(zone_of(cards[index] for index in hand) for hand in dealt)
        stock = [cards[index] for index in range(len(cards)) if all(index not in h for h in dealt)]
        if seat is not None and hands[seat] != world.deal.hands[seat]:
            continue
        try:
            for card in turned:
                stock.remove(card)
        except ValueError:
            continue
        deal = Deal(rules, world.deal.dealer, hands, (*turned, *stock))
        # With twins in the stock the turned copy may be either: each is one physical deal.
        weight = copies(cards, dealt, turned)
        for gifts in gift_choices(deal, given, world, seat):
            try:
                other = World.play(deal, gifts + world.actions[given:])
            except NotLegal:
                continue
            if [entry.seen_by(seat) for entry in other.entries] == told:
                found[other.state] += weight
    return found


def copies(cards: list[Card], dealt: tuple[list[int], ...], turned: list[Card]) -> int:
    """In how many ways the turned cards can be the physical cards of this stock, in order."""
    in_hands = {index for hand in dealt for index in hand}
    left = Counter(card for index, card in enumerate(cards) if index not in in_hands)
    ways = 1
    for card in turned:
        ways *= left[card]
        left[card] -= 1
    return ways


def gift_choices(deal: Deal, count: int, world: World, seat: int | None) -> list[list[Action]]:
    """Every choice of gifts, the own one as it was."""
    choices: list[list[Action]] = [[]]
    for step in range(count):
        giver = (deal.dealer + 1 + step) % len(deal.hands)
        if giver == seat:
            options = [world.actions[step]]
        else:
            # Twins are different gifts of different cards: counted by repetition.
            options = [give(card) for card in cards_of(deal.hands[giver])]
        choices = [[*gifts, option] for gifts in choices for option in options]
    return choices


def compare(info: InfoState, expected: Counter[State], rng: Random) -> None:
    """Same support, and frequencies within the noise of that many samples (chi-square)."""
    found = Counter(resample(info, rng.randrange) for _ in range(SAMPLES))
    assert found.keys() <= expected.keys(), "a state that is not possible"
    total = sum(expected.values())
    mass = {state: SAMPLES * weight / total for state, weight in expected.items()}
    assert all(state in found for state, mean in mass.items() if mean > 25), "a state never drawn"
    chi_square = sum((found[state] - mean) ** 2 / mean for state, mean in mass.items())
    freedom = len(mass) - 1
    assert chi_square < freedom + 5 * (2 * freedom) ** 0.5 + 5, (chi_square, freedom)


@pytest.mark.parametrize("name", TABLES)
def test_resample_is_uniform_over_physical_deals(name: str) -> None:
    text, players = TABLES[name]
    rules = RuleSet.parse(text)
    rng = Random(name)
    checked = 0
    while checked < 4:
        deck = list(rules.pack_value.deck(rules.decks_for(players), rules.yucas))
        rng.shuffle(deck)
        world = World.play(deal_in_order(rules, players, rng.randrange(players), deck), [])
        for _ in range(rng.choice((0, 1, 3, 6, 9, 12))):
            if not world.state.is_over:
                world = world.step(random_action(rng, world.state, 2))
        seat = rng.choice((*range(players), None))
        if world.state.is_over or (world.state.phase == "exchange" and seat != world.state.actor):
            continue
        expected = consistent_states(world, seat)
        assert world.state in expected
        if len(expected) < 1000:
            compare(world.info(seat), expected, rng)
            checked += 1


def test_the_exchanged_card_is_remembered_until_shown() -> None:
    rules = RuleSet.parse("mexicano")
    rng = Random(5)
    deck = list(rules.pack_value.deck(1, 0))
    rng.shuffle(deck)
    world = World.play(deal_in_order(rules, 2, 0, deck), [])
    pone_gift = cards_of(world.state.hands[1])[0]
    world = world.step(give(pone_gift)).step(give(cards_of(world.state.hands[0])[0]))
    info = world.info(1)
    assert info.given == pone_gift
    assert all(resample(info, rng.randrange).hands[0] >> pone_gift & 1 for _ in range(200))
    spectator = world.info(None)
    assert not all(resample(spectator, rng.randrange).hands[0] >> pone_gift & 1 for _ in range(200))
