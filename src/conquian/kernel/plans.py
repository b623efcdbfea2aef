"""Ways to go out, compiled: what ``bots.plans`` does for people to read, fast enough to learn with.

A **plan** is a final layout: H + 1 cards in melds of three to five that hold everything laid so
far (longer runs lie as two). What it needs beyond layout and hand must still come. A plan that
waits for k cards weighs about ``p ** k``, where p is the chance that a given card comes; plans that
wait for the same cards count once. The worth of an action is the weight of the plans it leaves
open.

``desk`` (``PLAN_WORDS``,) int64 is the working memory of one thread, and where :func:`judge` leaves
for every legal action three whole numbers (``J_LEVEL``, ``J_BEHIND``, ``J_LEAST``).
"""

from __future__ import annotations

from typing import Final

import numpy as np

from conquian.kernel import moves
from conquian.kernel.bits import add, popcount, remove
from conquian.kernel.guided import Floats
from conquian.kernel.jit import compiled
from conquian.kernel.tables import (
    G_MASKS,
    G_MELDS,
    S_HAND,
    YUCA_BIT,
    Ints,
)
from conquian.kernel.words import (
    A_GIVE,
    A_MELD,
    A_PAY,
    A_TAKE,
    W_ACTOR,
    W_STOCK,
    W_UPCARD,
)

J_LEVEL, J_BEHIND, J_LEAST, JUDGED = range(4)
"""What is said of an action: the worth in half powers of two (0–31, 31 the most); how many quarter
powers of two it lies behind the best (0–15); the least number of cards still missing (0–7)."""

LEVELS: Final = 32
STEPS_BEHIND: Final = 16
MOST_JUDGED: Final = 256
"""Legal actions beyond are not judged."""

_MOST_MISSING: Final = 5
_ENOUGH: Final = 50
_MOST_TRIES: Final = 12_000
_MOST_PLANS: Final = 1024
_MOST_PARTS: Final = 1024
_HASH: Final = 4096

N_STAY: Final = JUDGED * (MOST_JUDGED + 1)
_PARTS: Final = N_STAY + 2
_PLANS: Final = _PARTS + 3 * _MOST_PARTS
_PLAN_ROOM: Final = 3 * _MOST_PLANS
_SEEN: Final = _PLANS + 2 * _PLAN_ROOM
_STAMP: Final = _SEEN + 2 * _HASH
PLAN_WORDS: Final = _STAMP + 1
"""The desk: three numbers for each action, and for staying as it is behind them; how many plans
there are without and with the upcard; parts (own cards, missing cards, lacks and halves); plans
twice (own cards used, missing cards, how many and halves); a hash of missing cards with stamps."""


@compiled
def _halves(mask: int, missing: int) -> int:
    """How often the weight of a meld that lacks two cards is halved: they must come in an order in
    which the first stands in a meld at once. 9: in none."""
    if mask & YUCA_BIT:
        return 0
    low, high = missing & -missing, missing & (missing - 1)
    if (mask & -mask) << 1 & mask == 0:  # a set: any three of the four
        return 0
    top = mask & ~(mask >> 1)
    ways = 0
    for card in (low, high):
        if card in (mask & -mask, top):
            ways += 1
    return 0 if ways == 2 else 1 if ways == 1 else 9


@compiled
def _list_parts(game: Ints, own: int, live: int, desk: Ints) -> int:
    """The melds with two cards or more at hand whose others may come, fewest missing first."""
    count = 0
    for lacks in range(3):
        for index in range(game[G_MELDS]):
            mask = game[G_MASKS + index]
            size = popcount(mask)
            if size > 5 or count == _MOST_PARTS:
                continue
            have = mask & own
            missing = mask & ~own
            if popcount(missing) != lacks or missing & ~live:
                continue
            if lacks and size - lacks < 2:
                continue
            halves = 0
            if lacks == 2:
                halves = _halves(mask, missing)
                if halves == 9:
                    continue
            at = _PARTS + 3 * count
            desk[at], desk[at + 1] = have, missing
            desk[at + 2] = lacks | halves << 8 | size << 16
            count += 1
    return count


