"""Whatever people do at a table, in any order: nothing acknowledged is lost, nothing is done twice,
everybody sees the fold of what he was told, and the stored rows are the table."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from conquian.core.action import FORCE, PASS, give, pay, take
from conquian.core.errors import ConquianError, NotLegal
from conquian.core.events import Dealt, Over
from conquian.core.packs import pack_named
from conquian.core.view import InfoState
from conquian.dealing import fair
from conquian.play import Chat, Options
from conquian.play.events import Announced, Said
from conquian.play.live import LiveDeal
from conquian.play.table import Step
from conquian.records.check import verify
from tests.play.tables import NAMES, PRESET_TABLES, Kept, nonce, seeded

SEATS = st.integers(0, 5)
PICK = st.integers(0, 10_000)
CARDS = pack_named("full52").cards
REACHED: Counter[str] = Counter()


class Viewer:
    """A client: what it was told, version by version."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.connected = True
        self.events: list[Said] = []
        self.version = 0

    def told(self, news: list[tuple[int, Said]]) -> None:
        for version, said in news:
            assert version == self.version + 1, "a gap, or twice the same"
            self.version = version
            self.events.append(said)

    def start_anew(self, news: list[tuple[int, Said]]) -> None:
        self.events = [said for _, said in news]
        self.version = news[-1][0] if news else self.version


