"""A table being served: its connections, its order of things, its timers.

Everything that changes the table goes through :meth:`Room.do`, one after the other: the table
decides, the rows are kept, and only when they are durable is anybody told.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from conquian.core.errors import ConquianError
from conquian.play.facts import LogFault
from conquian.play.store import NoSuchTable, StoreFault
from conquian.play.table import Step, Table
from conquian.server import wire
from conquian.server.link import Link
from conquian.server.logs import log

if TYPE_CHECKING:
    from conquian.server.hub import Hub

_AGAIN = 2.0
"""Seconds after which what time brings is tried again, if it could not be stored."""

Command = Callable[[Table, float], Step]
"""What somebody wants of a table: called with it and with the time."""


class Room:
    """One table and all who are connected to it."""

    def __init__(self, hub: Hub, code: str, table: Table) -> None:
        self.hub = hub
        self.code = code
        self.table = table
        self.links: set[Link] = set()
        self.lock = asyncio.Lock()
        self.used = hub.now()
        self.gone = False
        self._timer: asyncio.TimerHandle | None = None
        self._thinking: tuple[int, int, int] | None = None  # deal, version of the view, seat
        self._tasks: set[asyncio.Task[None]] = set()
        self._doing: set[asyncio.Task[Step]] = set()

    # Changing the table.

    async def do(self, command: Command, by: Link | None = None, number: str | None = None) -> Step:
        """Let the table do ``command``; it is durable and told when this returns.

        Args:
            command: what is wanted.
            by: the connection that wants it; it alone is told of what nobody else may notice.
            number: the id of its action, which is acknowledged once everybody is told.

        Raises:
            ConquianError: the table refuses, or ``not_stored``; then nothing has changed.
        """
        doing = asyncio.get_running_loop().create_task(self._serially(command, by, number))
        self._doing.add(doing)
        doing.add_done_callback(self._doing.discard)
        # Whoever asked may be gone before it is durable; the others are told all the same.
        return await asyncio.shield(doing)

    async def settled(self) -> None:
        """All that has been asked for is done."""
        await asyncio.gather(*self._doing, return_exceptions=True)

    async def _serially(self, command: Command, by: Link | None, number: str | None) -> Step:
        async with self.lock:
            step = await self._do(command, by)
            if by is not None and number is not None:
                by.send({"type": "ack", "id": number, "version": step.version})
            self._end_links()
            return step

    async def _do(self, command: Command, by: Link | None) -> Step:
        first = self.table.rows + 1
        stage = self.table.stage
        step = command(self.table, self.hub.now())
        self.used = self.hub.now()
        if step.rows:
            kept = self.hub.store.append(self.code, first, step.rows)
            try:
                await asyncio.shield(asyncio.wrap_future(kept))
            except StoreFault as fault:
                log("not_stored", level=logging.ERROR, table=self.code, reason=fault.reason)
                self.hub.metrics.count("not_stored")
                await self._reload()
                raise
            self.hub.metrics.count("rows", len(step.rows))
            if self.table.stage != stage:
                self.hub.store.note(self.code, stage=self.table.stage, last=self.used)
            self.tell(step, by)
        self.arrange()
        return step

    async def _reload(self) -> None:
        """The table in memory is ahead of what is kept: go back to that."""
        try:
            rows = await asyncio.to_thread(self.hub.store.load, self.code)
            self.table = Table.replay(rows, dealer=self.hub.dealer)
        except (StoreFault, NoSuchTable, LogFault) as fault:
            log("table_lost", level=logging.ERROR, table=self.code, code=fault.code)
            self.gone = True
            for link in self.links:
                link.end("restarting", 1012)
            return
        self.table.resumed(self.hub.now())
        for link in self.links:
            if link.seat is not None:
                self.table.presence(link.seat, self.hub.now(), here=True)
            self.welcome(link, None)

    # Telling.

    def tell(self, step: Step, by: Link | None) -> None:
        """Tell everybody what has happened; what is quiet, only the seat that did it."""
        made: dict[tuple[object, ...], str] = {}
        seat = by.seat if by is not None else None
        for link in self.links:
            if step.quiet and (seat is None or link.seat != seat):
                continue
            self._update(link, made)

    def _end_links(self) -> None:
        """A closed table has no connections, and one without spectators none that only watch."""
        stage = self.table.stage
        open_to_all = self.table.options.spectators or stage == "waiting"
        for link in self.links:
            if stage == "closed":
                link.end("closed", 1000)
            elif link.seat is None and not open_to_all and not self._may_come_back(link):
                link.end("closed", 1008)

    def _may_come_back(self, link: Link) -> bool:
        return link.holder is not None and self.table.left_seat_of(link.holder) is not None

    def update(self, link: Link) -> None:
        """Tell one connection how things are now."""
        self._update(link, {})

    def _update(self, link: Link, made: dict[tuple[object, ...], str]) -> None:
        """Two windows of one seat, and all who watch in one language, get the same text."""
        key = (link.seat, link.lang, link.faces, link.version)
        text = made.get(key)
        if text is None:
            words = link.words(self.table)
            events = self.table.told(link.version, link.seat, words)
            if events is None:
                self.welcome(link, None)
                return
            message = {"type": "update", "version": self.table.version, "events": events}
            text = made[key] = wire.write(message | self.shown(link))
        link.send_text(text)
        link.version = self.table.version

    def shown(self, link: Link) -> dict[str, Any]:
        """``table`` and ``view`` as a connection sees them."""
        words = link.words(self.table)
        return {
            "table": self.table.facts(link.seat, words, self.hub.now()),
            "view": self.table.view(link.seat, words),
        }

    def welcome(self, link: Link, version: int | None) -> None:
        """Everything a connection needs, from ``version`` on if that is still known."""
        words = link.words(self.table)
        known = version is not None and version <= self.table.version
        events = self.table.told(version, link.seat, words) if known else None
        fresh = events is None
        if events is None:
            events = self.table.told(None, link.seat, words) or []
        message = {
            "type": "welcome",
            "protocol": wire.PROTOCOL,
            "engine": self.hub.engine,
            "seat": link.seat,
            "version": self.table.version,
            "events": events,
            "phrases": self.hub.phrases(link.lang),
            "fresh": fresh,
        }
        link.send(message | self.shown(link) | {"connected": self.connected()})
        link.version = self.table.version

    def connected(self) -> list[bool]:
        """By seat: a bot is always there."""
        here = {link.seat for link in self.links}
        return [seat.bot is not None or n in here for n, seat in enumerate(self.table.seats)]

    def tell_presence(self) -> None:
        """Tell everybody who is connected."""
        text = wire.write({"type": "presence", "connected": self.connected()})
        for link in self.links:
            link.send_text(text)

    # Coming and going.

    async def join(self, link: Link, version: int | None) -> None:
        """A connection has said hello."""
        async with self.lock:
            if link.holder is not None:
                link.seat = self.table.seat_of(link.holder)
            open_to_all = self.table.options.spectators or self.table.stage == "waiting"
            if link.seat is None and not open_to_all and not self._may_come_back(link):
                link.send(self.refusal("no_spectators", link))
                link.end("closed", 1008)
                return
            self.links.add(link)
            self._present(link.seat)
            self.welcome(link, version)
            self.tell_presence()
            self.arrange()

    def reseat(self) -> None:
        """Somebody has sat down or left: every connection gets the seat its browser holds now."""
        for link in list(self.links):
            before = link.seat
            link.seat = self.table.seat_of(link.holder) if link.holder is not None else None
            if link.seat != before:
                self._present(before)
                self._present(link.seat)
                self.welcome(link, None)
        self._end_links()
        self.tell_presence()
        self.arrange()

    async def part(self, link: Link) -> None:
        """A connection is gone."""
        async with self.lock:
            if link not in self.links:
                return
            self.links.discard(link)
            self._present(link.seat)
            self.tell_presence()
            self.used = self.hub.now()
            self.hub.store.note(self.code, stage=self.table.stage, last=self.used)
            self.arrange()

    def _present(self, seat: int | None) -> None:
        if seat is not None:
            here = any(link.seat == seat for link in self.links)
            self.table.presence(seat, self.hub.now(), here=here)

    def refusal(self, code: str, link: Link, **params: int | str) -> dict[str, Any]:
        """A refusal that is no answer to an action."""
        return self.refused(ConquianError(code, **params), link, None)

    def refused(self, fault: ConquianError, link: Link, number: str | None) -> dict[str, Any]:
        """``refused``, in the words of the connection."""
        return {
            "type": "refused",
            "id": number,
            "code": fault.code,
            "params": {
                name: list(value) if isinstance(value, tuple) else value
                for name, value in fault.params.items()
            },
            "text": link.words(self.table).refusal(fault),
            "version": self.table.version,
        }

    # Time and bots.

    def arrange(self) -> None:
        """Set the timer for what comes by itself: a bot's answer, the end of a turn.

        At a table where nobody is connected nothing comes by itself.
        """
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not self.links or self.gone or self.hub.stopping:
            return
        mover = self.table.bot_to_move()
        info = self.table.info(mover[0]) if mover is not None else None
        if mover is not None and info is not None:
            moment = (self.table.number, info.version, mover[0])
            if self._thinking != moment:
                self._thinking = moment
                self._start(self.hub.driver.answer(self, *mover))
        due = self.table.next_tick
        if due is not None:
            wait = max(0.0, due - self.hub.now())
            self._timer = asyncio.get_running_loop().call_later(wait + 0.001, self._tick)

    def bot_again(self) -> None:
        """A bot's answer was not kept: let it answer again."""
        self._thinking = None
        self.arrange()

    def _tick(self) -> None:
        self._start(self._ticked())

    async def _ticked(self) -> None:
        try:
            await self.do(lambda table, at: table.tick(at))
        except ConquianError as fault:
            log("tick_refused", level=logging.WARNING, table=self.code, code=fault.code)
            await asyncio.sleep(_AGAIN)  # what could not be stored is tried again
            self.arrange()

    def _start(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            # The kind of the fault alone: its text may hold a card.
            kind = type(task.exception()).__name__
            log("task_failed", level=logging.ERROR, table=self.code, problem=kind)

    def stop(self) -> None:
        """Nothing comes by itself any more."""
        self.gone = True
        if self._timer is not None:
            self._timer.cancel()
        for task in self._tasks:
            task.cancel()
