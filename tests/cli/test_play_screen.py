"""What people read: that a beginner understands what happens, in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from conquian.play.live import LiveDeal
from tests.cli.tables import save, table
from tests.cli.typist import scripted, sit_down

THREE = "house(pack=mini7x4, hand=[[3, 5]], claim=either"
HANDS = ["2o 3o 7c 7e 6b", "4e 5e 6c 1b 2b", "3e 7b 6e 1c 2c"]
TO_FORCE = ("pass", "pass", "take 2o 3o", "pay 6b", "pass", "pass")
SMALL = "house(pack=mini7x4, hand=[[2, 5]]"


def go_on(at: LiveDeal, tmp_path: Path, *lines: str, people: str = "Beto", lang: str = "en") -> str:
    """The screen of one person who sits at this table and types these lines; the others are bots
    that pass whenever they may."""
    file = save(at, tmp_path / "match.jsonl")
    seats: list[str] = []
    for name in ("Ana", "Beto", "Carla")[: at.players]:
        seats += ["--seat", name if name in people else f"{name}=bot:greedy"]
    options = ["--resume", file, "--no-save", "--lang", lang, *seats]
    status, text = sit_down(options, scripted(*lines))
    assert status == 0
    return text


def test_the_table_says_everything_that_may_be_known(tmp_path: Path) -> None:
    at = table(f"{THREE})", HANDS, "4o 5o 3c", *TO_FORCE)
    text = go_on(at, tmp_path)
    assert "  Beto (you): nothing; 5 in hand" in text
    assert "  Ana: 2o 3o 4o; 2 in hand" in text
    assert "On offer: 5o, 5 of oros (coins), turned by you. Stock: 11. Dead: 1." in text
    assert "Your hand (5): 6c, 4e 5e, 1b 2b" in text
    assert "You turned the card, so you are asked first. If you pass, Carla is asked." in text
    assert "  1. force Ana, who has laid 2o 3o 4o\n  2. pass" in text


def test_a_beginner_who_is_forced_learns_what_happened(tmp_path: Path) -> None:
    at = table(f"{THREE})", HANDS, "4o 5o 3c", *TO_FORCE, "force 0")
    text = go_on(at, tmp_path, "1", "1", people="Ana")
    for piece in (
        "Beto forces you with 5o",
        "Beto has forced you with 5o!",
        "because 5o fits what you have laid: 2o 3o 4o",
        "You cannot pass: you must take it.",
        "may rearrange what you have laid and add cards of your hand",
        "you then pay a card of your hand",
        "it may break what you were keeping",
        "You take 5o, forced by Beto. On the table: 2o 3o 4o 5o.",
        "now you pay one card of your hand, and Beto is asked about it first",
    ):
        assert piece in text, piece


def test_ser_forzado_se_explica(tmp_path: Path) -> None:
    at = table(f"{THREE}, forced_play=place)", HANDS, "4o 5o 3c", *TO_FORCE, "force 0")
    text = go_on(at, tmp_path, people="Ana", lang="es")
    for piece in (
        "¡Beto te forzó con 5o!",
        "5o cabe en lo que bajaste: 2o 3o 4o",
        "tienes que ponerla en uno de tus juegos, sin cartas de la mano",
        "Después pagas una carta de tu mano",
    ):
        assert piece in text, piece


def test_being_forced_with_an_empty_hand_wins_and_is_said(tmp_path: Path) -> None:
    at = table(
        "house(pack=mini7x4, hand=[[2, 3]], hand_melds=when_asked)",
        ["2o 3o 5o", "4e 5e 6c"],
        "4o 7c 1o",
        *("pass", "take 2o 3o", "pay 5o", "force 0"),
    )
    text = go_on(at, tmp_path, "", people="Ana")
    assert "Your hand is empty, so it makes you go out: you win." in text
    assert "You go out and win the deal!" in text


def test_the_window_is_explained_when_it_comes(tmp_path: Path) -> None:
    at = table(f"{THREE})", HANDS, "4o 5o 3c", *TO_FORCE, "pass", "pass", "pass")
    assert str(at.info(1).phase) == "window"
    text = go_on(at, tmp_path, "force Ana")
    for piece in (
        "Nobody took 5o, and before it dies you get a last word, the window.",
        "You cannot take it yourself now, but you may force somebody who passed on it",
        "  5o fits Ana: 2o 3o 4o (2 in hand).",
        "You force Ana with 5o",
    ):
        assert piece in text, piece


PAYING = table(f"{SMALL})", ["2o 3o 4o 2c 2e", "5o 6o 1c 1e 1b"], "7o", "take 5o 6o")
FITTING = table(f"{SMALL})", ["2o 3o 1c 2c 2e", "5o 6o 4o 1e 1b"], "7o", "take 5o 6o")


@pytest.mark.parametrize(
    ("answer", "paid"), [("yes", True), ("y", True), ("1", True), ("no", False), ("", False)]
)
def test_a_card_that_fits_what_is_laid_is_not_paid_unasked(
    answer: str, paid: bool, tmp_path: Path
) -> None:
    text = go_on(FITTING, tmp_path, "pay 4o", answer)
    assert "4o fits what you have laid (5o 6o 7o): you can be forced to take it back" in text
    assert "(fits yours)" in text
    assert ("You pay 4o." in text) is paid
    assert ("Nothing done." in text) is (answer == "no")
    assert ("Please answer yes or no." in text) is (answer == "")


def test_other_cards_are_paid_at_once(tmp_path: Path) -> None:
    text = go_on(FITTING, tmp_path, "pay 1e")
    assert "You pay 1e." in text
    assert "anyway" not in text


def test_without_forcing_it_is_asked_too(tmp_path: Path) -> None:
    at = table(f"{SMALL}, force=never)", ["2o 3o 1c 2c 2e", "5o 6o 4o 1e 1b"], "7o", "take 5o 6o")
    text = go_on(at, tmp_path, "pay 4o", "no")
    assert "4o fits what you have laid (5o 6o 7o).\n" in text
    assert "fits yours" not in text


def test_a_card_with_which_somebody_wins_is_not_paid_unasked(tmp_path: Path) -> None:
    at = table(
        "house(pack=mini7x4, hand=[[2, 3]])",
        ["2o 3o 5o", "6e 7e 1o"],
        "4o 5e",
        *("pass", "take 2o 3o", "pay 5o", "pass", "take 6e 7e"),
    )
    text = go_on(at, tmp_path, "pay 1o", "no")
    assert "1o fits what Ana has laid, and Ana has no card left: Ana would win with it." in text


def test_why_something_is_refused_is_said_and_asked_again(tmp_path: Path) -> None:
    text = go_on(PAYING, tmp_path, "pay 7o", "pass", "nonsense", "pay 1c")
    assert "You do not hold 7o." in text
    assert "now you pay one card of your hand; you cannot pass." in text
    assert "I do not understand “nonsense”" in text
    assert "You pay 1c." in text


SIX = table(
    "house(pack=mini8x4, hand=[[2, 6]])",
    ["1o 1c 1e 7c 7b 2b", "2o 3o 4o 5o 6o 1b"],
    "7o",
    "take 2o 3o 4o 5o 6o",
)


def test_the_owner_chooses_the_grouping_he_sees(tmp_path: Path) -> None:
    text = go_on(SIX, tmp_path, "layout", "1", "table", "history", lang="en")
    assert "  1. 2o 3o 4o | 5o 6o 7o\n  2. 2o 3o 4o 5o 6o 7o" in text
    assert "You now see: 2o 3o 4o | 5o 6o 7o." in text
    assert text.count("Beto (you): 2o 3o 4o 5o 6o 7o; 1 in hand") == 1
    assert text.count("Beto (you): 2o 3o 4o | 5o 6o 7o; 1 in hand") == 1


def test_no_grouping_is_chosen_where_there_is_none(tmp_path: Path) -> None:
    assert "in one way only: 5o 6o 7o" in go_on(PAYING, tmp_path, "agrupar")
    at = table(f"{SMALL})", ["2o 3o 4o 2c 2e", "5o 6o 1c 1e 1b"], "7o")
    assert "You have laid nothing yet." in go_on(at, tmp_path, "layout")
    at = table(
        f"{SMALL}, force_fit=meld)",
        ["2o 3o 4o 2c 2e", "5o 6o 1c 1e 1b"],
        "7o",
        "take 5o 6o -> 5o 6o 7o",
    )
    assert "the grouping is part of the play" in go_on(at, tmp_path, "layout")


def test_where_the_grouping_matters_the_player_is_asked(tmp_path: Path) -> None:
    at = table(f"{SMALL}, force_fit=meld)", ["1o 1c 1e 7c 7b", "2o 3o 4o 5o 6o"], "7o")
    text = go_on(at, tmp_path, "take 2o 3o 4o 5o 6o", "", "1", "9", "1")
    assert "How shall they lie?\n  1. 2o 3o 4o | 5o 6o 7o\n  2. 2o 3o 4o 5o 6o 7o" in text
    assert text.count("Nothing done.") == 1
    assert "The list goes from 1 to 2." in text
    assert "(2 ways to group them) (you go out!)" in text
    assert "You go out and win the deal!" in text


def test_the_hand_is_sorted_as_one_likes(tmp_path: Path) -> None:
    text = go_on(PAYING, tmp_path, "sort rank", "sort suit", "sort", "sort it", "ordenar palo")
    assert "Your hand (3): 1c, 1e, 1b" in text
    assert "Your hand (3): 1c 1e 1b" in text
    assert "Pay: 1) 1c  2) 1e  3) 1b" in text
    assert "Type “sort suit” or “sort rank”." in text


def test_dead_cards_history_and_score_on_request(tmp_path: Path) -> None:
    at = table(f"{THREE})", HANDS, "4o 5o 3c", *TO_FORCE)
    text = go_on(at, tmp_path, "dead", "history", "score", "rules", "hand", "more")
    assert "Dead cards (1), in order: 6b" in text
    assert "  Ana takes 4o and lays 2o 3o with it. On the table: 2o 3o 4o." in text
    assert "Score after 0 deals: Ana 0, Beto 0, Carla 0." in text
    assert "A house rule without a published source." in text
    assert text.count("  1. force Ana, who has laid 2o 3o 4o\n  2. pass") == 2


def test_a_long_list_comes_in_pages(tmp_path: Path) -> None:
    at = table(
        "house(pack=spanish40, hand=[[2, 9]], yucas=1)",
        ["7b 10b 11b 12b 7c 10c 11c 12c 6b", "1o 2o 3o 5o 6o 1c 1e 1b Y"],
        "4o",
    )
    pages = go_on(at, tmp_path, *["more"] * 60).split("Beto> ")[:-1]
    listed: list[int] = []
    for page in pages[: next(n for n, page in enumerate(pages) if "type “more”" not in page) + 1]:
        numbers = re.findall(r"^  ([0-9]+)\. ", page, re.MULTILINE)
        assert len(numbers) <= 15
        assert ". pass" in page
        listed += [int(number) for number in numbers[:-1]]
    assert len(listed) > 50
    assert listed == list(range(1, len(listed) + 1))
    last = re.findall(r"^  ([0-9]+)\. pass", pages[0], re.MULTILINE)
    assert last == [str(len(listed) + 1)]
    assert len(set(pages[1:])) < len(pages) - 1, "after the last page comes the first"


def test_low_card_is_told_card_by_card() -> None:
    ties = 0
    for seed in range(12):
        options = ["--rules", "navajo", "--first-dealer", "low_card", "--people", "6"]
        _, text = sit_down([*options, "--lang", "es", "--seed", str(seed)], scripted())
        told = text.partition("--- Mano 1 ---")[0]
        assert "cada quien saca una carta" in told
        assert told.count(" saca ") >= 7
        assert "tiene la carta más baja y reparte primero" in told
        ties += "empatan con la más baja" in told
    assert ties
    _, text = sit_down(["--rules", "clasico", "--lang", "es", "--seed", "1"], scripted())
    assert "\nSacas " in text


def test_after_a_deal_hands_are_opened_the_score_told_and_another_offered(tmp_path: Path) -> None:
    at = table(f"{SMALL})", ["2o 3o 4o 2c 2e", "5o 6o 1c 1e 1b"], "7o 7c")
    lines = ("1", "what", "score", "more", "dead", "no")
    text = go_on(at, tmp_path, *lines)
    assert "Hands opened:" in text
    assert "  Ana: on the table nothing; in hand 2o 3o 4o 2c 2e" in text
    assert "  Left in the stock: 7c " in text
    assert "Score after 1 deal: Ana -1, Beto 1." in text
    assert text.count("Another deal?") == 5
    assert "End of the match. Final score: Ana -1, Beto 1." in text
    assert "You win the match!" in text


def test_a_match_that_was_ended_is_not_gone_on_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.jsonl"
    options = ["--people", "0", "--deals", "1", "--lang", "en", "--seed", "1", "--save", str(file)]
    assert sit_down(options, scripted())[0] == 0
    before = file.read_bytes()
    assert sit_down(["--resume", str(file), "--lang", "en"], scripted())[0] == 2
    assert "This match is over" in capsys.readouterr().err
    assert file.read_bytes() == before


def test_quitting_is_asked_about_because_salir_also_means_going_out(tmp_path: Path) -> None:
    text = go_on(PAYING, tmp_path, "salir", "no", "pay 1c", lang="es")
    assert "¿Dejas la mesa?" in text
    assert "Pagas 1c." in text


def test_names_from_outside_cannot_write_on_the_terminal(tmp_path: Path) -> None:
    record = save(PAYING, tmp_path / "match.jsonl")
    path = Path(record)
    path.write_text(path.read_text().replace('"Ana"', '"\\u001b[2JA\\nna"'))
    _, text = sit_down(["--resume", record, "--lang", "en", "--no-save"], scripted("1"))
    assert "\x1b" not in text
    assert "[2JA na" in text


@pytest.mark.parametrize("rules", ["navajo", "paco"])
def test_a_reconstruction_is_called_one(rules: str) -> None:
    _, english = sit_down(["--rules", rules, "--lang", "en"], scripted("rules"))
    _, spanish = sit_down(["--rules", rules, "--lang", "es"], scripted("reglas"))
    assert english.count("reconstruction") == 2
    assert spanish.count("reconstrucción") == 2


def test_equal_names_are_told_apart() -> None:
    options = ["--seat", "Ana", "--seat", "ana", "--seat", "bot:greedy", "--lang", "en"]
    _, text = sit_down([*options, "--seed", "1"], scripted("", "table"))
    assert "Ana, ana 2 and Beto (bot greedy)" in text
