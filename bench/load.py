"""Load: many live tables in one server process, their people in another (issue 3).

    .venv/bin/python bench/load.py                     # 1,000 tables, six runs: 15 minutes
    .venv/bin/python bench/load.py --tables 50 --runs 1 --beat 0.5

Prints one JSON object a line: a bare echo server, each run, the restart, the replay, and a summary.
The server has one core, its people the other; nothing leaves the loopback interface.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from people import Figures, Person, Seats, token

from conquian.dealing import fair
from conquian.play.table import Table
from conquian.records.check import verify
from conquian.records.format import GameRecord
from conquian.server.store_sqlite import SqliteStore

PLAYERS = 3
RAMP = 20.0
"""Seconds over which the tables start: people do not all press the button at one moment."""
RULES = "gamevelvet"
OPTIONS = {
    "most_sockets": 100_000,
    "most_sockets_of_address": 100_000,
    "most_tables": 100_000,
    "most_tables_of_session": 1_000_000,
    "frames_per_second": 10_000,
    "requests_per_second": 10_000,
    "clock": 0,
}


class Server:
    """A server in a process of its own."""

    def __init__(self, data: Path, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self._command = [sys.executable, "-m", "conquian", "serve", "--port", str(port)]
        self._command += ["--data", str(data), "--no-open"]
        self.process = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        environment = os.environ | {
            f"CONQUIAN_{name.upper()}": str(value) for name, value in OPTIONS.items()
        }
        process = subprocess.Popen(  # noqa: S603
            self._command, env=environment, stdout=subprocess.DEVNULL
        )
        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(process.pid, {0})
        for _ in range(600):
            try:
                urllib.request.urlopen(self.url + "/healthz", timeout=5).read()  # noqa: S310
            except OSError:
                time.sleep(0.02)
            else:
                return process
        raise SystemExit("the server does not start")

    def memory(self) -> float:
        """Megabytes that are really in memory."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1000
        return 0.0

    def kill_and_restart(self) -> float:
        """``kill -9``; seconds until it answers again."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        began = time.perf_counter()
        self.process = self._start()
        return time.perf_counter() - began

    def stop(self) -> None:
        """End it as a supervisor does."""
        self.process.terminate()
        self.process.wait(20)


def open_table(url: str, cookie: str) -> str:
    """A new table; its code."""
    fields = {"rules": RULES, "players": str(PLAYERS), "clock": "0", "name": "P0", "deals": "1"}
    request = urllib.request.Request(  # noqa: S310
        url + "/new",
        urllib.parse.urlencode(fields).encode(),
        {"Cookie": f"conquian={cookie}"},
    )

    class Stay(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_: Any, **__: Any) -> None:
            return None

    try:
        urllib.request.build_opener(Stay).open(request, timeout=60)
    except urllib.error.HTTPError as answer:
        return answer.headers["location"].rpartition("/")[2]
    raise SystemExit("no table was opened")


async def run(server: Server, tables: int, beat: float, *, restart: bool) -> dict[str, Any]:
    """One run: all tables play one deal."""
    # The pauses of these people's own collector would be counted as the server's.
    gc.collect()
    gc.disable()
    figures = Figures()
    before = server.memory()
    all_seats, people = [], []
    for _ in range(tables):
        host = token()
        seats = Seats(await asyncio.to_thread(open_table, server.url, host), figures)
        all_seats.append(seats)
        people += [
            Person(server.url, seats, seat, host if seat == 0 else token(), beat)
            for seat in range(PLAYERS)
        ]
    tasks = []
    for number, person in enumerate(people):
        tasks.append(asyncio.create_task(person.play()))
        if number % 50 == 49:
            await asyncio.sleep(0.05)
    for person in people:
        await asyncio.wait_for(person.seated.wait(), 120)
    for person in people[::PLAYERS]:
        await person.send({"type": "host", "id": "start", "do": "start"})
        await asyncio.sleep(RAMP / tables)
    back = None
    if restart:
        await asyncio.sleep(beat * 4)
        back = await _restart(server, people)
    memory = server.memory()
    await asyncio.wait_for(asyncio.gather(*(seats.over.wait() for seats in all_seats)), 3600)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return {
        "what": "run",
        "tables": tables,
        "actions": figures.actions,
        "messages": figures.messages,
        "errors": len(figures.errors),
        "first_errors": sorted(set(figures.errors))[:5],
        "restart_seconds": back,
        "kib_per_table": round((memory - before) * 1000 / tables, 1),
        "codes": [seats.code for seats in all_seats],
        "people": people,
    } | percentiles(figures.latencies)


async def _restart(server: Server, people: Sequence[Person]) -> dict[str, float]:
    """Kill the server while all play; seconds until it answers, and until all are welcome again."""
    for person in people:
        person.seated.clear()
    began = time.perf_counter()
    answers = await asyncio.to_thread(server.kill_and_restart)
    async with asyncio.timeout(120):
        for person in people:
            while not person.seated.is_set() and not person.done:  # a short deal may be over
                await asyncio.sleep(0.01)
    return {"answers": round(answers, 2), "all_back": round(time.perf_counter() - began, 2)}


def percentiles(seconds: Sequence[float]) -> dict[str, float]:
    """Milliseconds: median, 99th percentile, worst."""
    ordered = sorted(seconds) or [0.0]
    return {
        "median_ms": round(statistics.median(ordered) * 1000, 2),
        "p99_ms": round(ordered[int(len(ordered) * 0.99)] * 1000, 2),
        "worst_ms": round(ordered[-1] * 1000, 2),
    }


def compare(data: Path, result: dict[str, Any], share: float) -> dict[str, int]:
    """A share of what people know beside the log, and every finished deal verified."""
    store = SqliteStore(data, read_only=True)
    wrong = unfair = compared = 0
    chance = random.Random(1)
    by_table = {
        code: result["people"][n * PLAYERS :][:PLAYERS] for n, code in enumerate(result["codes"])
    }
    for code, people in by_table.items():
        table = Table.replay(store.load(code))
        record = GameRecord.read(table.record(1).as_object())
        verify(record)
        try:
            fair.verify(record)
        except fair.BadFair:
            unfair += 1
        if chance.random() < share:
            for person in people:
                info = table.info(person.seat)
                compared += 1
                wrong += person.info is None or info is None or person.info.key() != info.key()
    store.close()
    return {"compared": compared, "wrong_views": wrong, "not_verified": unfair}


def replay(data: Path, events: int) -> dict[str, Any]:
    """Replay logs until so many events have been told again."""
    store = SqliteStore(data, read_only=True)
    logs = [store.load(card.code) for card in store.live()]
    store.close()
    began, done = time.process_time(), 0
    for rows in cycle(logs):
        done += Table.replay(rows).version
        if done >= events:
            break
    return {"what": "replay", "events": done, "seconds": round(time.process_time() - began, 2)}


async def echo(seconds: float, sockets: int, each: float) -> dict[str, Any]:
    """A bare echo server on the same stack, asked as often as the tables are."""
    from websockets.asyncio.client import connect

    code = (
        "import uvicorn\n"
        "from starlette.applications import Starlette\n"
        "from starlette.routing import WebSocketRoute\n"
        "async def echo(socket):\n"
        "    await socket.accept()\n"
        "    async for text in socket.iter_text():\n"
        "        await socket.send_text(text)\n"
        "app = Starlette(routes=[WebSocketRoute('/', echo)])\n"
        "uvicorn.run(app, port=8190, log_level='error', ws='websockets-sansio',"
        " ws_per_message_deflate=False)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", code])  # noqa: S603
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(process.pid, {0})
    await asyncio.sleep(1.5)
    latencies: list[float] = []
    until = time.perf_counter() + seconds

    async def one() -> None:
        async with connect("ws://127.0.0.1:8190/", compression=None) as socket:
            while time.perf_counter() < until:
                await asyncio.sleep(each * (0.5 + random.random()))
                began = time.perf_counter()
                await socket.send("x" * 2000)
                await socket.recv()
                latencies.append(time.perf_counter() - began)

    try:
        await asyncio.gather(*(one() for _ in range(sockets)))
    finally:
        process.terminate()
        process.wait(10)
    return {"what": "echo", "messages": len(latencies)} | percentiles(latencies)


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--beat", type=float, default=5 / PLAYERS, help="seconds to think")
    parser.add_argument("--share", type=float, default=0.05, help="views compared with the log")
    parser.add_argument("--events", type=int, default=1_000_000, help="events to replay")
    parser.add_argument("--port", type=int, default=8191)
    options = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {1})
    results = []
    each = options.beat / options.tables * 100
    show(asyncio.run(echo(10, 100, each)))
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "load.db"
        server = Server(data, options.port)
        try:
            for number in range(options.runs + 1):  # the last with a restart in the middle
                last = number == options.runs
                result = asyncio.run(run(server, options.tables, options.beat, restart=last))
                result |= compare(data, result, options.share)
                del result["people"], result["codes"]
                results.append(result)
                show(result)
        finally:
            server.stop()
        show(replay(data, options.events))
    quiet = [result["p99_ms"] for result in results if result["restart_seconds"] is None]
    show(
        {
            "what": "summary",
            "median_p99_ms": statistics.median(quiet) if quiet else None,
            "errors": sum(result["errors"] for result in results),
            "wrong_views": sum(result["wrong_views"] for result in results),
        }
    )


def show(row: dict[str, Any]) -> None:
    """One line."""
    print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
