"""Proximal policy optimisation by self-play (Schulman et al., arXiv 1707.06347).

All seats are played by the policy as it is. A round plays some thousand deals in the compiled
kernel, judges every choice by how the critic's expectation moved from one decision of the seat to
its next (generalised advantages, arXiv 1506.02438), and improves the policy on these samples a few
times, not further than clipping allows. The rate of learning and the reward for keeping several
choices open fall to a tenth over the run.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from conquian.core.ruleset import RuleSet
from conquian.kernel.net import Reals
from conquian.kernel.position import Kernel
from conquian.kernel.selfplay import N_DEALS, N_DECISIONS, Samples, new_samples, play_samples
from conquian.kernel.solve_arena import new_arena
from conquian.kernel.tables import Ints, setting_array
from conquian.train.networks import Batch, Critic, Policy


@dataclass(frozen=True, slots=True)
class Settings:
    """How a run learns.

    Attributes:
        deals: played in a round.
        batch: decisions in a step of the optimiser.
        passes: how often the samples of a round are used.
        rate: of learning, at first.
        spread: reward for entropy, at first.
        clip: how far a probability may move for a round.
        fade: the lambda of the advantages.
        judged: learn from the solver's judgement of every action instead of from results.
        sharp: how much a point is worth in the policy's scores when learning so.
    """

    deals: int = 2048
    batch: int = 4096
    passes: int = 2
    rate: float = 1.5e-3
    spread: float = 0.03
    clip: float = 0.2
    fade: float = 0.95
    judged: bool = False
    sharp: float = 8.0


@dataclass(frozen=True, slots=True)
class Told:
    """What a round says of itself: figures for the learning curve."""

    deals: int
    decisions: int
    entropy: float
    drawn: float
    unexplained: float


class Learner:
    """A policy that learns one rule set for a number of players.

    Args:
        rules, players: what is learnt.
        seed: of the first weights and of all cards and choices.
        settings: how.
    """

    def __init__(
        self, rules: RuleSet, players: int, seed: int, settings: Settings | None = None
    ) -> None:
        torch.manual_seed(seed)
        self.settings = settings or Settings()
        self.kernel = Kernel(rules, players)
        self.seed = seed
        self.deals = 0
        self.policy, self.critic = Policy(players), Critic(players)
        self.optimiser = torch.optim.Adam(
            [*self.policy.parameters(), *self.critic.parameters()], lr=self.settings.rate
        )
        self._samples = new_samples(players, self.settings.deals)
        self._arena: Ints = np.zeros(0, np.int64)
        self._generation = 1
        if self.settings.judged:
            self._arena = new_arena(self.kernel.tables, setting_array(rules, players), 15)

    def round(self, done: float) -> Told:
        """Play and learn once; ``done`` (0–1) is how much of the run is over."""
        samples = self._samples
        self._generation = play_samples(
            self.kernel.game,
            self.policy.parameters_flat(),
            1.0,
            self.seed,
            self.deals,
            self.settings.deals,
            self._arena,
            self._generation,
            *samples,
        )
        deals, decisions = int(samples.counts[N_DEALS]), int(samples.counts[N_DECISIONS])
        self.deals += deals
        batches = list(_batches(samples, self.settings.batch))
        if self.settings.judged:
            entropy, error = self._imitate(samples, batches, 1.0 - 0.9 * done)
            drawn = float((samples.points[:deals] == 0).all(axis=1).mean())
            return Told(deals, decisions, entropy, drawn, error)
        with torch.no_grad():
            values = torch.cat([self.critic(batch) for batch in batches]).numpy()
        gains, targets = _advantages(samples, values, self.settings.fade)
        entropy = self._improve(samples, batches, gains, targets, 1.0 - 0.9 * done)
        points = samples.points[:deals]
        results = points[samples.deal[:decisions], samples.seat[:decisions]]
        return Told(
            deals=deals,
            decisions=decisions,
            entropy=entropy,
            drawn=float((points == 0).all(axis=1).mean()),
            unexplained=float(np.var(results - values) / max(1e-9, np.var(results))),
        )

    def _improve(
        self, samples: Samples, batches: list[Batch], gains: Reals, targets: Reals, share: float
    ) -> float:
        for group in self.optimiser.param_groups:
            group["lr"] = self.settings.rate * share
        spread = self.settings.spread * share
        gains = (gains - gains.mean()) / (gains.std() + 1e-6)
        total, steps = 0.0, 0
        for turn in range(self.settings.passes):
            order = np.random.default_rng([self.seed, self.deals, turn]).permutation(len(batches))
            for place in order:
                batch = batches[place]
                span = slice(
                    int(place) * self.settings.batch,
                    int(place) * self.settings.batch + len(batch.state_from),
                )
                logs = self.policy(batch)
                ratio = logs[batch.picked].exp() / torch.from_numpy(samples.chance[span])
                gain = torch.from_numpy(gains[span])
                bounded = ratio.clamp(1 - self.settings.clip, 1 + self.settings.clip)
                loss = -torch.minimum(ratio * gain, bounded * gain).mean()
                entropy = -(logs.exp() * logs).sum() / len(batch.picked)
                error = self.critic(batch) - torch.from_numpy(targets[span])
                self.optimiser.zero_grad(set_to_none=True)
                (loss - spread * entropy + 0.5 * error.square().mean()).backward()
                torch.nn.utils.clip_grad_norm_(self.policy.parameters(), 1.0)
                self.optimiser.step()
                total, steps = total + float(entropy.detach()), steps + 1
        return total / max(1, steps)

    def _imitate(self, samples: Samples, batches: list[Batch], share: float) -> tuple[float, float]:
        """Bring the scores nearer to what the solver said; entropy and share of variance left."""
        for group in self.optimiser.param_groups:
            group["lr"] = self.settings.rate * share
        spans, begin = [], 0
        for batch in batches:
            spans.append(slice(begin, begin + len(batch.of)))
            begin += len(batch.of)
        entropies, left, whole = [], 0.0, 0.0
        for turn in range(self.settings.passes):
            order = np.random.default_rng([self.seed, self.deals, turn]).permutation(len(batches))
            for place in order:
                batch = batches[place]
                worth = torch.from_numpy(samples.worth[spans[place]].copy())
                logs = self.policy(batch)
                wanted = _centred(worth, batch)
                said = _centred(logs, batch) / self.settings.sharp
                error = (said - wanted).square().sum() / len(batch.picked)
                self.optimiser.zero_grad(set_to_none=True)
                error.backward()
                torch.nn.utils.clip_grad_norm_(self.policy.parameters(), 1.0)
                self.optimiser.step()
                if turn == 0:
                    entropies.append(float(-(logs.exp() * logs).sum().detach()) / len(batch.picked))
                    left += float(error.detach()) * len(batch.picked)
                    whole += float(wanted.square().sum())
        return float(np.mean(entropies)), left / max(1e-9, whole)


def _centred(values: Tensor, batch: Batch) -> Tensor:
    """Values of actions (A,) less their mean in each decision."""
    decisions = len(batch.picked)
    sums = torch.zeros(decisions).index_add(0, batch.of, values)
    sizes = torch.zeros(decisions).index_add(0, batch.of, torch.ones_like(values))
    return values - (sums / sizes)[batch.of]


def _advantages(samples: Samples, values: Reals, fade: float) -> tuple[Reals, Reals]:
    """How much better than expected each choice turned out, and what the critic should have said.

    From a seat's last decision back to its first: the expectation moves to that of its next
    decision, and in the end to the result.
    """
    decisions = len(values)
    gains = np.zeros(decisions, np.float32)
    deals, seats = samples.deal[:decisions], samples.seat[:decisions]
    later_gain = np.zeros(samples.points.shape, np.float32)
    later_value = samples.points.copy()
    ends = np.flatnonzero(np.diff(deals, append=-1))
    starts = np.concatenate([[0], ends[:-1] + 1])
    width = int((ends - starts).max()) + 1
    for step in range(width):  # the last decisions of all deals, then those before, …
        at = ends - step
        at = at[at >= starts]
        deal, seat = deals[at], seats[at]
        gains[at] = later_value[deal, seat] - values[at] + fade * later_gain[deal, seat]
        later_gain[deal, seat] = gains[at]
        later_value[deal, seat] = values[at]
        keep = ends - step > starts
        ends, starts = ends[keep], starts[keep]
    return gains, gains + values


def _starts(ends: Ints, first: int, last: int) -> tuple[Ints, int, int]:
    """Where lists ``first`` … ``last - 1`` begin, relative to the first, and their span."""
    begin = int(ends[first - 1]) if first else 0
    starts = np.concatenate([[begin], ends[first : last - 1]]) - begin
    return starts, begin, int(ends[last - 1])


def _batches(samples: Samples, size: int) -> Iterator[Batch]:
    """The decisions in order, so many at a time."""
    decisions = int(samples.counts[N_DECISIONS])
    for first in range(0, decisions, size):
        last = min(first + size, decisions)
        options, begin, end = _starts(samples.last, first, last)
        state_from, state_begin, state_end = _starts(samples.state_end, first, last)
        action_from, action_begin, action_end = _starts(samples.action_end, begin, end)
        held_from, held_begin, held_end = _starts(samples.held_end, first, last)
        sizes = np.diff(options, append=end - begin)
        yield Batch(
            state=torch.from_numpy(samples.state[state_begin:state_end].astype(np.int64)),
            state_from=torch.from_numpy(state_from),
            action=torch.from_numpy(samples.action[action_begin:action_end].astype(np.int64)),
            action_from=torch.from_numpy(action_from),
            held=torch.from_numpy(samples.held[held_begin:held_end].astype(np.int64)),
            held_from=torch.from_numpy(held_from),
            of=torch.from_numpy(np.repeat(np.arange(last - first), sizes)),
            picked=torch.from_numpy(options + samples.chosen[first:last]),
        )
