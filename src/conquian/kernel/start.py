"""Getting the kernel ready: is numba there, and is everything compiled?

numba compiles a function when it is first called, which for the whole kernel takes half a minute or
more. :func:`prepare` does it beforehand and says so on standard error; what is compiled stays on
disk (see ``kernel.jit``), and the next process loads it in less than a second.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import TextIO

from conquian.core.errors import ConquianError


def require() -> None:
    """Do nothing if numba and numpy are installed.

    Raises:
        ConquianError: ``kernel_missing``, with what to install.
    """
    for module in ("numpy", "numba"):
        if find_spec(module) is None:
            raise ConquianError("kernel_missing", module=module)


def _play() -> None:
    """Compile positions, moves and playouts."""
    import numpy as np

    from conquian.core.presets import PRESETS
    from conquian.kernel.guided import UNIFORM
    from conquian.kernel.playout import deals, playouts
    from conquian.kernel.position import Kernel

    kernel = Kernel(PRESETS["clasico"], 2)
    deals(kernel, 1, 1, weights=UNIFORM)
    row = kernel.start(0, [0, 0])
    kernel.legal(kernel.reveal(row, 0))
    kernel.apply(kernel.reveal(row, 0), np.array([3, 0, -1, 0], np.int64))
    playouts(kernel, row[None], 1, 1)


def _cores() -> None:
    """Compile what plays on all cores."""
    from conquian.core.presets import PRESETS
    from conquian.kernel.playout import deals, playouts
    from conquian.kernel.position import Kernel

    kernel = Kernel(PRESETS["clasico"], 2)
    deals(kernel, 1, 1, cores=None)
    playouts(kernel, kernel.start(0, [0, 0])[None], 1, 1, cores=None)


def _vector() -> None:
    """Compile the environment."""
    from conquian.core.presets import PRESETS
    from conquian.kernel.vector import VectorEnv

    env = VectorEnv(PRESETS["clasico"], 2, 1, seed=1)
    env.observe()
    env.step(env.counts * 0)


def _solve() -> None:
    """Compile the solver."""
    from conquian.core.deal import deal_in_order
    from conquian.core.ruleset import RuleSet
    from conquian.kernel.solve import Solver

    rules = RuleSet.parse("house(pack=mini3x3, hand=[[2, 3]])")
    deal = deal_in_order(rules, 2, 0, rules.pack_value.deck(1, 0))
    solver = Solver(rules, 4)
    solver.solve(deal)
    solver.values([(deal, deal.first)])


def _think() -> None:
    """Compile what the bots think with: worlds, their likelihood, the network, trials, values."""
    import numpy as np

    from conquian.core.events import Dealt, Turned
    from conquian.core.presets import PRESETS
    from conquian.core.view import InfoState
    from conquian.kernel import (
        dice,
        features,
        history,
        likely,
        open_hands,
        remember,
        rollout,
        worlds,
    )
    from conquian.kernel.position import Kernel
    from conquian.kernel.solve_arena import new_arena
    from conquian.kernel.tables import setting_array, tables_of
    from conquian.kernel.words import A_PASS

    rules = PRESETS["clasico"]
    hand, rest = rules.pack_value.deck(1, 0)[:10], rules.pack_value.deck(1, 0)[10:]
    dealt = Dealt(rules, 2, 0, (), 20, sum(1 << card for card in hand))
    info = InfoState.start(1, dealt).after(Turned(1, rest[0]))
    kernel = Kernel(rules, 2)
    game, net = kernel.game, np.zeros(0, np.float32)
    blind, memory = worlds.blind_of(kernel, info), remember.memory_of(kernel, info)
    past = history.history_of(kernel, info)
    rows, chance = np.zeros((1, kernel.words), np.int64), np.zeros(dice.DICE_WORDS, np.int64)
    worlds.sample_worlds(game, blind.row, blind.viewer, blind.counts, blind.known, chance, rows)
    worlds.list_worlds(game, blind.row, blind.viewer, blind.counts, blind.known, rows)
    likely.log_likelihoods(game, past.head, past.steps, rows, net, 1.0, 0.0, np.zeros(1))
    actions, points = np.array([[A_PASS, 0, -1, 0]]), np.zeros((1, 1))
    rollout.try_out(game, rows, memory, 1, net, 1.0, 0, 0, actions, points)
    rollout.winner_of(game, rows[0], memory, net, 1.0, 0, 0)
    features.note(game, rows[0], memory, actions[0])
    arena = new_arena(tables_of(rules), setting_array(rules, 2), 4)
    open_hands.value_actions(game, arena, 1, rows, 1, 0, 0, actions, 10, points)


PARTS: Mapping[str, Callable[[], None]] = MappingProxyType(
    {"play": _play, "cores": _cores, "vector": _vector, "solve": _solve, "think": _think}
)
"""What can be compiled: playouts, playouts on all cores, the environment, the solver, and what the
bots think with."""


def missing(*parts: str) -> list[str]:
    """Which of these parts (none named: of all) are not compiled yet on this machine."""
    return [part for part in parts or tuple(PARTS) if not _marker(part).exists()]


def prepare(*parts: str, stream: TextIO | None = None) -> None:
    """Compile these parts (none named: all) unless that has been done, and say so on ``stream``.

    Parts are compiled side by side where there are two cores. Interpreted there is nothing to do.

    Args:
        parts: of :data:`PARTS`.
        stream: where progress is told, line by line; ``None``: standard error.

    Raises:
        ConquianError: ``kernel_missing``.
    """
    require()
    from conquian.kernel.jit import INTERPRETED

    todo = [] if INTERPRETED else missing(*parts)
    if not todo:
        return
    told = sys.stderr if stream is None else stream
    begun = time.perf_counter()
    told.write("conquian: compiling the fast kernel, once; this takes up to a minute …\n")
    told.flush()
    helpers = []
    for stage in _STAGES:
        own, *others = [part for part in stage if part in todo] or [""]
        for part in others:
            helpers += _helper(part)
        if own:
            _compile(own)
    for helper in helpers:
        helper.wait()
    for part in missing(*todo):  # where there was no helper, or it failed
        _compile(part)
    told.write(f"conquian: compiled in {time.perf_counter() - begun:.0f} s\n")
    told.flush()


_STAGES = (("play", "solve"), ("cores", "vector"), ("think",))
"""What can be compiled side by side; the second stage uses what ``play`` has compiled."""


def _helper(part: str) -> list[subprocess.Popen[bytes]]:
    """Compile a part in a process of its own, where there is a core for it."""
    if (os.cpu_count() or 1) < 2 or not sys.executable:
        return []
    command = [sys.executable, "-m", "conquian.kernel.start", part]
    return [subprocess.Popen(command, stdout=subprocess.DEVNULL)]  # noqa: S603


def _compile(part: str) -> None:
    PARTS[part]()
    marker = _marker(part)
    try:
        marker.parent.mkdir(parents=True, exist_ok=True)
        marker.touch()
    except OSError:  # it will be compiled again next time
        return


def _marker(part: str) -> Path:
    """The file that says that a part is compiled, by this version, for this Python and machine."""
    import llvmlite.binding

    from conquian.kernel.jit import cache_root, numba

    digest = hashlib.sha256()
    for file in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(file.name.encode() + file.read_bytes())
    processor = llvmlite.binding.get_host_cpu_name()
    digest.update(f"{sys.version} {numba.__version__} {processor} {os.name}".encode())
    root = Path(numba.config.CACHE_DIR) if numba.config.CACHE_DIR else cache_root()
    return root / f"{part}-{digest.hexdigest()[:16]}.ready"


def main(arguments: list[str]) -> int:
    """``python -m conquian.kernel.start [part …]``: compile and say nothing."""
    require()
    for part in arguments or list(PARTS):
        _compile(part)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
