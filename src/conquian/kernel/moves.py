"""Compiled rules: what may be done in a position, and what it changes (rules.md §4–5).

The twin of ``core.turns``; read that for the reasons. Every function works on one row in place.
``game`` is an array of :func:`conquian.kernel.tables.game_array`.
"""

from __future__ import annotations

from conquian.kernel.bits import add, lowest, popcount, remove, seeds
from conquian.kernel.jit import compiled
from conquian.kernel.melding import (
    FOUND,
    ROOM,
    arrangements,
    completions,
    extends_one,
    placings,
    sort_found,
    splits,
)
from conquian.kernel.tables import (
    S_AUTOMATIC,
    S_DECK,
    S_DISCARDER,
    S_EXCHANGE,
    S_FEWEST,
    S_FORCING,
    S_GROUPED,
    S_MELDS,
    S_MUST,
    S_OPENER,
    S_PAID,
    S_PLACE,
    S_PLAYERS,
    S_STOCK,
    S_TURNED,
    S_UPCARD,
    S_WINDOW,
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
    FORCED,
    NOT_OVER,
    OFFER,
    OUT,
    OVER,
    PAY,
    STOCK_OUT,
    TURN,
    W_ACTOR,
    W_DEALER,
    W_DECLINED,
    W_FIRST,
    W_FORCER,
    W_GIFTS,
    W_PHASE,
    W_REASON,
    W_SEATS,
    W_SIZE,
    W_SOURCE,
    W_STOCK,
    W_TURNED,
    W_TURNER,
    W_UNSEEN,
    W_UPCARD,
    W_WINNER,
    WINDOW,
)

# Seats.


@compiled
def hand_at(seat: int) -> int:
    """Place of a seat's hand in the row."""
    return W_SEATS + 3 * seat


@compiled
def laid_at(seat: int) -> int:
    """Place of a seat's laid cards in the row."""
    return W_SEATS + 3 * seat + 1


@compiled
def code_at(seat: int) -> int:
    """Place of a seat's layout code in the row."""
    return W_SEATS + 3 * seat + 2


@compiled
def after(game: Ints, seat: int) -> int:
    """The next seat."""
    return seat + 1 if seat + 1 < game[S_PLAYERS] else 0


@compiled
def asked_step(game: Ints, row: Ints, seat: int) -> int:
    """The place of ``seat`` in the queue of this upcard, counted round from its first."""
    return (seat - row[W_FIRST] + game[S_PLAYERS]) % game[S_PLAYERS]


# Whom a card fits.


@compiled
def fits(game: Ints, row: Ints, seat: int, card: int, scratch: Ints) -> bool:
    """Whether ``card`` can join the layout of ``seat`` with no hand card."""
    laid = row[laid_at(seat)]
    if laid == 0:
        return False
    if game[S_GROUPED]:
        return extends_one(game, row[code_at(seat)], card)
    if seeds(game, laid) >> card & 1 == 0:
        return False
    return splits(game, add(laid, 1 << card), scratch)


@compiled
def may_be_forced(game: Ints, row: Ints, target: int, scratch: Ints) -> bool:
    """Whether the player asked may force ``target`` with the upcard."""
    if game[S_FORCING] == 0 or target == row[W_ACTOR]:
        return False
    if row[W_TURNED] == 0 and target == row[W_SOURCE] and game[S_DISCARDER] == 0:
        return False
    return fits(game, row, target, row[W_UPCARD], scratch)


@compiled
def window_fits(game: Ints, row: Ints, scratch: Ints) -> int:
    """The seats that declined and whom the upcard fits, as bits by their place in the queue."""
    found = 0
    for step in range(row[W_DECLINED]):
        seat = (row[W_FIRST] + step) % game[S_PLAYERS]
        if fits(game, row, seat, row[W_UPCARD], scratch):
            found |= 1 << step
    return found


@compiled
def window_targets(game: Ints, row: Ints, fitted: int, by: int) -> int:
    """Those of ``fitted`` whom ``by`` may force: if it declined itself, only later ones."""
    step = asked_step(game, row, by)
    return fitted >> step + 1 << step + 1 if step < row[W_DECLINED] else fitted


# What may be done.