class TableMachine(RuleBasedStateMachine):
    kept: Kept
    viewers: dict[int | None, Viewer]

    @initialize(
        where=st.sampled_from(PRESET_TABLES),
        own=st.booleans(),
        replace=st.booleans(),
        deals=st.sampled_from([1, 2, None]),
        people=st.integers(1, 3),
        begun=st.sampled_from([True, True, True, False]),
    )
    def opened(
        self,
        where: tuple[str, int],
        own: bool,
        replace: bool,
        deals: int | None,
        people: int,
        begun: bool,
    ) -> None:
        options = Options(clock=30, bots_replace=replace, chat=Chat.FREE)
        dealer = seeded if own else None
        self.kept = Kept(*where, options=options, dealer=dealer, deals=deals)
        self.ids = 0
        self.acked: dict[tuple[int, str], int] = {}
        self.viewers = {None: Viewer(None)}
        for seat in range(where[1]):
            self.viewers[seat] = Viewer(seat)
        self.tell()
        if begun:
            for seat in range(min(people, where[1])):
                self.sit(seat)
            self.fill_and_start(0, "greedy")

    # How the model follows.

    @property
    def live(self) -> LiveDeal:
        return self.kept.live

    def tell(self) -> None:
        """Those who are connected hear at once."""
        for viewer in self.viewers.values():
            if viewer.connected:
                news = self.kept.table.events_since(viewer.version, viewer.seat)
                assert news is not None
                viewer.told(news)

    def attempt(self, command: Any, *args: Any, **more: Any) -> Step | None:
        """A command that may be refused, and then changes nothing."""
        kept = self.kept
        before = kept.table.rows, kept.table.version, kept.table.as_facts()
        step, refused = None, None
        try:
            step = kept.do(command, *args, **more)
        except ConquianError as fault:
            refused = fault
        if refused is not None or step is None:
            assert refused is not None
            assert refused.sentence("es") != refused.sentence("en")
            assert (kept.table.rows, kept.table.version, kept.table.as_facts()) == before
            REACHED[refused.code] += 1
            return None
        name = command.__name__
        REACHED[name] += not step.again
        if step.quiet:
            assert kept.table.version == before[1]
        self.tell()
        return step

    def next_id(self) -> str:
        self.ids += 1
        return f"id{self.ids}"

    def with_id(self, seat: int, command: Any, *args: Any, **more: Any) -> Step | None:
        action_id = self.next_id()
        step = self.attempt(command, *args, action_id=action_id, **more)
        if step is not None and step.rows:
            self.acked[seat, action_id] = step.version
        return step

    def free_seats(self) -> list[int]:
        return [number for number, seat in enumerate(self.kept.table.seats) if seat.free]

    def left_seats(self) -> list[int]:
        return [number for number, seat in enumerate(self.kept.table.seats) if seat.gone]

    def can_begin(self) -> bool:
        return bool(self.free_seats()) or self.kept.table.stage == "waiting"

    # People.

    @precondition(lambda self: self.free_seats())
    @rule(seat=SEATS)
    def sit(self, seat: int) -> None:
        seat %= self.kept.table.players
        self.attempt(self.kept.table.sit, seat, NAMES[seat], f"h{seat}")

    @precondition(lambda self: self.free_seats())
    @rule(seat=SEATS, other=SEATS)
    def somebody_new(self, seat: int, other: int) -> None:
        seat %= self.kept.table.players
        holder = f"new{other}"
        self.attempt(self.kept.table.sit, seat, NAMES[other], holder)
        self.attempt(self.kept.table.add_holder, seat, f"phone{seat}")

    @precondition(lambda self: self.kept.table.people)
    @rule(seat=SEATS)
    def leave(self, seat: int) -> None:
        people = self.kept.table.people
        self.with_id(people[seat % len(people)], self.kept.table.leave, people[seat % len(people)])

    @precondition(lambda self: self.left_seats())
    @rule(seat=SEATS)
    def come_back(self, seat: int) -> None:
        left = self.left_seats()
        seat = left[seat % len(left)]
        holder = min(self.kept.table.seats[seat].holders)
        elsewhere = self.kept.table.seat_of(holder) is not None
        step = self.attempt(self.kept.table.sit, seat, "", holder)
        assert (step is None) == elsewhere, "he may, unless he has sat down somewhere else"

    @precondition(lambda self: self.can_begin())
    @rule(seat=SEATS, bot=st.sampled_from(["greedy", "uniform"]))
    def fill_and_start(self, seat: int, bot: str) -> None:
        seat %= self.kept.table.players
        table = self.kept.table
        host = table.host if table.host is not None else seat
        self.with_id(host, table.fill, host, bot)
        self.with_id(host, table.start, host)

    @precondition(lambda self: self.kept.table.host is not None)
    @rule(seat=SEATS)
    def remove(self, seat: int) -> None:
        seat %= self.kept.table.players
        host = self.kept.table.host
        if host is not None:
            self.attempt(self.kept.table.remove, seat, host)

    @rule(seat=SEATS, text=st.sampled_from(["hola", "", "\n"]))
    def say(self, seat: int, text: str) -> None:
        seat %= self.kept.table.players
        self.with_id(seat, self.kept.table.say, seat, text=text)

    @rule(seat=SEATS, off=st.booleans())
    def vote(self, seat: int, off: bool) -> None:
        seat %= self.kept.table.players
        self.attempt(self.kept.table.vote_clock, seat, off=off)

    @rule(seat=SEATS, clock=st.sampled_from([None, 5, 30]))
    def change_the_clock(self, seat: int, clock: int | None) -> None:
        seat %= self.kept.table.players
        self.attempt(self.kept.table.set_option, seat, "clock", clock)

    @rule(seat=SEATS, here=st.booleans())
    def presence(self, seat: int, here: bool) -> None:
        seat %= self.kept.table.players
        self.kept.table.presence(seat, self.kept.at, here=here)

    # Deals.

    @precondition(lambda self: self.kept.table.stage == "shuffling")
    @rule(seat=SEATS)
    def contribute(self, seat: int) -> None:
        seat %= self.kept.table.players
        table = self.kept.table
        if table.shuffle is not None:
            occasion = table.shuffle.occasion
            commit = occasion.seat_commit(seat, nonce(seat))
            self.attempt(table.commit, seat, table.number, commit)
            self.attempt(table.reveal, seat, table.number, nonce(seat))

    def waiting_people(self) -> list[int]:
        table = self.kept.table
        if table.live is None or table.stage != "playing":
            return []
        return [seat for seat in table.live.waiting if table.seats[seat].person]

    @precondition(lambda self: self.waiting_people())
    @rule(pick=PICK, often=st.integers(1, 12))
    def act(self, pick: int, often: int) -> None:
        for _ in range(often):
            people = self.waiting_people()
            if not people:
                return
            seat = people[pick % len(people)]
            legal = self.live.legal(seat)
            move = self.kept.table.move
            action = legal[pick % len(legal)]
            step = self.with_id(seat, self.kept.table.submit, seat, action, version=move)
            assert step is not None, "what is legal is accepted"

    @precondition(lambda self: self.acked)
    @rule(pick=PICK)
    def act_twice(self, pick: int) -> None:
        if self.acked:
            keys = list(self.acked)
            seat, action_id = keys[pick % len(keys)]
            if self.kept.table.seats[seat].done.get(action_id) is None:
                return  # so long ago that nobody sends it again
            before = self.kept.table.as_facts()
            step = self.kept.do(self.kept.table.submit, seat, PASS, action_id=action_id, version=0)
            assert step == Step(version=self.acked[seat, action_id], again=True)
            assert self.kept.table.as_facts() == before

    @precondition(lambda self: self.waiting_people())
    @rule(pick=PICK)
    def act_stale(self, pick: int) -> None:
        people = self.waiting_people()
        if people:
            seat = people[pick % len(people)]
            legal = self.live.legal(seat)
            stale = pick % self.kept.table.move
            with pytest.raises(NotLegal, match="meantime"):
                self.kept.table.submit(seat, legal[0], self.kept.at, version=stale)

    @precondition(lambda self: self.kept.table.stage in ("playing", "between"))
    @rule(seat=SEATS, pick=PICK)
    def act_blindly(self, seat: int, pick: int) -> None:
        seat %= self.kept.table.players
        card = CARDS[pick % len(CARDS)]
        kinds = (PASS, FORCE[pick % 6], pay(card), give(card), take(1 << card))
        self.attempt(self.kept.table.submit, seat, kinds[pick % len(kinds)])

    @precondition(lambda self: self.kept.table.bot_to_move())
    @rule(often=st.integers(1, 25))
    def bots_act(self, often: int) -> None:
        for _ in range(often):
            mover = self.kept.table.bot_to_move()
            if mover is None:
                return
            legal = self.live.legal(mover[0])
            chosen = self.kept.table.bot_chance(mover[0]).choice(legal)
            step = self.attempt(self.kept.table.submit, mover[0], chosen, by="bot")
            assert step is not None

    @precondition(lambda self: self.kept.table.stage == "playing")
    @rule(seat=SEATS)
    def give_up(self, seat: int) -> None:
        seat %= self.kept.table.players
        if self.kept.table.seats[seat].person:
            self.with_id(seat, self.kept.table.give_up, seat)

    @precondition(lambda self: self.kept.table.stage == "between")
    @rule(seat=SEATS)
    def ready(self, seat: int) -> None:
        for _ in range(2):
            self.attempt(self.kept.table.ready, seat % self.kept.table.players)
            seat += 1

    @precondition(lambda self: self.kept.table.stage == "over")
    @rule(seat=SEATS)
    def rematch(self, seat: int) -> None:
        seat %= self.kept.table.players
        self.with_id(seat, self.kept.table.rematch, seat)

    @precondition(lambda self: self.kept.table.next_tick is not None)
    @rule(often=st.integers(1, 10))
    def time_passes(self, often: int) -> None:
        """While acting, too: then the table acts."""
        for _ in range(often):
            due = self.kept.table.next_tick
            if due is None:
                return
            self.kept.at = max(self.kept.at, due)
            assert self.attempt(self.kept.table.tick) is not None

    # Lines that are cut, servers that are restarted.

    @precondition(lambda self: self.kept.table.number)
    @rule(seat=SEATS)
    def cut(self, seat: int) -> None:
        seat %= self.kept.table.players
        self.viewers[seat].connected = False

    @precondition(lambda self: not all(viewer.connected for viewer in self.viewers.values()))
    @rule(seat=SEATS)
    def reconnect(self, seat: int) -> None:
        seat %= self.kept.table.players
        viewer = self.viewers[seat]
        if viewer.connected:
            return
        viewer.connected = True
        news = self.kept.table.events_since(viewer.version, seat)
        if news is None:
            fresh = self.kept.table.events_since(None, seat)
            assert fresh is not None
            viewer.start_anew(fresh)
        else:
            viewer.told(news)

    @rule()
    def restart(self) -> None:
        table = self.kept.again()
        assert table == self.kept.table
        self.kept.table = table
        assert table.resumed(self.kept.at).rows == ()
        for seat in table.people:
            table.presence(seat, self.kept.at, here=True)
        self.tell()

    # What always holds.

    @invariant()
    def everybody_sees_the_fold_of_what_he_was_told(self) -> None:
        if not hasattr(self, "kept"):
            return
        table = self.kept.table
        for seat, viewer in self.viewers.items():
            if not viewer.connected:
                continue
            assert viewer.version == table.version
            deal: list[Any] = []
            for said in viewer.events:
                if isinstance(said, Dealt):
                    deal = []
                if not isinstance(said, Announced):
                    deal.append(said)
            if deal and table.stage not in ("shuffling", "waiting"):
                assert table.live is not None
                info = table.live.info(seat)
                if isinstance(deal[0], Dealt):
                    assert InfoState.fold(seat, deal).facts() == info.facts()
                    assert tuple(deal) == info.history

    @invariant()
    def nothing_acknowledged_is_lost_or_done_twice(self) -> None:
        if not hasattr(self, "kept"):
            return
        done = Counter(row["id"] for row in self.kept.rows if "id" in row)
        assert all(number == 1 for number in done.values())
        assert {action_id for _, action_id in self.acked} <= set(done)

    @invariant()
    def points_are_only_moved(self) -> None:
        if hasattr(self, "kept"):
            match = self.kept.table.match
            assert sum(match.scores) + match.pot == 0

    def teardown(self) -> None:
        if not hasattr(self, "kept"):
            return
        kept = self.kept
        kept.check()
        for number in kept.table.finished:
            record = kept.table.record(number)
            verify(record)
            if kept.dealer is None:
                fair.verify(record)
                json.dumps(record.fair)
            REACHED["deals"] += 1
            REACHED["played out"] += record.result is not None
        over = [entry for entry in kept.entries if isinstance(entry.seen_by(None), Over)]
        assert len(over) == len(kept.table.finished)
        REACHED["matches over"] += kept.table.stage == "over"


def run(examples: int, steps: int) -> None:
    REACHED.clear()
    run_state_machine_as_test(
        TableMachine, settings=settings(max_examples=examples, stateful_step_count=steps)
    )


@pytest.mark.timeout(300)
def test_a_table() -> None:
    run(150, 60)
    for thing in ("submit", "leave", "sit", "tick", "deals", "vote_clock", "say"):
        assert REACHED[thing] > 5, (thing, REACHED)


@pytest.mark.slow
@pytest.mark.timeout(1500)
def test_a_table_for_long() -> None:
    run(600, 120)
    for thing in ("rematch", "ready", "reveal", "give_up", "remove", "played out", "deals"):
        assert REACHED[thing] > 20, (thing, REACHED)
