"""What people may type, and what each line means (issue: by number, words, short forms)."""

from __future__ import annotations

import random

import pytest

from conquian.cli.line.menu import Order, options
from conquian.cli.line.typed import ACTION_WORDS, COMMAND_WORDS, Ask, Command, Do, No, Reader
from conquian.cli.line.words import Words
from conquian.core.presets import Faces
from conquian.play.live import LiveDeal
from tests.cli.tables import table

SMALL = "house(pack=mini7x4, hand=[[2, 5]], yucas=0"
ASKED = table(f"{SMALL})", ["2o 3o 4o 2c 2e", "5o 6o 1c 1e 1b"], "7o 7c 7e", dealer=0)
PAYING = table(f"{SMALL})", ["2o 3o 4o 2c 2e", "5o 6o 1c 1e 1b"], "7o 7c 7e", "take 5o 6o")
GIVING = table(f"{SMALL}, exchange=true)", ["2o 3o 4o 2c 2e", "5o 6o 1c 1e 1b"], "7o 7c 7e")
GROUPED = table(
    f"{SMALL}, force_fit=meld, hand_melds=when_asked)",
    ["1o 1c 1e 7c 7b", "2o 3o 4o 5o 6o"],
    "7o 7e",
)
FORCING = table(
    "house(pack=mini7x4, hand=[[3, 5]], claim=either)",
    ["2o 3o 7c 7e 6b", "4e 5e 6c 1b 2b", "3e 7b 6e 1c 2c"],
    "4o 5o 3c",
    "pass",
    "pass",
    "take 2o 3o",
    "pay 6b",
    "pass",
    "pass",
)


def read(at: LiveDeal, line: str, faces: Faces = Faces.SPANISH, lang: str = "en") -> object:
    """The action texts meant, the command, or the reason."""
    seat = at.waiting[0]
    info = at.info(seat)
    words = Words(lang, faces, info.setting.rules.pack, ("Ana", "Beto", "Carla")[: at.players])
    meant = Reader(info, options(info, Order.SUIT), words).read(line)
    if isinstance(meant, Do):
        for action in meant.actions:
            assert info.refusal(action) is None
        return [str(action) for action in meant.actions]
    if isinstance(meant, Ask):
        return meant.command, meant.rest
    assert isinstance(meant, No)
    return meant.text


@pytest.mark.parametrize(
    "line",
    [
        "take 5o 6o",
        "TAKE 6O 5o",
        "t 5o 6o",
        "ta 5o,6o",
        "tomar 5o 6o",
        "tomar con 5o y 6o",
        "tomo 5o 6o",
        "bajar 5o 6o",
        "b 5o 6o",
        "5o 6o",
        "6o, 5o",
        "take with 5o and 6o",
        "take 7o with 5o 6o",
        "tomar 7o con 5o y 6o",
        "take 7o 5o 6o",
        "2",
        "2.",
        "2)",
    ],
)
def test_a_take_in_many_ways(line: str) -> None:
    assert read(ASKED, line) == ["take 5o 6o"]


@pytest.mark.parametrize("line", ["pass", "PASS", "p", "pa", "pasar", "paso", "3"])
def test_a_pass_in_many_ways(line: str) -> None:
    assert read(ASKED, line) == ["pass"]


def test_what_goes_out_is_offered_first() -> None:
    assert read(ASKED, "1") == ["take 5o 6o 1c 1e 1b"]


@pytest.mark.parametrize("line", ["pay 1c", "p 1c", "pagar 1c", "1c", "1C", "pago 1c", "1"])
def test_a_payment_in_many_ways(line: str) -> None:
    assert read(PAYING, line) == ["pay 1c"]


@pytest.mark.parametrize(
    "line", ["give 1c", "g 1c", "dar 1c", "doy 1c", "cambiar 1c", "pay 1c", "1c"]
)
def test_a_gift_in_many_ways(line: str) -> None:
    assert read(GIVING, line) == ["give 1c"]


@pytest.mark.parametrize("line", ["pay Ah", "p ah", "ah", "A♥", "pagar AH"])
def test_french_faces_are_typed_as_they_are_shown(line: str) -> None:
    assert read(PAYING, line, Faces.FRENCH) == ["pay 1c"]


@pytest.mark.parametrize(("faces", "line"), [(Faces.FRENCH, "pay 1c"), (Faces.SPANISH, "pay Ah")])
def test_the_two_spellings_are_never_mixed(faces: Faces, line: str) -> None:
    answer = read(PAYING, line, faces)
    assert isinstance(answer, str)
    assert "is not a card" in answer


@pytest.mark.parametrize(
    "line", ["force Ana", "forzar ana", "forzar a Ana", "f An", "force 0", "force", "f", "1"]
)
def test_forcing_by_name(line: str) -> None:
    at = table(
        "house(pack=mini7x4, hand=[[3, 5]], claim=either)",
        ["2o 3o 7c 7e 6b", "4e 5e 6c 1b 2b", "3e 7b 6e 1c 2c"],
        "4o 5o 3c",
        *("pass", "pass", "take 2o 3o", "pay 6b", "pass", "pass"),
    )
    assert read(at, line) == ["force 0"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("force Carla", "Carla has nothing laid"),
        ("force Beto", "cannot force yourself"),
        ("force Zoe", "no other player"),
        ("forzar a Z", "no other player"),
        ("force 5", "no other player"),
    ],
)
def test_forcing_the_wrong_one_says_why(line: str, reason: str) -> None:
    answer = read(FORCING, line)
    assert isinstance(answer, str)
    assert reason in answer


