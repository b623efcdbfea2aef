"""A table for people at one keyboard: who sits there, its bots, and the records of its deals."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from conquian.bots import registry
from conquian.bots.base import NO_LIMIT, Bot, BotFault, Limit, Listener
from conquian.bots.base import close as close_bot
from conquian.bots.playing import checked
from conquian.core.action import Action
from conquian.core.cards import parse_card, rank_of
from conquian.core.deal import Deal
from conquian.core.errors import BadRules, NotLegal
from conquian.core.match import FirstDealer, LowCardDraw, Match, MatchSettings
from conquian.core.ruleset import RuleSet
from conquian.dealing.seeded import Below, Source, random_deal, seeded_deal, system_below
from conquian.play.live import LiveDeal
from conquian.play.settings import Options, TableSettings
from conquian.play.table import Table
from conquian.records.checks import listing, mapping, whole
from conquian.records.format import GameRecord, MatchNote

PLAY_KEY = "play"
"""The key of a record under which a session keeps what it needs to go on."""
_NOW = 0.0  # at one keyboard nothing is timed
_MOST_DRAWS = 1000  # a file may say anything, and stakes may double with every draw


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits at a seat: a name, and the bot that plays, or ``None`` for a person."""

    name: str
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """What is settled before the first deal.

    Attributes:
        rules: the rule set.
        seats: by seat.
        settings: how the match is played.
        seed: makes the whole match repeatable; ``None``: deals nobody can foresee.
        packet: cards dealt at a time, 1 or 2.
        bot_seed: what the bots' chance is drawn from, so that a match goes on after a break as it
            would have without.

    Raises:
        BadRules: ``players_not_allowed``, ``bad_value``.
    """

    rules: RuleSet
    seats: tuple[Seat, ...]
    settings: MatchSettings
    seed: str | None = None
    packet: int = 1
    bot_seed: str = field(default_factory=lambda: secrets.token_hex(8))

    def __post_init__(self) -> None:
        self.rules.hand_size(len(self.seats))
        if self.packet not in (1, 2):
            raise BadRules("bad_value", field="packet", value=str(self.packet), allowed="1 · 2")
        if self.seed is not None:
            object.__setattr__(self, "bot_seed", self.seed)

    @property
    def players(self) -> int:
        """Number of seats."""
        return len(self.seats)

    @property
    def names(self) -> tuple[str, ...]:
        """By seat."""
        return tuple(seat.name for seat in self.seats)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats people play."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.bot is None)


@dataclass(frozen=True, slots=True)
class Fault:
    """A bot failed and has given the deal up."""

    seat: int
    fault: BotFault


