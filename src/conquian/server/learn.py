"""The tutorial: small deals, played by the rules themselves (docs/protocol.md §6).

A step is a deal with chosen cards, what was done before it begins, what the others do, and what is
to be learnt. The learner's actions are replayed from the start at every request, so the server
keeps nothing; the engine says what is legal and why something is not, as at any table.
"""

from __future__ import annotations

import json
import pkgutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from conquian.core.action import Action, Kind
from conquian.core.cards import card_text, parse_card, zone_of
from conquian.core.catalogue import add_part
from conquian.core.catalogue.telling import told
from conquian.core.catalogue.words import Words
from conquian.core.deal import Deal
from conquian.core.errors import CannotParse, ConquianError
from conquian.core.events import Entry, Over
from conquian.core.position import EXCHANGE, OFFER, PAY
from conquian.core.presets import Faces
from conquian.core.ruleset import Force, HandMelds, RuleSet
from conquian.core.text import layout_object, zone_object
from conquian.core.view import InfoState
from conquian.play import why
from conquian.play.live import LiveDeal

add_part("conquian.server", "learn_words")

LEARNER: Final = 0
MOST_ACTIONS: Final = 20


@dataclass(frozen=True, slots=True)
class Task:
    """One thing the learner is asked to do.

    Attributes:
        say: the code of what is asked; ``…_hint`` is the hint after a wrong try.
        want: the actions that do it.
    """

    say: str
    want: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the tutorial.

    Attributes:
        name: in addresses and in the codes of its sentences.
        deal: the cards.
        before: what was done before the learner is asked for the first time.
        others: what the other seats do then, in order.
        tasks: what the learner does.
    """

    name: str
    deal: Deal
    before: tuple[Action, ...]
    others: tuple[Action, ...]
    tasks: tuple[Task, ...]


@cache
def steps() -> tuple[Step, ...]:
    """All steps, in the order they are taught."""
    data = pkgutil.get_data("conquian.server", "learn_steps.json") or b"[]"
    return tuple(map(_read, json.loads(data)))


def _read(data: Mapping[str, Any]) -> Step:
    name = data["name"]
    rules = RuleSet.parse(data["rules"])
    hands = [[parse_card(card) for card in hand.split()] for hand in data["hands"]]
    first = [parse_card(card) for card in data["stock"].split()]
    used = {card for hand in (*hands, first) for card in hand}
    deck = rules.pack_value.deck(rules.decks_for(len(hands)), rules.yucas)
    stock = (*first, *(card for card in deck if card not in used))
    return Step(
        name,
        Deal(rules, data["dealer"], tuple(map(zone_of, hands)), stock),
        _actions(data.get("before", [])),
        _actions(data.get("others", [])),
        tuple(
            Task(f"learn_{name}_task_{number}", _actions(want))
            for number, want in enumerate(data["tasks"], 1)
        ),
    )


def _actions(texts: Sequence[str]) -> tuple[Action, ...]:
    return tuple(Action.parse(text) for text in texts)


class Lesson:
    """A step being taken.

    Args:
        step: which.
        words: how it is told; the learner is seat 0.
    """

    def __init__(self, step: Step, words: Words) -> None:
        self.step = step
        self.words = words
        self.live = LiveDeal(step.deal, words.names, step.before)
        self.done = 0
        self._others = list(step.others)
        self._seen = self.live.version
        self._others_act()
        self.news = self._since(self._seen)

    @property
    def finished(self) -> bool:
        """All tasks are done."""
        return self.done == len(self.step.tasks)

    def act(self, text: str) -> ConquianError | None:
        """The learner does something.

        Returns:
            ``None`` if it was what is asked; otherwise nothing has changed, and it is the engine's
            refusal, or ``learn_other``: legal, but not what is to be learnt here.
        """
        if self.finished:
            return CannotParse("learn_finished")
        try:
            action = Action.parse(text)
        except ConquianError as fault:
            return fault
        refusal = self.live.refusal(LEARNER, action)
        if refusal is not None:
            return refusal
        if action not in self.step.tasks[self.done].want:
            return CannotParse("learn_other")
        before = self.live.version
        self.live.submit(LEARNER, action)
        self.done += 1
        self._others_act()
        self.news = self._since(before)
        return None

    def _others_act(self) -> None:
        """The others go on as written, until the learner is asked or nobody is."""
        while self._others and self._moves_other():
            pass

    def _moves_other(self) -> bool:
        others = [seat for seat in self.live.waiting if seat != LEARNER]
        if not others or (LEARNER in self.live.waiting and not self.live.exchanging):
            return False
        self.live.submit(others[0], self._others.pop(0))
        return True

    def _since(self, version: int) -> list[str]:
        """What has happened, told to the learner."""
        return [self._told(entry) for entry in self.live.log[version:]]

    def _told(self, entry: Entry) -> str:
        event = entry.seen_by(LEARNER)
        return self.words.said(told(event, LEARNER, self.live.players))

    # As JSON.

    def shown(self, refusal: ConquianError | None = None) -> dict[str, Any]:
        """Everything a page needs, with the refusal of the last try."""
        words, step, live = self.words, self.step, self.live
        info = live.info(LEARNER)
        task = None if self.finished else step.tasks[self.done].say
        number = steps().index(step)
        later = steps()[number + 1 :]
        return {
            "step": step.name,
            "number": number + 1,
            "of": len(steps()),
            "next": later[0].name if later else None,
            "title": words.say(f"learn_{step.name}_title"),
            "text": words.say(f"learn_{step.name}_text"),
            "task": None if task is None else words.say(task),
            "tasks": len(step.tasks),
            "done": self.done,
            "finished": self.finished,
            "learnt": words.say(f"learn_{step.name}_learnt") if self.finished else None,
            "news": self.news,
            "why": why.why(info, live.legal(LEARNER), words),
            "refused": None if refusal is None else self._refused(refusal),
            "buttons": [] if self.finished else _buttons(info, words),
            "view": _view(live, info),
            "names": list(words.names),
            "faces": str(words.faces),
            "pack": words.pack,
        }

    def _refused(self, refusal: ConquianError) -> dict[str, Any]:
        """The engine's reason, and a hint; of what is legal here, the hint alone."""
        hint = "" if self.finished else self.words.say(self.step.tasks[self.done].say + "_hint")
        return {"code": refusal.code, "text": self.words.refusal(refusal), "hint": hint}


