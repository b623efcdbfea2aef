"""Replays a record and compares what it says with the rules (formats.md §2)."""

from __future__ import annotations

from conquian.core.state import State
from conquian.records.checks import shown
from conquian.records.errors import BadRecord
from conquian.records.format import GameRecord, Legal


def verify(record: GameRecord) -> State:
    """Replay with every action checked; the position reached.

    A stored ``result``, ``ended`` or ``legal`` must agree with the replay.

    Raises:
        BadRecord: with the ply of the first thing that is wrong.
    """
    plies = len(record.actions)
    legal = record.legal
    state = record.deal.first
    for ply, state in enumerate(record.states(), 1):
        if legal is not None and ply <= len(legal):
            if state.is_over:
                raise BadRecord("count_differs", ply=plies, key="legal", found=ply, wanted=plies)
            _compare(legal[ply - 1], Legal.at(state), ply)
    if legal is not None and len(legal) not in (plies, plies + 1):
        raise BadRecord("count_differs", ply=plies, key="legal", found=len(legal), wanted=plies)
    _check_end(record, state)
    return state


def legal_entries(record: GameRecord) -> list[Legal]:
    """The legal actions at every action, and at the position reached if it is not over.

    Raises:
        BadRecord: an action is not legal; with its ply.
    """
    return [Legal.at(state) for state in record.states() if not state.is_over]


def _check_end(record: GameRecord, state: State) -> None:
    plies = len(record.actions)
    if record.ended is not None:
        if record.result is not None:
            raise BadRecord("ended_and_result", ply=plies)
        if state.is_over:
            raise BadRecord("ended_but_over", ply=plies)
    if record.result is not None and record.result != state.outcome:
        if state.outcome is None:
            raise BadRecord("result_not_over", ply=plies)
        raise BadRecord(
            "result_differs",
            ply=plies,
            found=shown(record.result.as_object()),
            wanted=shown(state.outcome.as_object()),
        )


def _compare(stored: Legal, found: Legal, ply: int) -> None:
    if stored == found:
        return
    if stored.phase is not found.phase:
        raise BadRecord("legal_phase", ply=ply, found=str(stored.phase), wanted=str(found.phase))
    if stored.actor != found.actor:
        raise BadRecord("legal_actor", ply=ply, found=shown(stored.actor), wanted=found.actor)
    for code, texts in (
        ("legal_not_legal", set(stored.actions) - set(found.actions)),
        ("legal_missing", set(found.actions) - set(stored.actions)),
    ):
        if texts:
            raise BadRecord(code, ply=ply, text=shown(min(texts)))
    raise BadRecord("legal_order", ply=ply)
