"""People for the load bench: sockets that play ``heuristic`` from what they are told."""

from __future__ import annotations

import asyncio
import secrets
import time
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from conquian.bots import registry
from conquian.bots.base import NO_LIMIT
from conquian.core.text import read_event
from conquian.core.view import InfoState
from conquian.dealing.fair import Occasion

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode
_OF_A_DEAL = {
    "dealt",
    "exchanged",
    "turned",
    "passed",
    "melded",
    "took",
    "forced",
    "paid",
    "dead",
    "over",
}
BOT = registry.make("heuristic")


@dataclass
class Figures:
    """What the people of a run have seen.

    Attributes:
        latencies: seconds from sending an action until all seats of its table had been told.
        errors: anything that should not have happened.
    """

    latencies: list[float] = field(default_factory=list)
    actions: int = 0
    messages: int = 0
    errors: list[str] = field(default_factory=list)


class Seats:
    """The three people of one table, and how long an action takes to reach all of them."""

    def __init__(self, code: str, figures: Figures) -> None:
        self.code = code
        self.figures = figures
        self.over = asyncio.Event()
        self._sent: float | None = None
        self._told: set[int] = set()
        self._count = 0

    def acts(self, players: int) -> None:
        """Somebody sends an action."""
        self._sent, self._told, self._count = time.perf_counter(), set(), players
        self.figures.actions += 1

    def is_told(self, seat: int) -> None:
        """A seat has been told of the action that is under way."""
        if self._sent is None:
            return
        self._told.add(seat)
        if len(self._told) == self._count:
            self.figures.latencies.append(time.perf_counter() - self._sent)
            self._sent = None


class Person:
    """One seat of one table."""

    def __init__(self, url: str, seats: Seats, seat: int, token: str, beat: float) -> None:
        self._url = url
        self._seats = seats
        self.seat = seat
        self.token = token
        self._beat = beat
        self.info: InfoState | None = None
        self.deal = 0
        self.version = 0
        self._nonce = secrets.token_hex(32)
        self._socket: ClientConnection | None = None
        self._acting: asyncio.Task[None] | None = None
        self._moment: tuple[int, int] | None = None
        self.stage = ""
        self.seated = asyncio.Event()
        self._chance = Random(seat)

    @property
    def done(self) -> bool:
        """The deal of its table is over."""
        return self._seats.over.is_set()

    async def play(self) -> None:
        """Connect and play until the deal is over; comes back when the line is cut."""
        while not self._seats.over.is_set():
            try:
                await self._connected()
            except (OSError, EOFError, WebSocketException):  # the server is gone for a moment
                self._moment = None
                await asyncio.sleep(0.2 + self._chance.random() * 0.3)

    async def _connected(self) -> None:
        uri = f"{self._url.replace('http', 'ws', 1)}/t/{self._seats.code}/socket"
        async with connect(
            uri,
            additional_headers={"Cookie": f"conquian={self.token}"},
            compression=None,
            open_timeout=60,
            ping_interval=None,
        ) as socket:
            self._socket = socket
            hello = {"type": "hello", "protocol": 1, "version": None, "lang": "es"}
            await self.send(hello)
            async for message in socket:
                self._seats.figures.messages += 1
                await self._take(_decode(message))
                if self._seats.over.is_set():
                    return

    async def send(self, frame: dict[str, Any]) -> None:
        """Send a frame."""
        if self._socket is not None:
            await self._socket.send(_encode(frame).decode())

    async def _take(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "refused":
            if message["code"] not in ("table_moved", "fair_not_now", "not_your_turn"):
                self._seats.figures.errors.append(f"refused: {message['code']}")
            return
        if kind not in ("welcome", "update"):
            return
        if kind == "welcome":
            self.info = None
            if message["seat"] is None:
                self._seats.figures.errors.extend([] if not self.seated.is_set() else ["no seat"])
                await self.send(
                    {"type": "sit", "id": "sit", "seat": self.seat, "name": f"P{self.seat}"}
                )
                return
            self.seated.set()
        self._fold(message["events"])
        self.version = message["version"]
        self._seats.is_told(self.seat)
        await self._answer(message["table"])

    def _fold(self, events: list[dict[str, Any]]) -> None:
        for told in events:
            event = told["event"]
            if event["event"] not in _OF_A_DEAL:
                continue
            read = read_event(event)
            if event["event"] == "dealt":
                self.info = InfoState.fold(self.seat, [read])
            elif self.info is not None:
                self.info = self.info.after(read)

    async def _answer(self, table: dict[str, Any]) -> None:
        self.stage = table["stage"]
        needs = (table.get("fair") or {}).get("needs")
        if needs:
            await self._share(table, needs)
        if self.stage in ("between", "over") or (self.info is not None and self._over(table)):
            self._seats.over.set()
            return
        info = self.info
        if self.stage != "playing" or info is None or not info.acting:
            return
        moment = (table["deal"], info.version)
        if self._moment == moment:
            return
        self._moment = moment
        self._acting = asyncio.create_task(self._act(info, message_version=self.version))

    def _over(self, table: dict[str, Any]) -> bool:
        return bool(table["records"])

    async def _share(self, table: dict[str, Any], needs: str) -> None:
        occasion = Occasion(
            table=table["code"],
            deal=table["deal"],
            rules=table["text"],
            players=len(table["seats"]),
            dealer=table["dealer"],
            packet=table["packet"],
        )
        value = self._nonce if needs == "reveal" else occasion.seat_commit(self.seat, self._nonce)
        await self.send({"type": needs, "deal": table["deal"], "value": value})

    async def _act(self, info: InfoState, message_version: int) -> None:
        await asyncio.sleep(self._beat * (0.7 + 0.6 * self._chance.random()))
        action = BOT.decide(info, NO_LIMIT, self._chance)
        if info.version and str(info.phase) != "exchange":
            self._seats.acts(info.players)
        else:
            self._seats.figures.actions += 1
        number = f"{info.version}-{self.seat}"
        with suppress(WebSocketException):  # the line is cut: acts again when it is back
            await self.send(
                {"type": "act", "id": number, "action": str(action), "version": message_version}
            )


def token() -> str:
    """What a browser's cookie holds."""
    return secrets.token_urlsafe(32)
