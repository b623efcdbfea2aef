"""Nothing that reaches a browser depends on cards it may not know (design.md §4).

The same conversation is held twice by real sockets: once with the true deal, once with one in which
everything hidden from one seat has been changed in a way that it cannot know. Every byte that seat
is sent must be the same, whatever it tries: events, views, refusals, previews, coming back, chat,
the record of a deal that is not finished, and what the server writes into its log.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("starlette")

from conquian.core import Deal, deal_in_order
from conquian.core.action import Action
from conquian.core.cards import card_text, cards_of
from conquian.core.match import FirstDealer, default_settings
from conquian.core.presets import PRESETS
from conquian.core.ruleset import RuleSet
from conquian.play.settings import Chat, Options, TableSettings
from conquian.play.table import Table
from conquian.server.room import Room
from tests.leaks.test_non_interference import candidates
from tests.leaks.worlds import World, is_open, other_world
from tests.play.tables import NAMES, PRESET_TABLES
from tests.properties.walk import HESITANCE, random_action, random_deal
from tests.server.serving import Person, Served, serving, token_of

WATCHER = "Zoe"


class Chosen:
    """A server whose next table has a chosen deal and first dealer."""

    def __init__(self, served: Served, deals: list[Deal]) -> None:
        self.served = served
        self.deals = deals

    def open(self, deal: Deal) -> str:
        hub = self.served.hub
        self.deals[:] = [deal]
        settings = TableSettings(
            deal.rules,
            len(deal.hands),
            replace(default_settings(deal.rules), first_dealer=FirstDealer.RANDOM),
            Options(clock=60, chat=Chat.FREE),
            bot_seed="b",
        )

        async def work() -> str:
            code = hub._new_code()
            made = replace(settings, code=code)
            first = deal.dealer
            table, step = Table.open(made, hub.now(), dealer=hub.dealer, below=lambda _: first)
            await asyncio.wrap_future(hub.store.append(code, 1, step.rows))
            hub._rooms[code] = Room(hub, code, table)
            return code

        return str(self.served.run(work()))


@pytest.fixture
def chosen(tmp_path: Path) -> Iterator[Chosen]:
    deals: list[Deal] = []

    def dealer(rules: RuleSet, players: int, dealer: int, number: int) -> Deal:  # noqa: ARG001
        assert deals[0].dealer == dealer
        return deals[0]

    # The time stands still, so that not even that differs; limits would never let anybody again.
    limits: dict[str, Any] = {"frames_per_second": 1e5, "requests_per_second": 1e5}
    with serving(tmp_path, dealer=dealer, clock=lambda: 5000.0, **limits) as served:
        yield Chosen(served, deals)


class Heard:
    """All that one conversation sent to one viewer, and wrote into the log."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.log: list[str] = []


