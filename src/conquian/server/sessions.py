"""Who a browser is: a random token in a cookie, of which only the hash is used and kept."""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response

COOKIE: Final = "conquian"
_YEAR: Final = 365 * 24 * 3600
_LENGTH: Final = 43  # 256 bits, URL-safe base 64


def new_token() -> str:
    """256 random bits as text."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """What is kept of a token: the holder of a seat, the key of a link."""
    return sha256(token.encode()).hexdigest()


def token_of(connection: HTTPConnection) -> str | None:
    """The token a browser sent, if it can be one of ours."""
    token = connection.cookies.get(COOKIE, "")
    return token if len(token) == _LENGTH and token.isascii() else None


def holder_of(connection: HTTPConnection) -> str | None:
    """What identifies a browser at tables; ``None`` before it has a cookie."""
    token = token_of(connection)
    return None if token is None else hashed(token)


def give_cookie(response: Response, token: str, *, secure: bool) -> None:
    """Send the cookie; ``secure`` where the page came over https."""
    response.set_cookie(
        COOKIE, token, max_age=_YEAR, path="/", httponly=True, samesite="lax", secure=secure
    )
