"""Facts: what a table stores (docs/protocol.md §3).

A row is a JSON object with ``kind`` and ``at``. The kinds:

============ ================================================================================
``open``     the first row: ``engine``, ``log``, ``code``, ``rules``, ``players``, ``match``,
             ``options``, ``packet``, ``bot_seed``, ``fair`` (false: another dealer deals)
``sit``      ``seat``, ``name``, ``holder`` (null: a bot), ``bot`` (null: a person), ``id``
``hold``     ``seat``, ``holder``: another session holds the seat as well
``leave``    ``seat``, ``by`` (the host who removed him, or null), ``bot`` (who goes on), ``id``
``standing`` ``dealer``, ``scores``, ``pot``, ``paid_in``, ``draws``, ``played``: a match that is
             taken up in the middle
``first``    ``dealer``, ``draw``: who deals first, and how he was found by low card, or null
``shuffle``  ``deal``, ``dealer``, ``seed`` (the server's, hidden until the deal is over; null
             where another dealer deals), ``by``, ``id``
``commit``   ``seat``, ``value``
``reveal``   ``seat``, ``value``
``late``     nobody waits any longer for those who have not committed or revealed
``deal``     ``hands``, ``stock``
``act``      ``seat``, ``action``, ``by`` (``person``, ``bot`` or ``clock``), ``id``
``gift``     the same inside the exchange: a row without an entry until all have given
``give_up``  ``seat``, ``id``
``ready``    ``seat``
``rematch``  ``seat``, ``id``
``stop``     the players stop; open stakes are returned
``say``      ``seat``, ``phrase``, ``text``, ``id``
``vote``     ``seat``, ``off``
``option``   ``name``, ``value``, ``by``, ``id``
``close``    ``reason``, ``by``, ``id``
============ ================================================================================

``id`` is the id the client gave its action, or absent; ``by`` is the seat it belongs to where the
row has no ``seat``.
"""

from __future__ import annotations

from typing import Any, Final

from conquian.core.errors import ConquianError

LOG: Final = 1
"""The version of this list; a log of another version is refused."""

Row = dict[str, Any]
"""A fact as it is stored."""


class LogFault(ConquianError):
    """A stored log is of another version, or does not replay.

    Attributes:
        row: the row at fault, from 1 on; 0 where there is none.
    """

    def __init__(self, code: str, *, row: int = 0, **params: int | str) -> None:
        super().__init__(code, row=row, **params)
        self.row = row
