"""Compiled random play: uniform over ``core``'s legal list at every decision.

Nearly all decisions of a random deal are a lone pass. For every seat the cards it could meld at all
are kept as a mask (:func:`conquian.kernel.bits.seeds`), so one look settles an upcard nobody can
use: its whole queue passes at once, and is counted. Where there is a choice the actions are counted
kind by kind, a number is drawn, and only the kind it falls into is looked at again.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from conquian.kernel import moves
from conquian.kernel.bits import add, lowest, popcount, seeds
from conquian.kernel.dice import DICE_WORDS, below, seed_dice
from conquian.kernel.guided import MOST_RATED, UNIFORM, Floats, choose
from conquian.kernel.jit import compiled, compiled_parallel, parallel_range, set_threads
from conquian.kernel.melding import FOUND, MOST_CHOICES, ROOM, new_memory
from conquian.kernel.position import Kernel
from conquian.kernel.tables import (
    CARDS,
    S_DECK,
    S_FORCING,
    S_HAND,
    S_MELDS,
    S_PLAYERS,
    YUCA_BIT,
    Ints,
)
from conquian.kernel.words import (
    A_MELD,
    A_TAKE,
    EXCHANGE,
    FORCED,
    OFFER,
    OVER,
    PAY,
    TURN,
    W_ACTOR,
    W_DECLINED,
    W_FIRST,
    W_PHASE,
    W_REASON,
    W_SIZE,
    W_STOCK,
    W_UNSEEN,
    W_UPCARD,
    W_WINNER,
)

R_WINNER, R_REASON, R_DECISIONS, R_CHOICES, RESULT_WORDS = range(5)
"""Places in the result of a deal: winner (-1 nobody), reason (1 out, 2 stock), decisions, and those
of them with more than one legal action."""

CHUNK = 256
"""Deals a core takes at a time."""


D_CARDS: Final = 40
D_WANT: Final = D_CARDS + CARDS
D_NEAR: Final = D_WANT + 6
DESK_WORDS: Final = D_NEAR + 6
"""Places on a **desk**, the array one thread plays on: first the row of the position, then the
cards of the stock in no order, then for each seat the cards it could meld and the cards that could
join its layout, as masks."""


@compiled
def list_cards(mask: int, desk: Ints) -> int:
    """Write the cards of a mask onto the desk; both yucas as 60. How many they are."""
    count = 0
    while mask:
        card = lowest(mask)
        desk[D_CARDS + count] = min(60, card)
        count += 1
        mask &= mask - 1
    return count


@compiled
def deal_at_random(game: Ints, desk: Ints, dice: Ints, dealer: int) -> None:
    """Shuffle and deal. The stock stays unordered: its cards are drawn when they are turned."""
    left = list_cards(game[S_DECK], desk)
    for seat in range(game[S_PLAYERS]):
        hand = 0
        for _ in range(game[S_HAND]):
            place = below(dice, left)
            left -= 1
            hand = add(hand, 1 << desk[D_CARDS + place])
            desk[D_CARDS + place] = desk[D_CARDS + left]
        desk[moves.hand_at(seat)] = hand
    moves.start(game, desk, dealer)


@compiled
def refresh(game: Ints, desk: Ints, seat: int) -> None:
    """Note anew what a seat could use, after its hand or layout has changed."""
    hand, laid = desk[moves.hand_at(seat)], desk[moves.laid_at(seat)]
    desk[D_WANT + seat] = seeds(game, hand | laid)
    desk[D_NEAR + seat] = seeds(game, laid) if laid else 0


@compiled
def nobody_can(game: Ints, desk: Ints) -> bool:
    """Whether all asked about this fresh upcard can only pass, and no window will open."""
    players, card = game[S_PLAYERS], desk[W_UPCARD]
    usable = 0
    if desk[W_SIZE] == players:
        for seat in range(players):
            usable |= desk[D_WANT + seat]
    else:
        if game[S_FORCING]:
            for seat in range(players):
                usable |= desk[D_NEAR + seat]
        for step in range(desk[W_SIZE]):
            usable |= desk[D_WANT + (desk[W_FIRST] + step) % players]
    if usable >> card & 1:
        return False
    if game[S_MELDS]:
        for step in range(desk[W_SIZE]):
            seat = (desk[W_FIRST] + step) % players
            if desk[D_WANT + seat] & desk[moves.hand_at(seat)]:
                return False
    return True


@compiled
def turn_at_random(game: Ints, desk: Ints, dice: Ints) -> None:
    """Turn a random card of the stock."""
    left = desk[W_STOCK]
    place = below(dice, left) if left > 1 else 0
    card = desk[D_CARDS + place]
    desk[D_CARDS + place] = desk[D_CARDS + left - 1]
    moves.reveal(game, desk, card)


@compiled
def kth_bit(mask: int, number: int) -> int:
    """The set bit with so many set bits below it, as a mask."""
    for _ in range(number):
        mask &= mask - 1
    return mask & -mask


@compiled
def use_found(game: Ints, desk: Ints, scratch: Ints, kind: int, number: int) -> None:
    """Do the take or meld with this number among those that were just listed."""
    seat = desk[W_ACTOR]
    if number >= scratch[ROOM]:  # too many to be listed: list those from this one on
        if desk[W_PHASE] == FORCED:
            moves.find_forced(game, desk, number, scratch)
        else:
            moves.find_layings(game, desk, kind, number, scratch)
        number = 0
    if kind == A_TAKE:
        moves.take(desk, scratch[FOUND + number], scratch[FOUND + scratch[ROOM] + number])
    else:
        moves.lay(desk, scratch[FOUND + number], scratch[FOUND + scratch[ROOM] + number])
    refresh(game, desk, seat)


@compiled
def offer_at_random(game: Ints, desk: Ints, dice: Ints, scratch: Ints) -> int:
    """Meld, take, force or pass at random; how many legal actions there were."""
    actor, card = desk[W_ACTOR], desk[W_UPCARD]
    melds = 0
    if (
        game[S_MELDS]
        and desk[D_WANT + actor] & desk[moves.hand_at(actor)]
        and moves.may_meld(game, desk)
    ):
        melds = moves.find_layings(game, desk, A_MELD, 0, scratch)
    takes = 0
    if desk[D_WANT + actor] >> card & 1:
        takes = moves.find_layings(game, desk, A_TAKE, 0, scratch)
    forces, targets = 0, 0
    if game[S_FORCING]:
        for target in range(game[S_PLAYERS]):
            if desk[D_NEAR + target] >> card & 1 and moves.may_be_forced(
                game, desk, target, scratch
            ):
                targets |= 1 << target
                forces += 1
    passes = 1 if moves.may_pass(game, desk, forces, scratch) else 0
    total = melds + takes + forces + passes
    number = below(dice, total) if total > 1 else 0
    if number < melds:
        moves.find_layings(game, desk, A_MELD, 0, scratch)
        use_found(game, desk, scratch, A_MELD, number)
    elif number < melds + takes:
        use_found(game, desk, scratch, A_TAKE, number - melds)
    elif number < melds + takes + forces:
        moves.force(desk, lowest(kth_bit(targets, number - melds - takes)))
    else:
        moves.pass_on(game, desk, scratch)
    return total


@compiled
def window_at_random(game: Ints, desk: Ints, dice: Ints, scratch: Ints) -> int:
    """Force or pass at random in the window; how many legal actions there were."""
    fitted = moves.window_fits(game, desk, scratch)
    targets = moves.window_targets(game, desk, fitted, desk[W_ACTOR])
    total = popcount(targets) + 1
    number = below(dice, total) if total > 1 else 0
    if number + 1 < total:
        step = lowest(kth_bit(targets, number))
        moves.force(desk, (desk[W_FIRST] + step) % game[S_PLAYERS])
    else:
        moves.pass_on(game, desk, scratch)
    return total


@compiled
def step_at_random(game: Ints, desk: Ints, dice: Ints, scratch: Ints) -> int:
    """One decision, uniform over the legal actions; how many there were."""
    phase, actor = desk[W_PHASE], desk[W_ACTOR]
    if phase == OFFER:
        return offer_at_random(game, desk, dice, scratch)
    if phase == FORCED:
        total = moves.find_forced(game, desk, 0, scratch)
        number = below(dice, total) if total > 1 else 0
        use_found(game, desk, scratch, A_TAKE, number)
        return total
    if phase in (PAY, EXCHANGE):
        hand = desk[moves.hand_at(actor)]
        kinds = hand & ~((hand & YUCA_BIT) << 1)
        total = popcount(kinds)
        card = lowest(kth_bit(kinds, below(dice, total) if total > 1 else 0))
        if phase == PAY:
            moves.pay(game, desk, card)
            refresh(game, desk, actor)
        else:
            moves.give(game, desk, card)
            if desk[W_PHASE] != EXCHANGE:
                for seat in range(game[S_PLAYERS]):
                    refresh(game, desk, seat)
        return total
    return window_at_random(game, desk, dice, scratch)


@compiled
def skip_passes(game: Ints, desk: Ints, dice: Ints) -> int:
    """Turn cards and let their queues pass as long as nobody can do anything else.

    Stops at a decision that may be a choice, or at the end. How many decisions were passes.
    """
    passed = 0
    while True:
        phase = desk[W_PHASE]
        if phase == TURN:
            turn_at_random(game, desk, dice)
        elif phase != OFFER or desk[W_DECLINED] > 0:
            return passed
        if not nobody_can(game, desk):
            return passed
        passed += desk[W_SIZE]
        moves.turn_next(game, desk)


@compiled
def step_guided(
    game: Ints,
    desk: Ints,
    dice: Ints,
    scratch: Ints,
    weights: Floats,
    rows: Ints,
    scores: Floats,
) -> int:
    """One decision by the policy of the actor; how many legal actions there were."""
    actor = desk[W_ACTOR]
    phase = desk[W_PHASE]
    answer = choose(game, desk, dice, scratch, weights, rows, scores)
    moves.apply(game, desk, rows[answer & 0xFFFFFFFF], scratch)
    if phase == EXCHANGE:
        for seat in range(game[S_PLAYERS]):
            refresh(game, desk, seat)
    else:
        refresh(game, desk, actor)
    return answer >> 32


@compiled
def play_out(
    game: Ints,
    desk: Ints,
    dice: Ints,
    scratch: Ints,
    weights: Floats,
    rows: Ints,
    scores: Floats,
    result: Ints,
) -> None:
    """Play what lies on the desk to its end and write the result."""
    decisions, choices = 0, 0
    for seat in range(game[S_PLAYERS]):
        refresh(game, desk, seat)
    while True:
        decisions += skip_passes(game, desk, dice)
        if desk[W_PHASE] == OVER:
            break
        if len(weights) == 0:
            total = step_at_random(game, desk, dice, scratch)
        else:
            total = step_guided(game, desk, dice, scratch, weights, rows, scores)
        decisions += 1
        choices += 1 if total > 1 else 0
    result[R_WINNER] = desk[W_WINNER]
    result[R_REASON] = desk[W_REASON]
    result[R_DECISIONS] = decisions
    result[R_CHOICES] = choices


@compiled
def play_deals(
    game: Ints, weights: Floats, dealer: int, seed: int, first: int, results: Ints
) -> None:
    """Shuffle, deal and play one deal for each row of ``results`` (count, ``RESULT_WORDS``).

    Deal ``first + i`` goes into row i. ``dealer`` is a seat, or -1: the number of the deal says who
    deals, in turn. ``weights`` is ``UNIFORM``, or (players, ``FEATURES``).
    """
    desk, dice = np.zeros(DESK_WORDS, np.int64), np.zeros(DICE_WORDS, np.int64)
    scratch = new_memory(MOST_CHOICES)
    rows, scores = np.zeros((MOST_RATED, 4), np.int64), np.zeros(MOST_RATED)
    for place in range(len(results)):
        number = first + place
        seed_dice(dice, seed, number)
        deal_at_random(game, desk, dice, dealer if dealer >= 0 else number % game[S_PLAYERS])
        play_out(game, desk, dice, scratch, weights, rows, scores, results[place])


@compiled_parallel
def play_deals_on_all_cores(
    game: Ints, weights: Floats, dealer: int, seed: int, first: int, results: Ints
) -> None:
    """Like :func:`play_deals`, with the same results, on all cores."""
    for chunk in parallel_range((len(results) + CHUNK - 1) // CHUNK):
        begin = chunk * CHUNK
        play_deals(game, weights, dealer, seed, first + begin, results[begin : begin + CHUNK])


@compiled
def play_positions(
    game: Ints, weights: Floats, rows: Ints, seed: int, first: int, results: Ints
) -> None:
    """Play each position of ``rows`` to its end; its stock comes in random order.

    ``rows`` (positions, words) stay as they are. ``results`` (positions × times, ``RESULT_WORDS``)
    gets one row for each playout, those of a position together; playout i of all has the number
    ``first + i``.
    """
    desk, dice = np.zeros(DESK_WORDS, np.int64), np.zeros(DICE_WORDS, np.int64)
    scratch = new_memory(MOST_CHOICES)
    legal, scores = np.zeros((MOST_RATED, 4), np.int64), np.zeros(MOST_RATED)
    times = len(results) // len(rows)
    words = rows.shape[1]
    for place in range(len(results)):
        desk[:words] = rows[place // times]
        list_cards(desk[W_UNSEEN], desk)
        seed_dice(dice, seed, first + place)
        play_out(game, desk, dice, scratch, weights, legal, scores, results[place])


@compiled_parallel
def play_positions_on_all_cores(
    game: Ints, weights: Floats, rows: Ints, seed: int, first: int, results: Ints
) -> None:
    """Like :func:`play_positions`, with the same results, on all cores."""
    times = len(results) // len(rows)
    for place in parallel_range(len(rows)):
        begin = place * times
        play_positions(
            game,
            weights,
            rows[place : place + 1],
            seed,
            first + begin,
            results[begin : begin + times],
        )


# The face for uncompiled callers.


def deals(
    kernel: Kernel,
    count: int,
    seed: int,
    *,
    first: int = 0,
    dealer: int = -1,
    weights: Floats = UNIFORM,
    cores: int | None = 1,
) -> Ints:
    """Deal and play ``count`` random deals, numbers ``first`` …; (count, ``RESULT_WORDS``) int64.

    The same arguments give the same results, whatever ``cores`` is (``None``: all).
    """
    results = np.zeros((count, RESULT_WORDS), np.int64)
    if set_threads(cores) > 1:
        play_deals_on_all_cores(kernel.game, weights, dealer, seed, first, results)
    else:
        play_deals(kernel.game, weights, dealer, seed, first, results)
    return results


def playouts(
    kernel: Kernel,
    rows: Ints,
    times: int,
    seed: int,
    *,
    first: int = 0,
    weights: Floats = UNIFORM,
    cores: int | None = 1,
) -> Ints:
    """Play each position of ``rows`` (positions, words) ``times`` times to its end.

    (positions, times, ``RESULT_WORDS``) int64; the stock comes in random order.
    """
    results = np.zeros((len(rows) * times, RESULT_WORDS), np.int64)
    if set_threads(cores) > 1:
        play_positions_on_all_cores(kernel.game, weights, rows, seed, first, results)
    else:
        play_positions(kernel.game, weights, rows, seed, first, results)
    return results.reshape(len(rows), times, RESULT_WORDS)
