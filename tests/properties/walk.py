"""Random deals under random rule sets, played so that rare things happen often enough."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from conquian.core import Deal, RuleSet, State, deal_in_order
from conquian.core.action import Action, Kind
from conquian.core.cards import Card, add, cards_of, zone_of
from conquian.core.errors import NotLegal
from conquian.core.layouts import layout_table
from conquian.core.ruleset import RULE_FIELDS
from conquian.core.turns import forcing
from tests.referee.random_rules import random_players, random_ruleset

WEIGHTS = {Kind.TAKE: 6, Kind.MELD: 4, Kind.FORCE: 6, Kind.PAY: 1, Kind.GIVE: 1}
HESITANCE = (1, 3, 9)
MEAN = 30
"""Hesitance of a table that pays what fits others, leaves what fits itself and then forces."""


def random_deal(rng: Random) -> Deal:
    """A shuffled deal under a random valid rule set."""
    data = random_ruleset(rng)
    rules = RuleSet.read(data)
    players = random_players(rng, data)
    if rng.random() < 0.08:  # what random rule sets have least of
        players = rng.choice((4, 5, 6))
        rules = rules.changed(pack="full52", hand=[[players, rng.randint(3, 8)]])
    style = rng.choices(("plain", "rich", "double"), (55, 15, 30))[0]
    if style != "plain":
        rules = rules.changed(force_fit="meld", forced_play=rng.choice(("place", "full")))
        rules = rules.changed(force="optional", hand_melds="when_asked")
    if style == "double":
        players = rng.choice((2, 3))
        pack = rng.choice(("mini8x4", "ace_to_ten", "spanish40"))
        rules = rules.changed(pack=pack, hand=[[players, 8]], run_cap=None, forced_play="place")
    deck = list(rules.pack_value.deck(rules.decks_for(players), rules.yucas))
    rng.shuffle(deck)
    if style == "rich":
        deck = rich(rng, rules, players, deck)
    if style == "double":
        return double(rng, rules, players, deck)
    return deal_in_order(rules, players, rng.randrange(players), deck, rng.choice((1, 2)))


def double(rng: Random, rules: RuleSet, players: int, deck: list[Card]) -> Deal:
    """A deal in which one seat holds two melds and a card that extends both comes soon."""
    table = layout_table(rules.pack, rules.run_cap, yuca=rules.yucas > 0)
    pairs: list[tuple[int, int]] = []
    card = deck[0]
    while not pairs:
        card = rng.choice(deck)
        extended = [meld for meld in table.melds if table.extends(meld, card)]
        extended = [meld for meld in extended if meld.bit_count() <= 4 and meld & 1 << 61 == 0]
        pairs = [(a, b) for a in extended for b in extended if a < b and not a & b]
    held = cards_of(sum(rng.choice(pairs)))
    for known in (*held, card):
        deck.remove(known)
    size = rules.hand_size(players)
    hands = [deck[size * seat : size * (seat + 1)] for seat in range(players)]
    stock = [*deck[size * players :], *hands[0][: len(held)]]
    hands[0] = held + hands[0][len(held) :]
    stock.insert(rng.randint(1, 4), card)
    zones = tuple(zone_of(hand) for hand in hands)
    return Deal(rules, rng.randrange(players), zones, tuple(stock))


def rich(rng: Random, rules: RuleSet, players: int, deck: list[Card]) -> list[Card]:
    """The deck in an order that deals melds to everybody, so that a card often fits two."""
    table = layout_table(rules.pack, rules.run_cap, yuca=rules.yucas > 0)
    short = [cards_of(meld) for meld in table.melds if meld.bit_count() <= 4]
    left = Counter(deck)
    hands: list[list[Card]] = [[] for _ in range(players)]
    for hand in hands:
        for _ in range(40):
            meld = rng.choice(short) if short else []
            fits = len(hand) + len(meld) <= rules.hand_size(players)
            if fits and all(left[card] for card in meld):
                hand.extend(meld)
                left.subtract(meld)
    rest = list(left.elements())
    rng.shuffle(rest)
    for dealt in hands:
        while len(dealt) < rules.hand_size(players):
            dealt.append(rest.pop())
    return [hand[place] for place in range(rules.hand_size(players)) for hand in hands] + rest


def random_action(rng: Random, state: State, hesitance: int) -> Action:
    """First what to do, by weight, then how."""
    actions = state.legal_actions()
    kinds = sorted({action.kind for action in actions})
    weights = [WEIGHTS.get(kind, hesitance) for kind in kinds]
    kind = rng.choices(kinds, weights)[0]
    choice = [action for action in actions if action.kind is kind]
    if hesitance == MEAN and kind is Kind.PAY:
        fitting = [action for action in choice if fits_somebody(state, action)]
        return rng.choice(fitting or choice)
    if hesitance == MEAN and Kind.MELD in kinds:
        choice = [action for action in actions if action.kind is Kind.MELD]
        return max(choice, key=lambda action: len(action.layout or ()))
    if hesitance == MEAN and kind is Kind.TAKE and rng.random() < 0.8:
        return max(choice, key=lambda action: len(action.layout or ()))
    return rng.choice(choice)


def fits_somebody(state: State, payment: Action) -> bool:
    """Whether somebody else could be forced with this payment."""
    return any(
        seat != state.actor and forcing.fits(state, seat, payment.card)
        for seat in range(state.players)
    )


def walk(rng: Random, deal: Deal) -> Iterator[tuple[State, Action, State]]:
    """Every (state, action, next state) of one random deal; chance is not skipped in `after`."""
    hesitance = rng.choice((*HESITANCE, MEAN, MEAN, MEAN))
    state = deal.first
    while not state.is_over:
        action = random_action(rng, state, hesitance)
        after = state.apply(action)
        yield state, action, after
        state = deal.settle(after)


def seen_values(deal: Deal) -> Iterator[str]:
    """The field values a deal exercises, by name; numbers of many values are grouped."""
    rules = deal.rules
    for name in RULE_FIELDS:
        value = getattr(rules, name)
        if name == "pack" and str(value).startswith("mini"):
            value = "mini"
        elif name == "run_cap" and value is not None:
            value = "n"
        elif name == "big_table":
            value = "never" if value == 99 else "n"
        elif name == "hand":
            value = len(deal.hands)
        yield f"{name}={value}"


def seen_events(before: State, action: Action, after: State) -> Iterator[str]:
    """The rare things that happened in one step, by name."""
    yield f"phase {before.phase}"
    if before.phase == "window" and action.kind is Kind.FORCE:
        yield "force in a window"
    if before.phase == "forced" and len(before.legal_actions()) > 1:
        yield f"forced {before.setting.rules.forced_play} with a choice"
    if after.is_over and after.outcome is not None:
        yield f"over by {after.outcome.reason}"
        if action.kind is Kind.TAKE and before.counts[before.actor] == 0:
            yield "win with an empty hand"


def all_cards(state: State) -> int:
    """Everything visible to the omniscient: hands, layouts, stock, upcard; the dead are missing."""
    cards = state.unseen
    for zone in (*state.hands, *state.laid):
        cards = add(cards, zone)
    return add(cards, 1 << state.upcard) if state.upcard >= 0 else cards


def naive_candidates(rng: Random, state: State) -> list[Action]:
    """Actions, most of them wrong, that a checker must judge right."""
    hand = cards_of(state.hands[state.actor]) if state.actor >= 0 else []
    deck = cards_of(state.setting.deck)
    wrong: list[Action] = [Action(Kind.PASS)]
    wrong += [Action(Kind.FORCE, seat=seat) for seat in range(6)]
    for card in {*hand, rng.choice(deck)}:
        wrong += [Action(Kind.PAY, 1 << card), Action(Kind.GIVE, 1 << card)]
    for _ in range(5):
        some = rng.sample(hand, rng.randint(0, len(hand)))
        zone = 0
        for card in some:
            zone = add(zone, 1 << card)
        layout = rng.choice(state.legal_actions()).layout if state.actor >= 0 else None
        wrong += [Action(kind, zone, layout) for kind in (Kind.TAKE, Kind.MELD)]
        wrong += [Action(kind, zone) for kind in (Kind.TAKE, Kind.MELD)]
    for action in state.legal_actions():
        if action.layout is not None and len(action.layout) > 1:
            wrong.append(action._replace(layout=action.layout[::-1]))
            wrong.append(action._replace(layout=action.layout[1:]))
        if action.kind in (Kind.TAKE, Kind.MELD):
            wrong.append(action._replace(layout=None))
            wrong.append(action._replace(seat=0))
    return wrong


def judge(state: State, action: Action) -> NotLegal | None:
    """`refusal` and `can` and `apply` say the same."""
    refusal = state.refusal(action)
    assert state.can(action) == (refusal is None)
    if refusal is not None:
        with pytest.raises(NotLegal) as caught:
            state.apply(action)
        assert caught.value == refusal
    return refusal


Tally = Counter[str]
