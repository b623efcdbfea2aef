"""What a policy network is told: an information state and an action as lists of switched-on inputs.

Every input is 0 or 1 and most are 0, so only the numbers of those that are 1 are written down: the
first layer of a network is then a sum of rows. Nothing here reads what the viewer cannot know: the
cards he cannot place are used as one set, and the *memory* holds what everybody saw.

**Memory** of a deal: an array (players, ``MEMORY_WORDS``) of masks. ``M_GIVEN``: 1 + the card this
seat gave away and knows to be in the next hand, or 0; ``M_DECLINED``: upcards this seat passed on;
``M_PAID``: cards it paid. Hands only shrink, so what a seat once could not use it cannot use later
with cards of its hand alone: the order of its passes says little more than their set.

Blocks of ``BLOCK`` inputs, the first for a set of cards by kernel number. Of a state, seats counted
on from the viewer:

| block | what |
|---|---|
| 0–3 | own hand; own layout; upcard; dead cards |
| 4 | card known in the next hand |
| 5, 6 | cards he cannot place that he could meld with his own; that could join his layout |
| 7 + 4 k … | of the other seat k: layout; passed on; paid; |
| | cards the viewer cannot place, or holds, that could join its layout |
| then one a seat | hand size (0–15); then from 16 on: is asked, was asked and passed, |
| | turned or paid the upcard, turns next, forces |
| then one | stock size (0–47), phase (48–54), turned (55), always (63) |

Of an action: block 0 hand cards laid; 1 card paid; 2 card given; 3 cards he cannot place that he
could meld afterwards; 4 such cards that could join his layout afterwards; 5 where the grouping
matters, cards that extend one of his melds as it lies; 6 kind (0–5), hand size afterwards (8–23),
seat forced, counted on (24–31), its hand size (32–47), whether it has passed (48); 7 of a card paid
or given: ``conn`` with the other hand cards (0–15), seats on whose layout it fits (16–23), is live
for the payer himself (24).
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from conquian.kernel import moves
from conquian.kernel.bits import NATURALS, lowest, popcount, remove, seeds
from conquian.kernel.encode import dead_cards
from conquian.kernel.guided import conn
from conquian.kernel.jit import compiled
from conquian.kernel.plans import J_BEHIND, J_LEAST, J_LEVEL, JUDGED, LEVELS, MOST_JUDGED
from conquian.kernel.tables import (
    CARDS,
    FIRST_PLACE,
    G_EXTENDED,
    PLACE_BITS,
    PLACE_MASK,
    S_GROUPED,
    S_PLAYERS,
    YUCA_BIT,
    Ints,
)
from conquian.kernel.words import (
    A_FORCE,
    A_GIVE,
    A_MELD,
    A_PASS,
    A_PAY,
    A_TAKE,
    EXCHANGE,
    OFFER,
    W_ACTOR,
    W_DECLINED,
    W_FORCER,
    W_PHASE,
    W_SIZE,
    W_SOURCE,
    W_STOCK,
    W_TURNED,
    W_TURNER,
    W_UNSEEN,
    W_UPCARD,
)

Inputs = npt.NDArray[np.int32]
"""Numbers of inputs that are 1."""

BLOCK: Final = 64
OWN_BLOCKS: Final = 7
SEAT_BLOCKS: Final = 4
ACTION_BLOCKS: Final = 9
MOST_INPUTS: Final = 2048
"""No state or action has more inputs switched on."""

M_GIVEN, M_DECLINED, M_PAID, MEMORY_WORDS = range(4)


@compiled
def state_blocks(players: int) -> int:
    """Blocks of a state of so many players."""
    return plan_block(players) + 1


@compiled
def plan_block(players: int) -> int:
    """The block of a state that says how far the viewer is from going out."""
    return OWN_BLOCKS + SEAT_BLOCKS * (players - 1) + players + 1


@compiled
def put_cards(cards: int, block: int, out: Inputs, count: int) -> int:
    """Switch on the inputs of a set of cards; how many are on then."""
    while cards:
        out[count] = block * BLOCK + lowest(cards)
        count += 1
        cards &= cards - 1
    return count


@compiled
def cannot_place(game: Ints, row: Ints, viewer: int) -> int:
    """The cards a seat cannot place: the others' hands and the stock as one set."""
    hidden = row[W_UNSEEN]
    for seat in range(game[S_PLAYERS]):
        if seat != viewer:
            cards = row[moves.hand_at(seat)]
            hidden |= cards | (hidden & cards & YUCA_BIT) << 1
    return hidden


