"""Worlds: full positions consistent with what one seat knows (rules.md §11), drawn or listed.

The compiled twin of ``core.view.resample``. A seat's knowledge becomes a **blind row**: a position
in which the seat's own hand and everything public stand where they are, the other hands are empty,
and ``W_UNSEEN`` holds all cards the seat cannot place, the others' hands and the stock together.
Nothing hidden goes into it, so nothing hidden can come out.

All worlds are equally likely, as physical deals are: the two yucas count as different cards.
"""

from __future__ import annotations

from math import comb
from typing import NamedTuple

import numpy as np

from conquian.core.errors import NotLegal
from conquian.core.position import OVER as OVER_PHASE
from conquian.core.state import State
from conquian.core.view import InfoState
from conquian.kernel import moves
from conquian.kernel.bits import add, lowest, popcount, remove
from conquian.kernel.dice import below
from conquian.kernel.jit import compiled
from conquian.kernel.playout import kth_bit
from conquian.kernel.position import Kernel
from conquian.kernel.tables import CARDS, S_PLAYERS, YUCA_CARD, Ints, mask_of
from conquian.kernel.words import EXCHANGE, W_ACTOR, W_DEALER, W_PHASE, W_UNSEEN


class Blind(NamedTuple):
    """What one seat knows of a position.

    Attributes:
        row: the blind row, see the module text.
        viewer: the seat, or -1 for a spectator.
        counts: (players,) how many cards each hand holds.
        known: (players,) cards of the other hands that the seat knows of, as masks.
    """

    row: Ints
    viewer: int
    counts: Ints
    known: Ints


def blind_of(kernel: Kernel, info: InfoState) -> Blind:
    """The knowledge of a seat or a spectator, ready for compiled code.

    Inside the exchange the actor is the seat itself, or for a spectator the pone.

    Raises:
        NotLegal: ``phase_over``: the hands are open, there is nothing to sample.
    """
    if info.phase is OVER_PHASE:
        raise NotLegal("phase_over", kind="resample")
    players = range(info.players)
    viewer = -1 if info.seat is None else info.seat
    hands = tuple(info.hand or 0 if seat == viewer else 0 for seat in players)
    row = kernel.row(State.build(info, hands, info.hidden(), ()))
    if row[W_PHASE] == EXCHANGE:
        row[W_ACTOR] = viewer if viewer >= 0 else info.setting.next[info.dealer]
    known = [mask_of(kernel.tables, info.known_in_hand(seat)) for seat in players]
    return Blind(row, viewer, np.array(info.counts, np.int64), np.array(known, np.int64))


def count_worlds(blind: Blind) -> int:
    """How many physical deals are consistent with it; the stock without order.

    Inside the exchange the gifts chosen before are not counted.
    """
    left = int(popcount(int(blind.row[W_UNSEEN]))) - sum(mask.bit_count() for mask in _known(blind))
    ways = 1
    for seat, mask in enumerate(_known(blind)):
        if seat != blind.viewer:
            wanted = int(blind.counts[seat]) - mask.bit_count()
            ways *= comb(left, wanted)
            left -= wanted
    return ways


def _known(blind: Blind) -> list[int]:
    return [int(mask) for mask in blind.known]


@compiled
def loose_cards(blind: Ints, known: Ints, cards: Ints) -> int:
    """Write the cards that may lie anywhere into ``cards``, both yucas as 60; how many."""
    pool = blind[W_UNSEEN]
    for seat in range(len(known)):
        pool = remove(pool, known[seat])
    count = 0
    while pool:
        cards[count] = min(YUCA_CARD, lowest(pool))
        count += 1
        pool &= pool - 1
    return count


