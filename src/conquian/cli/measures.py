"""The project's own speed figures: what is measured, and how (``conquian bench``).

Every figure is the median of several batches, with the lowest and highest of them beside it, so
that a reader sees how noisy the machine was. One core is used, and its time for this process is
what counts: on a quiet machine that is the time on the wall, on a busy one the other programs'
turns are left out. (On Windows that clock is too coarse, and the one on the wall is used.)
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from statistics import median
from time import perf_counter, process_time
from timeit import Timer
from typing import Any, NamedTuple

from conquian.cli.replay import answer_object
from conquian.core.action import PASS, Action
from conquian.core.deal import Deal
from conquian.core.errors import ConquianError
from conquian.core.events import Event
from conquian.core.position import Outcome
from conquian.core.presets import PRESETS
from conquian.core.ruleset import RuleSet
from conquian.core.state import State
from conquian.core.view import InfoState, resample
from conquian.dealing.seeded import seeded_deal
from conquian.records.check import legal_entries
from conquian.records.format import GameRecord, Legal
from conquian.records.reader import ReadRecord, read_records
from conquian.records.writer import record_line

SEED = "bench"
MAIN = "clasico"
clock = perf_counter if sys.platform == "win32" else process_time
"""What every figure is measured with, ours and the peers'; in seconds."""
REPEATS = 7
CHECKED_DEALS = 200
"""The deals whose checksum is given."""
_WARM_UP = 50


@dataclass(frozen=True, slots=True)
class Row:
    """One figure: the median of ``repeats`` batches, with the lowest and highest of them."""

    name: str
    value: float | str | None
    unit: str
    low: float | None = None
    high: float | None = None
    repeats: int | None = None
    note: str | None = None

    @staticmethod
    def of(name: str, values: list[float], unit: str, note: str | None = None) -> Row:
        """The row of these batches."""
        return Row(name, median(values), unit, min(values), max(values), len(values), note)

    def as_object(self) -> dict[str, Any]:
        """The row of formats.md §2; what does not apply is left out."""
        fields = {"low": self.low, "high": self.high, "repeats": self.repeats, "note": self.note}
        known = {name: value for name, value in fields.items() if value is not None}
        return {"name": self.name, "value": self.value, "unit": self.unit, **known}


class Count(NamedTuple):
    """What a batch has done in ``seconds``."""

    deals: int
    decisions: int
    choices: int
    seconds: float


class Played(NamedTuple):
    """A deal played at random, with all its states as they were."""

    deal: Deal
    states: tuple[State, ...]
    actions: tuple[Action, ...]

    @property
    def outcome(self) -> Outcome | None:
        """How it ended."""
        return self.states[-1].outcome

    @property
    def record(self) -> GameRecord:
        """As a file has it."""
        return GameRecord(self.deal, self.actions, self.outcome)


class RandomPlay:
    """Uniform random play through the public API, one fresh deal after the other.

    Every decision asks for all legal actions, chooses one of them, and applies it checked.

    Attributes:
        kept: the first :data:`CHECKED_DEALS` deals, as they were played.
    """

    def __init__(self, rules: RuleSet, players: int) -> None:
        self.rules = rules
        self.players = players
        self.kept: list[Played] = []
        self._number = 0
        self._chance = random.Random(2026).random

    def batch(self, deals: int) -> Count:
        """Play so many deals, and time them."""
        decisions = choices = 0
        began = clock()
        for _ in range(deals):
            made, chosen = self._one()
            decisions += made
            choices += chosen
        return Count(deals, decisions, choices, clock() - began)

    def _one(self) -> tuple[int, int]:
        number = self._number
        self._number += 1
        deal = seeded_deal(self.rules, self.players, number % self.players, SEED, number)
        chance = self._chance
        choices = 0
        state = deal.first
        states, actions = [state], []
        while not state.is_over:
            legal = state.legal_actions()
            choices += len(legal) > 1
            action = legal[int(chance() * len(legal))]
            state = deal.apply(state, action)
            actions.append(action)
            states.append(state)
        if number < CHECKED_DEALS:
            self.kept.append(Played(deal, tuple(states), tuple(actions)))
        return len(actions), choices

    def batches(self, seconds: float, warm_up: int = _WARM_UP) -> list[Count]:
        """:data:`REPEATS` batches that together take about ``seconds``, after a warm-up."""
        tried = self.batch(warm_up)  # which says how many deals make a batch
        deals = max(1, round(tried.deals / tried.seconds * seconds / REPEATS))
        return [self.batch(deals) for _ in range(REPEATS)]


def play_rows(name: str, counts: list[Count], players: int) -> list[Row]:
    """Deals, decisions and choices per second."""
    deals = sum(count.deals for count in counts)
    each = sum(count.decisions for count in counts) / deals
    many = sum(count.choices for count in counts) / deals
    return [
        Row.of(
            f"{name}_deals",
            [count.deals / count.seconds for count in counts],
            "deals/s",
            f"uniform random, {players} players, {deals} deals",
        ),
        Row.of(
            f"{name}_decisions",
            [count.decisions / count.seconds for count in counts],
            "decisions/s",
            f"{each:.1f} a deal",
        ),
        Row.of(
            f"{name}_choices",
            [count.choices / count.seconds for count in counts],
            "choices/s",
            f"decisions with two or more actions, {many:.1f} a deal",
        ),
    ]


