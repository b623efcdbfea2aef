"""A real server on a loopback port, and people who come to its tables by real sockets."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from conquian.core.match import default_settings
from conquian.core.ruleset import RuleSet
from conquian.dealing.fair import Occasion
from conquian.play.settings import Options, TableSettings
from conquian.play.store import Store
from conquian.play.table import Dealer
from conquian.server import sessions
from conquian.server.app import make_app
from conquian.server.config import Config
from conquian.server.hub import Hub
from conquian.server.room import Command
from conquian.server.running import Server
from tests.play.tables import seeded

FREELY: Final = {"frames_per_second": 1000.0, "requests_per_second": 1000.0, "beat": 0.0}
"""Options for tests that are not about limits and beats."""
PATIENCE: Final = 10.0
USUAL: Final = Options(clock=None)

Frame = dict[str, Any]
_ids = count(1)


class Served:
    """A server that runs in a thread of its own."""

    def __init__(
        self,
        config: Config,
        *,
        store: Store | None = None,
        dealer: Dealer | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        # The protocol is named so that asyncio switches Nagle's algorithm off, as uvloop does.
        self.listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        self.listening.bind(("127.0.0.1", 0))
        self.listening.listen(2048)
        self.port: int = self.listening.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        app = make_app(config, store=store, dealer=dealer, clock=clock)
        self.hub: Hub = app.state.site.hub
        self._server = Server(app)
        factory = self._server.config.get_loop_factory() or asyncio.new_event_loop
        self._loop = factory()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        until = time.monotonic() + PATIENCE
        while not self._server.started:
            assert self._thread.is_alive(), "the server did not start"
            assert time.monotonic() < until
            time.sleep(0.005)

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._server.serve(sockets=[self.listening]))

    def stop(self) -> None:
        """As Ctrl-C does."""
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the server did not stop"
        self.listening.close()

    def run(self, work: Any) -> Any:
        """Something done in the loop of the server."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    def forget(self) -> None:
        """Every table where nobody is leaves the memory, as after a long time."""

        async def work() -> None:
            self.hub._forget(0.0)

        self.run(work())

    def table(
        self, rules: str = "clasico", players: int = 2, *, options: Options = USUAL, **match: Any
    ) -> str:
        """A new table, all seats empty; its code."""
        made = RuleSet.parse(rules)
        settings = TableSettings(
            made, players, replace(default_settings(made), **match), options, bot_seed="b"
        )
        code: str = self.run(self.hub.open(settings)).code
        return code

    def do(self, code: str, command: Command) -> None:
        """A command of whoever runs the table."""

        async def work() -> None:
            await (await self.hub.room(code)).do(command)

        self.run(work())

    def rows(self, code: str) -> list[Frame]:
        """What is kept of a table."""
        return self.hub.store.load(code)

    def get(self, path: str, **more: Any) -> httpx.Response:
        return httpx.get(self.url + path, timeout=PATIENCE, **more)

    def post(self, path: str, data: Mapping[str, str], **more: Any) -> httpx.Response:
        return httpx.post(self.url + path, data=data, timeout=PATIENCE, **more)


@contextmanager
def serving(
    path: Path,
    *,
    store: Store | None = None,
    dealer: Dealer | None = seeded,
    clock: Callable[[], float] = time.time,
    **options: Any,
) -> Iterator[Served]:
    """A server whose file is in ``path``."""
    config = Config(data=str(path / "tables.db")).changed(FREELY | options)
    made = Served(config, store=store, dealer=dealer, clock=clock)
    try:
        yield made
    finally:
        made.stop()


def token_of(name: str) -> str:
    """A session as this server gives them, the same for the same name."""
    return sha256(name.encode()).hexdigest()[:43]


