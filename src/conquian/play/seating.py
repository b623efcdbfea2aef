"""Commands about seats, and those of the host."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from conquian.bots import registry
from conquian.core.errors import NotLegal
from conquian.play.making import Making, Step
from conquian.play.seats import MOST_HOLDERS, bot_name, free_name
from conquian.play.state import BETWEEN, CLOSED, PLAYING, SHUFFLING, WAITING

REPLACEMENT: Final = "heuristic"
"""The bot that goes on for somebody who has left."""


class Seating(Making):
    """The table's seats: who sits down, leaves, is removed; bots that fill them; the host."""

    # Seats.

    def sit(
        self,
        seat: int,
        name: str,
        holder: str | None,
        at: float,
        *,
        bot: str | None = None,
        action_id: str | None = None,
    ) -> Step:
        """Sit down at a seat that is empty, or come back to one's own.

        Args:
            seat: which.
            name: as others see it; cleaned, and made different from the others'. Who comes back
                may leave it empty.
            holder: an opaque text that identifies who holds the seat (the hash of a session);
                ``None`` for a bot.
            at: now.
            bot: what names the bot (``registry``), or ``None`` for a person.
            action_id: see :meth:`submit`.

        Raises:
            NotLegal: ``seat_taken``, ``already_sitting`` (at another seat), ``name_missing``.
            BadBot: there is no such bot.
        """
        number = self._seat(seat)
        done = self._again(number, action_id)
        there = self.seats[number]
        mine = holder is not None and holder in there.holders
        if mine and not there.gone:
            return done or Step(version=self.version, again=True)
        if not (mine or there.free):
            raise NotLegal("seat_taken")
        if holder is not None and self.seat_of(holder) is not None:
            raise NotLegal("already_sitting")
        if bot is not None:
            registry.check(bot)
        elif holder is None:
            raise NotLegal("seat_not_yours")
        others = [one.name for place, one in enumerate(self.seats) if place != number]
        wanted = free_name(name, others) or (there.name if mine else "")
        if not wanted:
            raise NotLegal("name_missing")
        row = self._row("sit", at, action_id, seat=number, name=wanted, holder=holder, bot=bot)
        there.here = there.here or bot is None
        step = self._run(row)
        self.presence(number, at, here=bot is None)
        return step

    def add_holder(self, seat: int, holder: str, at: float) -> Step:
        """Another session holds the seat as well (the personal link of the seat).

        Raises:
            NotLegal: ``seat_not_yours``: no person's seat; ``already_sitting``;
                ``too_many_holders``.
        """
        number = self._seat(seat)
        there = self.seats[number]
        if holder in there.holders:
            return Step(version=self.version, again=True)
        if not there.holders:
            raise NotLegal("seat_not_yours")
        if self.seat_of(holder) is not None:
            raise NotLegal("already_sitting")
        if len(there.holders) >= MOST_HOLDERS:
            raise NotLegal("too_many_holders", most=MOST_HOLDERS)
        return self._run(self._row("hold", at, None, seat=number, holder=holder), quiet=True)

    def seat_of(self, holder: str) -> int | None:
        """The seat of a holder who sits at the table; not one he has left."""
        return self._held(holder, gone=False)

    def left_seat_of(self, holder: str) -> int | None:
        """The seat a holder left and may come back to."""
        return self._held(holder, gone=True)

    def _held(self, holder: str, *, gone: bool) -> int | None:
        for number, seat in enumerate(self.seats):
            if holder in seat.holders and seat.gone is gone:
                return number
        return None

    def leave(self, seat: int, at: float, *, action_id: str | None = None) -> Step:
        """Leave the table, which before the match frees the seat.

        Once it has begun, a bot goes on for who left, if the table wants it (``bots_replace``);
        otherwise a deal being played is forfeited. He may come back until somebody else sits down.

        Raises:
            NotLegal: ``seat_not_yours``.
        """
        done = self._again(seat, action_id)
        if done is not None:
            return done
        return self._go(self._person(seat), None, at, action_id)

    def remove(self, seat: int, by: int, at: float, *, action_id: str | None = None) -> Step:
        """The host removes a person, or between deals a bot; nobody comes back from that.

        Raises:
            NotLegal: ``host_only``, ``remove_self``, ``seat_empty``; ``deal_open``: the bot is
                playing.
        """
        done = self._again(by, action_id)
        if done is not None:
            return done
        host, number = self._host(by), self._seat(seat)
        there = self.seats[number]
        if number == host:
            raise NotLegal("remove_self")
        if not there.name:
            raise NotLegal("seat_empty")
        if there.bot is not None and self.stage in (SHUFFLING, PLAYING):
            raise NotLegal("deal_open")
        return self._go(number, host, at, action_id)

    def _go(self, number: int, by: int | None, at: float, action_id: str | None) -> Step:
        goes_on = self.options.bots_replace and self.stage in (SHUFFLING, PLAYING, BETWEEN)
        replaced = goes_on and self.seats[number].person
        bot = REPLACEMENT if replaced else None
        row = self._row("leave", at, action_id, seat=number, by=by, bot=bot)
        return self._run(row)

    def presence(self, seat: int, at: float, *, here: bool) -> None:
        """Whether the person of a seat is connected. Not a fact: it is not stored.

        The clock stands while who must act is away, up to a maximum (``clock.MOST_AWAY``).
        """
        there = self.seats[seat]
        there.here = here and there.person
        timed = self._timed()
        if seat in timed:
            self.clock.away(at, away=self._away(timed))

    # The host.

    def fill(
        self,
        by: int,
        bot: str,
        at: float,
        *,
        seat: int | None = None,
        names: Sequence[str] = (),
        action_id: str | None = None,
    ) -> Step:
        """The host gives every free seat (or one) to a bot.

        Args:
            by: the seat of the host.
            bot: what names it (``registry``).
            at: now.
            seat: only this one.
            names: for the bots; otherwise the usual ones.
            action_id: see :meth:`submit`.

        Raises:
            NotLegal: ``host_only``; ``seat_taken``; ``no_free_seat``.
            BadBot: there is no such bot.
        """
        done = self._again(by, action_id)
        if done is not None:
            return done
        self._host(by)
        registry.check(bot)
        if seat is None:
            free = [number for number, one in enumerate(self.seats) if one.free]
        elif self.seats[self._seat(seat)].free:
            free = [seat]
        else:
            raise NotLegal("seat_taken")
        if not free:
            raise NotLegal("no_free_seat")
        given = [one.name for number, one in enumerate(self.seats) if number not in free]
        rows = []
        for number in free:
            name = bot_name(names, given)
            given.append(name)
            row = self._row("sit", at, None, seat=number, name=name, holder=None, bot=bot, by=by)
            rows.append(row)
        if action_id is not None:
            rows[-1]["id"] = action_id
        return self._run(*rows)

    def start(self, by: int, at: float, *, action_id: str | None = None) -> Step:
        """The host starts the match: the first shuffle begins.

        Raises:
            NotLegal: ``host_only``, ``already_started``, ``seats_empty``.
        """
        done = self._again(by, action_id)
        if done is not None:
            return done
        host = self._host(by)
        if self.stage != WAITING:
            raise NotLegal("already_started")
        if any(seat.free for seat in self.seats):
            raise NotLegal("seats_empty")
        more = {} if action_id is None else {"id": action_id}
        return self._run(*self._shuffle_rows(at, by=host, **more))

    def set_option(
        self, by: int, name: str, value: object, at: float, *, action_id: str | None = None
    ) -> Step:
        """The host changes an option (``settings.Options``).

        Raises:
            NotLegal: ``host_only``.
            BadRules: ``bad_value``: there is no such option, or it cannot have this value.
        """
        done = self._again(by, action_id)
        if done is not None:
            return done
        host = self._host(by)
        options = self.options.changed(name, value)
        if options == self.options:
            return Step(version=self.version, again=True)
        plain = options.as_object()[name]
        return self._run(self._row("option", at, action_id, name=name, value=plain, by=host))

    def close(
        self, reason: str, at: float, *, by: int | None = None, action_id: str | None = None
    ) -> Step:
        """The table is closed for good.

        Args:
            reason: ``host`` or ``idle``.
            at: now.
            by: the seat of the host, where he closes it; ``None``: whoever runs the table.
            action_id: see :meth:`submit`.

        Raises:
            NotLegal: ``host_only``; ``table_closed``: it is already.
        """
        done = self._again(by, action_id)
        if done is not None:
            return done
        if self.stage == CLOSED:
            raise NotLegal("table_closed")
        host = None if by is None else self._host(by)
        return self._run(self._row("close", at, action_id, reason=reason, by=host))
