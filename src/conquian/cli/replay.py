"""``conquian replay``: check deal records against the rules."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from conquian.cli.options import add_lang
from conquian.cli.records import add_file, each_record
from conquian.core.state import State
from conquian.records.check import legal_entries
from conquian.records.format import ended_object
from conquian.records.reader import ReadRecord

HELP = (
    "Replay deal records, one JSON object a line: each action is checked against the rules, and so "
    "is what the record says of itself. Prints one JSON line per record. Exit status: 0 if all "
    "hold, 1 if not, 2 if the file cannot be read."
)


def add_arguments(parser: ArgumentParser) -> None:
    """``FILE [--legal] [--lang]``."""
    add_file(parser)
    parser.add_argument(
        "--legal", action="store_true", help="also list all legal actions at every action"
    )
    add_lang(parser)


def run(args: Namespace) -> int:
    """One line per record: where it ends, or why it is refused."""

    def answer(read: ReadRecord) -> dict[str, Any]:
        found = answer_object(read)
        if args.legal:
            found["legal"] = [entry.as_object() for entry in legal_entries(read.record)]
        return found

    return each_record(args.file, args.lang, answer)


def answer_object(read: ReadRecord) -> dict[str, Any]:
    """The answer of formats.md §2 for a record that holds."""
    state: State = read.final
    found: dict[str, Any] = {
        "ok": True,
        "plies": len(read.record.actions),
        "phase": str(state.phase),
        "actor": state.actor if state.actor >= 0 else None,
        "result": state.outcome.as_object() if state.outcome else None,
    }
    if read.record.ended is not None:
        found["ended"] = ended_object(read.record.ended)
    return found
