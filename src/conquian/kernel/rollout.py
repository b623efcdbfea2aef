"""Trying out actions: each is done in many worlds, which a network then plays to their end.

Every action meets the same worlds and the same order of the stock, so that what is compared is the
actions and not their luck.
"""

from __future__ import annotations

import numpy as np

from conquian.kernel import moves
from conquian.kernel.dice import DICE_WORDS, seed_dice
from conquian.kernel.features import MEMORY_WORDS, MOST_INPUTS, Inputs
from conquian.kernel.guided import Floats
from conquian.kernel.jit import compiled
from conquian.kernel.melding import MOST_CHOICES, new_memory
from conquian.kernel.net import LAYERS, MOST_SCORED, Reals, choose
from conquian.kernel.plans import PLAN_WORDS
from conquian.kernel.playout import DESK_WORDS, list_cards, refresh
from conquian.kernel.selfplay import advance, do
from conquian.kernel.tables import S_PLAYERS, Ints
from conquian.kernel.words import (
    EXCHANGE,
    OVER,
    W_ACTOR,
    W_DEALER,
    W_GIFTS,
    W_PHASE,
    W_UNSEEN,
    W_WINNER,
)


@compiled
def lay_out(game: Ints, world: Ints, desk: Ints) -> None:
    """Put a world on a desk."""
    for place in range(len(world)):
        desk[place] = world[place]
    list_cards(world[W_UNSEEN], desk)
    for seat in range(game[S_PLAYERS]):
        refresh(game, desk, seat)


@compiled
def play_on(
    game: Ints,
    desk: Ints,
    memory: Ints,
    net: Reals,
    temperature: float,
    stock_dice: Ints,
    dice: Ints,
    legal: Ints,
    scratch: Ints,
    inputs: Inputs,
    layer: Reals,
    scores: Reals,
    plan_desk: Ints,
    powers: Floats,
    until: int,
) -> None:
    """Let the network play all seats to the end, or until seat ``until`` is to give a card."""
    while True:
        advance(game, desk, memory, stock_dice)
        if desk[W_PHASE] == OVER or (desk[W_PHASE] == EXCHANGE and desk[W_ACTOR] == until):
            return
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
        do(game, desk, memory, legal[answer & 0xFFFFFFFF], scratch)


@compiled
def try_out(
    game: Ints,
    worlds: Ints,
    memory: Ints,
    viewer: int,
    net: Reals,
    temperature: float,
    seed: int,
    first: int,
    actions: Ints,
    points: Floats,
) -> None:
    """Do each of ``actions`` (A, 4) of ``viewer`` in each world and play on.

    Args:
        worlds: (W, words) positions in which ``viewer`` is to decide, equal in all he knows.
        memory: (players, ``MEMORY_WORDS``) as it is now.
        seed, first: of chance: world i has number ``first + i``.
        points: (W, A) out: the points of ``viewer``: players - 1, -1 or 0.
    """
    players = game[S_PLAYERS]
    desk = np.zeros(DESK_WORDS, np.int64)
    stock_dice, dice = np.zeros(DICE_WORDS, np.int64), np.zeros(DICE_WORDS, np.int64)
    then = np.zeros((players, MEMORY_WORDS), np.int64)
    legal, scores = np.zeros((MOST_SCORED, 4), np.int64), np.zeros(MOST_SCORED, np.float32)
    inputs, layer = np.zeros(MOST_INPUTS, np.int32), np.zeros(LAYERS, np.float32)
    plan_desk, powers = np.zeros(PLAN_WORDS, np.int64), np.zeros(16)
    scratch = new_memory(MOST_CHOICES)
    for place in range(len(worlds)):
        for option in range(len(actions)):
            seed_dice(stock_dice, seed, 2 * (first + place))
            seed_dice(dice, seed, 2 * (first + place) + 1)
            lay_out(game, worlds[place], desk)
            then[:] = memory
            if desk[W_PHASE] == EXCHANGE:  # those who choose before him do not know his choice
                desk[W_GIFTS] = 0
                desk[W_ACTOR] = moves.after(game, desk[W_DEALER])
                play_on(
                    game, desk, then, net, temperature, stock_dice, dice, legal, scratch,
                    inputs, layer, scores, plan_desk, powers, viewer,
                )  # fmt: skip
            do(game, desk, then, actions[option], scratch)
            play_on(
                game, desk, then, net, temperature, stock_dice, dice, legal, scratch,
                inputs, layer, scores, plan_desk, powers, -1,
            )  # fmt: skip
            winner = desk[W_WINNER]
            points[place, option] = 0.0
            if winner >= 0:
                points[place, option] = players - 1.0 if winner == viewer else -1.0


@compiled
def winner_of(
    game: Ints, world: Ints, memory: Ints, net: Reals, temperature: float, seed: int, number: int
) -> int:
    """Who goes out when the network plays all seats on from here, or -1.

    ``memory`` is as it is now; chance is that of ``number``. Not from inside the exchange.
    """
    desk, then = np.zeros(DESK_WORDS, np.int64), memory.copy()
    stock_dice, dice = np.zeros(DICE_WORDS, np.int64), np.zeros(DICE_WORDS, np.int64)
    legal, scores = np.zeros((MOST_SCORED, 4), np.int64), np.zeros(MOST_SCORED, np.float32)
    inputs, layer = np.zeros(MOST_INPUTS, np.int32), np.zeros(LAYERS, np.float32)
    plan_desk, powers = np.zeros(PLAN_WORDS, np.int64), np.zeros(16)
    seed_dice(stock_dice, seed, 2 * number)
    seed_dice(dice, seed, 2 * number + 1)
    lay_out(game, world, desk)
    play_on(
        game, desk, then, net, temperature, stock_dice, dice, legal, new_memory(MOST_CHOICES),
        inputs, layer, scores, plan_desk, powers, -1,
    )  # fmt: skip
    return desk[W_WINNER]
