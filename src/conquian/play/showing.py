"""What a seat is shown: the ``table`` and ``view`` objects of docs/protocol.md §5, and previews.

Everything is made from public facts of the table and the viewer's ``InfoState``, field by field.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from conquian.core.action import Action, Kind, ordered
from conquian.core.cards import CardSet, add, card_text, parse_card, zone_of
from conquian.core.catalogue.explain import title
from conquian.core.catalogue.words import Words
from conquian.core.errors import NotLegal
from conquian.core.events import Over
from conquian.core.melds import Layout
from conquian.core.position import FORCED
from conquian.core.presets import ABOUT, Faces
from conquian.core.text import layout_object, zone_object
from conquian.core.view import InfoState
from conquian.play import why
from conquian.play.applying import Applying
from conquian.play.events import said_object
from conquian.play.live import LiveDeal
from conquian.play.settings import match_object
from conquian.play.state import PLAYING, SHUFFLING
from conquian.play.telling import doer, sentence

MOST_LEGAL: Final = 400
"""With more legal actions than these the takes and melds are left out of a view."""
MOST_OFFERS: Final = 80
"""With more takes and melds than these they are not laid out in a view; a preview is asked for."""
MOST_ARRANGEMENTS: Final = 60
"""Ways to lie that a preview lists."""
_LAYING = (Kind.TAKE, Kind.MELD)


class Showing(Applying):
    """The table as it is shown. ``seat`` is ``None`` for a spectator everywhere."""

    def __init__(self) -> None:
        super().__init__()
        self._static: dict[str, dict[str, Any]] = {}

    def info(self, seat: int | None) -> InfoState | None:
        """What a seat knows of the present or last deal; ``None`` before the first."""
        return None if self.live is None else self.live.info(seat)

    @property
    def faces(self) -> Faces:
        """The faces these rules are usually played with."""
        rules = self.settings.rules
        if rules.base is not None:
            return ABOUT[rules.base].faces
        return Faces.FRENCH if rules.pack == "full52" else Faces.SPANISH

    def words(self, lang: str, faces: Faces | None = None) -> Words:
        """How things are said to people at this table.

        Args:
            lang: ``en`` or ``es``.
            faces: those they want to see; otherwise the usual ones.
        """
        return Words(lang, faces or self.faces, self.settings.rules.pack, self.names)

    def told(
        self, version: int | None, seat: int | None, words: Words
    ) -> list[dict[str, Any]] | None:
        """:meth:`events_since` as the ``events`` of docs/protocol.md §5."""
        news = self.events_since(version, seat)
        if news is None:
            return None
        return [
            {
                "v": number,
                "event": said_object(said),
                "text": sentence(said, seat, words),
                "mine": seat is not None and doer(said) == seat,
            }
            for number, said in news
        ]

    # The table.

    def facts(self, seat: int | None, words: Words, at: float) -> dict[str, Any]:
        """The ``table`` object of docs/protocol.md §5."""
        match, options, clock = self.match, self.options, self.clock
        dealer = self.before.dealer if self.number else None
        return self._settled(words) | {
            "stage": self.stage,
            "version": self.version,
            "move": self.move,
            "seats": [
                {
                    "name": one.name or None,
                    "bot": one.bot,
                    "empty": one.free,
                    "here": one.here or one.bot is not None,
                    "ready": one.ready,
                    "you": number == seat,
                }
                for number, one in enumerate(self.seats)
            ],
            "host": self.host,
            "you": seat,
            "deal": self.number,
            "dealer": dealer,
            "scores": list(match.scores),
            "worth": match.worth,
            "pot": match.pot,
            "played": match.played,
            "options": options.as_object(),
            "clock": {
                "on": self.clock_on,
                "limit": options.clock,
                "left": clock.left(at),
                "votes": [one.clock_off for one in self.seats],
            },
            "fair": self._fair(seat),
            "records": list(self.finished),
        }

    def _settled(self, words: Words) -> dict[str, Any]:
        """What never changes, made once for each language."""
        found = self._static.get(words.lang)
        if found is None:
            rules = self.settings.rules
            about = ABOUT[rules.base] if rules.base is not None else None
            named = title(rules)
            found = {
                "code": self.settings.code,
                "rules": rules.as_object(),
                "text": str(rules),
                "title": words.said(named) if named else words.say("table_house_rules"),
                "reconstruction": about is not None and about.reconstruction,
                "pack": rules.pack,
                "grouped": rules.force_fit == "meld",
                "faces": str(self.faces),
                "direction": about.direction if about is not None else "right",
                "goal": rules.hand_size(self.players) + 1,
                "packet": self.settings.packet,
                "match": match_object(self.settings.match_settings),
            }
            self._static[words.lang] = found
        return found

    def _fair(self, seat: int | None) -> dict[str, Any] | None:
        """The shuffle as this seat's client must know it; ``None``: deals are no fair ones."""
        if not self.fair:
            return None
        shuffle = self.shuffle
        needs = None
        if shuffle is not None and self.stage == SHUFFLING and seat in shuffle.pending:
            needs = shuffle.step
        return {"commit": None if shuffle is None else shuffle.commit, "needs": needs}

    # The view of a deal.

    def view(self, seat: int | None, words: Words) -> dict[str, Any] | None:
        """The ``view`` object of docs/protocol.md §5; ``None`` before the first deal."""
        live = self.live
        if live is None:
            return None
        info = live.info(seat)
        exchanging = live.exchanging
        own_gift = live.gifts.get(seat) if seat is not None else None
        legal = live.legal(seat) if seat is not None and info.acting else ()
        acting = bool(legal) and self.stage == PLAYING
        layouts = [live.layout(other, seat) for other in range(info.players)]
        few = legal if len(legal) <= MOST_LEGAL else [a for a in legal if a.kind not in _LAYING]
        given = own_gift.card if own_gift is not None else info.given
        forced = info.phase is FORCED and info.forcer >= 0
        return {
            "seat": seat,
            "players": info.players,
            "dealer": info.dealer,
            "phase": str(info.phase),
            "actor": info.actor if info.actor >= 0 else None,
            "upcard": {
                "card": card_text(info.upcard),
                "from": "turned" if info.turned else "paid",
                "seat": info.source,
            }
            if info.upcard >= 0
            else None,
            "asked": list(info.asked),
            "layouts": [layout_object(layout) for layout in layouts],
            "hand": None if info.hand is None else zone_object(info.hand),
            "counts": list(info.counts),
            "stock": info.stock,
            "dead": [card_text(card) for card in info.dead],
            "given": card_text(given) if given >= 0 else None,
            "received": card_text(info.received) if info.received >= 0 else None,
            "legal": [str(action) for action in few] if acting else None,
            "legal_count": len(legal) if acting else None,
            "offers": self._offers(live, info, legal, words) if acting else None,
            "waiting": None if exchanging else list(live.waiting),
            "why": why.why(info, legal, words, given=own_gift is not None),
            "forced": {"by": info.forcer, "text": why.forced(info, layouts, words)}
            if forced
            else None,
            "result": _result(info, words),
            "version": self.version,
        }

    def _offers(
        self, live: LiveDeal, info: InfoState, legal: Sequence[Action], words: Words
    ) -> list[dict[str, Any]]:
        """The legal actions as objects; without takes and melds where they are too many."""
        laying = sum(action.kind in _LAYING for action in legal)
        chosen = legal if laying <= MOST_OFFERS else [a for a in legal if a.kind not in _LAYING]
        return [_offer(live, info, action, words) for action in chosen]

    def preview(
        self,
        seat: int,
        cards: Sequence[str],
        arrange: Sequence[Sequence[str]] | None,
        words: Words,
    ) -> dict[str, Any]:
        """What can be made of some hand cards: ``actions`` and ``arrangements`` (§5).

        Args:
            seat: who asks.
            cards: hand cards chosen so far.
            arrange: melds that must lie like this, or ``None``.
            words: how to say it.

        Returns:
            ``actions``: the legal actions that use these cards and perhaps more, those that use
            exactly these first; ``arrangements``: the ways all cards laid may lie after a take or
            meld with exactly these, or now, where no cards are chosen.

        Raises:
            NotLegal: ``no_deal_open``; ``not_in_hand``.
            CannotParse: a card.
        """
        live = self.live
        if live is None:
            raise NotLegal("no_deal_open")
        info = live.info(seat)
        zone = _zone(cards)
        hand = info.hand or 0
        if zone & hand != zone:
            raise NotLegal("not_in_hand", cards=zone)
        melds = frozenset(_zone(meld) for meld in arrange or ())
        legal = live.legal(seat) if info.acting and self.stage == PLAYING else ()
        found = [
            action
            for action in legal
            if action.cards & zone == zone
            and action.kind is not Kind.FORCE
            and (zone or action.kind in _LAYING)
            and (action.layout is None or melds <= set(action.layout))
        ]
        found.sort(key=lambda action: action.cards.bit_count())
        arrangements = self._arrangements(live, info, zone, found)
        return {
            "actions": [_offer(live, info, action, words) for action in found[:MOST_OFFERS]],
            "arrangements": [
                layout_object(layout) for layout in arrangements if melds <= set(layout)
            ][:MOST_ARRANGEMENTS],
        }

    def _arrangements(
        self, live: LiveDeal, info: InfoState, zone: CardSet, found: Sequence[Action]
    ) -> list[Layout]:
        """How all that is laid may lie after what ``zone`` allows, or now."""
        seat = info.seat or 0
        exact = [action for action in found if action.cards == zone and action.kind in _LAYING]
        if not exact:
            return live.groupings(seat) if not zone else []
        if info.setting.grouped:
            return [action.layout for action in exact if action.layout is not None]
        return info.setting.table.groupings(_laid_after(info, exact[0]))

    def prefer(self, seat: int, layout: Layout | Sequence[Sequence[str]]) -> None:
        """How the owner likes to see his melds; nobody else is told, and it is not stored.

        Raises:
            NotLegal: ``no_deal_open``; ``bad_arrangement``: it is not all he has laid, in melds.
            CannotParse: a card.
        """
        live = self.live
        if live is None:
            raise NotLegal("no_deal_open")
        melds = [meld if isinstance(meld, int) else _zone(meld) for meld in layout]
        wanted = ordered(tuple(melds))
        if wanted not in live.groupings(seat):
            raise NotLegal("bad_arrangement")
        live.prefer(seat, wanted)


