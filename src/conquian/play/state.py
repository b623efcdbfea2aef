"""What the facts of a table add up to, and what follows from that alone."""

from __future__ import annotations

import zlib
from collections import deque
from collections.abc import Callable, Sequence
from itertools import islice
from json import loads
from typing import Any, Final

from conquian.core.deal import Deal
from conquian.core.errors import NotLegal
from conquian.core.match import Match, MatchSettings
from conquian.core.ruleset import RuleSet
from conquian.play.clock import TurnClock
from conquian.play.events import Said, Told
from conquian.play.live import LiveDeal
from conquian.play.seats import Seat
from conquian.play.settings import Options, TableSettings
from conquian.play.shuffle import Shuffle
from conquian.records.format import GameRecord

WAITING, SHUFFLING, PLAYING = "waiting", "shuffling", "playing"
BETWEEN, OVER, CLOSED = "between", "over", "closed"
"""The stages of a table (docs/protocol.md §4)."""
MOST_TOLD: Final = 2000
"""Entries kept for those who were away; who missed more is shown the present alone."""

Dealer = Callable[[RuleSet, int, int, int], Deal]
"""``dealer(rules, players, seat of the dealer, deals dealt at this table before) -> deal``."""


class TableState:
    """The facts of a table, folded. :class:`~conquian.play.table.Table` is made of it.

    Attributes:
        settings: what was settled when it was opened.
        options: what the host may change.
        seats: by seat.
        match: the score; ``match.open`` while a deal is played.
        before: the match as it stood before the present or last deal.
        live: the present or last deal, or ``None`` before the first.
        shuffle: the shuffle that is going on, or that of the present or last deal; ``None`` where
            another dealer deals.
        number: the present or last deal, from 1 on; 0 before the first.
        dealer_found: who deals first is settled.
        draw: how the first dealer was found by low card: rounds of ``[seat, card]``, or ``None``.
        version: how many entries have been told.
        rows: how many facts there are; the number of the last stored row.
        move: the version of the last entry that changed the deal.
        stage: where the table stands.
        host: the seat of the host, or ``None``.
        fair: deals are shuffled by commit and reveal; otherwise another dealer deals them.
        dealer: that other dealer, or ``None``.
        clock: the turn clock. No fact, as nothing of time is.
    """

    settings: TableSettings

    def __init__(self) -> None:
        self.options = Options()
        self.seats: tuple[Seat, ...] = ()
        self.match = Match(0, MatchSettings(), 0)
        self.before = self.match
        self.live: LiveDeal | None = None
        self.shuffle: Shuffle | None = None
        self.number = 0
        self.dealer_found = False
        self.draw: list[list[list[Any]]] | None = None
        self.version = 0
        self.rows = 0
        self.move = 0
        self.stage = WAITING
        self.host: int | None = None
        self.fair = True
        self.dealer: Dealer | None = None
        self.clock = TurnClock()
        self._told: deque[Told] = deque()
        self._told_from = 0  # the version before the first entry that is kept
        self._deal_from = 0  # the version before the present deal's shuffle
        self._over_from = 0  # the version before the end of the present deal
        self._finished: dict[int, GameRecord | bytes] = {}

    @property
    def players(self) -> int:
        """Number of seats."""
        return self.settings.players

    @property
    def names(self) -> tuple[str, ...]:
        """By seat; ``""`` where nobody sits."""
        return tuple(seat.name for seat in self.seats)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats people play now."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.person)

    @property
    def clock_on(self) -> bool:
        """The turn clock is wanted: the table has one, and not all people have voted it off."""
        people = self.people
        voted_off = bool(people) and all(self.seats[seat].clock_off for seat in people)
        return self.options.clock is not None and not voted_off

    def _transcript(self) -> dict[str, Any] | None:
        if self.shuffle is None:
            return None
        return self.shuffle.transcript(self._not_asked(), self.players).as_object()

    def _not_asked(self) -> list[int]:
        """The seats of bots, which take no part in the shuffle."""
        asked = () if self.shuffle is None else self.shuffle.asked
        return [seat for seat in range(self.players) if seat not in asked]

    def record(self, number: int) -> GameRecord:
        """The record of a finished deal.

        Args:
            number: of the deal at this table, from 1 on.

        Raises:
            NotLegal: ``deal_not_finished``, or ``no_such_deal``.
        """
        found = self._finished.get(number)
        if found is None:
            raise NotLegal("deal_not_finished" if number == self.number else "no_such_deal")
        return (
            found
            if isinstance(found, GameRecord)
            else GameRecord.read(loads(zlib.decompress(found)))
        )

    @property
    def finished(self) -> tuple[int, ...]:
        """The numbers of the finished deals, which have a record."""
        return tuple(self._finished)

    # What was told.

    def events_since(self, version: int | None, seat: int | None) -> list[tuple[int, Said]] | None:
        """What was told after ``version``, each with its version.

        Args:
            version: the last one known; ``None``: everything since the present deal's shuffle.
            seat: who asks; ``None`` for a spectator.

        Returns:
            ``None`` if that is not known any more, or ``version`` has not been reached yet: ask
            again with ``None``.
        """
        if version is None:
            version = max(self._deal_from, self._told_from)
        if not self._told_from <= version <= self.version:
            return None
        news = list(islice(reversed(self._told), self.version - version))
        news.reverse()
        return [(number, entry.seen_by(seat)) for number, entry in enumerate(news, version + 1)]

    # Time. It is no fact: a table that is replayed starts it anew.

    def _time_turn(self, at: float) -> None:
        """The clock of the turn that begins now, if people must act in it.

        Inside the exchange nothing about it may depend on who has chosen.
        """
        live, limit = self.live, self.options.clock
        if self.stage != PLAYING or live is None or live.is_over or limit is None:
            self.clock.stop()
            return
        timed = self._timed()
        if not timed or not self.clock_on:
            self.clock.stop()
        else:
            self.clock.start(at, float(limit), away=self._away(timed))

    def _timed(self) -> tuple[int, ...]:
        """The people whose time runs: all of them in the exchange, otherwise who must act."""
        live = self.live
        if live is None or self.stage != PLAYING:
            return ()
        if live.exchanging:
            return self.people
        return tuple(seat for seat in live.waiting if self.seats[seat].person)

    def _away(self, timed: Sequence[int]) -> bool:
        return any(not self.seats[seat].here for seat in timed)

    # Values.

    def as_facts(self) -> tuple[object, ...]:
        """All that follows from the facts, as one comparable value."""
        live = self.live
        deal = None
        if live is not None:
            deal = (live.deal, live.log, live.actions, dict(live.gifts), live.ended)
        return (
            self.settings,
            self.options,
            tuple(seat.as_facts() for seat in self.seats),
            self.match,
            self.before,
            deal,
            None if self.shuffle is None else self.shuffle.as_facts(),
            (self.number, self.dealer_found, self.draw, self.fair),
            (self.version, self.rows, self.move, self.stage, self.host),
            (self._told_from, self._deal_from, self._over_from, tuple(self._told)),
            {number: self.record(number) for number in self._finished},
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TableState) and self.as_facts() == other.as_facts()

    __hash__ = None  # type: ignore[assignment]  # it changes
