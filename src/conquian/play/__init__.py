"""One table: who sits there, who must act, what each seat is told, deal after deal.

``table`` is the authority for a table over a whole match, ``live`` for one deal, ``session`` runs a
table for people at one keyboard. None of them reads or prints anything: terminal and server wrap
them. The main names can be had from here; they are imported when they are asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from conquian.core.catalogue import add_part

if TYPE_CHECKING:
    from conquian.play.facts import LogFault
    from conquian.play.live import LiveDeal
    from conquian.play.settings import Chat, Options, TableSettings
    from conquian.play.table import Step, Table

add_part(__name__, "sentences")

__all__ = ["Chat", "LiveDeal", "LogFault", "Options", "Step", "Table", "TableSettings"]

_WHERE = {
    "Chat": "settings",
    "LiveDeal": "live",
    "LogFault": "facts",
    "Options": "settings",
    "Step": "table",
    "Table": "table",
    "TableSettings": "settings",
}


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
