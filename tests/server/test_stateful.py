"""Whatever happens to a server and its connections, what was acknowledged is kept, once.

People at one table act, act twice, act too late, lose their connection in the middle of a frame,
come back; the server is killed or stopped and started again. At the end its file is read: every
acknowledged action is there exactly once, and what everybody was told is what the log says.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("starlette")

import httpx
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus

from conquian.play.settings import Options
from conquian.play.table import Table
from conquian.server.config import Config
from conquian.server.store_sqlite import SqliteStore
from tests.server.serving import FREELY, Frame, Person, Served, serving, token_of

GONE = (ConnectionClosed, OSError, EOFError, InvalidStatus, TimeoutError)
NAMES = ("Ana", "Beto", "Carla")


class Storm:
    """People at one table whose server comes and goes.

    Args:
        port: where the server is now.
        code: the table.
        rng: chance.
        again: starts the server again, somehow; the new port.
    """

    def __init__(self, port: int, code: str, rng: Random, again: Callable[[], int]) -> None:
        self.port = port
        self.code = code
        self.rng = rng
        self.again = again
        self.here: dict[str, Person] = {}
        self.sent: dict[str, dict[str, Frame]] = {name: {} for name in NAMES}
        self.acked: dict[str, int] = {}
        self.told: dict[str, dict[int, Any]] = {name: {} for name in NAMES}

    def person(self, name: str) -> Person:
        """Connected, with all that was under way sent again."""
        found = self.here.get(name)
        if found is None:
            until = time.monotonic() + 20
            while found is None:
                try:
                    found = Person(self.port, self.code, name)
                except GONE:
                    assert time.monotonic() < until
                    time.sleep(0.02)
            self.here[name] = found
            for frame in list(self.sent[name].values()):
                self._ask(name, frame)
        return found

    def _ask(self, name: str, frame: Frame) -> Frame | None:
        """Send until it is answered; ``None``: the connection is gone, it will be sent again."""
        person = self.here[name]
        self.sent[name][frame["id"]] = frame
        try:
            answer = person.ask(**frame)
        except GONE:
            self.lose(name)
            return None
        del self.sent[name][frame["id"]]
        if answer["type"] == "ack":
            known = self.acked.setdefault(frame["id"], answer["version"])
            assert known == answer["version"]
        return answer

    def lose(self, name: str) -> None:
        person = self.here.pop(name, None)
        if person is not None:
            self._remember(name, person)
            with suppress(*GONE):
                person.close()

    def _remember(self, name: str, person: Person) -> None:
        """What somebody was told at a version is the same whenever he is told it."""
        for event in person.events:
            text = json.dumps([event["event"], event["text"]])
            assert self.told[name].setdefault(event["v"], text) == text

    # What can happen.

    def act(self) -> None:
        for name in self.rng.sample(NAMES, len(NAMES)):
            person = self.person(name)
            with suppress(TimeoutError):
                while not person.legal:
                    person.take(0.02)
            if person.legal:
                action = self.rng.choice(person.legal)
                frame = {"type": "act", "action": action, "version": person.version}
                self._ask(name, frame | {"id": person.new_id()})
                return

    def act_twice(self) -> None:
        before = set(self.acked)
        self.act()
        for number in set(self.acked) - before:
            for name in NAMES:
                if number.startswith(name):
                    self.person(name)
                    frame = {"type": "act", "id": number, "action": "pass", "version": 1}
                    self._ask(name, frame)

    def act_stale(self) -> None:
        name = self.rng.choice(NAMES)
        person = self.person(name)
        stale = max(0, person.table["move"] - 1)
        frame: Frame = {"type": "act", "action": "pass", "version": stale}
        answer = self._ask(name, frame | {"id": person.new_id()})
        assert answer is None or answer["type"] == "refused"

    def say(self) -> None:
        name = self.rng.choice(NAMES)
        person = self.person(name)
        self._ask(name, {"type": "say", "phrase": "hello", "id": person.new_id()})

    def ready(self) -> None:
        for name in NAMES:
            with suppress(*GONE):
                person = self.person(name)
                person.quiet(0.01)
                if person.table["stage"] == "between":
                    person.send(type="ready")

    def cut(self) -> None:
        """An action is on its way, and the line breaks within the next frame."""
        name = self.rng.choice(NAMES)
        person = self.person(name)
        if person.legal:
            action = self.rng.choice(person.legal)
            frame: Frame = {"type": "act", "action": action, "version": person.version}
            frame["id"] = person.new_id()
            self.sent[name][frame["id"]] = frame
            with suppress(*GONE):
                person.send(**frame)
        with suppress(*GONE):
            person.cut()
        self.lose(name)

    def restart(self) -> None:
        """The server ends while something is on its way."""
        name = self.rng.choice(NAMES)
        person = self.person(name)
        frame: Frame = {"type": "say", "phrase": "hello", "id": person.new_id()}
        self.sent[name][frame["id"]] = frame
        with suppress(*GONE):
            person.send(**frame)
        self.port = self.again()
        for one in NAMES:
            if one in self.here:
                with suppress(*GONE):
                    self.here[one].quiet(0.01)
                self.lose(one)

    def run(self, steps: list[str]) -> None:
        for step in steps:
            getattr(self, step)()

    # What must hold.

    def settle(self) -> None:
        """Everybody is connected, and knows all there is; a shuffle has come to its end."""
        until = time.monotonic() + 30
        while True:
            assert time.monotonic() < until
            for name in NAMES:
                try:
                    self.person(name).quiet(0.05)
                except GONE:
                    self.lose(name)
            if len(self.here) < len(NAMES) or any(self.sent.values()):
                continue
            versions = {person.version for person in self.here.values()}
            stages = {person.table["stage"] for person in self.here.values()}
            if len(versions) == 1 and stages != {"shuffling"}:
                return

    def check(self, rows: list[dict[str, Any]]) -> None:
        """Compare everything with the log."""
        ids = Counter(row["id"] for row in rows if "id" in row)
        assert set(ids.values()) <= {1}
        assert set(self.acked) <= set(ids)
        table = Table.replay(rows)
        for seat, name in enumerate(NAMES):
            person = self.here[name]
            assert person.version == table.version
            assert person.seat == seat
            self._remember(name, person)
            words = table.words("en")
            view = json.loads(json.dumps(table.view(seat, words)))
            assert person.view == view
            known = table.told(None, seat, words)
            assert known is not None
            for event in json.loads(json.dumps(known)):
                text = json.dumps([event["event"], event["text"]])
                assert self.told[name].get(event["v"], text) == text
            facts = json.loads(json.dumps(table.facts(seat, words, 0.0)))
            for changing in ("clock", "seats", "fair"):
                facts.pop(changing)
                person.table.pop(changing)
            assert person.table == facts

    def close(self) -> None:
        for name in NAMES:
            self.lose(name)


STEPS = ("act",) * 6 + ("act_twice", "act_stale", "say", "ready", "cut")


def sit_down(port: int, code: str) -> None:
    people = [Person(port, code, name) for name in NAMES]
    for seat, person in enumerate(people):
        if person.seat is None:
            assert person.sit(seat)["type"] == "ack"
    assert people[0].host("start")["type"] == "ack"
    while any(person.table["stage"] != "playing" for person in people):
        for person in people:
            person.quiet(0.01)
    for person in people:
        person.close()


# A server in this process, stopped and started as Ctrl-C does; hypothesis chooses what happens.


class Inside:
    """The server in this process."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.served = self._serve()

    def _serve(self) -> Served:
        return Served(Config(data=str(self.path / "tables.db")).changed(FREELY))

    def again(self) -> int:
        self.served.stop()
        self.served = self._serve()
        return self.served.port


