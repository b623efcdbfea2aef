"""A finished deal as pictures to step through: one after each event of its log.

Everything is made from a record (formats.md §2), with the events each seat was told; so a replay
shows what the table showed, and nothing of a deal that is still played ever comes here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from conquian.core.cards import CardSet, card_text
from conquian.core.catalogue.telling import told
from conquian.core.catalogue.words import Words, clean
from conquian.core.errors import NotLegal
from conquian.core.events import Entry, Exchanged, Over
from conquian.core.position import EXCHANGE
from conquian.core.presets import ABOUT, Faces
from conquian.core.ruleset import RuleSet
from conquian.core.text import event_object, layout_object, zone_object
from conquian.core.view import InfoState
from conquian.play.live import LiveDeal
from conquian.records.format import FORFEIT, GameRecord

OPEN: Final = None
"""The view with every hand open, told to nobody in particular."""


def usual_faces(rules: RuleSet) -> Faces:
    """The faces these rules are usually played with."""
    if rules.base is not None:
        return ABOUT[rules.base].faces
    return Faces.FRENCH if rules.pack == "full52" else Faces.SPANISH


def replay_words(record: GameRecord, lang: str, faces: Faces | None = None) -> Words:
    """How a deal is told about; whoever has no name is called by his number."""
    rules = record.rules
    plain = Words(lang, faces or usual_faces(rules), rules.pack)
    given = record.seats or ("",) * record.players
    names = [
        clean(name) or plain.say("replay_player", number=seat) for seat, name in enumerate(given, 1)
    ]
    return Words(lang, plain.faces, rules.pack, names)


def replay(record: GameRecord, seat: int | None, words: Words, *, mine: int | None = None) -> Any:
    """The whole deal as a JSON value.

    Args:
        record: a deal that is over, or as far as its actions go.
        seat: whose view it is; :data:`OPEN` for all hands.
        words: how it is told.
        mine: with open hands, the seat that is told as *you*.

    Raises:
        NotLegal: ``table_no_such_seat``, or an action of the record.
    """
    players = record.players
    if seat is not None and not 0 <= seat < players:
        raise NotLegal("table_no_such_seat", most=players - 1)
    reader = mine if seat is None else seat
    if reader is not None and not 0 <= reader < players:
        reader = None
    log = _log(record)
    infos = [InfoState.fold(other, [log[0].seen_by(other)]) for other in range(players)]
    public = InfoState.fold(None, [log[0].seen_by(None)])
    frames = [_frame(log[0], infos, public, seat, reader, words)]
    for entry in log[1:]:
        infos = [info.after(entry.seen_by(other)) for other, info in enumerate(infos)]
        public = public.after(entry.seen_by(None))
        frames.append(_frame(entry, infos, public, seat, reader, words))
    rules = record.rules
    return {
        "rules": str(rules),
        "pack": rules.pack,
        "faces": str(words.faces),
        "players": players,
        "dealer": record.deal.dealer,
        "goal": rules.hand_size(players) + 1,
        "names": list(words.names),
        "seat": seat,
        "frames": frames,
    }


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


def _frame(
    entry: Entry,
    infos: Sequence[InfoState],
    public: InfoState,
    seat: int | None,
    reader: int | None,
    words: Words,
) -> dict[str, Any]:
    """How the table stands after ``entry``, and what that was, in words."""
    shown = entry.seen_by(None)
    opened = shown.hands if isinstance(shown, Over) else None
    hands = [
        _hand(other, info, opened) if seat in (None, other) or opened is not None else None
        for other, info in enumerate(infos)
    ]
    lines = [words.said(told(entry.seen_by(reader), reader, public.players))]
    if seat is None and isinstance(shown, Exchanged):
        lines += _gifts(entry, public.players, words)
    upcard = None
    if public.upcard >= 0:
        upcard = {"card": card_text(public.upcard), "turned": public.turned, "seat": public.source}
    return {
        "event": event_object(shown)["event"],
        "text": " ".join(lines),
        "phase": str(public.phase),
        "actor": public.actor if public.actor >= 0 and public.phase is not EXCHANGE else None,
        "upcard": upcard,
        "asked": list(public.asked),
        "layouts": [layout_object(public.layout(other)) for other in range(public.players)],
        "hands": hands,
        "counts": list(public.counts),
        "stock": public.stock,
        "dead": [card_text(card) for card in public.dead],
    }


def _hand(seat: int, info: InfoState, opened: tuple[CardSet, ...] | None) -> list[str]:
    return zone_object(opened[seat] if opened is not None else info.hand or 0)


def _gifts(entry: Entry, players: int, words: Words) -> list[str]:
    """Who gave what, which everybody may know once the deal is over."""
    lines = []
    for giver in range(players):
        event = entry.seen_by(giver)
        if isinstance(event, Exchanged) and event.gave is not None:
            target = (giver + 1) % players
            lines.append(words.say("replay_gave", seat=giver, card=event.gave, target=target))
    return lines
