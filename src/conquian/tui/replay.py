"""A record as views to step through: one after each event of its log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from conquian.core.cards import CardSet, card_text
from conquian.core.catalogue.explain import title
from conquian.core.catalogue.telling import told
from conquian.core.catalogue.words import clean
from conquian.core.events import Entry, Exchanged, Over
from conquian.core.match import Match, default_settings
from conquian.core.position import EXCHANGE
from conquian.core.presets import Faces
from conquian.core.text import event_name, layout_object, zone_object
from conquian.core.view import InfoState
from conquian.play.live import LiveDeal
from conquian.records.format import FORFEIT, GameRecord, MatchNote
from conquian.tui.frames import (
    Cards,
    Result,
    SeatFacts,
    TableFacts,
    Told,
    Upcard,
    View,
    melds_of,
)
from conquian.tui.words import Words, usual_faces


@dataclass(frozen=True, slots=True)
class Replay:
    """A whole deal.

    Attributes:
        facts: the table, as it stood.
        views: after each event.
        told: those events.
        words: how they are told.
    """

    facts: TableFacts
    views: tuple[View, ...]
    told: tuple[Told, ...]
    words: Words


def replay_words(record: GameRecord, lang: str, faces: Faces | None) -> Words:
    """How a deal is told about; whoever has no name is called by his number."""
    rules = record.rules
    plain = Words(lang, faces or usual_faces(rules), rules.pack)
    given = record.seats or ("",) * record.players
    names = [
        clean(name) or plain.say("app_player", number=seat) for seat, name in enumerate(given, 1)
    ]
    return Words(lang, plain.faces, rules.pack, names)


def replay(record: GameRecord, seat: int, words: Words, *, opened: bool) -> Replay:
    """The deal as ``seat`` saw it, or, ``opened``, with all hands open and that seat below.

    Raises:
        NotLegal: an action of the record.
    """
    log = _log(record)
    infos = [InfoState.fold(other, [log[0].seen_by(other)]) for other in range(record.players)]
    public = InfoState.fold(None, [log[0].seen_by(None)])
    views, lines = [], []
    for number, entry in enumerate(log):
        if number:
            infos = [info.after(entry.seen_by(other)) for other, info in enumerate(infos)]
            public = public.after(entry.seen_by(None))
        text = _text(entry, seat, words, opened=opened)
        event = entry.seen_by(seat)
        mine = getattr(event, "seat", getattr(event, "by", None)) == seat
        lines.append(Told(number + 1, event_name(event), text, mine))
        views.append(_view(entry, infos, public, seat, words, opened=opened))
    return Replay(_facts(record, seat, words), tuple(views), tuple(lines), words)


def _log(record: GameRecord) -> Sequence[Entry]:
    """Everything that was told, to the end the record names."""
    live = LiveDeal(record.deal, record.seats, record.actions)
    ended = record.ended
    if ended is not None and not live.is_over:
        if ended.reason == FORFEIT and ended.seat is not None:
            live.give_up(ended.seat)
        else:
            live.abandon()
    return live.log


def _text(entry: Entry, seat: int, words: Words, *, opened: bool) -> str:
    players = len(words.names)
    lines = [words.said(told(entry.seen_by(seat), seat, players))]
    if opened and isinstance(entry.seen_by(None), Exchanged):
        for giver in range(players):
            event = entry.seen_by(giver)
            if giver != seat and isinstance(event, Exchanged) and event.gave is not None:
                target = (giver + 1) % players
                lines.append(words.say("app_gave", seat=giver, card=event.gave, target=target))
    return " ".join(lines)


def _view(
    entry: Entry,
    infos: Sequence[InfoState],
    public: InfoState,
    seat: int,
    words: Words,
    *,
    opened: bool,
) -> View:
    over = entry.seen_by(None)
    ends = over if isinstance(over, Over) else None
    hands: list[Cards | None] = [
        _hand(ends.hands[other] if ends is not None else info.hand or 0)
        if opened or ends is not None or other == seat
        else None
        for other, info in enumerate(infos)
    ]
    result = None
    if ends is not None:
        text = words.said(told(ends, seat, public.players))
        winner = ends.outcome.winner if ends.outcome is not None else None
        stock = tuple(map(card_text, ends.stock))
        result = Result(winner, tuple(_hand(hand) for hand in ends.hands), stock, text)
    return View(
        seat,
        public.players,
        public.dealer,
        str(public.phase),
        public.actor if public.actor >= 0 and public.phase is not EXCHANGE else None,
        Upcard(card_text(public.upcard), public.turned, public.source)
        if public.upcard >= 0
        else None,
        public.asked,
        tuple(melds_of(layout_object(public.layout(other))) for other in range(public.players)),
        tuple(hands),
        public.counts,
        public.stock,
        tuple(map(card_text, public.dead)),
        waiting=None if public.phase is EXCHANGE else (),
        result=result,
    )


def _hand(zone: CardSet) -> Cards:
    return tuple(zone_object(zone))


def _facts(record: GameRecord, seat: int, words: Words) -> TableFacts:
    """The table a record comes from, as far as it says."""
    rules, players = record.rules, record.players
    note = record.match or MatchNote()
    match = Match(players, default_settings(rules), record.deal.dealer)
    named = title(rules)
    return TableFacts(
        code="",
        rules=rules.as_object(),
        text=str(rules),
        title=words.said(named) if named else words.say("app_house"),
        reconstruction=False,
        pack=rules.pack,
        faces=str(words.faces),
        goal=rules.hand_size(players) + 1,
        packet=1,
        stage="playing",
        version=0,
        move=0,
        seats=tuple(SeatFacts(name, None, False, True, False) for name in words.names),
        host=None,
        you=seat,
        deal=note.deal,
        dealer=record.deal.dealer,
        scores=note.score or match.scores,
        worth=1,
        pot=note.pot,
        played=note.deal - 1,
        chat="off",
        clock=None,
        commit=None,
        needs=None,
    )
