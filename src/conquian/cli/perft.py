"""``conquian perft``: count action sequences from the positions of deal records."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from conquian.cli.options import add_lang, whole_number
from conquian.cli.records import add_file, each_record
from conquian.records.perft import perft
from conquian.records.reader import ReadRecord

HELP = (
    "Count, for each deal record, the action sequences of a length from the position its actions "
    "reach; a sequence that ends with the deal earlier counts once. Prints one JSON line per "
    "record. Exit status as in replay."
)


def add_arguments(parser: ArgumentParser) -> None:
    """``FILE --depth D [--lang]``."""
    add_file(parser)
    parser.add_argument(
        "--depth", type=whole_number(0), required=True, metavar="D", help="number of actions"
    )
    add_lang(parser)


def run(args: Namespace) -> int:
    """One line per record: the count, or why it is refused."""

    def answer(read: ReadRecord) -> dict[str, Any]:
        nodes = perft(read.record.deal, read.final, args.depth)
        return {"depth": args.depth, "nodes": nodes}

    return each_record(args.file, args.lang, answer)
