"""The shuffle of one deal while it is going on: who has committed, who has opened (§7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from conquian.core.errors import NotLegal
from conquian.dealing import fair
from conquian.dealing.fair import Occasion, Share, Transcript

COMMIT, REVEAL, DONE = "commit", "reveal", "done"
GRACE: Final = 6.0
"""Seconds that each step waits at most for a seat that is connected."""


class Shuffle:
    """Commitments first, then their values; whoever is late is left out.

    Attributes:
        occasion: what it is for.
        seed: the server's value; hidden until the deal is over.
        commit: the commitment to it.
        asked: the seats that may take part: those of people.
        step: ``commit``, ``reveal`` or ``done``.
        since: when the step began.
    """

    __slots__ = ("asked", "commit", "commits", "nonces", "occasion", "seed", "since", "step")

    def __init__(self, occasion: Occasion, seed: str, asked: Iterable[int], at: float) -> None:
        self.occasion = occasion
        self.seed = seed
        self.commit = occasion.server_commit(seed)
        self.asked = tuple(asked)
        self.commits: dict[int, str] = {}
        self.nonces: dict[int, str] = {}
        self.step = COMMIT if self.asked else DONE
        self.since = at

    @property
    def pending(self) -> tuple[int, ...]:
        """The seats this step waits for."""
        if self.step == COMMIT:
            return tuple(seat for seat in self.asked if seat not in self.commits)
        if self.step == REVEAL:
            return tuple(seat for seat in self.commits if seat not in self.nonces)
        return ()

    def refusal(self, step: str, seat: int, deal: int, value: str) -> NotLegal | None:
        """Why a seat may not commit to or open this value now, or ``None``."""
        if self.step != step or deal != self.occasion.deal:
            return NotLegal("fair_not_now")
        if not fair.is_value(value):
            return NotLegal("fair_no_value")
        if seat not in self.pending:
            return NotLegal("fair_not_now")
        if step == REVEAL and self.occasion.seat_commit(seat, value) != self.commits[seat]:
            return NotLegal("fair_other_value")
        return None

    def take(self, seat: int, value: str) -> None:
        """A seat commits, or opens its value; whether that was the last is for :meth:`goes_on`."""
        (self.commits if self.step == COMMIT else self.nonces)[seat] = value

    def goes_on(self, at: float) -> bool:
        """The next step begins; whether the commitments are to be shown now."""
        shown = self.step == COMMIT
        self.step = REVEAL if shown and self.commits else DONE
        self.since = at
        return shown

    def transcript(self, bots: Iterable[int], players: int) -> Transcript:
        """What the shuffle was made of. ``bots``: the seats that never were asked."""
        bots = set(bots)
        shares = []
        for seat in range(players):
            commit, nonce = self.commits.get(seat), self.nonces.get(seat)
            status = fair.REVEALED if nonce else fair.WITHHELD if commit else fair.LATE
            shares.append(
                fair.BOT_SHARE if seat in bots and not commit else Share(commit, nonce, status)
            )
        return fair.transcript_of(self.occasion, self.seed, shares, self.commit)

    def as_facts(self) -> tuple[object, ...]:
        """All of it as one comparable value."""
        return (
            self.occasion,
            self.seed,
            self.asked,
            self.step,
            tuple(sorted(self.commits.items())),
            tuple(sorted(self.nonces.items())),
        )