def converse(
    chosen: Chosen,
    world: World,
    viewer: int | None,
    tried: list[Action],
    caplog: pytest.LogCaptureFixture,
) -> Heard:
    """Play ``world`` at a table; then ``viewer`` tries whatever can be tried."""
    served, heard = chosen.served, Heard()
    caplog.clear()
    code = chosen.open(world.deal)
    players = world.state.players
    name = WATCHER if viewer is None else NAMES[viewer]
    sitting = [Person(served.port, code, NAMES[seat]) for seat in range(players)]
    for seat, person in enumerate(sitting):
        assert person.ask(type="sit", seat=seat, name=person.name, id=f"s{seat}")["type"] == "ack"
    watcher = Person(served.port, code, WATCHER)
    everybody = [*sitting, watcher]
    assert sitting[0].ask(type="host", id="start", do="start")["type"] == "ack"
    order = [(world.deal.dealer + 1 + step) % players for step in range(players)]
    for number, action in enumerate(world.actions):
        acting = acting_seat(world, number, order)
        answer = sitting[acting].ask(type="act", id=f"a{number}", action=str(action))
        assert answer["type"] == "ack", (answer, action)
    version = sitting[0].version
    for person in everybody:
        person.until_version(version)
    me = everybody[-1 if viewer is None else viewer]
    for number, action in enumerate(tried):
        cards = [card_text(card) for card in cards_of(action.cards)]
        me.ask(type="preview", id=f"p{number}", cards=cards)
        me.ask(type="preview", id=f"q{number}", cards=cards, arrange=[cards])
        info = world.info(viewer)
        if viewer is None or info.refusal(action) is not None:
            me.ask(type="act", id=f"t{number}", action=str(action))
    me.ask(type="say", id="say", phrase="hello")
    me.ask(type="say", id="text", text="hi")
    for number, known in enumerate((None, 0, version // 2, version, version + 9)):
        lang, faces = (("en", None), ("es", "french"))[number % 2]
        again = Person(served.port, code, name, greet=False)
        everybody.append(again)
        again.send(type="hello", protocol=1, version=known, lang=lang, faces=faces)
        heard.told.append(str(again.socket.recv(10)))
    me.quiet(0.02)
    cookies = {"conquian": token_of(name)}
    for path in ("/1.jsonl", "/1.json", "/1.json?seat=0", "/1", "/2.jsonl"):
        answer_page = served.get(f"/t/{code}{path}", cookies=cookies)
        assert answer_page.status_code in (400, 404), path
        heard.told.append(answer_page.text)
    heard.told += me.raw
    for person in everybody:
        person.close()
    heard.told = [text.replace(code, "CODE") for text in heard.told]
    heard.log = [
        json.dumps([one.getMessage(), getattr(one, "fields", {})]).replace(code, "CODE")
        for one in caplog.records
        if one.name.startswith("conquian")
    ]
    return heard


def acting_seat(world: World, number: int, order: list[int]) -> int:
    """Who did the action of this number."""
    state = World.play(world.deal, world.actions[:number]).state
    if world.deal.rules.exchange and number < len(order):
        return order[number]
    return state.actor


def check(
    chosen: Chosen, deal: Deal, rng: Random, caplog: pytest.LogCaptureFixture, most: int
) -> int:
    """One deal, played to some point, seen by every seat and somebody who watches."""
    caplog.set_level(logging.DEBUG, logger="conquian")
    world = World.play(deal, [])
    hesitance = rng.choice(HESITANCE)
    for _ in range(rng.randrange(most)):
        after = world.step(random_action(rng, world.state, hesitance))
        if is_open(after):
            break
        world = after
    changed = 0
    for viewer in (*range(world.state.players), None):
        tried = rng.sample(candidates(rng, world), 8)
        other = other_world(world, viewer, rng)
        changed += other.deal != world.deal
        one = converse(chosen, world, viewer, tried, caplog)
        two = converse(chosen, other, viewer, tried, caplog)
        assert one.told == two.told
        assert one.log == two.log
        cards = {card_text(card) for hand in deal.hands for card in cards_of(hand)}
        for line in one.log:
            assert not cards & set(line.replace('"', " ").replace(",", " ").split()), line
            assert not any(name in line for name in (*NAMES, WATCHER, "hi", "hello")), line
    return changed


def shuffled(rng: Random, name: str, players: int) -> Deal:
    rules = PRESETS[name]
    deck = list(rules.pack_value.deck(rules.decks_for(players), rules.yucas))
    rng.shuffle(deck)
    return deal_in_order(rules, players, rng.randrange(players), deck)


@pytest.mark.parametrize(("name", "players"), [("clasico", 2), ("mexicano", 3)])
def test_two_presets(
    chosen: Chosen, caplog: pytest.LogCaptureFixture, name: str, players: int
) -> None:
    rng = Random(f"{name} {players} server")
    assert check(chosen, shuffled(rng, name, players), rng, caplog, 14) > 0


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("name", "players"), PRESET_TABLES)
def test_all_presets(
    chosen: Chosen, caplog: pytest.LogCaptureFixture, name: str, players: int
) -> None:
    rng = Random(f"{name} {players} server, all")
    for most in (players + 1, 40):
        assert check(chosen, shuffled(rng, name, players), rng, caplog, most) > 0


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_random_rule_sets(chosen: Chosen, caplog: pytest.LogCaptureFixture) -> None:
    rng = Random(77)
    assert sum(check(chosen, random_deal(rng), rng, caplog, 30) for _ in range(15)) > 20
