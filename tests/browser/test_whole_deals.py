"""Whole deals and matches to the end, by mouse, by touch on a phone and by keys alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from conquian.core import PRESETS, MatchSettings
from conquian.core.action import Kind
from conquian.core.catalogue import sentences
from conquian.core.position import Phase
from conquian.play.settings import Options, TableSettings
from tests.browser.conftest import NewPage, Serve
from tests.browser.person import By, Person
from tests.browser.playing import (
    deals_of,
    opened,
    play_on,
    play_script,
    scripted,
    sit_down,
    wait_for,
)
from tests.browser.server import chosen

QUIET = Options(clock=None)


def test_the_chosen_deals_hold_what_they_are_chosen_for() -> None:
    won, drawn = scripted()
    assert won.deal.rules == PRESETS["mexicano"]
    states = won.deal.states(won.actions)
    phases = {state.phase for state in states}
    assert {Phase.EXCHANGE, Phase.OFFER, Phase.WINDOW, Phase.FORCED, Phase.PAY} <= phases
    assert any(action.kind is Kind.FORCE for action in won.actions)
    assert states[-1].outcome is not None
    assert states[-1].outcome.winner is not None
    last = drawn.deal.states(drawn.actions)[-1]
    assert last.outcome is not None
    assert last.outcome.winner is None
    # A take after which what lay before cannot lie as it did, however it was grouped.
    assert any(
        _regrouped(before.setting.table, before.laid[before.actor], after.laid[before.actor])
        for before, action, after in zip(states, won.actions, states[1:], strict=False)
        if action.kind is Kind.TAKE
    )


def _regrouped(table: object, before: int, after: int) -> bool:
    groupings = table.groupings  # type: ignore[attr-defined]
    return bool(before) and not any(
        all(any(meld & old == old for meld in new) for old in lain)
        for lain in groupings(before)
        for new in groupings(after)
    )


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_mexicano_with_three_browsers(new_page: NewPage, serve: Serve) -> None:
    records = scripted()
    served = serve(dealer=chosen(deals_of(records)))
    settings = TableSettings(PRESETS["mexicano"], 3, MatchSettings(deals=2), QUIET)
    code = opened(served, settings)
    kinds: list[tuple[str, By, bool]] = [
        ("es", "mouse", False),
        ("es", "touch", True),
        ("en", "keys", False),
    ]
    people = [Person(new_page(lang, phone=phone), by) for lang, by, phone in kinds]
    for person, name in zip(people, ("Ana", "Beto", "Carla"), strict=True):
        sit_down(person.page, served, code, name)
    people[0].page.locator("button.start").click()
    table = served.table(code)

    play_script(people, table, records[0])
    for person in people:
        expect(person.page.locator("cq-result")).to_be_visible()
    for person in people:
        person.press(person.page.locator("cq-result button.primary").first)
    wait_for(people[0].page, lambda: table.number == 2, "the second deal")

    play_script(people, table, records[1])
    assert table.stage == "over"
    drawn = sentences()["event_over_draw"]
    expect(people[0].page.locator("cq-result")).to_contain_text(drawn["es"])
    expect(people[2].page.locator("cq-result")).to_contain_text(drawn["en"])


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize(("lang", "by"), [("en", "mouse"), ("es", "keys")])
def test_a_clasico_match_against_a_bot(new_page: NewPage, serve: Serve, lang: str, by: By) -> None:
    served = serve()
    settings = TableSettings(PRESETS["clasico"], 2, MatchSettings(deals=2), QUIET)
    code = opened(served, settings)
    person = Person(new_page(lang), by)
    page = person.page
    sit_down(page, served, code, "Ana")
    person.press(page.locator(".fill-line button"))
    person.press(page.locator("button.start"))
    table = served.table(code)
    for number in (1, 2):
        wait_for(page, lambda n=number: table.number == n and table.stage == "playing", "deal")  # type: ignore[misc]
        assert play_on(person, table) > 0
        expect(page.locator("cq-result")).to_be_visible()
        if number == 1:
            person.press(page.locator("cq-result button.primary").first)
    wait_for(page, lambda: table.stage == "over", "the end of the match")


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_gamevelvet_deal_for_three_by_touch(new_page: NewPage, serve: Serve) -> None:
    served = serve()
    code = opened(served, TableSettings(PRESETS["gamevelvet"], 3, options=QUIET))
    person = Person(new_page("es", phone=True), "touch")
    sit_down(person.page, served, code, "Ana")
    person.press(person.page.locator(".fill-line button"))
    person.press(person.page.locator("button.start"))
    table = served.table(code)
    wait_for(person.page, lambda: table.stage == "playing", "the deal")
    assert play_on(person, table) > 0
    expect(person.page.locator("cq-result")).to_be_visible()