class Session:
    """A table for people at one keyboard. Close it when it is no longer needed.

    The table decides everything; what is here is the bots that play at it, and the records that
    people at a keyboard keep.

    Attributes:
        plan: what was settled before.
        table: the table.
        fault: set when a bot failed in the present deal.
    """

    def __init__(self, plan: Plan, table: Table) -> None:
        self.plan = plan
        self.table = table
        self.fault: Fault | None = None
        self._from: GameRecord | None = None  # what a resumed deal's record said besides the play
        self._bots: dict[int, Bot] = {}

    @staticmethod
    def start(plan: Plan) -> Session:
        """A new match; the first dealer is found as its settings say."""
        below = system_below if plan.seed is None else Source(plan.seed, "dealer").below
        session = Session(plan, _table(plan, below))
        session.table.find_dealer(_NOW)
        return session

    @property
    def match(self) -> Match:
        """The score; ``match.open`` while a deal is played."""
        return self.table.match

    @property
    def before(self) -> Match:
        """The match as it stood before the present or last deal began."""
        return self.table.before

    @property
    def draw(self) -> LowCardDraw | None:
        """How the first dealer was found by low card, or ``None``."""
        rounds = self.table.draw
        if rounds is None:
            return None
        drawn = tuple(
            tuple((seat, parse_card(card)) for seat, card in one_round) for one_round in rounds
        )
        return LowCardDraw(drawn, min(drawn[-1], key=lambda pair: rank_of(pair[1]))[0])

    # A deal.

    @property
    def begun(self) -> bool:
        """There is a deal, present or last."""
        return self.table.live is not None

    @property
    def live(self) -> LiveDeal:
        """The present or last deal.

        Raises:
            NotLegal: ``no_deal_open`` before the first.
        """
        if self.table.live is None:
            raise NotLegal("no_deal_open")
        return self.table.live

    def begin_deal(self) -> LiveDeal:
        """Deal the next deal.

        Raises:
            NotLegal: ``match_over`` or ``deal_open``.
        """
        self.table.next_deal(_NOW)
        self.fault = None
        self._tell_bots()
        return self.live

    def person(self) -> int | None:
        """The seat of the person who must decide next; ``None`` if it is a bot, or nobody."""
        waiting = self.live.waiting if self.begun else ()
        return waiting[0] if waiting and self.plan.seats[waiting[0]].bot is None else None

    def play(self, seat: int, action: Action) -> None:
        """``seat`` does ``action``.

        Raises:
            NotLegal: with the reason; see :meth:`Table.submit`.
        """
        by = "person" if self.plan.seats[seat].bot is None else "bot"
        self.table.submit(seat, action, _NOW, by=by)
        self._tell_bots()

    def bot_plays(self, limit: Limit = NO_LIMIT) -> bool:
        """Let a bot make the next decision, if it is a bot's; whether one did.

        A bot that fails gives the deal up: :attr:`fault` says how.
        """
        waiting = self.live.waiting if self.begun else ()
        if not waiting or self.plan.seats[waiting[0]].bot is None:
            return False
        seat = waiting[0]
        try:
            action = self._decision(seat, limit)
        except BotFault as fault:
            self.fault = Fault(seat, fault)
            self.give_up(seat)
        else:
            self.play(seat, action)
        return True

    def _decision(self, seat: int, limit: Limit) -> Action:
        info = self.live.info(seat)
        try:
            answer = self._bot(seat).decide(info, limit, self.table.bot_chance(seat))
        except BotFault:
            raise
        except Exception as fault:  # whatever a bot does, the table goes on
            problem = f"{type(fault).__name__}: {fault}"
            raise BotFault("bot_crashed", problem=problem[:200]) from fault
        return checked(info, answer)

    def give_up(self, seat: int) -> None:
        """``seat`` forfeits the deal and pays each other player one stake.

        Raises:
            NotLegal: ``no_deal_open``.
        """
        self.table.give_up(seat, _NOW)
        self._tell_bots()

    def stop(self) -> None:
        """The players stop between two deals; open stakes are returned."""
        self.table.stop(_NOW)

    def close(self) -> None:
        """End the bots that are programs of their own."""
        for bot in self._bots.values():
            close_bot(bot)
        self._bots.clear()

    def _bot(self, seat: int) -> Bot:
        if seat not in self._bots:
            self._bots[seat] = registry.make(self.plan.seats[seat].bot or "")
        return self._bots[seat]

    def _tell_bots(self) -> None:
        """Bots that follow the deal between their decisions are told; their faults wait."""
        for seat, sitting in enumerate(self.plan.seats):
            if sitting.bot is None:
                continue
            bot = self._bot(seat)
            if isinstance(bot, Listener):
                with suppress(Exception):  # its next decision will show the fault
                    bot.told(self.live.info(seat))

    # Records.

    def record(self) -> GameRecord | None:
        """The present or last deal as a record (formats.md §2–3); ``None`` before the first."""
        live = self.table.live
        if live is None:
            return None
        first = self._from if self._from is not None and self._from.deal == live.deal else None
        return GameRecord(
            live.deal,
            live.actions,
            result=live.outcome,
            ended=live.ended,
            seats=self.plan.names,
            match=MatchNote.before(self.before),
            fair=None if first is None else first.fair,
            marks=() if first is None else first.marks,
        )

    def record_object(self) -> dict[str, Any] | None:
        """The record as a JSON value, with what is needed to go on under ``play``.

        An unfinished deal is written with all its cards, so the file holds what nobody at the
        table may know yet.
        """
        record = self.record()
        if record is None:
            return None
        plan, settings = self.plan, self.plan.settings
        return record.as_object() | {
            PLAY_KEY: {
                "bots": [seat.bot for seat in plan.seats],
                "seed": plan.seed,
                "bot_seed": plan.bot_seed,
                "packet": plan.packet,
                "first_dealer": str(settings.first_dealer),
                "deals": settings.deals,
                "points": settings.points,
                "paid_in": list(self.before.paid_in),
                "stopped": self.match.stopped,
            }
        }

    @staticmethod
    def resume(record: GameRecord, extra: object, seats: tuple[Seat, ...] | None = None) -> Session:
        """The session that wrote this record, as it was.

        Args:
            record: a checked record: the last one of a match.
            extra: what it holds under ``play``, or ``None`` for a record from elsewhere.
            seats: who sits there now; otherwise who sat there then.

        Raises:
            BadRecord: ``extra`` is not what a session writes.
            BadRules: the match settings are impossible.
        """
        data = {} if extra is None else mapping(extra, PLAY_KEY)
        note = record.match or MatchNote()
        players = record.players
        settings = MatchSettings(
            first_dealer=data.get("first_dealer", FirstDealer.RANDOM),
            stakes=note.stakes,
            after_draw=note.after_draw,
            stake=note.stake,
            deals=data.get("deals"),
            points=data.get("points"),
        )
        plan = Plan(
            record.rules,
            seats or _seats(record, data),
            settings,
            seed=_text_or_none(data.get("seed"), "seed"),
            packet=whole(data.get("packet", 1), "packet", 1),
        )
        if "bot_seed" in data:
            plan = replace(plan, bot_seed=_text_or_none(data["bot_seed"], "bot_seed") or "")
        each = note.pot // players
        paid_in = tuple(
            whole(paid, "paid_in", 0)
            for paid in listing(data.get("paid_in", [each] * players), "paid_in")
        )
        zero = (0,) * players
        match = Match(
            players,
            settings,
            record.deal.dealer,
            scores=note.score or zero,
            pot=note.pot,
            paid_in=paid_in if len(paid_in) == players else zero,
            draws=min(note.draws, note.deal - 1, _MOST_DRAWS),
            played=note.deal - 1,
        )
        session = Session(plan, _table(plan, system_below))
        session.table.take_up(match, record, _NOW)
        session._from = record
        # Bots are not told yet: a program named in a file must not start before somebody agrees.
        if not session.match.open and data.get("stopped") is True:
            session.stop()
        return session


