"""What one can do at a table, by keys and by mouse: exchange, take, group, force, window, pay."""

from __future__ import annotations

import pytest

pytest.importorskip("textual")

from textual.pilot import Pilot

from conquian.core.action import Action
from conquian.core.presets import Faces
from conquian.tui.screens.dialogs import Curtain, Menu, Page
from conquian.tui.screens.table import TableScreen
from tests.tui.tables import (
    LARGE,
    app_at,
    app_of,
    click,
    overflowing,
    press,
    run,
    said,
    session_at,
    session_of,
    table_of,
)

# Ana holds 1o 2o 4o 5o … and is asked about 3o, which Beto has turned and passed on.
RUN = [
    "1o 2o 4o 5o 1c 5c 7e 10e 12b",
    "7o 2c 4c 6c 1e 3e 5e 2b 4b",
]
BEFORE = ("give 7o", "give 12b")


def test_the_exchange_is_chosen_in_secret_and_can_be_undone() -> None:
    session = session_of("mexicano", 3)
    app = app_at(session)

    async def script(pilot: Pilot[int]) -> None:
        screen = table_of(pilot)
        before = screen.desk.view
        assert before is not None
        assert before.phase == "exchange"
        assert "The exchange" in said(app)
        await press(pilot, "3")
        assert len(screen.draft.ids) == 1
        await press(pilot, "escape")
        assert screen.draft.empty
        assert session.live.info(0).phase == "exchange"
        await press(pilot, "4")
        given = screen.draft.cards[0]
        await press(pilot, "2")  # another one instead
        assert screen.draft.cards != (given,)
        await press(pilot, "4", "enter")
        after = screen.desk.view
        assert after is not None
        assert after.given == given
        assert f"you gave {given} to" in said(app)

    run(app, script)


def test_taking_shows_every_completion_live_and_what_will_lie() -> None:
    session = session_at("mexicano", RUN, "3o", *BEFORE, "pass")
    app = app_at(session)

    async def script(pilot: Pilot[int]) -> None:
        screen = table_of(pilot)
        ways = {way.cards for way in screen.now.ways}
        assert ("1o", "2o") in ways
        assert len(ways) > 3
        assert "You can lay" in said(app)
        await press(pilot, "1")
        assert all("1o" in way.cards for way in screen.now.ways)
        assert len(screen.now.ways) < len(ways)
        await press(pilot, "2")
        assert screen.proposal is not None
        assert screen.proposal.action == "take 1o 2o"
        assert "would lie like this" in said(app)
        await press(pilot, "enter")
        assert session.live.info(0).laid[0].bit_count() == 3
        assert screen.desk.view is not None
        assert screen.desk.view.phase == "pay"

    run(app, script)


@pytest.mark.slow
def test_t_goes_through_the_ways_and_the_mouse_takes_one() -> None:
    session = session_at("mexicano", RUN, "3o", *BEFORE, "pass")
    app = app_at(session)

    async def script(pilot: Pilot[int]) -> None:
        screen = table_of(pilot)
        seen = set()
        for _ in range(len(screen.now.ways)):
            await press(pilot, "t")
            seen.add(screen.draft.cards)
        assert len(seen) > 3
        await press(pilot, "escape")
        await click(pilot, "upcard")
        assert screen.proposal is not None
        await press(pilot, "escape")
        way = screen.now.ways[-1]
        await click(pilot, "way", way)
        assert screen.proposal is not None
        assert screen.proposal.cards == way.cards
        await click(pilot, "do", "main")
        assert screen.desk.view is not None
        assert screen.desk.view.phase == "pay"
        await click(pilot, "card", screen._order()[0])
        await click(pilot, "do", "main")
        assert any(one.name == "paid" for one in screen.desk.log)

    run(app, script, LARGE)


def test_a_refusal_is_the_engines_sentence() -> None:
    session = session_at("mexicano", RUN, "3o", *BEFORE, "pass")
    app = app_at(session)

    async def script(pilot: Pilot[int]) -> None:
        screen = table_of(pilot)
        order = [card for card, _ in screen._order()]
        await press(pilot, str(order.index("5c") + 1), "enter")
        refused = session.live.info(0).refusal(Action.parse("take 5c"))
        assert refused is not None
        assert screen.complaint == screen.desk.words.refusal(refused)
        assert "cannot all stand in melds" in said(app)
        assert screen.desk.view is not None
        assert screen.desk.view.phase == "offer"

    run(app, script)


def test_g_chooses_how_the_melds_lie_where_that_is_part_of_the_play() -> None:
    hands = ["4o 5o 6o 7c 7e 7b 1c 10b", "1o 2c 3c 5c 1e 3e 5e 12b"]
    session = session_at("gamevelvet", hands, "7o", "give 12b", "give 10b", "pass")
    app = app_at(session)

    async def script(pilot: Pilot[int]) -> None:
        screen = table_of(pilot)
        await press(pilot, *"123567")
        assert len(screen.now.exact) == 2
        first = screen._layout(screen.proposal)
        await press(pilot, "g")
        second = screen._layout(screen.proposal)
        assert first != second
        await press(pilot, "enter")
        assert screen.desk.view is not None
        assert screen.desk.view.layouts[0] == second

    run(app, script)


# Beto has laid 5o 6o 7o and paid; 4o comes up.
FORCE = [
    "10c 1o 2c 4c 6c 1e 3e 5e 2b 4b",
    "5o 6o 12c 1c 3c 7e 10e 11e 5b 12b",
]


