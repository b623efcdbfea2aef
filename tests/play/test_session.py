"""A match at one table, and that a break in it changes nothing."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from conquian.bots import registry
from conquian.bots.base import BadBot, BotFault, Limit
from conquian.core.action import Action
from conquian.core.errors import BadRules, NotLegal
from conquian.core.match import AfterDraw, FirstDealer, MatchSettings, Stakes, default_settings
from conquian.core.presets import PRESETS
from conquian.core.ruleset import RuleSet
from conquian.core.view import InfoState
from conquian.play.session import PLAY_KEY, Plan, Seat, Session
from conquian.records.check import verify
from conquian.records.errors import BadRecord
from conquian.records.format import GameRecord

TABLES = [(name, players) for name, rules in PRESETS.items() for players in rules.player_counts]


def plan(rules: str, bots: tuple[str, ...], seed: str | None = "7", **settings: Any) -> Plan:
    made = RuleSet.parse(rules)
    seats = tuple(Seat(f"P{number}", bot) for number, bot in enumerate(bots))
    return Plan(made, seats, replace(default_settings(made), **settings), seed=seed)


def play_on(session: Session) -> Iterator[Session]:
    """The match among bots, decision by decision; its end is that of its settings."""
    yield session
    while session.match.open or not session.match.is_over:
        if not session.match.open:
            session.begin_deal()
        else:
            assert session.bot_plays()
        yield session


def written(session: Session) -> dict[str, Any] | None:
    data = session.record_object()
    return None if data is None else json.loads(json.dumps(data))


def taken_up(data: dict[str, Any]) -> Session:
    return Session.resume(GameRecord.read(data), data[PLAY_KEY])


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_a_break_at_any_moment_changes_nothing(rules: str, players: int) -> None:
    bots = ("uniform", "greedy", "heuristic", "uniform", "greedy", "uniform")[:players]
    whole = [written(session) for session in play_on(Session.start(plan(rules, bots, deals=2)))]
    saved = [data for data in whole if data is not None]
    for place in range(0, len(saved), max(1, len(saved) // 4)):
        session = taken_up(saved[place])
        assert written(session) == saved[place]
        assert [written(later) for later in play_on(session)] == saved[place:]


@pytest.mark.parametrize("stakes", list(Stakes))
@pytest.mark.parametrize("after_draw", list(AfterDraw))
def test_stakes_live_through_a_break(stakes: Stakes, after_draw: AfterDraw) -> None:
    rules = "mexicano(hand=[[2, 9], [3, 12]])"
    settings: dict[str, Any] = {"stakes": stakes, "after_draw": after_draw, "deals": 6, "stake": 3}
    draws = 0
    start = Session.start(plan(rules, ("uniform", "uniform", "greedy"), **settings))
    for session in play_on(start):
        data = written(session)
        if data is None:
            continue
        again = taken_up(data)
        assert again.match == replace(session.match, history=again.match.history)
        draws += session.match.draws
    assert draws, "no deal was drawn"
    assert sum(start.match.scores) == 0


def test_the_seed_decides_everything() -> None:
    made = [written(list(play_on(Session.start(plan("paco", ("uniform",) * 3, deals=2))))[-1])]
    made.append(written(list(play_on(Session.start(plan("paco", ("uniform",) * 3, deals=2))))[-1]))
    other = plan("paco", ("uniform",) * 3, seed="8", deals=2)
    made.append(written(list(play_on(Session.start(other)))[-1]))
    assert made[0] == made[1]
    assert made[0] != made[2]


def test_without_a_seed_no_two_deals_are_alike() -> None:
    hands = {
        Session.start(plan("clasico", ("uniform",) * 2, seed=None)).begin_deal().deal.hands
        for _ in range(5)
    }
    assert len(hands) == 5


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_the_first_dealer_by_low_card_has_the_lowest(rules: str, players: int) -> None:
    setting = {"first_dealer": FirstDealer.LOW_CARD}
    session = Session.start(plan(rules, ("uniform",) * players, **setting))
    assert session.draw is not None
    assert session.draw.dealer == session.match.dealer
    assert session.begin_deal().deal.dealer == session.draw.dealer
    last = session.draw.rounds[-1]
    lowest = min(last, key=lambda drawn: drawn[1] % 16)
    assert lowest[0] == session.draw.dealer


def test_every_record_holds_and_the_next_dealer_follows() -> None:
    dealers = []
    for session in play_on(Session.start(plan("diario", ("greedy",) * 3, deals=4))):
        record = session.record()
        if record is None:
            continue
        state = verify(GameRecord.read(written(session)))
        assert state.outcome == record.result
        assert record.match is not None
        if not record.actions:
            dealers.append(record.deal.dealer)
    assert [(dealer - dealers[0]) % 3 for dealer in dealers] == [0, 1, 2, 0]


class Failing:
    """Does what bots must not do."""

    name = "failing"

    def __init__(self, how: str) -> None:
        self.how = how

    def decide(self, info: InfoState, limit: Limit, rng: random.Random) -> Action | str:  # noqa: ARG002
        if self.how == "crash":
            raise RuntimeError("ouch")
        if self.how == "fault":
            raise BotFault("bot_exited", status="3")
        return "take 1o 1o 1o" if self.how == "nonsense" else "force 1"


@pytest.mark.parametrize("how", ["crash", "fault", "nonsense", "illegal"])
def test_a_bot_that_fails_gives_the_deal_up(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_BOTS", {})
    registry.names()  # those of the package first
    registry.register("failing", Failing, argument=True)
    session = Session.start(plan("mexicano", ("uniform", f"failing:{how}", "uniform"), stake=2))
    session.begin_deal()
    while session.bot_plays():
        pass
    assert session.fault is not None
    assert session.fault.seat == 1
    assert session.match.scores == (2, -4, 2)
    data = written(session)
    assert data is not None
    assert data["ended"] == {"reason": "forfeit", "seat": 1}
    assert taken_up(data).match.scores == (2, -4, 2)
    session.begin_deal()
    assert session.fault is None


def test_people_are_waited_for() -> None:
    seats = (Seat("Ana"), Seat("Beto", "greedy"))
    made = Plan(PRESETS["clasico"], seats, MatchSettings(), seed="1")
    session = Session.start(made)
    session.begin_deal()
    while session.person() is None:
        assert session.bot_plays()
    assert session.person() == 0
    assert not session.bot_plays()
    assert made.people == (0,)


def test_stopping_returns_open_stakes() -> None:
    session = Session.start(plan("paco", ("uniform",) * 2))
    session.begin_deal()
    assert session.match.scores == (-1, -1)
    session.stop()
    assert session.match.scores == (0, 0)
    with pytest.raises(NotLegal):
        session.begin_deal()


def test_impossible_plans_are_refused() -> None:
    with pytest.raises(BadRules, match="not for 3 players"):
        plan("clasico", ("uniform",) * 3)
    with pytest.raises(BadRules, match="packet"):
        replace(plan("clasico", ("uniform",) * 2), packet=3)
    with pytest.raises(BadBot):
        Session.start(plan("clasico", ("nobody",) * 2)).begin_deal()


def test_before_the_first_deal_there_is_nothing_to_record() -> None:
    session = Session.start(plan("clasico", ("uniform",) * 2))
    assert session.record() is None
    assert session.record_object() is None
    assert session.person() is None
    assert not session.bot_plays()
    with pytest.raises(NotLegal):
        session.play(0, Action.parse("pass"))


def saved_deal() -> dict[str, Any]:
    session = Session.start(plan("clasico", ("greedy",) * 2))
    session.begin_deal()
    data = written(session)
    assert data is not None
    return data


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("bots", "greedy"),
        ("bots", [1, 2]),
        ("seed", 5.5),
        ("bot_seed", []),
        ("packet", "two"),
        ("packet", 7),
        ("paid_in", 3),
        ("paid_in", ["x"]),
        ("deals", "many"),
        ("points", -1),
        ("first_dealer", "nobody"),
    ],
)
def test_what_a_session_did_not_write_is_refused(key: str, value: object) -> None:
    data = saved_deal()
    data[PLAY_KEY][key] = value
    with pytest.raises((BadRecord, BadRules)):
        taken_up(data)


def test_a_record_from_elsewhere_can_be_played_on() -> None:
    data = saved_deal()
    del data[PLAY_KEY], data["seats"], data["match"]
    session = Session.resume(GameRecord.read(data), None)
    assert [seat.bot for seat in session.plan.seats] == [None, "heuristic"]
    assert session.match.open
    with pytest.raises(BadRecord):
        Session.resume(GameRecord.read(data), ["no object"])
