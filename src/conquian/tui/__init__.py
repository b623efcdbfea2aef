"""The terminal app: a full-screen table, played with mouse and keys (extra ``[tui]``).

It shows what docs/protocol.md §5 calls ``table`` and ``view``, whether they come from a table in
this program or over a socket, so it holds no rules: what may be done, why not, and every sentence
about the game come from ``play`` and ``core``.

``frames`` are those objects as values, ``draft`` the action being put together, ``desk`` a table as
a screen knows it (``local``, ``remote``), ``replay`` a record step by step; ``pictures`` draws
cards; ``widgets`` and ``screens`` are what is seen, ``app`` holds them together.
"""

from conquian.core.catalogue import add_part

add_part(__name__, "sentences")
