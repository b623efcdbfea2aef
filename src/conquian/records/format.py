"""A deal record as a value, and its JSON form (formats.md §2–3)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from conquian.core.action import Action
from conquian.core.cards import card_text, zone_of
from conquian.core.deal import Deal
from conquian.core.errors import ConquianError, NotLegal
from conquian.core.events import Ended
from conquian.core.match import AfterDraw, Match, Stakes
from conquian.core.position import Outcome, Phase, Reason
from conquian.core.ruleset import RuleSet
from conquian.core.state import State
from conquian.core.text import zone_object
from conquian.records import checks
from conquian.records.checks import member, shown
from conquian.records.errors import BadRecord

FORMAT: Final = 1
"""The version that writers name and readers know."""
FORFEIT: Final = "forfeit"
ABANDONED: Final = "abandoned"
ENDINGS: Final = (FORFEIT, ABANDONED)
"""Reasons of ``ended``."""
_SHORT = 200  # texts below this length are remembered once read


@dataclass(frozen=True, slots=True)
class Mark:
    """A note on an action: ``ply`` from 1 on; ``hint``: the player had asked for a hint."""

    ply: int
    hint: bool = False


@dataclass(frozen=True, slots=True)
class Legal:
    """All legal actions of a moment, as texts sorted by code point; ``actor`` is a seat."""

    phase: Phase
    actor: int
    actions: tuple[str, ...]

    @staticmethod
    def at(state: State) -> Legal:
        """Those of a state that asks for a decision."""
        actions = sorted([str(action) for action in state.legal_actions()])
        return Legal(state.phase, state.actor, tuple(actions))

    def as_object(self) -> dict[str, Any]:
        """An entry of ``legal``."""
        return {"phase": str(self.phase), "actor": self.actor, "actions": list(self.actions)}


@dataclass(frozen=True, slots=True)
class MatchNote:
    """Where in a match the deal stood before it began (rules.md §7).

    Attributes:
        stake, stakes, after_draw: as in :class:`~conquian.core.match.MatchSettings`.
        deal: number of the deal, from 1 on.
        score: points by seat, in play money; ``()`` if unknown.
        pot: points lying in the pot or pool.
        draws: drawn deals since the last one that was won.
    """

    stake: int = 1
    stakes: Stakes = Stakes.PER_LOSER
    after_draw: AfterDraw = AfterDraw.NONE
    deal: int = 1
    score: tuple[int, ...] = ()
    pot: int = 0
    draws: int = 0

    @staticmethod
    def before(match: Match) -> MatchNote:
        """The note for the next deal of ``match``, which has not begun yet."""
        settings = match.settings
        return MatchNote(
            settings.stake,
            settings.stakes,
            settings.after_draw,
            match.played + 1,
            match.scores,
            match.pot,
            match.draws,
        )

    def as_object(self) -> dict[str, Any]:
        """The ``match`` of a record."""
        return {
            "stake": self.stake,
            "stakes": str(self.stakes),
            "after_draw": str(self.after_draw),
            "deal": self.deal,
            "score": list(self.score),
            "pot": self.pot,
            "draws": self.draws,
        }


@dataclass(frozen=True)
class GameRecord:
    """A deal, what was done in it, and what a writer has noted.

    Nothing is checked against the rules here; :func:`conquian.records.check.verify` does that.

    Attributes:
        deal: the cards.
        actions: what was done, in order; may stop anywhere.
        result: how it ended, as written down; ``None`` where nothing is written.
        ended: why it was not played out.
        seats: names by seat, or ``()``.
        match: where in a match it stood.
        fair: the commit–reveal transcript, kept as it is.
        marks: notes on actions.
        legal: the legal actions at every action, as written down.
    """

    deal: Deal
    actions: tuple[Action, ...] = ()
    result: Outcome | None = None
    ended: Ended | None = None
    seats: tuple[str, ...] = ()
    match: MatchNote | None = None
    fair: Mapping[str, Any] | None = None
    marks: tuple[Mark, ...] = ()
    legal: tuple[Legal, ...] | None = None

    @property
    def rules(self) -> RuleSet:
        """The rule set."""
        return self.deal.rules

    @property
    def players(self) -> int:
        """Number of seats."""
        return len(self.deal.hands)

    def states(self) -> Iterator[State]:
        """The states that ask for a decision: before each action, and after the last. Lazy.

        Raises:
            BadRecord: an action is not legal; with its ply.
        """
        state = self.deal.first
        yield state
        for ply, action in enumerate(self.actions, 1):
            try:
                state = self.deal.apply(state, action)
            except NotLegal as fault:
                raise BadRecord.because(fault, ply) from fault
            yield state

    def final(self) -> State:
        """The position reached.

        Raises:
            BadRecord: an action is not legal; with its ply.
        """
        *_, state = self.states()
        return state

    def changed(self, **changes: Any) -> GameRecord:
        """This record with some attributes changed."""
        return replace(self, **changes)

    # JSON.

    def as_object(self) -> dict[str, Any]:
        """The record as a JSON value; cards in card order, keys in the order of formats.md."""
        deal = self.deal
        data: dict[str, Any] = {
            "format": FORMAT,
            "rules": deal.rules.as_data(),
            "players": self.players,
            "dealer": deal.dealer,
        }
        if self.seats:
            data["seats"] = list(self.seats)
        if self.match is not None:
            data["match"] = self.match.as_object()
        data["hands"] = [zone_object(hand) for hand in deal.hands]
        data["stock"] = [card_text(card) for card in deal.stock]
        data["actions"] = [str(action) for action in self.actions]
        if self.result is not None:
            data["result"] = self.result.as_object()
        if self.ended is not None:
            data["ended"] = ended_object(self.ended)
        if self.fair is not None:
            data["fair"] = dict(self.fair)
        if self.marks:
            data["marks"] = [{"ply": mark.ply, "hint": mark.hint} for mark in self.marks]
        if self.legal is not None:
            data["legal"] = [entry.as_object() for entry in self.legal]
        return data

    def __str__(self) -> str:
        """The record as one line, without its end."""
        data = self.as_object()
        line = json.dumps(data, ensure_ascii=False)
        # A name read from a file may hold half a surrogate pair, which only an escape can carry.
        return line if line.isascii() or _encodes(line) else json.dumps(data)

    @staticmethod
    def read(data: object) -> GameRecord:
        """Read a JSON value; other keys are ignored. The cards are checked, the actions only read.

        Raises:
            BadRecord: with the ply: 0 for the header.
        """
        return _read(data)


def ended_object(ended: Ended) -> dict[str, Any]:
    """The ``ended`` of a record."""
    return {"reason": ended.reason, "seat": ended.seat}


def _encodes(line: str) -> bool:
    try:
        line.encode()
    except UnicodeEncodeError:
        return False
    return True


def _read(data: object) -> GameRecord:
    if not isinstance(data, dict):
        raise BadRecord("record_not_object", found=shown(data))
    if "format" in data and checks.whole(data["format"], "format") != FORMAT:
        raise BadRecord("format_unknown", found=shown(data["format"]), known=FORMAT)
    try:
        deal = _read_deal(data)
    except ConquianError as fault:
        raise fault if isinstance(fault, BadRecord) else BadRecord.because(fault, 0) from fault
    players = len(deal.hands)
    actions = tuple(
        _read_action(words, ply)
        for ply, words in enumerate(checks.listing(member(data, "actions"), "actions"), 1)
    )
    return GameRecord(
        deal,
        actions,
        result=None if data.get("result") is None else _read_result(data["result"]),
        ended=None if data.get("ended") is None else _read_ended(data["ended"], players),
        seats=_read_seats(data["seats"], players) if "seats" in data else (),
        match=_read_match(data["match"], players) if "match" in data else None,
        fair=checks.mapping(data["fair"], "fair") if "fair" in data else None,
        marks=_read_marks(data["marks"], len(actions)) if "marks" in data else (),
        legal=_read_legal(data["legal"]) if "legal" in data else None,
    )


def _read_deal(data: dict[str, Any]) -> Deal:
    rules = _read_rules(member(data, "rules"))
    players = checks.whole(member(data, "players"), "players")
    rules.hand_size(players)
    dealer = checks.whole(member(data, "dealer"), "dealer")
    hands = checks.listing(member(data, "hands"), "hands")
    if len(hands) != players:
        raise BadRecord("players_hands", players=players, found=len(hands))
    zones = tuple(
        zone_of([checks.card(card) for card in checks.listing(hand, f"hands[{seat}]")])
        for seat, hand in enumerate(hands)
    )
    stock = [checks.card(card) for card in checks.listing(member(data, "stock"), "stock")]
    return Deal(rules, dealer, zones, tuple(stock))


def _read_rules(data: object) -> RuleSet:
    if isinstance(data, str) and len(data) < _SHORT:
        return _rules_of_text(data)
    return RuleSet.read(data)


@lru_cache(maxsize=64)
def _rules_of_text(text: str) -> RuleSet:
    return RuleSet.parse(text)


def _read_action(words: object, ply: int) -> Action:
    if not isinstance(words, str):
        raise BadRecord("action_not_text", ply=ply, found=shown(words))
    try:
        return _action_of_text(words) if len(words) < _SHORT else Action.parse(words)
    except ConquianError as fault:
        raise BadRecord.because(fault, ply) from fault


@lru_cache(maxsize=1024)
def _action_of_text(words: str) -> Action:
    """Most actions of a file come again and again: ``pass``, ``pay 7c``."""
    return Action.parse(words)


def _read_result(data: object) -> Outcome:
    result = checks.mapping(data, "result")
    winner = member(result, "winner")
    if winner is not None:
        winner = checks.whole(winner, "winner", 0)
    return Outcome(winner, checks.word(member(result, "reason"), "reason", Reason))


def _read_ended(data: object, players: int) -> Ended:
    ended = checks.mapping(data, "ended")
    reason = member(ended, "reason")
    if reason not in ENDINGS:
        raise BadRecord(
            "unknown_word", key="reason", found=shown(reason), allowed=" · ".join(ENDINGS)
        )
    seat = ended.get("seat")
    if seat is None and reason == ABANDONED:
        return Ended(reason, None)
    if checks.whole(member(ended, "seat"), "seat", 0) >= players:
        raise BadRecord("no_such_seat", key="ended", found=shown(seat), most=players - 1)
    return Ended(reason, seat)


def _read_seats(data: object, players: int) -> tuple[str, ...]:
    names = tuple(checks.text(name, "seats") for name in checks.listing(data, "seats"))
    if len(names) != players:
        raise BadRecord("count_differs", key="seats", found=len(names), wanted=players)
    return names


def _read_match(data: object, players: int) -> MatchNote:
    note = checks.mapping(data, "match")
    usual = MatchNote()
    score = tuple(checks.whole(n, "score") for n in checks.listing(note.get("score", []), "score"))
    if len(score) not in (0, players):
        raise BadRecord("count_differs", key="score", found=len(score), wanted=players)
    return MatchNote(
        stake=checks.whole(note.get("stake", usual.stake), "stake", 1),
        stakes=checks.word(note.get("stakes", usual.stakes), "stakes", Stakes),
        after_draw=checks.word(note.get("after_draw", usual.after_draw), "after_draw", AfterDraw),
        deal=checks.whole(note.get("deal", usual.deal), "deal", 1),
        score=score,
        pot=checks.whole(note.get("pot", usual.pot), "pot", 0),
        draws=checks.whole(note.get("draws", usual.draws), "draws", 0),
    )


def _read_marks(data: object, plies: int) -> tuple[Mark, ...]:
    marks = []
    for entry in checks.listing(data, "marks"):
        mark = checks.mapping(entry, "marks")
        ply = checks.whole(member(mark, "ply"), "ply")
        if not 1 <= ply <= plies:
            raise BadRecord("mark_no_such_ply", found=shown(ply), most=plies)
        marks.append(Mark(ply, checks.truth(mark.get("hint", False), "hint")))
    return tuple(marks)


def _read_legal(data: object) -> tuple[Legal, ...]:
    entries = []
    for ply, value in enumerate(checks.listing(data, "legal"), 1):
        try:
            entry = checks.mapping(value, "legal")
            phase = checks.word(member(entry, "phase"), "phase", Phase)
            actor = checks.whole(member(entry, "actor"), "actor")
            actions = checks.listing(member(entry, "actions"), "actions")
            texts = tuple(checks.text(action, "actions") for action in actions)
        except BadRecord as fault:
            raise BadRecord.because(fault, ply) from None
        entries.append(Legal(phase, actor, texts))
    return tuple(entries)
