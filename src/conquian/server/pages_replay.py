"""Looking at finished deals: those of a table, and those of a file (docs/protocol.md §6)."""

from __future__ import annotations

import asyncio
from io import BytesIO
from itertools import islice
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from conquian.core.catalogue import add_part
from conquian.core.errors import CannotParse
from conquian.core.presets import Faces
from conquian.records.format import GameRecord
from conquian.records.reader import ReadRecord, Refusal, read_records
from conquian.server.pages_rules import heading, rule_words
from conquian.server.replaying import replay, replay_words, usual_faces
from conquian.server.site import Site
from conquian.server.tables import read_form

add_part("conquian.server", "replay_words")

MOST_BYTES: Final = 256 * 1024
"""Of a file of records: some hundred deals."""
MOST_RECORDS: Final = 200


def routes(site: Site) -> list[Route]:
    """The requests of this module."""
    made = _Replays(site)
    return [
        Route("/t/{code}/{number:int}", made.page),
        Route("/t/{code}/{number:int}.json", made.frames),
        Route("/replay", made.empty),
        Route("/replay", made.file, methods=["POST"]),
        Route("/api/replay", made.file_frames, methods=["POST"]),
    ]


class _Replays:
    def __init__(self, site: Site) -> None:
        self._site = site

    # A deal of a table.

    async def page(self, request: Request) -> Response:
        """The deal, told from its first card to its last; the client shows it step by step."""
        record, mine = await self._finished(request)
        code, number = request.path_params["code"].upper(), request.path_params["number"]
        lang = self._site.visitor(request).lang
        words = self._site.words(lang)
        return self._site.page(
            request,
            "replay.html",
            200,
            title=words.say("replay_of", number=number, text=code),
            back=f"/t/{code}",
            shown=self._shown(record, lang, _seat(request), _faces(request), mine),
            source=f"/t/{code}/{number}.json",
            download=f"/t/{code}/{number}.jsonl",
            **self._usual(record, lang),
        )

    async def frames(self, request: Request) -> Response:
        """The same for the client."""
        record, mine = await self._finished(request)
        lang = self._site.visitor(request).lang
        seat, faces = _seat(request), _faces(request)
        return JSONResponse(self._shown(record, lang, seat, faces, mine))

    async def _finished(self, request: Request) -> tuple[GameRecord, int | None]:
        """The record of a finished deal, and the seat this browser holds at its table.

        Raises:
            NoSuchTable: ``no_such_table``.
            NotLegal: ``deal_not_finished``: a live deal is shown to nobody; ``no_such_deal``.
        """
        room = await self._site.hub.room(request.path_params["code"])
        record = room.table.record(request.path_params["number"])
        return record, room.table.seat_of(self._site.visitor(request).holder)

    def _shown(
        self,
        record: GameRecord,
        lang: str,
        seat: int | None,
        faces: Faces | None,
        mine: int | None,
    ) -> dict[str, Any]:
        words = replay_words(record, lang, faces)
        shown: dict[str, Any] = replay(record, seat, words, mine=mine)
        shown["usual_faces"] = str(usual_faces(record.rules))
        return shown

    def _usual(self, record: GameRecord | None, lang: str) -> dict[str, Any]:
        """What both pages need."""
        named = None if record is None else heading(record.rules, rule_words(record.rules, lang))
        return {
            "named": named,
            "rules": None if record is None else str(record.rules),
            "texts": self._site.texts(lang, "replay_", "words_"),
        }

    # A file.

    async def empty(self, request: Request) -> Response:
        """The page a file can be dropped on."""
        return self._file_page(request, None, "")

    async def file(self, request: Request) -> Response:
        """The records of a text that was pasted; works without scripts."""
        form = await read_form(request)
        text = form.get("records", "")
        answer = await self._read(request, text.encode("utf-8", "replace"))
        return self._file_page(request, answer, text)

    def _file_page(self, request: Request, answer: dict[str, Any] | None, text: str) -> Response:
        lang = self._site.visitor(request).lang
        status = 200 if answer is None or answer["replay"] is not None else 400
        return self._site.page(
            request,
            "replay.html",
            status,
            title=self._site.words(lang).say("replay_file_title"),
            back=None,
            shown=None if answer is None else answer["replay"],
            listed=[] if answer is None else answer["records"],
            pasted=text,
            source=None,
            download=None,
            **self._usual(None, lang),
        )

    async def file_frames(self, request: Request) -> Response:
        """The records of a file; the body is the file, ``?record=`` says which is shown."""
        answer = await self._read(request, await request.body())
        return JSONResponse(answer, 200 if answer["replay"] is not None else 400)

    async def _read(self, request: Request, body: bytes) -> dict[str, Any]:
        if len(body) > MOST_BYTES:
            raise HTTPException(413)
        lang = self._site.visitor(request).lang
        chosen, seat, faces = _number(request, "record"), _seat(request), _faces(request)
        return await asyncio.to_thread(self._replayed, body, lang, chosen, seat, faces)

    def _replayed(
        self, body: bytes, lang: str, chosen: int | None, seat: int | None, faces: Faces | None
    ) -> dict[str, Any]:
        """Every record of ``body`` in a line, one of them whole: the chosen or the first good."""
        found = list(islice(read_records(BytesIO(body)), MOST_RECORDS))
        plain = self._site.words(lang)
        if not found:
            found = [Refusal(1, 0, CannotParse("replay_nothing"))]
        listed, shown = [], None
        for place, one in enumerate(found):
            line: dict[str, Any] = {"line": one.line, "ok": isinstance(one, ReadRecord)}
            if isinstance(one, Refusal):
                where = plain.say("replay_where", line=one.line, number=one.ply)
                line["text"] = f"{where} {plain.refusal(one.fault)}"
            else:
                named = heading(one.record.rules, rule_words(one.record.rules, lang))
                names = plain.listed(replay_words(one.record, lang).names)
                line["text"] = plain.say("replay_entry", number=place + 1, title=named, text=names)
                if shown is None and chosen in (None, place):
                    shown = self._shown(one.record, lang, seat, faces, None)
                    shown["record"] = place
            listed.append(line)
        return {"records": listed, "replay": shown}


def _number(request: Request, name: str) -> int | None:
    text = request.query_params.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else None


def _seat(request: Request) -> int | None:
    return _number(request, "seat")


def _faces(request: Request) -> Faces | None:
    text = request.query_params.get("faces", "")
    return Faces(text) if text in set(Faces) else None
