"""When a player certainly cannot win, without search: bounds for ``solve_search``.

*p* is the player who might win, *o* the other. All of it holds where p wins by going out only, not
with ``stock_out: fewest``.

**Out of reach.** To go out p lays H + 1 cards that stand in melds of cards he can have, and every
hand card that cannot must be paid, which takes one upcard each and one more to go out. Where that
many cannot come, he does not win.

**Standing aside.** o can always play so: he passes, and when forced takes the upcard with no hand
card, which is legal since it fits what he has laid. What does that give p? Only what o must pay:

* o pays once if he is about to, and once for each card he is forced with from now on. Such a card
  is one that can still become an upcard and stands in a meld with two cards o has laid by then. It
  is laid then, so it counts once, and all that can ever be (with those that only fit after others,
  and so on) are counted by :func:`_payments_of`.
* If that many cards of o's hand are in no meld with anything p could have by then, and can not be
  forced back on o, he pays with those, and p gets no card of use from him, ever.

Then p can lay nothing but what he has laid, his hand, and the stock, and o never forces him. If he
cannot go out so, o's standing aside keeps him from winning, and best play does too.

That needs o's right to pass, so it is not asked with ``force: must`` or ``automatic``; and not with
yucas, so that masks are plain sets here.

**Alone.** Whether p can go out with the stock to himself is found by trying all takes in stock
order (:func:`alone`). Payments need no choice: cards paid are just those hand cards that are never
laid, and he is out when H + 1 cards lie. A meld from the hand may as well be laid with the next
take, and there is one if he goes out. The later he begins, the less he can do: so what is
remembered for laid cards and a hand is the latest stock card he can begin with.
"""

from __future__ import annotations

from typing import Final

from conquian.kernel.bits import add, remove
from conquian.kernel.jit import compiled, popcount
from conquian.kernel.solve_arena import (
    ALONE,
    ALONE_FRAME,
    ALONE_FRAMES,
    ALONE_LIST,
    ALONE_ROOM,
    ALONE_SLOTS,
    LAID,
    MASK24,
    MASK63,
    SETTING,
    STOCK,
    STOCK_SIZE,
    layings,
    seeds,
)
from conquian.kernel.tables import (
    S_AUTOMATIC,
    S_FEWEST,
    S_GROUPED,
    S_HAND,
    S_MUST,
    S_YUCAS,
    Ints,
)

MOST_WORK: Final = 300
"""Positions :func:`alone` looks at before it gives up and says that p may win. Presets need some
twenty; packs with long hands and many melds would need very many."""

GOES_OUT: Final = -1
NO_ROOM: Final = -2
"""Instead of a number of choices: one of them goes out; there are too many to list."""

A_LAID, A_HAND, A_START, A_PLACE, A_FIRST, A_END, A_SLOT, A_KEY, A_REACH = range(9)
"""Words of a frame: the position, the first stock card allowed, the one looked at, its choices not
yet tried in the list, the position's slot and key, and which cards it could meld at all."""


@compiled
def cannot_win(
    arena: Ints, laid: int, hand: int, other_laid: int, other_hand: int, left: int,
    good: int, pays: int, owes: int, forced: int, start: int, generation: int,
) -> bool:  # fmt: skip
    """Whether p certainly does not win; proofs at the head of this module.

    Args:
        arena, generation: as in ``solve_search.search``.
        laid, hand, other_laid, other_hand: cards of p and of o.
        left: the stock that is left and the upcard.
        good: the cards that stand in melds of ``left``, p's cards and o's hand.
        pays: 1 if p is about to pay.
        owes: 1 if o is about to pay, or forced.
        forced: the upcard if o is forced with it, else -1.
        start: number of the first stock card p might still take, -1 if he might take an upcard that
            does not come from the stock.
    """
    if arena[SETTING + S_FEWEST]:
        return False
    size = int(arena[SETTING + S_HAND])
    aside = (
        arena[SETTING + S_YUCAS] == 0
        and arena[SETTING + S_MUST] == 0
        and arena[SETTING + S_AUTOMATIC] == 0
        and _gives_nothing(
            arena, laid, hand, other_laid, other_hand, left, good, owes, forced
        )
    )  # fmt: skip
    if not aside:
        pool = add(laid, add(left, add(hand, other_hand)))
        return _out_of_reach(pool, good, laid, hand, add(left, other_hand), size, pays)
    pool = laid | left | hand
    if _out_of_reach(pool, seeds(arena, pool), laid, hand, left, size, pays):
        return True
    return start >= 0 and not alone(arena, laid, hand, start, generation)


@compiled
def _out_of_reach(
    pool: int, good: int, laid: int, hand: int, coming: int, size: int, pays: int
) -> bool:
    """Whether too few cards can come.

    ``pool``: all cards that could lie before p; ``good``: those that stand in melds of them;
    ``coming``: those that can still become upcards.
    """
    if popcount(pool & (good | laid)) <= size:
        return True
    waste = popcount(hand & ~good) + 1 - pays
    return popcount(coming & good) < (max(1, waste))


