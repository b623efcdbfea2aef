"""Compiled random play: uniform over ``core``'s legal list at every decision.

Nearly all decisions of a random deal are a lone pass. For every seat the cards it could meld at all
are kept as a mask (:func:`conquian.kernel.bits.seedable`), so one look settles an upcard nobody can
use: its whole queue passes at once, and is counted. Where there is a choice the actions are counted
kind by kind, a number is drawn, and only the kind it falls into is looked at again.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from conquian.kernel import moves
from conquian.kernel.bits import add, lowest, popcount, seedable
from conquian.kernel.dice import DICE_WORDS, below, seed_dice
from conquian.kernel.jit import compiled, compiled_parallel, parallel_range
from conquian.kernel.layings import MOST_CHOICES, Scratch, new_scratch
from conquian.kernel.tables import (
    CARDS,
    S_DECK,
    S_FORCING,
    S_HAND,
    S_MELDS,
    S_PLAYERS,
    YUCA_BIT,
    Ints,
    Tables,
)
from conquian.kernel.words import (
    A_GIVE,
    A_MELD,
    A_PASS,
    A_PAY,
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
    W_SEATS,
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


class Table(NamedTuple):
    """What one thread plays at.

    Attributes:
        row: the position.
        cards: (62,) the cards of the stock, in no order.
        want: (6,) for each seat the cards it could meld, as a mask.
        near: (6,) the cards that could join its layout.
        dice: the generator.
        scratch: working memory.
    """

    row: Ints
    cards: Ints
    want: Ints
    near: Ints
    dice: Ints
    scratch: Scratch


@compiled
def new_table(setting: Ints, tables: Tables) -> Table:
    """A table with nothing on it."""
    return Table(
        np.zeros(W_SEATS + 3 * setting[S_PLAYERS], np.int64),
        np.zeros(CARDS, np.int64),
        np.zeros(6, np.int64),
        np.zeros(6, np.int64),
        np.zeros(DICE_WORDS, np.int64),
        new_scratch(tables, MOST_CHOICES),
    )


@compiled
def list_cards(mask: int, cards: Ints) -> int:
    """Write the cards of a mask into ``cards``; both yucas as 60. How many they are."""
    count = 0
    while mask:
        card = lowest(mask)
        cards[count] = card if card < 60 else 60
        count += 1
        mask &= mask - 1
    return count


@compiled
def deal_at_random(setting: Ints, table: Table, dealer: int) -> None:
    """Shuffle and deal. The stock stays unordered: its cards are drawn when they are turned."""
    row, cards, dice = table.row, table.cards, table.dice
    left = list_cards(setting[S_DECK], cards)
    for seat in range(setting[S_PLAYERS]):
        hand = 0
        for _ in range(setting[S_HAND]):
            place = below(dice, left)
            left -= 1
            hand = add(hand, 1 << cards[place])
            cards[place] = cards[left]
        row[moves.hand_at(seat)] = hand
    moves.start(setting, row, dealer)


@compiled
def refresh(tables: Tables, table: Table, seat: int) -> None:
    """Note anew what a seat could use, after its hand or layout has changed."""
    hand, laid = table.row[moves.hand_at(seat)], table.row[moves.laid_at(seat)]
    table.want[seat] = seedable(tables, hand | laid)
    table.near[seat] = seedable(tables, laid) if laid else 0


@compiled
def nobody_can(setting: Ints, table: Table) -> bool:
    """Whether all asked about this fresh upcard can only pass, and no window will open."""
    row = table.row
    players, card = setting[S_PLAYERS], row[W_UPCARD]
    usable = 0
    if row[W_SIZE] == players:
        for seat in range(players):
            usable |= table.want[seat]
    else:
        if setting[S_FORCING]:
            for seat in range(players):
                usable |= table.near[seat]
        for step in range(row[W_SIZE]):
            usable |= table.want[(row[W_FIRST] + step) % players]
    if usable >> card & 1:
        return False
    if setting[S_MELDS]:
        for step in range(row[W_SIZE]):
            seat = (row[W_FIRST] + step) % players
            if table.want[seat] & row[moves.hand_at(seat)]:
                return False
    return True


@compiled
def turn_at_random(setting: Ints, table: Table) -> None:
    """Turn a random card of the stock."""
    row, left = table.row, table.row[W_STOCK]
    place = below(table.dice, left) if left > 1 else 0
    card = table.cards[place]
    table.cards[place] = table.cards[left - 1]
    moves.reveal(setting, row, card)


@compiled
def kth_bit(mask: int, number: int) -> int:
    """The set bit with so many set bits below it, as a mask."""
    for _ in range(number):
        mask &= mask - 1
    return mask & -mask


@compiled
def use_found(
    setting: Ints, tables: Tables, table: Table, kind: int, number: int, forced: bool
) -> None:
    """Do the action with this number among those ``find_layings`` or ``find_forced`` listed."""
    row, scratch = table.row, table.scratch
    seat = row[W_ACTOR]
    if number >= len(scratch.cards):  # too many to be listed: list those from this one on
        if forced:
            moves.find_forced(setting, tables, row, number, scratch)
        else:
            moves.find_layings(setting, tables, row, kind, number, scratch)
        number = 0
    if kind == A_TAKE:
        moves.take(row, scratch.cards[number], scratch.codes[number])
    else:
        moves.lay(row, scratch.cards[number], scratch.codes[number])
    refresh(tables, table, seat)


@compiled
def offer_at_random(setting: Ints, tables: Tables, table: Table) -> int:
    """Meld, take, force or pass at random; how many legal actions there were."""
    row, scratch = table.row, table.scratch
    actor, card = row[W_ACTOR], row[W_UPCARD]
    melds = 0
    if setting[S_MELDS] and table.want[actor] & row[moves.hand_at(actor)]:
        if moves.may_meld(setting, row):
            melds = moves.find_layings(setting, tables, row, A_MELD, 0, scratch)
    takes = 0
    if table.want[actor] >> card & 1:
        takes = moves.find_layings(setting, tables, row, A_TAKE, 0, scratch)
    forces, targets = 0, 0
    if setting[S_FORCING]:
        for target in range(setting[S_PLAYERS]):
            if table.near[target] >> card & 1 and moves.may_be_forced(
                setting, tables, row, target, scratch
            ):
                targets |= 1 << target
                forces += 1
    passes = 1 if moves.may_pass(setting, tables, row, forces, scratch) else 0
    total = melds + takes + forces + passes
    number = below(table.dice, total) if total > 1 else 0
    if number < melds:
        moves.find_layings(setting, tables, row, A_MELD, 0, scratch)
        use_found(setting, tables, table, A_MELD, number, False)
    elif number < melds + takes:
        use_found(setting, tables, table, A_TAKE, number - melds, False)
    elif number < melds + takes + forces:
        moves.force(row, lowest(kth_bit(targets, number - melds - takes)))
    else:
        moves.pass_on(setting, tables, row, scratch)
    return total


@compiled
def window_at_random(setting: Ints, tables: Tables, table: Table) -> int:
    """Force or pass at random in the window; how many legal actions there were."""
    row, scratch = table.row, table.scratch
    fitted = moves.window_fits(setting, tables, row, scratch)
    targets = moves.window_targets(setting, row, fitted, row[W_ACTOR])
    total = popcount(targets) + 1
    number = below(table.dice, total) if total > 1 else 0
    if number + 1 < total:
        step = lowest(kth_bit(targets, number))
        moves.force(row, (row[W_FIRST] + step) % setting[S_PLAYERS])
    else:
        moves.pass_on(setting, tables, row, scratch)
    return total


@compiled
def step_at_random(setting: Ints, tables: Tables, table: Table) -> int:
    """One decision, uniform over the legal actions; how many there were."""
    row = table.row
    phase, actor = row[W_PHASE], row[W_ACTOR]
    if phase == OFFER:
        return offer_at_random(setting, tables, table)
    if phase == FORCED:
        total = moves.find_forced(setting, tables, row, 0, table.scratch)
        number = below(table.dice, total) if total > 1 else 0
        use_found(setting, tables, table, A_TAKE, number, True)
        return total
    if phase == PAY or phase == EXCHANGE:
        hand = row[moves.hand_at(actor)]
        kinds = hand & ~((hand & YUCA_BIT) << 1)
        total = popcount(kinds)
        card = lowest(kth_bit(kinds, below(table.dice, total) if total > 1 else 0))
        if phase == PAY:
            moves.pay(setting, row, card)
            refresh(tables, table, actor)
        else:
            moves.give(setting, row, card)
            if row[W_PHASE] != EXCHANGE:
                for seat in range(setting[S_PLAYERS]):
                    refresh(tables, table, seat)
        return total
    return window_at_random(setting, tables, table)


@compiled
def skip_passes(setting: Ints, table: Table) -> int:
    """Turn cards and let their queues pass as long as nobody can do anything else.

    Stops at a decision that may be a choice, or at the end. How many decisions were passes.
    """
    row = table.row
    passed = 0
    while True:
        phase = row[W_PHASE]
        if phase == TURN:
            turn_at_random(setting, table)
        elif phase != OFFER or row[W_DECLINED] > 0:
            return passed
        if not nobody_can(setting, table):
            return passed
        passed += row[W_SIZE]
        moves.turn_next(setting, row)


@compiled
def play_out(setting: Ints, tables: Tables, table: Table, result: Ints) -> None:
    """Play what lies on the table to its end and write the result."""
    row = table.row
    decisions, choices = 0, 0
    for seat in range(setting[S_PLAYERS]):
        refresh(tables, table, seat)
    while True:
        decisions += skip_passes(setting, table)
        if row[W_PHASE] == OVER:
            break
        total = step_at_random(setting, tables, table)
        decisions += 1
        choices += 1 if total > 1 else 0
    result[R_WINNER] = row[W_WINNER]
    result[R_REASON] = row[W_REASON]
    result[R_DECISIONS] = decisions
    result[R_CHOICES] = choices


@compiled
def random_deals(
    setting: Ints, tables: Tables, dealer: int, seed: int, first: int, results: Ints
) -> None:
    """Shuffle, deal and play one deal for each row of ``results`` (count, ``RESULT_WORDS``).

    Deal ``first + i`` goes into row i. ``dealer`` is a seat, or -1: the number of the deal says who
    deals, in turn.
    """
    table = new_table(setting, tables)
    for place in range(len(results)):
        number = first + place
        seed_dice(table.dice, seed, number)
        deal_at_random(setting, table, dealer if dealer >= 0 else number % setting[S_PLAYERS])
        play_out(setting, tables, table, results[place])


@compiled_parallel
def random_deals_on_all_cores(
    setting: Ints, tables: Tables, dealer: int, seed: int, first: int, results: Ints
) -> None:
    """Like :func:`random_deals`, with the same results, on all cores."""
    for chunk in parallel_range((len(results) + CHUNK - 1) // CHUNK):
        begin = chunk * CHUNK
        random_deals(
            setting, tables, dealer, seed, first + begin, results[begin : begin + CHUNK]
        )


@compiled
def playouts(setting: Ints, tables: Tables, rows: Ints, seed: int, first: int, results: Ints) -> None:
    """Play each position of ``rows`` to its end; its stock comes in random order.

    ``rows`` (positions, words) stay as they are. ``results`` (positions × times, ``RESULT_WORDS``)
    gets one row for each playout, those of a position together; playout i of all has the number
    ``first + i``.
    """
    table = new_table(setting, tables)
    times = len(results) // len(rows)
    for place in range(len(results)):
        table.row[:] = rows[place // times]
        list_cards(table.row[W_UNSEEN], table.cards)
        seed_dice(table.dice, seed, first + place)
        play_out(setting, tables, table, results[place])


@compiled_parallel
def playouts_on_all_cores(
    setting: Ints, tables: Tables, rows: Ints, seed: int, first: int, results: Ints
) -> None:
    """Like :func:`playouts`, with the same results, on all cores."""
    times = len(results) // len(rows)
    for place in parallel_range(len(rows)):
        begin = place * times
        playouts(
            setting,
            tables,
            rows[place : place + 1],
            seed,
            first + begin,
            results[begin : begin + times],
        )
