"""The networks while they learn; the policy's twin for play is ``kernel.net``."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from conquian.kernel.features import ACTION_BLOCKS, BLOCK, state_blocks
from conquian.kernel.net import DEEP, WIDE, Reals, net_size


class Batch(NamedTuple):
    """Decisions in a row, as tensors. D decisions with A actions in all.

    Attributes:
        state, state_from: inputs of the states and where each list begins (D,).
        action, action_from: inputs of the actions and where each list begins (A,).
        held, held_from: cards of the other seats, for the critic.
        of: (A,) the decision an action belongs to.
        picked: (D,) the place of the chosen action among the A.
    """

    state: Tensor
    state_from: Tensor
    action: Tensor
    action_from: Tensor
    held: Tensor
    held_from: Tensor
    of: Tensor
    picked: Tensor


class Policy(nn.Module):
    """The network of ``kernel.net`` for so many players."""

    def __init__(self, players: int) -> None:
        super().__init__()
        self.state = nn.EmbeddingBag(state_blocks(players) * BLOCK, WIDE, mode="sum")
        self.action = nn.EmbeddingBag(ACTION_BLOCKS * BLOCK, WIDE, mode="sum")
        self.deep = nn.Linear(WIDE, DEEP)
        self.out = nn.Linear(DEEP, 1, bias=False)
        nn.init.normal_(self.state.weight, std=0.08)
        nn.init.normal_(self.action.weight, std=0.15)
        nn.init.normal_(self.out.weight, std=0.02)

    def forward(self, batch: Batch) -> Tensor:
        """Log-probabilities of all actions (A,), each among those of its decision."""
        wide = self.state(batch.state, batch.state_from)[batch.of]
        wide = torch.relu(wide + self.action(batch.action, batch.action_from))
        scores = self.out(torch.relu(self.deep(wide))).squeeze(1)
        decisions = len(batch.state_from)
        most = torch.full((decisions,), -torch.inf).scatter_reduce(
            0, batch.of, scores.detach(), "amax"
        )
        risen = scores - most[batch.of]
        sums = torch.zeros(decisions).index_add(0, batch.of, risen.exp())
        return risen - sums.log()[batch.of]

    def parameters_flat(self) -> Reals:
        """The parameters in the order of ``kernel.net``."""
        parts = (
            self.state.weight,
            self.action.weight,
            self.deep.weight.T,
            self.deep.bias,
            self.out.weight,
        )
        flat = np.concatenate([part.detach().numpy().ravel() for part in parts])
        return flat.astype(np.float32)

    def load_flat(self, flat: Reals) -> None:
        """Take over parameters in the order of ``kernel.net``."""
        at = 0
        with torch.no_grad():
            for part, turned in (
                (self.state.weight, False),
                (self.action.weight, False),
                (self.deep.weight, True),
                (self.deep.bias, False),
                (self.out.weight, False),
            ):
                shape = part.T.shape if turned else part.shape
                size = part.numel()
                values = torch.from_numpy(flat[at : at + size].reshape(tuple(shape)).copy())
                part.copy_(values.T if turned else values)
                at += size
        if at != len(flat):
            raise ValueError(f"{len(flat)} parameters, {at} expected")


class Critic(nn.Module):
    """What a decision is worth to its seat. It sees the other hands, and is used in learning only.

    Knowing the hands it explains most of a deal's luck away, so that what is left to the policy is
    what the choice was worth (the oracle of Suphx, arXiv 2003.13590, used as a baseline).
    """

    def __init__(self, players: int) -> None:
        super().__init__()
        self.state = nn.EmbeddingBag(state_blocks(players) * BLOCK, WIDE, mode="sum")
        self.held = nn.EmbeddingBag((players - 1) * BLOCK, WIDE, mode="sum")
        self.deep = nn.Linear(WIDE, DEEP)
        self.out = nn.Linear(DEEP, 1)
        nn.init.normal_(self.state.weight, std=0.08)
        nn.init.normal_(self.held.weight, std=0.08)

    def forward(self, batch: Batch) -> Tensor:
        """Expected points (D,)."""
        wide = self.state(batch.state, batch.state_from) + self.held(batch.held, batch.held_from)
        value: Tensor = self.out(torch.relu(self.deep(torch.relu(wide)))).squeeze(1)
        return value


def size_for(players: int) -> int:
    """How many parameters :meth:`Policy.parameters_flat` gives."""
    return int(net_size(players))
