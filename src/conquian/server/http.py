"""What every request goes through: languages, addresses, where it comes from, headers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from conquian.core.catalogue import LANGUAGES
from conquian.server.config import Config

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
App = Callable[
    [Scope, Callable[[], Awaitable[Message]], Callable[[Message], Awaitable[None]]], Awaitable[None]
]

LANG_COOKIE: Final = "conquian_lang"
HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; font-src 'self'; manifest-src 'self'; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
"""No script, style or picture from anywhere else, nothing inline, and no frame around the table."""


class Headers:
    """Adds :data:`HEADERS` to every answer."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(
        self,
        scope: Scope,
        receive: Callable[[], Awaitable[Message]],
        send: Callable[[Message], Awaitable[None]],
    ) -> None:
        """Hand the request on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self._app(scope, receive, sending)


def language(connection: HTTPConnection) -> str:
    """``?lang=``, then the cookie, then what the browser asks for; otherwise English."""
    for wanted in (connection.query_params.get("lang"), connection.cookies.get(LANG_COOKIE)):
        if wanted in LANGUAGES:
            return wanted
    weighted = []
    for place, part in enumerate(connection.headers.get("accept-language", "")[:200].split(",")):
        tag, _, weight = part.strip().partition(";q=")
        try:
            weighted.append((-float(weight or 1), place, tag[:2].lower()))
        except ValueError:
            continue
    for _, _, tag in sorted(weighted):
        if tag in LANGUAGES:
            return tag
    return "en"


def address(connection: HTTPConnection, config: Config) -> str:
    """Where a request comes from: what the trusted proxy says, otherwise the other end."""
    peer = connection.client.host if connection.client else "unknown"
    if config.trusted_proxy and peer == config.trusted_proxy:
        forwarded = connection.headers.get("x-forwarded-for", "").rpartition(",")[2].strip()
        return forwarded[:64] or peer
    return peer


def is_secure(connection: HTTPConnection, config: Config) -> bool:
    """Whether the browser reached this server by https."""
    if config.public_url:
        return config.public_url.startswith("https:")
    peer = connection.client.host if connection.client else ""
    if config.trusted_proxy and peer == config.trusted_proxy:
        return connection.headers.get("x-forwarded-proto", "") == "https"
    return connection.url.scheme in ("https", "wss")


def base_url(connection: HTTPConnection, config: Config) -> str:
    """How people reach this server, without a slash at the end."""
    if config.public_url:
        return config.public_url.rstrip("/")
    scheme = "https" if is_secure(connection, config) else "http"
    return f"{scheme}://{connection.headers.get('host', config.host)}"


def same_origin(connection: HTTPConnection, config: Config) -> bool:
    """Whether a request that changes something comes from one of our own pages.

    Browsers send ``Origin`` with every such request and every socket; a program that sends none
    has no cookies of somebody else to misuse.
    """
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    if config.public_url:
        wanted = urlsplit(config.public_url)
        return origin == f"{wanted.scheme}://{wanted.netloc}"
    return urlsplit(origin).netloc == connection.headers.get("host", "") != ""


class Guard:
    """Refuses before anything is done: too many requests, too long ones, foreign pages' forms."""

    def __init__(self, app: App, config: Config, hub: Any, site: Any, most_body: int) -> None:
        self._app = app
        self._config = config
        self._hub = hub
        self._site = site
        self._most_body = most_body

    async def __call__(
        self,
        scope: Scope,
        receive: Callable[[], Awaitable[Message]],
        send: Callable[[Message], Awaitable[None]],
    ) -> None:
        """Hand the request on, or answer it here."""
        if scope["type"] != "http" or scope["path"].startswith("/static/"):
            await self._app(scope, receive, send)
            return
        from starlette.requests import Request

        request = Request(scope, receive)
        status = self._status(request)
        if status is not None:
            self._hub.metrics.count(f'requests_refused{{status="{status}"}}')
            await self._site.error(request, status)(scope, receive, send)
            return
        await self._app(scope, self._counted(receive), send)

    def _status(self, request: HTTPConnection) -> int | None:
        from conquian.server.sessions import holder_of

        where = "address:" + address(request, self._config)
        who = holder_of(request)
        limiter, factor = self._hub.requests, self._config.address_factor
        if (who is not None and not limiter.allows("session:" + who)) or not limiter.allows(
            where, factor
        ):
            return 429
        if request.scope["method"] not in ("GET", "HEAD"):
            if not same_origin(request, self._config):
                return 403
            length = request.headers.get("content-length", "0")
            if not length.isdecimal() or int(length) > self._most_body:
                return 413
        return None

    def _counted(
        self, receive: Callable[[], Awaitable[Message]]
    ) -> Callable[[], Awaitable[Message]]:
        """A body without a length may not be endless either."""
        seen = 0

        async def receiving() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > self._most_body:
                raise HTTPException(413)
            return message

        return receiving
