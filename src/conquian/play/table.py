"""The authority for one table over a whole match (design.md §3.8, docs/protocol.md).

Every command checks whether it may be done, makes *facts* of it, applies them, and hands back a
:class:`Step`: the rows to store, and the entries everybody is told. The same rows give the same
table again: :meth:`Table.replay`. There is no clock and no input or output here: every command
takes the time, ``at``, in seconds since the epoch.

The class is made of layers, each a module: ``state`` (what the facts add up to), ``applying``
(what each changes), ``showing`` (what a seat is shown), ``making`` (how facts are made),
``seating`` (commands about seats, and the host's) and this one (all other commands). ``facts``
lists the kinds of fact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any, Final

from conquian import __version__
from conquian.bots.base import NO_LIMIT
from conquian.core.action import PASS, Action
from conquian.core.catalogue.words import clean
from conquian.core.errors import ConquianError, NotLegal, shown
from conquian.core.match import Match
from conquian.dealing.seeded import Below, system_below
from conquian.play.applying import read_action
from conquian.play.facts import LOG, LogFault, Row
from conquian.play.making import Step
from conquian.play.seating import Seating
from conquian.play.settings import Chat, TableSettings, match_object
from conquian.play.shuffle import COMMIT, DONE, GRACE, REVEAL
from conquian.play.state import BETWEEN, CLOSED, OVER, PLAYING, SHUFFLING, Dealer
from conquian.play.telling import PHRASES
from conquian.records.format import GameRecord

__all__ = ["Dealer", "LogFault", "Row", "Step", "Table"]

MOST_TEXT: Final = 200
"""Letters of what is said."""


class Table(Seating):
    """One table. Make it with :meth:`open` or :meth:`replay`.

    Commands raise :class:`~conquian.core.errors.ConquianError` with a code when they cannot be
    done: ``NotLegal`` where the table does not allow it, ``CannotParse`` where it cannot be read.
    Then nothing has changed. All attributes are for reading.
    """

    @staticmethod
    def open(
        settings: TableSettings,
        at: float,
        *,
        dealer: Dealer | None = None,
        entropy: Callable[[int], bytes] | None = None,
        below: Below = system_below,
    ) -> tuple[Table, Step]:
        """A new table, all seats empty.

        Args:
            settings: what is settled for good.
            at: now.
            dealer: deals instead of the fair shuffle, for tests and for people at one keyboard;
                the table then says that its deals are not fair ones.
            entropy: ``entropy(n)`` gives n bytes of chance for the seeds of shuffles; otherwise
                the operating system's.
            below: chance for who deals first: ``below(n)`` is uniform over 0 … n-1.
        """
        table = Table()
        table.dealer = dealer
        table._below = below
        if entropy is not None:
            table._entropy = entropy
        row: Row = {
            "kind": "open",
            "at": at,
            "engine": __version__,
            "log": LOG,
            "code": settings.code,
            "rules": settings.rules.as_data(),
            "players": settings.players,
            "match": match_object(settings.match_settings),
            "options": settings.options.as_object(),
            "packet": settings.packet,
            "bot_seed": settings.bot_seed,
            "fair": dealer is None,
        }
        return table, table._run(row)

    @staticmethod
    def replay(
        rows: Iterable[Mapping[str, Any]],
        *,
        dealer: Dealer | None = None,
        entropy: Callable[[int], bytes] | None = None,
        below: Below = system_below,
    ) -> Table:
        """The table that made these rows, every move checked again.

        Nobody is there yet (:meth:`presence`), and no time passes until :meth:`resumed`.

        Args:
            rows: as they were stored.
            dealer: who deals from now on, where another one than the fair shuffle did.
            entropy, below: as for :meth:`open`, from now on.

        Raises:
            LogFault: ``log_empty``, ``log_version``, or ``log_row``: it does not replay.
        """
        table = Table()
        table.dealer = dealer
        table._below = below
        if entropy is not None:
            table._entropy = entropy
        number = 0
        for number, row in enumerate(rows, 1):
            if number == 1 and (row.get("kind") != "open" or row.get("log") != LOG):
                engine = shown(str(row.get("engine")))
                found = shown(str(row.get("log")))
                raise LogFault("log_version", row=1, engine=engine, found=found, known=LOG)
            try:
                table._take_in(dict(row))
            except ConquianError as fault:
                raise LogFault(
                    "log_row", row=number, number=number, problem=fault.sentence()
                ) from fault
            except (LookupError, TypeError, ValueError, AttributeError) as fault:
                problem = shown(f"{type(fault).__name__}: {fault}")
                raise LogFault("log_row", row=number, number=number, problem=problem) from fault
        if not number:
            raise LogFault("log_empty")
        table.clock.stop()
        return table

    def resumed(self, at: float) -> Step:
        """The table is served again after a :meth:`replay`: whoever must act has a whole turn.

        If the last rows were lost that follow from those that were stored, they are made again.
        """
        self._time_turn(at)
        if self.shuffle is not None and self.stage == SHUFFLING:
            self.shuffle.since = at
        due = self._due(at)
        return self._run(*due) if due else Step(version=self.version)

    # The shuffle.

    def commit(self, seat: int, deal: int, digest: str, at: float) -> Step:
        """A seat's commitment for the shuffle (``dealing.fair``): 64 hex digits.

        Raises:
            NotLegal: ``fair_not_now``: none is asked for, or it is there already;
                ``fair_no_value``: not 64 lower-case hex digits.
        """
        return self._contribute(COMMIT, seat, deal, digest, at)

    def reveal(self, seat: int, deal: int, value: str, at: float) -> Step:
        """The value a seat committed to: 64 hex digits.

        Raises:
            NotLegal: as :meth:`commit`; ``fair_other_value``: it is not the one committed to.
        """
        return self._contribute(REVEAL, seat, deal, value, at)

    def _contribute(self, kind: str, seat: int, deal: int, value: str, at: float) -> Step:
        number = self._person(seat)
        if self.shuffle is None or self.stage != SHUFFLING:
            raise NotLegal("fair_not_now")
        refused = self.shuffle.refusal(kind, number, deal, value)
        if refused is not None:
            raise refused
        return self._run(self._row(kind, at, None, seat=number, value=value), quiet=True)

    # The deal.

    def submit(
        self,
        seat: int,
        action: Action | str,
        at: float,
        *,
        version: int | None = None,
        action_id: str | None = None,
        by: str = "person",
    ) -> Step:
        """``seat`` does ``action``.

        Args:
            seat: who acts.
            action: what is done, or its text.
            at: now.
            version: the version it was decided at; ``None``: now.
            action_id: a text that is different for every action of a seat. The same id again, of
                an action that has been done, gets the answer of the first time and does nothing.
            by: ``person``, ``bot`` or ``clock``.

        Raises:
            CannotParse: ``action`` cannot be read, or ``action_id`` is none.
            NotLegal: ``table_moved`` if the deal has moved since ``version``; ``seat_not_yours``;
                ``no_deal_open``; otherwise why the rules do not allow it.
        """
        done = self._again(seat, action_id)
        if done is not None:
            return done
        number = self._seat(seat)
        if (by == "person") != self.seats[number].person and by != "clock":
            raise NotLegal("seat_not_yours")
        meant = read_action(action) if isinstance(action, str) else action
        live = self.live
        if live is None or self.stage == SHUFFLING:
            raise NotLegal("no_deal_open")
        if version is not None and not self.move <= version <= self.version:
            raise NotLegal("table_moved")
        exchanging = live.exchanging
        kind = "gift" if exchanging else "act"
        if self.stage != PLAYING:
            raise live.refusal(number, meant) or NotLegal("no_deal_open")
        row = self._row(kind, at, action_id, seat=number, action=str(meant), by=by)
        return self._run(row, quiet=exchanging)

    def give_up(self, seat: int, at: float, *, action_id: str | None = None) -> Step:
        """Forfeit the deal and pay each other player one stake (formats.md §3).

        A bot's seat may be given up as well, by whoever runs a bot that has failed.

        Raises:
            NotLegal: ``no_deal_open``.
        """
        done = self._again(seat, action_id)
        if done is not None:
            return done
        number = self._seat(seat)
        if self.stage != PLAYING:
            raise NotLegal("no_deal_open")
        return self._run(self._row("give_up", at, action_id, seat=number))

    def ready(self, seat: int, at: float) -> Step:
        """Ready for the next deal; it begins when all people are, and no seat is free.

        Raises:
            NotLegal: ``seat_not_yours``; ``match_over``; ``not_between``.
        """
        number = self._person(seat)
        if self.stage == OVER:
            raise NotLegal("match_over")
        if self.stage != BETWEEN:
            raise NotLegal("not_between")
        if self.seats[number].ready:
            return Step(version=self.version, again=True)
        return self._run(self._row("ready", at, None, seat=number))

    def find_dealer(self, at: float) -> Step:
        """Find who deals first before the match begins; otherwise its start does it.

        Raises:
            NotLegal: ``already_started``: that is settled.
        """
        if self.dealer_found:
            raise NotLegal("already_started")
        return self._run(self._first_row(at), quiet=True)

    def next_deal(self, at: float) -> Step:
        """The next deal begins now, whoever is ready: for whoever runs the table.

        Raises:
            NotLegal: ``match_over``, ``deal_open``, ``seats_empty``, ``table_closed``.
        """
        if self.stage == CLOSED:
            raise NotLegal("table_closed")
        if self.stage in (SHUFFLING, PLAYING):
            raise NotLegal("deal_open")
        if self.match.is_over:
            raise NotLegal("match_over")
        if any(seat.free for seat in self.seats):
            raise NotLegal("seats_empty")
        return self._run(*self._shuffle_rows(at))

    def rematch(self, seat: int, at: float, *, action_id: str | None = None) -> Step:
        """Wants another match; it begins when all people do.

        Raises:
            NotLegal: ``seat_not_yours``; ``match_not_over``.
        """
        done = self._again(seat, action_id)
        if done is not None:
            return done
        number = self._person(seat)
        if self.stage != OVER:
            raise NotLegal("match_not_over")
        if self.seats[number].ready:
            return Step(version=self.version, again=True)
        return self._run(self._row("rematch", at, action_id, seat=number))

    def stop(self, at: float) -> Step:
        """The match ends here; open stakes are returned (rules.md §7).

        Raises:
            NotLegal: ``match_over``; ``no_deal_open``: it has not begun; ``table_closed``.
        """
        if self.stage == CLOSED:
            raise NotLegal("table_closed")
        if not self.number:
            raise NotLegal("no_deal_open")
        if self.stage == OVER:
            raise NotLegal("match_over")
        return self._run(self._row("stop", at, None))

    def take_up(self, match: Match, record: GameRecord, at: float) -> Step:
        """Go on with a match from the record of its present deal; for a new table with a dealer
        of its own (:meth:`open`), all seats taken.

        Args:
            match: as it stood before that deal.
            record: the deal as far as it was played.
            at: now.

        Raises:
            NotLegal: ``already_started``, ``match_over``, or an action is not legal.
        """
        if self.number or self.fair:
            raise NotLegal("already_started")
        standing = self._row(
            "standing",
            at,
            None,
            dealer=match.dealer,
            scores=list(match.scores),
            pot=match.pot,
            paid_in=list(match.paid_in),
            draws=match.draws,
            played=match.played,
        )
        deal = record.deal
        rows = [standing]
        entries = [*self._take_in(standing)]
        dealer, self.dealer = self.dealer, lambda *_: deal
        try:
            begun = self._run(*self._shuffle_rows(at))
        finally:
            self.dealer = dealer
        rows += begun.rows
        entries += begun.entries
        for action in record.actions:
            live = self.live
            if live is None or not live.waiting:
                raise NotLegal("phase_over", kind=str(action.kind))
            kind = "gift" if live.exchanging else "act"
            act = {"seat": live.waiting[0], "action": str(action), "by": "person"}
            step = self._run(self._row(kind, at, None, **act))
            rows += step.rows
            entries += step.entries
        if record.ended is not None and record.ended.seat is not None:
            step = self.give_up(record.ended.seat, at)
            rows += step.rows
            entries += step.entries
        return Step(tuple(rows), tuple(entries), self.version)

    # People.

    def say(
        self,
        seat: int,
        at: float,
        *,
        phrase: str | None = None,
        text: str | None = None,
        action_id: str | None = None,
    ) -> Step:
        """Say a phrase (a code of ``telling.PHRASES``) or a text to everybody.

        Raises:
            NotLegal: ``seat_not_yours``; ``chat_off``, ``chat_phrases_only``; ``unknown_phrase``;
                ``say_nothing``.
        """
        done = self._again(seat, action_id)
        if done is not None:
            return done
        number = self._person(seat)
        chat = self.options.chat
        if chat is Chat.OFF:
            raise NotLegal("chat_off")
        if phrase is not None:
            if phrase not in PHRASES:
                raise NotLegal("unknown_phrase")
            text = None
        else:
            if chat is not Chat.FREE:
                raise NotLegal("chat_phrases_only")
            text = free_text(text or "")
            if not text:
                raise NotLegal("say_nothing")
        return self._run(self._row("say", at, action_id, seat=number, phrase=phrase, text=text))

    def vote_clock(self, seat: int, at: float, *, off: bool) -> Step:
        """Vote to switch the clock off; it is off while all people want it off.

        Raises:
            NotLegal: ``seat_not_yours``; ``no_clock``: the table has none.
        """
        number = self._person(seat)
        if self.options.clock is None:
            raise NotLegal("no_clock")
        if self.seats[number].clock_off == off:
            return Step(version=self.version, again=True)
        return self._run(self._row("vote", at, None, seat=number, off=bool(off)))

    # Time.

    def tick(self, at: float) -> Step:
        """What time has brought: a shuffle goes on without the late, a turn is over.

        When a turn is over, the seat passes if it may; otherwise it does what the heuristic bot
        would. In the exchange this is done for all that have not chosen.
        """
        due = self.next_tick
        if due is None or at < due:
            return Step(version=self.version)
        if self.stage == SHUFFLING:
            return self._run(self._row("late", at, None))
        live = self.live
        if live is None:
            return Step(version=self.version)
        rows = []
        kind = "gift" if live.exchanging else "act"
        for seat in live.waiting:
            action = str(self._usual(seat))
            rows.append(self._row(kind, at, None, seat=seat, action=action, by="clock"))
        return self._run(*rows)

    @property
    def next_tick(self) -> float | None:
        """When :meth:`tick` may have something to do, unless something happens before."""
        shuffle = self.shuffle
        if self.stage == SHUFFLING and shuffle is not None and shuffle.step != DONE:
            awaited = any(self.seats[seat].here for seat in shuffle.pending)
            return shuffle.since + GRACE if awaited else shuffle.since
        return self.clock.over_at if self.stage == PLAYING else None

    def _usual(self, seat: int) -> Action:
        """What is done for a seat whose time is up."""
        if self.live is None:
            raise NotLegal("no_deal_open")
        if PASS in self.live.legal(seat):
            return PASS
        from conquian.bots.heuristic import HeuristicBot

        return HeuristicBot().decide(self.live.info(seat), NO_LIMIT, Random(0))

    # Bots.

    def bot_to_move(self) -> tuple[int, str] | None:
        """A bot that must decide: its seat and what names it (``registry.make``)."""
        live = self.live
        if live is None or self.stage != PLAYING:
            return None
        for seat in live.waiting:
            bot = self.seats[seat].bot
            if bot is not None:
                return seat, bot
        return None

    def bot_chance(self, seat: int) -> Random:
        """The generator for the next decision of the bot at ``seat``; the same after a replay."""
        if self.live is None:
            raise NotLegal("no_deal_open")
        played = self.number - 1
        parts = (self.settings.bot_seed, played, seat, self.live.version)
        return Random("/".join(map(str, parts)))


def free_text(text: str) -> str:
    """What somebody says, as it may be shown: printable, on one line, not too long."""
    return clean(text, MOST_TEXT)
