"""What one seat knows (formats.md §4, rules.md §11).

:class:`Observation` is what can be seen at a moment; it is built from nothing, field by field, so
a field added to ``State`` stays invisible until this module says otherwise. :class:`InfoState` is
the fold of a seat's events: an observation plus memory. Bots and clients get these, never a
``State``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from conquian.core import position as facts
from conquian.core.action import Action, give
from conquian.core.cards import Card, CardSet, add, cards_of, remove, zone_of
from conquian.core.errors import CannotParse, NotLegal
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
from conquian.core.position import EXCHANGE, NOBODY, OFFER, OVER, Position
from conquian.core.setting import setting_for
from conquian.core.state import State, copy_public
from conquian.core.turns import asking, exchange, forcing, moves, turning


class Observation(Position):
    """What one seat, or a spectator, sees of a deal at a moment.

    Inside the exchange nobody is told who has chosen: ``actor`` is -1 and every seat may give.

    Attributes (besides the public ones of :class:`Position`):
        seat: whose view it is; ``None`` for a spectator.
        hand: that seat's hand as a zone; ``None`` for a spectator.
    """

    __slots__ = ("hand", "seat")

    seat: int | None
    hand: CardSet | None

    @property
    def acting(self) -> bool:
        """Whether this seat has a decision to make."""
        if self.seat is None:
            return False
        return self.phase is EXCHANGE or self.seat == self.actor

    def legal_actions(self) -> tuple[Action, ...]:
        """This seat's legal actions, as ``State.legal_actions`` gives them; empty off turn."""
        if not self.acting or self.hand is None:
            return ()
        return tuple(moves.legal(self, self.hand))

    def refusal(self, action: Action) -> NotLegal | None:
        """Why this seat may not do ``action`` now, or ``None``: the answer the table would give."""
        if self.seat is None:
            return NotLegal("spectator")
        if not self.acting and self.actor >= 0:
            return NotLegal("not_your_turn", actor=self.actor)
        return moves.refusal(self, self.hand or 0, action)

    def facts(self) -> tuple[object, ...]:
        """Everything this observation says, as one comparable value."""
        return (
            self.setting.rules,
            self.players,
            self.dealer,
            self.phase,
            self.actor,
            self.upcard,
            self.turned,
            self.source,
            self.first,
            self.size,
            self.declined,
            self.turner,
            self.laid,
            self.melds,
            self.counts,
            self.stock,
            self.forcer,
            self.outcome,
            self.seat,
            self.hand,
        )


def observe(state: State, seat: int | None) -> Observation:
    """What ``seat`` (``None``: a spectator) sees of ``state``, built from nothing."""
    view = Observation()
    copy_public(state, view)
    if state.phase is EXCHANGE:
        view.actor = NOBODY
    view.seat = seat
    view.hand = None if seat is None else state.hands[seat]
    return view


