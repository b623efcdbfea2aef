"""The authority for one table over a whole match (design.md §3.8, docs/protocol.md).

Every command checks whether it may be done, makes *facts* of it, applies them, and hands back a
:class:`Step`: the rows to store, and the entries everybody is told. The same rows give the same
table again: :meth:`Table.replay`. There is no clock and no input or output here: every command
takes the time, ``at``, in seconds since the epoch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from conquian.core.action import Action
from conquian.core.catalogue.words import Words
from conquian.core.deal import Deal
from conquian.core.melds import Layout
from conquian.core.presets import Faces
from conquian.core.ruleset import RuleSet
from conquian.core.view import InfoState
from conquian.play.events import Said, Told
from conquian.play.settings import TableSettings
from conquian.records.format import GameRecord

Row = dict[str, Any]
"""A fact as it is stored: a JSON object with ``kind`` and ``at``."""
Dealer = Callable[[RuleSet, int, int, int], Deal]
"""``dealer(rules, players, seat of the dealer, number of deals finished before) -> deal``."""


class Step(NamedTuple):
    """What a command did.

    Attributes:
        rows: facts, to be stored in this order before anybody is told anything.
        entries: what everybody is told, in order.
        version: the version of the table afterwards; what an acknowledgement says.
        quiet: nobody but the seat that acted may notice anything: the public facts of the table,
            everybody else's view and the version are what they were (a gift of the exchange, a
            commitment). Send nothing to anybody else.
        again: the action had been done before under the same id; nothing was done now, and
            ``version`` is that of the first time.
    """

    rows: tuple[Row, ...] = ()
    entries: tuple[Told, ...] = ()
    version: int = 0
    quiet: bool = False
    again: bool = False


class Table:
    """One table. Make it with :meth:`open` or :meth:`replay`.

    All commands raise :class:`~conquian.core.errors.NotLegal` with a code when they may not be
    done; then nothing has changed.

    Attributes:
        settings: what was settled when it was opened.
        version: how many entries have been told.
        rows: how many facts have been made; the number of the last stored row.
        move: the version of the last entry that changed the deal.
        stage: ``waiting``, ``shuffling``, ``playing``, ``between``, ``over`` or ``closed``.
        host: the seat of the host, or ``None``.
    """

    settings: TableSettings
    version: int
    rows: int
    move: int
    stage: str
    host: int | None

    @staticmethod
    def open(
        settings: TableSettings,
        at: float,
        *,
        dealer: Dealer | None = None,
        entropy: Callable[[int], bytes] | None = None,
    ) -> tuple[Table, Step]:
        """A new table, all seats empty. ``dealer`` deals instead of the fair shuffle, for tests and
        for people at one keyboard; the table then says that its deals are not fair ones."""
        raise NotImplementedError

    @staticmethod
    def replay(rows: Iterable[Mapping[str, Any]], *, dealer: Dealer | None = None) -> Table:
        """The table that made these rows; nobody is there yet (:meth:`presence`), and the clock
        stands until :meth:`resumed`.

        Raises:
            LogFault: another version of the log, or it does not replay; with the row.
        """
        raise NotImplementedError

    def resumed(self, at: float) -> None:
        """The table is served again, after a :meth:`replay`: time begins to pass again."""
        raise NotImplementedError

    # Commands.

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
        """Sit down at a seat that is empty, or come back to one's own. ``holder`` is an opaque text
        that identifies who holds the seat (the hash of a session)."""
        raise NotImplementedError

    def add_holder(self, seat: int, holder: str, at: float) -> Step:
        """Another session holds the seat as well (the personal link of the seat)."""
        raise NotImplementedError

    def seat_of(self, holder: str) -> int | None:
        """The seat of a holder who sits at the table; not one he has left."""
        raise NotImplementedError

    def left_seat_of(self, holder: str) -> int | None:
        """The seat a holder left and may come back to."""
        raise NotImplementedError

    def leave(self, seat: int, at: float, *, action_id: str | None = None) -> Step:
        """Leave the table; during a deal a bot goes on, or the deal is forfeited."""
        raise NotImplementedError

    def remove(self, seat: int, by: int, at: float, *, action_id: str | None = None) -> Step:
        """The host removes a person or a bot; nobody comes back from that."""
        raise NotImplementedError

    def start(self, by: int, at: float, *, action_id: str | None = None) -> Step:
        """The host starts the match: the first shuffle begins."""
        raise NotImplementedError

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
        """The host gives every empty seat (or one) to a bot."""
        raise NotImplementedError

    def commit(self, seat: int, deal: int, digest: str, at: float) -> Step:
        """A seat's commitment for the shuffle (``dealing.fair``): 64 hex digits."""
        raise NotImplementedError

    def reveal(self, seat: int, deal: int, value: str, at: float) -> Step:
        """The value a seat committed to: 64 hex digits."""
        raise NotImplementedError

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
        """``seat`` does ``action``, decided at ``version`` (``None``: now); ``by`` is ``person``
        or ``bot``. Refused as ``table_moved`` if the deal has moved since."""
        raise NotImplementedError

    def give_up(self, seat: int, at: float, *, action_id: str | None = None) -> Step:
        """Forfeit the deal: pay each other player one stake."""
        raise NotImplementedError

    def ready(self, seat: int, at: float) -> Step:
        """Ready for the next deal; it begins when all people are."""
        raise NotImplementedError

    def next_deal(self, at: float) -> Step:
        """The next deal begins now, whoever is ready: for whoever runs the table."""
        raise NotImplementedError

    def rematch(self, seat: int, at: float, *, action_id: str | None = None) -> Step:
        """Wants another match; it begins when all people do."""
        raise NotImplementedError

    def stop(self, at: float) -> Step:
        """The match ends here; open stakes are returned (rules.md §7)."""
        raise NotImplementedError

    def say(
        self,
        seat: int,
        at: float,
        *,
        phrase: str | None = None,
        text: str | None = None,
        action_id: str | None = None,
    ) -> Step:
        """Say a phrase (a code of ``telling.PHRASES``) or a text to everybody."""
        raise NotImplementedError

    def vote_clock(self, seat: int, at: float, *, off: bool) -> Step:
        """Vote to switch the clock off; it is off while all people want it off."""
        raise NotImplementedError

    def set_option(
        self, by: int, name: str, value: object, at: float, *, action_id: str | None = None
    ) -> Step:
        """The host changes an option (``settings.Options``)."""
        raise NotImplementedError

    def close(self, reason: str, at: float, *, action_id: str | None = None) -> Step:
        """The table is closed for good: ``host`` or ``idle``."""
        raise NotImplementedError

    def tick(self, at: float) -> Step:
        """What time has brought: a shuffle goes on without the late, a turn is over."""
        raise NotImplementedError

    @property
    def next_tick(self) -> float | None:
        """When :meth:`tick` may have something to do, unless something happens before."""
        raise NotImplementedError

    def presence(self, seat: int, at: float, *, here: bool) -> None:
        """Whether the person of a seat is connected. Not a fact: it is not stored."""
        raise NotImplementedError

    # Bots.

    def bot_to_move(self) -> tuple[int, str] | None:
        """A bot that must decide: its seat and what names it (``registry.make``)."""
        raise NotImplementedError

    def bot_chance(self, seat: int) -> Random:
        """The generator for the next decision of the bot at ``seat``; the same after a replay."""
        raise NotImplementedError

    # What is told and shown. ``seat`` is ``None`` for a spectator.

    def info(self, seat: int | None) -> InfoState | None:
        """What a seat knows of the present or last deal; ``None`` before the first."""
        raise NotImplementedError

    def words(self, lang: str, faces: Faces | None = None) -> Words:
        """How things are said to people at this table."""
        raise NotImplementedError

    def events_since(self, version: int | None, seat: int | None) -> list[tuple[int, Said]] | None:
        """What was told after ``version``, with its versions; ``None`` if that is no longer known
        (then ask with ``version=None``: everything since the present deal's shuffle)."""
        raise NotImplementedError

    def told(
        self, version: int | None, seat: int | None, words: Words
    ) -> list[dict[str, Any]] | None:
        """:meth:`events_since` as the ``events`` of docs/protocol.md §5."""
        raise NotImplementedError

    def facts(self, seat: int | None, words: Words, at: float) -> dict[str, Any]:
        """The ``table`` object of docs/protocol.md §5."""
        raise NotImplementedError

    def view(self, seat: int | None, words: Words) -> dict[str, Any] | None:
        """The ``view`` object of docs/protocol.md §5; ``None`` before the first deal."""
        raise NotImplementedError

    def preview(
        self, seat: int, cards: Sequence[str], arrange: Sequence[Sequence[str]] | None, words: Words
    ) -> dict[str, Any]:
        """``actions`` and ``arrangements`` of docs/protocol.md §5."""
        raise NotImplementedError

    def prefer(self, seat: int, layout: Layout | Sequence[Sequence[str]]) -> None:
        """How the owner likes to see his melds; nobody else is told and it is not stored."""
        raise NotImplementedError

    def record(self, number: int) -> GameRecord:
        """The record of a finished deal, from 1 on.

        Raises:
            NotLegal: ``deal_not_finished`` or ``no_such_deal``.
        """
        raise NotImplementedError
