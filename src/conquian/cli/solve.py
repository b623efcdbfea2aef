"""``conquian solve``: the exact value of two-player positions with open hands."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from importlib.util import find_spec
from typing import Any

from conquian.cli import USAGE
from conquian.cli.options import add_lang, whole_number
from conquian.cli.records import add_file, each_record
from conquian.core.catalogue import sentence
from conquian.core.errors import NotLegal
from conquian.core.ruleset import RuleSet
from conquian.kernel import LIBRARIES
from conquian.records.reader import ReadRecord

HELP = (
    "Solve two-player deal records: the value of the position reached for seat 0 (1 wins, -1 "
    "loses, 0 neither) when both see all cards and play perfectly, and every action that keeps "
    "it. Prints one JSON line per record. Exit status as in replay."
)
INTERPRETED_NODES = 200_000
"""Without numba a node costs some thousand times more: about a minute."""


def add_arguments(parser: ArgumentParser) -> None:
    """``FILE [--quickest] [--line] [--nodes N] [--bits B] [--lang]``."""
    add_file(parser)
    parser.add_argument(
        "--quickest",
        action="store_true",
        help="of the best actions only those that win soonest or resist longest",
    )
    parser.add_argument("--line", action="store_true", help="also the line of play, so played")
    parser.add_argument(
        "--nodes", type=whole_number(1), metavar="N", help="give a position up after N nodes"
    )
    parser.add_argument(
        "--bits", type=whole_number(4), default=16, metavar="B", help="table of 2**B positions"
    )
    add_lang(parser)


def run(args: Namespace) -> int:
    """One line per record: value and best actions, or why it is refused."""
    for library in LIBRARIES:
        if find_spec(library) is None:
            print(f"conquian: {sentence(f'kernel_no_{library}', {}, args.lang)}", file=sys.stderr)
            if library == "numpy":
                return USAGE
    from conquian.kernel import start
    from conquian.kernel.jit import HAVE_NUMBA
    from conquian.kernel.solve import NO_LIMIT, Solver, check_solvable

    if HAVE_NUMBA:
        start.prepare("solve")
    limit = args.nodes or (NO_LIMIT if HAVE_NUMBA else INTERPRETED_NODES)
    solvers: dict[RuleSet, Solver] = {}

    def answer(read: ReadRecord) -> dict[str, Any]:
        deal, state = read.record.deal, read.final
        check_solvable(state)
        if deal.rules not in solvers:
            solvers.clear()
            solvers[deal.rules] = Solver(deal.rules, bits=args.bits)
        solver = solvers[deal.rules]
        solution = solver.solve(deal, state, quickest=args.quickest, node_limit=limit)
        if solution.value is None:
            raise NotLegal("solve_gave_up", number=solution.nodes)
        found: dict[str, Any] = {"value": solution.value}
        if not state.is_over:
            found["best"] = sorted(str(action) for action in solution.best)
        if solution.decisions is not None:
            found["decisions"] = solution.decisions
        if args.line:
            found["line"] = [str(action) for action in solver.line(deal, state)]
        return found

    return each_record(args.file, args.lang, answer)
