"""Bots: programs that play one seat from what that seat knows (formats.md §5).

``base`` has the protocol, ``registry`` makes a bot from its name, ``playing`` plays a deal among
bots, ``external`` runs a bot that is a program of its own, and :func:`serve` is the other end of
that pipe: with it a bot in Python is a program of five lines.
"""

from conquian.bots.serving import serve

__all__ = ["serve"]
