"""The speed figures have the form ``conquian bench`` prints; the speed itself is slow to ask."""

from __future__ import annotations

import pytest

pytest.importorskip("numba")

from conquian.kernel.figures import figures
from conquian.kernel.jit import INTERPRETED
from tests.equal.kernel_check import TABLES


@pytest.mark.skipif(INTERPRETED, reason="a speed of interpreted code says nothing")
def test_rows() -> None:
    rows = figures(repeats=2, deals_a_batch=200)
    assert len({(row["name"], row["unit"]) for row in rows}) == len(rows)
    assert len(rows) == 3 * (len(TABLES) + 1) + 2
    for row in rows:
        assert 0 < row["low"] <= row["value"] <= row["high"], row
        assert row["unit"] in {"deals/s", "decisions/s", "choices/s", "steps/s"}
