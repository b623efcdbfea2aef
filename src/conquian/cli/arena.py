"""``conquian arena``: bots against bots on duplicate deals."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace

from conquian.cli.options import add_lang, whole_number
from conquian.core.errors import ConquianError
from conquian.core.ruleset import RuleSet

HELP = (
    "Let bots play each other on duplicate deals: each deal is played once for every rotation of "
    "the seats, with the same cards and the same stock. Prints points per deal, at one stake per "
    "loser, with 95 %% intervals over deals. The result depends on the seed only, not on --jobs. A "
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
        help='twice or more: uniform, greedy, heuristic, or "cmd:python my_bot.py"',
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
    parser.add_argument("--timing", action="store_true", help="also milliseconds per decision")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    add_lang(parser)


def run(args: Namespace) -> int:
    """Play and print the report; progress goes to standard error where a person watches."""
    from conquian.arena import duplicate, report
    from conquian.bots.base import Limit

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
        )
    except ConquianError as refusal:
        print(f"conquian arena: {refusal.sentence(args.lang)}", file=sys.stderr)
        return 2

    def progress(done: int) -> None:
        print(f"\r{done}/{args.deals}", end="", file=sys.stderr, flush=True)

    watched = sys.stderr.isatty()
    results = duplicate.play(contest, args.jobs, progress if watched else None)
    if watched:
        print("\r" + " " * 40 + "\r", end="", file=sys.stderr, flush=True)
    if args.json:
        print(json.dumps(report.as_object(contest, results, timing=args.timing)))
    else:
        print(report.as_table(contest, results, timing=args.timing))
    return 0


def _players(rules: RuleSet, bots: int) -> int:
    """As many seats as bots, or the fewest above that the rules allow."""
    return min((count for count in rules.player_counts if count >= bots), default=bots)
