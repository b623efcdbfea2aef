"""Opening tables, coming to them, and what a finished deal leaves (docs/protocol.md §6)."""

from __future__ import annotations

import io
import json
from hmac import compare_digest
from typing import Any, Final
from urllib.parse import parse_qs

import segno
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from conquian.core.errors import BadRules, ConquianError
from conquian.core.match import MatchSettings, default_settings
from conquian.core.ruleset import RuleSet
from conquian.play.settings import Options, TableSettings
from conquian.play.table import Step, Table
from conquian.server import http, sessions
from conquian.server.room import Room
from conquian.server.rules_form import read_rules
from conquian.server.site import Site, Visitor

MOST_NAME: Final = 60


def routes(site: Site) -> list[Route]:
    """The requests of this module."""
    made = _Tables(site)
    return [
        Route("/play", made.play, methods=["POST"]),
        Route("/new", made.new, methods=["POST"]),
        Route("/join", made.join),
        Route("/t/{code}", made.table),
        Route("/t/{code}/qr.svg", made.qr),
        Route("/t/{code}/seat/{key}", made.seat_link, methods=["GET", "POST"]),
        Route("/t/{code}/{number:int}.jsonl", made.record),
    ]


class _Tables:
    def __init__(self, site: Site) -> None:
        self._site = site
        self._hub = site.hub
        self._config = site.config

    # Opening.

    async def play(self, request: Request) -> Response:
        """A table against bots, started at once."""
        site, form = self._site, await read_form(request)
        visitor = site.visitor(request)
        rules = RuleSet.parse(form.get("rules", "clasico"))
        players = whole(form, "players", min(rules.player_counts))
        bot = self._site.hub.allowed_bot(form.get("bot") or self._config.bots[0])
        settings = TableSettings(
            rules, players, read_match(form, rules), Options(clock=None, spectators=False)
        )
        room = await self._open(request, visitor, settings, form.get("name", ""))
        names = site.texts(visitor.lang, "bot_names").get("bot_names", "").split()

        def start(table: Table, at: float) -> Step:
            return table.start(0, at)

        def fill(table: Table, at: float) -> Step:
            return table.fill(0, bot, at, names=names)

        await room.do(fill)
        await room.do(start)
        return site.go(request, visitor, f"/t/{room.code}")

    async def new(self, request: Request) -> Response:
        """A private table; who opens it has the first seat."""
        site, form = self._site, await read_form(request)
        visitor = site.visitor(request)
        rules = read_rules(form)
        players = whole(form, "players", min(rules.player_counts))
        clock = whole(form, "clock", self._config.clock)
        options = Options(
            clock=clock or None,
            spectators=form.get("spectators") == "on",
            chat=form.get("chat", "phrases"),  # type: ignore[arg-type]  # Options checks it
            bots_replace=form.get("bots_replace") == "on",
        )
        packet = whole(form, "packet", 1)
        match = read_match(form, rules)
        settings = TableSettings(rules, players, match, options, packet=packet)
        room = await self._open(request, visitor, settings, form.get("name", ""))
        return site.go(request, visitor, f"/t/{room.code}")

    async def _open(
        self, request: Request, visitor: Visitor, settings: TableSettings, name: str
    ) -> Room:
        hub, factor = self._hub, self._config.address_factor
        where = "address:" + http.address(request, self._config)
        if not hub.openings.allows("session:" + visitor.holder) or not hub.openings.allows(
            where, factor
        ):
            raise ConquianError("too_many_tables")
        room = await hub.open(settings)
        wanted = name.strip()[:MOST_NAME] or self._site.texts(visitor.lang, "page_you")["page_you"]

        def sit(table: Table, at: float) -> Step:
            return table.sit(0, wanted, visitor.holder, at)

        await room.do(sit)
        hub.store.hold(visitor.holder, room.code, 0)
        return room

    # Coming.

    async def join(self, request: Request) -> Response:
        """A code somebody typed."""
        room = await self._hub.room(request.query_params.get("code", "").strip())
        return RedirectResponse(f"/t/{room.code}", 303)

    async def table(self, request: Request) -> Response:
        """The page of a table."""
        site = self._site
        room = await self._hub.room(request.path_params["code"])
        if request.path_params["code"] != room.code:
            return RedirectResponse(f"/t/{room.code}", 303)
        visitor = site.visitor(request)
        words = site.texts(visitor.lang, "client_", "words_")
        invite = f"{http.base_url(request, self._config)}/t/{room.code}"
        seat_link = self._seat_link(room, visitor, invite)
        boot = {
            "code": room.code,
            "lang": visitor.lang,
            "words": words,
            "bots": [
                {"name": bot, "title": words_of}
                for bot, words_of in bot_titles(site, visitor.lang).items()
            ],
            "invite": invite,
            "seat_link": seat_link,
            "qr": f"/t/{room.code}/qr.svg",
        }
        title = site.words(visitor.lang).say("page_table_title", text=room.code)
        return site.page(request, "table.html", 200, title=title, boot=boot, words=words)

    def _seat_link(self, room: Room, visitor: Visitor, invite: str) -> str | None:
        """The personal link of a seat, which gives it to another browser of the same person."""
        seat = room.table.seat_of(visitor.holder)
        if seat is None:
            return None
        return f"{invite}/seat/{seat_key(room.table, seat, visitor.holder)}"

    async def seat_link(self, request: Request) -> Response:
        """The personal link: it asks first, so that a preview of the link takes nothing."""
        site = self._site
        key = request.path_params["key"]
        room = await self._hub.room(request.path_params["code"])
        seat = seat_of_key(room.table, key)
        if seat is None:
            raise HTTPException(404)
        if request.method == "GET":
            name = room.table.seats[seat].name
            return site.page(request, "seat.html", 200, code=room.code, name=name)
        visitor = site.visitor(request)

        def hold(table: Table, at: float) -> Step:
            if seat_of_key(table, key) != seat:  # left or taken since the page was read
                raise HTTPException(404)
            return table.add_holder(seat, visitor.holder, at)

        await room.do(hold)
        self._hub.store.hold(visitor.holder, room.code, seat)
        return site.go(request, visitor, f"/t/{room.code}")

    async def qr(self, request: Request) -> Response:
        """The invitation as a picture for another phone's camera."""
        room = await self._hub.room(request.path_params["code"])
        url = f"{http.base_url(request, self._config)}/t/{room.code}"
        picture = io.BytesIO()
        segno.make(url, error="m", micro=False).save(
            picture, kind="svg", scale=4, border=3, dark="#000", light="#fff"
        )
        return Response(picture.getvalue(), media_type="image/svg+xml")

    async def record(self, request: Request) -> Response:
        """A finished deal as a record (formats.md §2)."""
        room = await self._hub.room(request.path_params["code"])
        number = request.path_params["number"]
        record = room.table.record(number)
        name = f"conquian-{room.code}-{number}.jsonl"
        return Response(
            json.dumps(record.as_object(), ensure_ascii=False) + "\n",
            media_type="application/jsonl; charset=utf-8",
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
        )