@compiled
def find_plans(game: Ints, laid: int, hand: int, live: int, place: int, desk: Ints) -> int:
    """List the plans, at ``place`` 0 or 1 of the desk; how many there are."""
    own = add(laid, hand) & ~(YUCA_BIT << 1)
    parts = _list_parts(game, own, live, desk)
    room = _PLANS + place * _PLAN_ROOM
    goal = game[S_HAND] + 1
    free, must = np.zeros(6, np.int64), np.zeros(6, np.int64)
    got, need = np.zeros(6, np.int64), np.zeros(6, np.int64)
    left, halves = np.zeros(6, np.int64), np.zeros(6, np.int64)
    following = np.zeros(6, np.int64)
    count, tries = 0, 0
    for most in range(1, _MOST_MISSING + 1):
        count = 0
        free[0], must[0], got[0] = own, laid & own, 0
        need[0], left[0], halves[0], following[0] = goal, most, 0, 0
        level = 0
        while level >= 0:
            part = following[level]
            if part >= parts or tries > _MOST_TRIES or count == _MOST_PLANS:
                level -= 1
                continue
            following[level] = part + 1
            tries += 1
            at = _PARTS + 3 * part
            have, missing, code = desk[at], desk[at + 1], desk[at + 2]
            if have & ~free[level] or missing & got[level]:
                continue
            lacks, size = code & 255, code >> 16
            if lacks > left[level] or size > need[level]:
                continue
            if must[level] and have & (must[level] & -must[level]) == 0:
                continue
            rest = need[level] - size
            open_laid = must[level] & ~have
            if rest == 0:
                if open_laid == 0:
                    to = room + 3 * count
                    desk[to] = own & ~(free[level] & ~have)
                    desk[to + 1] = got[level] | missing
                    desk[to + 2] = (
                        most - left[level] + lacks | (halves[level] + (code >> 8 & 255)) << 8
                    )
                    count += 1
            elif rest >= 3 and level < 5 and popcount(open_laid) <= rest:
                level += 1
                free[level], must[level] = free[level - 1] & ~have, open_laid
                got[level], need[level] = got[level - 1] | missing, rest
                left[level] = left[level - 1] - lacks
                halves[level] = halves[level - 1] + (code >> 8 & 255)
                # Laid cards are covered in their order, what is added comes in the parts' order.
                following[level] = part + 1 if must[level - 1] == 0 else 0
        if count >= _ENOUGH or tries > _MOST_TRIES:
            break
    desk[N_STAY + place] = count
    return count


@compiled
def weigh(desk: Ints, place: int, use: int, leave: int, powers: Floats) -> float:
    """The worth of the plans that use all of ``use`` and none of ``leave``.

    ``powers`` (16,): from 8 on by missing cards, ``p ** k``. The least number of missing cards is
    left in ``powers[0]``, 7 if there is no plan.
    """
    desk[_STAMP] += 1
    stamp = desk[_STAMP]
    room = _PLANS + place * _PLAN_ROOM
    total, least = 0.0, 7
    for number in range(desk[N_STAY + place]):
        at = room + 3 * number
        used = desk[at]
        if use & ~used or leave & used:
            continue
        missing, code = desk[at + 1], desk[at + 2]
        slot = (missing ^ missing >> 11 ^ missing >> 23 ^ missing >> 37 ^ missing >> 49) & (
            _HASH - 1
        )
        seen = False
        while desk[_SEEN + 2 * slot + 1] == stamp:
            if desk[_SEEN + 2 * slot] == missing:
                seen = True
                break
            slot = (slot + 1) & (_HASH - 1)
        if seen:
            continue
        desk[_SEEN + 2 * slot], desk[_SEEN + 2 * slot + 1] = missing, stamp
        lacks = code & 255
        total += powers[8 + lacks] / (1 << (code >> 8))
        least = min(least, lacks)
    powers[0] = least
    return total


@compiled
def judge(
    game: Ints, row: Ints, hidden: int, legal: Ints, count: int, powers: Floats, desk: Ints
) -> None:
    """Judge the first ``count`` legal actions of the actor; see the module text.

    ``hidden``: the cards he cannot place; ``powers`` (16,) is working memory.
    """
    actor = row[W_ACTOR]
    hand, laid = row[moves.hand_at(actor)], row[moves.laid_at(actor)]
    pool, stock = max(1, popcount(hidden)), row[W_STOCK]
    chance = min(stock, 14) / pool * 0.55 + (1.0 - stock / pool) * 0.15
    powers[8] = 1.0
    for lacks in range(1, 8):
        powers[8 + lacks] = powers[7 + lacks] * chance
    find_plans(game, laid, hand, hidden, 0, desk)
    with_upcard = False
    most = 1e-9
    total = weigh(desk, 0, 0, 0, powers)
    _write(desk, MOST_JUDGED, total, powers[0])
    stay_least = powers[0]
    for place in range(count):
        kind, cards = legal[place, 0], legal[place, 1]
        worth, least = total, stay_least
        if kind == A_TAKE:
            if remove(hand, cards) == 0:
                worth, least = 1e3, 0.0
            else:
                if not with_upcard:
                    find_plans(game, add(laid, 1 << row[W_UPCARD]), hand, hidden, 1, desk)
                    with_upcard = True
                worth = weigh(desk, 1, cards, 0, powers)
                least = powers[0]
        elif kind == A_MELD:
            worth = weigh(desk, 0, cards, 0, powers)
            least = powers[0]
        elif kind in (A_PAY, A_GIVE):
            worth = weigh(desk, 0, 0, cards, powers)
            least = powers[0]
        _write(desk, place, worth, least)
        powers[1] = worth
        most = max(most, worth)
        desk[JUDGED * place + J_BEHIND] = int(worth * 1e12)
    for place in range(count):
        worth = max(desk[JUDGED * place + J_BEHIND] / 1e12, 1e-12)
        behind = int(4.0 * np.log2(most / worth))
        desk[JUDGED * place + J_BEHIND] = min(STEPS_BEHIND - 1, max(0, behind))


@compiled
def _write(desk: Ints, place: int, worth: float, least: float) -> None:
    level = int(2.0 * np.log2(max(worth, 1e-9)) + 26.0)
    desk[JUDGED * place + J_LEVEL] = min(LEVELS - 1, max(0, level))
    desk[JUDGED * place + J_LEAST] = int(least)
