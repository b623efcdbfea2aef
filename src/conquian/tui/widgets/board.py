"""The whole table: everything that is seen of it, in its place at every size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container, Vertical

from conquian.tui.draft import EMPTY, NOTHING, Draft, Situation, ids_of
from conquian.tui.frames import Melds, Offer, TableFacts, Told, View
from conquian.tui.pictures import Art, sorted_hand
from conquian.tui.widgets.bars import ActionBar, Deed, LineView, WaysView, key_line
from conquian.tui.widgets.centre import CentreView
from conquian.tui.widgets.hand import HandView
from conquian.tui.widgets.log import LogView
from conquian.tui.widgets.melds import MeldsView
from conquian.tui.widgets.picture import CALLING, HUSHED
from conquian.tui.widgets.seats import SeatsView, seat_line
from conquian.tui.words import Words

ROOMY_ROWS, ROOMY_COLUMNS = 34, 110
"""From this size on cards are drawn large."""


@dataclass(frozen=True, slots=True)
class Shown:
    """All that a board shows at a moment.

    Attributes:
        facts, view: the table and the deal.
        words: how things are said.
        title, text: who is to act; why.
        calls: it is the viewer.
        told, notices, mark: for the log.
        by_rank: how the hand is sorted.
        draft, now: what is chosen, and what can be done with it.
        proposal: what would be done.
        layout: how the own melds would lie then; ``None``: as they lie.
        cursor: the place in the hand the keys are at.
        deeds: what can be done.
        keys: for the footer.
        note: behind the title of the table.
    """

    facts: TableFacts
    view: View | None
    words: Words
    title: str = ""
    text: str = ""
    calls: bool = False
    told: Sequence[Told] = ()
    notices: Sequence[tuple[int, str]] = ()
    mark: int = 0
    by_rank: bool = False
    draft: Draft = EMPTY
    now: Situation = NOTHING
    proposal: Offer | None = None
    layout: Melds | None = None
    cursor: int | None = None
    deeds: Sequence[Deed] = ()
    keys: Sequence[tuple[str, str]] = ()
    note: str = ""


class Board(Container):
    """A table on the screen."""

    def __init__(self) -> None:
        super().__init__(id="board")
        self.header = LineView(id="header")
        self.seats = SeatsView()
        self.centre = CentreView()
        self.melds = MeldsView()
        self.hand = HandView()
        self.actions = ActionBar()
        self.ways = WaysView()
        self.log_view = LogView()
        self.footer = LineView(id="keys")
        self._shown: Shown | None = None

    def compose(self) -> ComposeResult:
        """The parts in their places."""
        yield self.header
        with Container(id="middle"):
            with Vertical(id="main"):
                yield self.seats
                yield self.centre
                yield self.melds
                yield self.hand
                yield self.actions
            with Vertical(id="side"):
                yield self.ways
                yield self.log_view
        yield self.footer

    def on_resize(self) -> None:
        """Large cards where there is room for them."""
        size = self.size
        big = size.height >= ROOMY_ROWS and size.width >= ROOMY_COLUMNS
        self.set_class(big, "roomy")
        side = self.query_one("#side")
        narrow = size.width < 64
        side.display = not narrow
        side.styles.width = 26 if size.width < 100 else 36 if size.width < 150 else 46
        for part in (self.centre, self.hand):
            part.big = big
        if self._shown is not None:
            self.show(self._shown)

    def hand_order(self, view: View, *, by_rank: bool) -> tuple[tuple[str, int], ...]:
        """The own hand as it is held."""
        return ids_of(sorted_hand(view.hand, by_rank=by_rank))

    def show(self, shown: Shown) -> None:
        """Show everything."""
        self._shown = shown
        facts, view, words = shown.facts, shown.view, shown.words
        art = Art(words.faces, facts.pack)
        self.header.show(self._header(shown))
        armed = shown.draft.target
        targets = [offer.seat for offer in shown.now.forces if offer.seat is not None]
        self.seats.show(facts, view, words, targets, armed)
        self.centre.show(view, art, words, shown.title, shown.text, calls=shown.calls)
        self._show_own(shown, art)
        self.actions.show(shown.deeds)
        laying = shown.now.mode == "lay"
        most = max(3, self.size.height // 3 - 2)
        self.ways.show(
            shown.now.ways if laying else (),
            shown.proposal,
            art,
            words,
            most=most,
            more=laying and shown.now.more,
        )
        self.log_view.show(shown.told, shown.notices, shown.mark)
        self.footer.show(key_line(shown.keys))

    def _header(self, shown: Shown) -> Text:
        facts, words = shown.facts, shown.words
        text = Text(no_wrap=True)
        text.append(" Conquián ", "bold")
        text.append(facts.title, CALLING)
        parts = [words.say("app_deal", number=facts.deal)] if facts.deal else []
        if shown.note:
            parts.append(shown.note)
        parts.append(words.say("app_goal", goal=facts.goal))
        if facts.pot:
            parts.append(words.say("app_pot", number=facts.pot))
        text.append(" · " + " · ".join(parts), HUSHED)
        return text

    def _show_own(self, shown: Shown, art: Art) -> None:
        facts, view, words = shown.facts, shown.view, shown.words
        own = facts.you if view is None else view.seat
        self.melds.display = self.hand.display = own is not None
        if own is None:
            return
        head = seat_line(own, facts, view, words)
        if view is None:
            self.melds.show(head, (), art)
            self.hand.show((), art)
            return
        now = view.layouts[own]
        layout = now if shown.layout is None else shown.layout
        fresh: list[str] = []
        if shown.layout is not None:
            fresh = _more(layout, now)
            head.append(" " + words.say("app_would_lie"), CALLING)
        else:
            laid = words.say("app_laid", number=view.laid(own), goal=facts.goal)
            head.append(" · " + laid, HUSHED)
        self.melds.show(head, layout, art, fresh=fresh, empty=words.say("app_nothing_laid"))
        asked = shown.now.mode != "none"
        self.hand.show(
            self.hand_order(view, by_rank=shown.by_rank),
            art,
            chosen=shown.draft.ids,
            usable=shown.now.open if asked else None,
            cursor=shown.cursor if asked else None,
            empty=words.say("app_hand_empty") if view.result is None else "",
        )


def _more(layout: Melds, before: Melds) -> list[str]:
    """The cards of a layout that were not laid before."""
    old = [card for meld in before for card in meld]
    fresh = []
    for card in (card for meld in layout for card in meld):
        if card in old:
            old.remove(card)
        else:
            fresh.append(card)
    return fresh
