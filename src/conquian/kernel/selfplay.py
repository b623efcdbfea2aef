"""Compiled self-play with a network: deals are played and every real choice is written down.

A **sample** is a decision with more than one legal action: the inputs of the state, those of each
action, the cards the other seats held (for a critic that may see them while learning), which action
was chosen and how likely it was. Inputs are numbers of switched-on inputs, one after the other,
with an array of where each list ends.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from conquian.kernel import features, moves
from conquian.kernel.dice import DICE_WORDS, draw, seed_dice
from conquian.kernel.features import MEMORY_WORDS, MOST_INPUTS, Inputs
from conquian.kernel.jit import compiled
from conquian.kernel.melding import MOST_CHOICES, new_memory
from conquian.kernel.net import LAYERS, MOST_SCORED, Reals, choose
from conquian.kernel.open_hands import value_actions
from conquian.kernel.plans import MOST_JUDGED, PLAN_WORDS
from conquian.kernel.playout import (
    DESK_WORDS,
    deal_at_random,
    nobody_can,
    refresh,
    turn_at_random,
)
from conquian.kernel.tables import S_PLAYERS, Ints
from conquian.kernel.words import (
    EXCHANGE,
    OFFER,
    OVER,
    TURN,
    W_ACTOR,
    W_DECLINED,
    W_FIRST,
    W_PHASE,
    W_SEATS,
    W_SIZE,
    W_UPCARD,
    W_WINNER,
    WORDS_A_SEAT,
)

MOST_RECORDED = 64
"""Only the first so many legal actions of a decision can be chosen while samples are written."""

N_DECISIONS, N_ACTIONS, N_STATE, N_ACTION, N_HELD, N_DEALS, COUNTERS = range(7)
"""Places in ``Samples.counts``: how much of each array is used, and deals played."""


class Samples(NamedTuple):
    """Room for samples. D decisions, A actions, G deals.

    Attributes:
        counts: (``COUNTERS``,) int64, how much is used.
        state: inputs of the states; ``state_end`` (D,) where each list ends.
        action: inputs of the actions; ``action_end`` (A,) where each list ends.
        held: cards of the other seats, ``64 * (place after the actor - 1) + card``; ``held_end``.
        last: (D,) where the actions of each decision end.
        chosen: (D,) the action chosen, counted within the decision.
        chance: (D,) its probability.
        seat, deal: (D,) whose decision in which deal.
        worth: (A,) the exact value of each action with open hands, if a solver judged them.
        points: (G, players) the result of each deal.
    """

    counts: Ints
    state: Inputs
    state_end: Ints
    action: Inputs
    action_end: Ints
    held: Inputs
    held_end: Ints
    last: Ints
    chosen: Ints
    chance: Reals
    seat: Ints
    deal: Ints
    worth: Reals
    points: Reals


def new_samples(players: int, deals: int, choices: int = 24) -> Samples:
    """Room for ``deals`` deals with so many choices on average."""
    room = deals * choices
    return Samples(
        counts=np.zeros(COUNTERS, np.int64),
        state=np.zeros(room * 64 * (players + 1), np.int32),
        state_end=np.zeros(room, np.int64),
        action=np.zeros(room * 160, np.int32),
        action_end=np.zeros(room * 8, np.int64),
        held=np.zeros(room * 10 * (players - 1), np.int32),
        held_end=np.zeros(room, np.int64),
        last=np.zeros(room, np.int64),
        chosen=np.zeros(room, np.int64),
        chance=np.zeros(room, np.float32),
        seat=np.zeros(room, np.int64),
        deal=np.zeros(room, np.int64),
        worth=np.zeros(room * 8, np.float32),
        points=np.zeros((deals, players), np.float32),
    )


@compiled
def advance(game: Ints, desk: Ints, memory: Ints, dice: Ints) -> None:
    """Turn cards and let pass whom no card can serve, up to a decision that may be a choice."""
    players = game[S_PLAYERS]
    while True:
        if desk[W_PHASE] == TURN:
            turn_at_random(game, desk, dice)
        elif desk[W_PHASE] != OFFER or desk[W_DECLINED] > 0:
            return
        if not nobody_can(game, desk):
            return
        for step in range(desk[W_SIZE]):
            memory[(desk[W_FIRST] + step) % players, features.M_DECLINED] |= 1 << desk[W_UPCARD]
        moves.turn_next(game, desk)


@compiled
def do(game: Ints, desk: Ints, memory: Ints, action: Ints, scratch: Ints) -> None:
    """Do an action and keep desk and memory right."""
    actor, phase = desk[W_ACTOR], desk[W_PHASE]
    features.note(game, desk, memory, action)
    moves.apply(game, desk, action, scratch)
    if phase == EXCHANGE:
        for seat in range(game[S_PLAYERS]):
            refresh(game, desk, seat)
    else:
        refresh(game, desk, actor)


@compiled
def play_samples(
    game: Ints,
    net: Reals,
    temperature: float,
    seed: int,
    first: int,
    deals: int,
    arena: Ints,
    generation: int,
    counts: Ints,
    state: Inputs,
    state_end: Ints,
    action: Inputs,
    action_end: Ints,
    held: Inputs,
    held_end: Ints,
    last: Ints,
    chosen: Ints,
    chance: Reals,
    seats: Ints,
    deal_of: Ints,
    worth: Reals,
    points: Reals,
) -> int:
    """Play deals ``first`` … with the network on all seats until the room is used up.

    With a solver's ``arena`` (two players; else empty) every legal action is judged with open hands
    and the stock in a random order; decisions have numbers from ``generation`` on in its table.

    Returns:
        The first number that was not used.
    """
    players = game[S_PLAYERS]
    desk, dice = np.zeros(DESK_WORDS, np.int64), np.zeros(DICE_WORDS, np.int64)
    memory = np.zeros((players, MEMORY_WORDS), np.int64)
    legal, scratch = np.zeros((MOST_RECORDED, 4), np.int64), new_memory(MOST_CHOICES)
    inputs, layer = np.zeros(MOST_INPUTS, np.int32), np.zeros(LAYERS, np.float32)
    plan_desk, powers = np.zeros(PLAN_WORDS, np.int64), np.zeros(16)
    scores = np.zeros(MOST_SCORED, np.float32)
    values, open_hands = (
        np.zeros((1, MOST_RECORDED)),
        np.zeros((1, W_SEATS + WORDS_A_SEAT * players), np.int64),
    )
    decisions, actions, on_state, on_action, on_held = 0, 0, 0, 0, 0
    for place in range(deals):
        if (
            decisions + 256 > len(last)
            or actions + 4096 > len(action_end)
            or on_state + 256 * 512 > len(state)
            or on_action + 4096 * 64 > len(action)
            or on_held + 256 * 64 > len(held)
        ):
            break
        number = first + place
        seed_dice(dice, seed, number)
        deal_at_random(game, desk, dice, number % players)
        memory[:] = 0
        for seat in range(players):
            refresh(game, desk, seat)
        while True:
            advance(game, desk, memory, dice)
            if desk[W_PHASE] == OVER:
                break
            answer = choose(
                game,
                desk,
                memory,
                net,
                temperature,
                dice,
                legal,
                scratch,
                inputs,
                layer,
                scores,
                plan_desk,
                powers,
            )
            count, pick = min(answer >> 32, MOST_RECORDED), answer & 0xFFFFFFFF
            if count > 1:
                actor = desk[W_ACTOR]
                on = features.state_inputs(game, desk, memory, actor, inputs)
                on = features.plan_inputs(
                    plan_desk, MOST_JUDGED, features.plan_block(players), inputs, on
                )
                state[on_state : on_state + on] = inputs[:on]
                on_state += on
                state_end[decisions] = on_state
                hidden = features.cannot_place(game, desk, actor)
                if len(arena) > 0:
                    open_hands[0] = desk[: open_hands.shape[1]]
                    value_actions(
                        game, arena, generation, open_hands, actor, seed, draw(dice),
                        legal[:count], 200_000, values,
                    )  # fmt: skip
                    generation += 1
                for option in range(count):
                    worth[actions] = values[0, option]
                    on = features.action_inputs(game, desk, legal[option], hidden, inputs)
                    on = features.plan_inputs(
                        plan_desk, option, features.ACTION_BLOCKS - 1, inputs, on
                    )
                    action[on_action : on_action + on] = inputs[:on]
                    on_action += on
                    action_end[actions] = on_action
                    actions += 1
                for step in range(1, players):
                    on = features.put_cards(
                        desk[moves.hand_at((actor + step) % players)], step - 1, inputs, 0
                    )
                    held[on_held : on_held + on] = inputs[:on]
                    on_held += on
                held_end[decisions] = on_held
                last[decisions] = actions
                chosen[decisions] = pick
                chance[decisions] = scores[pick]
                seats[decisions] = actor
                deal_of[decisions] = place
                decisions += 1
            do(game, desk, memory, legal[pick], scratch)
        for seat in range(players):
            points[place, seat] = 0.0
            if desk[W_WINNER] >= 0:
                points[place, seat] = players - 1.0 if seat == desk[W_WINNER] else -1.0
        counts[N_DEALS] = place + 1
    counts[N_DECISIONS], counts[N_ACTIONS] = decisions, actions
    counts[N_STATE], counts[N_ACTION], counts[N_HELD] = on_state, on_action, on_held
    return generation


@compiled
def play_match(
    game: Ints,
    nets: Reals,
    temperatures: Reals,
    seed: int,
    first: int,
    points: Reals,
) -> None:
    """Play deals ``first`` … with network ``nets[seat]`` on each seat; ``points`` (deals, players).

    The dice of a deal do not depend on the networks, but what is drawn from them does.
    """
    players = game[S_PLAYERS]
    desk, dice = np.zeros(DESK_WORDS, np.int64), np.zeros(DICE_WORDS, np.int64)
    memory = np.zeros((players, MEMORY_WORDS), np.int64)
    legal, scratch = np.zeros((MOST_SCORED, 4), np.int64), new_memory(MOST_CHOICES)
    inputs, layer = np.zeros(MOST_INPUTS, np.int32), np.zeros(LAYERS, np.float32)
    plan_desk, powers = np.zeros(PLAN_WORDS, np.int64), np.zeros(16)
    scores = np.zeros(MOST_SCORED, np.float32)
    for place in range(len(points)):
        number = first + place
        seed_dice(dice, seed, number)
        deal_at_random(game, desk, dice, number % players)
        memory[:] = 0
        for seat in range(players):
            refresh(game, desk, seat)
        while True:
            advance(game, desk, memory, dice)
            if desk[W_PHASE] == OVER:
                break
            actor = desk[W_ACTOR]
            answer = choose(
                game, desk, memory, nets[actor], temperatures[actor], dice, legal, scratch,
                inputs, layer, scores, plan_desk, powers,
            )  # fmt: skip
            do(game, desk, memory, legal[answer & 0xFFFFFFFF], scratch)
        for seat in range(players):
            points[place, seat] = 0.0
            if desk[W_WINNER] >= 0:
                points[place, seat] = players - 1.0 if seat == desk[W_WINNER] else -1.0