class Person:
    """A browser at a table. Whatever it is told is checked as it comes: versions without gaps."""

    def __init__(
        self,
        port: int,
        code: str,
        name: str | None = None,
        *,
        lang: str = "en",
        faces: str | None = None,
        version: int | None = None,
        greet: bool = True,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.name = name
        self.code = code
        sent = dict(headers or {})
        if name is not None:
            sent["Cookie"] = f"{sessions.COOKIE}={token_of(name)}"
        self.raw: list[str] = []
        self.frames: list[Frame] = []
        self.events: list[Frame] = []
        self.version = 0
        self.seat: int | None = None
        self.table: Frame = {}
        self.view: Frame | None = None
        self.connected: list[bool] = []
        self._nonces: dict[int, str] = {}
        self._open = ExitStack()
        self.socket: ClientConnection = self._open.enter_context(
            connect(
                f"ws://127.0.0.1:{port}/t/{code}/socket",
                additional_headers=sent,
                compression=None,
                proxy=None,
                max_size=None,
                max_queue=None,
                ping_interval=None,
                open_timeout=PATIENCE,
            )
        )
        if greet:
            self.send(type="hello", protocol=1, version=version, lang=lang, faces=faces)
            self.until("welcome")

    # Talking.

    def send(self, **frame: Any) -> None:
        self.socket.send(json.dumps(frame))

    def send_raw(self, data: str | bytes) -> None:
        self.socket.send(data)

    def new_id(self) -> str:
        return f"{self.name}{next(_ids)}"

    def ask(self, **frame: Any) -> Frame:
        """Send a frame with an id, and wait for its answer."""
        frame.setdefault("id", self.new_id())
        self.send(**frame)
        while True:
            answer = self.take()
            if answer.get("id") == frame["id"]:
                return answer

    def act(self, action: str, **more: Any) -> Frame:
        return self.ask(type="act", action=action, version=self.version, **more)

    def take(self, patience: float = PATIENCE) -> Frame:
        """The next frame."""
        text = self.socket.recv(patience)
        assert isinstance(text, str)
        self.raw.append(text)
        frame: Frame = json.loads(text)
        self.frames.append(frame)
        self._take_in(frame)
        return frame

    def until(self, kind: str, test: Callable[[Frame], bool] = lambda _: True) -> Frame:
        """The next frame of a kind that passes a test."""
        while True:
            frame = self.take()
            if frame["type"] == kind and test(frame):
                return frame
            assert frame["type"] != "bye", frame

    def until_stage(self, *stages: str) -> None:
        while self.table["stage"] not in stages:
            self.take()

    def until_version(self, version: int) -> None:
        while self.version < version:
            self.take()

    def quiet(self, seconds: float = 0.15) -> list[Frame]:
        """All that comes until nothing has come for a while."""
        found = []
        while True:
            try:
                found.append(self.take(seconds))
            except TimeoutError:
                return found

    def until_closed(self) -> int:
        """Read to the end; the close code."""
        try:
            while True:
                self.take()
        except ConnectionClosed:
            assert self.socket.close_code is not None
            return self.socket.close_code

    def close(self) -> None:
        self._open.close()

    def cut(self) -> None:
        """The line breaks in the middle of a frame."""
        self.socket.socket.sendall(b'\x81\xfe\x01\x00abcd{"type":"act"')
        self.socket.socket.shutdown(socket.SHUT_RDWR)
        self._open.close()

    def _take_in(self, frame: Frame) -> None:
        kind = frame["type"]
        if kind in ("update", "welcome"):
            numbers = [event["v"] for event in frame["events"]]
            if kind == "welcome":
                self.seat = frame["seat"]
                if frame["fresh"]:
                    self.events = []
                    self.version = numbers[0] - 1 if numbers else frame["version"]
            expected = range(self.version + 1, frame["version"] + 1)
            assert numbers == list(expected), (numbers, expected)
            self.events += frame["events"]
            self.version = frame["version"]
            self.table = frame["table"]
            self.view = frame["view"]
            assert self.table["version"] == self.version
            assert self.table["you"] == self.seat
            self._share()
        if "connected" in frame:
            self.connected = frame["connected"]

    def _share(self) -> None:
        """Take part in the shuffle, as every client does."""
        fair = self.table.get("fair")
        if not fair or fair["needs"] is None or self.seat is None:
            return
        deal = self.table["deal"]
        kind = fair["needs"]
        if kind == "commit":
            nonce = Random(f"{self.name} {deal}").randbytes(32).hex()
            self._nonces[deal] = nonce
            occasion = Occasion(
                self.code,
                deal,
                self.table["text"],
                len(self.table["seats"]),
                self.table["dealer"],
                self.table["packet"],
            )
            self.send(type="commit", deal=deal, value=occasion.seat_commit(self.seat, nonce))
        elif deal in self._nonces:
            self.send(type="reveal", deal=deal, value=self._nonces[deal])

    # Playing.

    @property
    def legal(self) -> list[str]:
        """What may be done now; empty when it is not this seat's turn."""
        return (self.view or {}).get("legal") or []

    def sit(self, seat: int, **more: Any) -> Frame:
        answer = self.ask(type="sit", seat=seat, name=self.name or "", **more)
        if answer["type"] == "ack":
            while self.seat != seat:
                self.take()
        return answer

    def host(self, do: str, **more: Any) -> Frame:
        return self.ask(type="host", do=do, **more)


@contextmanager
def people(served: Served, code: str, *names: str | None) -> Iterator[list[Person]]:
    """Browsers at a table, closed at the end."""
    with ExitStack() as closing:
        made = []
        for name in names:
            person = Person(served.port, code, name)
            closing.callback(person.close)
            made.append(person)
        yield made


@contextmanager
def begun(served: Served, code: str, *names: str, bot: str = "") -> Iterator[list[Person]]:
    """People sit down, bots fill up, and the match begins."""
    with people(served, code, *names) as sitting:
        for seat, person in enumerate(sitting):
            assert person.sit(seat)["type"] == "ack"
        if bot:
            assert sitting[0].host("fill", bot=bot)["type"] == "ack"
        assert sitting[0].host("start")["type"] == "ack"
        while any(person.table["stage"] != "playing" for person in sitting):
            for person in sitting:
                person.quiet(0.01)
        yield sitting


def play_on(persons: list[Person], rng: Random, *, until: Callable[[], bool]) -> None:
    """People do something legal, in turn, until ``until`` says so."""
    while not until():
        newest = max(person.version for person in persons)
        for person in persons:
            person.until_version(newest)
        if until():
            return
        acting = [person for person in persons if person.legal]
        if not acting:
            persons[0].take()
            continue
        person = rng.choice(acting)
        answer = person.act(rng.choice(person.legal))
        assert answer["type"] == "ack", answer
