"""Stopping when it is decided: intervals that may be looked at after every deal.

An ordinary 95 % interval that is looked at again and again, until it says what one likes, is wrong
far more often than one time in twenty. An asymptotic **confidence sequence** (Waudby-Smith, Arbour,
Sinha, Kennedy and Ramdas, "Time-uniform central limit theory and asymptotic confidence sequences",
Annals of Statistics 2024, theorem 2.2) holds at all times together:

    mean ± s · sqrt( 2 (n r² + 1) / (n² r²) · log( sqrt(n r² + 1) / a ) )

with s the standard deviation so far, a the chance of error, and r chosen so that it is narrowest
about :data:`TYPICAL` deals. It is wider than the ordinary interval, by two thirds or so.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, log, sqrt
from statistics import fmean, stdev
from typing import Final

from conquian.arena.duplicate import DealResult
from conquian.arena.statistics import Interval

ALPHA: Final = 0.05
TYPICAL: Final = 400
LEAST: Final = 60
"""Before so many deals nothing is said: the theorem is about many."""

_RHO2: Final = (-2 * log(ALPHA) + log(-2 * log(ALPHA)) + 1) / TYPICAL


def always_valid(values: Sequence[float]) -> Interval:
    """The mean of independent values with an interval of the confidence sequence."""
    number, mean = len(values), fmean(values)
    if number < LEAST:
        return Interval(mean, -inf, inf)
    grown = number * _RHO2 + 1
    half = stdev(values) * sqrt(2 * grown / (number**2 * _RHO2) * log(sqrt(grown) / ALPHA))
    return Interval(mean, mean - half, mean + half)


def decided(results: Sequence[DealResult], margin: float) -> bool:
    """Whether the first bot's points per deal are shown to be above, or below, ``margin``."""
    found = always_valid([result.points[0] for result in results])
    return found.low > margin or found.high < margin
