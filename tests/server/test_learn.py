"""The tutorial: every step leads to its end, and whatever is wrong is answered in words."""

from __future__ import annotations

import json

import pytest
from httpx import Client

from conquian.core.catalogue import sentences
from conquian.core.errors import CannotParse
from conquian.core.presets import Faces
from conquian.server import learn, pages_learn
from tests.server.pages import LANGUAGES, sane

STEPS = learn.steps()
NAMES = [step.name for step in STEPS]


def done(step: learn.Step) -> list[str]:
    return [str(task.want[0]) for task in step.tasks]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.name)
def test_every_step_is_played_to_its_end(step: learn.Step, lang: str) -> None:
    shown = learn.answer(step.name, [], lang, Faces.FRENCH)
    for number in range(len(step.tasks)):
        assert shown["task"]
        assert not shown["finished"]
        assert shown["buttons"]
        shown = learn.answer(step.name, done(step)[: number + 1], lang, Faces.FRENCH)
        assert shown["refused"] is None
        assert shown["news"]
    assert shown["finished"]
    assert shown["learnt"]
    assert shown["buttons"] == []


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.name)
def test_every_wanted_action_can_be_made_with_the_buttons(step: learn.Step) -> None:
    for number, task in enumerate(step.tasks):
        shown = learn.answer(step.name, done(step)[:number], "es", Faces.SPANISH)
        offered = {button["do"] for button in shown["buttons"]}
        for action in task.want:
            text = str(action)
            assert text in offered or text.split(maxsplit=1)[0] in offered
            assert {card for card in text.split()[1:] if not card.isdigit()} <= set(
                shown["view"]["hand"]
            )
            tried = [*done(step)[:number], text]
            assert learn.answer(step.name, tried, "es", Faces.SPANISH)["done"] == number + 1


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.name)
def test_every_other_action_is_answered_with_a_reason_and_a_hint(
    step: learn.Step, lang: str
) -> None:
    for number, task in enumerate(step.tasks):
        before = done(step)[:number]
        shown = learn.answer(step.name, before, lang, Faces.SPANISH)
        hand = shown["view"]["hand"]
        tries = ["pass", "take", "force 1", "give 1o", "meld", "nonsense", ""]
        tries += [f"{word} {card}" for word in ("pay", "take", "give") for card in hand]
        tries += [f"take {' '.join(hand)}", f"meld {' '.join(hand)}"]
        for text in tries:
            answer = learn.answer(step.name, [*before, text], lang, Faces.SPANISH)
            if answer["done"] > number:
                assert text in map(str, task.want) or text.startswith("take")
                continue
            refused = answer["refused"]
            assert refused["text"], text
            assert refused["hint"] == sentences()[task.say + "_hint"][lang]
            assert answer["view"] == shown["view"], text


def test_what_is_legal_but_not_the_lesson_says_so() -> None:
    answer = learn.answer("pay", ["pay 11e"], "en", Faces.FRENCH)
    assert answer["refused"]["code"] == "learn_other"


def test_a_forced_player_hears_the_engine_s_own_reason() -> None:
    answer = learn.answer("forced", ["pass"], "es", Faces.SPANISH)
    assert answer["refused"]["code"] not in ("learn_other", "learn_actions")


def test_there_is_no_going_on_after_a_wrong_try_or_the_end() -> None:
    with pytest.raises(CannotParse) as fault:
        learn.answer("set", ["pass", "take 7o 7c"], "en", Faces.FRENCH)
    assert fault.value.code == "learn_actions"
    answer = learn.answer("set", [*done(STEPS[0]), "pass"], "en", Faces.FRENCH)
    assert answer["refused"]["code"] == "learn_finished"


def test_the_last_step_has_no_next() -> None:
    shown = [learn.answer(name, [], "en", Faces.FRENCH)["next"] for name in NAMES]
    assert shown == [*NAMES[1:], None]


def test_all_its_words_are_used() -> None:
    known = {code for code in sentences() if code.startswith("learn_")}
    wanted = set()
    for step in STEPS:
        wanted |= {f"learn_{step.name}_{part}" for part in ("title", "text", "learnt")}
        wanted |= {task.say + ending for task in step.tasks for ending in ("", "_hint")}
    assert wanted <= known
    of_steps = {code for code in known if code.split("_")[1] in NAMES}
    assert of_steps == wanted


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", [*NAMES, "nothing"])
def test_the_page_of_every_step(client: Client, name: str, lang: str) -> None:
    text = sane(client.get("/learn", params={"lang": lang, "step": name}), lang)
    shown = name if name in NAMES else NAMES[0]
    assert sentences()[f"learn_{shown}_title"][lang] in text


def test_the_answers_of_the_server(client: Client) -> None:
    client.get("/learn?lang=es")
    good = client.post("/api/learn", json={"step": "set", "actions": ["take 7o 7c"]})
    assert good.json()["finished"]
    assert good.json()["faces"] == str(pages_learn.FACES["es"])
    french = client.post("/api/learn", json={"step": "set", "actions": [], "faces": "french"})
    assert french.json()["faces"] == "french"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"nonsense",
        b"[]",
        b"7",
        b"\xff",
        b"[" * 5000,
        json.dumps({"step": "set"}).encode(),
        json.dumps({"step": "none", "actions": []}).encode(),
        json.dumps({"step": "set", "actions": [7]}).encode(),
        json.dumps({"step": "set", "actions": ["pass"] * 21}).encode(),
        json.dumps({"step": "set", "actions": ["x" * 201]}).encode(),
        json.dumps({"step": "set", "actions": ["pass", "pass"]}).encode(),
    ],
)
def test_a_bad_request_is_refused_in_words(client: Client, body: bytes) -> None:
    answer = client.post("/api/learn", content=body)
    assert answer.status_code == 400
    assert answer.json()["error"]["text"]
