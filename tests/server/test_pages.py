"""The lobby and the pages of text, as a browser without scripts gets them."""

from __future__ import annotations

import json
import re

import pytest
from httpx import Client

from conquian.core.presets import ABOUT, PRESETS
from conquian.core.ruleset import RuleSet
from tests.server.pages import LANGUAGES, sane
from tests.server.serving import Served


def fresh(served: Served) -> Client:
    """Another browser."""
    return Client(base_url=served.url, follow_redirects=True, timeout=10)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("path", ["/", "/mine", "/fair", "/verify"])
def test_pages_are_sane_in_both_languages(client: Client, path: str, lang: str) -> None:
    text = sane(client.get(path, params={"lang": lang}), lang)
    other = {"es": "en", "en": "es"}[lang]
    assert f'href="{path}?lang={other}"' in text


def test_the_language_follows_the_browser_and_is_remembered(served: Served) -> None:
    with fresh(served) as browser:
        sane(browser.get("/", headers={"accept-language": "fr,es-MX;q=0.8,en;q=0.5"}), "es")
        sane(browser.get("/?lang=en", headers={"accept-language": "es"}), "en")
        sane(browser.get("/fair", headers={"accept-language": "es"}), "en")


def test_the_language_link_keeps_what_was_asked_for(client: Client) -> None:
    text = client.get("/verify?lang=es&a=1").text
    assert 'href="/verify?a=1&amp;lang=en"' in text


@pytest.mark.parametrize(("lang", "preset"), [("es", "mexicano"), ("en", "clasico")])
def test_play_now_is_one_tap(served: Served, lang: str, preset: str) -> None:
    with fresh(served) as browser:
        text = browser.get(f"/?lang={lang}").text
        form = re.search(r'<form method="post" action="/play">(.*?)</form>', text, re.DOTALL)
        assert form is not None
        fields = dict(re.findall(r'name="(\w+)" value="(\w+)"', form[1]))
        assert fields == {"rules": preset, "players": "2"}
        table = browser.post("/play", data=fields)
        assert table.status_code == 200
        assert re.fullmatch(r".*/t/[A-Z2-9]{6}", str(table.url))
        assert 'id="boot"' in table.text


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_can_be_chosen_with_every_number_of_players(
    served: Served, client: Client, name: str
) -> None:
    lobby = client.get("/?lang=en").text
    found = re.search(rf'name="rules" value="{name}" data-players="([\d ]+)"', lobby)
    assert found is not None
    counts = tuple(map(int, found[1].split()))
    assert counts == PRESETS[name].player_counts
    for players in counts:
        for lang in LANGUAGES:
            with fresh(served) as browser:
                browser.get(f"/?lang={lang}")
                form = {"rules": name, "players": str(players), "bot": "greedy", "name": "Eva"}
                table = browser.post("/play", data=form)
                assert table.status_code == 200, table.text
                assert f'<html lang="{lang}"' in table.text


def test_reconstructions_are_called_so(client: Client) -> None:
    text = client.get("/?lang=en").text
    boxes = re.findall(r'<label class="option">(.*?)</label>', text, re.DOTALL)
    shown = {
        found[1]: "reconstruction" in box
        for box in boxes
        if (found := re.search(r'name="rules" value="(\w+)"', box))
    }
    assert shown == {name: about.reconstruction for name, about in ABOUT.items()}


def test_a_number_of_players_the_game_is_not_for_is_refused_in_words(client: Client) -> None:
    answer = client.post("/play?lang=es", data={"rules": "clasico", "players": "5"})
    assert "clasico" not in sane(answer, "es", 400)


def test_my_games_lists_the_tables_of_this_browser_alone(served: Served) -> None:
    with fresh(served) as one, fresh(served) as other:
        one.get("/?lang=es")
        code = str(one.post("/play", data={"rules": "mexicano"}).url)[-6:]
        text = sane(one.get("/mine"), "es")
        assert f'href="/t/{code}"' in text
        assert f'href="/t/{code}"' in one.get("/").text
        assert code not in other.get("/mine").text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_cannot_be_had_is_said_in_words(client: Client, lang: str) -> None:
    for path, status in (("/nowhere", 404), ("/t/ABCDEF", 404), ("/join?code=zzz", 404)):
        text = sane(client.get(path, params={"lang": lang, **_query(path)}), lang, status)
        assert 'href="/"' in text
    sane(client.get("/play", params={"lang": lang}), lang, 405)
    foreign = client.post(f"/play?lang={lang}", headers={"origin": "https://elsewhere.example"})
    sane(foreign, lang, 403)


def _query(path: str) -> dict[str, str]:
    return {"code": "zzz"} if "code=" in path else {}


def test_verify_gets_the_rules_it_needs(client: Client) -> None:
    text = client.get("/verify?lang=en").text
    found = re.search(r'<script type="application/json" id="boot">(.*?)</script>', text)
    assert found is not None
    boot = json.loads(found[1])
    for name, rules in boot["presets"].items():
        assert RuleSet.read(rules) == PRESETS[name]
    assert "verify_good" in boot["words"]


def test_the_definition_on_the_fair_page_is_the_one_of_the_code(client: Client) -> None:
    text = sane(client.get("/fair?lang=en"), "en")
    for phrase in ("conquian/fair/1", "HMAC-SHA256", "largest multiple", "withheld"):
        assert phrase in text
