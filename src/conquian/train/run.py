"""A run of learning: rounds, a learning curve, checkpoints, and what is shipped in the end."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import torch

from conquian import __version__
from conquian.bots import learnt
from conquian.core.ruleset import RuleSet
from conquian.kernel.net import DEEP
from conquian.train.learn import Learner, Settings

METHODS: Final = {
    "results": Settings(),
    "solver": Settings(judged=True, deals=1024, batch=1024, passes=3),
}
"""Names of the ways to learn, and their settings."""
SHARPENED: Final = 5.0
"""The solver's values differ less than good play needs: scores are stretched so much for play."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be learnt, and how.

    Attributes:
        rules, players: for what.
        seed: of first weights, cards and choices.
        rounds: how many in all.
        method: of :data:`METHODS`.
        source: name of the weights the run begins with; ``""``: random ones.
    """

    rules: RuleSet
    players: int
    seed: int
    rounds: int
    method: str = "results"
    source: str = ""

    @property
    def command(self) -> str:
        """What was typed, but for names of files."""
        begun = f" --from {self.source}.npz" if self.source else ""
        return (
            f'conquian train --rules "{self.rules}" --players {self.players} --seed {self.seed} '
            f"--rounds {self.rounds} --method {self.method}{begun} --out FILE"
        )


class Run:
    """Learning that can be stopped and taken up again.

    Attributes:
        plan: what is learnt.
        done: rounds so far; ``decisions`` and ``seconds`` (wall time) likewise.
        curve: one dictionary for every :attr:`told_every` rounds: ``round deals decisions
            seconds entropy drawn unexplained``; ``unexplained`` is the share of the variance of
            results, or of the solver's values, that was not foreseen.
    """

    told_every = 10

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.learner = Learner(plan.rules, plan.players, plan.seed, METHODS[plan.method])
        self.done = 0
        self.decisions = 0
        self.seconds = 0.0
        self.curve: list[dict[str, float]] = []

    def begin_with(self, file: Path) -> None:
        """Take over the weights of a file.

        Raises:
            ValueError: it is none, or is for another number of players.
            OSError: it cannot be read.
        """
        self.learner.policy.load_flat(learnt.load(file).net)

    def learn(self, progress: Callable[[dict[str, float]], None] | None = None) -> None:
        """One round."""
        began = time.perf_counter()
        told = self.learner.round(self.done / self.plan.rounds)
        self.seconds += time.perf_counter() - began
        self.done += 1
        self.decisions += told.decisions
        if self.done % self.told_every == 0 or self.done == self.plan.rounds:
            point = {
                "round": self.done,
                "deals": self.learner.deals,
                "decisions": self.decisions,
                "seconds": round(self.seconds, 1),
                "entropy": round(told.entropy, 4),
                "drawn": round(told.drawn, 4),
                "unexplained": round(told.unexplained, 4),
            }
            self.curve.append(point)
            if progress is not None:
                progress(point)

    def about(self) -> dict[str, Any]:
        """What made the policy, for its file."""
        return {
            **asdict(self.plan),
            "rules": str(self.plan.rules),
            "done": self.done,
            "deals": self.learner.deals,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 1),
            "settings": asdict(self.learner.settings),
            "engine": __version__,
            "torch": torch.__version__,
            "command": self.plan.command,
            "curve": self.curve,
        }

    def export(self, file: Path) -> None:
        """Write what is shipped; whole or not at all."""
        net = self.learner.policy.parameters_flat()
        if self.learner.settings.judged:
            net[-DEEP:] *= SHARPENED
        _replace(file, lambda stream: learnt.save(stream, net, self.about()))

    def save(self, file: Path) -> None:
        """Write a checkpoint; whole or not at all."""
        learner = self.learner
        state = {
            "policy": learner.policy.state_dict(),
            "critic": learner.critic.state_dict(),
            "optimiser": learner.optimiser.state_dict(),
            "about": json.dumps(self.about()),
        }
        _replace(file, lambda stream: torch.save(state, stream))

    @staticmethod
    def resume(file: Path) -> Run:
        """Take up a run where its last checkpoint left it.

        Raises:
            OSError, ValueError: it cannot be read.
        """
        state = torch.load(file, weights_only=True)
        about = json.loads(state["about"])
        plan = Plan(
            RuleSet.parse(about["rules"]),
            about["players"],
            about["seed"],
            about["rounds"],
            about["method"],
            about["source"],
        )
        run = Run(plan)
        run.learner.policy.load_state_dict(state["policy"])
        run.learner.critic.load_state_dict(state["critic"])
        run.learner.optimiser.load_state_dict(state["optimiser"])
        run.learner.deals = about["deals"]
        run.done, run.decisions = about["done"], about["decisions"]
        run.seconds, run.curve = about["seconds"], about["curve"]
        return run


def _replace(file: Path, write: Callable[[Any], None]) -> None:
    part = file.with_name(file.name + ".part")
    with part.open("wb") as stream:
        write(stream)
    part.replace(file)
