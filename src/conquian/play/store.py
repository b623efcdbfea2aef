"""What a table needs of the place where its facts are kept.

The store is a protocol here because nothing in this layer reads or writes; ``server`` has the one
on SQLite. Nobody is told of an action before its rows are durable.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from conquian.core.catalogue import add_part
from conquian.core.errors import ConquianError

add_part("conquian.play", "store")

Row = Mapping[str, Any]
"""A fact of a table, a JSON object (:data:`conquian.play.table.Row`)."""


class StoreFault(ConquianError):
    """Something could not be kept: ``not_stored``, ``store_newer``, ``store_unusable``.

    Attributes:
        reason: for the log of whoever runs the server: ``full``, ``read_only``, ``conflict`` or
            ``failed``.
    """

    reason = "failed"

    @classmethod
    def because(cls, reason: str) -> StoreFault:
        """``not_stored``, with its reason."""
        fault = cls("not_stored")
        fault.reason = reason
        return fault


class NoSuchTable(ConquianError):
    """``no_such_table``: there is no table of this code, or there is none any more."""


class TableCard(NamedTuple):
    """A table in a list.

    Attributes:
        code: its name.
        stage: the stage it was last in.
        created, last: when it was opened and when something last happened, seconds since the epoch.
        engine: the version of the program that opened it.
    """

    code: str
    stage: str
    created: float
    last: float
    engine: str


class HeldSeat(NamedTuple):
    """A seat somebody holds, for *my games*."""

    code: str
    seat: int
    stage: str
    last: float


class Store(Protocol):
    """Keeps the rows of many tables, each numbered from 1."""

    def append(self, code: str, first: int, rows: Sequence[Row]) -> Future[None]:
        """Keep ``rows`` of table ``code``, the first of them as number ``first``.

        The future is done when they are durable. It fails with :class:`StoreFault`; then every
        later append for that table fails too, until :meth:`load` has told what is really kept.
        """

    def load(self, code: str) -> list[dict[str, Any]]:
        """All rows of a table, in order.

        Raises:
            NoSuchTable: ``no_such_table``.
            StoreFault: ``store_unusable``.
        """

    def live(self) -> list[TableCard]:
        """The tables that are neither closed nor set aside, latest first."""

    def note(self, code: str, *, stage: str, last: float) -> None:
        """Remember for the lists how a table stands; losing it loses no game."""

    def quarantine(self, code: str, reason: str) -> None:
        """Set a table aside whose log does not replay; it is kept, and no longer :meth:`live`."""

    def delete_before(self, when: float) -> int:
        """Delete the tables in which nothing has happened since ``when``; how many."""

    def backup(self, path: Path) -> None:
        """Copy everything into a new file while the store is used."""

    def hold(self, holder: str, code: str, seat: int) -> None:
        """``holder`` sits there, for *my games*."""

    def seats_of(self, holder: str) -> list[HeldSeat]:
        """Where a holder sits, latest first."""

    def close(self) -> None:
        """Keep what is waiting to be kept, and end."""
