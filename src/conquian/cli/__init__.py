"""The command ``conquian``.

Each command is a module of this package with ``HELP`` (what it does, in a sentence or more),
``add_arguments(parser)`` and ``run(args) -> exit status``. Only the module that is asked for is
imported, so that each command starts fast; the table :data:`COMMANDS` names them all.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TextIO

PROGRAM = "conquian"
INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells give it."""
PIPE_CLOSED = 141
"""Exit status when nobody reads the output any more, as shells give it."""
USAGE = 2
"""Exit status when the command line cannot be understood or a file cannot be read or written."""


class Command(NamedTuple):
    """Where a command lives and what it does in a few words."""

    module: str
    en: str
    es: str


COMMANDS: Mapping[str, Command] = {
    "play": Command("conquian.cli.play", "play in the terminal", "jugar en la terminal"),
    "serve": Command("conquian.cli.serve", "the table in the browser", "la mesa en el navegador"),
    "rules": Command("conquian.cli.rules", "explain the variants", "explicar las variantes"),
    "deal": Command(
        "conquian.cli.deal",
        "write random or bot-played deals",
        "escribir repartos al azar o jugados",
    ),
    "replay": Command("conquian.cli.replay", "check deal records", "comprobar repartos guardados"),
    "verify": Command(
        "conquian.cli.verify", "check fair shuffles", "comprobar el barajado de un reparto"
    ),
    "perft": Command(
        "conquian.cli.perft", "count action sequences", "contar sucesiones de jugadas"
    ),
    "solve": Command(
        "conquian.cli.solve", "best play with open hands", "el mejor juego con las manos abiertas"
    ),
    "arena": Command(
        "conquian.cli.arena", "let bots play each other", "hacer jugar a los programas entre sí"
    ),
    "exploit": Command(
        "conquian.cli.exploit",
        "what could be won from a bot",
        "cuánto se le puede ganar a un programa",
    ),
    "train": Command("conquian.cli.train", "learn a policy by self-play", "aprender jugando solo"),
    "bench": Command("conquian.cli.bench", "measure the speed", "medir la velocidad"),
}
"""Command name → module and one-line help."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run ``conquian`` with these arguments (default: those of the process).

    Returns the exit status; never raises for what a user can do, and never shows a traceback for
    Ctrl-C or a closed pipe.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    _open_missing_streams()
    _speak_utf8()
    try:
        try:
            return _dispatch(words)
        except SystemExit as stop:  # argparse has already said what is wrong, or shown the help
            return stop.code if isinstance(stop.code, int) else 0 if stop.code is None else USAGE
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _let_go(sys.stdout)
        return PIPE_CLOSED
    except OSError as fault:  # the disk is full, say
        _let_go(sys.stdout)
        where = f"{fault.filename}: " if fault.filename else ""
        print(f"{PROGRAM}: {where}{fault.strerror or fault}", file=sys.stderr)
        return USAGE


def _dispatch(words: list[str]) -> int:
    first = words[0] if words else ""
    if first in COMMANDS:
        return _run(first, words[1:])
    if first in ("-h", "--help"):
        print(overview())
        return 0
    if first in ("-V", "--version"):
        from conquian import __version__

        print(f"{PROGRAM} {__version__}")
        return 0
    if not first:
        print(overview(), file=sys.stderr)
        return USAGE
    print(f"{PROGRAM}: {_unknown(first)}", file=sys.stderr)
    return USAGE


def _run(name: str, words: list[str]) -> int:
    from argparse import ArgumentParser
    from importlib import import_module

    module = import_module(COMMANDS[name].module)
    parser = ArgumentParser(prog=f"{PROGRAM} {name}", description=module.HELP, allow_abbrev=False)
    module.add_arguments(parser)
    status: int = module.run(parser.parse_args(words))
    return status


def overview(lang: str | None = None) -> str:
    """What ``conquian --help`` prints, in English or Spanish."""
    spanish = (lang or default_language()) == "es"
    title = (
        "Conquián: el juego de cartas, sus variantes y herramientas."
        if spanish
        else "Conquián: the card game, its variants, and tools."
    )
    usage, option = ("Uso", "opciones") if spanish else ("Usage", "options")
    more = (
        f"“{PROGRAM} play --help” explica las opciones de play; así con cada una."
        if spanish
        else f"“{PROGRAM} play --help” explains the options of play, and so for each."
    )
    lines = [
        f"{command:<8} {about.es if spanish else about.en}" for command, about in COMMANDS.items()
    ]
    start = f"{usage}: {PROGRAM} COMMAND [{option}] | --version | --help"
    return "\n".join([title, "", start, "", *(f"  {line}" for line in lines), "", more])


def default_language(environ: Mapping[str, str] | None = None) -> str:
    """``es`` if the locale of the environment is Spanish, otherwise ``en``."""
    variables = os.environ if environ is None else environ
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = variables.get(name, "")
        if value:
            return "es" if value.lower().startswith("es") else "en"
    return "en"


def _unknown(word: str) -> str:
    from difflib import get_close_matches

    shown = word if len(word) <= 40 else word[:39] + "…"
    near = get_close_matches(word[:40], COMMANDS, n=1)
    meant = f" Did you mean {near[0]}?" if near else ""
    return f"there is no command “{shown}”; there are {', '.join(COMMANDS)}.{meant}"


def _open_missing_streams() -> None:
    """Whoever started us may have closed a stream; Python then has ``None`` in its place."""
    for name in ("stdout", "stderr"):  # commands that read say themselves that they cannot
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123


def _speak_utf8() -> None:
    """Cards and accents must come through whatever the console's own encoding is."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="replace")


def _let_go(stream: TextIO) -> None:
    """Nothing more can be written here: keep the interpreter from trying again at its end."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
    except (OSError, ValueError, AttributeError):
        pass
