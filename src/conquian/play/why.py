"""Whose turn it is and why, what being forced means, how a deal ended: for each viewer, in words.

Everything is made from the viewer's ``InfoState`` and what he may do; nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from conquian.core.action import Action, Kind
from conquian.core.catalogue.telling import told
from conquian.core.catalogue.words import Words
from conquian.core.events import Over, Took
from conquian.core.melds import Layout
from conquian.core.position import EXCHANGE, FORCED, OFFER, OVER, PAY, WINDOW
from conquian.core.ruleset import ForcedPlay
from conquian.core.turns import forcing
from conquian.core.view import InfoState


def why(info: InfoState, legal: Sequence[Action], words: Words, *, given: bool = False) -> str:
    """One sentence that says whose turn it is and why, for the viewer of ``info``.

    Args:
        info: what he knows.
        legal: what he may do.
        words: how to say it.
        given: inside the exchange, he has chosen his card.
    """
    phase = info.phase
    if phase is EXCHANGE:
        return _exchange(info, words, given=given)
    if phase is OVER:
        return result(info, words)
    own = info.actor == info.seat
    actor, upcard = info.actor, info.upcard
    if phase is OFFER:
        reason = _reason(info, words)
        if own:
            return words.say("why_offer_you", text=reason, what=_may(legal, words))
        return words.say("why_offer", text=reason, actor=actor)
    if phase is WINDOW:
        if not own:
            return words.say("why_window", upcard=upcard, actor=actor)
        targets = forcing.window_targets(info, actor)
        who = _either(map(words.name, targets), words)
        return words.say("why_window_you", upcard=upcard, who=who)
    if phase is FORCED:
        if own:
            return words.say("why_forced_you", by=info.forcer, upcard=upcard)
        by_you = "_by_you" if info.forcer == info.seat else ""
        return words.say("why_forced" + by_you, by=info.forcer, actor=actor, upcard=upcard)
    if phase is PAY:
        seat = info.setting.paid[actor].first
        if own:
            return words.say("why_pay_you" + _forced(info), seat=seat)
        return words.say("why_pay", actor=actor)
    return ""


def _exchange(info: InfoState, words: Words, *, given: bool) -> str:
    if info.seat is None:
        return words.say("why_exchange")
    if given:
        return words.say("why_exchange_given")
    target = (info.seat + 1) % info.players
    giver = (info.seat - 1) % info.players
    if giver == target:
        return words.say("why_exchange_swap", target=target)
    return words.say("why_exchange_you", target=target, by=giver)


def _reason(info: InfoState, words: Words) -> str:
    """Where the upcard came from, or who has passed on it."""
    upcard, asked = info.upcard, info.asked
    if asked:
        others = [words.name(seat) for seat in asked if seat != info.seat]
        if len(others) < len(asked):
            if not others:
                return words.say("why_passed_you", upcard=upcard)
            others.append(words.say("why_you"))
        code = "why_passed_one" if len(others) == 1 else "why_passed"
        return words.say(code, who=words.listed(others), upcard=upcard)
    if info.turned and info.stock == info.setting.stock_size - 1:
        return words.say("why_first", upcard=upcard)
    own = "_you" if info.source == info.seat else ""
    code = "why_turned" if info.turned else "why_paid"
    return words.say(code + own, seat=info.source, upcard=upcard)


def _may(legal: Iterable[Action], words: Words) -> str:
    """What can be done with the upcard."""
    kinds = {action.kind for action in legal}
    order = (Kind.TAKE, Kind.MELD, Kind.FORCE, Kind.PASS)
    found = [kind for kind in order if kind in kinds]
    if found == [Kind.PASS]:
        return words.say("why_may_only_pass")
    if found == [Kind.TAKE]:
        return words.say("why_must_take")
    text = _either((words.say(f"why_may_{kind}") for kind in found), words)
    return words.say("why_may", text=text)


def _either(parts: Iterable[str], words: Words) -> str:
    """*Ana, Beto or Carla*."""
    *first, last = parts
    if not first:
        return last
    return ", ".join(first) + " " + words.say("why_or", text=last)


def _forced(info: InfoState) -> str:
    took = next((event for event in reversed(info.history) if isinstance(event, Took)), None)
    return "_forced" if took is not None and took.forced_by is not None else ""


def forced(info: InfoState, layouts: Sequence[Layout], words: Words) -> str:
    """Why somebody is forced now, and what that means; for the viewer of ``info``."""
    seat, upcard = info.actor, info.upcard
    table = info.setting.table
    extended = tuple(meld for meld in layouts[seat] if table.extends(meld, upcard))
    layout = extended or layouts[seat]
    own = "_you" if seat == info.seat else ""
    text = words.say("forced_fits" + own, upcard=upcard, layout=layout, actor=seat)
    if info.counts[seat] == 0:
        return text + " " + words.say("forced_wins" + own, actor=seat)
    place = info.setting.rules.forced_play is ForcedPlay.PLACE
    return text + " " + words.say(("forced_place" if place else "forced_full") + own, actor=seat)


def result(info: InfoState, words: Words) -> str:
    """How the deal ended."""
    over = info.history[-1]
    if not isinstance(over, Over):
        return ""
    return words.said(told(over, info.seat, info.players))