@pytest.fixture
def inside(tmp_path: Path) -> Iterator[Inside]:
    made = Inside(tmp_path)
    yield made
    made.served.stop()


@settings(
    max_examples=6,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    steps=st.lists(st.sampled_from((*STEPS, "restart")), min_size=10, max_size=25),
    seed=st.integers(0, 10**6),
)
def test_nothing_acknowledged_is_lost_or_done_twice(
    inside: Inside, steps: list[str], seed: int
) -> None:
    code = inside.served.table("gamevelvet", 3)
    sit_down(inside.served.port, code)
    storm = Storm(inside.served.port, code, Random(seed), inside.again)
    storm.run(steps)
    storm.settle()
    storm.check(inside.served.rows(code))
    storm.close()


# A server of its own, as people start it, and killed.


class Outside:
    """``conquian serve`` in a process of its own."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port: int = probe.getsockname()[1]
        self.process = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        options = {f"CONQUIAN_{name.upper()}": str(value) for name, value in FREELY.items()}
        command = [sys.executable, "-m", "conquian", "serve", "--port", str(self.port)]
        with (self.path / "log").open("ab") as log:
            process = subprocess.Popen(
                [*command, "--data", str(self.path / "tables.db"), "--log-level", "info"],
                env=os.environ | options,
                stdout=log,
                stderr=log,
            )
        until = time.monotonic() + 20
        while True:
            try:
                if httpx.get(f"http://127.0.0.1:{self.port}/healthz").status_code == 200:
                    return process
            except httpx.HTTPError:
                assert process.poll() is None, (self.path / "log").read_text()
                assert time.monotonic() < until
                time.sleep(0.05)

    def again(self) -> int:
        self.process.kill()
        self.process.wait()
        self.process = self._start()
        return self.port

    def open(self, form: dict[str, str]) -> str:
        """A table opened by the first of the people; its code."""
        answer = httpx.post(
            f"http://127.0.0.1:{self.port}/new",
            data=form,
            cookies={"conquian": token_of(NAMES[0])},
        )
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"].rpartition("/")[2])


@pytest.fixture
def outside(tmp_path: Path) -> Iterator[Outside]:
    made = Outside(tmp_path)
    yield made
    made.process.kill()
    made.process.wait()


def storm_outside(outside: Outside, seed: int, rounds: int) -> None:
    rng = Random(seed)
    rules = {"rules": "gamevelvet", "players": "3", "name": "Ana", "clock": "0", "spectators": "on"}
    code = outside.open(rules)
    sit_down(outside.port, code)
    storm = Storm(outside.port, code, rng, outside.again)
    for _ in range(rounds):
        storm.run(rng.choices(STEPS, k=12))
        storm.restart()
    storm.settle()
    store = SqliteStore(outside.path / "tables.db", read_only=True)
    storm.check(store.load(code))
    store.close()
    storm.close()
    log = (outside.path / "log").read_text()
    assert "Traceback" not in log
    assert '"level": "error"' not in log


def test_a_server_that_is_killed(outside: Outside) -> None:
    storm_outside(outside, 1, 2)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", range(2, 6))
def test_a_server_that_is_killed_again_and_again(outside: Outside, seed: int) -> None:
    storm_outside(outside, seed, 8)


# Time is up while somebody acts.


@pytest.mark.parametrize("seed", range(3))
def test_time_is_up_while_somebody_acts(tmp_path: Path, seed: int) -> None:
    rng, now = Random(seed), [1000.0]
    with serving(tmp_path, dealer=None, clock=lambda: now[0]) as served:
        code = served.table("gamevelvet", 3, options=Options(clock=10))
        sit_down(served.port, code)
        storm = Storm(served.port, code, rng, lambda: served.port)

        async def look() -> None:
            (await served.hub.room(code)).arrange()

        for _ in range(25):
            for name in NAMES:
                storm.person(name).quiet(0.01)
            acting = [one for one in storm.here.values() if one.legal]
            if not acting:
                storm.ready()
                continue
            person = rng.choice(acting)
            if rng.random() < 0.6:
                now[0] += 13.0
                served.run(look())
                time.sleep(rng.choice((0.0, 0.001, 0.002, 0.02)))
            frame = {"type": "act", "id": person.new_id(), "version": person.version}
            storm._ask(str(person.name), frame | {"action": rng.choice(person.legal)})
        storm.settle()
        rows = served.rows(code)
        storm.check(rows)
        assert sum(row.get("by") == "clock" for row in rows) > 2
        storm.close()
