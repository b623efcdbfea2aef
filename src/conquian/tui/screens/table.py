"""A table one sits at, or watches: what is chosen, what is done, what opens over it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from conquian.core.cards import parse_zone, zone_text
from conquian.core.presets import Faces
from conquian.tui import draft as drafts
from conquian.tui.desk import BETWEEN, OVER, WAITING, Desk, Taste
from conquian.tui.draft import EMPTY, GIVE, LAY, NONE, PAY, CardId, Draft, Situation
from conquian.tui.frames import Melds, Offer, Preview, View
from conquian.tui.screens.dialogs import Curtain, Menu, Page
from conquian.tui.screens.telling import (
    Moment,
    dead_body,
    deeds_of,
    help_body,
    keys_of,
    result_body,
    rules_body,
    telling,
)
from conquian.tui.widgets.board import Board, Shown
from conquian.tui.widgets.picture import Chosen

if TYPE_CHECKING:
    from conquian.tui.app import ConquianApp

_NOTICES = 30


class TableScreen(Screen[None]):
    """A table.

    Args:
        desk: where it is.
    """

    app: ConquianApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "cursor(-1)", show=False),
        Binding("right", "cursor(1)", show=False),
        Binding("space,up,down", "lift", show=False),
        Binding("enter", "do('main')", show=False),
        Binding("escape,u", "do('undo')", show=False),
        *(
            Binding(key, f"do('{what}')", show=False)
            for key, what in (
                *(("t", "take"), ("m", "meld"), ("g", "group"), ("f", "force"), ("p", "pass")),
                *(("s", "sort"), ("d", "dead"), ("r", "rules"), ("question_mark,f1", "help")),
                *(("l", "lang"), ("c", "faces"), ("q", "leave"), ("b", "fill")),
            )
        ),
        *(
            Binding(digit, f"digit({place})", show=False)
            for place, digit in enumerate("1234567890")
        ),
    ]

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.board = Board()
        self.draft = EMPTY
        self.by_rank = False
        self._cursor = 0
        self._previewed: Preview | None = None
        self._moment: tuple[object, ...] = ()
        self._notices: list[tuple[int, str]] = []
        self.complaint = ""
        self._mark = 0
        self._deal = 0
        self._told_result = 0
        self._wish: Melds | None = None

    def compose(self) -> ComposeResult:
        """The board alone."""
        yield self.board

    def on_mount(self) -> None:
        """Sit down."""
        self.desk.changed = self.renew
        self.desk.noticed = self.notice
        self._run()

    async def on_unmount(self) -> None:
        """Leave the table, or the whole app."""
        await self.desk.close()

    @work(name="desk")
    async def _run(self) -> None:
        await self.desk.run()

    # What is shown.

    def renew(self) -> None:
        """The table has changed."""
        if not self.is_mounted or self.desk.facts is None:
            return
        view, facts = self.desk.view, self.desk.facts
        if facts.deal != self._deal:
            self._deal, self._mark, self._notices = facts.deal, 0, []
        moment = self._decision(view)
        if moment != self._moment:
            self._moment = moment
            self.draft, self._previewed, self.complaint = EMPTY, None, ""
        if self._wish is not None and view is not None and view.seat is not None:
            self._lay_as_wished(view, view.seat)
        self.show()
        self._open_what_is_due()

    def _decision(self, view: View | None) -> tuple[object, ...]:
        """Changes when the viewer has something else to decide."""
        if view is None:
            return ()
        return (self._deal, view.seat, view.phase, view.upcard, view.hand, view.acting, view.asked)

    def _lay_as_wished(self, view: View, seat: int) -> None:
        wish, self._wish = self._wish, None
        now = view.layouts[seat]
        if wish is not None and wish != now and _cards(wish) == _cards(now):
            self.desk.arrange(wish)

    @property
    def now(self) -> Situation:
        """What can be done with what is chosen."""
        view = self.desk.view
        if view is None:
            return Situation()
        return drafts.situation(view, self.draft, self._previewed)

    @property
    def proposal(self) -> Offer | None:
        """What Enter does."""
        return drafts.proposed(self.now, self.draft)

    def _layout(self, proposal: Offer | None) -> Melds | None:
        """How the own melds would lie; ``None`` where nothing is about to be laid."""
        if proposal is None or proposal.layout is None:
            return None
        return self.draft.wish if self.draft.wish is not None else proposal.layout

    def _order(self) -> tuple[CardId, ...]:
        view = self.desk.view
        return () if view is None else self.board.hand_order(view, by_rank=self.by_rank)

    def show(self) -> None:
        """Show everything as it is now."""
        desk = self.desk
        if desk.facts is None or not self.is_mounted:
            return
        now, proposal = self.now, self.proposal
        self._cursor = max(0, min(self._cursor, len(self._order()) - 1))
        moment = Moment(desk, desk.facts, desk.view, self.draft, now, proposal)
        title, text, calls = telling(moment)
        self.board.show(
            Shown(
                desk.facts,
                desk.view,
                desk.words,
                title,
                self.complaint or text,
                calls=calls,
                told=desk.log,
                notices=self._notices,
                mark=self._mark,
                by_rank=self.by_rank,
                draft=self.draft,
                now=now,
                proposal=proposal,
                layout=self._layout(proposal),
                cursor=self._cursor,
                deeds=deeds_of(moment),
                keys=keys_of(moment),
                note=desk.line,
            )
        )

    def notice(self, text: str) -> None:
        """Something is said to the person alone."""
        version = self.desk.log[-1].version if self.desk.log else 0
        self._notices = [*self._notices[-_NOTICES:], (version, text)]
        self.complaint = text
        self.show()

    def _open_what_is_due(self) -> None:
        """The curtain, or the result, once."""
        desk, view = self.desk, self.desk.view
        if self.app.screen is not self:
            return
        if desk.curtain is not None:
            words = desk.words
            title = words.say("app_curtain", seat=desk.curtain)
            self.app.push_screen(Curtain(title, words.say("app_curtain_what")), self._lifted)
        elif view is not None and view.result is not None and self._told_result != self._deal:
            self._told_result = self._deal
            self._result()

    def _lifted(self, there: bool | None) -> None:  # noqa: FBT001 - what the screen gives back
        if there:
            self.desk.lift()
        else:
            self.app.leave_table(self)

    def on_screen_resume(self) -> None:
        """What was due while something lay over the table."""
        if self.desk.facts is not None:
            self.show()
            self._open_what_is_due()

    # Choosing.

    def _choose(self, chosen: Draft) -> None:
        """Another choice; what can be made of it is asked for where it is not known."""
        self.draft, self.complaint = chosen, ""
        self._previewed = None
        self.show()
        view = self.desk.view
        if view is not None and view.acting and self.now.mode == LAY:
            self._ask(chosen.cards)

    @work(exclusive=True, group="preview")
    async def _ask(self, cards: tuple[str, ...]) -> None:
        answer = await self.desk.preview(cards)
        if answer is not None and self.draft.cards == cards:
            self._previewed = answer
            self.show()

    def action_cursor(self, step: int) -> None:
        """The keys go to the next card."""
        count = len(self._order())
        if count:
            self._cursor = (self._cursor + step) % count
            self.show()

    def action_lift(self) -> None:
        """The card at the cursor is chosen, or put back."""
        order = self._order()
        if order:
            self._toggle(order[self._cursor])

    def action_digit(self, place: int) -> None:
        """A card is chosen by its place."""
        order = self._order()
        if place < len(order):
            self._cursor = place
            self._toggle(order[place])

    def _toggle(self, one: CardId) -> None:
        self._choose(drafts.toggled(self.draft, one, self.now.mode))

    def on_chosen(self, event: Chosen) -> None:
        """The mouse."""
        event.stop()
        view, value = self.desk.view, event.value
        if event.what == "card" and isinstance(value, tuple):
            order = self._order()
            if value in order:
                self._cursor = order.index(value)
                self._toggle(value)
        elif event.what == "way" and isinstance(value, Offer) and view is not None:
            self._choose(drafts.with_way(value, view.hand))
        elif event.what == "upcard":
            self.action_do("take")
        elif event.what == "melds":
            self.action_do("group")
        elif event.what == "seat" and isinstance(value, int):
            facts = self.desk.facts
            if any(offer.seat == value for offer in self.now.forces):
                self._choose(Draft(target=value))
            elif facts is not None and facts.seats[value].empty:
                self.app.ask_name(lambda name: self.desk.sit(value, name))
        elif event.what == "do":
            self.action_do(str(value))

    # Doing.

    def action_do(self, what: str) -> None:
        """Something the keys or the mouse ask for."""
        deeds: dict[str, Callable[[], None]] = {
            "main": self._main,
            "undo": self._undo,
            "take": lambda: self._next_way("take"),
            "meld": lambda: self._next_way("meld"),
            "group": self._group,
            "force": self._force,
            "pass": self._pass,
            "sort": self._sort,
            "dead": self._dead,
            "rules": self._rules,
            "help": self._help,
            "lang": self._language,
            "faces": self._faces,
            "leave": self._leave,
            "fill": lambda: self.desk.fill("heuristic"),
            "result": self._result,
        }
        deeds[what]()

    def _main(self) -> None:
        facts, view, now = self.desk.facts, self.desk.view, self.now
        if facts is None:
            return
        if view is not None and view.acting:
            self._confirm(view, now)
        elif view is not None and view.result is not None and facts.stage in (BETWEEN, OVER):
            self._result()
        elif facts.stage == WAITING and facts.you is not None and facts.host == facts.you:
            self.desk.start()
        elif facts.stage == WAITING and facts.you is None:
            free = [seat for seat, one in enumerate(facts.seats) if one.empty]
            if free:
                self.app.ask_name(lambda name: self.desk.sit(free[0], name))

    def _confirm(self, view: View, now: Situation) -> None:
        proposal = self.proposal
        if proposal is not None:
            self._sure(proposal.action)
        elif self.draft.ids and now.mode in (LAY, NONE):
            # Not among what is legal: whoever knows the rules says why.
            kind = "meld" if self.draft.melding else "take"
            cards = zone_text(parse_zone(" ".join(self.draft.cards)))
            self.desk.act(f"{kind} {cards}")
        elif now.mode in (GIVE, PAY):
            self.notice(self.desk.words.say(f"app_choose_{now.mode}"))
        elif now.mode == LAY and not now.more:
            self._next_way(now.ways[0].kind if now.ways else "take")
        elif now.passing is not None and view.count == 1:
            self.desk.act(now.passing.action)

    def _sure(self, action: str) -> None:
        """Do it, after a question where it should be thought about."""
        doubts = self.desk.doubts(action)
        if not doubts:
            self._act(action)
            return
        words = self.desk.words
        options = [("no", words.say("app_no_other")), ("yes", words.say("app_yes_pay"))]
        menu = Menu(words.say("app_pay_anyway"), "\n".join(doubts), options, words.say("app_back"))

        def answered(answer: str | None) -> None:
            if answer == "yes":
                self._act(action)

        self.app.push_screen(menu, answered)

    def _act(self, action: str) -> None:
        if self.desk.log:
            self._mark = self.desk.log[-1].version
        if self.draft.wish is not None and "->" not in action:
            self._wish = self.draft.wish
        self.desk.act(action)

    def _undo(self) -> None:
        if self.complaint or not self.draft.empty:
            self._choose(EMPTY)

    def _next_way(self, kind: str) -> None:
        view, now = self.desk.view, self.now
        if view is None or now.mode != LAY:
            return
        # From the first way on again, not only among those that hold the cards of the last one.
        free = drafts.situation(view, EMPTY) if not now.more else now
        chosen = drafts.next_way(free, self.draft, view.hand, kind)
        if chosen == self.draft and not any(way.kind == kind for way in free.ways):
            code = "app_choose_cards" if now.more else f"app_no_{kind}"
            self.notice(self.desk.words.say(code))
        else:
            self._choose(chosen)

    def _force(self) -> None:
        targets = [offer.seat for offer in self.now.forces if offer.seat is not None]
        if not targets:
            if self.desk.view is not None and self.desk.view.acting:
                self.notice(self.desk.words.say("app_no_force"))
            return
        at = targets.index(self.draft.target) if self.draft.target in targets else -1
        self._choose(Draft(target=targets[(at + 1) % len(targets)]))

    def _pass(self) -> None:
        passing = self.now.passing
        if passing is not None:
            self._act(passing.action)
        elif self.desk.view is not None:
            self.desk.act("pass")

    def _group(self) -> None:
        """The next way the melds may lie: of what is chosen, or of what is laid."""
        proposal, view = self.proposal, self.desk.view
        if view is None or view.seat is None:
            return
        if proposal is None:
            self._regroup()
            return
        layouts = [offer.layout for offer in self.now.exact if offer.layout is not None]
        if self._previewed is not None and proposal.layout is not None:
            # Where the grouping is not part of the action, it is how one likes to see it.
            cards = _cards(proposal.layout)
            ways = [way for way in self._previewed.arrangements if _cards(way) == cards]
            layouts = layouts if " -> " in proposal.action else ways
        if len(layouts) < 2:
            self.notice(self.desk.words.say("app_group_one"))
            return
        now = self._layout(proposal)
        at = layouts.index(now) if now in layouts else -1
        self.draft = replace(self.draft, wish=layouts[(at + 1) % len(layouts)])
        self.show()

    @work(exclusive=True, group="preview")
    async def _regroup(self) -> None:
        answer, view = await self.desk.preview(()), self.desk.view
        if answer is None or view is None or view.seat is None:
            return
        now, ways = view.layouts[view.seat], answer.arrangements
        if len(ways) < 2 or now not in ways:
            self.notice(self.desk.words.say("app_group_one"))
        else:
            self.desk.arrange(ways[(ways.index(now) + 1) % len(ways)])

    # How things look.

    def _sort(self) -> None:
        self.by_rank = not self.by_rank
        self.show()

    def _language(self) -> None:
        taste = self.desk.taste
        self._like(replace(taste, lang="es" if taste.lang == "en" else "en"))

    def _faces(self) -> None:
        faces = Faces.SPANISH if self.desk.faces is Faces.FRENCH else Faces.FRENCH
        self._like(replace(self.desk.taste, faces=faces))

    def _like(self, taste: Taste) -> None:
        self._notices, self.complaint = [], ""
        self.app.taste = taste
        self.desk.like(taste)

    # What opens over the table.

    def _page(self, code: str, body: Callable[[Moment], object]) -> None:
        desk = self.desk
        if desk.facts is None:
            return
        moment = Moment(desk, desk.facts, desk.view, self.draft, self.now, self.proposal)
        text = body(moment)
        self.app.push_screen(Page(desk.words.say(code), text, desk.words.say("app_close")))  # type: ignore[arg-type]

    def _help(self) -> None:
        self._page("app_help_title", help_body)

    def _dead(self) -> None:
        self._page("app_dead_title", dead_body)

    def _rules(self) -> None:
        self._page("app_rules_title", rules_body)

    def _result(self) -> None:
        """How the deal ended, and what comes next."""
        desk = self.desk
        if desk.facts is None or desk.view is None or desk.view.result is None:
            return
        words, stage = desk.words, desk.facts.stage
        options = []
        watching = desk.facts.you is None and desk.remote
        if stage == BETWEEN and not watching:
            options.append(("ready", words.say("app_next_deal")))
            if not desk.remote:
                options.append(("stop", words.say("app_stop_match")))
        elif stage == OVER and not watching:
            options.append(("rematch", words.say("app_rematch")))
        if self.app.can_replay(desk):
            options.append(("replay", words.say("app_replay_deal")))
        options += [("look", words.say("app_look")), ("leave", words.say("app_leave"))]
        moment = Moment(desk, desk.facts, desk.view, self.draft, self.now, self.proposal)
        title = words.say("app_match_over" if stage == OVER else "app_deal_over")
        menu = Menu(title, result_body(moment), options, words.say("app_look"))
        self.app.push_screen(menu, self._after_result)

    def _after_result(self, answer: str | None) -> None:
        if answer == "ready":
            self.desk.ready()
        elif answer == "stop":
            self._told_result = 0
            self.desk.stop()
        elif answer == "rematch":
            self.desk.rematch()
        elif answer == "replay":
            self.app.replay_of(self.desk)
        elif answer == "leave":
            self.app.leave_table(self)

    def _leave(self) -> None:
        """Leave, give the deal up, or stay."""
        desk, words = self.desk, self.desk.words
        options = [("stay", words.say("app_stay")), ("leave", words.say("app_leave"))]
        view = desk.view
        if view is not None and view.seat is not None and view.result is None:
            options.append(("give_up", words.say("app_give_up")))
        if desk.place:
            body = words.say("app_leave_kept", text=desk.place)
        else:
            body = words.say("app_leave_remote" if desk.remote else "app_leave_unsaved")

        def answered(answer: str | None) -> None:
            if answer == "leave":
                self.app.leave_table(self)
            elif answer == "give_up":
                desk.give_up()

        self.app.push_screen(
            Menu(words.say("app_leave_title"), body, options, words.say("app_stay")), answered
        )


def _cards(layout: Melds) -> list[str]:
    return sorted(card for meld in layout for card in meld)
