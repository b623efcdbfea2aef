"""What a JSON value must be: each check returns the value, or refuses it with its key named."""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, TypeVar

from conquian.core.cards import Card, parse_card
from conquian.core.errors import CannotParse
from conquian.records.errors import BadRecord

_MOST_SHOWN = 60
Word = TypeVar("Word", bound=StrEnum)


def shown(value: object) -> str:
    """A wrong value as JSON, cut where it is long."""
    if isinstance(value, str):
        value = value[: _MOST_SHOWN + 1]
    elif isinstance(value, (list, dict)) and len(value) > _MOST_SHOWN:
        value = type(value)()
        return f"{json.dumps(value)[0]}…"
    try:
        text = json.dumps(value, ensure_ascii=False)
    except RecursionError:
        text = "…"
    return text if len(text) <= _MOST_SHOWN else text[: _MOST_SHOWN - 1] + "…"


def member(data: Mapping[str, Any], key: str) -> Any:
    """The value under ``key``, which must be there."""
    if key not in data:
        raise BadRecord("key_missing", key=key)
    return data[key]


def text(value: object, key: str) -> str:
    """A text."""
    if not isinstance(value, str):
        raise BadRecord("not_a_text", key=key, found=shown(value))
    return value


def listing(value: object, key: str) -> list[Any]:
    """A list."""
    if not isinstance(value, list):
        raise BadRecord("not_a_list", key=key, found=shown(value))
    return value


def mapping(value: object, key: str) -> dict[str, Any]:
    """An object."""
    if not isinstance(value, dict):
        raise BadRecord("not_an_object", key=key, found=shown(value))
    return value


def truth(value: object, key: str) -> bool:
    """``true`` or ``false``."""
    if not isinstance(value, bool):
        raise BadRecord("not_a_truth", key=key, found=shown(value))
    return value


def whole(value: object, key: str, least: int | None = None) -> int:
    """A whole number, written without a point; at least ``least``."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadRecord("not_a_number", key=key, found=shown(value))
    if least is not None and value < least:
        raise BadRecord("number_too_small", key=key, found=shown(value), least=least)
    return value


def word(value: object, key: str, words: type[Word]) -> Word:
    """One of a few words."""
    if not isinstance(value, str) or value not in set(words):
        raise BadRecord("unknown_word", key=key, found=shown(value), allowed=" · ".join(words))
    return words(value)


def card(value: object) -> Card:
    """A card in the spelling of formats.md §1."""
    if not isinstance(value, str):
        raise CannotParse("bad_card", text=shown(value))
    return parse_card(value)
