"""The rules in words and the form of a table: all presets and counts, in both languages."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urlencode

import pytest
from httpx import Client

from conquian.core.catalogue.explain import explain
from conquian.core.presets import PRESETS
from conquian.core.ruleset import RULE_FIELDS, RuleSet
from conquian.server.pages_rules import rule_words
from conquian.server.rules_form import hands, questions, read_rules
from tests.server.pages import LANGUAGES, sane
from tests.server.serving import Served

HOUSES = (
    "mexicano(yucas=1, claim=either)",
    "house(hand=[[2, 5]], pack=mini4x3, force=never)",
    "gamevelvet(run_cap=4)",
    "clasico(hand=[[2, 10], [4, 7]], big_table=3, pack=full52)",
)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", PRESETS)
def test_a_rules_page_says_every_sentence(client: Client, name: str, lang: str) -> None:
    rules = PRESETS[name]
    words = rule_words(rules, lang)
    for players in (None, *rules.player_counts):
        asked = {"lang": lang} | ({"players": str(players)} if players else {})
        text = sane(client.get(f"/rules/{name}?{urlencode(asked)}"), lang)
        for section in explain(rules, players):
            for said in section.sentences:
                assert words.said(said) in text
        assert ("reconstrucción" in text or "reconstruction" in text) == (
            name in ("navajo", "paco")
        )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_list_and_house_rules(client: Client, lang: str) -> None:
    text = sane(client.get(f"/rules?lang={lang}"), lang)
    assert all(f'href="/rules/{name}"' in text for name in PRESETS)
    for house in HOUSES:
        page = client.get(f"/rules/show?{urlencode({'rules': house, 'lang': lang})}")
        assert str(RuleSet.parse(house)) in sane(page, lang)


def test_what_is_no_rule_set_is_refused_in_words(client: Client) -> None:
    for url, status in (
        ("/rules/none", 404),
        ("/rules/show?rules=mexicano(yucas=9)", 400),
        ("/rules/mexicano?players=5", 400),
        ("/new?rules=none", 400),
        ("/new?rules=mexicano&players=6", 400),
    ):
        page = client.get(url)
        assert page.status_code == status, url
        assert 'role="alert"' in page.text, url


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("text", [*PRESETS, *HOUSES])
def test_the_form_asks_every_field_and_sends_the_same_rules_back(
    client: Client, text: str, lang: str
) -> None:
    rules = RuleSet.parse(text)
    words = rule_words(rules, lang)
    asked = questions(rules, words)
    assert [question.field for question in asked] == list(RULE_FIELDS)
    form = {"rules": text}
    for question in asked:
        chosen = [answer.value for answer in question.answers if answer.chosen]
        assert len(chosen) == (question.field != "hand")
        if chosen:
            form[question.name] = chosen[0]
    form |= {f"rule_hand_{players}": str(size) for players, size in hands(rules)}
    assert str(read_rules(form)) == str(rules)
    for players in rules.player_counts:
        url = "/new?" + urlencode({"rules": text, "players": str(players), "lang": lang})
        page = sane(client.get(url), lang)
        assert f'name="players" value="{players}" checked' in page
        assert f'name="rules" value="{rules}"' in page


def test_answers_change_the_preset() -> None:
    assert str(read_rules({"rules": "mexicano", "rule_yucas": "1"})) == "mexicano(yucas=1)"
    assert read_rules({"rules": "mexicano(yucas=1)", "rule_yucas": "0"}).id == "mexicano"
    assert read_rules({"rules": "clasico", "rule_run_cap": ""}).run_cap is None
    assert read_rules({"rule_hand_2": "10", "rule_hand_4": "6"}).player_counts == (2, 4)


def test_live_validation(client: Client) -> None:
    def ask(**body: object) -> dict[str, object]:
        answer = client.post("/api/rules?lang=es", content=json.dumps(body))
        assert answer.status_code == 200
        found: dict[str, object] = answer.json()
        return found

    good = ask(rules="mexicano(yucas=1)", players=3)
    assert good["ok"] is True
    assert (good["text"], good["players"], good["error"]) == ("mexicano(yucas=1)", [2, 3], None)
    assert "yuca" in str(good["explained"])
    assert ask(rules={"preset": "clasico", "yucas": 2})["text"] == "clasico(yucas=2)"
    assert ask(form={"rules": "paco", "rule_force": "never", "players": "2"})["ok"] is True
    for body, code, field in (
        ({"rules": "mexicano", "players": 5}, "players_not_allowed", "hand"),
        ({"form": {"rules": "mexicano", "rule_yucas": "3"}}, "bad_value", "yucas"),
        ({"form": {"rules": "mexicano", "rule_yucas": "many"}}, "bad_value", "yucas"),
        ({"form": {"rules": "diario", "rule_claim": "either"}}, "claim_round", "claim"),
        ({"rules": "nix"}, "unknown_preset", None),
        ({"rules": 7}, "bad_rules_text", None),
        ({"players": "x", "rules": "paco"}, "rules_request", None),
    ):
        refused = ask(**body)
        error = refused["error"]
        assert isinstance(error, dict)
        assert (refused["ok"], error["code"], error["field"]) == (False, code, field)
        assert error["text"]
    assert client.post("/api/rules", content=b"{").json()["error"]["code"] == "rules_request"


def test_without_javascript_the_form_opens_a_table_with_its_house_rules(
    served: Served, client: Client
) -> None:
    form = {"rules": "mexicano", "rule_yucas": "2", "players": "3", "packet": "2", "stake": "5"}
    answer = client.post("/new", data=form)
    assert answer.status_code == 200
    code = answer.url.path.rpartition("/")[2]
    settings = served.hub._rooms[code].table.settings
    assert (str(settings.rules), settings.players) == ("mexicano(yucas=2)", 3)
    assert (settings.packet, settings.match_settings.stake) == (2, 5)


def test_every_sentence_of_the_rules_pages_is_used_and_none_is_missing() -> None:
    server = Path(__file__).resolve().parents[2] / "src" / "conquian" / "server"
    known = json.loads((server / "rules_words.json").read_text("utf-8"))
    source = "\n".join(
        (server / name).read_text("utf-8")
        for name in (
            "pages_rules.py",
            "templates/rules.html",
            "templates/rules_one.html",
            "templates/new.html",
        )
    )
    begun = ("rules_field_", "rules_match_", "new_chat_", "rules_common_")
    left = [code for code in known if f'"{code}"' not in source and not code.startswith(begun)]
    assert left == []
    assert {f"rules_field_{field}" for field in RULE_FIELDS} <= set(known)
