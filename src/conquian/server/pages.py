"""The pages people read: lobby and everything around the tables."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from conquian.core.catalogue.explain import title
from conquian.core.presets import ABOUT, PRESETS
from conquian.server.site import Site
from conquian.server.tables import bot_titles


def routes(site: Site) -> list[Route]:
    """The requests of this module."""
    made = _Pages(site)
    return [Route("/", made.lobby)]


class _Pages:
    def __init__(self, site: Site) -> None:
        self._site = site

    async def lobby(self, request: Request) -> Response:
        """Play at once; everything else is one tap further."""
        site = self._site
        lang = site.visitor(request).lang
        words = site.words(lang)
        presets = [
            {
                "name": name,
                "title": words.said(named) if (named := title(rules)) else name,
                "line": words.say(f"preset_line_{name}"),
                "players": list(rules.player_counts),
                "reconstruction": ABOUT[name].reconstruction,
            }
            for name, rules in PRESETS.items()
        ]
        usual = "mexicano" if lang == "es" else "clasico"
        return site.page(
            request, "lobby.html", 200, presets=presets, usual=usual, bots=bot_titles(site, lang)
        )
