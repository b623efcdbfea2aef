"""The socket of a table: frames in, what the table answers out (docs/protocol.md §5)."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from conquian.core.errors import ConquianError
from conquian.core.presets import Faces
from conquian.play.table import Step, Table
from conquian.server import wire
from conquian.server.hub import Hub
from conquian.server.link import Link
from conquian.server.room import Command, Room

HELLO_SECONDS: Final = 20.0
LAST_SECONDS: Final = 2.0
"""How long a connection may take to be told good-bye."""
_MOST_BAD: Final = 20
"""Frames that are none, after which a connection is ended."""


async def serve(socket: WebSocket, hub: Hub, room: Room, link: Link, keys: tuple[str, str]) -> None:
    """Talk with a browser until it goes.

    Args:
        socket: accepted already.
        hub: the server.
        room: the table.
        link: who it is.
        keys: what its frames are counted under: its session, and its address.
    """
    tasks = [
        asyncio.create_task(_send(socket, link, hub, room)),
        asyncio.create_task(_receive(socket, link, _Conversation(hub, room, link, keys))),
        asyncio.create_task(_end(link)),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        await room.part(link)
        link.end("closed", 1000)
        await asyncio.wait(tasks[:1], timeout=LAST_SECONDS)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _receive(socket: WebSocket, link: Link, conversation: _Conversation) -> None:
    with suppress(WebSocketDisconnect, TimeoutError, RuntimeError):  # gone, or never said hello
        while link.bye is None:
            async with asyncio.timeout(None if conversation.greeted else HELLO_SECONDS):
                message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            data = message.get("text")
            await conversation.take(data if data is not None else message.get("bytes") or b"")


async def _end(link: Link) -> None:
    """A connection that does not take what is sent does not take the good-bye either."""
    await link.ending.wait()
    await asyncio.sleep(LAST_SECONDS)


async def _send(socket: WebSocket, link: Link, hub: Hub, room: Room) -> None:
    try:
        while (text := await link.queue.get()) is not None:
            await socket.send_text(text)
        code, close_code = link.bye or ("closed", 1000)
        words = link.words(room.table)
        await socket.send_text(
            wire.write({"type": "bye", "code": code, "text": words.say(f"bye_{code}")})
        )
        await socket.close(close_code)
    except (WebSocketDisconnect, RuntimeError, OSError):
        hub.metrics.count("sends_failed")
        link.end("slow", 1013)
    finally:
        link.ended = True


class _Conversation:
    """What one connection says, frame by frame."""

    def __init__(self, hub: Hub, room: Room, link: Link, keys: tuple[str, str]) -> None:
        self._hub = hub
        self._room = room
        self._link = link
        self._keys = keys
        self._bad = 0
        self.greeted = False

    async def take(self, data: str | bytes) -> None:
        """One frame; whatever it is, it gets an answer or nothing happens."""
        hub, room, link = self._hub, self._room, self._link
        number = None
        try:
            session, address = self._keys
            factor = hub.config.address_factor
            if not hub.frames.allows(session) or not hub.frames.allows(address, factor):
                number = wire.read_id(data)
                raise ConquianError("too_fast")
            if len(data) > wire.MOST_BYTES:
                raise wire.BadFrame("bad_frame", problem="too long")
            try:
                frame = wire.read(data)
            except wire.BadFrame:
                number = wire.read_id(data)
                raise
            number = getattr(frame, "id", None)
            await self._answer(frame)
        except ConquianError as fault:
            hub.metrics.count(f'refused{{code="{fault.code}"}}')
            link.send(room.refused(fault, link, number))
            if isinstance(fault, wire.BadFrame) or fault.code == "too_fast":
                self._bad += 1
                if self._bad > _MOST_BAD:
                    link.end("too_many", 1008)

    async def _answer(self, frame: wire.Frame) -> None:
        room, link = self._room, self._link
        if isinstance(frame, wire.Ping):
            link.send({"type": "pong", "t": frame.t})
        elif isinstance(frame, wire.Hello):
            if frame.protocol != wire.PROTOCOL:
                raise ConquianError("other_protocol")
            if frame.lang is not None:
                link.lang = frame.lang
            link.faces = Faces(frame.faces) if frame.faces is not None else None
            self.greeted = True
            await room.join(link, frame.version)
        elif not self.greeted:
            raise ConquianError("hello_first")
        elif isinstance(frame, wire.Preview):
            await self._preview(frame)
        elif isinstance(frame, wire.Arrange):
            async with room.lock:
                room.table.prefer(self._seat(), frame.layout)
                for other in room.links:
                    if other.seat == link.seat:
                        room.update(other)
        elif isinstance(frame, wire.Sit):
            await self._sit(frame)
        else:
            await self._do(frame)

    def _seat(self) -> int:
        if self._link.seat is None:
            raise ConquianError("spectator")
        return self._link.seat

    async def _preview(self, frame: wire.Preview) -> None:
        room, link = self._room, self._link
        async with room.lock:
            found = room.table.preview(
                self._seat(), frame.cards, frame.arrange, link.words(room.table)
            )
        link.send({"type": "preview", "id": frame.id} | found)

    async def _sit(self, frame: wire.Sit) -> None:
        room, link = self._room, self._link
        holder = link.holder
        if holder is None:
            raise ConquianError("no_cookie")

        def command(table: Table, at: float) -> Step:
            return table.sit(frame.seat, frame.name, holder, at, action_id=frame.id)

        await room.do(command, link, frame.id)
        self._hub.store.hold(holder, room.code, frame.seat)
        async with room.lock:
            room.reseat()

    async def _do(self, frame: wire.Frame) -> None:
        room, link = self._room, self._link
        seat = self._seat()
        if isinstance(frame, wire.Host) and frame.do == "fill":
            self._hub.allowed_bot(frame.bot or "")
        await room.do(_command(frame, seat), link, getattr(frame, "id", None))
        if isinstance(frame, wire.Leave) or (isinstance(frame, wire.Host) and frame.do == "remove"):
            async with room.lock:
                room.reseat()


def _command(frame: wire.Frame, seat: int) -> Command:
    """What a frame asks of the table."""
    match frame:
        case wire.Act():
            return lambda table, at: table.submit(
                seat, frame.action, at, version=frame.version, action_id=frame.id
            )
        case wire.Commit():
            return lambda table, at: table.commit(seat, frame.deal, frame.value, at)
        case wire.Reveal():
            return lambda table, at: table.reveal(seat, frame.deal, frame.value, at)
        case wire.Ready():
            return lambda table, at: table.ready(seat, at)
        case wire.Say():
            return lambda table, at: table.say(
                seat, at, phrase=frame.phrase, text=frame.text, action_id=frame.id
            )
        case wire.Clock():
            return lambda table, at: table.vote_clock(seat, at, off=frame.off)
        case wire.GiveUp():
            return lambda table, at: table.give_up(seat, at, action_id=frame.id)
        case wire.Leave():
            return lambda table, at: table.leave(seat, at, action_id=frame.id)
        case wire.Rematch():
            return lambda table, at: table.rematch(seat, at, action_id=frame.id)
        case wire.Host():
            return _host(frame, seat)
    raise wire.BadFrame("bad_frame", problem="type")


def _host(frame: wire.Host, seat: int) -> Command:
    number = frame.id
    match frame.do:
        case "start":
            return lambda table, at: table.start(seat, at, action_id=number)
        case "fill":
            return lambda table, at: table.fill(
                seat, frame.bot or "", at, seat=frame.seat, action_id=number
            )
        case "remove":
            if frame.seat is None:
                raise wire.BadFrame("bad_frame", problem="seat")
            gone = frame.seat
            return lambda table, at: table.remove(gone, seat, at, action_id=number)
        case "close":
            return lambda table, at: table.close("host", at, by=seat, action_id=number)
    return lambda table, at: table.set_option(seat, frame.do, frame.on, at, action_id=number)
