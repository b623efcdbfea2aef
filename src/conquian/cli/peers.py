"""Other people's engines, measured in the same run as ours (``conquian bench --peers``).

Batches of theirs and ours take turns, so that both meet the same machine; ratios are of batches
side by side. What is not installed gets a row that says how to.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from conquian.cli.measures import REPEATS, Count, RandomPlay, Row, clock
from conquian.core.errors import ConquianError
from conquian.core.ruleset import RuleSet
from conquian.dealing.seeded import seeded_deal

_TRIED = 20
"""Deals that say how long a batch should be."""
_BOARDS = 400
"""Length of the fixed list of bridge boards."""


class Player(Protocol):
    """What can be measured: plays (or solves) so many deals and times them."""

    def batch(self, deals: int) -> Count:
        """Play so many deals."""
        ...


class Peer(NamedTuple):
    """A package, and what is measured of it.

    Attributes:
        name: begins the names of its rows, after the version is put in.
        package: for ``pip install``.
        module: what is imported.
        make: from the module, its player.
        note: how it is driven.
    """

    name: str
    package: str
    module: str
    make: Callable[[Any], Player]
    note: str


def peer_rows(rules: RuleSet, players: int, seconds: float) -> list[Row]:
    """OpenSpiel's and RLCard's gin rummy beside our random play, and DDS beside our solver.

    Each takes about ``seconds``.
    """
    rows = []
    for peer in PEERS:
        found = _found(peer)
        if isinstance(found, Row):
            rows.append(found)
            continue
        ours: dict[str, Player] = {}
        if peer is not DDS:
            ours["core"] = RandomPlay(rules, players)
        if _kernel_is_there():
            name = "solver" if peer is DDS else "kernel"
            ours[name] = Solving(rules) if peer is DDS else KernelPlay(rules, players)
        rows += _rows(peer, found, ours, seconds)
    return rows


def _found(peer: Peer) -> Player | Row:
    """Its player; if it is not installed the row that says so."""
    try:
        return peer.make(import_module(peer.module))
    except ImportError:
        note = f"not installed here; pip install {peer.package}, then again"
        return Row(peer.name.format("_"), None, "deals/s", note=note)


def _rows(peer: Peer, theirs: Player, ours: dict[str, Player], seconds: float) -> list[Row]:
    """Batches of theirs and of each of ours in turn; deals and decisions a second, and ratios."""
    all_of_them = {"": theirs, **ours}
    share = seconds / REPEATS / len(all_of_them)
    sizes = {name: _size(player, share) for name, player in all_of_them.items()}
    turns = [
        {name: player.batch(sizes[name]) for name, player in all_of_them.items()}
        for _ in range(REPEATS)
    ]
    name = peer.name.format(f"_{_version(peer.package)}_")
    counts = [turn[""] for turn in turns]
    deals = sum(count.deals for count in counts)
    units = ("deals", "decisions", "choices") if counts[0].decisions else ("deals",)
    notes = [
        f"{deals} deals; {peer.note}",
        f"{sum(count.decisions for count in counts) / deals:.1f} a deal",
        "decisions with two or more actions",
    ]
    rows = [
        Row.of(f"{name}_{unit}", [_rate(count, unit) for count in counts], f"{unit}/s", note)
        for unit, note in zip(units, notes, strict=False)
    ]
    for our in ours:
        rows += [
            Row.of(
                f"{name}_ratio_{our}_{unit}",
                [_rate(turn[our], unit) / _rate(turn[""], unit) for turn in turns],
                "×",
                f"our {our} to theirs, {unit}/s, batch by batch in turn",
            )
            for unit in units[:2]
        ]
    return rows


def _rate(count: Count, unit: str) -> float:
    return float(getattr(count, unit)) / max(count.seconds, 1e-9)


def _size(player: Player, share: float) -> int:
    """How many deals take so many seconds."""
    player.batch(2)  # what is done once, at the first, is no part of it
    tried = player.batch(_TRIED)
    return max(1, round(tried.deals / max(tried.seconds, 1e-6) * share))


def _version(package: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return "?"


def _kernel_is_there() -> bool:
    from conquian.kernel.start import require

    try:
        require()
    except ConquianError:
        return False
    return True


# Ours.


class KernelPlay:
    """Uniform random play of the kernel, shuffling included."""

    def __init__(self, rules: RuleSet, players: int) -> None:
        from conquian.kernel.position import Kernel

        self._kernel = Kernel(rules, players)
        self._first = 0

    def batch(self, deals: int) -> Count:
        """Play so many deals, and time them."""
        from conquian.kernel.playout import R_CHOICES, R_DECISIONS
        from conquian.kernel.playout import deals as play

        began = clock()
        played = play(self._kernel, deals, 1, first=self._first)
        seconds = clock() - began
        self._first += deals
        decisions, choices = played[:, R_DECISIONS].sum(), played[:, R_CHOICES].sum()
        return Count(deals, int(decisions), int(choices), seconds)


class Solving:
    """The values of whole seeded deals of ours, on one core; there are no decisions to count."""

    def __init__(self, rules: RuleSet) -> None:
        from conquian.kernel.solve import Solver

        self._solver = Solver(rules)
        self._number = 0

    def batch(self, deals: int) -> Count:
        """Solve so many deals, and time that; they are dealt before."""
        numbers = range(self._number, self._number + deals)
        self._number += deals
        dealt = [seeded_deal(self._solver.rules, 2, n % 2, "solver", n) for n in numbers]
        began = clock()
        for deal in dealt:
            self._solver.value(deal)
        return Count(deals, 0, 0, clock() - began)


# Theirs.


class GinRummy:
    """Uniform random play of OpenSpiel's ``gin_rummy``.

    Its start state is made once and cloned, which is its fast way; legal actions are listed and
    one is chosen and applied, as in ours.
    """

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


class RlcardGinRummy:
    """Uniform random play of RLCard's environment ``gin-rummy``: what its agents are given."""

    def __init__(self, rlcard: Any) -> None:
        self._env = rlcard.make("gin-rummy", config={"seed": 2026})
        self._chance = random.Random(2026).random

    def batch(self, deals: int) -> Count:
        """Play so many deals, and time them."""
        chance, env = self._chance, self._env
        decisions = choices = 0
        began = clock()
        for _ in range(deals):
            state, _ = env.reset()
            while not env.is_over():
                legal = list(state["legal_actions"])
                decisions += 1
                choices += len(legal) > 1
                state, _ = env.step(legal[int(chance() * len(legal))])
        return Count(deals, decisions, choices, clock() - began)


