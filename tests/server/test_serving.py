"""``conquian serve``: starting, stopping, a server with many tables, what it tells who runs it."""

from __future__ import annotations

import asyncio
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import Future
from pathlib import Path
from random import Random

import httpx
import pytest

pytest.importorskip("starlette")

from conquian.core.presets import PRESETS
from conquian.play.settings import Options
from conquian.server.store_sqlite import SqliteStore
from tests.play.tables import Kept
from tests.server.serving import PATIENCE, Person, begun, serving, token_of


def serve(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "conquian", "serve", "--lang", "en", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_it_starts_says_where_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    with serve("--port", "0", "--data", str(tmp_path / "t.db")) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        line = process.stdout.readline()
        url = line[line.index("http://") :].strip()
        until = time.monotonic() + PATIENCE
        while True:
            try:
                assert "Conqui" in httpx.get(url, timeout=PATIENCE).text
                break
            except httpx.ConnectError:
                assert time.monotonic() < until
        process.send_signal(signal.SIGINT)
        assert "kept" in process.stdout.read()
        assert process.stderr.read() == ""
        assert process.wait(PATIENCE) == 0


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        with serve("--port", port, "--data", str(tmp_path / "t.db")) as process:
            said, refused = process.communicate(timeout=PATIENCE)
    assert (said, process.returncode) == ("", 2)
    assert port in refused
    assert "--port" in refused


def test_a_file_that_is_something_else(tmp_path: Path) -> None:
    (tmp_path / "photo.db").write_bytes(b"not a database at all" * 500)
    with serve("--port", "0", "--data", str(tmp_path / "photo.db")) as process:
        _, refused = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2
    assert "photo.db" in refused
    assert "Traceback" not in refused


def test_a_backup_while_people_play(tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with serving(tmp_path) as served:
        code = served.table()
        with begun(served, code, "Ana", "Beto"):
            arguments = ("--data", str(tmp_path / "tables.db"), "--backup", str(copy))
            with serve(*arguments) as process:
                assert process.wait(PATIENCE) == 0
            with serve(*arguments) as process:
                assert process.wait(PATIENCE) == 2  # it never replaces a file
            rows = served.rows(code)
    store = SqliteStore(copy, read_only=True)
    assert store.load(code) == rows
    store.close()


def test_health_and_figures(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        code = served.table()
        with begun(served, code, "Ana", "Beto"):
            assert served.get("/healthz").text == "ok"
            figures = served.get("/metrics").text.splitlines()
            assert "conquian_tables 1" in figures
            assert "conquian_sockets 2" in figures
            assert "conquian_tables_opened_total 1" in figures
    with serving(tmp_path, metrics="off") as served:
        assert served.get("/metrics").status_code == 404


def test_a_visitor_is_at_a_table_with_one_request(tmp_path: Path) -> None:
    with serving(tmp_path, dealer=None) as served:
        cookies = {"conquian": token_of("Ana")}
        answer = served.post("/play", {"rules": "gamevelvet", "players": "3"}, cookies=cookies)
        code = answer.headers["location"].rpartition("/")[2]
        assert served.get(f"/t/{code}", cookies=cookies).status_code == 200
        ana = Person(served.port, code, "Ana")
        ana.until_stage("playing")
        assert ana.seat == 0
        assert [bool(seat["bot"]) for seat in ana.table["seats"]] == [False, True, True]
        assert code in served.get("/mine", cookies=cookies).text
        ana.close()


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_can_be_played_against_bots(tmp_path: Path, name: str) -> None:
    with serving(tmp_path, dealer=None) as served:
        for players in PRESETS[name].player_counts:
            form = {"rules": name, "players": str(players), "bot": "greedy"}
            answer = served.post("/play", form, cookies={"conquian": token_of("Ana")})
            assert answer.status_code == 303
            ana = Person(served.port, answer.headers["location"].rpartition("/")[2], "Ana")
            for _ in range(3):
                while not ana.legal and ana.table["stage"] in ("shuffling", "playing"):
                    ana.take()
                if ana.legal:
                    assert ana.act(ana.legal[-1])["type"] == "ack"
            ana.close()


def test_the_first_load_of_the_table_is_small(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        code = served.table()
        zipped = {"Accept-Encoding": "gzip"}
        with httpx.stream("GET", f"{served.url}/t/{code}", headers=zipped) as page:
            size = sum(len(part) for part in page.iter_raw())
        text = served.get(f"/t/{code}").text
        for name in ("base.css", "prefs.js"):
            assert f"/static/{_version(text)}/{name}" in text
        root = Path(sys.modules["conquian.server"].__file__ or "").parent / "static"
        names = [root / "base.css", root / "prefs.js", *(root / "table").rglob("*")]
        for path in names:
            if path.suffix in (".css", ".js"):
                url = f"{served.url}/static/{path.relative_to(root).as_posix()}"
                with httpx.stream("GET", url, headers=zipped) as answer:
                    assert answer.status_code == 200
                    size += sum(len(part) for part in answer.iter_raw())
        assert size < 200_000


def _version(page: str) -> str:
    start = page.index("/static/") + len("/static/")
    return page[start : page.index("/", start)]


def test_static_files_are_kept_by_browsers_until_they_change(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        version = _version(served.get(f"/t/{served.table()}").text)
        answer = served.get(f"/static/{version}/base.css")
        assert "immutable" in answer.headers["cache-control"]
        tag = {"If-None-Match": answer.headers["etag"]}
        assert served.get(f"/static/{version}/base.css", headers=tag).status_code == 304
        assert "immutable" not in served.get("/static/base.css").headers["cache-control"]


def test_the_language_of_a_page(tmp_path: Path) -> None:
    with serving(tmp_path) as served:

        def language(path: str, accept: str = "", cookie: str = "") -> str:
            cookies = {"conquian_lang": cookie} if cookie else {}
            text = served.get(path, headers={"Accept-Language": accept}, cookies=cookies).text
            start = text.index('<html lang="') + len('<html lang="')
            return text[start : start + 2]

        assert language("/") == "en"
        assert language("/", "es-MX,es;q=0.9,en;q=0.8") == "es"
        assert language("/", "fr,en;q=0.3,es;q=0.7") == "es"
        assert language("/", "es", cookie="en") == "en"
        assert language("/?lang=es", "en", cookie="en") == "es"
        assert language("/?lang=tlh", "es;q=x,en") == "en"


def test_old_tables_are_deleted_and_idle_ones_leave_the_memory(tmp_path: Path) -> None:
    now = [1000.0]
    with serving(tmp_path, clock=lambda: now[0]) as served:
        code = served.table()
        with begun(served, code, "Ana", "Beto"):
            now[0] += 7200
            served.forget()
            assert served.hub.metrics.gauges["tables"]() == 1  # somebody is there
        until = time.monotonic() + PATIENCE
        while served.hub.metrics.gauges["tables"]() and time.monotonic() < until:
            served.forget()
        assert served.hub.metrics.gauges["tables"]() == 0
        assert len(served.rows(code)) > 4
        assert served.hub.store.delete_before(now[0] - 60) == 0
        assert served.hub.store.delete_before(now[0] + 60) == 1
        assert served.get(f"/t/{code}").status_code == 404


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_restart_with_a_thousand_tables(tmp_path: Path) -> None:
    played = Kept("gamevelvet", 3, options=Options(clock=None)).begun(0, 1, 2)
    rng = Random(3)
    while played.table.stage == "playing" and len(played.rows) < 50:
        played.act(rng)
    assert len(played.rows) > 25
    store = SqliteStore(tmp_path / "tables.db")
    codes = [f"{a}{b}{c}ZZZ" for a in "ABCDEFGHJK" for b in "ABCDEFGHJK" for c in "ABCDEFGHJK"]
    kept: list[Future[None]] = []
    for code in codes:
        kept.append(store.append(code, 1, [played.rows[0] | {"code": code}, *played.rows[1:]]))
        store.note(code, stage="playing", last=time.time())
    for one in kept:
        one.result()
    store.close()
    began = time.monotonic()
    with serving(tmp_path) as served:
        ana = Person(served.port, codes[500], "Zoe")
        assert ana.version == played.table.version
        assert time.monotonic() - began < 5
        ana.close()

        async def all_of_them() -> None:
            for code in codes:
                await served.hub.room(code)

        began = time.monotonic()
        asyncio.run_coroutine_threadsafe(all_of_them(), served._loop).result(60)
        assert time.monotonic() - began < 20
        assert served.hub.metrics.gauges["tables"]() == 1000
