"""How often somebody may ask: token buckets per browser first, per address with room for many."""

from __future__ import annotations

from collections.abc import Callable


class Bucket:
    """Lets ``rate`` a second pass in the long run, and ``burst`` at once."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float, at: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._at = at

    def take(self, at: float) -> bool:
        """Whether one more may pass now."""
        self._left = min(self._burst, self._left + (at - self._at) * self._rate)
        self._at = at
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def full(self, at: float) -> bool:
        """Whether nobody has asked for so long that this bucket need not be remembered."""
        return self._left + (at - self._at) * self._rate >= self._burst


class Limiter:
    """A bucket for each key; forgets those that are full.

    Args:
        rate: how many a second pass in the long run.
        burst: how many pass at once.
        clock: the time in seconds.
        most: keys remembered at most; beyond that everybody new must wait.
    """

    def __init__(
        self, rate: float, burst: float, clock: Callable[[], float], most: int = 100_000
    ) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._most = most
        self._buckets: dict[str, Bucket] = {}

    def allows(self, key: str, worth: float = 1.0) -> bool:
        """Whether ``key`` may ask once more; ``worth``: it stands for so many."""
        at = self._clock()
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= self._most:
                self._forget(at)
                if len(self._buckets) >= self._most:
                    return False
            bucket = Bucket(self._rate * worth, self._burst * worth, at)
            self._buckets[key] = bucket
        return bucket.take(at)

    def _forget(self, at: float) -> None:
        self._buckets = {
            key: bucket for key, bucket in self._buckets.items() if not bucket.full(at)
        }


class Counted:
    """How many of something each key has open at once."""

    def __init__(self) -> None:
        self.total = 0
        self._open: dict[str, int] = {}

    def of(self, key: str) -> int:
        """How many ``key`` has open."""
        return self._open.get(key, 0)

    def add(self, *keys: str) -> None:
        """One more for each of ``keys``."""
        self.total += 1
        for key in keys:
            self._open[key] = self.of(key) + 1

    def drop(self, *keys: str) -> None:
        """One less."""
        self.total -= 1
        for key in keys:
            left = self.of(key) - 1
            if left > 0:
                self._open[key] = left
            else:
                self._open.pop(key, None)
