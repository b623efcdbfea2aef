"""Duplicate deals: the same cards and the same stock, with the bots in other seats.

**Seatings.** With as many bots as seats every deal is played once for each rotation of the bots
round the table. Rotations keep the order in which the bots sit behind each other, so the next deal
uses another of the (n-1)! round orders, all in turn. With fewer bots than seats the list of
bots is repeated until the seats are full, beginning with each bot in turn; for two bots A and B at
a table of three these are A B A and B A B. Each of these is played in every rotation, and seatings
that come out equal are played once. So every bot sits in every seat equally often.

Everything follows from the seed: the deals from ``dealing.seeded``, and the generator of each seat
from the seed, the number of the deal, the number of the seating and the seat. How the work is split
among processes changes nothing.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import permutations
from multiprocessing import get_context

from conquian.bots import registry
from conquian.bots.base import NO_LIMIT, BadBot, Bot, Limit, close
from conquian.bots.playing import Played, play_deal
from conquian.core.errors import ConquianError
from conquian.core.ruleset import RuleSet
from conquian.dealing.seeded import seeded_deal

Seating = tuple[int, ...]
"""By seat, which of the bots sits there."""

_CHUNK = 20


@dataclass(frozen=True, slots=True)
class Contest:
    """What is to be played.

    Attributes:
        bots: specs for :func:`conquian.bots.registry.make`, two at least; the same may come twice.
        rules: the rule set.
        players: number of seats, at least as many as bots.
        deals: how many different deals; each is played in every seating.
        seed: of cards and choices.
        limit: for every decision.
        alone: of two bots the first sits alone among seats of the second, in every seat once.

    Raises:
        BadBot: ``too_few_bots``, ``too_many_bots``, or a spec that names no bot.
        ConquianError: ``arena_until_two``: ``alone`` with more than two.
        BadRules: ``players_not_allowed``.
    """

    bots: tuple[str, ...]
    rules: RuleSet
    players: int
    deals: int
    seed: int = 0
    limit: Limit = NO_LIMIT
    alone: bool = False

    def __post_init__(self) -> None:
        self.rules.hand_size(self.players)
        if len(self.bots) < 2:
            raise BadBot("too_few_bots")
        if self.alone and len(self.bots) != 2:
            raise ConquianError("arena_until_two")
        if len(self.bots) > self.players:
            raise BadBot("too_many_bots", bots=len(self.bots), players=self.players)
        for spec in self.bots:
            registry.check(spec)

    def seatings(self, number: int) -> list[Seating]:
        """The seatings deal ``number`` is played in."""
        bots, seats = len(self.bots), self.players
        if self.alone:
            return [tuple(int(seat != own) for seat in range(seats)) for own in range(seats)]
        if bots == seats:
            orders = list(permutations(range(1, bots)))
            rounds = [(0, *orders[number % len(orders)])]
        else:
            rounds = [
                tuple((first + seat) % bots for seat in range(seats)) for first in range(bots)
            ]
        turned = (order[-turn:] + order[:-turn] for order in rounds for turn in range(seats))
        return list(dict.fromkeys(turned))


@dataclass(frozen=True, slots=True)
class Fault:
    """A deal that was forfeited: by which bot, in which seat, and why.

    ``code`` and ``error`` are those of the :class:`~conquian.bots.base.BotFault`.
    """

    deal: int
    seating: Seating
    seat: int
    bot: int
    code: str
    error: str


@dataclass(frozen=True, slots=True)
class DealResult:
    """One deal in all its seatings.

    Attributes:
        number: which deal.
        points: by bot, the mean points of a seat it had, over all seatings.
        won, drawn, lost: by bot, how many of its seats ended above, at and below zero points.
        faults: the forfeits.
        decisions: by bot.
        seconds: by bot, wall time of its decisions; not part of equality.
    """

    number: int
    points: tuple[float, ...]
    won: tuple[int, ...]
    drawn: tuple[int, ...]
    lost: tuple[int, ...]
    faults: tuple[Fault, ...]
    decisions: tuple[int, ...]
    seconds: tuple[float, ...] = field(compare=False)


def play(
    contest: Contest,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    *,
    known: Sequence[DealResult] = (),
    keep: Callable[[Sequence[DealResult]], None] | None = None,
    enough: Callable[[Sequence[DealResult]], bool] | None = None,
) -> list[DealResult]:
    """Play all deals, in order of their numbers.

    Args:
        contest: what to play.
        jobs: processes to share the work; the results do not depend on it.
        progress: called with the number of deals done so far, now and then.
        known: deals that need not be played again.
        keep: called with every few deals that were played.
        enough: asked after every ``20`` deals in order, with all results so far; whether to stop.
    """
    there = {result.number: result for result in known}
    chunks = [
        range(start, min(start + _CHUNK, contest.deals))
        for start in range(0, contest.deals, _CHUNK)
    ]
    missing = [[number for number in chunk if number not in there] for chunk in chunks]
    results: list[DealResult] = []
    played = _chunks_played(contest, [one for one in missing if one], jobs)
    try:
        for chunk, wanted in zip(chunks, missing, strict=True):
            if wanted:
                fresh = next(played)
                there.update((result.number, result) for result in fresh)
                if keep is not None:
                    keep(fresh)
            results += [there[number] for number in chunk]
            if progress is not None:
                progress(len(results))
            if enough is not None and enough(results):
                break
    finally:
        played.close()
    return results


def _chunks_played(
    contest: Contest, chunks: Sequence[Sequence[int]], jobs: int
) -> Generator[list[DealResult]]:
    if jobs <= 1 or len(chunks) <= 1:
        for chunk in chunks:
            yield _play_chunk(contest, chunk)
        return
    workers = min(jobs, len(chunks))
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        try:
            yield from pool.map(_play_chunk, [contest] * len(chunks), chunks)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _play_chunk(contest: Contest, numbers: Sequence[int]) -> list[DealResult]:
    """Some deals, in this process, with bots of their own."""
    with _Stable(contest.bots) as stable:
        return [play_one(contest, number, stable.bot) for number in numbers]


class _Stable:
    """The bots of a process: one object for each bot and seat, made when first needed."""

    def __init__(self, specs: Sequence[str]) -> None:
        self._specs = specs
        self._made: dict[tuple[int, int], Bot] = {}

    def bot(self, index: int, seat: int) -> Bot:
        if (index, seat) not in self._made:
            self._made[index, seat] = registry.make(self._specs[index])
        return self._made[index, seat]

    def __enter__(self) -> _Stable:
        return self

    def __exit__(self, *_: object) -> None:
        for bot in self._made.values():
            close(bot)


def play_one(contest: Contest, number: int, bot: Callable[[int, int], Bot]) -> DealResult:
    """Deal ``number`` in all its seatings; ``bot(index, seat)`` gives the bot object to use."""
    deal = seeded_deal(
        contest.rules, contest.players, number % contest.players, contest.seed, number
    )
    seatings = contest.seatings(number)
    tally = _Tally(len(contest.bots))
    for place, seating in enumerate(seatings):
        rngs = [
            random.Random(f"{contest.seed}/{number}/{place}/{seat}")
            for seat in range(contest.players)
        ]
        bots = [bot(index, seat) for seat, index in enumerate(seating)]
        names = tuple(one.name for one in bots)
        tally.add(number, seating, play_deal(deal, bots, rngs, contest.limit, names))
    return tally.result(number)


class _Tally:
    """Adds up the plays of one deal."""

    def __init__(self, bots: int) -> None:
        self.points: list[list[int]] = [[] for _ in range(bots)]
        self.faults: list[Fault] = []
        self.decisions = [0] * bots
        self.seconds = [0.0] * bots

    def add(self, number: int, seating: Seating, played: Played) -> None:
        points = played.points
        for seat, bot in enumerate(seating):
            self.points[bot].append(points[seat])
            self.decisions[bot] += played.decisions[seat]
            self.seconds[bot] += played.seconds[seat]
        if played.forfeit is not None:
            seat, fault = played.forfeit.seat, played.forfeit.fault
            self.faults.append(
                Fault(number, seating, seat, seating[seat], fault.code, fault.sentence())
            )

    def result(self, number: int) -> DealResult:
        return DealResult(
            number=number,
            points=tuple(sum(points) / len(points) for points in self.points),
            won=tuple(sum(point > 0 for point in points) for points in self.points),
            drawn=tuple(sum(point == 0 for point in points) for points in self.points),
            lost=tuple(sum(point < 0 for point in points) for points in self.points),
            faults=tuple(self.faults),
            decisions=tuple(self.decisions),
            seconds=tuple(self.seconds),
        )