class InfoState(Observation):
    """All that one seat knows: the fold of its events.

    Attributes (besides those of :class:`Observation`):
        history: the events so far; its length is the version.
        dead: dead cards in the order they died.
        given, received: the own cards of the exchange, or -1.
        given_shown: the next player has since put down a card like the one given to him, so it is
            no longer known to be in his hand.
        ended: set when the deal was not played out.
    """

    __slots__ = ("dead", "ended", "given", "given_shown", "history", "received")

    history: tuple[Event, ...]
    dead: tuple[Card, ...]
    given: Card
    received: Card
    given_shown: bool
    ended: Ended | None

    @staticmethod
    def start(seat: int | None, event: Dealt) -> InfoState:
        """The knowledge of ``seat`` (``None``: a spectator) after the first event of a log."""
        info = InfoState()
        setting = setting_for(event.rules, event.players)
        counts = (setting.hand_size,) * event.players
        facts.start(info, setting, event.dealer, counts, event.stock)
        info.actor = NOBODY
        info.seat = seat
        info.hand = event.hand
        info.history = (event,)
        info.dead = ()
        info.given = info.received = -1
        info.given_shown = False
        info.ended = None
        return info

    @staticmethod
    def fold(seat: int | None, events: Iterable[Event]) -> InfoState:
        """The knowledge of ``seat`` after all these events, the first of which is ``Dealt``.

        Raises:
            CannotParse: ``bad_event`` if the first event is another, or ``Dealt`` comes again.
        """
        info: InfoState | None = None
        for event in events:
            if info is not None:
                info = info.after(event)
            elif isinstance(event, Dealt):
                info = InfoState.start(seat, event)
            else:
                break
        if info is None:
            raise CannotParse("bad_event", text="the first event is not “dealt”")
        return info

    @property
    def version(self) -> int:
        """How many events this seat has seen."""
        return len(self.history)

    def after(self, event: Event) -> InfoState:
        """The knowledge after one more event; the old value stays as it is."""
        new = InfoState()
        copy_public(self, new)
        new.seat = self.seat
        new.hand = self.hand
        new.history = (*self.history, event)
        new.dead = self.dead
        new.given = self.given
        new.received = self.received
        new.given_shown = self.given_shown
        new.ended = self.ended
        new._take_in(event)
        return new

    def _take_in(self, event: Event) -> None:
        """Change a fresh copy by one event, with the same steps that move a ``State``."""
        if isinstance(event, Passed):
            passed_on = self.upcard
            if self.phase is OFFER:
                asking.declined(self)
            else:
                forcing.window_passed(self)
            if self.upcard < 0:  # nobody is left to ask: it is dead before the next event says so
                self.dead = (*self.dead, passed_on)
        elif isinstance(event, Turned):
            turning.turn_up(self, event.card)
        elif isinstance(event, Dead):
            pass  # known since everybody passed
        elif isinstance(event, Took):
            self._put_down(event.seat, event.cards)
            asking.took(self, event.cards, self._grouping(event.layout))
        elif isinstance(event, Melded):
            self._put_down(event.seat, event.cards)
            asking.melded(self, event.cards, self._grouping(event.layout))
        elif isinstance(event, Paid):
            self._put_down(event.seat, 1 << event.card)
            asking.paid(self, event.card)
        elif isinstance(event, Forced):
            forcing.forced(self, event.target)
        elif isinstance(event, Exchanged):
            self._exchange(event)
        elif isinstance(event, Over):
            if event.ended is not None:
                self._ended(event.ended)
        else:
            raise CannotParse("bad_event", text="“dealt” comes twice")

    def _grouping(self, layout: tuple[int, ...]) -> tuple[int, ...] | None:
        return layout if self.setting.grouped else None

    def _put_down(self, seat: int, cards: CardSet) -> None:
        """A seat puts hand cards on the table."""
        if seat == self.seat and self.hand is not None:
            self.hand = remove(self.hand, cards)
        if self.seat is not None and seat == self.setting.next[self.seat] and self.given >= 0:
            self.given_shown = self.given_shown or bool(cards >> self.given & 1)

    def _exchange(self, event: Exchanged) -> None:
        if self.hand is not None and event.gave is not None and event.got is not None:
            self.hand = add(remove(self.hand, 1 << event.gave), 1 << event.got)
            self.given, self.received = event.gave, event.got
        exchange.done(self)

    def _ended(self, ended: Ended) -> None:
        facts.no_upcard(self)
        self.phase = OVER
        self.actor = self.turner = self.forcer = NOBODY
        self.ended = ended

    def hidden(self) -> CardSet:
        """The cards this seat cannot place: the others' hands and the stock together."""
        unknown = self.setting.deck
        for zone in (*self.laid, self.hand or 0, zone_of(self.dead)):
            unknown = remove(unknown, zone)
        return remove(unknown, 1 << self.upcard) if self.upcard >= 0 else unknown

    def known_in_hand(self, seat: int) -> CardSet:
        """Cards of another seat's hand this seat knows of: the one it gave, until it is shown."""
        if self.seat is None or self.given < 0 or self.given_shown:
            return 0
        return 1 << self.given if seat == self.setting.next[self.seat] else 0

    def key(self) -> str:
        """A text that identifies the information state; equal exactly for equal knowledge.

        The same in every process and on every machine, so that it can also seed a generator.
        """
        from conquian.core.text import info_key

        return info_key(self)


def resample(info: InfoState, below: Callable[[int], int]) -> State:
    """A full state consistent with everything ``info`` knows, uniform over physical deals.

    Twins count as different cards, and the card given away in the exchange stays where it is
    known to be. Inside the exchange the state is that of this seat's choice, and the seats that
    choose before it get a gift drawn uniformly from their sampled hands.

    Args:
        info: what a seat or a spectator knows; not yet ``over``.
        below: the source of chance: ``below(n)`` is uniform over 0 … n-1, e.g.
            ``random.Random(7).randrange``.

    Raises:
        NotLegal: ``phase_over``: the hands are open, there is nothing to sample.
    """
    if info.phase is OVER:
        raise NotLegal("phase_over", kind="resample")
    known = [info.known_in_hand(seat) for seat in range(info.players)]
    pool = info.hidden()
    for zone in known:
        pool = remove(pool, zone)
    loose = cards_of(pool)
    for last in range(len(loose) - 1, 0, -1):
        other = below(last + 1)
        loose[last], loose[other] = loose[other], loose[last]
    hands = []
    for seat, count in enumerate(info.counts):
        if seat == info.seat and info.hand is not None:
            hands.append(info.hand)
            continue
        wanted = count - known[seat].bit_count()
        hands.append(add(known[seat], zone_of(loose[:wanted])))
        del loose[:wanted]
    state = State.build(info, tuple(hands), zone_of(loose), ())
    if info.phase is EXCHANGE:
        pone = info.setting.next[info.dealer]
        state.actor = pone
        while info.seat is not None and state.actor != info.seat:
            gifts = cards_of(state.hands[state.actor])
            state = state.apply_unchecked(give(gifts[below(len(gifts))]))
    return state