def _buttons(info: InfoState, words: Words) -> list[dict[str, str]]:
    """What the learner may try now, sensible or not; ``do`` is the word of formats.md §1."""
    rules = info.setting.rules
    if info.phase is EXCHANGE:
        kinds = [Kind.GIVE]
    elif info.phase is PAY:
        kinds = [Kind.PAY]
    elif info.phase is OFFER:
        kinds = [Kind.TAKE, Kind.PASS]
        if rules.hand_melds is not HandMelds.NEVER:
            kinds.insert(1, Kind.MELD)
    else:
        kinds = [Kind.TAKE, Kind.PASS]
    laid = [seat for seat in range(info.players) if seat != LEARNER and info.laid[seat]]
    found = [{"do": str(kind), "text": words.say(f"learn_do_{kind}")} for kind in kinds]
    if info.phase not in (EXCHANGE, PAY) and rules.force is not Force.NEVER:
        for seat in laid:
            text = words.say("learn_do_force", target=seat)
            found.append({"do": f"{Kind.FORCE} {seat}", "text": text})
    return found


def _view(live: LiveDeal, info: InfoState) -> dict[str, Any]:
    """The table as the learner sees it."""
    over = info.history[-1]
    return {
        "phase": str(info.phase),
        "actor": info.actor if info.actor >= 0 else None,
        "hand": zone_object(info.hand or 0),
        "counts": list(info.counts),
        "layouts": [layout_object(live.layout(seat, LEARNER)) for seat in range(info.players)],
        "upcard": card_text(info.upcard) if info.upcard >= 0 else None,
        "stock": info.stock,
        "dead": [card_text(card) for card in info.dead],
        "goal": info.setting.rules.hand_size(info.players) + 1,
        "winner": over.outcome.winner if isinstance(over, Over) and over.outcome else None,
    }


def learn_words(step: Step, lang: str, faces: Faces) -> Words:
    """How a step is told."""
    plain = Words(lang, faces, step.deal.rules.pack)
    names = [plain.say("learn_you"), *plain.say("learn_names").split()]
    return Words(lang, faces, step.deal.rules.pack, names[: len(step.deal.hands)])


def answer(name: str | None, actions: Sequence[str], lang: str, faces: Faces) -> dict[str, Any]:
    """The step after these actions of the learner; the last may be a try that fails.

    Raises:
        CannotParse: ``learn_no_step``; ``learn_actions``: an earlier action cannot have been made.
    """
    step = next((one for one in steps() if one.name == name), None)
    if step is None:
        raise CannotParse("learn_no_step")
    lesson = Lesson(step, learn_words(step, lang, faces))
    refusal = None
    for action in actions:
        if refusal is not None:
            raise CannotParse("learn_actions")
        refusal = lesson.act(action)
    return lesson.shown(refusal)
