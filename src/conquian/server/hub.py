"""All tables of a server: opening, finding, forgetting them."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from conquian import __version__
from conquian.core.catalogue import sentences
from conquian.core.errors import BadRules, ConquianError, shown
from conquian.play.facts import LogFault
from conquian.play.settings import TableSettings
from conquian.play.store import NoSuchTable, Store, StoreFault
from conquian.play.table import Dealer, Step, Table
from conquian.play.telling import PHRASES
from conquian.server.config import Config
from conquian.server.driver import Driver
from conquian.server.limits import Counted, Limiter
from conquian.server.logs import Metrics, log
from conquian.server.room import Room

ALPHABET: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Letters of a table's code: none that is mistaken for another when it is read aloud."""
CODE_LENGTH: Final = 6
_SWEEP: Final = 60.0
_GOOD_BYE: Final = 1.0  # seconds for everybody to be told that the server stops


class Hub:
    """The tables being served.

    Args:
        config: the options.
        store: where they are kept.
        now: the time, seconds since the epoch.
        dealer: deals instead of the fair shuffle; for tests, out of reach of any configuration.
    """

    def __init__(
        self,
        config: Config,
        store: Store,
        now: Callable[[], float],
        dealer: Dealer | None = None,
    ) -> None:
        self.config = config
        self.store = store
        self.now = now
        self.dealer = dealer
        self.engine = __version__
        self.metrics = Metrics()
        self.driver = Driver(self)
        self.stopping = False
        self.sockets = Counted()
        rate = config.frames_per_second
        self.frames = Limiter(rate, rate * 4, now)
        rate = config.requests_per_second
        self.requests = Limiter(rate, rate * 6, now)
        hourly = config.most_tables_of_session
        self.openings = Limiter(hourly / 3600, hourly, now)
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Future[Room]] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self.metrics.gauges |= {
            "tables": lambda: len(self._rooms),
            "sockets": lambda: self.sockets.total,
        }

    # Tables.

    async def open(self, settings: TableSettings) -> Room:
        """A new table; its code is chosen here.

        Raises:
            ConquianError: ``too_many_tables``, ``not_stored``.
        """
        if len(self._rooms) >= self.config.most_tables:
            self._forget(0.0)
        if len(self._rooms) >= self.config.most_tables:
            raise ConquianError("too_many_tables")
        settings = replace(settings, code=await asyncio.to_thread(self._new_code))
        table, step = Table.open(settings, self.now(), dealer=self.dealer)
        kept = self.store.append(settings.code, 1, step.rows)
        await asyncio.shield(asyncio.wrap_future(kept))
        room = Room(self, settings.code, table)
        self._rooms[settings.code] = room
        self.metrics.count("tables_opened")
        log("opened", table=settings.code, players=settings.players)
        return room

    def _new_code(self) -> str:
        while True:
            code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
            if code in self._rooms:
                continue
            try:
                self.store.load(code)
            except NoSuchTable:
                return code

    async def room(self, code: str) -> Room:
        """The table of this code, loaded if it is not in memory.

        Raises:
            NoSuchTable: ``no_such_table``; also where its log does not replay any more.
            StoreFault: the file cannot be read.
        """
        code = code.strip().upper()
        found = self._rooms.get(code)
        if found is not None and not found.gone:
            found.used = self.now()  # whoever asks for it is about to use it
            return found
        if len(code) != CODE_LENGTH or not set(code) <= set(ALPHABET):
            raise NoSuchTable("no_such_table", text=code[:20])
        loading = self._loading.get(code)
        if loading is None:
            loading = asyncio.ensure_future(self._load(code))
            self._loading[code] = loading
            loading.add_done_callback(lambda _: self._loading.pop(code, None))
        return await asyncio.shield(loading)

    async def _load(self, code: str) -> Room:
        rows = await asyncio.to_thread(self.store.load, code)
        try:
            table = Table.replay(rows, dealer=self.dealer)
        except LogFault as fault:
            log("set_aside", level=logging.ERROR, table=code, code=fault.code, row=fault.row)
            self.metrics.count("tables_set_aside")
            self.store.quarantine(code, f"{fault.code} in row {fault.row}")
            raise NoSuchTable("table_set_aside", text=code) from fault
        room = Room(self, code, table)
        self._rooms[code] = room
        step: Step = table.resumed(self.now())
        if step.rows:
            await asyncio.shield(
                asyncio.wrap_future(
                    self.store.append(code, table.rows - len(step.rows) + 1, step.rows)
                )
            )
        return room

    # Bots.

    def allowed_bot(self, name: str) -> str:
        """``name``, if whoever runs the server lets people seat this bot. Every request for a bot
        goes through here: some bots are programs, and a visitor must not name one.

        Raises:
            BadRules: ``bad_value``.
        """
        allowed = self.config.bots
        if name not in allowed:
            raise BadRules(
                "bad_value", field="bot", value=shown(name[:40]), allowed=" · ".join(allowed)
            )
        return name

    # Words.

    def phrases(self, lang: str) -> list[dict[str, str]]:
        """What may be said with one tap, in the order it is offered."""
        known = sentences()
        return [{"code": code, "text": known[f"phrase_{code}"][lang]} for code in PHRASES]

    # Time.

    def start(self) -> None:
        """The loop runs: begin to clear away what is idle."""
        self._sweeper = asyncio.get_running_loop().create_task(self._sweep())

    async def _sweep(self) -> None:
        deleted_at = 0.0
        while True:
            await asyncio.sleep(_SWEEP)
            self._forget(self.config.idle_minutes * 60)
            if self.now() - deleted_at > 3600:
                deleted_at = self.now()
                try:
                    count = await asyncio.to_thread(
                        self.store.delete_before, self.now() - self.config.keep_days * 86400
                    )
                except StoreFault as fault:
                    log("not_deleted", level=logging.ERROR, reason=fault.reason)
                else:
                    log("deleted", tables=count)

    def _forget(self, idle: float) -> None:
        """Drop from memory the tables where nobody is and nothing has happened."""
        for code, room in list(self._rooms.items()):
            if not room.links and not room.lock.locked() and self.now() - room.used >= idle:
                room.stop()
                del self._rooms[code]

    async def good_bye(self) -> None:
        """Tell everybody that the server stops, and that it is worth coming back."""
        self.stopping = True
        ending = [link for room in self._rooms.values() for link in room.links]
        for link in ending:
            link.end("restarting", 1012)
        until = asyncio.get_running_loop().time() + _GOOD_BYE
        while any(not link.ended for link in ending):
            if asyncio.get_running_loop().time() > until:
                break
            await asyncio.sleep(0.01)

    async def stop(self) -> None:
        """Stop for good; what was acknowledged is kept."""
        await self.good_bye()
        if self._sweeper is not None:
            self._sweeper.cancel()
        for room in self._rooms.values():
            room.stop()
            await room.settled()
        self.driver.close()
        await asyncio.to_thread(self.store.close)
