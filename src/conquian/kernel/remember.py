"""The memory of ``kernel.features`` from what a seat was told: who passed on what and paid what."""

from __future__ import annotations

import numpy as np

from conquian.core.events import Exchanged, Paid, Passed, Turned
from conquian.core.view import InfoState
from conquian.kernel.features import M_DECLINED, M_GIVEN, M_PAID, MEMORY_WORDS
from conquian.kernel.position import Kernel
from conquian.kernel.tables import Ints


def memory_of(kernel: Kernel, info: InfoState) -> Ints:
    """(players, ``MEMORY_WORDS``) what everybody saw, and what the seat itself gave away.

    Passes in a window are left out: who is asked there has declined before, or was never asked to
    take.
    """
    memory = np.zeros((info.players, MEMORY_WORDS), np.int64)
    setting, upcard, to_ask, first = info.setting, -1, 0, True
    for event in info.history:
        if isinstance(event, Turned):
            asked = setting.opening[info.dealer] if first else setting.turned[event.seat]
            upcard, to_ask, first = kernel.card(event.card), asked.size, False
        elif isinstance(event, Paid):
            upcard, to_ask = kernel.card(event.card), setting.paid[event.seat].size
            memory[event.seat, M_PAID] |= 1 << upcard
        elif isinstance(event, Passed) and to_ask:
            memory[event.seat, M_DECLINED] |= 1 << upcard
            to_ask -= 1
        elif isinstance(event, Exchanged) and info.seat is not None and event.gave is not None:
            memory[info.seat, M_GIVEN] = kernel.card(event.gave) + 1
    if info.given_shown and info.seat is not None:
        memory[info.seat, M_GIVEN] = 0
    return memory