@compiled
def state_inputs(game: Ints, row: Ints, memory: Ints, viewer: int, out: Inputs) -> int:
    """Write what ``viewer`` knows into ``out``; how many inputs are on."""
    players = game[S_PLAYERS]
    hand, laid = row[moves.hand_at(viewer)], row[moves.laid_at(viewer)]
    hidden = cannot_place(game, row, viewer)
    count = put_cards(hand, 0, out, 0)
    count = put_cards(laid, 1, out, count)
    if row[W_UPCARD] >= 0:
        count = put_cards(1 << row[W_UPCARD], 2, out, count)
    count = put_cards(dead_cards(game, row), 3, out, count)
    if memory[viewer, M_GIVEN]:
        count = put_cards(1 << memory[viewer, M_GIVEN] - 1, 4, out, count)
    count = put_cards(seeds(game, hand | laid) & hidden, 5, out, count)
    if laid:
        count = put_cards(seeds(game, laid) & hidden, 6, out, count)
    block = OWN_BLOCKS
    for step in range(1, players):
        seat = (viewer + step) % players
        theirs = row[moves.laid_at(seat)]
        count = put_cards(theirs, block, out, count)
        count = put_cards(memory[seat, M_DECLINED], block + 1, out, count)
        count = put_cards(memory[seat, M_PAID], block + 2, out, count)
        if theirs:
            count = put_cards(seeds(game, theirs) & (hidden | hand), block + 3, out, count)
        block += SEAT_BLOCKS
    return _seats_and_phase(game, row, viewer, block, out, count)


@compiled
def _seats_and_phase(
    game: Ints, row: Ints, viewer: int, block: int, out: Inputs, count: int
) -> int:
    players, phase = game[S_PLAYERS], row[W_PHASE]
    for step in range(players):
        seat = (viewer + step) % players
        at = (block + step) * BLOCK
        out[count] = at + min(15, popcount(row[moves.hand_at(seat)]))
        count += 1
        place = moves.asked_step(game, row, seat)
        # Inside the exchange nobody is told who has chosen.
        signs = (
            phase != EXCHANGE and seat == row[W_ACTOR],
            phase != EXCHANGE and place < row[W_DECLINED],
            phase == OFFER and row[W_DECLINED] <= place < row[W_SIZE],
            seat == row[W_SOURCE],
            seat == row[W_TURNER],
            seat == row[W_FORCER],
        )
        for number in range(6):
            if signs[number]:
                out[count] = at + 16 + number
                count += 1
    at = (block + players) * BLOCK
    out[count] = at + min(47, row[W_STOCK])
    out[count + 1] = at + 48 + phase
    out[count + 2] = at + 63
    count += 3
    if row[W_TURNED]:
        out[count] = at + 55
        count += 1
    return count


@compiled
def extending(game: Ints, code: int) -> int:
    """The cards that extend one of the melds of a layout as it lies."""
    found = 0
    for shift in range(FIRST_PLACE, -1, -PLACE_BITS):
        here = code >> shift & PLACE_MASK
        if here:
            at = game[G_EXTENDED] + (here - 1) * CARDS
            for card in range(CARDS):
                if game[at + card] >= 0:
                    found |= 1 << card
    return found