def _zone(cards: Sequence[str]) -> CardSet:
    """Cards from a client."""
    return zone_of(parse_card(card) for card in cards)


def _laid_after(info: InfoState, action: Action) -> CardSet:
    laid = add(info.laid[info.seat or 0], action.cards)
    return add(laid, 1 << info.upcard) if action.kind is Kind.TAKE else laid


def _offer(live: LiveDeal, info: InfoState, action: Action, words: Words) -> dict[str, Any]:
    """A legal action as an object a hand can be laid beside (docs/protocol.md §5)."""
    kind, cards = action.kind, action.cards
    out = kind is Kind.TAKE and cards == info.hand
    layout = None
    if kind in _LAYING:
        layout = action.layout
        if layout is None:
            layout = live.liked(info.seat or 0, _laid_after(info, action))
    text = _offered(info, action, words)
    return {
        "action": str(action),
        "kind": str(kind),
        "cards": zone_object(cards),
        "layout": None if layout is None else layout_object(layout),
        "seat": action.seat if action.seat >= 0 else None,
        "out": out,
        "say": words.say("offer_out", text=text) if out else text,
    }


def _offered(info: InfoState, action: Action, words: Words) -> str:
    """What an action is called on a button."""
    kind, cards = action.kind, action.cards
    if kind is Kind.TAKE:
        if cards:
            return words.say("offer_take", upcard=info.upcard, cards=cards)
        return words.say("offer_take_bare", upcard=info.upcard)
    if kind is Kind.FORCE:
        return words.say("offer_force", target=action.seat)
    return words.say(f"offer_{kind}", cards=cards)


def _result(info: InfoState, words: Words) -> dict[str, Any] | None:
    """How the deal ended, and what was hidden until then."""
    over = info.history[-1]
    if not isinstance(over, Over):
        return None
    outcome, ended = over.outcome, over.ended
    return {
        "winner": outcome.winner if outcome else None,
        "reason": str(outcome.reason) if outcome else None,
        "ended": {"reason": ended.reason, "seat": ended.seat} if ended else None,
        "hands": [zone_object(hand) for hand in over.hands],
        "stock": [card_text(card) for card in over.stock],
        "text": why.result(info, words),
    }
