"""Counts action sequences: a number that two engines must agree on (formats.md §2)."""

from __future__ import annotations

from conquian.core.deal import Deal
from conquian.core.state import State


def perft(deal: Deal, state: State, depth: int) -> int:
    """The number of action sequences of length ``depth`` from ``state`` of ``deal``.

    Stock cards come in the order of the deal and are no actions. A sequence that ends with the
    deal earlier counts once, and so does the empty one.
    """
    if depth < 1:
        return 1
    nodes = 0
    todo = [(state, depth)]
    while todo:
        state, depth = todo.pop()
        actions = state.legal_actions()
        if depth == 1 or not actions:
            nodes += len(actions) or 1
            continue
        depth -= 1
        for action in actions:
            todo.append((deal.settle(state.apply_unchecked(action)), depth))  # noqa: PERF401
    return nodes
