"""The live authority for one deal (design.md §3.8): it takes actions and says who is told what.

Whoever sits at the table gets events and an :class:`~conquian.core.view.InfoState`, never the
``State`` behind them. The log is the truth: its length is the version, and the same deal with the
same actions gives the same table again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from conquian.core.action import Action
from conquian.core.cards import CardSet
from conquian.core.deal import Deal
from conquian.core.errors import NotLegal
from conquian.core.events import Ended, Entry, Over, public
from conquian.core.layouts import total
from conquian.core.melds import Layout
from conquian.core.position import EXCHANGE, Outcome
from conquian.core.state import State
from conquian.core.view import InfoState


class LiveDeal:
    """One deal being played.

    Args:
        deal: the cards.
        names: by seat, or ``()``.
        actions: what has been done already, in the order of a record.

    Raises:
        NotLegal: one of ``actions`` is not legal.

    Attributes:
        deal: the cards.
        names: by seat, or ``()``.
        log: what has happened, as each seat and each spectator may know it.
        ended: set when the deal was not played out.
    """

    def __init__(
        self, deal: Deal, names: tuple[str, ...] = (), actions: Iterable[Action] = ()
    ) -> None:
        self.deal = deal
        self.names = names
        self.log: list[Entry] = deal.opening_entries(names)
        self.ended: Ended | None = None
        self._state: State = deal.first
        self._actions: list[Action] = []
        self._gifts: dict[int, Action] = {}
        self._hints: dict[int, Layout] = {}
        self._shown: dict[int, tuple[CardSet, Layout]] = {}
        self._infos: dict[int | None, InfoState] = {}
        self._legal: dict[int, tuple[int, tuple[Action, ...]]] = {}
        for action in actions:
            waiting = self.waiting
            if not waiting:
                raise NotLegal("phase_over", kind=str(action.kind))
            self.submit(waiting[0], action)

    # What the table says.

    @property
    def players(self) -> int:
        """Number of seats."""
        return len(self.deal.hands)

    @property
    def version(self) -> int:
        """How many events everybody has been told."""
        return len(self.log)

    @property
    def is_over(self) -> bool:
        """The deal is over, played out or not."""
        return self.ended is not None or self._state.is_over

    @property
    def outcome(self) -> Outcome | None:
        """How the deal ended by the rules; ``None`` before that and where it was given up."""
        return self._state.outcome

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that must decide, in the order a record has them: inside the exchange all
        that have not chosen, otherwise the actor."""
        if self.is_over:
            return ()
        if self._state.phase is EXCHANGE:
            pone = self.deal.dealer + 1
            order = [(pone + step) % self.players for step in range(self.players)]
            return tuple(seat for seat in order if seat not in self._gifts)
        return (self._state.actor,)

    def info(self, seat: int | None) -> InfoState:
        """What ``seat`` (``None``: a spectator) knows. Gifts others chose are not in it.

        It is folded when it is asked for: a deal that is replayed has nobody to tell anything.
        """
        info = self._infos.get(seat)
        if info is None:
            if seat is not None and not 0 <= seat < self.players:
                raise NotLegal("table_no_such_seat", most=self.players - 1)
            info = InfoState.fold(seat, [self.log[0].seen_by(seat)])
        elif info.version == len(self.log):
            return info
        for entry in self.log[info.version :]:
            info = info.after(entry.seen_by(seat))
        self._infos[seat] = info
        return info

    def legal(self, seat: int) -> tuple[Action, ...]:
        """What ``seat`` may do now; empty when nothing is asked of it. Worked out once."""
        if seat in self._gifts:
            return ()
        found = self._legal.get(seat)
        if found is None or found[0] != len(self.log):
            found = self._legal[seat] = len(self.log), self.info(seat).legal_actions()
        return found[1]

    @property
    def gifts(self) -> Mapping[int, Action]:
        """Inside the exchange: what has been chosen, by seat. Hidden from all others."""
        return self._gifts

    @property
    def exchanging(self) -> bool:
        """The exchange is going on."""
        return self.ended is None and self._state.phase is EXCHANGE

    @property
    def actions(self) -> tuple[Action, ...]:
        """What has been done, as a record holds it: of an unfinished exchange only the gifts up to
        the first seat that has not chosen."""
        gifts = []
        for step in range(len(self._gifts)):
            gift = self._gifts.get((self.deal.dealer + 1 + step) % self.players)
            if gift is None:
                break
            gifts.append(gift)
        return (*self._actions, *gifts)

    # What is done at the table.

    def refusal(self, seat: int, action: Action) -> NotLegal | None:
        """Why ``seat`` may not do this now, or ``None``; it depends on nothing hidden from it."""
        if self.ended is not None:
            return NotLegal("phase_over", kind=str(action.kind))
        if seat in self._gifts:
            return NotLegal("gift_given")
        return self.info(seat).refusal(action)

    def submit(self, seat: int, action: Action, version: int | None = None) -> list[Entry]:
        """``seat`` does ``action``; the entries this adds to the log (none for a first gift).

        Args:
            seat: who acts.
            action: what is done.
            version: what the seat had seen when it decided; ``None``: everything.

        Raises:
            NotLegal: with the reason; ``table_moved`` if the seat had not seen everything.
        """
        if version is not None and version != self.version:
            raise NotLegal("table_moved")
        state = self._state
        # The actor's own refusals are those of the state, which checks again anyway.
        if seat != state.actor or self.ended is not None or state.phase is EXCHANGE:
            refused = self.refusal(seat, action)
            if refused is not None:
                raise refused
        if state.phase is EXCHANGE:
            gifts = self._gifts | {seat: action}
            if len(gifts) < self.players:
                self._gifts = gifts
                return []
            pone = self.deal.dealer + 1
            done = [gifts[(pone + step) % self.players] for step in range(self.players)]
        else:
            done = [action]
        entries: list[Entry] = []
        for step in done:
            more, state = self.deal.entries(state, step)
            entries += more
        self._state, self._gifts = state, {}
        self._actions += done
        self.log += entries
        return entries

    def give_up(self, seat: int) -> list[Entry]:
        """``seat`` forfeits the deal (formats.md §3); everything is opened.

        Raises:
            NotLegal: ``phase_over``.
        """
        return self._end(Ended("forfeit", seat))

    def abandon(self) -> list[Entry]:
        """The deal is not played on, by nobody's fault; everything is opened.

        Raises:
            NotLegal: ``phase_over``.
        """
        return self._end(Ended("abandoned", None))

    def _end(self, ended: Ended) -> list[Entry]:
        if self.is_over:
            raise NotLegal("phase_over", kind="pass")
        self.ended = ended
        opened = Over(None, ended, self._state.hands, self.deal.left(self._state))
        entries = [public(opened, self.players)]
        self.log += entries
        return entries

    # How the owner likes to see his melds, where only the set of laid cards matters.

    def groupings(self, seat: int) -> list[Layout]:
        """Every way the laid cards of ``seat`` may lie; where the grouping matters only the one
        that is there."""
        info = self.info(seat)
        if info.setting.grouped:
            return [info.layout(seat)]
        return info.setting.table.groupings(info.laid[seat])

    def prefer(self, seat: int, layout: Layout) -> None:
        """``seat`` wants to see its laid cards like this: a display hint, never part of the deal.

        Raises:
            ValueError: it is not one of :meth:`groupings`.
        """
        if layout not in self.groupings(seat):
            raise ValueError(f"not a grouping of seat {seat}: {layout}")
        self._hints[seat] = layout

    def layout(self, seat: int, viewer: int | None = None) -> Layout:
        """The melds of ``seat`` as ``viewer`` sees them: the owner as he likes, while it holds."""
        info = self.info(viewer)
        hint = self._hints.get(seat)
        if hint is not None and viewer == seat and not info.setting.grouped:
            if total(hint) == info.laid[seat]:
                return hint
            del self._hints[seat]
        return info.layout(seat) if info.setting.grouped else self._usual(info, seat)

    def _usual(self, info: InfoState, seat: int) -> Layout:
        """The grouping shown where only the set of laid cards matters; found once for each set."""
        laid = info.laid[seat]
        found = self._shown.get(seat)
        if found is None or found[0] != laid:
            found = self._shown[seat] = laid, info.layout(seat)
        return found[1]

    def liked(self, seat: int, laid: CardSet) -> Layout:
        """How the owner would like ``laid`` to lie, which he may lay: like now as far as it goes.

        Where only the set of laid cards matters; ``laid`` must split into melds.
        """
        table = self.info(seat).setting.table
        now = self.layout(seat, seat)
        ways = table.groupings(laid)
        if len(ways) == 1:
            return ways[0]

        def strangeness(way: Layout) -> tuple[int, int]:
            kept = sum(any(meld & new == meld for new in way) for meld in now)
            return len(now) - kept, len(way)

        return min(ways, key=strangeness)
