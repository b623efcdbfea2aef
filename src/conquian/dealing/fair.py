"""A shuffle that the server and every seat share in, and that anybody can check afterwards.

The server commits to a number before it knows those of the seats, each seat commits to a number of
its own, then all numbers are opened and the cards follow from them together. So nobody who does
not know all the others' numbers beforehand can choose the cards. **What this does not prove**: the
server knows the cards while the deal is played (it deals them), and a server that plays along with
a seat could tell that seat; and whoever gives no number of his own has to trust those who do.

Definition, version 1. A program in another language that does the following finds the same cards;
``tests/dealing/fair.json`` holds examples of every step.

1. A **value** is 32 bytes, written as 64 hexadecimal digits in lower case. Everywhere below a
   value, a digest or a commitment takes part as this text.
2. ``packed(a, b, …)`` of integers and texts: each is written as text (an integer in decimal),
   encoded in UTF-8 and preceded by its length in bytes, in decimal, and a colon; one after the
   other. ``packed(7, "ab", "")`` is the bytes ``1:72:ab0:``.
3. The **occasion** is what a shuffle is for, six parts in this order: ``table``, the code of the
   table; ``deal``, the number of the deal at this table, from 1 on; ``rules``, the text of the rule
   set (formats.md §3); ``players``, how many there are; ``dealer``, his seat; ``packet``, the cards
   dealt at a time, 1 or 2. Below, ``H(word, parts…)`` is the SHA-256, in hexadecimal, of
   ``packed("conquian/fair/1", word, table, deal, rules, players, dealer, packet, parts…)``.
4. The server chooses a value, its **seed**, at random, and publishes ``H("server", seed)``.
5. Then each seat may choose a value, its **nonce**, and publish ``H("seat", seat, nonce)`` (seats
   count from 0). A seat that does not in time is *late*. Bots contribute nothing.
6. When all have, or time is up, all commitments are shown to all. Then each seat that committed
   opens its nonce. A seat that does not in time has *withheld* it.
7. The **key** is ``H("key", seed, commit 0, nonce 0, commit 1, nonce 1, …)`` over all seats in
   order, with the empty text where there is no commitment or no nonce.
8. The **stream** of a key is made of blocks. Block number i, from 0 on, is the HMAC-SHA256 of i as
   eight bytes, most significant first, under the 32 bytes of the key. Each block gives eight
   **words** of four bytes, in order, most significant byte first.
9. ``below(n)``: take the next word of the stream; while it is not less than the largest multiple
   of n that is not above 2³², take the next one; the answer is the remainder of dividing it by n.
10. **The cards**: all cards of the deal in card order, twins side by side and yucas last
    (formats.md §1), as c[0] … c[m-1]. For last = m-1 down to 1, swap c[last] and c[below(last+1)].
    Then they are dealt from the start of the list: the seat after the dealer gets the first
    packet, and so on around the table until all hands are full (a packet is smaller where the hand
    would become too large). The rest, in that order, is the stock.
11. The **transcript** (formats.md §3, ``fair``) is ``{"version": 1, "table", "deal", "rules",
    "players", "dealer", "packet", "server": {"commit", "seed"}, "seats": [{"commit", "nonce",
    "status"}, …]}``, where ``commit`` and ``nonce`` are ``null`` where there is none, and
    ``status`` is ``revealed`` (both are there), ``withheld`` (a commitment without a nonce),
    ``late`` or ``bot`` (neither).
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, Protocol

from conquian.core.catalogue import add_part
from conquian.core.deal import Deal, deal_in_order
from conquian.core.errors import BadRules, ConquianError, shown
from conquian.core.ruleset import RuleSet
from conquian.dealing.seeded import shuffled

add_part("conquian.dealing", "sentences")

VERSION: Final = 1
"""The version of the definition above, and of transcripts."""
REVEALED, WITHHELD, LATE, BOT = "revealed", "withheld", "late", "bot"
STATUSES: Final = (REVEALED, WITHHELD, LATE, BOT)
"""What became of a seat's share."""
BYTES: Final = 32
"""Length of a value."""
_MAGIC = f"conquian/fair/{VERSION}"
_VALUE = re.compile("[0-9a-f]{64}", re.ASCII)
_WORDS = 1 << 32


class BadFair(ConquianError):
    """A transcript is missing or malformed, or the deal does not follow from it."""


def is_value(text: object) -> bool:
    """Whether this is a value, or a commitment, as it is written."""
    return isinstance(text, str) and _VALUE.fullmatch(text) is not None


