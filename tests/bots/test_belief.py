"""What is believed of other hands: by the model's choices, calibrated, better than chance."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest

from conquian.bots.base import NO_LIMIT, Bot
from conquian.bots.belief import MOST_LISTED, Belief, Model
from conquian.bots.heuristic import HeuristicBot
from conquian.bots.neural import NeuralBot, net_for
from conquian.bots.place import Place
from conquian.core.action import Action
from conquian.core.cards import add, cards_of, remove
from conquian.core.events import Dealt
from conquian.core.position import Phase
from conquian.core.presets import PRESETS
from conquian.core.ruleset import RuleSet
from conquian.core.view import InfoState
from conquian.dealing.seeded import seeded_deal
from conquian.kernel.history import history_of
from conquian.kernel.likely import log_likelihoods
from conquian.kernel.moves import hand_at
from tests.bots.positions import Decision, decisions

ROUGH = np.zeros(0, np.float32)


def true_row(place: Place, decision: Decision) -> npt.NDArray[np.int64]:
    return place.kernel.row(decision.deal.states(decision.actions)[-1])


def said_of_truth(decision: Decision, model: Model) -> float:
    """Log of the probability of the others' choices, each asked of a bot in their place."""
    deal, viewer, total = decision.deal, decision.info.seat, 0.0
    assert viewer is not None
    events, state = deal.opening_entries(), deal.first
    for action in decision.actions:
        actor = state.actor
        if actor != viewer and state.phase is not Phase.EXCHANGE:
            info = InfoState.fold(actor, [entry.seen_by(actor) for entry in events])
            if len(info.legal_actions()) > 1:
                total += math.log(said(info, action, model))
        more, state = deal.entries(state, action)
        events += more
    return total + (math.log(said_of_gifts(decision, model)) if deal.rules.exchange else 0.0)


def said(info: InfoState, action: Action, model: Model) -> float:
    """The softened probability of a choice."""
    chance = NeuralBot(model.temperature, model.net).policy(info)[action]
    return (1 - model.noise) * chance + model.noise / len(info.legal_actions())


def said_of_gifts(decision: Decision, model: Model) -> float:
    """The probability of what the viewer knows of the exchange; for two and three players.

    With three he does not know what the next gave to the one after: it is any card that one held
    afterwards.
    """
    deal, viewer, players = decision.deal, decision.info.seat, decision.info.players
    assert viewer is not None
    gifts = {
        state.actor: action.cards
        for state, action in zip(
            deal.states(decision.actions), decision.actions[:players], strict=False
        )
    }

    def giving(seat: int, hand: int, card: int) -> float:
        dealt = Dealt(deal.rules, players, deal.dealer, (), decision.info.setting.stock_size, hand)
        info = InfoState.start(seat, dealt)
        gift = next(one for one in info.legal_actions() if one.cards == card)
        return said(info, gift, model)

    following, last = (viewer + 1) % players, (viewer - 1) % players
    if players == 2:
        return giving(last, deal.hands[last], gifts[last])
    later = add(remove(deal.hands[last], gifts[last]), gifts[following])
    first = remove(deal.hands[following], gifts[following])
    total = 0.0
    for card in cards_of(later):
        bit = 1 << card
        total += giving(following, add(first, bit), bit) * giving(
            last, add(remove(later, bit), gifts[last]), gifts[last]
        )
    return total


@pytest.mark.parametrize(
    ("rules", "players"),
    [("clasico", 2), ("mexicano", 2), ("bicycle", 2), ("wikipedia", 3), ("gamevelvet", 3)],
)
def test_a_world_is_as_likely_as_the_choices_in_it(rules: str, players: int) -> None:
    """Two numbers are compared, not their ratios, so that no constant is lost."""
    checked, preset = 0, PRESETS[rules]
    known_gifts = players == 2 or not preset.exchange
    for number in range(3):
        for decision in decisions(preset, players, number):
            if decision.info.phase is Phase.EXCHANGE or len(decision.actions) % 4 != 2:
                continue
            place = Place(decision.info)
            # With three the viewer knows less of a gift than its giver, whom a network would ask.
            net = net_for(preset, players) if number and known_gifts else ROUGH
            model = Model(net, 0.7, 0.1)
            past, found = history_of(place.kernel, decision.info), np.zeros(1)
            log_likelihoods(
                place.kernel.game, past.head, past.steps, true_row(place, decision)[None], net,
                0.7, 0.1, found,
            )  # fmt: skip
            assert found[0] == pytest.approx(said_of_truth(decision, model), abs=1e-4)
            checked += 1
    assert checked >= 5