@compiled
def may_meld(game: Ints, row: Ints) -> bool:
    """Whether the player asked may lay melds wholly from his hand now."""
    how = game[S_MELDS]
    return how == 2 or (how == 1 and row[W_TURNED] == 1 and row[W_SOURCE] == row[W_ACTOR])


@compiled
def may_pass(game: Ints, row: Ints, forces: int, scratch: Ints) -> bool:
    """Whether the player asked, who could force so many others, may pass."""
    if game[S_MUST] and forces > 0:
        return False
    if game[S_AUTOMATIC]:
        return not fits(game, row, row[W_ACTOR], row[W_UPCARD], scratch)
    return True


@compiled
def find_layings(game: Ints, row: Ints, kind: int, skip: int, scratch: Ints) -> int:
    """List in ``scratch`` the actor's takes or melds from the hand; how many there are.

    Unsorted; from number ``skip`` on where the grouping matters.
    """
    seat = row[W_ACTOR]
    hand, must = row[hand_at(seat)], row[laid_at(seat)]
    if kind == A_TAKE:
        if seeds(game, must | hand) >> row[W_UPCARD] & 1 == 0:
            return 0
        must = add(must, 1 << row[W_UPCARD])
    elif seeds(game, must | hand) & hand == 0:
        return 0
    if game[S_GROUPED]:
        return arrangements(game, must, hand, 1 if kind == A_MELD else 0, skip, scratch)
    found = completions(game, must, hand, scratch)
    for place in range(found):
        scratch[FOUND + scratch[ROOM] + place] = 0
    if kind == A_MELD:
        for place in range(found):
            if scratch[FOUND + place] == 0:
                scratch[FOUND + place] = scratch[FOUND + found - 1]
                return found - 1
    return found


@compiled
def find_forced(game: Ints, row: Ints, skip: int, scratch: Ints) -> int:
    """List in ``scratch`` what the forced actor may do; how many there are. Unsorted likewise."""
    if game[S_PLACE] == 0:
        return find_layings(game, row, A_TAKE, skip, scratch)
    if game[S_GROUPED]:
        return placings(game, row[code_at(row[W_ACTOR])], row[W_UPCARD], scratch)
    scratch[FOUND] = 0
    scratch[FOUND + scratch[ROOM]] = 0
    return 1


@compiled
def _write(rows: Ints, count: int, kind: int, cards: int, seat: int, code: int) -> int:
    """Append an action if there is room; how many there are then."""
    if count < len(rows):
        rows[count, 0], rows[count, 1], rows[count, 2], rows[count, 3] = kind, cards, seat, code
    return count + 1


@compiled
def _write_found(rows: Ints, count: int, kind: int, found: int, scratch: Ints) -> int:
    """Append what a search found, in ``core``'s order."""
    if found > scratch[ROOM]:
        return count + found + len(rows)
    sort_found(scratch, found)
    codes = FOUND + scratch[ROOM]
    for place in range(found):
        count = _write(rows, count, kind, scratch[FOUND + place], -1, scratch[codes + place])
    return count


@compiled
def legal(game: Ints, row: Ints, rows: Ints, scratch: Ints) -> int:
    """Write all legal actions into ``rows`` (…, 4) in ``core``'s order; how many there are.

    More than ``len(rows)`` means that there was not enough room, in ``rows`` or in ``scratch``.
    """
    phase, actor = row[W_PHASE], row[W_ACTOR]
    count = 0
    if phase == OFFER:
        if may_meld(game, row):
            found = find_layings(game, row, A_MELD, 0, scratch)
            count = _write_found(rows, count, A_MELD, found, scratch)
        found = find_layings(game, row, A_TAKE, 0, scratch)
        count = _write_found(rows, count, A_TAKE, found, scratch)
        forces = 0
        for target in range(game[S_PLAYERS]):
            if may_be_forced(game, row, target, scratch):
                count = _write(rows, count, A_FORCE, 0, target, 0)
                forces += 1
        if may_pass(game, row, forces, scratch):
            count = _write(rows, count, A_PASS, 0, -1, 0)
    elif phase in (PAY, EXCHANGE):
        kind = A_PAY if phase == PAY else A_GIVE
        hand = row[hand_at(actor)]
        hand &= ~((hand & 1 << 60) << 1)  # the second yuca is no other card
        while hand:
            count = _write(rows, count, kind, hand & -hand, -1, 0)
            hand &= hand - 1
    elif phase == WINDOW:
        fitted = window_fits(game, row, scratch)
        targets = window_targets(game, row, fitted, actor)
        for target in range(game[S_PLAYERS]):
            if targets >> asked_step(game, row, target) & 1:
                count = _write(rows, count, A_FORCE, 0, target, 0)
        count = _write(rows, count, A_PASS, 0, -1, 0)
    elif phase == FORCED:
        found = find_forced(game, row, 0, scratch)
        count = _write_found(rows, count, A_TAKE, found, scratch)
    return count


