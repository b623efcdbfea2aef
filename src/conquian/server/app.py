"""The server as one ASGI application: ``make_app(config)``."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from conquian.core.errors import ConquianError
from conquian.play.store import NoSuchTable, Store, StoreFault
from conquian.play.table import Dealer
from conquian.server import (
    http,
    pages,
    pages_learn,
    pages_replay,
    pages_rules,
    sessions,
    tables,
    ws,
)
from conquian.server.config import Config
from conquian.server.hub import Hub
from conquian.server.link import Link
from conquian.server.logs import log
from conquian.server.site import Site
from conquian.server.static_files import StaticFiles
from conquian.server.store_sqlite import SqliteStore

_LOCAL = ("127.0.0.1", "::1", "localhost", "testclient")
_MOST_BODY = 512 * 1024


def make_app(
    config: Config,
    *,
    store: Store | None = None,
    dealer: Dealer | None = None,
    clock: Callable[[], float] = time.time,
) -> Starlette:
    """The application; ``app.state.site`` is its :class:`~conquian.server.site.Site`.

    Args:
        config: the options.
        store: where tables are kept; otherwise the SQLite file of the options.
        dealer: deals chosen cards, for tests. No option, variable or request leads here.
        clock: the time in seconds since the epoch.

    Raises:
        StoreFault: the file cannot be used.
    """
    if store is None:
        store = SqliteStore(Path(config.data), max_pages=config.most_pages or None)
    hub = Hub(config, store, clock, dealer)
    site = Site(config, hub, StaticFiles())

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        hub.start()
        log("started", engine=hub.engine)
        yield
        await hub.stop()
        log("stopped")

    async def failed(request: Request, fault: Exception) -> Response:
        if isinstance(fault, NoSuchTable):
            return site.refuse(request, fault, 404)
        if isinstance(fault, StoreFault):
            return site.refuse(request, fault, 503)
        if isinstance(fault, ConquianError):
            return site.refuse(request, fault, 429 if fault.code.startswith("too_") else 400)
        status = fault.status_code if isinstance(fault, HTTPException) else 500
        return site.error(request, status)

    app = Starlette(
        routes=[
            Route("/static/{path:path}", site.static.serve),
            Route("/healthz", _health(hub)),
            Route("/metrics", _metrics(site)),
            *tables.routes(site),
            *pages.routes(site),
            *pages_rules.routes(site),
            *pages_learn.routes(site),
            *pages_replay.routes(site),
            WebSocketRoute("/t/{code}/socket", _socket(site)),
        ],
        middleware=[
            Middleware(http.Headers),
            Middleware(GZipMiddleware, minimum_size=800),
            Middleware(http.Guard, config=config, hub=hub, site=site, most_body=_MOST_BODY),
        ],
        exception_handlers={
            HTTPException: failed,
            ConquianError: failed,
            404: failed,
            405: failed,
            500: failed,
        },
        lifespan=lifespan,
    )
    app.state.site = site
    return app


def _health(hub: Hub) -> Callable[[Request], Response]:
    def health(_: Request) -> Response:
        return PlainTextResponse("stopping" if hub.stopping else "ok", 503 if hub.stopping else 200)

    return health


def _metrics(site: Site) -> Callable[[Request], Response]:
    def metrics(request: Request) -> Response:
        who = site.config.metrics
        local = http.address(request, site.config) in _LOCAL
        if who == "off" or (who == "local" and not local):
            raise HTTPException(404)
        return PlainTextResponse(site.hub.metrics.text())

    return metrics


def _socket(site: Site) -> Callable[[WebSocket], object]:
    hub, config = site.hub, site.config

    async def endpoint(socket: WebSocket) -> None:
        if not http.same_origin(socket, config):
            log("foreign_origin")
            hub.metrics.count("foreign_origin")
            await socket.close(1008)  # before it is accepted: 403
            return
        holder = sessions.holder_of(socket)
        address = "address:" + http.address(socket, config)
        session = "session:" + holder if holder is not None else address
        counted = hub.sockets
        if (
            hub.stopping
            or not hub.requests.allows(address, config.address_factor)
            or counted.total >= config.most_sockets
            or counted.of(address) >= config.most_sockets_of_address
            or (holder is not None and counted.of(session) >= config.most_sockets_of_session)
        ):
            hub.metrics.count("sockets_refused")
            await socket.close(1013)
            return
        try:
            room = await hub.room(socket.path_params["code"])
        except (NoSuchTable, StoreFault):
            await socket.close(1008)
            return
        keys = {session, address}
        counted.add(*keys)
        try:
            await socket.accept()
            link = Link(holder, http.language(socket))
            await ws.serve(socket, hub, room, link, (session, address))
        finally:
            counted.drop(*keys)

    return endpoint