def _table(plan: Plan, below: Below) -> Table:
    """A table with these seats, where nothing is timed and the program deals."""

    def deal(rules: RuleSet, players: int, dealer: int, number: int) -> Deal:
        if plan.seed is None:
            return random_deal(rules, players, dealer, plan.packet)
        return seeded_deal(rules, players, dealer, plan.seed, number, plan.packet)

    settings = TableSettings(
        plan.rules,
        plan.players,
        plan.settings,
        Options(clock=None),
        "keyboard",
        plan.packet,
        plan.bot_seed,
    )
    table, _ = Table.open(settings, _NOW, dealer=deal, below=below)
    for number, seat in enumerate(plan.seats):
        holder = f"seat {number}" if seat.bot is None else None
        table.sit(number, seat.name or f"#{number}", holder, _NOW, bot=seat.bot)
    return table


def _seats(record: GameRecord, data: Mapping[str, Any]) -> tuple[Seat, ...]:
    """Names and bots as a session has written them; without them one person and bots."""
    players = record.players
    bots = listing(data.get("bots", []), "bots")[:players]
    specs = [_text_or_none(bot, "bots") for bot in bots]
    specs += (
        ["heuristic"] * (players - len(specs)) if specs else [None] + ["heuristic"] * (players - 1)
    )
    names = record.seats or tuple("" for _ in range(players))
    return tuple(Seat(name, bot) for name, bot in zip(names, specs, strict=True))


def _text_or_none(value: object, key: str) -> str | None:
    from conquian.records.checks import text

    return None if value is None else text(value, key)
