"""``conquian rules``: list the variants, explain one in plain words, print the sentences."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from argparse import ArgumentParser, Namespace

from conquian.cli import PROGRAM, USAGE
from conquian.cli.line.setup import read_rules
from conquian.cli.options import add_lang, whole_number
from conquian.core.catalogue import as_json, sentence
from conquian.core.catalogue.explain import explain, title
from conquian.core.catalogue.telling import Said
from conquian.core.errors import ConquianError
from conquian.core.presets import ABOUT, PRESETS

HELP = (
    "Without more: list the variants. `show RULES` explains one in plain words, generated from its "
    "fields; RULES is a preset, a house rule like 'mexicano(yucas=1)', a JSON object, or a file "
    "with one of these. `catalogue` prints every sentence of the program as JSON, for other front "
    "ends."
)


def add_arguments(parser: ArgumentParser) -> None:
    """See ``conquian rules --help``."""
    parser.add_argument("what", nargs="?", choices=("show", "catalogue"), help="default: list")
    parser.add_argument("rules", nargs="?", metavar="RULES", help="for show: which rules")
    parser.add_argument(
        "--players", type=whole_number(2, 6), help="explain them for this many players only"
    )
    parser.add_argument("--json", action="store_true", help="print the rules as a JSON object")
    add_lang(parser)


def run(args: Namespace) -> int:
    """Print what was asked for; 2 if there are no such rules."""
    if args.what == "catalogue":
        print(as_json())
        return 0
    if args.what is None:
        _list(args)
        return 0
    if args.rules is None:
        return _refused(sentence("rules_show_which", {}, args.lang))
    try:
        return _show(args)
    except ConquianError as fault:
        return _refused(fault.sentence(args.lang))
    except OSError as fault:
        return _refused(f"{args.rules}: {fault.strerror or fault}")


def _refused(reason: str) -> int:
    print(f"{PROGRAM} rules: {reason}", file=sys.stderr)
    return USAGE


def _list(args: Namespace) -> None:
    if args.json:
        print(json.dumps({name: rules.as_object() for name, rules in PRESETS.items()}))
        return
    width = max(map(len, PRESETS))
    for name, rules in PRESETS.items():
        sizes: dict[int, list[int]] = {}
        for players, size in rules.hand:
            sizes.setdefault(size, []).append(players)
        hands = ", ".join(
            f"{counts[0]}–{counts[-1]} × {size}" if len(counts) > 1 else f"{counts[0]} × {size}"
            for size, counts in sizes.items()
        )
        print(f"{name:<{width}}  {_say(Said(f'preset_{name}', {}), args)}; {hands}; {rules.pack}")
        line = _say(Said(f"preset_line_{name}", {}), args)
        if ABOUT[name].reconstruction:
            line += f" ({sentence('rules_reconstruction', {}, args.lang)})"
        print(f"{'':<{width}}  {line}")
    print(sentence("rules_list_end", {}, args.lang))


def _show(args: Namespace) -> int:
    rules = read_rules(args.rules)
    if args.players is not None:
        rules.hand_size(args.players)
    if args.json:
        print(json.dumps(rules.as_object()))
        return 0
    named = title(rules)
    print(f"{_say(named, args)}: {rules}" if named else str(rules))
    for section in explain(rules, args.players):
        print(f"\n{sentence(section.title, {}, args.lang)}")
        for said in section.sentences:
            _paragraph(_say(said, args))
    return 0


def _say(said: Said, args: Namespace) -> str:
    return sentence(said.code, said.params, args.lang)


def _paragraph(text: str) -> None:
    """Wrapped on a screen; one line in a pipe."""
    if sys.stdout.isatty():
        width = min(100, max(30, shutil.get_terminal_size().columns - 1))
        text = textwrap.fill(text, width, initial_indent="- ", subsequent_indent="  ")
        print(text)
    else:
        print(f"- {text}")
