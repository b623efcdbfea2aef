"""The pages people read: lobby and everything around the tables."""

from __future__ import annotations

import inspect
import re
from datetime import UTC, datetime
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from conquian.core.catalogue import sentences
from conquian.core.catalogue.words import Words
from conquian.core.presets import ABOUT, PRESETS
from conquian.core.ruleset import RuleSet
from conquian.dealing import fair
from conquian.server.choices import preset_choices, preset_title
from conquian.server.site import Site
from conquian.server.tables import bot_titles

USUAL: Final = {"es": "mexicano", "en": "clasico"}
"""Language → what somebody plays who has chosen nothing."""
_FAN: Final = ("1o", "7c", "11e", "12b")
_MOST_MINE: Final = 50
_ENDED: Final = ("over", "closed")


def routes(site: Site) -> list[Route]:
    """The requests of this module."""
    made = _Pages(site)
    return [
        Route("/", made.lobby),
        Route("/mine", made.mine),
        Route("/fair", made.fair),
        Route("/verify", made.verify),
    ]


class _Pages:
    def __init__(self, site: Site) -> None:
        self._site = site

    async def lobby(self, request: Request) -> Response:
        """Play at once; everything else is one tap further."""
        site = self._site
        lang = site.visitor(request).lang
        words = site.words(lang)
        usual = USUAL[lang]
        return site.page(
            request,
            "lobby.html",
            200,
            presets=preset_choices(words),
            usual={"name": usual, "title": preset_title(PRESETS[usual], words)},
            bots=self._bots(words),
            mine=[one for one in self._seats(request) if one["stage"] not in ("over", "closed")][
                :5
            ],
            fan=_FAN,
            fan_faces=str(ABOUT[usual].faces),
        )

    def _bots(self, words: Words) -> list[dict[str, str]]:
        """Who may be played against, with a line that says how he plays."""
        known = sentences()
        made = []
        for name, called in bot_titles(self._site, words.lang).items():
            line = f"bot_line_{name}"
            text = words.say(line if line in known else "bot_line_other")
            made.append({"name": name, "title": called, "line": text})
        return made

    async def mine(self, request: Request) -> Response:
        """The tables at which this browser has a seat."""
        return self._site.page(request, "mine.html", 200, mine=self._seats(request))

    def _seats(self, request: Request) -> list[dict[str, str]]:
        visitor = self._site.visitor(request)
        if visitor.is_new:
            return []
        held = self._site.hub.store.seats_of(visitor.holder)
        held.sort(key=lambda seat: -seat.last)
        made = []
        for seat in held[:_MOST_MINE]:
            when = datetime.fromtimestamp(seat.last, UTC)
            made.append(
                {
                    "code": seat.code,
                    "stage": seat.stage,
                    "iso": when.isoformat(timespec="seconds"),
                    "when": when.strftime("%Y-%m-%d %H:%M UTC"),
                }
            )
        return made

    async def fair(self, request: Request) -> Response:
        """How a deal is made fair, and what that does not prove."""
        return self._site.page(request, "fair.html", 200, definition=definition())

    async def verify(self, request: Request) -> Response:
        """The page that checks a record in the browser."""
        site = self._site
        texts = site.texts(site.visitor(request).lang, "verify_")
        boot = {"words": texts} | verify_rules()
        return site.page(request, "verify.html", 200, boot=boot)


def verify_rules() -> dict[str, Any]:
    """What ``static/pages/checking.js`` needs to read the rules of a record."""
    plain = RuleSet(id="house", hand=((2, 1),)).as_object()
    del plain["hand"]
    return {
        "presets": {name: rules.as_object() for name, rules in PRESETS.items()},
        "defaults": plain,
    }


def definition() -> str:
    """The definition of the shuffle, as it stands in ``dealing.fair``."""
    text = inspect.getdoc(fair) or ""
    return re.sub(r"``|\*+", "", text[max(0, text.find("Definition, version")) :])
