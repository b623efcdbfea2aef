"""Which sentence tells an event of the table to whom; for events of a deal see ``core``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from conquian.core.catalogue.telling import told as told_of_deal
from conquian.core.catalogue.words import Words
from conquian.core.events import Dealt, Event
from conquian.play.events import Announced, Said

PHRASES: Final = (
    "hello",
    "good_luck",
    "thanks",
    "well_played",
    "good_game",
    "close_one",
    "oops",
    "sorry",
    "one_moment",
    "your_turn",
    "another",
    "goodbye",
)
"""Codes of what can be said without typing; each reads it in his own language."""


def phrase_text(phrase: str, words: Words) -> str:
    """A preset phrase in words."""
    return words.say(f"phrase_{phrase}")


def sentence(said: Said, seat: int | None, words: Words) -> str | None:
    """What ``seat`` (``None``: a spectator) is told, in words; ``None`` where there is nothing.

    Args:
        said: an event that this seat may see.
        seat: who is told.
        words: with the names of the table.
    """
    if not isinstance(said, Announced):
        return words.said(told_of_deal(said, seat, len(words.names)))
    say = _SAY.get(said.name)
    return None if say is None else say(said.fields, seat, words)


def doer(said: Said) -> int | None:
    """The seat that did it, if one did."""
    found = said.fields.get("seat") if isinstance(said, Announced) else _doer_of(said)
    return found if isinstance(found, int) else None


def _doer_of(event: Event) -> object:
    if isinstance(event, Dealt):
        return event.dealer
    return getattr(event, "seat", getattr(event, "by", None))


Fields = Mapping[str, Any]


def _by(code: str, fields: Fields, seat: int | None, words: Words, **params: object) -> str:
    if fields["seat"] == seat:
        return words.say(f"{code}_you", **params)
    return words.say(code, seat=fields["seat"], **params)


def _opened(fields: Fields, seat: int | None, words: Words) -> str:  # noqa: ARG001
    return words.say("table_opened")


def _sat(fields: Fields, seat: int | None, words: Words) -> str:
    if fields["bot"] is not None:
        return words.say("table_sat_bot", text=fields["name"], bot=fields["bot"].partition(":")[0])
    if fields["seat"] == seat:
        return words.say("table_sat_you")
    return words.say("table_sat", text=fields["name"])


def _left(fields: Fields, seat: int | None, words: Words) -> str:
    code = "table_removed" if fields["removed"] else "table_left"
    if fields["seat"] == seat:
        return words.say(f"{code}_you")
    return words.say(code, text=fields["name"])


def _shuffling(fields: Fields, seat: int | None, words: Words) -> str:
    code = "table_shuffling" if fields["commit"] is not None else "table_dealing"
    own = "_you" if fields["dealer"] == seat else ""
    number, dealer = fields["deal"], fields["dealer"]
    text = words.say(code + own, number=number, seat=dealer)
    if fields["draw"]:
        text = words.say("table_drew" + own, seat=dealer) + " " + text
    return text


def _scored(fields: Fields, seat: int | None, words: Words) -> str:  # noqa: ARG001
    points = ", ".join(
        words.say("table_points", seat=number, number=score)
        for number, score in enumerate(fields["scores"])
    )
    text = words.say("table_final" if fields["over"] else "table_scored", text=points)
    if fields["pot"]:
        text += " " + words.say("table_pot", number=fields["pot"])
    return text


def _timed_out(fields: Fields, seat: int | None, words: Words) -> str:
    return _by("table_timed_out", fields, seat, words)


def _clock(fields: Fields, seat: int | None, words: Words) -> str:  # noqa: ARG001
    if fields["on"]:
        return words.say("table_clock_on", number=fields["limit"])
    return words.say("table_clock_off")


def _said(fields: Fields, seat: int | None, words: Words) -> str:  # noqa: ARG001
    phrase = fields["phrase"]
    text = fields["text"] if phrase is None else phrase_text(phrase, words)
    return words.say("table_said", seat=fields["seat"], text=text)


def _ready(fields: Fields, seat: int | None, words: Words) -> str:
    return _by("table_ready", fields, seat, words)


def _host(fields: Fields, seat: int | None, words: Words) -> str | None:
    return None if fields["seat"] is None else _by("table_host", fields, seat, words)


def _committed(fields: Fields, seat: int | None, words: Words) -> str:  # noqa: ARG001
    return words.say("table_committed")


def _opened_fair(fields: Fields, seat: int | None, words: Words) -> str:  # noqa: ARG001
    return words.say("table_opened_fair")


def _rematch(fields: Fields, seat: int | None, words: Words) -> str:  # noqa: ARG001
    return words.say("table_rematch")


def _option(fields: Fields, seat: int | None, words: Words) -> str:  # noqa: ARG001
    value = fields["value"]
    word = {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
    return words.say(f"table_option_{fields['name']}_{word}")


def _closed(fields: Fields, seat: int | None, words: Words) -> str:  # noqa: ARG001
    return words.say("table_closed_host" if fields["reason"] == "host" else "table_closed_idle")


_SAY: Final = {
    "opened": _opened,
    "sat": _sat,
    "left": _left,
    "shuffling": _shuffling,
    "committed": _committed,
    "scored": _scored,
    "timed_out": _timed_out,
    "clock": _clock,
    "said": _said,
    "ready": _ready,
    "host": _host,
    "option": _option,
    "opened_fair": _opened_fair,
    "rematch": _rematch,
    "closed": _closed,
}
