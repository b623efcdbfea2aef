"""Bots at the tables of a server: they think in a bounded pool and answer on a beat.

The beat starts with the moment the bot's turn comes and does not know whether it had a choice: an
answer that came sooner when nothing could be done would tell the table so. A bot that thinks longer
than the beat answers when it is ready.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from conquian.bots import registry
from conquian.bots.base import NO_LIMIT, BotFault
from conquian.bots.playing import checked
from conquian.core.action import Action
from conquian.core.errors import ConquianError
from conquian.core.view import InfoState
from conquian.play.table import Step, Table
from conquian.server.logs import log

if TYPE_CHECKING:
    from conquian.server.hub import Hub
    from conquian.server.room import Room

_CHEAPER = "greedy"
_AGAIN = 2.0  # seconds after which a bot whose answer could not be kept tries again


class Driver:
    """Lets the bots of all tables think."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._pool = ThreadPoolExecutor(hub.config.bot_threads, "conquian-bot")
        self._waiting = 0
        hub.metrics.gauges["bots_thinking"] = lambda: self._waiting

    async def answer(self, room: Room, seat: int, bot: str) -> None:
        """The bot at ``seat`` makes its next decision, unless the table moves on before."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        # Drawn before anything is known about the decision.
        beat = self._hub.config.beat * (0.75 + 0.5 * secrets.randbelow(1000) / 1000)
        table = room.table
        info, deal = table.info(seat), table.number
        if info is None:
            return
        action = await self._decide(bot, info, table.bot_chance(seat))
        await asyncio.sleep(max(0.0, began + beat - loop.time()))

        def command(now: Table, at: float) -> Step:
            waits, present = now.bot_to_move(), now.info(seat)
            same = present is not None and present.version == info.version and now.number == deal
            if not same or waits is None or waits[0] != seat:
                return Step(version=now.version)
            return now.submit(seat, action, at, by="bot")

        try:
            await room.do(command)
        except ConquianError as fault:
            log("bot_not_done", level=logging.ERROR, table=room.code, bot=bot, code=fault.code)
            await asyncio.sleep(_AGAIN)
            room.bot_again()

    async def _decide(self, bot: str, info: InfoState, rng: random.Random) -> Action:
        if self._waiting >= self._hub.config.bot_queue and bot != _CHEAPER:
            self._hub.metrics.count("bots_cheaper")
            log("bot_cheaper", level=logging.WARNING, bot=bot, waiting=self._waiting)
            bot = _CHEAPER
        self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._pool, _think, bot, info, rng)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """No bot thinks any more."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _think(bot: str, info: InfoState, rng: random.Random) -> Action:
    """The decision of a bot; one that fails plays as ``greedy`` would, and the log says so."""
    try:
        return checked(info, registry.make(bot).decide(info, NO_LIMIT, rng))
    except BotFault as fault:
        problem = fault.code
    except Exception as fault:  # noqa: BLE001 - whatever a bot does, the table goes on
        problem = type(fault).__name__
    log("bot_failed", level=logging.ERROR, bot=bot, problem=problem)
    return checked(info, registry.make(_CHEAPER).decide(info, NO_LIMIT, rng))
