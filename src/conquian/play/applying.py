"""What each fact changes at a table, and what everybody is told of it.

The same steps for a fact that has just been made and for one that is read from a log: so a replay
gives the same table. Nothing here reads a clock or draws anything.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from conquian.core.action import Action
from conquian.core.cards import parse_card
from conquian.core.deal import Deal
from conquian.core.errors import NotLegal
from conquian.core.events import Over
from conquian.core.match import Match
from conquian.core.ruleset import RuleSet
from conquian.core.text import read_zone
from conquian.dealing.fair import Occasion
from conquian.play.events import Announced, Announcement, Told, announced
from conquian.play.facts import Row
from conquian.play.live import LiveDeal
from conquian.play.seats import Seat
from conquian.play.settings import TableSettings, match_object, read_match, read_options
from conquian.play.shuffle import COMMIT, DONE, REVEAL, Shuffle
from conquian.play.state import (
    BETWEEN,
    CLOSED,
    MOST_TOLD,
    OVER,
    PLAYING,
    SHUFFLING,
    WAITING,
    TableState,
)
from conquian.records.format import GameRecord, MatchNote


@lru_cache(maxsize=4096)
def read_action(text: str) -> Action:
    """Most actions come again and again: ``pass``, ``pay 7c``.

    Raises:
        CannotParse: as :meth:`Action.parse`.
    """
    return Action.parse(text)


class Applying(TableState):
    """A table that takes in facts."""

    def __init__(self) -> None:
        super().__init__()
        self._apply: Mapping[str, Callable[[Row], Sequence[Told]]] = {
            "open": self._open,
            "sit": self._sit,
            "hold": self._hold,
            "leave": self._leave,
            "standing": self._standing,
            "first": self._first,
            "shuffle": self._shuffle,
            "commit": self._share,
            "reveal": self._share,
            "late": self._late,
            "deal": self._deal,
            "act": self._act,
            "gift": self._act,
            "give_up": self._give_up,
            "ready": self._ready,
            "rematch": self._rematch,
            "stop": self._stop,
            "say": self._say,
            "vote": self._vote,
            "option": self._option,
            "close": self._close,
        }

    def _take_in(self, row: Row) -> Sequence[Told]:
        """One fact happens; what everybody is told. If it cannot be, nothing has changed.

        Raises:
            ConquianError, KeyError, TypeError, ValueError: it is none.
        """
        at = row["at"]
        moved = self.move
        entries = self._apply[row["kind"]](row)
        self.rows += 1
        for entry in entries:
            self.version += 1
            self._told.append(entry)
            if not isinstance(entry, Announcement):
                self.move = self.version
                if isinstance(entry.spectator, Over):
                    self._over_from = self.version - 1
        while len(self._told) > MOST_TOLD:
            self._told.popleft()
            self._told_from += 1
        action_id = row.get("id")
        if action_id is not None:
            owner = row["seat"] if row.get("by") in _ACTORS else row["by"]
            self.seats[owner].remember(action_id, self.version)
        if self.move != moved:
            self._time_turn(at)
        return entries

    # The table.

    def _open(self, row: Row) -> Sequence[Told]:
        rules = RuleSet.read(row["rules"])
        self.options = read_options(row["options"])
        self.settings = TableSettings(
            rules,
            row["players"],
            read_match(row["match"]),
            self.options,
            row["code"],
            row["packet"],
            row["bot_seed"],
        )
        self.fair = row["fair"]
        self.seats = tuple(Seat() for _ in range(self.players))
        self.match = self.before = Match.start(self.players, self.settings.match_settings, 0)
        return [
            announced(
                "opened",
                rules=str(rules),
                players=self.players,
                match=match_object(self.settings.match_settings),
                options=self.options.as_object(),
            )
        ]

    def _sit(self, row: Row) -> Sequence[Told]:
        number, name, bot, holder = row["seat"], row["name"], row["bot"], row["holder"]
        was, seat = self.clock_on, self.seats[number]
        if bot is None and holder in seat.holders:  # he comes back
            seat.bot, seat.gone, seat.ready = None, False, False
            seat.name = name
        else:
            seat.clear()
            seat.done.clear()
            seat.name, seat.bot = name, bot
            if holder is not None:
                seat.holders = {holder}
        entries: list[Told] = [announced("sat", seat=number, name=name, bot=bot)]
        entries += self._next_host()
        return entries + self._clock_follows(row["at"], number, was=was)

    def _hold(self, row: Row) -> Sequence[Told]:
        self.seats[row["seat"]].holders.add(row["holder"])
        return ()

    def _leave(self, row: Row) -> Sequence[Told]:
        number, bot, by = row["seat"], row["bot"], row["by"]
        was, seat = self.clock_on, self.seats[number]
        removed = by is not None
        name = seat.name
        entries: list[Told] = [announced("left", seat=number, name=name, removed=removed)]
        stays = self.stage != WAITING and not removed
        if not stays:
            seat.clear()
        else:
            seat.gone, seat.ready, seat.clock_off, seat.here = True, False, False, False
        if bot is not None:
            seat.name, seat.bot = name, bot
            entries.append(announced("sat", seat=number, name=name, bot=bot))
        entries += self._next_host()
        if self.stage == PLAYING and bot is None and self.live is not None:
            entries += self.live.give_up(number)
            entries += self._settle()
        entries += self._clock_follows(row["at"], number, was=was)
        return entries + self._another_match()

    def _next_host(self) -> list[Told]:
        """The host is a person; when he goes, the next one after him takes over."""
        if self.host is not None and self.seats[self.host].person:
            return []
        start = 0 if self.host is None else self.host
        order = [(start + step) % self.players for step in range(self.players)]
        found = next((seat for seat in order if self.seats[seat].person), None)
        if found == self.host:
            return []
        self.host = found
        return [announced("host", seat=found)]

    def _say(self, row: Row) -> Sequence[Told]:
        return [announced("said", seat=row["seat"], phrase=row["phrase"], text=row["text"])]

    def _vote(self, row: Row) -> Sequence[Told]:
        was = self.clock_on
        self.seats[row["seat"]].clock_off = row["off"]
        return self._clock_changed(row["at"], was=was)

    def _option(self, row: Row) -> Sequence[Told]:
        was, before = self.clock_on, self.options.clock
        name, value = row["name"], row["value"]
        self.options = self.options.changed(name, value)
        if name == "clock":
            for seat in self.seats:
                seat.clock_off = False
            return self._clock_changed(row["at"], was=was, again=before != value)
        return [announced("option", name=name, value=value)]

    def _clock_follows(self, at: float, seat: int, *, was: bool) -> list[Told]:
        """Somebody came or went: his turn is timed, or no longer, and his vote is missing."""
        live = self.live
        if live is not None and self.stage == PLAYING:
            if not live.exchanging:
                if seat in live.waiting:
                    self._time_turn(at)
            elif not self.clock.runs or not self.people:
                self._time_turn(at)
        return self._clock_changed(at, was=was)

    def _clock_changed(self, at: float, *, was: bool, again: bool = False) -> list[Told]:
        if self.clock_on == was and not again:
            return []
        self._time_turn(at)
        return [announced("clock", on=self.clock_on, limit=self.options.clock)]

    def _close(self, row: Row) -> Sequence[Told]:
        self.stage = CLOSED
        self.clock.stop()
        return [announced("closed", reason=row["reason"])]

    # A match.

    def _standing(self, row: Row) -> Sequence[Told]:
        self.match = self.before = Match(
            self.players,
            self.settings.match_settings,
            row["dealer"],
            scores=tuple(row["scores"]),
            pot=row["pot"],
            paid_in=tuple(row["paid_in"]),
            draws=row["draws"],
            played=row["played"],
        )
        self.dealer_found = True
        self.number = row["played"]
        return ()

    def _first(self, row: Row) -> Sequence[Told]:
        if self.dealer_found:
            raise NotLegal("already_started")
        self.match = self.before = Match.start(
            self.players, self.settings.match_settings, row["dealer"]
        )
        self.draw = row["draw"]
        self.dealer_found = True
        return ()

    def _ready(self, row: Row) -> Sequence[Told]:
        self.seats[row["seat"]].ready = True
        return [announced("ready", seat=row["seat"])]

    def _rematch(self, row: Row) -> Sequence[Told]:
        self.seats[row["seat"]].ready = True
        return [announced("ready", seat=row["seat"]), *self._another_match()]

    def _another_match(self) -> list[Told]:
        """When all people want one, scores start again; the deal goes on around the table."""
        people = self.people
        if self.stage != OVER or not people or not all(self.seats[seat].ready for seat in people):
            return []
        self.match = self.before = Match.start(
            self.players, self.settings.match_settings, self.match.dealer
        )
        self.stage = BETWEEN
        return [announced("rematch")]

    def _stop(self, row: Row) -> Sequence[Told]:  # noqa: ARG002
        entries: list[Told] = []
        if self.live is not None and not self.live.is_over:
            entries += self.live.abandon()
        self.match = self.match.stop()
        self._ended(OVER)
        return [*entries, self._scored()]

    # A deal.

    def _shuffle(self, row: Row) -> Sequence[Told]:
        begun = self.match.deal_begins()
        number, dealer, seed = row["deal"], row["dealer"], row["seed"]
        if self.match.dealer != dealer or number != self.number + 1:
            raise ValueError(f"deal {self.number + 1} is dealt by seat {self.match.dealer}")
        self._forget()
        self.before, self.match = self.match, begun
        self.number = number
        self.shuffle = None
        if seed is not None:
            asked = self.people
            self.shuffle = Shuffle(self._occasion(number, dealer), seed, asked, row["at"])
        self.stage = SHUFFLING
        self._deal_from = self.version
        for seat in self.seats:
            seat.ready = False
        commit = None if self.shuffle is None else self.shuffle.commit
        draw = self.draw if number == 1 else None
        return [announced("shuffling", deal=number, dealer=dealer, commit=commit, draw=draw)]

    def _occasion(self, number: int, dealer: int) -> Occasion:
        settings = self.settings
        return Occasion(
            settings.code, number, str(settings.rules), self.players, dealer, settings.packet
        )

    def _forget(self) -> None:
        """Of finished deals only what a record needs is kept, packed; of what was told only what
        somebody who was away for a moment may have missed."""
        record = self._finished.get(self.number)
        if isinstance(record, GameRecord):
            self._finished[self.number] = zlib.compress(str(record).encode("utf-8"))
        while self._told_from < self._over_from:
            self._told.popleft()
            self._told_from += 1

    def _share(self, row: Row) -> Sequence[Told]:
        shuffle = self.shuffle
        if shuffle is None:
            raise NotLegal("fair_not_now")
        shuffle.take(row["seat"], row["value"])
        return [] if shuffle.pending else self._shuffle_goes_on(row["at"])

    def _late(self, row: Row) -> Sequence[Told]:
        return self._shuffle_goes_on(row["at"])

    def _shuffle_goes_on(self, at: float) -> Sequence[Told]:
        shuffle = self.shuffle
        if shuffle is None or shuffle.step not in (COMMIT, REVEAL):
            raise NotLegal("fair_not_now")
        if not shuffle.goes_on(at):
            return []
        commits = [shuffle.commits.get(seat) for seat in range(self.players)]
        return [announced("committed", deal=self.number, commits=commits)]

    def _deal(self, row: Row) -> Sequence[Told]:
        if self.stage != SHUFFLING or (self.shuffle is not None and self.shuffle.step != DONE):
            raise NotLegal("fair_not_now")
        deal = Deal(
            self.settings.rules,
            self.before.dealer,
            tuple(map(read_zone, row["hands"])),
            tuple(map(parse_card, row["stock"])),
        )
        self.live = live = LiveDeal(deal, self.names)
        self.stage = PLAYING
        entries: list[Told] = [*live.log]
        gone = next((number for number, seat in enumerate(self.seats) if seat.free), None)
        if gone is not None:  # he left while the cards were shuffled, and nobody plays for him
            entries += live.give_up(gone)
            entries += self._settle()
        return entries

    def _act(self, row: Row) -> Sequence[Told]:
        live = self.live
        if live is None or self.stage != PLAYING:
            raise NotLegal("no_deal_open")
        seat, text = row["seat"], row["action"]
        action = read_action(text)
        exchanging = live.exchanging
        entries: list[Told] = [*live.submit(seat, action)]
        if row["by"] == "clock":
            # Inside the exchange the card is the business of its giver alone.
            public = Announced("timed_out", {"seat": seat, "action": None if exchanging else text})
            own = (seat, Announced("timed_out", {"seat": seat, "action": text}))
            entries.insert(0, Announcement(public, own if exchanging else None))
        if live.is_over:
            entries += self._settle()
        return entries

    def _give_up(self, row: Row) -> Sequence[Told]:
        live = self.live
        if live is None or self.stage != PLAYING:
            raise NotLegal("no_deal_open")
        return [*live.give_up(row["seat"]), *self._settle()]

    def _settle(self) -> list[Told]:
        """The deal is over: the match takes note of it, and the shuffle is opened."""
        live = self.live
        if live is None:
            raise NotLegal("no_deal_open")
        if live.ended is not None and live.ended.seat is not None:
            self.match = self.match.forfeit(live.ended.seat)
        elif live.outcome is not None:
            self.match = self.match.deal_over(live.outcome.winner)
        transcript = self._transcript()
        self._finished[self.number] = GameRecord(
            live.deal,
            live.actions,
            result=live.outcome,
            ended=live.ended,
            seats=live.names,
            match=MatchNote.before(self.before),
            fair=transcript,
        )
        self._ended(OVER if self.match.is_over else BETWEEN)
        entries: list[Told] = [self._scored()]
        if transcript is not None:
            entries.append(announced("opened_fair", deal=self.number, fair=transcript))
        return entries

    def _ended(self, stage: str) -> None:
        self.stage = stage
        self.clock.stop()
        for seat in self.seats:
            seat.ready = False

    def _scored(self) -> Told:
        match = self.match
        return announced(
            "scored",
            deal=self.number,
            scores=list(match.scores),
            worth=match.worth,
            pot=match.pot,
            over=match.is_over,
        )


_ACTORS = (None, "person", "bot", "clock")
"""Values of ``by`` that are no seat; the action is that of the row's ``seat``."""