@compiled
def action_inputs(game: Ints, row: Ints, action: Ints, hidden: int, out: Inputs) -> int:
    """Write an action of the actor into ``out``; how many inputs are on.

    ``hidden``: the cards he cannot place (:func:`cannot_place`).
    """
    actor, kind, cards = row[W_ACTOR], action[0], action[1]
    hand, laid = row[moves.hand_at(actor)], row[moves.laid_at(actor)]
    code = row[moves.code_at(actor)]
    out[0] = 6 * BLOCK + kind
    count = 1
    if kind in (A_TAKE, A_MELD):
        count = put_cards(cards, 0, out, count)
        laid |= cards | (laid & cards & YUCA_BIT) << 1
        if kind == A_TAKE:
            up = 1 << row[W_UPCARD]
            laid |= up | (laid & up & YUCA_BIT) << 1
        code = action[3]
    elif kind in (A_PAY, A_GIVE):
        count = put_cards(cards, 1 if kind == A_PAY else 2, out, count)
    if kind not in (A_FORCE, A_PASS):
        hand = remove(hand, cards)
        count = put_cards(seeds(game, hand | laid) & hidden, 3, out, count)
        if laid:
            count = put_cards(seeds(game, laid) & hidden, 4, out, count)
            if game[S_GROUPED] and kind in (A_TAKE, A_MELD):
                count = put_cards(extending(game, code) & hidden, 5, out, count)
    out[count] = 6 * BLOCK + 8 + min(15, popcount(hand))
    count += 1
    if kind == A_FORCE:
        return _force_inputs(game, row, action[2], out, count)
    if kind in (A_PAY, A_GIVE):
        return _loose_inputs(game, row, lowest(cards), laid, out, count)
    return count


@compiled
def _force_inputs(game: Ints, row: Ints, target: int, out: Inputs, count: int) -> int:
    players = game[S_PLAYERS]
    at = 6 * BLOCK
    out[count] = at + 24 + (target - row[W_ACTOR] + players) % players
    out[count + 1] = at + 32 + min(15, popcount(row[moves.hand_at(target)]))
    count += 2
    if moves.asked_step(game, row, target) < row[W_DECLINED]:
        out[count] = at + 48
        count += 1
    return count


@compiled
def _loose_inputs(game: Ints, row: Ints, card: int, laid: int, out: Inputs, count: int) -> int:
    """Of a card that is paid or given."""
    players, actor = game[S_PLAYERS], row[W_ACTOR]
    at = 7 * BLOCK
    out[count] = at + min(15, conn(row[moves.hand_at(actor)] & NATURALS, card))
    count += 1
    for step in range(1, players):
        theirs = row[moves.laid_at((actor + step) % players)]
        if theirs and seeds(game, theirs) >> card & 1:
            out[count] = at + 16 + step
            count += 1
    if laid and seeds(game, laid) >> card & 1:
        out[count] = at + 24
        count += 1
    return count


@compiled
def plan_inputs(desk: Ints, place: int, block: int, out: Inputs, count: int) -> int:
    """Switch on what ``kernel.plans`` has said of an action, or of staying as it is."""
    at, said = block * BLOCK, JUDGED * place
    out[count] = at + desk[said + J_LEVEL]
    out[count + 1] = at + LEVELS + desk[said + J_LEAST]
    count += 2
    if place < MOST_JUDGED:
        out[count] = at + LEVELS + 8 + desk[said + J_BEHIND]
        count += 1
    return count


@compiled
def note(game: Ints, row: Ints, memory: Ints, action: Ints) -> None:
    """Update the memory by an action about to be applied to ``row``."""
    actor, kind = row[W_ACTOR], action[0]
    if kind == A_PASS:
        if row[W_PHASE] == OFFER:
            memory[actor, M_DECLINED] |= 1 << row[W_UPCARD]
        return
    if kind == A_FORCE:
        return
    if kind == A_GIVE:
        memory[actor, M_GIVEN] = lowest(action[1]) + 1
        return
    if kind == A_PAY:
        memory[actor, M_PAID] |= action[1]
    giver = actor - 1 if actor > 0 else game[S_PLAYERS] - 1
    if memory[giver, M_GIVEN]:
        given = 1 << memory[giver, M_GIVEN] - 1
        if action[1] & (given | (given & YUCA_BIT) << 1):
            memory[giver, M_GIVEN] = 0
