"""``conquian train``: learn a policy by self-play (docs/learning.md)."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from importlib.util import find_spec
from pathlib import Path

from conquian.cli import INTERRUPTED, USAGE
from conquian.cli.options import add_lang, whole_number
from conquian.core.catalogue import add_part
from conquian.core.errors import ConquianError
from conquian.core.ruleset import RuleSet

add_part("conquian.cli", "train")

HELP = (
    "Learn to play a rule set by self-play and write a file of weights for the bots. Needs PyTorch "
    "(extra [train]). With --checkpoint a run can be stopped at any time; the same command goes on "
    "where it stopped. On another machine the result differs in the last bits of its sums. Exit "
    "status 0; 2 if the options make no sense; 130 after Ctrl-C, with what was kept so far."
)
_KEPT_EVERY = 25


def add_arguments(parser: ArgumentParser) -> None:
    """``--rules R --players N --seed S --rounds N --out FILE [--checkpoint FILE]``."""
    parser.add_argument("--rules", default="clasico", help="a preset or a house rule")
    parser.add_argument("--players", type=whole_number(2, 6), default=2, metavar="N")
    parser.add_argument("--seed", type=whole_number(0), default=1, metavar="S")
    parser.add_argument("--rounds", type=whole_number(1), default=400, metavar="N")
    parser.add_argument(
        "--method",
        choices=("results", "solver"),
        default="results",
        help="learn from how deals end (any number of players), or from the exact value of every "
        "action with open hands (two players)",
    )
    parser.add_argument(
        "--from",
        dest="start",
        type=Path,
        metavar="FILE",
        help="begin with these weights (.npz) instead of random ones",
    )
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="weights (.npz)")
    parser.add_argument(
        "--checkpoint",
        type=Path,
        metavar="FILE",
        help=f"kept every {_KEPT_EVERY} rounds, and resumed from",
    )
    parser.add_argument(
        "--threads", type=whole_number(1, 64), default=1, metavar="N", help="of PyTorch"
    )
    add_lang(parser)


def run(args: Namespace) -> int:
    """Learn, telling a line of the learning curve now and then."""
    try:
        if find_spec("torch") is None:
            raise ConquianError("train_needs_torch")
        rules = RuleSet.parse(args.rules)
        rules.hand_size(args.players)
        if args.method == "solver" and args.players != 2:
            raise ConquianError("train_solver_two")
        return _learn(args, rules)
    except (ConquianError, OSError, ValueError) as refusal:
        said = refusal.sentence(args.lang) if isinstance(refusal, ConquianError) else str(refusal)
        print(f"conquian train: {said}", file=sys.stderr)
        return USAGE


def _learn(args: Namespace, rules: RuleSet) -> int:
    from conquian.kernel import start

    start.prepare("play", "solve", "think")
    import torch

    from conquian.train.run import Plan, Run

    torch.set_num_threads(args.threads)
    source = "" if args.start is None else args.start.stem
    plan = Plan(rules, args.players, args.seed, args.rounds, args.method, source)
    kept: Path | None = args.checkpoint
    if kept is not None and kept.exists():
        learning = Run.resume(kept)
        if learning.plan != plan:
            raise ConquianError("train_other_run", file=str(kept))
    else:
        learning = Run(plan)
        if args.start is not None:
            learning.begin_with(args.start)
    while learning.done < plan.rounds:
        try:
            learning.learn(lambda point: print(point, file=sys.stderr, flush=True))
        except KeyboardInterrupt:
            return INTERRUPTED
        if kept is not None and learning.done % _KEPT_EVERY == 0:
            learning.save(kept)
    learning.export(args.out)
    return 0