@pytest.mark.slow
def test_forcing_asks_again_explains_itself_and_happens() -> None:
    session = session_at(
        "clasico", FORCE, "7o 4o", "take 5o 6o", "pay 12c", "pass", "pass", dealer=0
    )
    app = app_at(session)

    async def script(pilot: Pilot[int]) -> None:
        screen = table_of(pilot)
        while screen.desk.view is not None and not screen.now.forces:
            await press(pilot, "p")
        assert "can be forced" in said(app)
        await press(pilot, "f")
        assert "Force Beto?" in said(app)
        assert "must take" in said(app)
        await press(pilot, "escape")
        assert screen.draft.empty
        await click(pilot, "seat", 1)
        assert screen.draft.target == 1
        await press(pilot, "enter")
        assert any(one.name == "forced" for one in screen.desk.log)

    run(app, script)


def test_being_forced_is_explained_and_cannot_be_passed() -> None:
    hands = [FORCE[1], FORCE[0]]
    session = session_at(
        "clasico", hands, "7o 4o", "pass", "take 5o 6o", "pay 12c", "pass", "force 0", dealer=0
    )
    app = app_at(session, lang="es")

    async def script(pilot: Pilot[int]) -> None:
        screen = table_of(pilot)
        assert screen.desk.view is not None
        assert screen.desk.view.phase == "forced"
        assert "¡Te forzaron!" in said(app)
        assert screen.desk.view.forced is not None
        assert screen.desk.view.forced[:30] in said(app)
        await press(pilot, "p")
        assert screen.desk.view.phase == "forced"
        await press(pilot, "t", "enter")
        assert screen.desk.view.phase == "pay"

    run(app, script)


@pytest.mark.slow
def test_a_window_lets_one_force_or_pass() -> None:
    hands = ["4o 12o 12e 1o 2c 4c 6c 3e 2b 4b", FORCE[1]]
    actions = ("take 5o 6o", "pay 12c", "take 12o 12e", "pay 4o", "pass")
    session = session_at("clasico", hands, "7o", *actions)
    app = app_at(session)

    async def script(pilot: Pilot[int]) -> None:
        screen = table_of(pilot)
        assert screen.desk.view is not None
        assert screen.desk.view.phase == "window"
        assert {deed.do for deed in screen.board.actions.deeds} == {"force", "pass"}
        assert "can be forced" in said(app)
        await press(pilot, "f", "enter")
        names = [one.name for one in screen.desk.log]
        assert names.count("forced") == 1
        assert names.count("took") == 3

    run(app, script)


@pytest.mark.slow
def test_a_payment_that_should_be_thought_about_is_asked_about() -> None:
    hands = [FORCE[1], FORCE[0]]
    hands[0] = hands[0].replace("12c", "4o")
    session = session_at("clasico", hands, "7o", "pass", "take 5o 6o", dealer=0)
    app = app_at(session)

    async def script(pilot: Pilot[int]) -> None:
        screen = table_of(pilot)
        order = [card for card, _ in screen._order()]
        place = str(order.index("4o") + 1)
        await press(pilot, place, "enter")
        assert isinstance(app.screen, Menu)
        assert "fits what you have laid" in said(app)
        await press(pilot, "enter")  # the first answer is the careful one
        assert screen.desk.view is not None
        assert screen.desk.view.phase == "pay"
        await press(pilot, "enter", "down", "enter")
        assert any(one.name == "paid" for one in screen.desk.log)

    run(app, script)


def test_two_people_at_one_keyboard_do_not_see_each_others_hand() -> None:
    session = session_of("clasico", 2, people=2)
    app = app_at(session)

    async def script(pilot: Pilot[int]) -> None:
        assert isinstance(app.screen, Curtain)
        screen = table_of(pilot)
        assert screen.desk.view is not None
        assert screen.desk.view.hand == ()
        await press(pilot, "enter")
        first = screen.desk.view.seat
        assert first is not None
        assert len(screen.desk.view.hand) == 10
        await press(pilot, "p")
        assert isinstance(app.screen, Curtain)
        assert screen.desk.view.hand == ()
        await press(pilot, "enter")
        assert screen.desk.view.seat == 1 - first

    run(app, script)


@pytest.mark.slow
def test_language_faces_sorting_and_pages() -> None:
    session = session_of("mexicano", 2)
    app = app_at(session, lang="en")

    async def script(pilot: Pilot[int]) -> None:
        screen = table_of(pilot)
        await press(pilot, "l")
        assert "El cambio" in said(app)
        await press(pilot, "c")
        assert screen.desk.faces is Faces.FRENCH
        assert any(suit in said(app) for suit in "♠♥♦♣")
        by_suit = screen._order()
        await press(pilot, "s")
        assert sorted(by_suit) == sorted(screen._order())
        assert by_suit != screen._order()
        pages = {"d": "Cartas muertas", "r": "Las reglas", "question_mark": "Cómo se juega"}
        for key, title in pages.items():
            await press(pilot, key)
            assert isinstance(app.screen, Page)
            assert title in said(app)
            await press(pilot, "escape")
            assert isinstance(app.screen, TableScreen)

    run(app, script)


def test_nothing_is_cut_off_where_six_play_in_the_smallest_terminal() -> None:
    app = app_at(session_of("gamevelvet", 6), lang="es")

    async def script(pilot: Pilot[int]) -> None:
        assert overflowing(app) == []
        await press(pilot, "1", "enter")
        assert overflowing(app_of(pilot)) == []

    run(app, script)