def preset_rows(seconds: float) -> list[Row]:
    """Random play of every preset but :data:`MAIN`, with the fewest players it allows."""
    rows: list[Row] = []
    others = [rules for name, rules in PRESETS.items() if name != MAIN]
    for rules in others:
        players = rules.player_counts[0]
        counts = RandomPlay(rules, players).batches(seconds / len(others))
        rows += play_rows(rules.id, counts, players)
    return rows


# The checksum.


def file_of(played: list[Played]) -> bytes:
    """The deals as a file of records."""
    return b"".join(record_line(one.record) for one in played)


def checksum(played: list[Played]) -> str:
    """SHA-256 of what ``conquian replay --legal`` must print for the file of these deals.

    Made of the states and legal actions of the run itself; nothing is replayed for it.
    """
    found = sha256()
    for line, one in enumerate(played, 1):
        read = ReadRecord(line, one.record, one.states[-1])
        found.update(_answer(read, [Legal.at(state) for state in one.states if not state.is_over]))
    return found.hexdigest()


def replayed_checksum(data: bytes) -> str:
    """The same, by reading and replaying the file."""
    found = sha256()
    for read in read_records(BytesIO(data)):
        if isinstance(read, ReadRecord):
            found.update(_answer(read, legal_entries(read.record)))
    return found.hexdigest()


def _answer(read: ReadRecord, legal: list[Legal]) -> bytes:
    answer = answer_object(read) | {"legal": [entry.as_object() for entry in legal]}
    return f"{json.dumps(answer, ensure_ascii=False)}\n".encode()


def checksum_row(played: list[Played]) -> Row:
    """The checksum, and whether a replay of the same deals gives it too."""
    found, again = checksum(played), replayed_checksum(file_of(played))
    agrees = "the replay agrees" if found == again else f"BUT THE REPLAY GIVES {again}"
    note = (
        f"first {len(played)} deals of {MAIN}: bench --out FILE, replay --legal FILE | sha256sum; "
        f"{agrees}"
    )
    return Row("checksum", found, "sha256", note=note)


# Single steps.


def step_rows(played: list[Played], seconds: float) -> list[Row]:
    """A pass, a resampled state, folded events and replayed records."""
    share = seconds / 4
    return [
        _pass_row(share),
        _resample_row(played, share),
        _fold_row(played, share),
        _replay_row(played, share),
    ]


def _repeated(work: Callable[[], object], seconds: float) -> list[float]:
    """Seconds for one call of ``work``, measured in :data:`REPEATS` batches."""
    timer = Timer(work, timer=clock)
    calls, taken = timer.autorange() if seconds > 1 else (1, max(timer.timeit(1), 1e-7))
    number = max(1, round(calls / taken * seconds / REPEATS))
    return [once / number for once in timer.repeat(REPEATS, number)]


def _pass_row(seconds: float) -> Row:
    state = seeded_deal(PRESETS[MAIN], 2, 0, SEED).first  # the pone is asked, then the dealer
    times = _repeated(lambda: state.apply(PASS), seconds)
    return Row.of("checked_pass", [time * 1e6 for time in times], "µs", "state.apply, mid-queue")


def _resample_row(played: list[Played], seconds: float) -> Row:
    infos = [_info(one, len(one.actions) // 2) for one in played[:20]]
    below = random.Random(7).randrange

    def work() -> None:
        for info in infos:
            resample(info, below)

    times = _repeated(work, seconds)
    rates = [len(infos) / time for time in times]
    return Row.of("resample", rates, "states/s", "from the middle of a deal")


def _info(one: Played, plies: int) -> InfoState:
    """What the actor knows after so many plies."""
    log = one.deal.log(one.actions[:plies])
    seat = one.states[plies].actor
    return InfoState.fold(seat, [entry.seen_by(seat) for entry in log])


def _fold_row(played: list[Played], seconds: float) -> Row:
    logs: list[list[Event]] = [
        [entry.seen_by(0) for entry in one.deal.log(one.actions)] for one in played[:20]
    ]

    def work() -> None:
        for log in logs:
            InfoState.fold(0, log)

    times = _repeated(work, seconds)
    events = sum(map(len, logs))
    return Row.of("fold", [events / time for time in times], "events/s", "InfoState of one seat")


def _replay_row(played: list[Played], seconds: float) -> Row:
    data = file_of(played[:50])

    def work() -> None:
        for _ in read_records(BytesIO(data)):
            pass

    times = _repeated(work, seconds)
    deals = len(played[:50])
    return Row.of(
        "replay", [deals / time for time in times], "deals/s", "JSON read, every action checked"
    )


def kernel_rows(solved: int) -> list[Row]:
    """Playouts of the compiled kernel, and the solver; one row to say how, if it is not there."""
    from conquian.kernel.start import prepare, require

    try:
        require()
    except ConquianError as missing:
        return [Row("kernel", None, "deals/s", note=missing.sentence())]
    prepare("play", "cores", "vector", "solve")
    from conquian.kernel.figures import figures
    from conquian.kernel.solve_figures import solver_figures

    found = figures(clock=clock)
    if solved:
        found += solver_figures(count=solved, clock=clock)
    return [Row(**figure) for figure in found]


def start_rows() -> list[Row]:
    """How long the kernel takes to get ready; none if it is not there, which another row says."""
    from conquian.kernel.start import require

    try:
        require()
    except ConquianError:
        return []
    from conquian.kernel.start_figures import start_figures

    return [Row(**figure) for figure in start_figures()]
