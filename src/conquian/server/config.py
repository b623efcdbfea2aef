"""How a server is set up: a file, the environment, the command line, in that order of weight.

Every option is a field of :class:`Config`, explained in :data:`EXPLAINED`; docs/deployment.md shows
the same, and a test compares them.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Final

from conquian.core.errors import ConquianError, shown

ENVIRONMENT: Final = "CONQUIAN_"
"""``CONQUIAN_PORT=9000`` sets ``port``."""


class BadConfig(ConquianError):
    """An option that does not exist, or cannot have this value."""


@dataclass(frozen=True, slots=True)
class Config:
    """The options of a server; see :data:`EXPLAINED` for what each means."""

    host: str = "127.0.0.1"
    port: int = 8123
    data: str = "conquian.db"
    public_url: str = ""
    trusted_proxy: str = ""
    spectators: bool = True
    clock: int = 60
    bots: tuple[str, ...] = ("heuristic", "greedy", "uniform")
    beat: float = 0.9
    bot_threads: int = 2
    bot_queue: int = 64
    most_tables: int = 5000
    most_tables_of_session: int = 30
    most_sockets: int = 10000
    most_sockets_of_address: int = 200
    most_sockets_of_session: int = 20
    frames_per_second: float = 15.0
    requests_per_second: float = 10.0
    address_factor: float = 20.0
    idle_minutes: int = 30
    keep_days: int = 90
    most_pages: int = 0
    metrics: str = "local"
    log_level: str = "warning"

    def __post_init__(self) -> None:
        for field in fields(self):
            _check(field.name, getattr(self, field.name))

    @staticmethod
    def read(
        path: Path | None = None,
        environment: Mapping[str, str] | None = None,
        given: Mapping[str, Any] | None = None,
    ) -> Config:
        """The options of a TOML file, then of the environment, then those given.

        Raises:
            BadConfig: ``config_unreadable``, ``config_unknown``, ``config_value``.
        """
        config = Config()
        if path is not None:
            config = config.changed(_from_file(path))
        environment = os.environ if environment is None else environment
        named = {field.name: field for field in fields(Config)}
        found = {
            name: _from_text(name, environment[ENVIRONMENT + name.upper()])
            for name in named
            if ENVIRONMENT + name.upper() in environment
        }
        config = config.changed(found)
        return config.changed({k: v for k, v in (given or {}).items() if v is not None})

    def changed(self, values: Mapping[str, Any]) -> Config:
        """With other values.

        Raises:
            BadConfig: ``config_unknown`` or ``config_value``.
        """
        known = {field.name for field in fields(self)}
        for name in values:
            if name not in known:
                raise BadConfig(
                    "config_unknown", field=shown(name), allowed=", ".join(sorted(known))
                )
        listed: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in values.items()
        }
        return replace(self, **listed)


def _from_file(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as fault:
        raise BadConfig("config_unreadable", text=str(path), problem=str(fault)) from None


def _from_text(name: str, text: str) -> object:
    default = getattr(Config, "__dataclass_fields__")[name].default  # noqa: B009 - for mypy
    if isinstance(default, bool):
        return {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}.get(
            text.strip().lower(), text
        )
    if isinstance(default, tuple):
        return tuple(part.strip() for part in text.split(",") if part.strip())
    for kind in (int, float):
        if isinstance(default, kind):
            try:
                return kind(text)
            except ValueError:
                return text
    return text


_RANGES: Final[Mapping[str, tuple[float, float]]] = {
    "port": (0, 65535),
    "clock": (0, 3600),
    "beat": (0, 60),
    "bot_threads": (1, 64),
    "bot_queue": (1, 100_000),
    "most_tables": (1, 10_000_000),
    "most_tables_of_session": (1, 1_000_000),
    "most_sockets": (1, 1_000_000),
    "most_sockets_of_address": (1, 1_000_000),
    "most_sockets_of_session": (1, 1_000_000),
    "frames_per_second": (0.1, 100_000),
    "requests_per_second": (0.1, 100_000),
    "address_factor": (1, 100_000),
    "idle_minutes": (1, 100_000),
    "keep_days": (1, 100_000),
    "most_pages": (0, 2**31),
}
_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "metrics": ("off", "local", "all"),
    "log_level": ("debug", "info", "warning", "error"),
}


def _check(name: str, value: object) -> None:
    default = getattr(Config, "__dataclass_fields__")[name].default  # noqa: B009 - for mypy
    if name in _RANGES:
        low, high = _RANGES[name]
        kinds = (int,) if isinstance(default, int) else (int, float)
        right = isinstance(value, kinds) and not isinstance(value, bool)
        if not right or not low <= float(str(value)) <= high:
            raise BadConfig(
                "config_value", field=name, value=shown(value), allowed=f"{low:g} – {high:g}"
            )
    elif name in _WORDS:
        if value not in _WORDS[name]:
            raise BadConfig(
                "config_value", field=name, value=shown(value), allowed=" · ".join(_WORDS[name])
            )
    elif name == "bots":
        _check_bots(value)
    elif type(value) is not type(default):
        allowed = "true · false" if isinstance(default, bool) else "text"
        raise BadConfig("config_value", field=name, value=shown(value), allowed=allowed)


def _check_bots(value: object) -> None:
    """Bots that are programs of their own never sit down because a visitor asks for them."""
    from conquian.bots import registry

    known = [name for name in registry.names() if not name.endswith(":")]
    if not isinstance(value, tuple) or not value or not set(value) <= set(known):
        raise BadConfig("config_value", field="bots", value=shown(value), allowed=", ".join(known))


EXPLAINED: Final[Mapping[str, str]] = {
    "host": "Address to listen on. 0.0.0.0 is every network of this machine.",
    "port": "Port to listen on; 0 takes a free one.",
    "data": "The SQLite file with all tables.",
    "public_url": "How people reach the server, e.g. https://conquian.example; for links, and to "
    "check where a request comes from. Empty: as the browser asked for it.",
    "trusted_proxy": "Address of the reverse proxy whose X-Forwarded-For and -Proto are believed.",
    "spectators": "Whether new tables let people watch who have no seat; the host can change it.",
    "clock": "Seconds for a decision at new tables; 0: no clock.",
    "bots": "Which bots may be seated.",
    "beat": "Seconds after which a bot answers, whatever it had to think about.",
    "bot_threads": "How many bots think at once.",
    "bot_queue": "With more bots waiting to think than this, they play greedy.",
    "most_tables": "Tables kept open at once.",
    "most_tables_of_session": "Tables one browser may open in an hour.",
    "most_sockets": "Connections at once.",
    "most_sockets_of_address": "Connections at once from one address.",
    "most_sockets_of_session": "Connections at once from one browser.",
    "frames_per_second": "Messages a second from one browser, in the long run.",
    "requests_per_second": "Pages a second for one browser, in the long run.",
    "address_factor": "How many browsers' worth of all that one address may use (a school, say).",
    "idle_minutes": "A table without anybody leaves the memory after so long; it is not lost.",
    "keep_days": "A table in which nothing has happened for so long is deleted.",
    "most_pages": "The file may not grow beyond so many pages of 4 KiB; 0: no limit.",
    "metrics": "Who may read /metrics: off, local (this machine alone) or all.",
    "log_level": "debug, info, warning or error.",
}
