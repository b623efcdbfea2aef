"""What comes in may be anything: it is refused in words, and everybody else plays on."""

from __future__ import annotations

import json
import logging
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

pytest.importorskip("starlette")

from websockets.exceptions import InvalidStatus

from conquian.play.settings import Options
from conquian.server.store_sqlite import SqliteStore
from tests.server.serving import PATIENCE, Person, Served, begun, people, serving, token_of


@pytest.fixture(autouse=True)
def _no_error_in_the_log(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Nothing that comes from outside ends in a traceback."""
    yield
    for record in caplog.records:
        assert record.levelno < logging.ERROR or record.getMessage() in (
            "not_stored",
            "set_aside",
        ), record
        assert not record.exc_info, record


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path) as made:
        yield made


NO_FRAMES: list[str | bytes] = [
    "",
    "{",
    "null",
    "[]",
    '"act"',
    "17",
    "NaN",
    "{}",
    '{"type": "nothing"}',
    '{"type": 7}',
    '{"type": ["act"]}',
    '{"type": "act"}',
    '{"type": "act", "id": 7, "action": "pass"}',
    '{"type": "act", "id": "x", "action": ["pass"]}',
    '{"type": "act", "id": "x", "action": "pass", "version": "one"}',
    '{"type": "act", "id": "x", "action": "pass", "version": -1}',
    '{"type": "act", "id": "x", "action": "pass", "version": 1e400}',
    '{"type": "act", "id": "x", "action": "pass", "version": ' + "9" * 5000 + "}",
    json.dumps({"type": "act", "id": "x" * 41, "action": "pass"}),
    json.dumps({"type": "act", "id": "x", "action": "p" * 5000}),
    json.dumps({"type": "preview", "id": "x", "cards": ["7c"] * 1000}),
    json.dumps({"type": "preview", "id": "x", "cards": [["7c"]]}),
    '{"type": "arrange", "layout": {"7c": 1}}',
    '{"type": "commit", "deal": 1, "value": "no digest"}',
    '{"type": "commit", "deal": -1, "value": "' + "0" * 64 + '"}',
    '{"type": "sit", "id": "x", "seat": -1}',
    '{"type": "sit", "id": "x", "seat": true}',
    '{"type": "sit", "id": "x", "seat": 1.5}',
    '{"type": "host", "id": "x", "do": "rule the world"}',
    '{"type": "clock", "off": "yes"}',
    '{"type": "hello", "lang": "tlh"}',
    '{"type": "hello", "faces": "tarot"}',
    '{"type": "hello", "version": {}}',
    "[" * 30_000 + "]" * 30_000,
    '{"type": "ping", "t": ' + '{"a": ' * 9_000 + "1" + "}" * 9_000 + "}",
    '{"type": "act", "id": "\\ud800", "action": "pass"}',
    b"\x00\xff\xfe",
    b'{"type": "act", "id": "\xff", "action": "pass"}',
]


@pytest.mark.parametrize("data", NO_FRAMES, ids=range(len(NO_FRAMES)))
def test_what_is_no_frame_is_refused(served: Served, data: str | bytes) -> None:
    code = served.table()
    with begun(served, code, "Ana", "Beto") as sitting:
        ana = sitting[0]
        ana.quiet(0.02)
        kept = served.rows(code)
        ana.send_raw(data)
        answer = ana.take()
        assert (answer["type"], answer["code"]) == ("refused", "bad_frame")
        assert answer["text"]
        assert ana.ask(type="say", phrase="hello")["type"] == "ack"
        assert served.rows(code)[: len(kept)] == kept
        assert len(served.rows(code)) == len(kept) + 1


ODD_ACTIONS = [
    "",
    " ",
    "pass pass",
    "take",
    "take 99z",
    "take 7c,7c,7c",
    "pay",
    "pay yuca",
    "force 99",
    "force -1",
    "give ☃",
    "meld \u0000",
    "meld 7c 7c" * 30,
    "PASS\u202e",
    "'; DROP TABLE log; --",
]


@pytest.mark.parametrize("action", ODD_ACTIONS, ids=range(len(ODD_ACTIONS)))
def test_actions_that_are_none(served: Served, action: str) -> None:
    code = served.table()
    with begun(served, code, "Ana", "Beto") as sitting:
        acting = next(one for one in sitting if one.legal)
        version = acting.version
        answer = acting.act(action)
        assert answer["type"] == "refused"
        assert answer["text"]
        assert answer["version"] == version
        assert acting.act(acting.legal[0])["type"] == "ack"


def test_nothing_is_answered_before_hello(served: Served) -> None:
    code = served.table()
    person = Person(served.port, code, "Ana", greet=False)
    assert person.ask(type="act", action="pass")["code"] == "hello_first"
    person.send(type="hello", protocol=99)
    assert person.take()["code"] == "other_protocol"
    person.send(type="hello", protocol=1)
    person.until("welcome")
    person.send(type="ping", t="now")
    assert person.until("pong")["t"] == "now"
    person.close()


def test_a_frame_that_is_too_long_ends_the_connection_alone(served: Served) -> None:
    code = served.table()
    with begun(served, code, "Ana", "Beto") as (ana, beto):
        ana.send_raw('{"type": "ping", "t": "' + "x" * 70_000 + '"}')
        assert ana.until_closed() == 1009
        assert beto.ask(type="say", phrase="hello")["type"] == "ack"


def test_who_sends_nothing_sensible_is_shown_out(served: Served) -> None:
    code = served.table()
    person = Person(served.port, code)
    for _ in range(25):
        person.send_raw("nonsense")
    assert person.until_closed() == 1008
    assert person.frames[-1]["code"] == "too_many"


def test_who_sends_too_much_is_slowed_down(tmp_path: Path) -> None:
    with serving(tmp_path, frames_per_second=5.0) as served:
        code = served.table()
        person = Person(served.port, code, "Ana")
        for number in range(25):
            person.send(type="ping", t=number)
        assert person.until("refused")["code"] == "too_fast"
        other = Person(served.port, code, "Beto")  # the same address, another browser
        other.send(type="ping", t=1)
        other.until("pong")
        for one in (person, other):
            one.close()


def test_who_does_not_read_is_shown_out_and_holds_nobody_up(tmp_path: Path) -> None:
    with serving(tmp_path, frames_per_second=100_000.0) as served:
        code = served.table(options=Options(clock=None, chat="free"))  # type: ignore[arg-type]
        with begun(served, code, "Ana", "Beto") as sitting:
            sitting[1].close()
            served.listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
            with socket.create_connection(("127.0.0.1", served.port)) as deaf:
                deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                deaf.sendall(
                    f"GET /t/{code}/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
                    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
                )
                assert b"101" in deaf.recv(64)
                hello = b'{"type":"hello","protocol":1}'
                deaf.sendall(bytes([0x81, 0x80 | len(hello)]) + bytes(4) + hello)
                sitting[0].until("presence")
                open_before = served.hub.sockets.total
                for _ in range(1500):
                    assert sitting[0].ask(type="say", text="¡" * 190)["type"] == "ack"
                    if served.hub.sockets.total < open_before:
                        break
                until = time.monotonic() + PATIENCE
                while served.hub.sockets.total == open_before and time.monotonic() < until:
                    sitting[0].quiet(0.1)
                assert served.hub.sockets.total == open_before - 1


# Who somebody is.


@pytest.mark.parametrize(
    "cookie", ["", "x", "ñ" * 43, "a" * 42, "a" * 4000, token_of("Ana")[:-1] + "!", "%00" * 14]
)
def test_a_forged_session_has_no_seat(served: Served, cookie: str) -> None:
    code = served.table()
    with begun(served, code, "Ana", "Beto"):
        forged = Person(served.port, code, headers={"Cookie": f"conquian={cookie}"})
        assert forged.seat is None
        assert forged.view is not None
        assert forged.view["hand"] is None
        assert forged.ask(type="act", action="pass")["code"] == "spectator"
        forged.close()


def test_a_seat_in_a_frame_means_nothing(served: Served) -> None:
    code = served.table()
    with begun(served, code, "Ana", "Beto") as sitting:
        acting = next(one for one in sitting if one.legal)
        other = sitting[1 - sitting.index(acting)]
        answer = other.act(acting.legal[0], seat=acting.seat, by="bot", holder="h0")
        assert answer["type"] == "refused"
        stranger = Person(served.port, code, "Carla")
        assert stranger.ask(type="sit", seat=0, name="Ana")["code"] == "seat_taken"
        assert stranger.ask(type="sit", seat=7, name="Ana")["code"] == "table_no_such_seat"
        stranger.close()


@pytest.mark.parametrize("bot", ["cmd:touch owned", "cmd:", "nobody", "", None, "heuristic "])
def test_no_visitor_names_a_program_as_a_bot(served: Served, bot: str | None) -> None:
    with people(served, served.table(), "Ana") as (ana,):
        ana.sit(0)
        answer = ana.host("fill", bot=bot)
        assert (answer["type"], answer["code"]) == ("refused", "bad_value")
        assert ana.table["seats"][1]["bot"] is None


def test_a_personal_link_is_not_taken_by_looking_at_it(served: Served) -> None:
    code = served.table()
    with begun(served, code, "Ana", "Beto"):
        cookie = {"conquian": token_of("Ana")}
        page = served.get(f"/t/{code}", cookies=cookie).text
        assert served.get(f"/t/{code}/seat/{'x' * 43}").status_code == 404
        start = page.index("/seat/")
        link = page[start - len(f"/t/{code}") : start + len("/seat/") + 43]
        stranger = {"conquian": token_of("Ana's other browser")}
        assert served.get(link, cookies=stranger).status_code == 200
        there = Person(served.port, code, "Ana's other browser")
        assert there.seat is None
        assert served.post(link, {}, cookies=stranger).status_code == 303
        again = Person(served.port, code, "Ana's other browser")
        assert again.seat == 0
        there.close()
        again.close()
        assert "/seat/" not in served.get(f"/t/{code}", cookies={}).text


# Where somebody comes from.


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1", "x"])
def test_a_foreign_page_opens_no_socket(served: Served, origin: str) -> None:
    code = served.table()
    with pytest.raises(InvalidStatus) as refused:
        Person(served.port, code, "Ana", headers={"Origin": origin})
    assert refused.value.response.status_code == 403


def test_our_own_page_opens_one(served: Served) -> None:
    code = served.table()
    Person(served.port, code, "Ana", headers={"Origin": served.url}).close()


@pytest.mark.parametrize(
    "headers", [{"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}]
)
def test_a_foreign_page_opens_no_table(served: Served, headers: dict[str, str]) -> None:
    answer = served.post("/play", {"rules": "clasico"}, headers=headers)
    assert answer.status_code == 403
    assert served.hub.metrics.counts["tables_opened"] == 0


def test_one_address_cannot_take_all_connections(tmp_path: Path) -> None:
    with serving(tmp_path, most_sockets_of_address=5, trusted_proxy="127.0.0.1") as served:
        _crowd(served, 40, 5)


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_thousands_of_connections_from_one_address(tmp_path: Path) -> None:
    limits: dict[str, Any] = {"requests_per_second": 10.0, "frames_per_second": 15.0}
    with serving(tmp_path, trusted_proxy="127.0.0.1", **limits) as served:
        _crowd(served, 3000, 200)


def _crowd(served: Served, coming: int, most: int) -> None:
    code = served.table()
    inside: list[Person] = []
    refused = []
    for _ in range(coming):
        try:
            crowd = {"X-Forwarded-For": "10.0.0.1"}
            inside.append(Person(served.port, code, headers=crowd, greet=False))
        except InvalidStatus as fault:
            refused.append(fault.response.status_code)
    assert 0 < len(inside) <= most
    assert refused == [403] * (coming - len(inside))
    other = Person(served.port, code, "Ana", headers={"X-Forwarded-For": "1.2.3.4, 10.0.0.2"})
    assert other.sit(0)["type"] == "ack"
    other.close()
    for person in inside:
        person.close()


def test_one_browser_asks_for_too_many_pages(tmp_path: Path) -> None:
    with serving(tmp_path, requests_per_second=1.0) as served:
        cookies = {"conquian": token_of("Ana")}
        found = {served.get("/healthz", cookies=cookies).status_code for _ in range(20)}
        assert found == {200, 429}
        assert served.get("/healthz").status_code == 200  # another browser of that address


def test_one_browser_opens_too_many_tables(tmp_path: Path) -> None:
    with serving(tmp_path, most_tables_of_session=3) as served:
        cookies = {"conquian": token_of("Ana")}
        made = [served.post("/play", {}, cookies=cookies).status_code for _ in range(5)]
        assert made == [303, 303, 303, 429, 429]


# Requests.


@pytest.mark.parametrize(
    "path",
    [
        "/static/../config.py",
        "/static/%2e%2e/config.py",
        "/static/..%2fconfig.py",
        "/static//etc/passwd",
        "/static/%00",
        "/static/table/../../config.py",
        "/static/" + "a" * 3000,
        "/t/../../etc/passwd",
        "/t/%2e%2e%2fx",
        "/t/" + "A" * 5000,
        "/t/ABCDEF",
        "/t/ABCDEF/1.jsonl",
        "/t/ABCDEF/-1.jsonl",
        "/t/'; DROP TABLE log; --",
        "/t/ABCDEF/seat/..%2f..%2f",
        "/t/%F0%9F%82%A1",
        "/join?code=../../etc/passwd",
        "/join?code=" + "%00" * 10,
        "/rules/../../config",
        "/nothing",
    ],
)
def test_paths_that_lead_nowhere(served: Served, path: str) -> None:
    with socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE) as raw:
        line = path.replace(" ", "%20")
        raw.sendall(f"GET {line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        answer = b""
        while part := raw.recv(65536):
            answer += part
    assert answer.split(b" ")[1] == b"404", answer[:300]
    assert b"Config" not in answer
    assert b"root:" not in answer
    assert b"Traceback" not in answer


BAD_FORMS: list[dict[str, str]] = [
    {"rules": "no such game"},
    {"rules": "clasico(pack=none)"},
    {"rules": "house(" * 3000},
    {"rules": "clasico", "players": "99"},
    {"rules": "clasico", "players": "-2"},
    {"rules": "clasico", "players": "two"},
    {"rules": "clasico", "players": "9" * 400},
    {"rules": "clasico", "bot": "cmd:touch /tmp/owned"},
    {"rules": "clasico", "bot": "nobody"},
    {"rules": "clasico", "stakes": "my house"},
    {"rules": "clasico", "stake": "-5"},
]


@pytest.mark.parametrize("form", BAD_FORMS, ids=range(len(BAD_FORMS)))
def test_tables_that_cannot_be(served: Served, form: dict[str, str]) -> None:
    answer = served.post("/play", form, headers={"Accept-Language": "es"})
    assert answer.status_code == 400
    assert "Traceback" not in answer.text
    assert served.hub.metrics.counts["tables_opened"] == 0


@pytest.mark.parametrize(
    "body", [b"\xff\xfe=1", b"a=1&" * 500, b"%", b"rules=%ff", b"{}", b"\x00"], ids=range(6)
)
def test_forms_that_are_none(served: Served, body: bytes) -> None:
    answer = httpx.post(served.url + "/new", content=body, timeout=PATIENCE)
    assert answer.status_code in (303, 400)  # what is not a field is not there


def test_bodies_that_are_too_long(served: Served) -> None:
    long = b"a=" + b"x" * 600_000
    assert httpx.post(served.url + "/play", content=long).status_code == 413

    def endless() -> Iterator[bytes]:
        for _ in range(20):
            yield b"x" * 50_000

    try:
        status = httpx.post(served.url + "/play", content=endless(), timeout=PATIENCE).status_code
    except httpx.HTTPError:
        status = 0  # the connection has been closed
    assert status in (0, 400, 413)
    assert served.get("/healthz").status_code == 200


def test_half_a_request_and_half_a_handshake(served: Served) -> None:
    code = served.table()
    for text in (
        "GET / HT",
        f"GET /t/{code}/socket HTTP/1.1\r\nUpgrade: websocket\r\n",
        "\x16\x03",
    ):
        with socket.create_connection(("127.0.0.1", served.port)) as raw:
            raw.sendall(text.encode())
    assert served.get("/healthz").status_code == 200


def test_what_every_page_says_to_the_browser(served: Served) -> None:
    code = served.table()
    for path in ("/", f"/t/{code}", "/nothing", "/healthz", "/static/base.css", "/mine"):
        answer = served.get(path)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "server" not in answer.headers
    cookie = served.get(f"/t/{code}").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Secure" not in cookie


def test_https_behind_a_proxy_makes_the_cookie_secure(tmp_path: Path) -> None:
    with serving(tmp_path, trusted_proxy="127.0.0.1") as served:
        code = served.table()
        forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "10.0.0.1"}
        answer = served.get(f"/t/{code}", headers=forwarded)
        assert "Secure" in answer.headers["set-cookie"]
        assert served.get("/metrics", headers=forwarded).status_code == 404
        assert served.get("/metrics").status_code == 200


# What is kept.


def test_a_full_disk_refuses_and_everybody_stays_where_he_is(tmp_path: Path) -> None:
    free: Any = "free"
    with serving(tmp_path, most_pages=36) as served:
        code = served.table(options=Options(clock=None, chat=free))
        with begun(served, code, "Ana", "Beto") as sitting:
            said = 0
            while (answer := sitting[0].ask(type="say", text="x" * 190))["type"] == "ack":
                said += 1
                assert said < 2000
                sitting[1].take()
            assert answer["code"] == "not_stored"
            assert answer["text"]
            for person in sitting:
                person.quiet(0.05)
            ana, beto = sitting
            assert ana.version == beto.version
            assert len([e for e in beto.events if e["event"]["event"] == "said"]) == said
            acting = next(one for one in sitting if one.legal)
            view = acting.view
            refused = acting.act(acting.legal[0])
            if refused["type"] == "refused":  # a page may have had room for so small a row
                assert refused["code"] == "not_stored"
                acting.quiet(0.05)
                assert acting.view == view
            kept = len(served.rows(code))
            assert served.post("/play", {"rules": "mexicano"}).status_code in (303, 503)
            for person in sitting:
                person.quiet(0.05)
        version = ana.version
    with serving(tmp_path) as served:  # with room again, it goes on
        assert len(served.rows(code)) >= kept
        again = Person(served.port, code, "Ana")
        assert again.version == version
        assert again.ask(type="say", phrase="hello")["type"] == "ack"
        again.close()


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        code = served.table()
        with begun(served, code, "Ana", "Beto") as sitting:
            version = max(one.version for one in sitting)
    read_only = SqliteStore(tmp_path / "tables.db", read_only=True)
    with serving(tmp_path, store=read_only) as served:
        ana, beto = (Person(served.port, code, name) for name in ("Ana", "Beto"))
        assert ana.version == beto.version == version
        acting = ana if ana.legal else beto
        for _ in range(3):
            acting.quiet(0.05)
            answer = acting.act(acting.legal[0])
            assert (answer["type"], answer["code"]) == ("refused", "not_stored")
        acting.quiet(0.05)
        assert acting.version == version
        assert served.post("/play", {}).status_code == 503
        assert served.get(f"/t/{code}").status_code == 200
        ana.close()
        beto.close()


def test_a_log_that_does_not_replay_is_set_aside(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    opening = {"kind": "open", "at": 1.0, "engine": "99.0", "log": 99}
    store.append("NEWKEY", 1, [opening]).result()
    with serving(tmp_path, store=store) as served:
        good = served.table()
        rows = served.rows(good)
        store.append("BADRAW", 1, [*rows, {"kind": "act", "at": 1.0, "seat": 9}]).result()
        old = [rows[0] | {"engine": "0.0.1", "code": "AGEDEN"}, *rows[1:]]
        store.append("AGEDEN", 1, old).result()
        for code in ("NEWKEY", "BADRAW"):
            kept = store.load(code)
            for _ in range(2):
                answer = served.get(f"/t/{code}", headers={"Accept-Language": "en"})
                assert answer.status_code == 404
                with pytest.raises(InvalidStatus):
                    Person(served.port, code)
            assert store.load(code) == kept
        store.flush()
        assert {code for code, _ in store.set_aside()} == {"NEWKEY", "BADRAW"}
        for code in (good, "AGEDEN"):
            person = Person(served.port, code, "Ana")
            assert person.sit(0)["type"] == "ack"
            person.close()
