"""`conquian rules`: the variants listed and explained."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from conquian.cli import main
from conquian.core.presets import ABOUT, PRESETS
from conquian.core.ruleset import RuleSet


def printed(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> str:
    assert main(["rules", *words]) == status
    shown = capsys.readouterr()
    assert (shown.err == "") is (status == 0)
    return shown.out if status == 0 else shown.err


@pytest.mark.parametrize(("lang", "word"), [("en", "reconstruction"), ("es", "reconstrucción")])
def test_the_list_has_every_preset_and_calls_a_reconstruction_one(
    lang: str, word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = printed(capsys, "--lang", lang)
    assert text.count(f"({word})") == sum(about.reconstruction for about in ABOUT.values()) == 2
    for name, rules in PRESETS.items():
        (line,) = [line for line in text.splitlines() if line.split(" ")[0] == name]
        for _, size in rules.hand:
            assert f"× {size}" in line
        assert rules.pack in line
        if lang == "en":
            assert ABOUT[name].title in line


@pytest.mark.parametrize("name", PRESETS)
def test_an_explanation_names_the_source(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "show", name, "--lang", "en")
    assert ABOUT[name].source in text
    assert ("reconstruction" in text) is ABOUT[name].reconstruction
    assert text.splitlines()[0] == f"{ABOUT[name].title}: {name}"
    for players, size in PRESETS[name].hand:
        assert f"{players} players: {size} cards each" in text
    spanish = printed(capsys, "show", name, "--lang", "es")
    assert "{" not in text + spanish
    assert ("reconstrucción" in spanish) is ABOUT[name].reconstruction


@pytest.mark.parametrize("name", PRESETS)
def test_the_object_form_reads_back(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(printed(capsys, "show", name, "--json"))
    assert RuleSet.read(data) == PRESETS[name]
    every = json.loads(printed(capsys, "--json"))
    assert every[name] == data


def test_for_one_number_of_players(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "show", "gamevelvet", "--players", "5", "--lang", "en")
    assert "5 players: 8 cards each, 40 left in the stock" in text
    assert "4 players" not in text
    assert "Two packs" in text


def test_house_rules_in_every_form(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    house = "mexicano(yucas=1, claim=either)"
    rules = RuleSet.parse(house)
    as_object = json.dumps(rules.as_object())
    files = [tmp_path / "rules.txt", tmp_path / "rules.json"]
    for file, text in zip(files, (house, as_object), strict=True):
        file.write_text(text)
    forms = [
        house,
        as_object,
        *map(str, files),
        '{"preset": "mexicano", "yucas": 1, "claim": "either"}',
    ]
    for form in forms:
        data = json.loads(printed(capsys, "show", form, "--json"))
        assert RuleSet.read(data) == rules
    text = printed(capsys, "show", house, "--lang", "en")
    assert text.startswith(f"Modern Mexican, tercerilla: {house}\n")
    assert "A house rule made from mexicano." in text
    assert "One yuca, a wild card written Y" in text
    assert "The Official Game Rules" in text
    bare = printed(capsys, "show", '{"hand": [[2, 7]]}', "--lang", "en")
    assert bare.startswith("house(hand=[[2, 7]])\n")
    assert "A house rule without a published source." in bare


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["show"], "which rules"),
        (["show", "nonsense"], "no preset"),
        (["show", "mexicano(claim=all)"], "claim"),
        (["show", "clasico", "--players", "3"], "not for 3 players"),
        (["show", "{"], "cannot be read as rules"),
        (["show", "{" * 100_000], "cannot be read as rules"),
        (["show", "x" * 100_000], "no preset"),
        (["show", "X" * 100_000], "cannot be read as rules"),
    ],
)
def test_what_is_no_rule_set_is_refused_with_a_reason(
    words: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    error = printed(capsys, *words, "--lang", "en", status=2)
    assert reason in error
    assert len(error) < 1000


def test_a_file_that_is_no_text_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "noise"
    file.write_bytes(bytes(range(256)) * 4000)
    assert "cannot be read as rules" in printed(capsys, "show", str(file), status=2)


def test_the_catalogue_is_json_with_both_languages(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(printed(capsys, "catalogue"))
    assert data["event_paid"]["es"] == "{seat} paga {card}."
    assert all(set(sentence) == {"en", "es"} for sentence in data.values())
    assert {"not_in_hand", "rule_force_must", "bot_timeout"} <= data.keys()
