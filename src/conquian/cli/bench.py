"""``conquian bench``: the project's own speed figures."""

from __future__ import annotations

import json
import platform
import sys
from argparse import ArgumentParser, Namespace

from conquian.cli.measures import (
    CHECKED_DEALS,
    MAIN,
    RandomPlay,
    Row,
    checksum_row,
    clock,
    file_of,
    kernel_rows,
    play_rows,
    preset_rows,
    start_rows,
    step_rows,
)
from conquian.cli.options import whole_number
from conquian.core.presets import PRESETS

HELP = (
    "Measure the speed of this program on this machine, on one core: medians of repeated batches, "
    "with the lowest and highest of them. The deals are the same every time, and a checksum says "
    "so: replay of the same deals gives it too."
)


def add_arguments(parser: ArgumentParser) -> None:
    """``[--json] [--peers] [--compile] [--seconds N] [--solve N] [--out FILE] [--report FILE]``."""
    parser.add_argument("--json", action="store_true", help="print a JSON list of rows")
    parser.add_argument(
        "--peers",
        action="store_true",
        help="measure OpenSpiel and RLCard (gin rummy) and DDS (bridge) too, where installed",
    )
    parser.add_argument(
        "--compile",
        action="store_true",
        help="compile the kernel anew, aside, and say how long that and a later start take",
    )
    parser.add_argument(
        "--seconds",
        type=whole_number(1, 3600),
        default=10,
        metavar="N",
        help="about how long to measure (default: %(default)s)",
    )
    parser.add_argument(
        "--solve",
        type=whole_number(0, 100_000),
        default=1400,
        metavar="N",
        help="whole deals to solve, where the extra [fast] is installed (default: %(default)s)",
    )
    parser.add_argument("--out", metavar="FILE", help="write the deals of the checksum as records")
    parser.add_argument("--report", metavar="FILE", help="write all figures as a Markdown page too")


def run(args: Namespace) -> int:
    """Measure, print; 1 if the replay does not give the checksum."""
    rows, played = [_machine()], RandomPlay(PRESETS[MAIN], 2)
    seconds = float(args.seconds)
    rows += play_rows(MAIN, played.batches(seconds * 0.3, CHECKED_DEALS), 2)
    check = checksum_row(played.kept)
    rows.append(check)
    if args.out is not None:
        from conquian.records.writer import replacing

        with replacing(args.out) as file:
            file.write(file_of(played.kept))
    rows += preset_rows(seconds * 0.35)
    rows += step_rows(played.kept, seconds * 0.35)
    rows += kernel_rows(args.solve)
    if args.compile:
        rows += start_rows()
    if args.peers:
        from conquian.cli.peers import peer_rows

        rows += peer_rows(PRESETS[MAIN], 2, seconds)
    if args.report is not None:
        from conquian.cli.performance import write_report

        write_report(args.report, rows, args)
    if args.json:
        print(json.dumps([row.as_object() for row in rows], ensure_ascii=False, indent=1))
    else:
        print("\n".join(map(shown, rows)))
    if check.note is not None and "BUT" in check.note:
        print("conquian bench: the replay of the same deals differs", file=sys.stderr)
        return 1
    return 0


def _machine() -> Row:
    python = f"{platform.python_implementation()} {platform.python_version()}"
    where = f"{platform.system()} {platform.machine()}"
    return Row("machine", f"{python}, {where}", "text", note=f"measured with {clock.__name__}")


def shown(row: Row) -> str:
    """A row for people: name, median, lowest and highest, what it is."""
    if row.value is None or isinstance(row.value, str):
        words = [f"{row.name:<44} {row.value or '–'}"]
    else:
        words = [f"{row.name:<44} {number(row.value):>11} {row.unit:<11}"]
        if row.low is not None and row.high is not None:
            words.append(f"{number(row.low):>11} – {number(row.high):<11}")
    return "  ".join([*words, row.note or ""]).rstrip()


def number(value: float) -> str:
    """A value as people read it."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"