def seat_key(table: Table, seat: int, holder: str) -> str:
    """The key in a personal seat link.

    Made from the table's secret, so that only the server can make it, and from the session that
    holds the seat, so that it ends with that: whoever has left, or was removed, can give away
    nothing any more.
    """
    secret = f"{table.settings.bot_seed}/{table.settings.code}/{seat}/{holder}"
    return sessions.hashed("seat link/" + secret)[:43]


def seat_of_key(table: Table, key: str) -> int | None:
    """The seat a personal link gives now, or ``None``."""
    for seat, one in enumerate(table.seats):
        for holder in one.holders:
            right = compare_digest(
                seat_key(table, seat, holder).encode(), key.encode("utf-8", "surrogatepass")
            )
            if right and table.seat_of(holder) == seat:
                return seat
    return None


def bot_titles(site: Site, lang: str) -> dict[str, str]:
    """The bots people may choose, by name, in words."""
    texts = site.texts(lang, "bot_title_")
    return {bot: texts.get(f"bot_title_{bot}", bot) for bot in site.config.bots}


async def read_form(request: Request) -> dict[str, str]:
    """The fields of a form; of a field that comes twice the last.

    Raises:
        HTTPException: 400: it is not a form.
    """
    body = await request.body()
    try:
        fields = parse_qs(body.decode(), keep_blank_values=True, max_num_fields=100)
    except ValueError:
        raise HTTPException(400) from None
    return {name: values[-1] for name, values in fields.items()}


def whole(form: dict[str, str], field: str, default: int) -> int:
    """A whole number of a form; ``default`` where the field is empty.

    Raises:
        BadRules: ``bad_value``.
    """
    text = form.get(field, "").strip()
    if not text:
        return default
    if not (text.isascii() and text.isdecimal() and len(text) < 9):
        raise BadRules("bad_value", field=field, value=text[:40], allowed="0, 1, 2 …")
    return int(text)


def read_match(form: dict[str, str], rules: RuleSet) -> MatchSettings:
    """The match settings of a form; what it does not say is as usual for the rules.

    Raises:
        BadRules: ``bad_value``.
    """
    usual = default_settings(rules)
    given: dict[str, Any] = {
        name: form[name]
        for name in ("first_dealer", "stakes", "after_draw")
        if form.get(name, "").strip()
    }
    for name in ("stake", "deals", "points"):
        number = whole(form, name, 0)
        given[name] = number or getattr(usual, name)
    return MatchSettings(
        **{name: given.get(name, getattr(usual, name)) for name in MatchSettings.__slots__}
    )