def packed(*parts: int | str) -> bytes:
    """Integers and texts as bytes, so that no two lists of them give the same (step 2)."""
    made = bytearray()
    for part in parts:
        word = str(part).encode("utf-8", "surrogatepass")
        made += b"%d:" % len(word)
        made += word
    return bytes(made)


@dataclass(frozen=True, slots=True)
class Occasion:
    """What a shuffle is for (step 3); values chosen for one occasion mean nothing for another.

    Attributes:
        table: the code of the table.
        deal: number of the deal at this table, from 1 on.
        rules: the text of the rule set.
        players: number of seats.
        dealer: seat of the dealer.
        packet: cards dealt at a time, 1 or 2.
    """

    table: str
    deal: int
    rules: str
    players: int
    dealer: int
    packet: int = 1

    def digest(self, word: str, *parts: int | str) -> str:
        """``H(word, parts…)`` of the definition."""
        bound = (self.table, self.deal, self.rules, self.players, self.dealer, self.packet)
        return sha256(packed(_MAGIC, word, *bound, *parts)).hexdigest()

    def server_commit(self, seed: str) -> str:
        """The commitment to the server's seed (step 4)."""
        return self.digest("server", seed)

    def seat_commit(self, seat: int, nonce: str) -> str:
        """The commitment of a seat to its nonce (step 5)."""
        return self.digest("seat", seat, nonce)


@dataclass(frozen=True, slots=True)
class Share:
    """What a seat contributed: its commitment and its nonce, or ``None``; and what became of it."""

    commit: str | None
    nonce: str | None
    status: str

    def as_object(self) -> dict[str, Any]:
        """As it stands in a transcript."""
        return {"commit": self.commit, "nonce": self.nonce, "status": self.status}


BOT_SHARE: Final = Share(None, None, BOT)


@dataclass(frozen=True, slots=True)
class Transcript:
    """Everything a shuffle was made of (step 11)."""

    occasion: Occasion
    commit: str
    seed: str
    shares: tuple[Share, ...]

    def key(self) -> str:
        """The key (step 7)."""
        parts = [text or "" for share in self.shares for text in (share.commit, share.nonce)]
        return self.occasion.digest("key", self.seed, *parts)

    def deal(self, rules: RuleSet | None = None) -> Deal:
        """The cards (step 10); ``rules`` where they have been read already.

        Raises:
            BadRules: the text of the rule set is none, or they are not for so many players.
            BadDeal: ``bad_dealer`` or ``packet_size``.
        """
        occasion = self.occasion
        rules = rules or RuleSet.parse(occasion.rules)
        deck = rules.pack_value.deck(rules.decks_for(occasion.players), rules.yucas)
        cards = shuffled(deck, Stream(self.key()).below)
        return deal_in_order(rules, occasion.players, occasion.dealer, cards, occasion.packet)

    def as_object(self) -> dict[str, Any]:
        """As a JSON value."""
        occasion = self.occasion
        return {
            "version": VERSION,
            "table": occasion.table,
            "deal": occasion.deal,
            "rules": occasion.rules,
            "players": occasion.players,
            "dealer": occasion.dealer,
            "packet": occasion.packet,
            "server": {"commit": self.commit, "seed": self.seed},
            "seats": [share.as_object() for share in self.shares],
        }

    @staticmethod
    def read(data: object) -> Transcript:
        """Read what :meth:`as_object` writes; other keys are ignored.

        Raises:
            BadFair: ``fair_missing``, ``fair_version`` or ``fair_malformed``, with the key.
        """
        if data is None:
            raise BadFair("fair_missing")
        whole = _mapping(data, "fair")
        version = whole.get("version")
        if version != VERSION or isinstance(version, bool):
            raise BadFair("fair_version", found=shown(version), known=VERSION)
        occasion = Occasion(
            _text(whole, "table"),
            _number(whole, "deal"),
            _text(whole, "rules"),
            _number(whole, "players"),
            _number(whole, "dealer"),
            _number(whole, "packet"),
        )
        server = _mapping(whole.get("server"), "server")
        seats = whole.get("seats")
        if not isinstance(seats, list) or len(seats) != occasion.players:
            raise _malformed("seats", seats)
        return Transcript(
            occasion,
            _value(server, "commit", "server.commit"),
            _value(server, "seed", "server.seed"),
            tuple(_share(share, f"seats[{seat}]") for seat, share in enumerate(seats)),
        )


