"""``conquian arena``: bots against bots on duplicate deals."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

from conquian.arena import duplicate, report
from conquian.arena.duplicate import Contest, DealResult
from conquian.arena.keeping import Kept
from conquian.arena.sequential import always_valid, decided
from conquian.bots import registry
from conquian.bots.base import Limit
from conquian.cli.options import add_lang, whole_number
from conquian.core.errors import ConquianError
from conquian.core.ruleset import RuleSet

HELP = (
    "Let bots play each other on duplicate deals: each deal is played once for every rotation of "
    "the seats, with the same cards and the same stock. Prints points per deal, at one stake per "
    "loser, with 95 % intervals over deals. The result depends on the seed only, not on --jobs. A "
    "bot that answers illegally, too late or not at all forfeits the deal; it is reported and the "
    "rest is played. Exit status 0; 2 if the options make no sense."
)


def add_arguments(parser: ArgumentParser) -> None:
    """``--bot A --bot B [--bot C] [--rules R] [--players N] [--deals N] [--seed S] …``."""
    parser.add_argument(
        "--bot",
        action="append",
        required=True,
        dest="bots",
        metavar="BOT",
        help="twice or more: level1 to level5, uniform, greedy, heuristic, neural, pimc:WORLDS, "
        'search:WORLDS, or "cmd:python my_bot.py"',
    )
    parser.add_argument(
        "--rules", default="mexicano", help="a preset or a house rule (default: mexicano)"
    )
    parser.add_argument(
        "--players",
        type=whole_number(2, 6),
        metavar="N",
        help="seats (default: as many as bots, or the fewest that the rules allow)",
    )
    parser.add_argument(
        "--deals", type=whole_number(1), default=200, metavar="N", help="deals (default: 200)"
    )
    parser.add_argument(
        "--seed", type=whole_number(0), default=0, metavar="S", help="seed (default: 0)"
    )
    parser.add_argument(
        "--ms",
        type=whole_number(1, 3_600_000),
        metavar="MS",
        help="milliseconds for a decision of a cmd: bot (default: 5000)",
    )
    parser.add_argument(
        "--jobs", type=whole_number(1, 256), default=1, metavar="J", help="processes (default: 1)"
    )
    parser.add_argument(
        "--alone",
        action="store_true",
        help="of two bots the first has one seat and the second all others",
    )
    parser.add_argument(
        "--until",
        type=float,
        metavar="POINTS",
        help="stop when the first bot's points per deal are shown to be above or below this; the "
        "interval told is that of a confidence sequence",
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="keep every deal in this file, and go on where it ends",
    )
    parser.add_argument("--timing", action="store_true", help="also milliseconds per decision")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    add_lang(parser)


def run(args: Namespace) -> int:
    """Play and print the report; progress goes to standard error where a person watches."""
    try:
        rules = RuleSet.parse(args.rules)
        players = args.players or _players(rules, len(args.bots))
        contest = duplicate.Contest(
            bots=tuple(args.bots),
            rules=rules,
            players=players,
            deals=args.deals,
            seed=args.seed,
            limit=Limit(guard_ms=args.ms),
            alone=args.alone,
        )
        if args.until is not None and len(contest.bots) != 2:
            raise ConquianError("arena_until_two")
        registry.make_ready(contest.bots)
        results = _played(contest, args)
    except (ConquianError, OSError) as refusal:
        said = refusal.sentence(args.lang) if isinstance(refusal, ConquianError) else str(refusal)
        print(f"conquian arena: {said}", file=sys.stderr)
        return 2
    found = None if args.until is None else always_valid([one.points[0] for one in results])
    if args.json:
        data = report.as_object(contest, results, timing=args.timing)
        if found is not None:
            data["until"] = {"margin": args.until, **report.interval_object(found)}
        print(json.dumps(data))
    else:
        print(report.as_table(contest, results, timing=args.timing))
        if found is not None:
            print(report.until_line(contest, found, args.until))
    return 0


def _played(contest: Contest, args: Namespace) -> list[DealResult]:
    """Play what is not kept yet; a person who watches is told how far it is."""

    def tell(done: int) -> None:
        print(f"\r{done}/{args.deals}", end="", file=sys.stderr, flush=True)

    def enough(results: Sequence[DealResult]) -> bool:
        return decided(results, args.until)

    watched = sys.stderr.isatty()
    with nullcontext() if args.out is None else Kept(args.out, contest) as kept:
        results = duplicate.play(
            contest,
            args.jobs,
            tell if watched else None,
            known=() if kept is None else kept.results,
            keep=None if kept is None else kept.add,
            enough=None if args.until is None else enough,
        )
    if watched:
        print("\r" + " " * 40 + "\r", end="", file=sys.stderr, flush=True)
    return results


def _players(rules: RuleSet, bots: int) -> int:
    """As many seats as bots, or the fewest above that the rules allow."""
    return min((count for count in rules.player_counts if count >= bots), default=bots)
