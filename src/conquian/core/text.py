"""Positions, events and views as JSON values and text, and faces for people (formats.md §1, §4)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from conquian.core.action import layout_text, parse_layout
from conquian.core.cards import (
    SUITS,
    YUCA,
    Card,
    CardSet,
    card_text,
    cards_of,
    parse_card,
    parse_zone,
    rank_of,
    suit_of,
    zone_of,
    zone_text,
)
from conquian.core.errors import CannotParse, ConquianError, shown
from conquian.core.events import (
    Dead,
    Dealt,
    Ended,
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
from conquian.core.melds import Layout
from conquian.core.position import Outcome, Phase, Reason
from conquian.core.presets import Faces
from conquian.core.ruleset import RuleSet
from conquian.core.setting import setting_for
from conquian.core.state import State
from conquian.core.view import InfoState

# Zones and layouts as JSON values.


def zone_object(zone: CardSet) -> list[str]:
    """Cards as a JSON list in card order."""
    return [card_text(card) for card in cards_of(zone)]


def read_zone(cards: list[str]) -> CardSet:
    """Read a JSON list of cards."""
    return zone_of(parse_card(card) for card in cards)


def layout_object(layout: Layout) -> list[list[str]]:
    """A layout as a JSON list of melds."""
    return [zone_object(meld) for meld in layout]


def read_layout(melds: list[list[str]]) -> Layout:
    """Read a JSON list of melds, in the order given."""
    return tuple(read_zone(meld) for meld in melds)


def _card_or_none(card: Card | None) -> str | None:
    return None if card is None or card < 0 else card_text(card)


def _seat_or_none(seat: int) -> int | None:
    return seat if seat >= 0 else None


# Events.

_EVENT_NAMES: Mapping[type, str] = {
    Dealt: "dealt",
    Exchanged: "exchanged",
    Turned: "turned",
    Passed: "passed",
    Melded: "melded",
    Took: "took",
    Forced: "forced",
    Paid: "paid",
    Dead: "dead",
    Over: "over",
}


def event_name(event: Event) -> str:
    """The name of an event in formats.md §4."""
    return _EVENT_NAMES[type(event)]


def event_object(event: Event) -> dict[str, Any]:
    """An event as a JSON value; its name under ``event``, its fields as in formats.md §4."""
    return {"event": event_name(event)} | _event_fields(event)


def _event_fields(event: Event) -> dict[str, Any]:
    match event:
        case Dealt():
            return {
                "rules": event.rules.as_data(),
                "players": event.players,
                "dealer": event.dealer,
                "seats": list(event.names),
                "stock": event.stock,
                "hand": None if event.hand is None else zone_object(event.hand),
            }
        case Exchanged():
            return {"gave": _card_or_none(event.gave), "got": _card_or_none(event.got)}
        case Turned() | Paid():
            return {"seat": event.seat, "card": card_text(event.card)}
        case Passed():
            return {"seat": event.seat}
        case Melded():
            return {
                "seat": event.seat,
                "cards": zone_object(event.cards),
                "layout": layout_object(event.layout),
            }
        case Took():
            return {
                "seat": event.seat,
                "upcard": card_text(event.upcard),
                "cards": zone_object(event.cards),
                "layout": layout_object(event.layout),
                "forced_by": event.forced_by,
            }
        case Forced():
            return {"by": event.by, "target": event.target, "card": card_text(event.card)}
        case Dead():
            return {"card": card_text(event.card)}
        case Over():
            return {
                "result": event.outcome.as_object() if event.outcome else None,
                "ended": {"reason": event.ended.reason, "seat": event.ended.seat}
                if event.ended
                else None,
                "hands": [zone_object(hand) for hand in event.hands],
                "stock": [card_text(card) for card in event.stock],
            }


_FAULTS = (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError)
"""What data of a wrong shape can raise when it is read, besides refusals."""


def read_event(data: Mapping[str, Any]) -> Event:
    """Read what :func:`event_object` writes.

    Raises:
        CannotParse: ``bad_event`` if a field is missing or not what it should be.
        BadRules: the rules of a ``dealt`` event.
    """
    try:
        return _read_event(data)
    except ConquianError:
        raise
    except _FAULTS as fault:
        raise CannotParse("bad_event", text=shown(f"{type(fault).__name__}: {fault}")) from None


def _read_event(data: Mapping[str, Any]) -> Event:
    name = data["event"]
    if name == "dealt":
        hand = data["hand"]
        return Dealt(
            RuleSet.read(data["rules"]),
            data["players"],
            data["dealer"],
            tuple(data["seats"]),
            data["stock"],
            None if hand is None else read_zone(hand),
        )
    if name == "exchanged":
        gave, got = data["gave"], data["got"]
        return Exchanged(
            None if gave is None else parse_card(gave), None if got is None else parse_card(got)
        )
    if name == "turned":
        return Turned(data["seat"], parse_card(data["card"]))
    if name == "passed":
        return Passed(data["seat"])
    if name == "melded":
        return Melded(data["seat"], read_zone(data["cards"]), read_layout(data["layout"]))
    if name == "took":
        return Took(
            data["seat"],
            parse_card(data["upcard"]),
            read_zone(data["cards"]),
            read_layout(data["layout"]),
            data["forced_by"],
        )
    if name == "forced":
        return Forced(data["by"], data["target"], parse_card(data["card"]))
    if name == "paid":
        return Paid(data["seat"], parse_card(data["card"]))
    if name == "dead":
        return Dead(parse_card(data["card"]))
    if name == "over":
        return _read_over(data)
    raise CannotParse("bad_event", text=shown(name))


def _read_over(data: Mapping[str, Any]) -> Over:
    result, ended = data["result"], data["ended"]
    return Over(
        Outcome(result["winner"], Reason(result["reason"])) if result else None,
        Ended(ended["reason"], ended["seat"]) if ended else None,
        tuple(read_zone(hand) for hand in data["hands"]),
        tuple(parse_card(card) for card in data["stock"]),
    )


# Views.


def view_object(info: InfoState) -> dict[str, Any]:
    """The view of formats.md §4 as a JSON value, plus ``seat``: whose view it is."""
    legal = [str(action) for action in info.legal_actions()] if info.acting else None
    return {
        "seat": info.seat,
        "rules": info.setting.rules.as_data(),
        "players": info.players,
        "dealer": info.dealer,
        "phase": str(info.phase),
        "actor": _seat_or_none(info.actor),
        "upcard": {
            "card": card_text(info.upcard),
            "from": "turned" if info.turned else "paid",
            "seat": info.source,
        }
        if info.upcard >= 0
        else None,
        "asked": list(info.asked),
        "layouts": [layout_object(info.layout(seat)) for seat in range(info.players)],
        "hand": None if info.hand is None else zone_object(info.hand),
        "counts": list(info.counts),
        "stock": info.stock,
        "dead": [card_text(card) for card in info.dead],
        "history": [event_object(event) for event in info.history],
        "given": _card_or_none(info.given),
        "received": _card_or_none(info.received),
        "legal": legal,
        "version": info.version,
    }


def read_view(data: Mapping[str, Any]) -> InfoState:
    """The information state behind a view: its history, folded again.

    Raises:
        CannotParse: ``bad_event``.
    """
    try:
        history = [read_event(event) for event in data["history"]]
        return InfoState.fold(data["seat"], history)
    except ConquianError:
        raise
    except _FAULTS as fault:
        raise CannotParse("bad_event", text=shown(f"{type(fault).__name__}: {fault}")) from None


def info_key(info: InfoState) -> str:
    """See :meth:`InfoState.key`."""
    words = [str(info.seat)]
    for event in info.history:
        fields = _event_fields(event)
        if isinstance(event, Dealt):
            # Names, of rule sets and people, are no knowledge about the cards.
            fields |= {"rules": event.rules.as_object() | {"id": ""}, "seats": []}
        words.append(event_name(event) + json.dumps(fields, separators=(",", ":")))
    return "\n".join(words)


# Whole positions.


def state_text(state: State) -> str:
    """A state as one line of JSON that :func:`parse_state` reads back."""
    outcome = state.outcome.as_object() if state.outcome else None
    data = {
        "rules": state.setting.rules.as_data(),
        "dealer": state.dealer,
        "phase": str(state.phase),
        "actor": state.actor,
        "hands": [zone_text(hand) for hand in state.hands],
        "laid": [layout_text(state.layout(seat)) for seat in range(state.players)],
        "stock": zone_text(state.unseen),
        "upcard": _card_or_none(state.upcard),
        "turned": state.turned,
        "queue": [state.source, state.first, state.size, state.declined, state.turner],
        "forcer": state.forcer,
        "gifts": [zone_text(gift) for gift in state.gifts],
        "outcome": outcome,
    }
    return json.dumps(data, ensure_ascii=False)


def parse_state(text: str) -> State:
    """Read what :func:`state_text` writes. The text is trusted: a tool for tests and debugging.

    Raises:
        CannotParse: ``bad_state`` if it is not such a text at all.
    """
    try:
        data = json.loads(text)
        hands = tuple(parse_zone(hand) for hand in data["hands"])
        setting = setting_for(RuleSet.read(data["rules"]), len(hands))
        layouts = tuple(parse_layout(laid) if laid else () for laid in data["laid"])
        state = State()
        state.setting = setting
        state.dealer = data["dealer"]
        state.phase = Phase(data["phase"])
        state.actor = data["actor"]
        state.upcard = parse_card(data["upcard"]) if data["upcard"] else -1
        state.turned = data["turned"]
        state.source, state.first, state.size, state.declined, state.turner = data["queue"]
        state.laid = tuple(zone_of(c for meld in laid for c in cards_of(meld)) for laid in layouts)
        state.melds = layouts if setting.grouped else ()
        state.hands = hands
        state.unseen = parse_zone(data["stock"])
        state.counts = tuple(hand.bit_count() for hand in hands)
        state.stock = state.unseen.bit_count()
        state.forcer = data["forcer"]
        state.gifts = tuple(parse_zone(gift) for gift in data["gifts"])
        outcome = data["outcome"]
        state.outcome = Outcome(outcome["winner"], Reason(outcome["reason"])) if outcome else None
        state._legal = None
    except ConquianError:
        raise
    except _FAULTS as fault:
        raise CannotParse("bad_state", text=shown(f"{type(fault).__name__}: {fault}")) from None
    return state


# Faces: how people see and type cards. Files never use these.

FRENCH_SUITS = "dhsc"
"""Typed suit letters with French faces: oros ♦, copas ♥, espadas ♠, bastos ♣."""
FRENCH_SYMBOLS = "♦♥♠♣"


def face_ranks(pack: str) -> dict[int, str]:
    """Rank number → what French faces print: A, numbers, and J Q K where the pack has them."""
    ranks = {1: "A"}
    if pack == "spanish40":
        return ranks | {10: "J", 11: "Q", 12: "K"}
    if pack == "full52" or pack.startswith("mini"):
        return ranks | {11: "J", 12: "Q", 13: "K"}
    return ranks


def face_text(card: Card, faces: Faces, pack: str, *, symbols: bool = False) -> str:
    """A card as people see and type it: ``7c`` or ``7h``; with ``symbols`` ``7♥``."""
    if faces is Faces.SPANISH or card == YUCA:
        return card_text(card)
    rank = rank_of(card)
    letters = FRENCH_SYMBOLS if symbols else FRENCH_SUITS
    return face_ranks(pack).get(rank, str(rank)) + letters[suit_of(card)]


def parse_face(text: str, faces: Faces, pack: str) -> Card:
    """Read a card as people type it in the faces they are shown; case and symbols are free.

    Raises:
        CannotParse: ``bad_card``; also for a card of the other faces, the two are never mixed.
    """
    lowered = text.strip().lower()
    if lowered == "y":
        return YUCA
    if faces is Faces.SPANISH:
        return parse_card(lowered)
    names = {name.lower(): rank for rank, name in face_ranks(pack).items()}
    rank, suit = lowered[:-1], lowered[-1:]
    place = max(FRENCH_SUITS.find(suit), FRENCH_SYMBOLS.find(suit)) if suit else -1
    number = names.get(rank)
    if number is None and rank.isascii() and rank.isdigit() and not rank.startswith("0"):
        number = int(rank) if int(rank) not in face_ranks(pack) else None
    if place < 0 or number is None or not 1 <= number <= 13:
        raise CannotParse("bad_face", text=shown(text))
    return parse_card(f"{number}{SUITS[place]}")
