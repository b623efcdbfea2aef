"""The kernel's own speed figures, for ``conquian bench``.

Every figure is the median of several batches. One core's time is measured with the clock handed
in; on all cores the clock on the wall is the only one that says anything.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter, process_time
from typing import Any

import numpy as np

from conquian.core.presets import PRESETS
from conquian.kernel.guided import F_CONN, F_OUT, F_TAKE, FEATURES, UNIFORM, Floats
from conquian.kernel.jit import set_threads
from conquian.kernel.playout import R_CHOICES, R_DECISIONS, deals
from conquian.kernel.position import Kernel
from conquian.kernel.start import prepare
from conquian.kernel.vector import VectorEnv

REPEATS = 7
_DEALS = 20_000
_BATCH = 1024
_STEPS = 40

Clock = Callable[[], float]
Figure = dict[str, Any]
"""A row of ``conquian bench --json``: name, value, unit, and low and high of the batches."""


def figures(
    *, clock: Clock | None = None, repeats: int = REPEATS, deals_a_batch: int = _DEALS
) -> list[Figure]:
    """All rows, with what had to be compiled beforehand compiled.

    Args:
        clock: seconds; ``None``: the process's own time (on Windows, the wall's).
        repeats: batches for each figure.
        deals_a_batch: deals in each of them.

    Raises:
        ConquianError: ``kernel_missing``.
    """
    prepare("play", "cores", "vector")
    own = clock or (perf_counter if sys.platform == "win32" else process_time)
    rows: list[Figure] = []
    for name, rules in PRESETS.items():
        for players in rules.player_counts:
            if rules.decks_for(players) == 1:
                kernel = Kernel(rules, players)
                label = f"kernel {name} {players} players random"
                rows += _playout_rows(label, kernel, UNIFORM, own, repeats, deals_a_batch)
    main = Kernel(PRESETS["clasico"], 2)
    policy = np.zeros((2, FEATURES))
    policy[:, F_TAKE], policy[:, F_OUT], policy[:, F_CONN] = 6, 20, -3
    rows += _playout_rows(
        "kernel clasico 2 players guided", main, policy, own, repeats, deals_a_batch
    )
    rows.append(_all_cores_row(main, repeats, deals_a_batch))
    rows.append(_vector_row(own, repeats))
    return rows


def _row(name: str, values: list[float], unit: str) -> Figure:
    return {
        "name": name,
        "value": median(values),
        "unit": unit,
        "low": min(values),
        "high": max(values),
        "repeats": len(values),
    }


def _playout_rows(
    label: str, kernel: Kernel, weights: Floats, clock: Clock, repeats: int, count: int
) -> list[Figure]:
    """Deals, decisions and choices a second on one core, shuffling included."""
    deals(kernel, 10, 1, weights=weights)
    rates: list[tuple[float, float, float]] = []
    for batch in range(repeats):
        begun = clock()
        played = deals(kernel, count, 1, first=batch * count, weights=weights)
        seconds = max(clock() - begun, 1e-9)
        decisions = float(played[:, R_DECISIONS].sum())
        choices = float(played[:, R_CHOICES].sum())
        rates.append((count / seconds, decisions / seconds, choices / seconds))
    units = ("deals/s", "decisions/s", "choices/s")
    return [
        _row(label, list(values), unit)
        for unit, values in zip(units, zip(*rates, strict=True), strict=True)
    ]


def _all_cores_row(kernel: Kernel, repeats: int, count: int) -> Figure:
    """Deals a second on all cores, on the wall."""
    cores = set_threads(None)
    deals(kernel, 10, 1, cores=None)
    rates = []
    for batch in range(repeats):
        begun = perf_counter()
        deals(kernel, 4 * count, 1, first=4 * batch * count, cores=None)
        rates.append(4 * count / (perf_counter() - begun))
    return _row(f"kernel clasico 2 players random, {cores} cores", rates, "deals/s")


def _vector_row(clock: Clock, repeats: int) -> Figure:
    """Steps a second of the environment, observations included, on one core."""
    env = VectorEnv(PRESETS["clasico"], 2, _BATCH, seed=1)
    rng = np.random.default_rng(1)
    observed = env.observe()
    rates = []
    for _ in range(repeats):
        begun, steps = clock(), 0
        for _ in range(_STEPS):
            env.observe(out=observed)
            env.step(rng.integers(0, np.maximum(1, np.minimum(env.counts, env.legal.shape[1]))))
            steps += _BATCH
            if env.done.any():
                env.reset(env.done)
        rates.append(steps / max(clock() - begun, 1e-9))
    return _row(f"kernel clasico 2 players environment, batch {_BATCH}", rates, "steps/s")
