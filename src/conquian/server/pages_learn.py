"""The tutorial as a page, and its answers (docs/protocol.md §6)."""

from __future__ import annotations

import json
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from conquian.core.errors import CannotParse, ConquianError
from conquian.core.presets import Faces
from conquian.server import learn
from conquian.server.pages import USUAL
from conquian.server.site import Site

FACES: Final = {"es": Faces.SPANISH, "en": Faces.FRENCH}
"""Language → the faces of the tutorial, where nobody has chosen others at a table."""
_MOST_TEXT: Final = 200


def routes(site: Site) -> list[Route]:
    """The requests of this module."""
    made = _Learn(site)
    return [
        Route("/learn", made.page),
        Route("/api/learn", made.answer, methods=["POST"]),
    ]


class _Learn:
    def __init__(self, site: Site) -> None:
        self._site = site

    async def page(self, request: Request) -> Response:
        """The tutorial, at the step that is asked for or the first."""
        site = self._site
        lang = site.visitor(request).lang
        names = [step.name for step in learn.steps()]
        wanted = request.query_params.get("step", "")
        first = learn.answer(wanted if wanted in names else names[0], (), lang, FACES[lang])
        words = site.words(lang)
        titles = [(name, words.say(f"learn_{name}_title")) for name in names]
        boot = {"words": site.texts(lang, "learn_ui_", "words_"), "shown": first}
        return site.page(
            request, "learn.html", 200, shown=first, titles=titles, boot=boot, usual=USUAL[lang]
        )

    async def answer(self, request: Request) -> Response:
        """The position after what the learner has done, or why the last thing was refused."""
        lang = self._site.visitor(request).lang
        try:
            data = json.loads(await request.body())
            name, actions, faces = _read(data, lang)
            shown = learn.answer(name, actions, lang, faces)
        except (ValueError, RecursionError):
            return self._refused(CannotParse("learn_actions"), lang)
        except ConquianError as fault:
            return self._refused(fault, lang)
        return JSONResponse(shown)

    def _refused(self, fault: ConquianError, lang: str) -> Response:
        text = self._site.words(lang).refusal(fault)
        return JSONResponse({"error": {"code": fault.code, "text": text}}, 400)


def _read(data: Any, lang: str) -> tuple[str, list[str], Faces]:
    """The parts of a request.

    Raises:
        CannotParse: ``learn_actions``: it has other ones.
    """
    if not isinstance(data, dict):
        raise CannotParse("learn_actions")
    name, actions, faces = data.get("step"), data.get("actions"), data.get("faces")
    if (
        not isinstance(name, str)
        or not isinstance(actions, list)
        or len(actions) > learn.MOST_ACTIONS
        or not all(isinstance(one, str) and len(one) <= _MOST_TEXT for one in actions)
    ):
        raise CannotParse("learn_actions")
    return name, actions, Faces(faces) if faces in set(Faces) else FACES[lang]
