"""A table in this program: one person against bots, or several at one keyboard."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Protocol

from conquian.bots.base import NO_LIMIT, BotFault, Limit
from conquian.core.action import Action, Kind
from conquian.core.errors import ConquianError
from conquian.core.position import PAY
from conquian.core.turns import forcing
from conquian.core.turns.takes import completes_meld
from conquian.play.session import PLAY_KEY, BotTurn, Session
from conquian.tui.desk import Desk, Taste
from conquian.tui.frames import Melds, Preview, TableFacts, Told, View

PACE: Final = 0.6
"""Seconds between what bots do, so that it can be followed."""
_NOW = 0.0  # at one keyboard nothing is timed


class Kept(Protocol):
    """A file a match is kept in."""

    path: Path

    def save(self, record: Mapping[str, Any]) -> None:
        """Write the present deal.

        Raises:
            OSError: it cannot be written.
        """

    def next_deal(self) -> None:
        """What is saved from now on comes after what was."""


class LocalDesk(Desk):
    """A table whose session runs here.

    Args:
        session: the match; begun already where it is resumed.
        kept: where it is kept, or ``None``.
        taste: language and faces.
        pace: seconds between what bots do.
        limit: what a bot's decision may cost.
    """

    def __init__(
        self,
        session: Session,
        kept: Kept | None,
        taste: Taste,
        *,
        pace: float = PACE,
        limit: Limit = NO_LIMIT,
    ) -> None:
        super().__init__(taste)
        self.session = session
        self.place = "" if kept is None else str(kept.path)
        self._kept = kept
        self._pace = pace
        self._limit = limit
        self._people = session.plan.people
        self._holder: int | None = self._people[0] if len(self._people) == 1 else None
        self._wake = asyncio.Event()
        self._warned = False

    @property
    def viewer(self) -> int | None:
        """Whose screen it is now."""
        return self._holder

    async def run(self) -> None:
        """Let bots play whenever it is their turn; people are waited for."""
        with suppress(BotFault):  # its first decision will tell
            await asyncio.to_thread(self.session.prepare)
        if not self.session.begun:
            self._begin()
            self._save()
        self._renew()
        while True:
            turn = self.session.bot_turn()
            if turn is None:
                self._wake.clear()
                await self._wake.wait()
            else:
                await self._bot(turn)

    async def _bot(self, turn: BotTurn) -> None:
        until = time.monotonic() + self._pace
        answer = await asyncio.to_thread(turn.decide, self._limit)
        await asyncio.sleep(max(0.0, until - time.monotonic()))
        if self.session.bot_done(turn, answer):
            self._done()
            fault = self.session.fault
            if isinstance(answer, BotFault) and fault is not None:
                words = self.words
                text = words.refusal(fault.fault)
                self.noticed(words.say("app_bot_failed", seat=fault.seat, text=text))

    # What people do.

    def act(self, action: str) -> None:
        """Do this for the person at the screen."""
        seat = self.viewer
        if seat is not None:
            self._try(lambda: self.session.play(seat, Action.parse(action)))

    def ready(self) -> None:
        """Deal the next deal."""
        self._try(self._begin)

    def rematch(self) -> None:
        """Another match with the same players."""
        if self._kept is not None:
            self._kept.next_deal()
        self._try(self.session.rematch)

    def stop(self) -> None:
        """End the match between two deals."""
        self._try(self.session.stop)

    def give_up(self) -> None:
        """Forfeit the deal."""
        seat = self.viewer
        if seat is not None:
            self._try(lambda: self.session.give_up(seat))

    def arrange(self, layout: Melds) -> None:
        """How the viewer likes his melds to lie."""
        seat = self.viewer
        if seat is not None:
            self._try(lambda: self.session.table.prefer(seat, layout))

    async def preview(self, cards: Sequence[str]) -> Preview | None:
        """What can be made of these hand cards."""
        seat = self.viewer
        if seat is None or not self.session.begun:
            return None
        try:
            answer = self.session.table.preview(seat, cards, None, self.words)
        except ConquianError:
            return None
        return Preview.read(tuple(cards), answer)

    def like(self, taste: Taste) -> None:
        """Show everything so from now on."""
        self.taste = taste
        self._renew()

    def lift(self) -> None:
        """The person the keyboard was handed to is there."""
        self._holder = self.curtain
        super().lift()
        self._renew()

    def doubts(self, action: str) -> list[str]:
        """Why a payment should be thought about: it fits what is laid, or lets somebody win."""
        seat, meant = self.viewer, Action.parse(action)
        if seat is None or meant.kind is not Kind.PAY:
            return []
        info = self.session.live.info(seat)
        if info.phase is not PAY:
            return []
        card, words, found = meant.card, self.words, []
        if completes_meld(info, seat, card):
            forced = info.setting.forcing and info.setting.discarder
            code = "app_pay_fits_forced" if forced else "app_pay_fits"
            found.append(words.say(code, card=card))
        found += [
            words.say("app_pay_wins", card=card, seat=other)
            for other in range(info.players)
            if other != seat and info.counts[other] == 0 and forcing.fits(info, other, card)
        ]
        return found

    async def close(self) -> None:
        """Save, and end the bots that are programs."""
        self._save()
        self.session.close()

    # What follows.

    def _begin(self) -> None:
        if self._kept is not None:
            self._kept.next_deal()
        self.session.begin_deal()

    def _try(self, do: Callable[[], object]) -> None:
        """Do something for a person, or say why not."""
        try:
            do()
        except ConquianError as fault:
            self.noticed(self.words.refusal(fault))
        else:
            self._done()

    def _done(self) -> None:
        self._save()
        self._renew()
        self._wake.set()

    def _renew(self) -> None:
        """Look at the table anew."""
        session, table = self.session, self.session.table
        if len(self._people) > 1:
            person = session.person()
            if person is not None and person != self._holder:
                self._holder, self.curtain = None, person
            elif person is None and session.begun and session.live.is_over:
                self._holder = None
        seat = self._holder
        words = self.words
        self.facts = TableFacts.read(table.facts(seat, words, _NOW))
        words = self.words  # names and pack are known now
        view = table.view(seat, words)
        self.view = None if view is None else View.read(view)
        self.log = tuple(map(Told.read, table.told(None, seat, words) or ()))
        self.changed()

    def _save(self) -> None:
        """Keep the match as it is now; said once if that fails, and play goes on."""
        data = self.session.record_object()
        if self._kept is None or data is None:
            return
        data[PLAY_KEY]["faces"] = str(self.faces)
        try:
            self._kept.save(data)
        except OSError as fault:
            if not self._warned:
                text = fault.strerror or str(fault)
                self.noticed(self.words.say("app_not_saved", text=text))
            self._warned = True
        else:
            self._warned = False
