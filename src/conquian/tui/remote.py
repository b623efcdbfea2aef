"""A table of a running server, joined by its link (docs/protocol.md §5)."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus, WebSocketException

from conquian.core.errors import CannotParse, ConquianError, shown
from conquian.dealing.fair import Occasion
from conquian.tui.desk import Desk, Taste
from conquian.tui.frames import Melds, Preview, TableFacts, Told, View

PROTOCOL: Final = 1
COOKIE: Final = "conquian"
"""The cookie that says who one is: any 256 bits as URL-safe base 64."""
PATIENCE: Final = 8.0
"""Seconds a connection, a request or an answer may take."""
FIRST_WAIT, LAST_WAIT = 0.4, 10.0
"""Seconds before a lost connection is tried again: the first time, and at most."""
_MOST_BYTES = 8 * 1024 * 1024
_MOST_TOLD = 2000
_FOR_GOOD = ("closed", "superseded", "too_many")

Frame = dict[str, Any]


class BadLink(ConquianError):
    """``app_bad_link``: it is no link of a table."""


class Link:
    """The address of a table.

    Args:
        text: as people are sent it.

    Attributes:
        base: of the server, without a slash at the end.
        code: of the table.
        key: of a personal seat link, or ``""``.

    Raises:
        BadLink: it is none.
    """

    def __init__(self, text: str) -> None:
        text = text.strip()
        parts = urlsplit(text if "//" in text else f"http://{text}")
        path = [part for part in parts.path.split("/") if part]
        if "t" not in path or parts.scheme not in ("http", "https") or not parts.netloc:
            raise BadLink("app_bad_link", text=shown(text))
        place = path.index("t")
        before, after = path[:place], path[place + 1 :]
        if len(after) not in (1, 3) or (len(after) > 1 and after[1] != "seat"):
            raise BadLink("app_bad_link", text=shown(text))
        self.base = "/".join([f"{parts.scheme}://{parts.netloc}", *before])
        self.origin = f"{parts.scheme}://{parts.netloc}"
        self.code = after[0]
        self.key = after[2] if len(after) > 1 else ""

    @property
    def socket(self) -> str:
        """The address of the socket."""
        return f"ws{self.base.removeprefix('http')}/t/{self.code}/socket"


class RemoteDesk(Desk):
    """A table of a server.

    Args:
        link: its link, or a personal seat link.
        taste: language and faces.
        token: who this person is at that server; the same token has the same seat again.

    Raises:
        BadLink: ``app_bad_link``.
    """

    remote = True

    def __init__(self, link: str | Link, taste: Taste, token: str | None = None) -> None:
        super().__init__(taste)
        self.link = link if isinstance(link, Link) else Link(link)
        self._token = token or secrets.token_urlsafe(32)
        self._socket: ClientConnection | None = None
        self._version: int | None = None
        self._told: list[Told] = []
        self._outbox: dict[str, Frame] = {}
        self._asked: dict[str, tuple[tuple[str, ...], asyncio.Future[Preview | None]]] = {}
        self._nonces: dict[tuple[int, str | None], str] = {}
        self._sending: set[asyncio.Future[None]] = set()  # the loop alone would forget them
        self._number = 0
        self._tag = secrets.token_hex(4)
        self._ended = False

    # The connection.

    async def run(self) -> None:
        """Stay connected until the table or the person ends it."""
        words = self.words
        if self.link.key:
            try:
                await asyncio.to_thread(self._take_seat)
            except (OSError, ValueError) as fault:
                self._say_line(words.say("app_no_seat", problem=str(fault)))
                return
        wait = FIRST_WAIT
        while not self._ended:
            try:
                await self._talk()
                wait = FIRST_WAIT
            except InvalidStatus as fault:
                self._say_line(words.say("app_no_table", number=fault.response.status_code))
                return
            except (OSError, WebSocketException, TimeoutError):
                pass
            self._socket = None
            self._no_answers()
            if not self._ended:
                self._say_line(words.say("app_line_lost"))
                # Between half and all of it: a restarted server is not met by everybody at once.
                await asyncio.sleep(wait * (0.5 + Random().random() / 2))
                wait = min(LAST_WAIT, wait * 2)

    async def _talk(self) -> None:
        async with connect(
            self.link.socket,
            additional_headers={"Cookie": f"{COOKIE}={self._token}"},
            origin=self.link.origin,  # type: ignore[arg-type]  # a NewType of str
            open_timeout=PATIENCE,
            ping_interval=PATIENCE,
            ping_timeout=PATIENCE,
            close_timeout=1,
            max_size=_MOST_BYTES,
        ) as socket:
            self._socket = socket
            await socket.send(json.dumps(self._hello()))
            async for text in socket:
                try:
                    await self._heard(json.loads(text))
                except ConquianError as fault:
                    self.noticed(self.words.refusal(fault))
                except (ValueError, LookupError, TypeError) as fault:
                    bad = CannotParse("app_bad_frame", problem=shown(str(fault)))
                    self.noticed(self.words.refusal(bad))

    def _hello(self) -> Frame:
        faces = self.taste.faces
        return {
            "type": "hello",
            "protocol": PROTOCOL,
            "version": self._version,
            "lang": self.taste.lang,
            "faces": None if faces is None else str(faces),
        }

    def _take_seat(self) -> None:
        """Give this program the seat of a personal link.

        Raises:
            OSError: the server cannot be reached, or the link gives nothing.
        """
        url = f"{self.link.base}/t/{self.link.code}/seat/{self.link.key}"
        with self._request(url, b"confirm=1"):
            pass

    def _request(self, url: str, data: bytes | None = None) -> Any:
        request = Request(url, data=data, headers={"Cookie": f"{COOKIE}={self._token}"})  # noqa: S310 - http or https, see Link
        try:
            return build_opener(_Stay).open(request, timeout=PATIENCE)
        except HTTPError as answer:
            if answer.code == 303:
                return answer
            raise
        except URLError as fault:
            raise OSError(str(fault.reason)) from fault

    async def record(self) -> bytes | None:
        """The record of the last finished deal as its line; ``None`` if it cannot be had."""
        facts = self.facts
        if facts is None or not facts.deal:
            return None
        url = f"{self.link.base}/t/{self.link.code}/{facts.deal}.jsonl"

        def fetch() -> bytes:
            with self._request(url) as answer:
                text: bytes = answer.read(_MOST_BYTES)
                return text

        try:
            return await asyncio.to_thread(fetch)
        except OSError:
            return None

    async def close(self) -> None:
        """Leave the connection; the seat stays."""
        self._ended = True
        if self._socket is not None:
            await self._socket.close()

    # What comes in.

    async def _heard(self, frame: Frame) -> None:
        kind = frame["type"]
        if kind == "welcome":
            await self._welcome(frame)
        elif kind == "update":
            await self._update(frame)
        elif kind in ("ack", "refused"):
            self._outbox.pop(frame["id"] or "", None)
            if kind == "refused":
                self._answered(frame["id"], None)
                self.noticed(frame["text"])
        elif kind == "preview":
            cards = self._asked.get(frame["id"], ((), None))[0]
            self._answered(frame["id"], Preview.read(cards, frame))
        elif kind == "bye":
            self._ended = frame["code"] in _FOR_GOOD
            self._say_line(frame["text"])

    async def _welcome(self, frame: Frame) -> None:
        self.line = ""
        if frame["fresh"]:
            self._told = []
        await self._update(frame)
        for kept in list(self._outbox.values()):
            await self._send(kept)

    async def _update(self, frame: Frame) -> None:
        news = list(map(Told.read, frame["events"]))
        self._version = frame["version"]
        for one in news:
            if one.name == "shuffling":
                self._told = []
            self._told.append(one)
        self.log = tuple(self._told[-_MOST_TOLD:])
        self.facts = TableFacts.read(frame["table"])
        view = frame["view"]
        self.view = None if view is None else View.read(view)
        self.changed()
        await self._share(self.facts)

    async def _share(self, facts: TableFacts) -> None:
        """Take part in the shuffle, so that nobody can choose the cards (dealing.fair)."""
        if facts.needs is None or facts.you is None:
            return
        nonce = self._nonces.setdefault((facts.deal, facts.commit), secrets.token_hex(32))
        value = nonce
        if facts.needs == "commit":
            occasion = Occasion(
                facts.code,
                facts.deal,
                facts.text,
                len(facts.seats),
                facts.dealer or 0,
                facts.packet,
            )
            value = occasion.seat_commit(facts.you, nonce)
        await self._send({"type": facts.needs, "deal": facts.deal, "value": value})

    def _answered(self, number: str | None, answer: Preview | None) -> None:
        asked = self._asked.pop(number or "", None)
        if asked is not None and not asked[1].done():
            asked[1].set_result(answer)

    def _no_answers(self) -> None:
        for number in list(self._asked):
            self._answered(number, None)

    def _say_line(self, text: str) -> None:
        self.line = text
        self.noticed(text)
        self.changed()

    # What goes out.

    async def _send(self, frame: Mapping[str, Any]) -> None:
        if self._socket is not None:
            await self._socket.send(json.dumps(frame))

    def _may_be_lost(self, **frame: Any) -> None:
        """Send what nobody misses if the line is down."""
        task = asyncio.ensure_future(self._try(frame))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _try(self, frame: Mapping[str, Any]) -> None:
        try:
            await self._send(frame)
        except WebSocketException:
            return  # the loop notices and comes back

    def _id(self) -> str:
        self._number += 1
        return f"{self._tag}-{self._number}"

    def _must_arrive(self, **frame: Any) -> None:
        """Send it now and after every reconnection, until it is answered; it is done once."""
        frame["id"] = self._id()
        self._outbox[frame["id"]] = frame
        self._may_be_lost(**frame)

    def act(self, action: str) -> None:
        """Do this; the server answers."""
        self._must_arrive(type="act", action=action, version=self._version)

    async def preview(self, cards: Sequence[str]) -> Preview | None:
        """Ask what can be made of these hand cards."""
        number = self._id()
        future: asyncio.Future[Preview | None] = asyncio.get_running_loop().create_future()
        self._asked[number] = tuple(cards), future
        await self._try({"type": "preview", "id": number, "cards": list(cards), "arrange": None})
        try:
            return await asyncio.wait_for(future, PATIENCE)
        except TimeoutError:
            self._asked.pop(number, None)
            return None

    def arrange(self, layout: Melds) -> None:
        """How the viewer likes his melds to lie."""
        self._may_be_lost(type="arrange", layout=[list(meld) for meld in layout])

    def ready(self) -> None:
        """Ready for the next deal."""
        self._may_be_lost(type="ready")

    def rematch(self) -> None:
        """Another match."""
        self._must_arrive(type="rematch")

    def give_up(self) -> None:
        """Forfeit the deal."""
        self._must_arrive(type="give_up")

    def start(self) -> None:
        """Begin the match, as its host."""
        self._must_arrive(type="host", do="start")

    def fill(self, bot: str) -> None:
        """Put bots on the free seats, as the host."""
        self._must_arrive(type="host", do="fill", bot=bot)

    def sit(self, seat: int, name: str) -> None:
        """Take a free seat."""
        self._must_arrive(type="sit", seat=seat, name=name)

    def like(self, taste: Taste) -> None:
        """Greet again, in another language or with other faces."""
        self.taste = taste
        self._told, self._version = [], None
        self._may_be_lost(**self._hello())


class _Stay(HTTPRedirectHandler):
    """A redirection is an answer, not a way to go."""

    def redirect_request(self, *_: Any) -> None:
        """Nowhere."""
