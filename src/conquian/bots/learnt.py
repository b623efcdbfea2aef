"""What self-play has learnt, as files of the package: ``learnt_weights/clasico-2.npz`` and so on.

A file holds the parameters of ``kernel.net`` as ``policy`` (float16) and, as JSON in ``about``,
what made them: the command, rule set, players, seed, rounds, deals, decisions, seconds, and the
learning curve. ``conquian train`` writes them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, BinaryIO, Final

import numpy as np

from conquian.core.ruleset import RuleSet
from conquian.kernel.net import Reals, net_size

_FOLDER: Final = Path(__file__).parent / "learnt_weights"
_SAME_NUMBERS: Final = ("spanish40", "ace_to_ten")
"""Packs of ten ranks: by place in the pack's order they are one and the same."""
_DEEP: Final = {"force_fit": 4, "offer": 4, "hand_melds": 3, "stock_out": 3, "exchange": 2}
"""Fields that change play most; all others weigh 1, the name and the numbers of cards nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class Learnt:
    """A policy and where it comes from.

    Attributes:
        rules, players: what it was learnt for.
        net: the parameters, for ``kernel.net``; not to be written to (a read-only array would be
            another type, for which everything is compiled again).
        about: what made it.
    """

    rules: RuleSet
    players: int
    net: Reals
    about: dict[str, Any]


def save(target: str | Path | BinaryIO, net: Reals, about: dict[str, Any]) -> None:
    """Write a file of weights; ``about`` needs ``rules`` and ``players``."""
    np.savez_compressed(
        target, policy=net.astype(np.float16), about=np.frombuffer(json.dumps(about).encode(), "u1")
    )


def load(source: str | Path) -> Learnt:
    """Read a file of weights.

    Raises:
        ValueError: it is not one.
        OSError: it cannot be read.
    """
    with np.load(source, allow_pickle=False) as held:
        about = json.loads(held["about"].tobytes())
        net = held["policy"].astype(np.float32)
    rules, players = RuleSet.parse(about["rules"]), int(about["players"])
    if len(net) != net_size(players):
        raise ValueError(f"{source}: {len(net)} parameters, {net_size(players)} expected")
    return Learnt(rules, players, net, about)


@cache
def shipped() -> dict[str, Learnt]:
    """Everything in the package, by file name without ending, sorted."""
    return {file.stem: load(file) for file in sorted(_FOLDER.glob("*.npz"))}


@lru_cache(maxsize=256)
def learnt_for(rules: RuleSet, players: int) -> Learnt | None:
    """The policy learnt for these rules or, of those for as many players, for the rules most like
    them; ``None`` where there is none, or the pack is not one of ten ranks and four suits."""
    if rules.pack not in _SAME_NUMBERS or rules.decks_for(players) != 1:
        return None
    known = [learnt for learnt in shipped().values() if learnt.players == players]
    return min(known, key=lambda learnt: _unlike(rules, learnt.rules), default=None)


def _unlike(rules: RuleSet, other: RuleSet) -> int:
    """How differently two rule sets play, roughly."""
    return sum(
        _DEEP.get(field.name, 1)
        for field in fields(rules)
        if field.name not in ("id", "pack", "hand", "big_table")
        and getattr(rules, field.name) != getattr(other, field.name)
    )