# What it changes.


@compiled
def no_upcard(row: Ints) -> None:
    """Nothing is on offer; blanked so that equal positions are equal rows."""
    row[W_UPCARD] = row[W_SOURCE] = row[W_FIRST] = -1
    row[W_TURNED] = row[W_SIZE] = row[W_DECLINED] = 0


@compiled
def finish(row: Ints, winner: int, reason: int) -> None:
    """The deal is over."""
    no_upcard(row)
    row[W_PHASE] = OVER
    row[W_ACTOR] = row[W_TURNER] = row[W_FORCER] = -1
    row[W_WINNER] = winner
    row[W_REASON] = reason


@compiled
def turn_next(game: Ints, row: Ints) -> None:
    """The next turner turns a stock card; if none is left the deal ends."""
    if row[W_STOCK]:
        no_upcard(row)
        row[W_ACTOR] = row[W_FORCER] = -1
        row[W_PHASE] = TURN
        return
    winner = -1
    if game[S_FEWEST]:
        least = 99
        for seat in range(game[S_PLAYERS]):
            count = popcount(row[hand_at(seat)])
            if count < least:
                winner, least = seat, count
            elif count == least:
                winner = -1
    finish(row, winner, STOCK_OUT)


@compiled
def reveal(game: Ints, row: Ints, card: int) -> None:
    """``card`` (60 for any yuca) is turned from the stock and offered."""
    seat = row[W_TURNER]
    row[W_UNSEEN] = remove(row[W_UNSEEN], 1 << card)
    if row[W_STOCK] == game[S_STOCK]:
        row[W_FIRST] = after(game, row[W_DEALER])
        row[W_SIZE] = game[S_PLAYERS]
        row[W_TURNER] = (row[W_DEALER] + game[S_OPENER]) % game[S_PLAYERS]
    else:
        row[W_FIRST] = seat
        row[W_SIZE] = game[S_TURNED]
        row[W_TURNER] = after(game, seat)
    row[W_STOCK] -= 1
    row[W_UPCARD] = card
    row[W_TURNED] = 1
    row[W_SOURCE] = seat
    row[W_DECLINED] = 0
    row[W_PHASE] = OFFER
    row[W_ACTOR] = row[W_FIRST]


@compiled
def pay(game: Ints, row: Ints, card: int) -> None:
    """The actor pays ``card``, which is the next upcard."""
    seat = row[W_ACTOR]
    row[hand_at(seat)] = remove(row[hand_at(seat)], 1 << card)
    row[W_UPCARD] = card
    row[W_TURNED] = 0
    row[W_SOURCE] = seat
    row[W_FIRST] = row[W_TURNER] = row[W_ACTOR] = after(game, seat)
    row[W_SIZE] = game[S_PAID]
    row[W_DECLINED] = 0
    row[W_PHASE] = OFFER


@compiled
def lay(row: Ints, cards: int, code: int) -> None:
    """The actor lays these hand cards; ``code`` is his layout then, where the grouping matters."""
    seat = row[W_ACTOR]
    row[hand_at(seat)] = remove(row[hand_at(seat)], cards)
    row[laid_at(seat)] = add(row[laid_at(seat)], cards)
    row[code_at(seat)] = code


