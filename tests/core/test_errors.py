"""Refusals: values with a code, parameters and sentences in two languages."""

from __future__ import annotations

import copy
import json
import pickle
import re

import pytest

from conquian.core import catalogue
from conquian.core.cards import parse_zone
from conquian.core.catalogue import LANGUAGES, PARAMETER_KINDS, as_json, parameters, sentences
from conquian.core.errors import (
    Ambiguous,
    BadDeal,
    BadRules,
    CannotParse,
    ConquianError,
    NotLegal,
)
from tests.server.test_page_words import PARTS

from .source import PACKAGE, import_all, is_named, refusals

KINDS = [CannotParse, NotLegal, Ambiguous, BadRules, BadDeal]

import_all()
SENTENCES = sentences()


@pytest.mark.parametrize("kind", KINDS)
def test_a_refusal_is_a_value_error_with_code_and_parameters(kind: type[ConquianError]) -> None:
    refusal = kind("bad_card", text="9x")
    assert isinstance(refusal, ValueError)
    assert (refusal.code, refusal.params) == ("bad_card", {"text": "9x"})
    assert str(refusal) == refusal.sentence("en")
    assert "9x" in refusal.sentence("es")
    assert repr(refusal) == f"{kind.__name__}('bad_card', text='9x')"


@pytest.mark.parametrize("kind", KINDS)
def test_refusals_compare_by_kind_code_and_parameters(kind: type[ConquianError]) -> None:
    refusal = kind("bad_card", text="9x")
    assert refusal == kind("bad_card", text="9x")
    assert hash(refusal) == hash(kind("bad_card", text="9x"))
    assert refusal != kind("bad_card", text="9y")
    assert refusal != kind("bad_face", text="9x")
    assert all(refusal != other("bad_card", text="9x") for other in KINDS if other is not kind)
    assert refusal != "bad_card"


@pytest.mark.parametrize("kind", KINDS)
def test_refusals_survive_pickling_and_copying(kind: type[ConquianError]) -> None:
    refusal = kind("take_not_melds", upcard=3, cards=parse_zone("5o 6o"), laid=0)
    for again in (pickle.loads(pickle.dumps(refusal)), copy.deepcopy(refusal)):  # noqa: S301
        assert again == refusal
        assert again.sentence("es") == refusal.sentence("es")


# ----------------------------------------------------------------------------------- the catalogue


def test_the_scan_finds_the_refusals_of_the_source() -> None:
    codes = {code for refusal in refusals() for code in refusal.codes}
    assert len(codes) > 50
    assert {"phase_window", "card_twice", "card_not_in_pack", "bad_hand", "force_payer"} <= codes


@pytest.mark.parametrize("place", range(len(refusals())), ids=lambda n: refusals()[n].place)
def test_every_refusal_has_sentences_with_exactly_its_parameters(place: int) -> None:
    refusal = refusals()[place]
    for code in refusal.codes:
        assert code in SENTENCES, f"{code} has no sentence"
        for lang in LANGUAGES:
            named = parameters(SENTENCES[code][lang])
            assert named <= refusal.params or refusal.open, f"{code} ({lang}) names {named}"
            # A parameter may be there for programs; what a sentence says, both languages say.
            assert named == parameters(SENTENCES[code]["en"])


@pytest.mark.parametrize("place", range(len(refusals())), ids=lambda n: refusals()[n].place)
def test_no_parameter_goes_unsaid(place: int) -> None:
    refusal = refusals()[place]
    for code in refusal.codes:
        unsaid = refusal.params - parameters(SENTENCES[code]["en"])
        # Which field or setting is wrong is for programs where the sentence says it in words.
        assert unsaid <= {"field", "kind"}, f"{code} does not say {unsaid}"


@pytest.mark.parametrize("code", sorted(SENTENCES))
def test_every_sentence_is_there_in_both_languages_and_names_the_same(code: str) -> None:
    assert set(SENTENCES[code]) == set(LANGUAGES)
    english, spanish = (SENTENCES[code][lang] for lang in LANGUAGES)
    assert english.strip()
    assert spanish.strip()
    assert parameters(english) == parameters(spanish)


def of_the_pages() -> set[str]:
    """The sentences named in templates and scripts, which `tests/server/test_page_words.py` and
    `tests/client/test_client.py` look through for each part of the catalogue."""
    parts = [PACKAGE / "server" / f"{name}.json" for name in PARTS]
    return {code for part in parts for code in json.loads(part.read_text("utf-8"))}


def test_no_sentence_is_unused() -> None:
    pages = of_the_pages()
    assert len(pages) > 300
    unused = [code for code in sorted(SENTENCES) if not is_named(code) and code not in pages]
    assert unused == []


def test_every_refusal_renders_in_both_languages() -> None:
    samples = {"card": 3, "cards": parse_zone("5o 6o"), "seat": 1, "layout": (7,), "kind": "take"}
    for refusal in refusals():
        for code in refusal.codes:
            names = parameters(SENTENCES[code]["en"])
            params = {name: samples.get(PARAMETER_KINDS.get(name, ""), "x") for name in names}
            for lang in LANGUAGES:
                said = catalogue.sentence(code, params, lang)
                assert said.strip() == said != ""
                assert not re.search(r"\{\w*\}", said)


def test_cards_and_seats_are_shown_as_the_front_end_likes() -> None:
    refusal = NotLegal("force_no_fit", target=2, upcard=parse_zone("7c").bit_length() - 1)
    assert refusal.sentence("en") == "7c does not fit what seat 2 has laid."
    assert refusal.sentence("es") == "7c no cabe en lo que bajó asiento 2."

    def render(kind: str, value: object) -> str:
        return f"<{kind} {value}>"

    shown = catalogue.sentence(refusal.code, refusal.params, "en", render)
    assert shown == "<card 22> does not fit what <seat 2> has laid."


def test_a_zone_without_cards_is_a_dash() -> None:
    assert "–" in NotLegal("take_bare", upcard=3, laid=0).sentence("en")


def test_the_whole_catalogue_is_one_json_object() -> None:
    data = json.loads(as_json())
    assert data == SENTENCES
    assert list(data) == sorted(data)


def test_the_kind_of_action_is_said_in_words() -> None:
    refusal = NotLegal("phase_offer", kind="pay")
    assert "You cannot pay now." in refusal.sentence("en")
    assert "pagar" in refusal.sentence("es")
