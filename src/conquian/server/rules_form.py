"""A rule set as the fields of a form, made from the fields of :class:`RuleSet` (rules.md §3).

The form asks one question for every field of a rule set and explains every answer with the sentence
that also stands on the rules pages. Nothing here knows what a rule does: a new field of the rule
set needs a label in ``rules_words.json`` and, for an unusual kind of value, a line here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from conquian.core.catalogue.words import Words
from conquian.core.errors import BadRules
from conquian.core.packs import NAMED
from conquian.core.presets import PRESETS
from conquian.core.ruleset import BOOLS, ENUMS, HOUSE, NO_BIG_TABLE, RULE_FIELDS, RuleSet

PREFIX: Final = "rule_"
"""Of the names of the form: ``rule_yucas``; ``rule_hand_3`` is the hand of three players."""
PLAYERS: Final = range(2, 7)
MOST_HAND: Final = 13
_RUN_CAPS: Final = (None, *range(3, 14))
_BIG_TABLES: Final = (NO_BIG_TABLE, *range(3, 7))


@dataclass(frozen=True, slots=True)
class Answer:
    """One of the answers of a question.

    Attributes:
        value: as it is sent.
        text: the sentence that explains it.
        chosen: it is the present one.
    """

    value: str
    text: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Question:
    """One field of a rule set.

    Attributes:
        field: its name (rules.md §3).
        label: what is asked.
        answers: what can be answered; empty for the sizes of hands, which are numbers.
        changed: the present answer is not that of the preset.
        short: many short answers, a list that unfolds; otherwise each is a line to choose.
    """

    field: str
    label: str
    answers: Sequence[Answer]
    changed: bool
    short: bool = False

    @property
    def name(self) -> str:
        """Of the form's field."""
        return PREFIX + self.field


def questions(rules: RuleSet, words: Words) -> list[Question]:
    """The questions of the form, answered as in ``rules``, in the order of the fields."""
    usual = PRESETS.get(rules.base or "", rules)
    made = []
    for field in RULE_FIELDS:
        value = getattr(rules, field)
        answers = []
        if field != "hand":
            for choice in _choices(field, value):
                text = _explained(field, choice, words)
                answers.append(Answer(_sent(choice), text, choice == value))
        made.append(
            Question(
                field,
                words.say(f"rules_field_{field}"),
                answers,
                value != getattr(usual, field),
                field in ("run_cap", "big_table"),
            )
        )
    return made


def hands(rules: RuleSet) -> list[tuple[int, int]]:
    """``(players, cards)`` for every number of players; 0 where so many may not play."""
    sizes = dict(rules.hand)
    return [(players, sizes.get(players, 0)) for players in PLAYERS]


def _choices(field: str, value: object) -> Sequence[object]:
    """The values a field can be given in the form; the present one is always among them."""
    if field in ENUMS:
        found: Sequence[object] = tuple(ENUMS[field])
    elif field in BOOLS:
        found = (True, False)
    elif field == "pack":
        found = tuple(NAMED)
    else:
        found = {
            "decks": (1, 2),
            "yucas": (0, 1, 2),
            "run_cap": _RUN_CAPS,
            "big_table": _BIG_TABLES,
        }[field]
    return found if value in found else (*found, value)


def _sent(value: object) -> str:
    """A value as a field of a form."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def _explained(field: str, value: object, words: Words) -> str:
    if field == "pack" and value not in NAMED:
        pack = RuleSet(HOUSE, ((2, 1),), pack=str(value)).pack_value
        return words.say("rule_pack_mini", ranks=len(pack.ranks), suits=pack.suits)
    if field == "big_table":
        if value == NO_BIG_TABLE:
            return words.say("rule_big_table_never")
        return words.say("rule_big_table", players=value)
    if field == "run_cap":
        return words.say("rule_run_cap_none" if value is None else "rule_run_cap", size=value)
    return words.say(f"rule_{field}_{_sent(value)}")


def read_rules(form: Mapping[str, str]) -> RuleSet:
    """The rule set of a form: its text in ``rules``, or a base and the answers to questions.

    Answers weigh more than the text, which then says what they change.

    Raises:
        BadRules: as :meth:`RuleSet.parse`.
    """
    start = RuleSet.parse(form.get("rules", "").strip() or "clasico")
    changes: dict[str, Any] = {}
    for field in RULE_FIELDS:
        value = _read(field, form)
        if value is not _ABSENT and value != getattr(start, field):
            changes[field] = value
    if not changes:
        return start
    made = start.changed(**changes)
    usual = PRESETS.get(made.base or "")
    return usual if usual == made else made


class _Absent:
    pass


_ABSENT: Final = _Absent()


def _read(field: str, form: Mapping[str, str]) -> Any:
    """The answer to a question, as a value of the field."""
    if field == "hand":
        return _read_hand(form)
    text = form.get(PREFIX + field)
    if text is None:
        return _ABSENT
    if field in BOOLS:
        return {"yes": True, "no": False}.get(text, text)
    if field in ENUMS or field == "pack":
        return text
    if text == "" and field == "run_cap":
        return None
    return _whole(field, text)


def _read_hand(form: Mapping[str, str]) -> Any:
    named = {players: f"{PREFIX}hand_{players}" for players in PLAYERS}
    if not any(name in form for name in named.values()):
        return _ABSENT
    sizes = {
        players: _whole("hand", form.get(name, "").strip() or "0")
        for players, name in named.items()
    }
    return tuple((players, size) for players, size in sizes.items() if size)


def _whole(field: str, text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 6):
        raise BadRules("bad_value", field=field, value=text[:40], allowed="0, 1, 2 …")
    return int(text)
