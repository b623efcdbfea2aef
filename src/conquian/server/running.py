"""How the application is run: uvicorn, with the limits of the protocol."""

from __future__ import annotations

import gc
import socket
from typing import Final

import uvicorn
from starlette.applications import Starlette

from conquian.server import wire

PING_SECONDS: Final = 20.0
"""A connection that does not answer for so long is gone."""
STOP_SECONDS: Final = 5
"""How long requests may take that are being answered when the server stops."""
_CALM_TICKS: Final = 30


class Server(uvicorn.Server):
    """Serves the application of :func:`~conquian.server.app.make_app`.

    uvicorn closes every socket before it tells the application that it is stopping; people shall
    read first that the server comes back.

    Args:
        app: the application.
        calm: nobody else lives in this process, so its garbage collector may be told, every few
            seconds, that what has survived is here to stay. Otherwise it looks through every table
            again and again, and each time everybody waits for half a second. What a table holds is
            freed when it leaves the memory, by counting references, with or without a collector.
    """

    def __init__(self, app: Starlette, *, calm: bool = False) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,
                ws="websockets-sansio",
                ws_max_size=wire.MOST_BYTES,
                ws_ping_interval=PING_SECONDS,
                ws_ping_timeout=PING_SECONDS,
                ws_per_message_deflate=False,
                timeout_graceful_shutdown=STOP_SECONDS,
            )
        )
        self._hub = app.state.site.hub
        self._calm = calm

    async def on_tick(self, counter: int) -> bool:
        """What uvicorn does ten times a second, and the collector's rest."""
        if self._calm and counter % _CALM_TICKS == 0:
            gc.collect(1)
            gc.freeze()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop: good-bye to everybody, then what uvicorn does."""
        await self._hub.good_bye()
        await super().shutdown(sockets)
