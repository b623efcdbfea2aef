"""The solver's speed figures, for ``conquian bench``: whole deals, and batches on all cores."""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Callable
from time import perf_counter, process_time
from typing import Any

import numpy as np

from conquian.core.deal import Deal
from conquian.core.presets import PRESETS
from conquian.core.state import State
from conquian.dealing.seeded import seeded_deal
from conquian.kernel.jit import set_threads
from conquian.kernel.solve import Solver

MAIN = "clasico"
_REPEATS = 7
_PAIRS = 3

Figure = dict[str, Any]
"""A row of ``conquian bench --json``."""


def solver_figures(*, count: int = 1400, clock: Callable[[], float] | None = None) -> list[Figure]:
    """All rows: ``count`` seeded whole ``clasico`` deals on one core, then batches on all cores.

    ``clock`` gives seconds; ``None``: the process's own time (on Windows, the wall's).
    """
    own = clock or (perf_counter if sys.platform == "win32" else process_time)
    positions = _deals(count)
    solver = Solver(PRESETS[MAIN])
    solver.values(positions[:2])
    solver.value(*positions[0])
    seconds, nodes = np.zeros(count), np.zeros(count)
    for number, (deal, state) in enumerate(positions):
        begun = own()
        solver.value(deal, state)
        seconds[number] = own() - begun
        nodes[number] = solver.nodes
    batches = [part.size / part.sum() for part in np.array_split(seconds, _REPEATS)]
    note = f"{count} seeded whole deals, exact value, one core"
    low, high = min(batches), max(batches)
    mean = count / seconds.sum()
    rows = [
        _row("solver clasico", mean, "deals/s", low=low, high=high, repeats=_REPEATS, note=note),
        _row("solver clasico mean", 1000 * seconds.mean(), "ms"),
        _row("solver clasico median", 1000 * float(np.median(seconds)), "ms"),
        _row("solver clasico p99", 1000 * float(np.quantile(seconds, 0.99)), "ms"),
        _row("solver clasico worst", 1000 * seconds.max(), "ms", note=f"of {count}"),
        _row("solver clasico nodes", nodes.mean(), "nodes/deal"),
        _row("solver clasico speed", nodes.sum() / seconds.sum(), "nodes/s"),
        _row("solver memory", solver.memory / 1e6, "MB", note="one thread, table included"),
    ]
    return [*rows, *_batch_rows(solver, positions)]


def _deals(count: int, first: int = 0) -> list[tuple[Deal, State]]:
    rules = PRESETS[MAIN]
    deals = [
        seeded_deal(rules, 2, number % 2, "solver", number)
        for number in range(first, first + count)
    ]
    return [(deal, deal.first) for deal in deals]


def _batch_rows(solver: Solver, positions: list[tuple[Deal, State]]) -> list[Figure]:
    """One batch on all cores against as many independent processes, in turn, on the wall."""
    cores = set_threads(None)
    rates, ratios = [], []
    for _ in range(_PAIRS):
        begun = perf_counter()
        solver.values(positions)
        batch = perf_counter() - begun
        apart = _processes(cores, len(positions))
        rates.append(len(positions) / batch)
        ratios.append(apart / batch)
    note = f"one batch on {cores} cores to {cores} processes with a share each, in turn"
    return [
        _span(f"solver clasico batch, {cores} cores", rates, "deals/s"),
        _span("solver batch to processes", ratios, "×", note),
    ]


def _processes(workers: int, count: int) -> float:
    """Wall seconds in which ``workers`` processes solve a share of the deals each, once ready."""
    context = multiprocessing.get_context("spawn")
    ready, go = context.Barrier(workers + 1), context.Barrier(workers + 1)
    share = count // workers
    processes = [
        context.Process(target=_work, args=(worker * share, share, ready, go))
        for worker in range(workers)
    ]
    for process in processes:
        process.start()
    ready.wait()
    go.wait()
    begun = perf_counter()
    for process in processes:
        process.join()
    return perf_counter() - begun


def _work(first: int, count: int, ready: Any, go: Any) -> None:
    positions = _deals(count, first)
    solver = Solver(PRESETS[MAIN])
    solver.value(*positions[0])
    ready.wait()
    go.wait()
    for deal, state in positions:
        solver.value(deal, state)


def _row(name: str, value: float, unit: str, **more: Any) -> Figure:
    return {"name": name, "value": float(value), "unit": unit, **more}


def _span(name: str, values: list[float], unit: str, note: str | None = None) -> Figure:
    row = _row(name, float(np.median(values)), unit, low=min(values), high=max(values))
    return row | {"repeats": len(values)} | ({"note": note} if note else {})
