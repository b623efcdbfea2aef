"""What players ask for besides acting: help, rules, score, history, their own way of seeing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from conquian.cli.line.menu import Order
from conquian.cli.line.screen import centre_lines, dead_line, hand_line, table_lines
from conquian.cli.line.typed import Ask, Command
from conquian.core.catalogue.explain import explain, title
from conquian.core.match import AfterDraw, Stakes
from conquian.core.presets import ABOUT, PRESETS, Faces
from conquian.core.ruleset import HandMelds

if TYPE_CHECKING:
    from conquian.cli.line.loop import Play

_SUIT = ("suit", "suits", "palo", "palos")
_RANK = ("rank", "ranks", "número", "numero", "números", "numeros")


class Informing:
    """Answers, without changing anything at the table.

    Args:
        play: the match they are about.
    """

    def __init__(self, play: Play) -> None:
        self._play = play
        self._answers: Mapping[Command, Callable[[int | None, str], None]] = {
            Command.HELP: self._help,
            Command.RULES: self._rules,
            Command.HAND: self._hand,
            Command.TABLE: self._table,
            Command.DEAD: self._dead,
            Command.HISTORY: self._history,
            Command.SCORE: self._score,
            Command.SORT: self._sort,
            Command.LAYOUT: self._layout,
        }

    def answer(self, asked: Ask, seat: int | None) -> None:
        """Answer ``seat``; ``None`` asks as a spectator."""
        self._answers[asked.command](seat, asked.rest)

    def _say(self, code: str, **params: object) -> None:
        self._play.console.paragraph(self._play.words.say(code, **params))

    # Beginning and end.

    def welcome(self, *, resumed: bool) -> None:
        """One line that lets a newcomer begin."""
        play, words = self._play, self._play.words
        plan = play.session.plan
        named = title(plan.rules)
        house = named is None or plan.rules != PRESETS[plan.rules.base or ""]
        text = words.said(named) if named else words.say("line_house")
        if named and house:
            text += words.say("line_house_of")
        others = [
            words.say("line_bot_named", text=seat.name, bot=seat.bot.partition(":")[0])
            if seat.bot is not None
            else seat.name
            for number, seat in enumerate(plan.seats)
            if number != play.viewer
        ]
        goal = plan.rules.hand_size(plan.players) + 1
        code = "line_welcome" if play.viewer is None else "line_welcome_you"
        self._say(code, title=text, who=words.listed(others), goal=goal)
        if plan.rules.base is not None and ABOUT[plan.rules.base].reconstruction:
            self._say("line_reconstruction")
        if not plan.people:
            self._say("line_watching")
        if resumed:
            self._say("line_resumed")
            self.score()

    def first_dealer(self) -> None:
        """Card by card, if the first dealer was found by low card."""
        play, words = self._play, self._play.words
        draw = play.session.draw
        if draw is None:
            return
        self._say("line_draw_start")
        for number, cards in enumerate(draw.rounds, 1):
            for seat, card in cards:
                own = "_you" if seat == play.viewer else ""
                self._say("line_draw_card" + own, seat=seat, card=card)
            if number < len(draw.rounds):
                again = [words.name(seat) for seat, _ in draw.rounds[number]]
                self._say("line_draw_tie", who=words.listed(again))
        own = "_you" if draw.dealer == play.viewer else ""
        self._say("line_draw_dealer" + own, seat=draw.dealer)

    def score(self) -> None:
        """The score, what lies in the pot, what a deal is worth."""
        match = self._play.session.match
        code = "line_score_one" if match.played == 1 else "line_score"
        self._say(code, number=match.played, text=self._scores())
        if match.pot:
            self._say("line_score_pot", number=match.pot)
        settings = match.settings
        grows = settings.after_draw in (AfterDraw.DOUBLE, AfterDraw.CARRY)
        if settings.stakes is Stakes.PER_LOSER and grows and match.draws:
            self._say("line_score_worth", number=match.worth)

    def final_score(self) -> None:
        """How the match ended."""
        match, words = self._play.session.match, self._play.words
        self._say("line_score_final", text=self._scores())
        leaders = match.leaders
        if len(leaders) == match.players:
            self._say("line_score_even")
        elif leaders == (self._play.viewer,):
            self._say("line_score_leads_you")
        elif len(leaders) == 1:
            self._say("line_score_leads", seat=leaders[0])
        else:
            self._say("line_score_tie", who=words.listed(map(words.name, leaders)))

    def _scores(self) -> str:
        words = self._play.words
        return ", ".join(
            words.say("line_score_entry", seat=seat, number=points)
            for seat, points in enumerate(self._play.session.match.scores)
        )

    # The commands.

    def _help(self, seat: int | None, _: str) -> None:
        play, words = self._play, self._play.words
        plan = play.session.plan
        goal = plan.rules.hand_size(plan.players) + 1
        faces = "_french" if words.faces is Faces.FRENCH else ""
        if seat is not None:
            self._say("line_help_intro", goal=goal)
        codes = ["line_help_take" + faces]
        if play.table.info(seat).setting.grouped:
            codes.append("line_help_arrow" + faces)
        if plan.rules.hand_melds is not HandMelds.NEVER:
            codes.append("line_help_meld" + faces)
        codes += [f"line_help_{what}{faces}" for what in ("pay", "short")]
        codes.insert(-1, "line_help_force")
        spanish = "" if plan.rules.pack == "spanish40" else "_plain"
        codes.append("line_help_cards" + (faces or spanish))
        codes += ["line_help_ask", "line_help_change"]
        for code in codes:
            play.console.paragraph(words.say(code), indent="  ")
        if play.archive is not None:
            self._say("line_help_saved", text=str(play.archive.path))

    def _rules(self, _: int | None, __: str) -> None:
        play, words = self._play, self._play.words
        plan = play.session.plan
        for section in explain(plan.rules, plan.players, plan.settings):
            play.console.say(words.say(section.title))
            for said in section.sentences:
                play.console.paragraph(words.said(said), indent="  ")

    def _hand(self, seat: int | None, _: str) -> None:
        play = self._play
        if seat is not None:
            play.console.say(hand_line(play.table.info(seat), play.order(seat), play.words))

    def _table(self, seat: int | None, _: str) -> None:
        play = self._play
        info = play.table.info(seat)
        for line in table_lines(info, play.layouts(seat), play.words):
            play.console.say(line)

    def _dead(self, seat: int | None, _: str) -> None:
        play = self._play
        info = play.table.info(seat)
        play.console.say(dead_line(info, play.words))
        for line in centre_lines(info, play.words):
            play.console.say(line)

    def _history(self, seat: int | None, _: str) -> None:
        play = self._play
        self._say("line_history")
        for line in play.words.events(play.table.info(seat).history, seat):
            play.console.paragraph(line, indent="  ")

    def _score(self, _: int | None, __: str) -> None:
        self.score()

    def _sort(self, seat: int | None, rest: str) -> None:
        play = self._play
        if rest not in _SUIT + _RANK:
            now = play.order(seat)
            if rest:
                self._say("line_sort_how")
                return
            rest = _RANK[0] if now is Order.SUIT else _SUIT[0]
        play.orders[seat] = Order.SUIT if rest in _SUIT else Order.RANK
        self._say(f"line_sorted_{play.orders[seat]}")
        self._hand(seat, "")

    def _layout(self, seat: int | None, _: str) -> None:
        """Let the owner choose the grouping he sees; it is never part of the deal."""
        play, words = self._play, self._play.words
        if seat is None:
            return
        info = play.table.info(seat)
        if not info.laid[seat]:
            self._say("line_layout_none")
        elif info.setting.grouped:
            self._say("line_layout_fixed")
        else:
            ways = play.table.groupings(seat)
            if len(ways) == 1:
                self._say("line_layout_one", layout=ways[0])
                return
            chosen = play.pick(ways, words.layout)
            if chosen is not None:
                play.table.prefer(seat, chosen)
                self._say("line_layout_now", layout=chosen)
