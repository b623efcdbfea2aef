"""Tables for tests: opened, filled, played on; and whether the stored rows are the table."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from conquian.bots import registry
from conquian.bots.base import NO_LIMIT
from conquian.core.deal import Deal
from conquian.core.errors import ConquianError
from conquian.core.match import default_settings
from conquian.core.presets import PRESETS
from conquian.core.ruleset import RuleSet
from conquian.dealing.seeded import seeded_deal
from conquian.play.events import Announced, Told, said_object
from conquian.play.live import LiveDeal
from conquian.play.settings import Options, TableSettings
from conquian.play.table import Dealer, Row, Step, Table

PRESET_TABLES = [
    (name, players) for name, rules in PRESETS.items() for players in rules.player_counts
]
USUAL = Options()
NAMES = ("Ana", "Beto", "Carla", "Dora", "Elisa", "Fito")


def seeded(rules: RuleSet, players: int, dealer: int, number: int) -> Deal:
    return seeded_deal(rules, players, dealer, "tests", number)


class Kept:
    """A table with all its rows, as a store would hold them, and a clock that is set."""

    def __init__(
        self,
        rules: str = "mexicano",
        players: int = 2,
        *,
        options: Options = USUAL,
        dealer: Dealer | None = seeded,
        **match: Any,
    ) -> None:
        made = RuleSet.parse(rules)
        settings = TableSettings(
            made, players, replace(default_settings(made), **match), options, bot_seed="b"
        )
        self.random = random = Random(f"{rules} {players}")
        self.dealer = dealer
        self.at = 1000.0
        self.rows: list[Row] = []
        self.entries: list[Told] = []
        self.table, step = Table.open(
            settings, self.at, dealer=dealer, entropy=random.randbytes, below=random.randrange
        )
        self.kept(step)

    def kept(self, step: Step) -> Step:
        self.rows += json.loads(json.dumps(step.rows))
        self.entries += step.entries
        assert self.table.rows == len(self.rows)
        assert self.table.version == len(self.entries)
        return step

    def do(self, command: Callable[..., Step], *args: Any, **more: Any) -> Step:
        """A command at the present time."""
        return self.kept(command(*args, self.at, **more))

    def again(self) -> Table:
        """The table that the rows give."""
        random = self.random
        return Table.replay(
            json.loads(json.dumps(self.rows)),
            dealer=self.dealer,
            entropy=random.randbytes,
            below=random.randrange,
        )

    def check(self) -> None:
        """The rows are the table, and what anybody was told is what he sees."""
        assert self.again() == self.table

    # Ways to begin.

    def people(self, *seats: int) -> Kept:
        """People sit down."""
        for seat in seats or range(self.table.players):
            self.do(self.table.sit, seat, NAMES[seat], f"h{seat}")
        return self

    def begun(self, *seats: int, bot: str = "greedy") -> Kept:
        """People at these seats, bots at the others, and the match begins."""
        self.people(*seats)
        if len(self.table.people) < self.table.players:
            self.do(self.table.fill, self.table.host, bot)
        self.do(self.table.start, self.table.host)
        return self

    # Ways to go on.

    @property
    def live(self) -> LiveDeal:
        assert self.table.live is not None
        return self.table.live

    def bots(self) -> None:
        """Every bot that must decide does, until a person must."""
        while (mover := self.table.bot_to_move()) is not None:
            seat, spec = mover
            info = self.table.info(seat)
            assert info is not None
            answer = registry.make(spec).decide(info, NO_LIMIT, self.table.bot_chance(seat))
            self.do(self.table.submit, seat, answer, by="bot")

    def act(self, rng: Random, seat: int | None = None) -> int:
        """Somebody who must decide does something legal; his seat."""
        live = self.live
        who = rng.choice(live.waiting) if seat is None else seat
        action = rng.choice(live.legal(who))
        by = "person" if self.table.seats[who].person else "bot"
        self.do(self.table.submit, who, action, by=by)
        return who

    def finish(self, seed: int = 0) -> Kept:
        """Everybody plays at random until the deal is over."""
        rng = Random(seed)
        while self.table.stage == "playing":
            self.act(rng)
        return self

    def pass_time(self) -> Step:
        """To the next moment at which time brings something, and it does."""
        due = self.table.next_tick
        assert due is not None
        self.at = max(self.at, due)
        return self.do(self.table.tick)

    def shuffled(self, *, late: frozenset[int] = frozenset()) -> Kept:
        """The seats of people commit and reveal; some are late."""
        table = self.table
        assert table.shuffle is not None
        occasion, number = table.shuffle.occasion, table.number
        for seat in table.people:
            if seat not in late:
                self.do(table.commit, seat, number, occasion.seat_commit(seat, nonce(seat)))
        while table.stage == "shuffling" and table.shuffle.step == "commit":
            self.pass_time()
        for seat in table.people:
            if table.stage == "shuffling" and seat not in late:
                self.do(table.reveal, seat, number, nonce(seat))
        return self


def nonce(seat: int) -> str:
    """What a seat contributes."""
    return f"{seat + 1:02x}" * 32


def code_of(command: Callable[..., object], *args: Any, **more: Any) -> str:
    """The code it is refused with."""
    with pytest.raises(ConquianError) as refused:
        command(*args, **more)
    for lang in ("en", "es"):
        assert refused.value.sentence(lang)
    return refused.value.code


def names(step: Step) -> list[str]:
    return [str(said_object(entry.seen_by(None))["event"]) for entry in step.entries]


def announced(kept: Kept, name: str) -> list[dict[str, Any]]:
    found = [entry.seen_by(None) for entry in kept.entries]
    return [dict(one.fields) for one in found if isinstance(one, Announced) and one.name == name]
