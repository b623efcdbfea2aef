"""A personal seat link gives the seat to another browser of the same person, and to nobody else."""

from __future__ import annotations

import pytest

pytest.importorskip("starlette")

from conquian.core import PRESETS
from conquian.play.settings import TableSettings
from conquian.play.table import Table
from conquian.server.tables import seat_key, seat_of_key


def table_of(*names: str) -> Table:
    table, _ = Table.open(TableSettings(PRESETS["mexicano"], 3, code="ABCDEF"), 0.0)
    for seat, name in enumerate(names):
        table.sit(seat, name, f"holder of {name}", 1.0)
    return table


def test_each_holder_has_a_key_of_his_own() -> None:
    table = table_of("Ana", "Beto", "Carla")
    keys = [seat_key(table, seat, f"holder of {n}") for seat, n in enumerate(("Ana", "Beto"))]
    assert len(set(keys)) == 2
    assert [seat_of_key(table, key) for key in keys] == [0, 1]
    assert seat_of_key(table, seat_key(table, 1, "holder of Ana")) is None
    for wrong in ("", "x", "ñ", "\udcff", keys[0][:-1], keys[0] + "0"):
        assert seat_of_key(table, wrong) is None
    other, _ = Table.open(TableSettings(PRESETS["mexicano"], 3, code="ABCDEG"), 0.0)
    other.sit(0, "Ana", "holder of Ana", 1.0)
    assert seat_of_key(other, keys[0]) is None


def test_another_browser_has_its_own_key_as_well() -> None:
    table = table_of("Ana", "Beto")
    table.add_holder(1, "phone of Beto", 2.0)
    assert seat_of_key(table, seat_key(table, 1, "phone of Beto")) == 1


@pytest.mark.parametrize("removed", [False, True])
def test_a_key_ends_when_the_seat_is_left(*, removed: bool) -> None:
    table = table_of("Ana", "Beto")
    key = seat_key(table, 1, "holder of Beto")
    assert seat_of_key(table, key) == 1
    if removed:
        table.remove(1, 0, 2.0)
    else:
        table.leave(1, 2.0)
    assert seat_of_key(table, key) is None
    table.sit(1, "Dora", "holder of Dora", 3.0)
    assert seat_of_key(table, key) is None
    assert seat_of_key(table, seat_key(table, 1, "holder of Dora")) == 1
