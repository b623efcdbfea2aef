"""Every event has its sentence, for whoever is told it, and every value of every rule."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from importlib.resources import files

import pytest

from conquian.core import match
from conquian.core.action import Action
from conquian.core.catalogue import LANGUAGES, parameters, sentence
from conquian.core.catalogue.explain import explain, explain_match, source, title
from conquian.core.catalogue.telling import Said, told
from conquian.core.errors import BadRules
from conquian.core.events import Ended, Over
from conquian.core.match import MatchSettings
from conquian.core.position import Outcome, Reason
from conquian.core.presets import ABOUT, PRESETS
from conquian.core.ruleset import BOOLS, ENUMS, RULE_FIELDS, RuleSet
from conquian.dealing.seeded import seeded_deal

EVENTS: dict[str, dict[str, str]] = json.loads(
    (files("conquian.core.catalogue") / "events.json").read_text(encoding="utf-8")
)
RULES: dict[str, dict[str, str]] = json.loads(
    (files("conquian.core.catalogue") / "rules.json").read_text(encoding="utf-8")
)


def shown(said: Said) -> list[str]:
    """The sentence in both languages; its parameters are exactly those it speaks of."""
    for lang in LANGUAGES:
        template = {**EVENTS, **RULES}[said.code][lang]
        assert parameters(template) == said.params.keys(), said.code
    return [sentence(said.code, said.params, lang) for lang in LANGUAGES]


def happenings() -> Iterator[tuple[object, int | None, int]]:
    """Events of random deals, each with a seat or spectator who is told it."""
    tables = [("mexicano", 3), ("diario", 3), ("gamevelvet", 6), ("gamevelvet", 2), ("navajo", 2)]
    for name, players in tables:
        for seed in range(25):
            deal = seeded_deal(PRESETS[name], players, seed % players, seed)
            rng, state, actions = random.Random(seed), deal.first, list[Action]()
            while not state.is_over:
                legal = state.legal_actions()
                eager = [action for action in legal if action.kind in ("take", "force")]
                actions.append(rng.choice(eager or legal))
                state = deal.apply(state, actions[-1])
            for entry in deal.log(actions):
                for seat in (None, *range(players)):
                    yield entry.seen_by(seat), seat, players
    for ended in (Ended("forfeit", 1), Ended("abandoned", None), Ended("abandoned", 0)):
        for seat in (None, 0, 1):
            yield Over(None, ended, (), ()), seat, 2
    for outcome in (Outcome(None, Reason.STOCK), Outcome(0, Reason.STOCK), Outcome(1, Reason.OUT)):
        for seat in (None, 0, 1):
            yield Over(outcome, None, (), ()), seat, 2


def test_every_sentence_about_an_event_is_told_and_fits() -> None:
    codes: dict[str, int] = {}
    for event, seat, players in happenings():
        said = told(event, seat, players)  # type: ignore[arg-type]
        codes[said.code] = codes.get(said.code, 0) + 1
        if codes[said.code] > 200:
            continue
        english, spanish = shown(said)
        assert english.endswith((".", "!"))
        assert spanish.endswith((".", "!"))
        assert said.code.endswith("_you") <= ("you" in english.lower())
    told_codes = {code for code in EVENTS if code.startswith("event_")}
    assert codes.keys() == told_codes


def test_both_languages_speak_of_the_same_things() -> None:
    for code, said in {**EVENTS, **RULES}.items():
        assert set(said) == set(LANGUAGES), code
        assert parameters(said["en"]) == parameters(said["es"]), code
        assert all(said.values()), code


# Rules.

BASE = RuleSet.parse("house(hand=[[2, 5], [3, 5]])")
VALUES: dict[str, list[object]] = {
    "hand": [[[2, 5], [3, 5]], [[2, 6]]],
    "pack": ["spanish40", "full52", "ace_to_ten", "mini6x3", "mini7x4", "mini13x2"],
    "decks": [1, 2],
    "big_table": [99, 3],
    "yucas": [0, 1, 2],
    "run_cap": [None, 3, 8],
    **{name: list(enum) for name, enum in ENUMS.items()},
    **{name: [False, True] for name in BOOLS},
}


def texts(rules: RuleSet, lang: str, players: int | None = None) -> list[str]:
    said = []
    for section in explain(rules, players):
        said.append(sentence(section.title, {}, lang))
        said += [shown(one)[LANGUAGES.index(lang)] for one in section.sentences]
    return said


def test_the_values_are_those_of_all_fields() -> None:
    assert VALUES.keys() == set(RULE_FIELDS)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("field", RULE_FIELDS)
def test_every_value_of_every_field_has_its_sentence(field: str, lang: str) -> None:
    explanations = [tuple(texts(BASE.changed(**{field: value}), lang)) for value in VALUES[field]]
    assert len(set(explanations)) == len(explanations)


def test_no_sentence_about_rules_is_left_over() -> None:
    used: set[str] = set()
    for field, values in VALUES.items():
        for value in values:
            for section in explain(BASE.changed(**{field: value})):
                used |= {section.title, *(said.code for said in section.sentences)}
    for rules in PRESETS.values():
        used |= {said.code for said in source(rules)}
        used |= {said.code for said in source(rules.changed(yucas=1))}
        used |= {said.code for said in (title(rules),) if said}
    for settings in all_settings():
        used |= {said.code for said in explain_match(settings)}
    mine = {code for code in RULES if not code.startswith(("preset_line_", "rules_"))}
    assert mine - used == set()
    assert {f"preset_line_{name}" for name in PRESETS} <= RULES.keys()


def all_settings() -> Iterator[MatchSettings]:
    for dealer in match.FirstDealer:
        for stakes in match.Stakes:
            for after in match.AfterDraw:
                yield MatchSettings(dealer, stakes, after, deals=3)
                yield MatchSettings(dealer, stakes, after, stake=2, points=5)
                yield MatchSettings(dealer, stakes, after)


def test_every_way_to_play_a_match_is_explained_differently() -> None:
    explained = {tuple(shown(said)[0] for said in explain_match(one)) for one in all_settings()}
    # With a pot the pot stays after a draw, whatever the setting says.
    assert len(explained) == 2 * (4 + 1) * 3


@pytest.mark.parametrize("name", PRESETS)
def test_titles_and_sources_are_those_of_the_preset(name: str) -> None:
    about = ABOUT[name]
    named = title(PRESETS[name])
    assert named is not None
    assert shown(named)[0] == about.title
    assert about.source in [shown(said)[0] for said in source(PRESETS[name])]
    codes = [said.code for said in source(PRESETS[name])]
    assert ("rule_reconstruction" in codes) is about.reconstruction


def test_an_explanation_for_one_number_of_players() -> None:
    rules = PRESETS["gamevelvet"]
    assert any("Two packs" in text for text in texts(rules, "en", 5))
    assert any("One pack" in text for text in texts(rules, "en", 4))
    with pytest.raises(BadRules):
        explain(PRESETS["clasico"], 3)