@compiled
def _gives_nothing(
    arena: Ints, laid: int, hand: int, other_laid: int, other_hand: int, left: int, good: int,
    owes: int, forced: int,
) -> bool:  # fmt: skip
    """Whether o can stand aside and pay nothing that p could use. No yucas."""
    payments = owes
    lying = other_laid
    if other_laid:
        coming = left | hand
        if forced >= 0:
            lying |= 1 << forced
        while True:
            more = coming & seeds(arena, lying) & ~lying
            if more == 0:
                break
            payments += popcount(more)
            lying |= more
    if payments == 0:
        return True
    # One card paid meets only what p can have anyhow; several could also meet each other.
    used = seeds(arena, laid | hand | left) if payments == 1 else good
    return popcount(other_hand & ~used & ~seeds(arena, lying)) >= payments


@compiled
def alone(arena: Ints, laid: int, hand: int, start: int, generation: int) -> bool:
    """Whether these cards can go out with the stock from number ``start`` on to themselves.

    True as well if that is not known after ``MOST_WORK`` positions. Depth first, with an explicit
    stack; of the stock cards to begin with the last is tried first, so that the first that works is
    the latest. An entry of the table is ``latest * 2 + 1``, or ``bound * 2`` while it is only known
    that none from ``bound`` on works.
    """
    stock_size = int(arena[STOCK_SIZE])
    frame = ALONE_FRAMES - ALONE_FRAME
    depth = -1
    work = place = first = end = 0
    entering, found = True, False
    while True:
        if entering:
            entering = False
            key = _key(laid, hand, generation)
            slot = ALONE + 2 * (key & (ALONE_SLOTS - 1))
            entry = int(arena[slot + 1]) if arena[slot] == key else stock_size << 1
            found = entry & 1 == 1 and entry >> 1 >= start
            if entry & 1 or entry >> 1 <= start:
                if depth < 0:
                    return found
                place = int(arena[frame + A_PLACE])
            else:
                work += 1
                if work > MOST_WORK:
                    return True
                depth += 1
                frame += ALONE_FRAME
                arena[frame + A_LAID], arena[frame + A_HAND] = laid, hand
                arena[frame + A_START] = start
                arena[frame + A_SLOT], arena[frame + A_KEY] = slot, key
                arena[frame + A_REACH] = seeds(arena, laid | hand)
                place, first = entry >> 1, end
                arena[frame + A_FIRST] = first
        # `found` is the answer to the choice just tried of the position on top.
        first = int(arena[frame + A_FIRST])
        start = int(arena[frame + A_START])
        if not found and first < end:
            end -= 1
            laid, hand = int(arena[ALONE_LIST + 2 * end]), int(arena[ALONE_LIST + 2 * end + 1])
            start = place + 1
            entering = True
            continue
        if not found:
            reach = int(arena[frame + A_REACH])
            place -= 1
            while place >= start and reach >> int(arena[STOCK + place]) & 1 == 0:
                place -= 1
            if place >= start:
                hand = int(arena[frame + A_HAND])
                must = add(int(arena[frame + A_LAID]), 1 << int(arena[STOCK + place]))
                end = _takes(arena, must, hand, place + 1 < stock_size, end)
                if end == NO_ROOM:
                    return True
                found = end == GOES_OUT
                if not found:
                    arena[frame + A_PLACE] = place
                    continue
        slot = int(arena[frame + A_SLOT])
        arena[slot] = arena[frame + A_KEY]
        arena[slot + 1] = place << 1 | 1 if found else start << 1
        end = first
        depth -= 1
        frame -= ALONE_FRAME
        if depth < 0:
            return found
        place = int(arena[frame + A_PLACE])


@compiled
def _takes(arena: Ints, must: int, hand: int, goes_on: bool, end: int) -> int:  # noqa: FBT001
    """List after a take: the laid cards and the hand. The new end, ``GOES_OUT`` or ``NO_ROOM``."""
    size = int(arena[SETTING + S_HAND])
    lies = popcount(must)
    span = int(layings(arena, int(arena[SETTING + S_GROUPED]), must, hand))
    choice = LAID + 2 * (span >> 24)
    last = choice + 2 * (span & MASK24)
    while choice < last:
        cards = int(arena[choice])
        count = lies + popcount(cards)
        if count == size + 1:
            return GOES_OUT
        if count <= size and goes_on:
            if end == ALONE_ROOM:
                return NO_ROOM
            arena[ALONE_LIST + 2 * end] = add(must, cards)
            arena[ALONE_LIST + 2 * end + 1] = remove(hand, cards)
            end += 1
        choice += 2
    return end


@compiled
def _key(laid: int, hand: int, generation: int) -> int:
    """63 bits of hash, as in ``solve_arena.key_of``."""
    key = (laid * 0x3C6EF372FE94F82B) & MASK63
    key = (key + hand * 0x1D8E4E27C47D124F) & MASK63
    key = (key + int(generation) * 0x5BE0CD19137E2179) & MASK63
    key ^= key >> 31
    key = (key * 0x3C79AC492BA7B653) & MASK63
    return key ^ key >> 29
