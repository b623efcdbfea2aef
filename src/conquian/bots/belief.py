"""What the others may hold: worlds, weighed by what everybody has seen them do.

A **world** is a full position consistent with all a seat knows (``kernel.worlds``); before anything
is done all are equally likely. What the others then passed on, took, paid, forced and gave away is
more likely in some worlds than in others, if they play like a *model*, and Bayes' rule gives each
world its weight. The model is the network of ``kernel.net`` (or, empty, its rough twin), played
at a temperature, and with a share of uniform play so that nobody is ever thought impossible.

Where few worlds are left all of them are listed, so nothing is left to chance; else they are drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from conquian.bots.place import Place
from conquian.core.position import Phase
from conquian.kernel.guided import Floats
from conquian.kernel.history import history_of
from conquian.kernel.likely import log_likelihoods
from conquian.kernel.moves import hand_at
from conquian.kernel.net import Reals
from conquian.kernel.tables import CARDS, Ints
from conquian.kernel.worlds import count_worlds, list_worlds


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """How the others are supposed to play.

    Attributes:
        net: parameters of ``kernel.net``; empty: by plans alone.
        temperature: of its choices.
        noise: 0 to 1, the share of uniform play.
    """

    net: Reals
    temperature: float = 1.0
    noise: float = 0.05


MOST_LISTED: Final = 400
"""Up to so many worlds are all looked at, whatever number was asked for."""


@dataclass(frozen=True, slots=True, eq=False)
class Belief:
    """Worlds and how likely each is.

    Attributes:
        worlds: (count, words) positions as ``kernel.position`` has them.
        weights: (count,) probabilities; they add up to 1.
        complete: these are all the worlds there are.
    """

    worlds: Ints
    weights: Floats
    complete: bool

    @staticmethod
    def of(place: Place, worlds: int, seed: int, model: Model | None = None) -> Belief:
        """What the seat of ``place`` may believe.

        Args:
            place: what it knows.
            worlds: how many are drawn where there are more than :data:`MOST_LISTED`.
            seed: of the draw.
            model: how the others play; ``None``: all worlds stay equally likely. Inside the
                exchange nobody has done anything yet, and they stay so as well.
        """
        exchange = place.info.phase is Phase.EXCHANGE
        complete = not exchange and count_worlds(place.blind) <= MOST_LISTED
        rows = _listed(place) if complete else place.worlds(worlds, seed)
        if model is None or exchange:
            return Belief(rows, np.full(len(rows), 1 / len(rows)), complete)
        logs, past = np.zeros(len(rows)), history_of(place.kernel, place.info)
        log_likelihoods(
            place.kernel.game, past.head, past.steps, rows, model.net, model.temperature,
            model.noise, logs,
        )  # fmt: skip
        weights = np.exp(logs - logs.max())
        return Belief(rows, weights / weights.sum(), complete)

    @property
    def effective(self) -> float:
        """How many equally likely worlds would say as much (Kish): 1 to ``len(worlds)``."""
        return float(1 / np.square(self.weights).sum())

    def softened(self, effective: float) -> Belief:
        """The same worlds, with weights as much nearer to each other as :attr:`effective` needs.

        A few drawn worlds among very many can all be unlikely, and one that is less so than the
        others would be taken for the truth. ``effective`` is at most ``len(worlds)``.
        """
        if self.effective >= effective:
            return self
        low, high, logs = 0.0, 1.0, np.log(np.maximum(self.weights, 1e-300))
        for _ in range(20):
            power = (low + high) / 2
            weights = np.exp(power * (logs - logs.max()))
            enough = weights.sum() ** 2 >= effective * np.square(weights).sum()
            low, high = (power, high) if enough else (low, power)
        weights = np.exp(low * (logs - logs.max()))
        return Belief(self.worlds, weights / weights.sum(), self.complete)

    def marginals(self, players: int) -> Floats:
        """(players, ``CARDS``) how likely each hand holds at least one of each card.

        Cards are numbered as the kernel does. The own hand is certain.
        """
        held = np.zeros((players, CARDS))
        bits = np.uint64(1) << np.arange(CARDS, dtype=np.uint64)
        for seat in range(players):
            hands = self.worlds[:, hand_at(seat)].astype(np.uint64)
            held[seat] = self.weights @ ((hands[:, None] & bits) != 0)
        return held

    def draw(self, count: int, seed: int) -> Ints:
        """(count, words) worlds by their weights, in an order without meaning.

        The draw is systematic: a world of weight w comes ``w * count`` times, rounded up or down.
        """
        chance = np.random.default_rng(seed)
        points = (chance.random() + np.arange(count)) / count
        places = np.minimum(np.searchsorted(np.cumsum(self.weights), points), len(self.weights) - 1)
        drawn: Ints = self.worlds[chance.permutation(places)]
        return drawn


def _listed(place: Place) -> Ints:
    blind = place.blind
    rows = np.zeros((count_worlds(blind), place.kernel.words), np.int64)
    list_worlds(place.kernel.game, blind.row, blind.viewer, blind.counts, blind.known, rows)
    return rows
