"""What holds for every bot of the package: legal, blind to what is hidden, and how strong."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from conquian.arena.duplicate import Contest, play
from conquian.arena.statistics import Interval, pairs
from conquian.bots.base import NO_LIMIT, PolicyBot
from conquian.bots.playing import play_deal
from conquian.bots.registry import make
from conquian.core.cards import add, remove
from conquian.core.deal import Deal
from conquian.core.position import Phase
from conquian.core.ruleset import RuleSet
from conquian.core.view import InfoState
from conquian.dealing.seeded import seeded_deal

from .positions import TABLES, Decision, decisions, house_tables

BOTS = ("uniform", "greedy", "heuristic", "level1", "level2")


def play_mixed(rules: RuleSet, players: int, number: int) -> Counter[str]:
    """A deal among all kinds of bots; what was played, by kind."""
    deal = seeded_deal(rules, players, number % players, "mixed", number)
    bots = [make(BOTS[(seat + number) % len(BOTS)]) for seat in range(players)]
    rngs = [random.Random(f"{number}/{seat}") for seat in range(players)]
    played = play_deal(deal, bots, rngs)
    assert played.forfeit is None, (rules, number, played.forfeit)
    assert deal.states(played.actions)[-1].outcome == played.outcome
    assert sum(played.decisions) == len(played.actions)
    assert sum(played.points) == 0
    return Counter(action.kind for action in played.actions)


def test_bots_never_answer_illegally_whatever_the_rules() -> None:
    kinds: Counter[str] = Counter()
    for number, (rules, players) in enumerate([*TABLES * 2, *house_tables(150, seed=4)]):
        kinds += play_mixed(rules, players, number)
    assert min(kinds.values()) > 20
    assert len(kinds) == 6


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_bots_never_answer_illegally_many_deals() -> None:
    for number, (rules, players) in enumerate([*TABLES * 30, *house_tables(4000, seed=5)]):
        play_mixed(rules, players, number)


@pytest.mark.parametrize("name", BOTS)
def test_every_decision_has_a_legal_answer_and_policies_add_up(name: str) -> None:
    bot = make(name)
    for number, (rules, players) in enumerate([*TABLES, *house_tables(40, seed=6)]):
        for decision in decisions(rules, players, number):
            legal = decision.info.legal_actions()
            assert bot.decide(decision.info, NO_LIMIT, random.Random(1)) in legal
            assert isinstance(bot, PolicyBot)
            policy = bot.policy(decision.info)
            assert policy.keys() <= set(legal)
            assert sum(policy.values()) == pytest.approx(1)


def hidden_changed(decision: Decision, rng: random.Random) -> Iterator[InfoState]:
    """The same knowledge in another deal: two cards the seat cannot see have changed places.

    Cards given in the exchange stay, so that the actions remain what they are.
    """
    info, deal, actions = decision
    given = 0
    for action in actions[: info.players if info.setting.rules.exchange else 0]:
        given |= action.cards
    seat = info.seat
    assert seat is not None
    places = [(-1, card) for card in deal.left(deal.states(actions)[-1])]
    state = deal.states(actions)[-1]
    for other, hand in enumerate(state.hands):
        if other != seat:
            kept = [card for card in range(64) if hand >> card & 1 and not given >> card & 1]
            places += [(other, card) for card in kept]
    if len(places) < 2 or (info.phase is Phase.EXCHANGE and state.gifts):
        return
    (here, one), (there, two) = rng.sample(places, 2)
    if here == there != -1:
        return
    hands, stock = list(deal.hands), list(deal.stock)
    if here == -1 and there == -1:
        first, second = len(stock) - 1 - stock[::-1].index(one), len(stock) - 1
        stock[first], stock[second] = stock[second], stock[first]
    else:
        if here == -1:
            here, one, there, two = there, two, here, one
        hands[here] = add(remove(hands[here], 1 << one), 1 << two) if one != two else hands[here]
        if there == -1:
            stock[len(stock) - 1 - stock[::-1].index(two)] = one
        elif one != two:
            hands[there] = add(remove(hands[there], 1 << two), 1 << one)
    changed = Deal(deal.rules, deal.dealer, tuple(hands), tuple(stock))
    log = changed.log(actions)
    yield InfoState.fold(seat, [entry.seen_by(seat) for entry in log])


def test_a_decision_does_not_depend_on_what_is_hidden() -> None:
    compared = moved = 0
    rng = random.Random(8)
    for number, (rules, players) in enumerate(TABLES):
        for decision in decisions(rules, players, number):
            if len(decision.info.legal_actions()) < 2 or rng.random() < 0.5:
                continue
            for other in hidden_changed(decision, rng):
                assert other.key() == decision.info.key()
                moved += 1
                for name in BOTS:
                    answers = {
                        make(name).decide(info, NO_LIMIT, random.Random(2))
                        for info in (decision.info, other)
                    }
                    assert len(answers) == 1
                    compared += 1
    assert moved > 150
    assert compared == len(BOTS) * moved


# ---------------------------------------------------------------------------------------- strength


def difference(better: str, worse: str, rules: str, players: int, deals: int) -> Interval:
    contest = Contest((better, worse), RuleSet.parse(rules), players, deals, seed=1)
    return pairs(2, play(contest))[0].difference


@pytest.mark.parametrize("rules", ["clasico", "mexicano"])
def test_heuristic_beats_greedy_beats_uniform(rules: str) -> None:
    assert difference("greedy", "uniform", rules, 2, 60).low > 0
    assert difference("heuristic", "greedy", rules, 2, 400).low > 0


STRENGTH = [
    ("clasico", 2),
    ("mexicano", 2),
    ("mexicano", 3),
    ("gamevelvet", 3),
    ("diario", 2),
    ("diario", 3),
    ("navajo", 2),
    ("navajo", 3),
    ("wikipedia", 2),
    ("wikipedia", 3),
    ("bicycle", 2),
    ("mexicano(yucas=1)", 2),
]


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize(("rules", "players"), STRENGTH)
def test_heuristic_beats_greedy_everywhere(rules: str, players: int) -> None:
    assert difference("heuristic", "greedy", rules, players, 400).low > 0
