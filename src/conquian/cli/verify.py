"""``conquian verify``: check that deals were shuffled as their commitments say."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from typing import Any

from conquian.cli.options import add_lang
from conquian.cli.records import add_file, each_record
from conquian.core.catalogue import sentence
from conquian.dealing import fair
from conquian.records.reader import ReadRecord

HELP = (
    "Check the shuffle of deal records, one JSON object a line: that every number is the one "
    "committed to, that exactly these cards follow from them, and that the deal was played by the "
    "rules. Prints one JSON line per record, and on standard error what that does not prove. Exit "
    "status: 0 if all hold, 1 if not, 2 if the file cannot be read."
)


def add_arguments(parser: ArgumentParser) -> None:
    """``FILE [--lang]``."""
    add_file(parser)
    add_lang(parser)


def run(args: Namespace) -> int:
    """One line per record: what was shuffled by whom, or why it is refused."""
    held = 0

    def answer(read: ReadRecord) -> dict[str, Any]:
        nonlocal held
        found = answer_object(fair.verify(read.record))
        held += 1
        return found

    status = each_record(args.file, args.lang, answer)
    if held:
        print(sentence("fair_not_proved", {}, args.lang), file=sys.stderr)
    return status


def answer_object(transcript: fair.Transcript) -> dict[str, Any]:
    """The answer for a deal whose shuffle holds.

    ``seats`` says what became of each seat's number: a seat that is not ``revealed`` trusts those
    that are, and the server.
    """
    occasion = transcript.occasion
    return {
        "ok": True,
        "table": occasion.table,
        "deal": occasion.deal,
        "seats": [share.status for share in transcript.shares],
    }
