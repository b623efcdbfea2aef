"""What every page needs: templates, words, the browser's session."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

import jinja2
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from conquian.core.catalogue import sentences
from conquian.core.catalogue.words import Words
from conquian.core.errors import ConquianError
from conquian.core.presets import Faces
from conquian.server import http, sessions
from conquian.server.config import Config
from conquian.server.hub import Hub
from conquian.server.static_files import StaticFiles

TEMPLATES: Final = Path(__file__).parent / "templates"


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who asks.

    Attributes:
        token: the session; new if the browser had none.
        is_new: it must be sent.
        lang: the language of the page.
    """

    token: str
    is_new: bool
    lang: str

    @property
    def holder(self) -> str:
        """What identifies the browser at tables."""
        return sessions.hashed(self.token)


def _in_language(request: Request, lang: str) -> str:
    """The address of the same page in another language; of an answer to a form, the start."""
    if request.method not in ("GET", "HEAD"):
        return f"/?lang={lang}"
    kept = [(name, value) for name, value in request.query_params.multi_items() if name != "lang"]
    return f"{request.url.path}?{urlencode([*kept, ('lang', lang)])}"


class Site:
    """The pages' common ground.

    Attributes:
        config, hub, static: the options, the tables, the client's files.
    """

    def __init__(self, config: Config, hub: Hub, static: StaticFiles) -> None:
        self.config = config
        self.hub = hub
        self.static = static
        self.templates = jinja2.Environment(
            loader=jinja2.FileSystemLoader(TEMPLATES),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )

    def visitor(self, request: HTTPConnection) -> Visitor:
        """Who asks, with a new session if there is none."""
        token = sessions.token_of(request)
        lang = http.language(request)
        return Visitor(token or sessions.new_token(), token is None, lang)

    def words(self, lang: str, faces: Faces = Faces.SPANISH) -> Words:
        """Words that are not about a table."""
        return Words(lang, faces, "spanish40")

    def texts(self, lang: str, *prefixes: str) -> dict[str, str]:
        """All sentences whose code begins with one of ``prefixes``, in one language."""
        return {code: text[lang] for code, text in sentences().items() if code.startswith(prefixes)}

    def page(
        self, request: Request, name: str, status: int = 200, /, **context: Any
    ) -> HTMLResponse:
        """A page: template ``name`` with the context every page has and its own."""
        visitor = self.visitor(request)
        words = self.words(visitor.lang)
        context = {
            "lang": visitor.lang,
            "static": self.static.prefix,
            "say": words.say,
            "path": request.url.path,
            "query": request.url.query,
            "address_in": lambda lang: _in_language(request, lang),
        } | context
        text = self.templates.get_template(name).render(context)
        response = HTMLResponse(text, status)
        self.remember(request, response, visitor)
        return response

    def go(self, request: Request, visitor: Visitor, url: str) -> RedirectResponse:
        """303 to another page."""
        response = RedirectResponse(url, 303)
        self.remember(request, response, visitor)
        return response

    def remember(self, request: Request, response: Response, visitor: Visitor) -> None:
        """Send the cookies that are new."""
        secure = http.is_secure(request, self.config)
        if visitor.is_new:
            sessions.give_cookie(response, visitor.token, secure=secure)
        if request.query_params.get("lang") == visitor.lang:
            response.set_cookie(
                http.LANG_COOKIE, visitor.lang, max_age=31536000, samesite="lax", secure=secure
            )

    def refuse(self, request: Request, fault: ConquianError, status: int = 400) -> HTMLResponse:
        """A page that says why something was not done."""
        words = self.words(http.language(request))
        return self.error(request, status, words.refusal(fault))

    def error(self, request: Request, status: int, text: str | None = None) -> HTMLResponse:
        """A page that says what went wrong."""
        code = f"page_error_{status}"
        if text is None:
            known = sentences()
            text = known[code if code in known else "page_error_500"][http.language(request)]
        return self.page(request, "error.html", status, status=status, text=text)
