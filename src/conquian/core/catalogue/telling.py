"""Which sentence tells an event to whom (formats.md §4).

The own seat is addressed as *you* / *tú*, everybody else is named. Terminal, browser and analysis
use the same choice; what a sentence looks like is the catalogue's.
"""

from __future__ import annotations

from typing import NamedTuple

from conquian.core.errors import Param
from conquian.core.events import (
    Dead,
    Dealt,
    Event,
    Exchanged,
    Forced,
    Melded,
    Over,
    Paid,
    Passed,
    Took,
    Turned,
)
from conquian.core.position import Reason


class Said(NamedTuple):
    """A sentence of the catalogue that has not been put into words yet.

    Attributes:
        code: its code.
        params: its parameters, as :func:`conquian.core.catalogue.sentence` takes them.
    """

    code: str
    params: dict[str, Param]


def told(event: Event, seat: int | None, players: int) -> Said:
    """The sentence for ``event``, told to ``seat`` (``None``: to a spectator).

    ``event`` must be one that this seat may see, and ``players`` the number of seats.
    """
    match event:
        case Dealt():
            return _by(
                "event_dealt",
                event.dealer,
                seat,
                size=event.rules.hand_size(event.players),
                stock=event.stock,
            )
        case Exchanged():
            if seat is None or event.gave is None or event.got is None:
                return Said("event_exchanged", {})
            return Said(
                "event_exchanged_you",
                {
                    "gave": event.gave,
                    "got": event.got,
                    "target": (seat + 1) % players,
                    "by": (seat - 1) % players,
                },
            )
        case Turned():
            return _by("event_turned", event.seat, seat, card=event.card)
        case Passed():
            return _by("event_passed", event.seat, seat)
        case Melded():
            return _by("event_melded", event.seat, seat, cards=event.cards, layout=event.layout)
        case Took():
            return _took(event, seat)
        case Forced():
            return _forced(event, seat)
        case Paid():
            return _by("event_paid", event.seat, seat, card=event.card)
        case Dead():
            return Said("event_dead", {"card": event.card})
        case Over():
            return _over(event, seat)


def _by(code: str, doer: int, seat: int | None, **params: Param) -> Said:
    if doer == seat:
        return Said(code + "_you", params)
    return Said(code, {"seat": doer} | params)


def _took(event: Took, seat: int | None) -> Said:
    params: dict[str, Param] = {"upcard": event.upcard, "layout": event.layout}
    code = "event_took"
    if event.forced_by is not None and event.forced_by == seat:
        code += "_forced_by_you"
    elif event.forced_by is not None:
        code += "_forced"
        params["by"] = event.forced_by
    if event.cards:
        params["cards"] = event.cards
    else:
        code += "_bare"
    return _by(code, event.seat, seat, **params)


def _forced(event: Forced, seat: int | None) -> Said:
    params: dict[str, Param] = {"by": event.by, "target": event.target, "card": event.card}
    if event.target == seat:
        del params["target"]
        return Said("event_forced_you", params)
    if event.by == seat:
        del params["by"]
        return Said("event_forced_by_you", params)
    return Said("event_forced", params)


def _over(event: Over, seat: int | None) -> Said:
    if event.outcome is not None:
        winner = event.outcome.winner
        if winner is None:
            return Said("event_over_draw", {})
        out = event.outcome.reason is Reason.OUT
        return _by("event_over_out" if out else "event_over_fewest", winner, seat)
    ended = event.ended
    if ended is not None and ended.reason == "forfeit" and ended.seat is not None:
        return _by("event_over_forfeit", ended.seat, seat)
    return Said("event_over_abandoned", {})