@compiled
def take(row: Ints, cards: int, code: int) -> None:
    """The actor takes the upcard with these hand cards: he is out, or must pay."""
    seat = row[W_ACTOR]
    row[laid_at(seat)] = add(row[laid_at(seat)], 1 << row[W_UPCARD])
    lay(row, cards, code)
    if row[hand_at(seat)] == 0:
        finish(row, seat, OUT)
    else:
        no_upcard(row)
        row[W_PHASE] = PAY
        row[W_TURNER] = row[W_FORCER] = -1


@compiled
def force(row: Ints, target: int) -> None:
    """The actor forces ``target``, who must take."""
    row[W_FORCER] = row[W_ACTOR]
    row[W_ACTOR] = target
    row[W_PHASE] = FORCED


@compiled
def give(game: Ints, row: Ints, card: int) -> None:
    """The actor has chosen his gift; when all have, the cards change hands."""
    players = game[S_PLAYERS]
    row[W_GIFTS] |= card + 1 << 6 * row[W_ACTOR]
    if row[W_ACTOR] != row[W_DEALER]:
        row[W_ACTOR] = after(game, row[W_ACTOR])
        return
    for seat in range(players):
        gift = 1 << (row[W_GIFTS] >> 6 * seat & 63) - 1
        row[hand_at(seat)] = remove(row[hand_at(seat)], gift)
    for seat in range(players):
        gift = 1 << (row[W_GIFTS] >> 6 * seat & 63) - 1
        receiver = hand_at(after(game, seat))
        row[receiver] = add(row[receiver], gift)
    row[W_GIFTS] = 0
    turn_next(game, row)


@compiled
def ask_window(game: Ints, row: Ints, passed: int, scratch: Ints) -> None:
    """Give the decision to the first seat that has a target, after the first ``passed`` seats."""
    fitted = window_fits(game, row, scratch)
    if fitted:
        start = row[W_FIRST] + row[W_SIZE]
        for step in range(passed, game[S_PLAYERS]):
            seat = (start + step) % game[S_PLAYERS]
            if window_targets(game, row, fitted, seat):
                row[W_PHASE] = WINDOW
                row[W_ACTOR] = seat
                return
    turn_next(game, row)


@compiled
def pass_on(game: Ints, row: Ints, scratch: Ints) -> None:
    """The actor passes, in an offer or in the window."""
    players = game[S_PLAYERS]
    if row[W_PHASE] == WINDOW:
        start = row[W_FIRST] + row[W_SIZE]
        passed = (row[W_ACTOR] - start + 2 * players) % players + 1
        ask_window(game, row, passed, scratch)
        return
    row[W_DECLINED] += 1
    if row[W_DECLINED] < row[W_SIZE]:
        row[W_ACTOR] = after(game, row[W_ACTOR])
    elif game[S_WINDOW]:
        ask_window(game, row, 0, scratch)
    else:
        turn_next(game, row)


@compiled
def apply(game: Ints, row: Ints, action: Ints, scratch: Ints) -> None:
    """Do an action known to be legal; anything else is undefined."""
    kind = action[0]
    if kind == A_PASS:
        pass_on(game, row, scratch)
    elif kind == A_TAKE:
        take(row, action[1], action[3])
    elif kind == A_PAY:
        pay(game, row, lowest(action[1]))
    elif kind == A_FORCE:
        force(row, action[2])
    elif kind == A_MELD:
        lay(row, action[1], action[3])
    else:
        give(game, row, lowest(action[1]))


@compiled
def start(game: Ints, row: Ints, dealer: int) -> None:
    """Fill in everything but the hands right after the deal; they must be in the row already."""
    row[:W_SEATS] = 0
    no_upcard(row)
    row[W_DEALER] = dealer
    row[W_FORCER] = row[W_ACTOR] = -1
    row[W_WINNER] = NOT_OVER
    pone = after(game, dealer)
    row[W_TURNER] = dealer if game[S_UPCARD] else pone
    row[W_PHASE] = TURN
    row[W_STOCK] = game[S_STOCK]
    if game[S_EXCHANGE]:
        row[W_PHASE] = EXCHANGE
        row[W_ACTOR] = pone
    unseen = game[S_DECK]
    for seat in range(game[S_PLAYERS]):
        unseen = remove(unseen, row[hand_at(seat)])
        row[laid_at(seat)] = row[code_at(seat)] = 0
    row[W_UNSEEN] = unseen
