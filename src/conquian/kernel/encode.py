"""What one seat knows, as a row of numbers for learning.

Built field by field from what docs/rules.md §11 says a seat may know, never by blanking: nothing
here reads another seat's hand, the cards of the stock, or who has chosen in the exchange. ``known``
is the one thing to remember, see :func:`remember`.

With n players, cards in card order (naturals, then one place for the yucas if the deal has any) and
seats counted from the observer on, an observation is

| block | length | values |
|---|---|---|
| own hand, upcard, dead cards, given card still in the next hand | 4 × cards | how many (0, 1, 2) |
| laid cards by seat; where the grouping matters four melds by seat | n (× 4) × cards | likewise |
| hand sizes by seat | n | cards / H |
| actor, source of the upcard, next turner, forcer, dealer | 5 × n | one-hot, 0 if nobody |
| seats that have passed on the upcard; seats still to be asked about it | 2 × n | 0 or 1 |
| phase | 7 | one-hot |
| upcard was turned; stock | 2 | 0 or 1; cards / cards at the start |
"""

from __future__ import annotations

from conquian.kernel import moves
from conquian.kernel.bits import NATURALS, popcount, remove
from conquian.kernel.guided import Floats
from conquian.kernel.jit import compiled
from conquian.kernel.tables import (
    FIRST_PLACE,
    G_MASKS,
    G_RANKS,
    G_SUITS,
    LANE,
    MOST_MELDS,
    PLACE_BITS,
    PLACE_MASK,
    S_DECK,
    S_GROUPED,
    S_HAND,
    S_PLAYERS,
    S_STOCK,
    S_YUCAS,
    YUCA_BIT,
    YUCA_CARD,
    Ints,
)
from conquian.kernel.words import (
    A_GIVE,
    EXCHANGE,
    OFFER,
    W_ACTOR,
    W_DEALER,
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

PHASES = 7
_SEAT_BLOCKS = 8


@compiled
def card_places(game: Ints) -> int:
    """How many places a set of cards takes."""
    return game[G_RANKS] * game[G_SUITS] + (1 if game[S_YUCAS] else 0)


@compiled
def observation_size(game: Ints) -> int:
    """The length of an observation."""
    players = game[S_PLAYERS]
    sets = 4 + players * (MOST_MELDS if game[S_GROUPED] else 1)
    return sets * card_places(game) + _SEAT_BLOCKS * players + PHASES + 2


@compiled
def _put_cards(game: Ints, cards: int, out: Floats, at: int) -> int:
    """Write a set of cards; the place after it."""
    ranks = game[G_RANKS]
    for suit in range(game[G_SUITS]):
        for rank in range(ranks):
            out[at] = cards >> suit * LANE + rank & 1
            at += 1
    if game[S_YUCAS]:
        out[at] = popcount(cards >> YUCA_CARD)
        at += 1
    return at


@compiled
def _put_seat(players: int, viewer: int, seat: int, out: Floats, at: int) -> int:
    """Write a seat, counted from the viewer, as one-hot; the place after it."""
    for step in range(players):
        out[at + step] = 1.0 if seat >= 0 and (viewer + step) % players == seat else 0.0
    return at + players


@compiled
def dead_cards(game: Ints, row: Ints) -> int:
    """The cards out of play for good. They were all shown, so everybody knows them."""
    dead = game[S_DECK]
    for seat in range(game[S_PLAYERS]):
        dead = remove(dead, row[moves.hand_at(seat)])
        dead = remove(dead, row[moves.laid_at(seat)])
    dead = remove(dead, row[W_UNSEEN])
    return remove(dead, 1 << row[W_UPCARD]) if row[W_UPCARD] >= 0 else dead


@compiled
def observe(game: Ints, row: Ints, known: Ints, viewer: int, out: Floats) -> None:
    """Write the observation of seat ``viewer`` into ``out`` (``observation_size``,).

    ``known`` (players,): for each seat, 1 + the card it gave away and knows to be in the next
    seat's hand, or 0.
    """
    players = game[S_PLAYERS]
    at = _put_cards(game, row[moves.hand_at(viewer)], out, 0)
    at = _put_cards(game, 1 << row[W_UPCARD] if row[W_UPCARD] >= 0 else 0, out, at)
    at = _put_cards(game, dead_cards(game, row), out, at)
    at = _put_cards(game, 1 << known[viewer] - 1 if known[viewer] else 0, out, at)
    for step in range(players):
        seat = (viewer + step) % players
        if game[S_GROUPED]:
            code = row[moves.code_at(seat)]
            for shift in range(FIRST_PLACE, -1, -PLACE_BITS):
                here = code >> shift & PLACE_MASK
                at = _put_cards(game, game[G_MASKS + here - 1] if here else 0, out, at)
        else:
            at = _put_cards(game, row[moves.laid_at(seat)], out, at)
    for step in range(players):
        out[at] = popcount(row[moves.hand_at((viewer + step) % players)]) / game[S_HAND]
        at += 1
    # Inside the exchange nobody is told who has chosen.
    at = _put_seat(players, viewer, -1 if row[W_PHASE] == EXCHANGE else row[W_ACTOR], out, at)
    at = _put_seat(players, viewer, row[W_SOURCE], out, at)
    at = _put_seat(players, viewer, row[W_TURNER], out, at)
    at = _put_seat(players, viewer, row[W_FORCER], out, at)
    at = _put_seat(players, viewer, row[W_DEALER], out, at)
    for step in range(players):
        seat = (viewer + step) % players
        place = moves.asked_step(game, row, seat)
        out[at + step] = 1.0 if place < row[W_DECLINED] else 0.0
        coming = row[W_PHASE] == OFFER and row[W_DECLINED] <= place < row[W_SIZE]
        out[at + players + step] = 1.0 if coming else 0.0
    at += 2 * players
    for phase in range(PHASES):
        out[at + phase] = 1.0 if row[W_PHASE] == phase else 0.0
    at += PHASES
    out[at] = row[W_TURNED]
    out[at + 1] = row[W_STOCK] / game[S_STOCK]


@compiled
def remember(game: Ints, row: Ints, known: Ints, action: Ints) -> None:
    """Update ``known`` by an action about to be applied to ``row``.

    A gift is known to its giver until the receiver puts down a card like it.
    """
    actor = row[W_ACTOR]
    if action[0] == A_GIVE:
        card = 0
        while action[1] >> card & 1 == 0:
            card += 1
        known[actor] = card + 1
        return
    giver = actor - 1 if actor > 0 else game[S_PLAYERS] - 1
    if known[giver]:
        given = 1 << known[giver] - 1
        if action[1] & (given | (given & ~NATURALS & YUCA_BIT) << 1):
            known[giver] = 0