class DoubleDummy:
    """DDS, the solver of open bridge deals, through endplay: a fixed list of whole random boards.

    The number of tricks and one best card, which is the least that gives the exact value; west
    leads, trumps go round.
    """

    def __init__(self, dds: Any) -> None:
        types = import_module("endplay.types")
        self._solve, self._mode = dds.solve_board, dds.SolveMode.OptimalOne
        self._boards = [self._board(types, number) for number in range(_BOARDS)]
        self._next = 0

    def _board(self, types: Any, number: int) -> Any:
        cards = [suit + rank for suit in "SHDC" for rank in "AKQJT98765432"]
        random.Random(f"board {number}").shuffle(cards)
        hands = [
            ".".join("".join(c[1] for c in cards[at : at + 13] if c[0] == suit) for suit in "SHDC")
            for at in range(0, 52, 13)
        ]
        board = types.Deal("N:" + " ".join(hands))
        board.first = types.Player.west
        board.trump = list(types.Denom)[number % 5]
        return board

    def batch(self, deals: int) -> Count:
        """Solve so many boards, and time that."""
        began = clock()
        for _ in range(deals):
            self._solve(self._boards[self._next], self._mode)
            self._next = (self._next + 1) % _BOARDS
        return Count(deals, 0, 0, clock() - began)


DDS = Peer(
    "endplay{}dds",
    "endplay",
    "endplay.dds.solve",
    DoubleDummy,
    f"bridge, whole boards of a fixed list of {_BOARDS}, tricks and one best card",
)
PEERS = (
    Peer(
        "open_spiel{}gin_rummy",
        "open_spiel",
        "pyspiel",
        GinRummy,
        "start state cloned, driven from Python",
    ),
    Peer("rlcard{}gin_rummy", "rlcard", "rlcard", RlcardGinRummy, "its environment"),
    DDS,
)
"""All that are measured, in order."""