class Stream:
    """The stream of a key (steps 8 and 9)."""

    __slots__ = ("_blocks", "_key", "_words")

    def __init__(self, key: str) -> None:
        self._key = bytes.fromhex(key)
        self._blocks = 0
        self._words: list[int] = []

    def word(self) -> int:
        """The next word: 0 … 2³² - 1."""
        if not self._words:
            number = self._blocks.to_bytes(8, "big")
            block = hmac.digest(self._key, number, "sha256")
            self._blocks += 1
            places = range(len(block) - 4, -1, -4)
            self._words = [int.from_bytes(block[place : place + 4], "big") for place in places]
        return self._words.pop()

    def below(self, n: int) -> int:
        """A number uniform over 0 … n-1; ``n`` is 1 … 2³²."""
        bound = _WORDS - _WORDS % n
        while True:
            word = self.word()
            if word < bound:
                return word % n


class Recorded(Protocol):
    """A record, as far as a check of its shuffle is concerned."""

    @property
    def deal(self) -> Deal:
        """The cards."""

    @property
    def fair(self) -> Mapping[str, Any] | None:
        """The transcript, if there is one."""


def verify(record: Recorded) -> Transcript:
    """Do nothing but read the transcript if the cards of ``record`` were shuffled as it says.

    That every value is the one committed to, and that exactly these cards follow from them, is
    checked here; whether the commitments were shown in time only those can say who were there
    (their clients compare what they were shown).

    Raises:
        BadFair: ``fair_missing``, ``fair_version``, ``fair_malformed``; ``fair_differs``: the
            transcript is for other rules, players or dealer; ``fair_server_commit`` or
            ``fair_seat_commit``: a value is not the one committed to; ``fair_cards``: the cards
            are others.
    """
    transcript = Transcript.read(record.fair)
    occasion, deal = transcript.occasion, record.deal
    try:
        rules = RuleSet.parse(occasion.rules)
    except BadRules:
        raise _malformed("rules", occasion.rules) from None
    for key, found, wanted in (
        ("rules", rules, deal.rules),
        ("players", occasion.players, len(deal.hands)),
        ("dealer", occasion.dealer, deal.dealer),
    ):
        if found != wanted:
            raise BadFair("fair_differs", key=key, found=shown(str(found)), wanted=str(wanted)[:60])
    if occasion.packet not in (1, 2):
        raise _malformed("packet", occasion.packet)
    if occasion.server_commit(transcript.seed) != transcript.commit:
        raise BadFair("fair_server_commit")
    for seat, share in enumerate(transcript.shares):
        if share.nonce is not None and occasion.seat_commit(seat, share.nonce) != share.commit:
            raise BadFair("fair_seat_commit", seat=seat)
    made = transcript.deal(rules)
    if (made.hands, made.stock) != (deal.hands, deal.stock):
        raise BadFair("fair_cards")
    return transcript


def transcript_of(
    occasion: Occasion, seed: str, shares: Sequence[Share], commit: str | None = None
) -> Transcript:
    """The transcript of a shuffle; ``commit`` where it has been made already."""
    return Transcript(occasion, commit or occasion.server_commit(seed), seed, tuple(shares))


def _malformed(key: str, found: object) -> BadFair:
    return BadFair("fair_malformed", key=key, found=shown(found))


def _mapping(value: object, key: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise _malformed(key, value)
    return value


def _text(data: Mapping[str, Any], key: str) -> str:
    value = data.get(key)
    if not isinstance(value, str):
        raise _malformed(key, value)
    return value


def _number(data: Mapping[str, Any], key: str) -> int:
    value = data.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 1 << 53:
        raise _malformed(key, value)
    return value


def _value(data: Mapping[str, Any], key: str, name: str) -> str:
    value = data.get(key)
    if not is_value(value):
        raise _malformed(name, value)
    return str(value)


def _share(data: object, name: str) -> Share:
    share = _mapping(data, name)
    commit, nonce, status = share.get("commit"), share.get("nonce"), share.get("status")
    for key, value in (("commit", commit), ("nonce", nonce)):
        if value is not None and not is_value(value):
            raise _malformed(f"{name}.{key}", value)
    wanted = {
        (True, True): (REVEALED,),
        (True, False): (WITHHELD,),
        (False, False): (LATE, BOT),
        (False, True): (),
    }[commit is not None, nonce is not None]
    if status not in wanted:
        raise _malformed(f"{name}.status", status)
    return Share(commit, nonce, str(status))