def test_where_the_grouping_matters_it_is_asked_for_only_if_there_is_a_choice() -> None:
    both = read(GROUPED, "take 2o 3o 4o 5o 6o")
    assert both == [
        "take 2o 3o 4o 5o 6o -> 2o 3o 4o | 5o 6o 7o",
        "take 2o 3o 4o 5o 6o -> 2o 3o 4o 5o 6o 7o",
    ]
    assert read(GROUPED, "take 5o 6o") == ["take 5o 6o -> 5o 6o 7o"]
    named = read(GROUPED, "take 2o 3o 4o 5o 6o -> 7o 6o 5o | 2o 3o 4o")
    assert named == both[:1]
    wrong = read(GROUPED, "take 5o 6o -> 5o 6o")
    assert isinstance(wrong, str)
    assert "is not a meld" in wrong
    assert "has a meld without cards" in str(read(GROUPED, "take 5o 6o -> |"))


def test_lay_is_from_the_hand_where_only_that_goes() -> None:
    assert read(GROUPED, "lay 2o 3o 4o") == ["meld 2o 3o 4o -> 2o 3o 4o"]
    assert read(GROUPED, "bajar 2o 3o 4o") == ["meld 2o 3o 4o -> 2o 3o 4o"]
    assert read(GROUPED, "meld 2o 3o 4o") == ["meld 2o 3o 4o -> 2o 3o 4o"]
    assert read(GROUPED, "lay 5o 6o") == ["take 5o 6o -> 5o 6o 7o"]
    # Both are possible: with 7o or without.
    assert read(GROUPED, "lay 4o 5o 6o") == [
        "take 4o 5o 6o -> 4o 5o 6o 7o",
        "meld 4o 5o 6o -> 4o 5o 6o",
    ]


def test_enter_does_the_only_thing_there_is() -> None:
    at = table(f"{SMALL})", ["2o 3o 4o 2c 2e", "5o 6o 1c 1e 1b"], "7c")
    assert read(at, "") == ["pass"]
    assert "number of the list" in str(read(ASKED, ""))


@pytest.mark.parametrize("word", COMMAND_WORDS)
def test_every_command_is_known_in_both_languages(word: str) -> None:
    assert read(ASKED, word) == (COMMAND_WORDS[word], "")
    assert read(PAYING, f"{word.upper()} x") == (COMMAND_WORDS[word], "x")


def test_short_forms_of_commands() -> None:
    assert read(ASKED, "hel") == (Command.HELP, "")
    assert read(ASKED, "marc") == (Command.SCORE, "")
    assert "hand, help, historia, history" in str(read(ASKED, "h"))


@pytest.mark.parametrize(
    ("at", "line", "reason"),
    [
        (ASKED, "0", "from 1 to 3"),
        (ASKED, "99999999999999999999", "from 1 to 3"),
        (ASKED, "take", "Name the cards"),
        (ASKED, "take 1o", "You do not hold 1o"),
        (ASKED, "take 5o", "cannot all stand in melds"),
        (ASKED, "take 1c 1e 1b", "cannot all stand in melds"),
        (ASKED, "take 9z", "is not a card"),
        (ASKED, "take 5o 5o 5o", "three times"),
        (ASKED, "take 5o 6o -> 5o 6o 7o", "leave out the part"),
        (ASKED, "pay 5o", "You cannot pay now"),
        (ASKED, "give 5o", "You cannot give now"),
        (ASKED, "meld 1c 1e 1b", "nothing is melded from the hand"),
        (ASKED, "force Ana", "Ana has nothing laid"),
        (ASKED, "pass 5o", "do not understand"),
        (ASKED, "xyzzy", "do not understand"),
        (ASKED, "¿?", "do not understand"),
        (PAYING, "pay", "Name the one card"),
        (PAYING, "pay 1c 1e", "Name the one card"),
        (PAYING, "pay 5o", "You do not hold 5o"),
        (PAYING, "take 5o", "you cannot take"),
        (PAYING, "pass", "you cannot pass"),
        (GIVING, "take", "you cannot take yet"),
        (GIVING, "force Ana", "you cannot force yet"),
    ],
)
def test_a_refusal_says_why(at: LiveDeal, line: str, reason: str) -> None:
    answer = read(at, line)
    assert isinstance(answer, str)
    assert reason in answer


def test_a_bare_take_that_does_not_fit_says_so() -> None:
    at = table(f"{SMALL})", ["2o 3o 4o 2c 2e", "5o 6o 1c 1e 1b"], "7c")
    assert "7c does not fit what you have laid (nothing)" in str(read(at, "take"))
    spanish = str(read(at, "tomar", lang="es"))
    assert "7c no cabe en lo que has bajado (nada)" in spanish


def test_the_yuca_is_a_card_and_y_is_and_only_where_there_is_none() -> None:
    at = table(
        "house(pack=mini7x4, hand=[[2, 5]], yucas=1)",
        ["2o 3o 4o 2c 2e", "5o 6c 1c 1e Y"],
        "7o",
    )
    for line in ("take 5o Y", "tomar 5o y", "5o y"):
        assert read(at, line) == ["take 5o Y"]


@pytest.mark.parametrize("faces", list(Faces))
@pytest.mark.parametrize("lang", ["en", "es"])
def test_anything_at_all_can_be_typed(lang: str, faces: Faces) -> None:
    rng = random.Random(1)
    pieces = [
        *ACTION_WORDS,
        *COMMAND_WORDS,
        *(
            "5o",
            "6o",
            "1c",
            "Y",
            "y",
            "Ah",
            "->",
            "|",
            ",",
            "Ana",
            "2",
            "-1",
            "٣",
            "²",
            "ñ",
            "{}",
            "{0}",
        ),
    ]
    for _ in range(3000):
        line = " ".join(rng.choice(pieces) for _ in range(rng.randint(0, 6)))
        for at in (ASKED, PAYING, GIVING, GROUPED, FORCING):
            read(at, line, faces, lang)