def seen_in_a_deal(
    rules: RuleSet, players: int, number: int, bots: Sequence[Bot], rng: random.Random
) -> tuple[Place, npt.NDArray[np.int64]] | None:
    """A decision of seat 0 somewhere in a deal these bots play, and the true position."""
    deal = seeded_deal(rules, players, number % players, "belief", number)
    state, events, met = deal.first, deal.opening_entries(), []
    while not state.is_over:
        seat = state.actor
        info = InfoState.fold(seat, [entry.seen_by(seat) for entry in events])
        if seat == 0 and len(info.legal_actions()) > 1 and info.phase is not Phase.EXCHANGE:
            met.append((info, state))
        action = bots[seat].decide(info, NO_LIMIT, rng)
        assert not isinstance(action, str)
        more, state = deal.entries(state, action)
        events += more
    if not met:
        return None
    info, state = rng.choice(met[len(met) // 2 :])
    place = Place(info)
    return place, place.kernel.row(state)


def asked(
    rules: RuleSet, players: int, deals: int, bots: Sequence[Bot], model: Model, worlds: int
) -> list[tuple[float, float, bool]]:
    """One question a deal, so that answers do not hang together: is this card in that hand? What
    the belief says, what uniform worlds say, and the truth."""
    rng, answers = random.Random(12), []
    for number in range(deals):
        seen = seen_in_a_deal(rules, players, number, bots, rng)
        if seen is None:
            continue
        place, truth = seen
        belief = Belief.of(place, worlds, number, model).marginals(players)
        flat = Belief.of(place, worlds, number).marginals(players)
        seat = rng.randrange(1, players)
        open_cards = [card for card in range(60) if 0.0 < flat[seat, card] < 1.0]
        if open_cards:
            card = rng.choice(open_cards)
            held = _holds(truth, seat, card)
            answers.append((float(belief[seat, card]), float(flat[seat, card]), held))
    return answers


def _holds(row: npt.NDArray[np.int64], seat: int, card: int) -> bool:
    return bool(int(row[hand_at(seat)]) >> card & 1)


def log_loss(said: Sequence[float], truth: Sequence[bool]) -> float:
    """Mean, with what is certain by sampling alone held back from certainty."""
    losses = []
    for chance, held in zip(said, truth, strict=True):
        bounded = min(max(chance, 0.002), 0.998)
        losses.append(-math.log(bounded if held else 1 - bounded))
    return sum(losses) / len(losses)


def check_calibrated(rules: RuleSet, players: int, deals: int, worlds: int, bins: int) -> None:
    # Three play softly: where play is sharp, a few hundred of 10¹³ worlds say too little.
    net, temperature = (net_for(rules, 2), 1.0) if players == 2 else (ROUGH, 4.0)
    model = Model(net, temperature, 0.0)
    bots = [NeuralBot(temperature, net) for _ in range(players)]
    answers = asked(rules, players, deals, bots, model, worlds)
    said = np.array([one[0] for one in answers])
    truth = np.array([one[2] for one in answers], float)
    filled = 0
    for low in np.arange(10) / 10:
        inside = (said >= low) & (said < low + 0.1 + (low == 0.9))
        if inside.sum() < 10:
            continue
        filled += 1
        spread = math.sqrt(float((said[inside] * (1 - said[inside])).sum())) / inside.sum()
        assert abs(float(said[inside].mean() - truth[inside].mean())) <= 3 * spread, low
    assert filled >= bins


def test_belief_is_calibrated_where_the_model_is_right() -> None:
    check_calibrated(PRESETS["clasico"], 2, 60, 200, 1)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "players", "deals"),
    [("clasico", 2, 220), ("mexicano", 2, 220), ("gamevelvet", 3, 110)],
)
def test_belief_is_calibrated_over_many_deals(rules: str, players: int, deals: int) -> None:
    check_calibrated(PRESETS[rules], players, deals, 300, 4)


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["clasico", "mexicano"])
def test_belief_beats_chance_against_those_who_play_otherwise(rules: str) -> None:
    preset = PRESETS[rules]
    model = Model(net_for(preset, 2), 3.0, 0.05)
    answers = asked(preset, 2, 220, [HeuristicBot(), HeuristicBot()], model, 300)
    truth = [one[2] for one in answers]
    assert log_loss([one[0] for one in answers], truth) < log_loss(
        [one[1] for one in answers], truth
    )


def test_few_worlds_are_all_listed_and_draws_follow_the_weights() -> None:
    listed = 0
    for number in range(4):
        for decision in decisions(PRESETS["clasico"], 2, number):
            if decision.info.phase is Phase.EXCHANGE:
                continue
            place = Place(decision.info)
            belief = Belief.of(place, 50, number, Model(ROUGH))
            assert belief.weights.sum() == pytest.approx(1)
            assert 1 - 1e-9 <= belief.effective <= len(belief.worlds) + 1e-9
            softer = belief.softened(len(belief.worlds) / 2)
            assert softer.effective >= min(belief.effective, len(belief.worlds) / 2) - 1e-6
            assert softer.effective >= len(belief.worlds) / 2 - 0.01
            if belief.complete:
                assert len(belief.worlds) <= MOST_LISTED
                truth = true_row(place, decision)
                assert (belief.worlds == truth).all(axis=1).any()
                drawn = belief.draw(1000, 1)
                best = int(belief.weights.argmax())
                often = int((drawn == belief.worlds[best]).all(axis=1).sum())
                twins = (belief.worlds == belief.worlds[best]).all(axis=1)
                assert abs(often - 1000 * belief.weights[twins].sum()) <= 1 + twins.sum()
                listed += 1
            else:
                assert len(belief.worlds) == 50
    assert listed > 2
