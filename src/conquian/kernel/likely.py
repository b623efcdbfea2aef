"""How likely a world is, if the other seats play like a network (``kernel.net``).

The twin of :func:`conquian.kernel.history.log_likelihood`, which explains what is computed.
"""

from __future__ import annotations

import numpy as np

from conquian.kernel import features, moves
from conquian.kernel.features import M_GIVEN, MEMORY_WORDS, MOST_INPUTS, Inputs
from conquian.kernel.guided import Floats
from conquian.kernel.history import (
    ASKED_WORDS,
    H_GAVE,
    H_GOT,
    H_VIEWER,
    MOST_ASKED,
    T_KIND,
    TURNED,
    begin,
    follow,
    gift_place,
    gift_questions,
    gift_sum,
    log_twins,
    pose,
    softened,
    to_explain,
)
from conquian.kernel.jit import compiled
from conquian.kernel.melding import MOST_CHOICES, new_memory
from conquian.kernel.net import LAYERS, MOST_SCORED, Reals, rate_all, to_chances
from conquian.kernel.plans import PLAN_WORDS
from conquian.kernel.tables import S_PLAYERS, Ints


@compiled
def remember_gifts(game: Ints, head: Ints, memory: Ints) -> None:
    """Begin the memory after the exchange: the gifts the viewer knows of."""
    memory[:] = 0
    if head[H_GOT] >= 0:
        players, viewer = game[S_PLAYERS], head[H_VIEWER]
        memory[viewer, M_GIVEN] = head[H_GAVE] + 1
        memory[(viewer + players - 1) % players, M_GIVEN] = head[H_GOT] + 1


@compiled
def log_likelihood(
    game: Ints,
    head: Ints,
    steps: Ints,
    world: Ints,
    net: Reals,
    temperature: float,
    noise: float,
    row: Ints,
    memory: Ints,
    legal: Ints,
    inputs: Inputs,
    layer: Reals,
    scores: Reals,
    plan_desk: Ints,
    powers: Floats,
    asked: Ints,
    answers: Floats,
    scratch: Ints,
) -> float:
    """Log of the probability of all choices of the other seats, if they play like the network.

    ``noise`` 0 … 1: how often a seat plays uniformly instead.
    """
    questions = gift_questions(game, head, world, asked)
    memory[:] = 0
    for number in range(questions):
        pose(game, head, world, asked[number], row)
        count = moves.legal(game, row, legal, scratch)
        place = gift_place(asked[number], legal, count)
        rate_all(game, row, memory, net, legal, count, inputs, layer, scores, plan_desk, powers)
        to_chances(scores, count, temperature)
        answers[number] = softened(scores[place], count, noise)
    found = gift_sum(game, head, world, asked, answers, questions)
    found += log_twins(game, head, steps, world)
    begin(game, head, world, row)
    remember_gifts(game, head, memory)
    for number in range(len(steps)):
        step = steps[number]
        listed = to_explain(game, row, step, head[H_VIEWER], legal, scratch)
        if listed >= 0:
            count, place = listed >> 32, listed & 0xFFFFFFFF
            rated = min(count, len(legal))
            rate_all(game, row, memory, net, legal, rated, inputs, layer, scores, plan_desk, powers)
            to_chances(scores, rated, temperature)
            chance = scores[place] if place < rated else 0.0
            found += np.log(softened(chance, count, noise))
        if step[T_KIND] != TURNED:
            features.note(game, row, memory, step)
        follow(game, row, step, scratch)
    return found


@compiled
def log_likelihoods(
    game: Ints,
    head: Ints,
    steps: Ints,
    worlds: Ints,
    net: Reals,
    temperature: float,
    noise: float,
    out: Floats,
) -> None:
    """:func:`log_likelihood` of each of ``worlds`` into ``out``."""
    players = game[S_PLAYERS]
    row = np.zeros(worlds.shape[1], np.int64)
    memory = np.zeros((players, MEMORY_WORDS), np.int64)
    legal, scores = np.zeros((MOST_SCORED, 4), np.int64), np.zeros(MOST_SCORED, np.float32)
    inputs, layer = np.zeros(MOST_INPUTS, np.int32), np.zeros(LAYERS, np.float32)
    plan_desk, powers = np.zeros(PLAN_WORDS, np.int64), np.zeros(16)
    asked, answers = np.zeros((MOST_ASKED, ASKED_WORDS), np.int64), np.zeros(MOST_ASKED)
    scratch = new_memory(MOST_CHOICES)
    for place in range(len(worlds)):
        out[place] = log_likelihood(
            game, head, steps, worlds[place], net, temperature, noise,
            row, memory, legal, inputs, layer, scores, plan_desk, powers, asked, answers, scratch,
        )  # fmt: skip
