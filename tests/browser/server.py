"""A real server on a loopback port, with chosen deals and an oracle of what may be done.

Tests act by mouse, touch and keyboard alone; what they *expect* they may read from the table
itself, which lives in the same process.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from conquian.core import Deal
from conquian.core.ruleset import RuleSet
from conquian.play.table import Dealer, Table
from conquian.server.config import Config

GENEROUS = {
    "beat": 0.05,
    "frames_per_second": 1000.0,
    "requests_per_second": 1000.0,
    "most_tables_of_session": 1000,
}


class Served:
    """A server that runs."""

    def __init__(
        self, port: int, app: Any, config: Config, loop: asyncio.AbstractEventLoop
    ) -> None:
        self.port = port
        self.app = app
        self.config = config
        self.loop = loop

    @property
    def url(self) -> str:
        """Where it is, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    def table(self, code: str) -> Table:
        """A table that somebody has open."""
        room = self.app.state.site.hub._rooms[code]
        assert isinstance(room.table, Table)
        return room.table


def chosen(deals: Sequence[Deal]) -> Dealer:
    """A dealer of these deals, one after the other, over and over."""

    def dealer(rules: RuleSet, players: int, dealer: int, number: int) -> Deal:
        deal = deals[number % len(deals)]
        assert (deal.rules, len(deal.hands)) == (rules, players)
        return Deal(rules, dealer, _turned(deal.hands, dealer - deal.dealer), deal.stock)

    return dealer


def _turned(hands: tuple[int, ...], seats: int) -> tuple[int, ...]:
    """The same hands in the same order from the dealer on, for another dealer."""
    count = len(hands)
    return tuple(hands[(seat - seats) % count] for seat in range(count))


def free_port() -> int:
    """A port nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serving(
    data: Path, *, dealer: Dealer | None = None, port: int | None = None, **options: object
) -> Iterator[Served]:
    """Run a server in a thread until the block ends."""
    import uvicorn

    from conquian.server import wire
    from conquian.server.app import make_app

    number = free_port() if port is None else port
    config = Config().changed({"data": str(data), "port": number, **GENEROUS, **options})
    app = make_app(config, dealer=dealer)
    server = uvicorn.Server(
        uvicorn.Config(
            app,
            host="127.0.0.1",
            port=number,
            log_config=None,
            access_log=False,
            ws="websockets-sansio",
            ws_max_size=wire.MOST_BYTES,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=2,
        )
    )
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=_run(server, loop), daemon=True)
    thread.start()
    while not server.started:
        if not thread.is_alive():
            raise RuntimeError("the server did not start")
        thread.join(0.01)
    try:
        yield Served(number, app, config, loop)
    finally:
        server.should_exit = True
        thread.join(10)


def _run(server: Any, loop: asyncio.AbstractEventLoop) -> Callable[[], None]:
    def run() -> None:
        asyncio.set_event_loop(loop)
        try:
            loop.run_until_complete(server.serve())
        finally:
            loop.close()

    return run
