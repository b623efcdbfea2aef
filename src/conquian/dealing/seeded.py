"""Deals from a seed, the same for ever on every machine, and deals nobody can foresee.

What a seed means is fixed here and does not lean on Python's own generator:

1. A **source** is named by a seed and labels, each an integer or a text. Written as text, each part
   is encoded in UTF-8 and preceded by its length in bytes and a colon (``7`` is ``1:7``, so is
   ``"7"``). The key is the SHA-256 of ``conquian/1`` followed by these parts.
2. Block number i (from 0 on) of the source is the SHA-256 of the key followed by i as eight bytes,
   most significant first. Read as a number, most significant byte first, it is 256 bits, used from
   the least significant on; the bits of the next block come above those not used yet.
3. ``below(n)`` takes as many bits as n-1 has, and takes again while the number is not below n. For
   n = 1 it takes none.
4. A **shuffle** of cards c[0] … c[n-1]: for last = n-1 down to 1, swap c[last] and
   c[below(last+1)].
5. A **seeded deal** shuffles the pack in card order, twins side by side (formats.md §1), with the
   source named by the seed and the label ``deal`` and the number of the deal (from 0 on), and deals
   it from the pone on, in packets of one or two; the rest, in that order, is the stock.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Final

from conquian.core.cards import Card
from conquian.core.deal import Deal, deal_in_order
from conquian.core.ruleset import RuleSet

Below = Callable[[int], int]
"""A source of chance: ``below(n)`` is uniform over 0 … n-1."""
Seed = int | str
"""A seed; an integer means the same as its decimal text."""

system_below: Final[Below] = secrets.randbelow
"""Chance from the operating system, which nobody can foresee or repeat."""

_MAGIC = b"conquian/1"
_BLOCK = 256


class Source:
    """A repeatable stream of chance; see the module text for what it yields.

    Args:
        seed: what to repeat.
        labels: which of the many streams of this seed, e.g. ``"deal", 3``.
    """

    __slots__ = ("_bits", "_blocks", "_key", "_pool")

    def __init__(self, seed: Seed, *labels: Seed) -> None:
        key = sha256(_MAGIC)
        for part in (seed, *labels):
            word = str(part).encode("utf-8", "surrogatepass")
            key.update(b"%d:" % len(word) + word)
        self._key = key.digest()
        self._blocks = 0
        self._pool = 0
        self._bits = 0

    def below(self, n: int) -> int:
        """A number uniform over 0 … n-1; ``n`` is at least 1."""
        width = (n - 1).bit_length()
        mask = (1 << width) - 1
        while True:
            if self._bits < width:
                self._refill(width)
            number = self._pool & mask
            self._pool >>= width
            self._bits -= width
            if number < n:
                return number

    def _refill(self, width: int) -> None:
        while self._bits < width:
            block = sha256(self._key + self._blocks.to_bytes(8, "big")).digest()
            self._pool |= int.from_bytes(block, "big") << self._bits
            self._bits += _BLOCK
            self._blocks += 1


def shuffled(cards: Iterable[Card], below: Below) -> list[Card]:
    """These cards in an order drawn uniformly (Fisher–Yates, from the end)."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = below(last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def shuffled_deal(rules: RuleSet, players: int, dealer: int, below: Below, packet: int = 1) -> Deal:
    """A deal drawn uniformly, with chance from ``below``, in packets of one or two.

    Raises:
        BadRules: ``players_not_allowed``.
        BadDeal: ``bad_dealer`` or ``packet_size``.
    """
    deck = rules.pack_value.deck(rules.decks_for(players), rules.yucas)
    return deal_in_order(rules, players, dealer, shuffled(deck, below), packet)


def seeded_deal(
    rules: RuleSet, players: int, dealer: int, seed: Seed, number: int = 0, packet: int = 1
) -> Deal:
    """Deal ``number`` (from 0 on) of the series that ``seed`` names; always the same.

    Raises:
        BadRules: ``players_not_allowed``.
        BadDeal: ``bad_dealer`` or ``packet_size``.
    """
    below = Source(seed, "deal", number).below
    return shuffled_deal(rules, players, dealer, below, packet)


def random_deal(rules: RuleSet, players: int, dealer: int, packet: int = 1) -> Deal:
    """A deal with chance from the operating system.

    Raises:
        BadRules: ``players_not_allowed``.
        BadDeal: ``bad_dealer`` or ``packet_size``.
    """
    return shuffled_deal(rules, players, dealer, system_below, packet)
