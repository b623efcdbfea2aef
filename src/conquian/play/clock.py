"""The turn clock: how long who must act may think (design.md §3.8).

Time is handed in. A turn has its seconds, and a grace that is not shown, for the way to the server.
While who must act is away the clock stands, up to :data:`MOST_AWAY` seconds a turn; who comes back
has at least :data:`BACK` seconds, as long as that allowance lasts.
"""

from __future__ import annotations

from typing import Final

GRACE: Final = 2.0
"""Seconds after zero before a turn is really over."""
MOST_AWAY: Final = 90.0
"""Seconds the clock stands in one turn, at most, while somebody is away."""
BACK: Final = 15.0
"""Seconds that who comes back has at least."""


class TurnClock:
    """The clock of one turn at a time; it stands until :meth:`start`."""

    __slots__ = ("_away", "_deadline", "_spare")

    def __init__(self) -> None:
        self._deadline: float | None = None
        self._away: float | None = None
        self._spare = 0.0

    def start(self, at: float, seconds: float, *, away: bool) -> None:
        """A turn begins; ``away``: who must act is not there."""
        self._deadline = at + seconds
        self._spare = MOST_AWAY
        self._away = at if away else None

    def stop(self) -> None:
        """Nobody's time runs."""
        self._deadline = self._away = None

    @property
    def runs(self) -> bool:
        """A turn is being timed, even if its time stands."""
        return self._deadline is not None

    def away(self, at: float, *, away: bool) -> None:
        """Who must act is there, or is not."""
        if self._deadline is None or away == (self._away is not None):
            return
        if away:
            self._away = at
            return
        self._grant(self._stood(at))
        self._away = None
        self._grant(max(0.0, min(self._spare, at + BACK - self._deadline)))

    def left(self, at: float) -> float | None:
        """Seconds left, as they are shown; ``None`` when no clock runs."""
        if self._deadline is None:
            return None
        return max(0.0, self._deadline + self._stood(at) - at)

    @property
    def over_at(self) -> float | None:
        """When the turn is over, if nothing changes before; ``None`` when no clock runs."""
        if self._deadline is None:
            return None
        return self._deadline + (self._spare if self._away is not None else 0.0) + GRACE

    def _stood(self, at: float) -> float:
        """How long the clock has been standing until now, since who must act went away."""
        if self._away is None:
            return 0.0
        return min(max(0.0, at - self._away), self._spare)

    def _grant(self, seconds: float) -> None:
        if self._deadline is not None:
            self._deadline += seconds
            self._spare -= seconds
