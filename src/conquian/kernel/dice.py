"""Compiled chance: one small generator for each deal, from a seed and the number of the deal.

The generator is sfc32 (Chris Doty-Humphrey, public domain): four words of 32 bits, in an int64
array so that nothing overflows, interpreted or compiled. Because a deal's generator depends on the
seed and its number alone, results are the same however the deals are shared out to cores.
"""

from __future__ import annotations

from conquian.kernel.jit import compiled
from conquian.kernel.tables import Ints

DICE_WORDS = 4
_WORD = (1 << 32) - 1


@compiled
def seed_dice(dice: Ints, seed: int, number: int) -> None:
    """Begin the generator of deal ``number``; ``seed`` and ``number`` below 2**62."""
    dice[0] = seed & _WORD
    dice[1] = (seed >> 32 & _WORD) ^ (number >> 32 & _WORD) << 1
    dice[2] = number & _WORD
    dice[3] = 1
    for _ in range(12):
        draw(dice)


@compiled
def draw(dice: Ints) -> int:
    """The next 32 random bits."""
    a, b, c, counter = dice[0], dice[1], dice[2], dice[3]
    made = (a + b + counter) & _WORD
    dice[0] = b ^ b >> 9
    dice[1] = (c + (c << 3)) & _WORD
    dice[2] = ((c << 21 | c >> 11) + made) & _WORD
    dice[3] = (counter + 1) & _WORD
    return made


@compiled
def below(dice: Ints, count: int) -> int:
    """Exactly uniform over 0 … count - 1 (Lemire's method); 1 ≤ ``count`` < 2**30."""
    wide = draw(dice) * count
    if wide & _WORD < count:
        least = ((1 << 32) - count) % count
        while wide & _WORD < least:
            wide = draw(dice) * count
    return wide >> 32
