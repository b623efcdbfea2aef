"""``conquian serve``: the table in the browser, for this machine, a household or the world."""

from __future__ import annotations

import argparse
import contextlib
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Any

from conquian.cli import default_language
from conquian.core.catalogue import add_part, sentence
from conquian.core.errors import ConquianError

if TYPE_CHECKING:
    from conquian.server.config import Config

HELP = "Serve the table in the browser: for this machine, a household (--lan), or the world."
add_part("conquian.cli", "serve")
_TRIES = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("--config", metavar="FILE", type=Path, help="a TOML file with options")
    parser.add_argument("--host", help="address to listen on (default: this machine only)")
    parser.add_argument("--port", type=int, help="port (default: 8123, or the next free one)")
    parser.add_argument("--data", metavar="FILE", help="where tables are kept (SQLite)")
    parser.add_argument("--public-url", metavar="URL", help="how people reach the server")
    parser.add_argument("--log-level", choices=("debug", "info", "warning", "error"))
    parser.add_argument(
        "--lan", action="store_true", help="let other devices of this network play, with a QR code"
    )
    parser.add_argument(
        "--open",
        action=argparse.BooleanOptionalAction,
        default=False,
        help="open the browser when the server is ready",
    )
    parser.add_argument(
        "--backup", metavar="FILE", type=Path, help="copy all tables into FILE, and do nothing else"
    )
    parser.add_argument("--lang", choices=("en", "es"), default=None, help="language of messages")


def run(options: argparse.Namespace) -> int:
    """Serve until Ctrl-C; the exit status."""
    lang = options.lang or default_language()
    try:
        import uvicorn  # noqa: F401 - is the extra there?

        from conquian.server.config import Config
    except ImportError:
        return _failed(sentence("serve_missing", {}, lang))
    given = {
        name: getattr(options, name) for name in ("host", "port", "data", "public_url", "log_level")
    }
    try:
        config = Config.read(options.config, given=given)
        if options.lan:
            config = config.changed({"host": "0.0.0.0"})  # noqa: S104 - asked for by --lan
        if options.backup is not None:
            return _back_up(config, options.backup, lang)
        return _serve(config, options, lang, chosen=options.port is not None)
    except ConquianError as fault:
        return _failed(fault.sentence(lang))


def _serve(config: Config, options: argparse.Namespace, lang: str, *, chosen: bool) -> int:
    from conquian.server.app import make_app
    from conquian.server.logs import set_up
    from conquian.server.running import Server

    listening = _listen(config, chosen=chosen)
    if listening is None:
        return _failed(sentence("serve_port_taken", {"number": config.port}, lang))
    port = listening.getsockname()[1]
    set_up(config.log_level)
    app = make_app(config)
    local = config.host in ("0.0.0.0", "::")  # noqa: S104 - a comparison
    url = f"http://{'localhost' if local or config.host == '127.0.0.1' else config.host}:{port}/"
    _say(sentence("serve_ready", {"text": config.public_url or url}, lang))
    if options.lan:
        _invite(port, lang)
    _say(sentence("serve_stop", {}, lang))
    if options.open:
        threading.Timer(0.4, webbrowser.open, [url]).start()
    server = Server(app, calm=True)
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listening])
    _say(sentence("serve_stopped", {}, lang))
    return 0


def _listen(config: Config, *, chosen: bool) -> socket.socket | None:
    """A listening socket; where nobody chose the port, the next free one."""
    for port in [config.port] if chosen else range(config.port, config.port + _TRIES):
        family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
        # The protocol is named so that asyncio switches Nagle's algorithm off, as uvloop does.
        made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if sys.platform != "win32":
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind((config.host, port))
        except OSError:
            made.close()
            continue
        made.listen(2048)
        return made
    return None


def _invite(port: int, lang: str) -> None:
    """Address and QR code for the other devices of this network."""
    import segno

    address = _own_address()
    if address is None:
        _say(sentence("serve_no_network", {}, lang))
        return
    url = f"http://{address}:{port}/"
    _say(sentence("serve_lan", {"text": url}, lang))
    segno.make(url, error="l").terminal(out=sys.stdout, compact=True)


def _own_address() -> str | None:
    """This machine's address in its network. Connecting a datagram socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            found: Any = probe.getsockname()[0]
        except OSError:
            return None
    return None if str(found).startswith("127.") else str(found)


def _back_up(config: Config, path: Path, lang: str) -> int:
    from conquian.server.store_sqlite import SqliteStore

    if path.exists():
        return _failed(sentence("serve_backup_exists", {"text": str(path)}, lang))
    store = SqliteStore(config.data, read_only=True)
    try:
        store.backup(path)
    finally:
        store.close()
    _say(sentence("serve_backed_up", {"text": str(path)}, lang))
    return 0


def _say(text: str) -> None:
    print(text, flush=True)


def _failed(text: str) -> int:
    print(text, file=sys.stderr)
    return 2
