"""One connection to a table: who it is, and what waits to be sent to it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from conquian.core.catalogue.words import Words
from conquian.core.presets import Faces
from conquian.server import wire

if TYPE_CHECKING:
    from conquian.play.table import Table

MOST_WAITING: Final = 200
"""Messages that may wait for a slow connection before it is ended."""


class Link:
    """A connection, as a room sees it.

    Attributes:
        holder: who it is, ``None`` for a browser without a cookie.
        seat: the seat it plays, ``None``: it watches.
        version: the last version that was put into its queue.
        lang, faces: how it wants to be told.
        bye: the code of the end, once it has been asked to end.
        ending: set when it has been asked to end.
        ended: nothing more will be sent.
    """

    def __init__(self, holder: str | None, lang: str) -> None:
        self.holder = holder
        self.seat: int | None = None
        self.version = 0
        self.lang = lang
        self.faces: Faces | None = None
        self.bye: tuple[str, int] | None = None
        self.ending = asyncio.Event()
        self.ended = False
        self.queue: asyncio.Queue[str | None] = asyncio.Queue()

    def words(self, table: Table) -> Words:
        """How this connection is told things."""
        return table.words(self.lang, self.faces)

    def send(self, message: dict[str, Any]) -> None:
        """Put a message into the queue."""
        self.send_text(wire.write(message))

    def send_text(self, text: str) -> None:
        """Put an encoded message into the queue; a connection that does not keep up is ended."""
        if self.bye is not None:
            return
        if self.queue.qsize() >= MOST_WAITING:
            self.end("slow", 1013)
            return
        self.queue.put_nowait(text)

    def end(self, code: str, close_code: int) -> None:
        """Say good-bye and close, after what is waiting unless that is the trouble."""
        if self.bye is not None:
            return
        self.bye = (code, close_code)
        self.ending.set()
        if code == "slow":
            while not self.queue.empty():
                self.queue.get_nowait()
        self.queue.put_nowait(None)
