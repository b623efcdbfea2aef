"""What the results of duplicate deals say, with 95 % intervals.

The unit is the deal: the plays of one deal share their cards and are not independent, so they are
averaged first, and the interval comes from the spread of these averages over the deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, sqrt
from statistics import NormalDist, fmean, stdev

from conquian.arena.duplicate import DealResult


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean with its 95 % confidence interval; unbounded where a single deal cannot give one."""

    mean: float
    low: float
    high: float

    @property
    def margin(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def interval(values: Sequence[float]) -> Interval:
    """The mean of independent values with its 95 % interval (Student's t)."""
    mean = fmean(values)
    if len(values) < 2:
        return Interval(mean, -inf, inf)
    half = t_quantile(len(values) - 1) * stdev(values) / sqrt(len(values))
    return Interval(mean, mean - half, mean + half)


def t_quantile(freedom: int) -> float:
    """The 97.5 % quantile of Student's t for ``freedom`` ≥ 1 degrees of freedom.

    Exact for one and two; from three on by the expansion in 1/freedom, which is off by less than
    0.02 at three and 0.001 from six on.
    """
    if freedom == 1:
        return 12.706204736174698
    if freedom == 2:
        return 0.95 * sqrt(2 / (1 - 0.95**2))
    z = NormalDist().inv_cdf(0.975)
    terms: tuple[float, ...] = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / float(freedom) ** power for power, term in enumerate(terms, 1))


@dataclass(frozen=True, slots=True)
class BotSummary:
    """One bot over all deals.

    Attributes:
        name: unique among the bots of the contest.
        points: points per deal and seat, at one stake per loser.
        won, drawn, lost: seats that ended above, at and below zero points.
        forfeits: code → how many deals it forfeited for this reason.
        decisions: how many it made.
        seconds: wall time they took.
    """

    name: str
    points: Interval
    won: int
    drawn: int
    lost: int
    forfeits: dict[str, int]
    decisions: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Pair:
    """How much more points per deal bot ``first`` made than ``second``, paired deal by deal."""

    first: int
    second: int
    difference: Interval


def summaries(specs: Sequence[str], results: Sequence[DealResult]) -> list[BotSummary]:
    """Every bot of the contest, in the order of ``specs``."""
    return [
        BotSummary(
            name=name,
            points=interval([result.points[bot] for result in results]),
            won=sum(result.won[bot] for result in results),
            drawn=sum(result.drawn[bot] for result in results),
            lost=sum(result.lost[bot] for result in results),
            forfeits=_forfeits(results, bot),
            decisions=sum(result.decisions[bot] for result in results),
            seconds=sum(result.seconds[bot] for result in results),
        )
        for bot, name in enumerate(unique_names(specs))
    ]


def pairs(bots: int, results: Sequence[DealResult]) -> list[Pair]:
    """Every pair of bots, the earlier first."""
    return [
        Pair(
            first,
            second,
            interval([result.points[first] - result.points[second] for result in results]),
        )
        for first in range(bots)
        for second in range(first + 1, bots)
    ]


def unique_names(specs: Sequence[str]) -> list[str]:
    """The specs; where one comes again, with a number behind it."""
    names: list[str] = []
    for place, spec in enumerate(specs):
        again = specs[:place].count(spec)
        names.append(f"{spec}#{again + 1}" if again else spec)
    return names


def _forfeits(results: Sequence[DealResult], bot: int) -> dict[str, int]:
    counts: dict[str, int] = {}
    for result in results:
        for fault in result.faults:
            if fault.bot == bot:
                counts[fault.code] = counts.get(fault.code, 0) + 1
    return dict(sorted(counts.items()))
