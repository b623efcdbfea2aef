"""One deal among bots, from the first decision to its end."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter

from conquian.bots.base import NO_LIMIT, Bot, BotFault, Limit, Listener
from conquian.core.action import Action
from conquian.core.deal import Deal
from conquian.core.errors import ConquianError
from conquian.core.events import Ended, Entry, Over, public
from conquian.core.position import Outcome
from conquian.core.state import State
from conquian.core.view import InfoState


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A bot failed: its seat, and the fault with code and sentence."""

    seat: int
    fault: BotFault


@dataclass(frozen=True, slots=True)
class Played:
    """What became of a deal. Exactly one of ``outcome`` and ``forfeit`` is set.

    Attributes:
        deal: the cards.
        actions: all actions played, as in a record (formats.md §2).
        outcome: how the deal ended by the rules, or ``None``.
        forfeit: who failed and how, or ``None``.
        decisions: by seat, how many decisions it had, gifts included.
        seconds: by seat, the wall time its bot took for them; not part of equality.
    """

    deal: Deal
    actions: tuple[Action, ...]
    outcome: Outcome | None
    forfeit: Forfeit | None
    decisions: tuple[int, ...]
    seconds: tuple[float, ...] = field(compare=False)

    @property
    def points(self) -> tuple[int, ...]:
        """Points by seat at a stake of one per loser (rules.md §7; a forfeit as in formats.md §3).

        The winner has n - 1, every other seat -1; a drawn deal 0 for all; who forfeits pays each
        other seat one.
        """
        players = len(self.deal.hands)
        if self.forfeit is not None:
            return tuple(1 - players if seat == self.forfeit.seat else 1 for seat in range(players))
        if self.outcome is None or self.outcome.winner is None:
            return (0,) * players
        return tuple(players - 1 if seat == self.outcome.winner else -1 for seat in range(players))


def play_deal(
    deal: Deal,
    bots: Sequence[Bot],
    rngs: Sequence[random.Random],
    limit: Limit = NO_LIMIT,
    names: tuple[str, ...] = (),
) -> Played:
    """Play ``deal`` to its end. Never raises for anything a bot does: the bot forfeits the deal.

    Every bot gets its own seat's information state, folded from that seat's events, and nothing
    else. Bots that listen (:class:`~conquian.bots.base.Listener`) are told of every event.

    Args:
        deal: the cards.
        bots: by seat, one object for each.
        rngs: by seat, the generator for the decisions of that seat.
        limit: for every decision.
        names: by seat, for the event ``dealt``.
    """
    table = _Table(deal, bots, names)
    actions: list[Action] = []
    decisions = [0] * len(bots)
    seconds = [0.0] * len(bots)
    forfeit = None
    while not table.state.is_over:
        seat = table.state.actor
        decisions[seat] += 1
        began = perf_counter()
        answer = _decision(bots[seat], table.infos[seat], limit, rngs[seat])
        seconds[seat] += perf_counter() - began
        if isinstance(answer, BotFault):
            forfeit = Forfeit(seat, answer)
            table.forfeited(seat)
            break
        actions.append(answer)
        table.play(answer)
    return Played(
        deal=deal,
        actions=tuple(actions),
        outcome=table.state.outcome if forfeit is None else None,
        forfeit=forfeit,
        decisions=tuple(decisions),
        seconds=tuple(seconds),
    )


def _decision(bot: Bot, info: InfoState, limit: Limit, rng: random.Random) -> Action | BotFault:
    """What the bot plays, checked; or its own fault, ``bot_illegal`` or ``bot_crashed``."""
    try:
        return checked(info, bot.decide(info, limit, rng))
    except BotFault as fault:
        return fault
    except Exception as fault:  # noqa: BLE001 - whatever a bot does, the table goes on
        return BotFault("bot_crashed", problem=f"{type(fault).__name__}: {fault}"[:200])


def checked(info: InfoState, answer: object) -> Action:
    """A bot's answer as a legal action of the seat ``info`` belongs to.

    Raises:
        BotFault: ``bot_illegal``, with the code of the refusal.
    """
    shown = answer if isinstance(answer, str) else str(answer)
    shown = shown if len(shown) <= 60 else shown[:57] + "…"
    try:
        action = Action.parse(answer) if isinstance(answer, str) else answer
    except ConquianError as refusal:
        raise BotFault("bot_illegal", text=shown, refusal=refusal.code) from None
    if not isinstance(action, Action):
        raise BotFault("bot_illegal", text=shown, refusal="bad_action")
    refused = info.refusal(action)
    if refused is not None:
        raise BotFault("bot_illegal", text=shown, refusal=refused.code)
    return action


class _Table:
    """The state of the deal, and what each seat knows of it."""

    def __init__(self, deal: Deal, bots: Sequence[Bot], names: tuple[str, ...]) -> None:
        self.deal = deal
        self.state: State = deal.first
        self.listeners = [bot if isinstance(bot, Listener) else None for bot in bots]
        first, *more = deal.opening_entries(names)
        self.infos: list[InfoState] = []
        for seat in range(len(bots)):
            self.infos.append(InfoState.fold(seat, [first.seen_by(seat)]))
        self._tell_all()
        self._happened(more)

    def play(self, action: Action) -> None:
        entries, self.state = self.deal.entries(self.state, action)
        self._happened(entries)

    def forfeited(self, seat: int) -> None:
        ended = Over(None, Ended("forfeit", seat), self.state.hands, self.deal.left(self.state))
        self._happened([public(ended, len(self.infos))])

    def _happened(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            for seat, info in enumerate(self.infos):
                self.infos[seat] = info.after(entry.seen_by(seat))
            self._tell_all()

    def _tell_all(self) -> None:
        for listener, info in zip(self.listeners, self.infos, strict=True):
            if listener is not None:
                with contextlib.suppress(Exception):  # its next decision will show the fault
                    listener.told(info)
