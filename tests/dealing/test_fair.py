"""The fair shuffle: the examples, the same computed in another way, and every way to cheat."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from importlib import resources
from typing import Any

import pytest

from conquian.core.catalogue import parameters, sentences
from conquian.core.deal import Deal
from conquian.dealing import fair
from conquian.dealing.fair import BadFair, Occasion, Stream, Transcript, verify
from conquian.records.format import GameRecord
from tests.dealing.make_fair import FILE, record, vectors

VECTORS: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
SUITS = "oceb"


def test_the_examples_are_those_of_the_definition() -> None:
    assert json.loads(json.dumps(vectors())) == VECTORS


def packed(*parts: object) -> bytes:
    words = [str(part).encode() for part in parts]
    return b"".join(str(len(word)).encode() + b":" + word for word in words)


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """RFC 2104, written out."""
    key = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()


def card_order(card: str) -> tuple[int, int]:
    return (9, 0) if card == "Y" else (SUITS.index(card[-1]), int(card[:-1]))


def shuffled(data: dict[str, Any], cards: list[str]) -> list[str]:
    """Steps 7 to 10 but for the dealing, without a line of the package."""
    bound = ["conquian/fair/1", "key"]
    bound += [data[name] for name in ("table", "deal", "rules", "players", "dealer", "packet")]
    shares = [share[name] or "" for share in data["seats"] for name in ("commit", "nonce")]
    key = hashlib.sha256(packed(*bound, data["server"]["seed"], *shares)).digest()
    words: list[int] = []
    for block in range(200):
        digest = hmac_sha256(key, block.to_bytes(8, "big"))
        words += [int.from_bytes(digest[place : place + 4], "big") for place in range(0, 32, 4)]
    left = iter(words)
    deck = sorted(cards, key=card_order)
    for last in range(len(deck) - 1, 0, -1):
        most = (1 << 32) // (last + 1) * (last + 1)
        word = next(word for word in left if word < most)
        other = word % (last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck


@pytest.mark.parametrize("number", range(len(VECTORS["deals"])))
def test_the_cards_are_found_in_another_way(number: int) -> None:
    case = VECTORS["deals"][number]
    data = case["fair"]
    cards = [card for hand in case["hands"] for card in hand] + case["stock"]
    assert sorted(cards, key=card_order) == case["deck"]
    deck = shuffled(data, cards)
    size = len(case["hands"][0])
    hands: list[list[str]] = [[] for _ in case["hands"]]
    seat = data["dealer"]
    while sum(map(len, hands)) < size * len(hands):
        seat = (seat + 1) % len(hands)
        for _ in range(min(data["packet"], size - len(hands[seat]))):
            hands[seat].append(deck.pop(0))
    assert [sorted(hand, key=card_order) for hand in hands] == case["hands"]
    assert deck == case["stock"]


@pytest.mark.parametrize("number", range(len(VECTORS["deals"])))
def test_every_example_holds_and_reads_back(number: int) -> None:
    case = VECTORS["deals"][number]
    transcript = verify(GameRecord.read(record(case)))
    assert transcript.key() == case["key"]
    assert transcript.as_object() == case["fair"]
    assert Transcript.read(transcript.as_object()) == transcript


@pytest.mark.parametrize("number", range(len(VECTORS["bad"])))
def test_every_change_is_found(number: int) -> None:
    case = VECTORS["bad"][number]
    with pytest.raises(BadFair) as refused:
        verify(GameRecord.read(case["record"]))
    assert refused.value.code == case["code"], case["changed"]
    for lang in ("en", "es"):
        assert refused.value.sentence(lang)


def test_no_place_of_a_transcript_can_be_changed() -> None:
    """Any other value at any place is refused, however it is done."""
    case = VECTORS["deals"][0]
    data = record(case)
    other = "ab" * 32
    places = [("table", "x"), ("deal", 77), ("packet", 2), ("dealer", 1), ("players", 3)]
    for key, new in places:
        with pytest.raises(BadFair):
            verify(GameRecord.read(data | {"fair": case["fair"] | {key: new}}))
    for seat, share in enumerate(case["fair"]["seats"]):
        for key in share:
            for new in (other, None, "late", "bot", "withheld", 5):
                if new == share[key]:
                    continue
                seats = list(case["fair"]["seats"])
                seats[seat] = share | {key: new}
                with pytest.raises(BadFair):
                    verify(GameRecord.read(data | {"fair": case["fair"] | {"seats": seats}}))


@pytest.mark.parametrize("data", [5, "x", [], True])
def test_what_is_no_transcript_at_all_is_malformed(data: object) -> None:
    with pytest.raises(BadFair, match="cannot be"):
        Transcript.read(data)


def test_values_of_one_occasion_mean_nothing_for_another() -> None:
    occasion = Occasion("T", 1, "mexicano", 3, 0)
    nonce = "12" * 32
    made = {
        occasion.seat_commit(0, nonce),
        occasion.seat_commit(1, nonce),
        occasion.server_commit(nonce),
        Occasion("T", 2, "mexicano", 3, 0).seat_commit(0, nonce),
        Occasion("U", 1, "mexicano", 3, 0).seat_commit(0, nonce),
        Occasion("T", 1, "mexicano", 3, 1).seat_commit(0, nonce),
        Occasion("T", 1, "mexicano", 3, 0, 2).seat_commit(0, nonce),
        Occasion("T", 1, "clasico", 3, 0).seat_commit(0, nonce),
        Occasion("T", 1, "mexicano", 2, 0).seat_commit(0, nonce),
    }
    assert len(made) == 9


def test_the_stream_is_uniform_where_a_plain_remainder_is_not() -> None:
    """n = 3·2³⁰ would be hit twice as often in its lower third without rejection."""
    stream = Stream("5a" * 32)
    n = 3 << 30
    thirds = Counter(stream.below(n) // (1 << 30) for _ in range(3000))
    assert all(900 < thirds[third] < 1100 for third in range(3))
    counts = Counter(stream.below(6) for _ in range(6000))
    assert all(880 < counts[number] < 1120 for number in range(6))


def test_every_contribution_changes_the_cards() -> None:
    transcript = Transcript.read(VECTORS["deals"][0]["fair"])
    seen: set[tuple[int, ...]] = {transcript.deal().stock}
    for seat in range(2):
        shares = list(transcript.shares)
        nonce = "cd" * 32
        commit = transcript.occasion.seat_commit(seat, nonce)
        shares[seat] = fair.Share(commit, nonce, fair.REVEALED)
        made = fair.transcript_of(transcript.occasion, transcript.seed, shares)
        assert isinstance(made.deal(), Deal)
        seen.add(made.deal().stock)
    assert len(seen) == 3


def test_every_code_has_its_sentence_and_every_sentence_its_code() -> None:
    folder = resources.files("conquian.dealing")
    part = json.loads(folder.joinpath("sentences.json").read_text("utf-8"))
    source = folder.joinpath("fair.py").read_text("utf-8")
    codes = set(re.findall(r'BadFair\(\s*"([a-z_]+)"', source))
    assert codes | {"fair_not_proved"} == set(part)
    for code, texts in part.items():
        assert set(texts) == {"en", "es"}
        assert parameters(texts["en"]) == parameters(texts["es"])
        assert sentences()[code] == texts
