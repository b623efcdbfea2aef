"""Other people's engines, measured in the same run as ours (``conquian bench --peers``)."""

from __future__ import annotations

import random
from importlib import import_module
from typing import Any

from conquian.cli.measures import REPEATS, Count, RandomPlay, Row, clock
from conquian.core.ruleset import RuleSet

HOW_TO = "not installed here; pip install open_spiel, then again"


def peer_rows(rules: RuleSet, players: int, seconds: float) -> list[Row]:
    """OpenSpiel's gin rummy beside our random play, batch by batch in turn.

    Its start state is made once and cloned, which is its fast way; legal actions are listed and
    one is chosen and applied, as in ours.
    """
    try:
        pyspiel = import_module("pyspiel")
    except ImportError:
        return [Row("open_spiel_gin_rummy", None, "deals/s", note=HOW_TO)]
    ours, theirs = RandomPlay(rules, players), GinRummy(pyspiel)
    pairs = [
        (ours.batch(deals), theirs.batch(peer_deals))
        for deals, peer_deals in [_sizes(ours, theirs, seconds)] * REPEATS
    ]
    gin = [their for _, their in pairs]
    name = f"open_spiel_{_version()}_gin_rummy"
    each = sum(count.decisions for count in gin) / sum(count.deals for count in gin)
    note = f"{each:.1f} decisions a deal; start state cloned, driven from Python"
    ratio = "ours to theirs, batch by batch in turn"
    return [
        Row.of(f"{name}_deals", [count.deals / count.seconds for count in gin], "deals/s", note),
        Row.of(
            f"{name}_decisions",
            [count.decisions / count.seconds for count in gin],
            "decisions/s",
        ),
        Row.of(
            f"{name}_choices",
            [count.choices / count.seconds for count in gin],
            "choices/s",
            "decisions with two or more actions",
        ),
        Row.of(
            "ratio_deals",
            [(a.deals / a.seconds) / (b.deals / b.seconds) for a, b in pairs],
            "×",
            ratio,
        ),
        Row.of(
            "ratio_decisions",
            [(a.decisions / a.seconds) / (b.decisions / b.seconds) for a, b in pairs],
            "×",
            ratio,
        ),
    ]


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("open_spiel")
    except PackageNotFoundError:
        return "?"


def _sizes(ours: RandomPlay, theirs: GinRummy, seconds: float) -> tuple[int, int]:
    """How many deals make a batch of each."""
    share = seconds / REPEATS / 2
    tried, peer = ours.batch(100), theirs.batch(100)
    return (
        max(1, round(tried.deals / tried.seconds * share)),
        max(1, round(peer.deals / peer.seconds * share)),
    )


class GinRummy:
    """Uniform random play of OpenSpiel's ``gin_rummy``."""

    def __init__(self, pyspiel: Any) -> None:
        self._start = pyspiel.load_game("gin_rummy").new_initial_state()
        self._chance = random.Random(2026).random

    def batch(self, deals: int) -> Count:
        """Play so many deals, and time them; chance is no decision."""
        chance, start = self._chance, self._start
        decisions = choices = 0
        began = clock()
        for _ in range(deals):
            state = start.clone()
            while not state.is_terminal():
                # At a chance node these are its outcomes; in this game all are equally likely.
                legal = state.legal_actions()
                if not state.is_chance_node():
                    decisions += 1
                    choices += len(legal) > 1
                state.apply_action(legal[int(chance() * len(legal))])
        return Count(deals, decisions, choices, clock() - began)
