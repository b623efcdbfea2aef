"""A match in the terminal: whose turn it is, what is asked and answered, until people leave."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TypeVar

from conquian.cli.line.archive import Archive
from conquian.cli.line.console import Console, InputEnded
from conquian.cli.line.informing import Informing
from conquian.cli.line.menu import Option, Order, label, layout_after, menu_lines, options
from conquian.cli.line.screen import hand_line, opened_lines, table_lines, turn_lines
from conquian.cli.line.typed import Ask, Command, Do, No, Reader, command_of
from conquian.cli.line.words import Words
from conquian.core.action import Action, Kind
from conquian.core.melds import Layout
from conquian.core.position import PAY
from conquian.core.turns import forcing
from conquian.core.turns.takes import completes_meld
from conquian.play.live import LiveDeal
from conquian.play.session import PLAY_KEY, Session

INTERRUPTED = 130
"""Exit status after Ctrl-C."""

Thing = TypeVar("Thing")
_YES = frozenset({"y", "yes", "s", "si", "sí", "1", "ok"})
_NO = frozenset({"n", "no", "0", "2"})


class Left(Exception):
    """The players leave the table."""


class Play:
    """One match at this keyboard.

    Args:
        session: the match.
        console: where people read and type.
        words: how things are said.
        archive: where the match is kept, or ``None``.
        resumed: the match goes on from a file.
    """

    def __init__(
        self,
        session: Session,
        console: Console,
        words: Words,
        archive: Archive | None,
        *,
        resumed: bool = False,
    ) -> None:
        self.session = session
        self.console = console
        self.words = words
        self.archive = archive
        self.orders: dict[int | None, Order] = {}
        self._people = session.plan.people
        self._resumed = resumed
        self._seen: dict[int | None, int] = {}
        self._holder: int | None = None
        self._listed = 0
        self._warned = False
        self._informing = Informing(self)

    def run(self) -> int:
        """Play until the match is over or the players leave; the exit status."""
        status = 0
        try:
            self._matches()
        except (InputEnded, Left):
            self._leave()
        except KeyboardInterrupt:
            status = INTERRUPTED
            self._leave(interrupted=True)
        finally:
            self.session.close()
        return status

    @property
    def table(self) -> LiveDeal:
        """The present or last deal."""
        return self.session.live

    @property
    def viewer(self) -> int | None:
        """Whose screen it is when everybody may look: the one person's, otherwise a spectator's."""
        return self._people[0] if len(self._people) == 1 else None

    # The match.

    def _matches(self) -> None:
        informing = self._informing
        informing.welcome(resumed=self._resumed)
        if self._resumed:
            self._catch_up()
        else:
            informing.first_dealer()
            self._begin()
        while True:
            if self.session.match.open:
                self._deal()
                self._deal_is_over()
            if self.session.match.is_over:
                informing.final_score()
                self._save()
                self._say_saved()
                return
            informing.score()
            if not self._another():
                self.session.stop()
                continue
            self._begin()

    def _begin(self) -> None:
        if self.archive is not None:
            self.archive.next_deal()
        self.session.begin_deal()
        self._seen.clear()
        self._holder = None
        self.console.say()
        self.console.say(self.words.say("line_deal_number", number=self.session.before.played + 1))
        self._save()

    def _catch_up(self) -> None:
        """After a break everybody is told what happened since he last did something himself."""
        table = self.table
        self.console.say()
        self.console.say(self.words.say("line_deal_number", number=self.session.before.played + 1))
        for seat in (*self._people, None):
            history = table.info(seat).history
            own = [
                place
                for place, event in enumerate(history, 1)
                if seat is not None and getattr(event, "seat", None) == seat
            ]
            self._seen[seat] = own[-1] if own else 0
        if len(self._people) != 1:
            self._seen[None] = max(0, table.version - 1)

    def _another(self) -> bool:
        while True:
            line = self.console.ask(self.words.say("line_next_deal"))
            word = line.casefold()
            if not word or word in _YES:
                return True
            if word in _NO:
                return False
            asked = command_of(line)
            if asked is None or asked.command is Command.MORE:
                self.console.say(self.words.say("line_yes_or_no"))
            elif asked.command is Command.QUIT:
                raise Left
            else:
                self._informing.answer(asked, self.viewer)

    # A deal.

    def _deal(self) -> None:
        while not self.table.is_over:
            seat = self.session.person()
            if seat is not None:
                self._hand_over(seat)
                self._decide(seat)
            else:
                self.session.bot_plays()
                if not self._people:
                    self._tell(None)

    def _deal_is_over(self) -> None:
        """The result, all hands, and the score."""
        viewer = self.viewer
        if viewer is None and self._holder is not None:
            self._seen[None] = self._seen.get(self._holder, 0)
            self.console.hide()
        fault = self.session.fault
        if fault is not None:
            text = self.words.refusal(fault.fault)
            self.console.say(self.words.say("line_bot_failed", seat=fault.seat, text=text))
        self._tell(viewer)
        for line in opened_lines(self.table.info(viewer), self.layouts(viewer), self.words):
            self.console.say(line)
        self._save()

    def _hand_over(self, seat: int) -> None:
        """The keyboard goes to another person: hands are hidden until he says he is there."""
        if len(self._people) < 2 or self._holder == seat:
            return
        self.console.hide()
        self._holder = None
        self.console.say()
        self.console.say(self.words.say("line_hand_over", seat=seat))
        while True:
            line = self.console.ask(self.words.say("line_hand_over_enter", seat=seat))
            asked = command_of(line) if line else None
            if asked is None or asked.command is not Command.QUIT:
                break
            self._confirm_leaving()
        self._holder = seat

    def _tell(self, seat: int | None) -> None:
        """What has happened since ``seat`` looked last."""
        history = self.table.info(seat).history
        news = history[self._seen.get(seat, 0) :]
        self._seen[seat] = len(history)
        for line in self.words.events(news, seat):
            self.console.say(line)

    def layouts(self, viewer: int | None) -> list[Layout]:
        """By seat, the melds as ``viewer`` sees them."""
        return [self.table.layout(seat, viewer) for seat in range(self.table.players)]

    # A decision.

    def _decide(self, seat: int) -> None:
        self._save()
        self._tell(seat)
        self.situation(seat)
        choices = self._offer(seat)
        while True:
            line = self.console.ask(self.words.say("line_prompt", seat=seat))
            meant = Reader(self.table.info(seat), choices, self.words).read(line)
            if isinstance(meant, No):
                self.console.say(meant.text)
            elif isinstance(meant, Ask):
                if meant.command is Command.QUIT:
                    self._confirm_leaving()
                elif meant.command is Command.MORE:
                    self._offer(seat, more=True)
                else:
                    self._informing.answer(meant, seat)
                    if meant.command is Command.SORT:
                        choices = self._offer(seat)
            elif self._act(seat, meant):
                return

    def _act(self, seat: int, meant: Do) -> bool:
        """Do what was meant, once it is clear and confirmed; whether it was done."""
        action = self._which(seat, meant.actions)
        if action is None or not self._sure(seat, action):
            self.console.say(self.words.say("line_nothing_done"))
            return False
        self.session.play(seat, action)
        self._save()
        if len(self._people) == 1:
            self._tell(seat)
        return True

    def situation(self, seat: int) -> None:
        """The table, the own hand, whose turn it is and why."""
        info = self.table.info(seat)
        layouts = self.layouts(seat)
        self.console.say()
        lines = table_lines(info, layouts, self.words)
        lines.append(hand_line(info, self.order(seat), self.words))
        for line in lines:
            self.console.say(line)
        for line in turn_lines(info, layouts, self.words):
            self.console.paragraph(line)

    def order(self, seat: int | None) -> Order:
        """How the hand of ``seat`` is sorted."""
        return self.orders.get(seat, Order.SUIT)

    def _offer(self, seat: int, *, more: bool = False) -> list[Option]:
        """Print what can be done, numbered; ``more``: the next page of a long list."""
        info = self.table.info(seat)
        choices = options(info, self.order(seat))
        start = self._listed if more else 0
        lines, self._listed = menu_lines(choices, info, self.words, start)
        for line in lines:
            self.console.say(line)
        return choices

    def _which(self, seat: int, actions: Sequence[Action]) -> Action | None:
        """The one meant, asked for where the typed text allows several."""
        if len(actions) == 1:
            return actions[0]
        info = self.table.info(seat)
        one_kind = len({action.kind for action in actions}) == 1
        self.console.say(
            self.words.say("line_which_grouping" if one_kind else "line_which_meaning")
        )

        def text(action: Action) -> str:
            if one_kind and action.layout is not None:
                return self.words.layout(action.layout)
            option = Option((action,))
            return label(option, info, self.words, layout_after(option, info))

        return self.pick(list(actions), text)

    def pick(self, things: Sequence[Thing], text: Callable[[Thing], str]) -> Thing | None:
        """Let one of these be chosen by number; ``None`` if none is."""
        for number, thing in enumerate(things, 1):
            self.console.say(self.words.say("line_numbered", number=number, text=text(thing)))
        while True:
            line = self.console.ask(self.words.say("line_choose")).rstrip(".)")
            if not line:
                return None
            if line.isascii() and line.isdigit() and 1 <= int(line[:9]) <= len(things):
                return things[int(line[:9]) - 1]
            self.console.say(self.words.say("line_no_number", most=len(things)))

    def _sure(self, seat: int, action: Action) -> bool:
        """Ask before a card is paid that would complete a meld with what is laid."""
        info = self.table.info(seat)
        if action.kind is not Kind.PAY or info.phase is not PAY:
            return True
        card = action.card
        reasons = []
        if completes_meld(info, seat, card):
            forced = info.setting.forcing and info.setting.discarder
            code = "line_pay_fits_forced" if forced else "line_pay_fits"
            layout = self.table.layout(seat, seat)
            reasons.append(self.words.say(code, card=card, layout=layout))
        reasons += [
            self.words.say("line_pay_wins", card=card, seat=other)
            for other in range(info.players)
            if other != seat and info.counts[other] == 0 and forcing.fits(info, other, card)
        ]
        if not reasons:
            return True
        for reason in reasons:
            self.console.paragraph(reason)
        return self.yes(self.words.say("line_pay_anyway"))

    def yes(self, question: str) -> bool:
        """A question answered with yes or no."""
        while True:
            word = self.console.ask(question + self.words.say("line_yes_no")).casefold()
            if word in _YES or word in _NO:
                return word in _YES
            self.console.say(self.words.say("line_yes_or_no"))

    # Leaving, and the file.

    def _confirm_leaving(self) -> None:
        code = "line_leave_unsaved" if self.archive is None else "line_leave"
        if self.yes(self.words.say(code)):
            raise Left

    def _leave(self, *, interrupted: bool = False) -> None:
        """Say where the match is kept; a second Ctrl-C must not break into it."""
        with suppress(ValueError):  # outside the main thread nobody can interrupt
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        if interrupted:
            self.console.say()
        self._save()
        self._say_saved()
        if self.archive is not None and not self._warned:
            place = str(self.archive.path)
            shown = f'"{place}"' if " " in place else place
            made = os.environ.get("CONQUIAN_AS") == "make"  # then no command is on the path
            how = (
                f'make play ARGS="--resume {shown}"' if made else f"conquian play --resume {shown}"
            )
            self.console.say(self.words.say("line_resume_how", text=how))
        self.console.flush()

    def _save(self) -> None:
        """Keep the match as it is now; said once if that fails, and play goes on."""
        data = self.session.record_object()
        if self.archive is None or data is None:
            return
        data[PLAY_KEY]["faces"] = str(self.words.faces)
        try:
            self.archive.save(data)
        except OSError as fault:
            if not self._warned:
                text = fault.strerror or str(fault)
                self.console.say(self.words.say("line_not_saved", text=text))
            self._warned = True
        else:
            self._warned = False

    def _say_saved(self) -> None:
        if self.archive is not None and not self._warned and self.session.begun:
            self.console.say(self.words.say("line_saved", text=str(self.archive.path)))
