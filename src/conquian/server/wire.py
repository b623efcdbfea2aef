"""The frames of the socket as types; what comes in is checked (docs/protocol.md §5)."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from conquian.core.errors import ConquianError

PROTOCOL: Final = 1
MOST_BYTES: Final = 64 * 1024
"""A longer frame ends the connection."""

Id = Annotated[str, Meta(max_length=40)]
Version = Annotated[int, Meta(ge=0, le=2**53)]
SeatNumber = Annotated[int, Meta(ge=0, le=99)]
CardText = Annotated[str, Meta(max_length=4)]
Cards = Annotated[list[CardText], Meta(max_length=64)]
Melds = Annotated[list[Cards], Meta(max_length=32)]
Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
DealNumber = Annotated[int, Meta(ge=0, le=2**31)]


class BadFrame(ConquianError):
    """``bad_frame``: what came in is not a frame of the protocol."""


class _Frame(Struct, tag_field="type", forbid_unknown_fields=False):
    pass


class Hello(_Frame, tag="hello"):
    """The first frame."""

    protocol: int = 1
    version: Version | None = None
    lang: Literal["es", "en"] | None = None
    faces: Literal["spanish", "french"] | None = None


class Act(_Frame, tag="act"):
    """An action, as a text of formats.md §1."""

    id: Id
    action: Annotated[str, Meta(max_length=400)]
    version: Version | None = None


class Preview(_Frame, tag="preview"):
    """What could be done with these hand cards, and how the melds may lie."""

    id: Id
    cards: Cards = msgspec.field(default_factory=list)
    arrange: Melds | None = None


class Arrange(_Frame, tag="arrange"):
    """How I like my melds to lie."""

    layout: Melds


class Commit(_Frame, tag="commit"):
    """A commitment for the shuffle."""

    deal: DealNumber
    value: Digest


class Reveal(_Frame, tag="reveal"):
    """The value that was committed to."""

    deal: DealNumber
    value: Digest


class Ready(_Frame, tag="ready"):
    """Ready for the next deal."""


class Say(_Frame, tag="say"):
    """A phrase or a text for everybody."""

    id: Id
    phrase: Annotated[str, Meta(max_length=40)] | None = None
    text: Annotated[str, Meta(max_length=500)] | None = None


class Clock(_Frame, tag="clock"):
    """A vote on the clock."""

    off: bool


class GiveUp(_Frame, tag="give_up"):
    """Forfeit the deal."""

    id: Id


class Leave(_Frame, tag="leave"):
    """Leave the table."""

    id: Id


class Rematch(_Frame, tag="rematch"):
    """Another match."""

    id: Id


class Sit(_Frame, tag="sit"):
    """Sit down."""

    id: Id
    seat: SeatNumber
    name: Annotated[str, Meta(max_length=60)] = ""


class Host(_Frame, tag="host"):
    """What only the host may do."""

    id: Id
    do: Literal["start", "fill", "remove", "close", "spectators", "chat", "clock", "bots_replace"]
    seat: SeatNumber | None = None
    bot: Annotated[str, Meta(max_length=40)] | None = None
    on: bool | str | int | None = None


class Ping(_Frame, tag="ping"):
    """Is anybody there."""

    t: float | int | str | None = None


Frame = (
    Hello
    | Act
    | Preview
    | Arrange
    | Commit
    | Reveal
    | Ready
    | Say
    | Clock
    | GiveUp
    | Leave
    | Rematch
    | Sit
    | Host
    | Ping
)
"""Anything a client may send."""

_decoder: Final = msgspec.json.Decoder(Frame)
_encoder: Final = msgspec.json.Encoder()


def read(data: str | bytes) -> Frame:
    """A frame.

    Raises:
        BadFrame: ``bad_frame``.
    """
    try:
        frame: Frame = _decoder.decode(data)
    except (msgspec.MsgspecError, ValueError, RecursionError) as fault:
        raise BadFrame("bad_frame", problem=str(fault)[:200]) from None
    return frame


def read_id(data: str | bytes) -> str | None:
    """The id of something that is not a frame, so that its sender learns which was refused."""
    try:
        found = msgspec.json.decode(data)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
    found_id = found.get("id") if isinstance(found, dict) else None
    return found_id if isinstance(found_id, str) and len(found_id) <= 40 else None


def write(message: dict[str, Any]) -> str:
    """A message as text."""
    return _encoder.encode(message).decode()
