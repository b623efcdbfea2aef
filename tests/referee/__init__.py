"""A slow, literal referee for Conquián, written from the rules alone.

It shares no code with ``conquian`` and exists so that tests can compare two independent readings
of the rules.  Cards are strings such as ``"7c"``, zones are tuples sorted in card order.
"""

from .game import Position, apply, legal, load, perft, replay, result, solve
from .rules import RuleError, Rules, read_rules

__all__ = [
    "Position",
    "RuleError",
    "Rules",
    "apply",
    "legal",
    "load",
    "perft",
    "read_rules",
    "replay",
    "result",
    "solve",
]