@compiled
def sample_world(
    game: Ints,
    blind: Ints,
    viewer: int,
    counts: Ints,
    known: Ints,
    dice: Ints,
    cards: Ints,
    row: Ints,
) -> None:
    """Fill ``row`` with one world, uniform over physical deals; the other arguments as below.

    ``cards`` (``CARDS``,) is working memory.
    """
    row[: len(blind)] = blind
    left = loose_cards(blind, known, cards)
    for seat in range(game[S_PLAYERS]):
        if seat == viewer:
            continue
        hand = known[seat]
        for _ in range(counts[seat] - popcount(hand)):
            place = below(dice, left)
            left -= 1
            hand = add(hand, 1 << cards[place])
            cards[place] = cards[left]
        row[moves.hand_at(seat)] = hand
    stock = 0
    for place in range(left):
        stock = add(stock, 1 << cards[place])
    row[W_UNSEEN] = stock
    if row[W_PHASE] == EXCHANGE:
        _draw_gifts(game, row, dice)


@compiled
def _draw_gifts(game: Ints, row: Ints, dice: Ints) -> None:
    """Who chooses before the actor gives any card of his sampled hand, as ``resample`` has it."""
    viewer = row[W_ACTOR]
    row[W_ACTOR] = moves.after(game, row[W_DEALER])
    while row[W_ACTOR] != viewer:
        hand = row[moves.hand_at(row[W_ACTOR])]
        card = lowest(kth_bit(hand, below(dice, popcount(hand))))
        moves.give(game, row, min(YUCA_CARD, card))


@compiled
def sample_worlds(
    game: Ints, blind: Ints, viewer: int, counts: Ints, known: Ints, dice: Ints, rows: Ints
) -> None:
    """Fill each of ``rows`` (…, at least as long as the blind row) with a world.

    ``blind``, ``viewer``, ``counts`` and ``known`` are those of a :class:`Blind`.
    """
    cards = np.empty(CARDS, np.int64)
    for place in range(len(rows)):
        sample_world(game, blind, viewer, counts, known, dice, cards, rows[place])


@compiled
def list_worlds(
    game: Ints, blind: Ints, viewer: int, counts: Ints, known: Ints, rows: Ints
) -> None:
    """Fill ``rows`` (:func:`count_worlds`, …) with every world, each once; not in the exchange.

    Physical deals: two that differ only in which yuca lies where are two equal rows.
    """
    players = game[S_PLAYERS]
    cards = np.empty(CARDS, np.int64)
    total = loose_cards(blind, known, cards)
    # Every card has a label, the seat that holds it or `players` for the stock; all orders of the
    # labels in lexicographic order.
    labels = np.full(total, players, np.int64)
    count = 0
    for seat in range(players):
        if seat != viewer:
            for _ in range(counts[seat] - popcount(known[seat])):
                labels[count] = seat
                count += 1
    for number in range(len(rows)):
        row = rows[number]
        row[: len(blind)] = blind
        row[W_UNSEEN] = 0
        for seat in range(players):
            if seat != viewer:
                row[moves.hand_at(seat)] = known[seat]
        for place in range(total):
            at = W_UNSEEN if labels[place] == players else moves.hand_at(labels[place])
            row[at] = add(row[at], 1 << cards[place])
        _next_order(labels)


@compiled
def _next_order(labels: Ints) -> None:
    """The next order in lexicographic order; after the last anything."""
    rise = len(labels) - 2
    while rise >= 0 and labels[rise] >= labels[rise + 1]:
        rise -= 1
    if rise >= 0:
        other = len(labels) - 1
        while labels[other] <= labels[rise]:
            other -= 1
        labels[rise], labels[other] = labels[other], labels[rise]
    low, high = rise + 1, len(labels) - 1
    while low < high:
        labels[low], labels[high] = labels[high], labels[low]
        low += 1
        high -= 1


@compiled
def shuffle_stock(row: Ints, dice: Ints, stock: Ints) -> int:
    """Write the cards left in the stock into ``stock`` in a random order; how many there are."""
    count = 0
    unseen = row[W_UNSEEN]
    while unseen:
        card = min(YUCA_CARD, lowest(unseen))
        place = below(dice, count + 1)
        stock[count] = stock[place]
        stock[place] = card
        count += 1
        unseen &= unseen - 1
    return count
