"""The rules in words, and the form of a table with house rules (docs/protocol.md §6)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from conquian.core.catalogue import add_part
from conquian.core.catalogue.explain import explain, title
from conquian.core.catalogue.words import Words
from conquian.core.errors import BadRules, CannotParse, ConquianError
from conquian.core.match import AfterDraw, FirstDealer, MatchSettings, Stakes, default_settings
from conquian.core.presets import ABOUT, PRESETS, Faces
from conquian.core.ruleset import RuleSet
from conquian.play.settings import Chat
from conquian.server.choices import player_counts, preset_choices
from conquian.server.rules_form import MOST_HAND, PLAYERS, hands, questions, read_rules
from conquian.server.site import Site

add_part("conquian.server", "rules_words")

_CLOCKS = (0, 20, 30, 60, 120, 300)
"""Seconds a decision may take, to choose from; 0: no clock."""
_MOST_TEXT = 600


def routes(site: Site) -> list[Route]:
    """The requests of this module."""
    made = _Rules(site)
    return [
        Route("/rules", made.listing),
        Route("/rules/show", made.show),
        Route("/rules/{name}", made.preset),
        Route("/new", made.new),
        Route("/api/rules", made.check, methods=["POST"]),
    ]


class _Rules:
    def __init__(self, site: Site) -> None:
        self._site = site

    # The rules in words.

    async def listing(self, request: Request) -> Response:
        """All presets."""
        words = self._site.words(self._site.visitor(request).lang)
        return self._site.page(request, "rules.html", 200, presets=preset_choices(words))

    async def preset(self, request: Request) -> Response:
        """One of the presets."""
        name = request.path_params["name"]
        if name not in PRESETS:
            raise HTTPException(404)
        return self._shown(request, PRESETS[name])

    async def show(self, request: Request) -> Response:
        """Any rule set."""
        text = request.query_params.get("rules", "")
        return self._shown(request, RuleSet.parse(text[:_MOST_TEXT]))

    def _shown(self, request: Request, rules: RuleSet) -> Response:
        words = rule_words(rules, self._site.visitor(request).lang)
        players = _players(request, rules, None)
        return self._site.page(
            request,
            "rules_one.html",
            200,
            rules=str(rules),
            heading=heading(rules, words),
            line=words.say(f"preset_line_{rules.base}") if rules.base == rules.id else None,
            reconstruction=reconstruction(rules),
            counts=rules.player_counts,
            players=players,
            counts_text=player_counts(rules.player_counts, words),
            sections=explained(rules, words, players),
            link=lambda count: _link(request, rules, count),
            new="/new?" + urlencode({"rules": str(rules)}),
        )

    # The form.

    async def new(self, request: Request) -> Response:
        """Which game, for how many, with which rules."""
        site = self._site
        lang = site.visitor(request).lang
        text = request.query_params.get("rules", "")[:_MOST_TEXT]
        fault: ConquianError | None = None
        rules = PRESETS["mexicano" if lang == "es" else "clasico"]
        if text:
            try:
                rules = RuleSet.parse(text)
            except BadRules as refused:
                fault = refused
        words = rule_words(rules, lang)
        usual = min(rules.player_counts)
        try:
            players = _players(request, rules, usual) or usual
        except BadRules as refused:
            fault, players = refused, usual
        settings = default_settings(rules)
        return site.page(
            request,
            "new.html",
            200 if fault is None else 400,
            rules=str(rules),
            base=rules.base,
            heading=heading(rules, words),
            reconstruction=reconstruction(rules),
            house=rules.base is None or rules != PRESETS[rules.base],
            presets=preset_choices(words),
            fault=None if fault is None else words.refusal(fault),
            counts=rules.player_counts,
            all_counts=list(PLAYERS),
            players=players,
            hands=hands(rules),
            most_hand=MOST_HAND,
            questions=questions(rules, words),
            sections=explained(rules, words, players),
            match=settings,
            match_questions=match_questions(settings, words),
            chats=[str(chat) for chat in Chat],
            clocks=sorted({*_CLOCKS, site.config.clock}),
            clock=site.config.clock,
            spectators=site.config.spectators,
            show="/rules/show?" + urlencode({"rules": str(rules)}),
        )

    async def check(self, request: Request) -> Response:
        """Whether rules hold: a text, an object, or the fields of the form."""
        lang = self._site.visitor(request).lang
        plain = self._site.words(lang)
        try:
            data = json.loads(await request.body())
        except (ValueError, RecursionError):
            data = None
        try:
            rules, players = _asked(data)
            if players is not None:
                rules.hand_size(players)
        except ConquianError as fault:
            problem = {
                "code": fault.code,
                "text": plain.refusal(fault),
                "field": str(fault.params.get("field", "")) or None,
            }
            return JSONResponse({"ok": False, "error": problem})
        words = rule_words(rules, lang)
        return JSONResponse(
            {
                "ok": True,
                "text": str(rules),
                "title": heading(rules, words),
                "house": rules.base is None or rules != PRESETS[rules.base],
                "explained": explained(rules, words, players),
                "players": list(rules.player_counts),
                "error": None,
            }
        )


def _asked(data: object) -> tuple[RuleSet, int | None]:
    """What a request for a check is about.

    Raises:
        BadRules: the rules.
        CannotParse: ``rules_request``: it is no such request.
    """
    if not isinstance(data, Mapping):
        raise CannotParse("rules_request")
    players = data.get("players")
    form = data.get("form")
    if isinstance(form, Mapping):
        fields = {key: value for key, value in form.items() if isinstance(value, str)}
        return read_rules(fields), _count(fields.get("players"))
    if players is not None and (not isinstance(players, int) or isinstance(players, bool)):
        raise CannotParse("rules_request")
    return RuleSet.read(data.get("rules")), players


def _count(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 4 else None


def _players(request: Request, rules: RuleSet, usual: int | None) -> int | None:
    """How many players a request asks for.

    Raises:
        BadRules: ``players_not_allowed``.
    """
    count = _count(request.query_params.get("players"))
    if count is None:
        return usual
    rules.hand_size(count)
    return count


def rule_words(rules: RuleSet, lang: str) -> Words:
    """How a rule set is spoken about: in the faces it is usually played with."""
    faces = ABOUT[rules.base].faces if rules.base is not None else Faces.SPANISH
    return Words(lang, faces, rules.pack)


def heading(rules: RuleSet, words: Words) -> str:
    """What a rule set is called."""
    named = title(rules)
    if named is None:
        return words.say("rules_house")
    if rules.base is not None and rules != PRESETS[rules.base]:
        return words.say("rules_house_of", text=words.said(named))
    return words.said(named)


def reconstruction(rules: RuleSet) -> bool:
    """Only the name of this variant could be found."""
    return rules.base is not None and ABOUT[rules.base].reconstruction


def explained(rules: RuleSet, words: Words, players: int | None) -> list[dict[str, Any]]:
    """The rules section by section, in sentences."""
    return [
        {"title": words.say(part.title), "sentences": [words.said(said) for said in part.sentences]}
        for part in explain(rules, players)
    ]


def match_questions(settings: MatchSettings, words: Words) -> list[dict[str, Any]]:
    """The questions about the match, with the sentence of every answer (rules.md §7)."""
    made = []
    for field, choices in (
        ("first_dealer", tuple(FirstDealer)),
        ("stakes", tuple(Stakes)),
        ("after_draw", tuple(AfterDraw)),
    ):
        answers = [
            {
                "value": str(choice),
                "text": words.say(f"rule_{field}_{choice}", stake=settings.stake),
                "chosen": getattr(settings, field) == choice,
            }
            for choice in choices
        ]
        made.append({"name": field, "label": words.say(f"rules_match_{field}"), "answers": answers})
    return made


def _link(request: Request, rules: RuleSet, players: int | None) -> str:
    """The page of these rules for so many players."""
    given: dict[str, str] = {}
    if request.url.path == "/rules/show":
        given["rules"] = str(rules)
    if players is not None:
        given["players"] = str(players)
    return request.url.path + ("?" + urlencode(given) if given else "")
