"""A person at the table's page: acts by mouse, touch or keyboard, and never by script."""

from __future__ import annotations

from typing import Literal

from playwright.sync_api import Locator, Page, expect

from conquian.core.action import Action, Kind
from conquian.core.cards import card_text, cards_of

By = Literal["mouse", "touch", "keys"]


class Person:
    """Someone at a page of a table.

    Args:
        page: the page.
        by: what the person has: a mouse, a finger, or keys alone.
    """

    def __init__(self, page: Page, by: By = "mouse") -> None:
        self.page = page
        self.by = by

    @property
    def code(self) -> str:
        """The code of the table in the address."""
        return self.page.url.split("/t/")[1].split("/")[0].split("?")[0]

    def press(self, button: Locator) -> None:
        """Press a button as this person does."""
        if self.by == "touch":
            button.tap()
        elif self.by == "mouse":
            button.click()
        else:
            expect(button).to_be_enabled()
            button.focus()
            self.page.keyboard.press("Enter")

    def card(self, card: str) -> Locator:
        """A card in the hand that is not chosen yet."""
        return self.page.locator(
            f'.hand-cards button.card[data-id^="{card}"]:not([aria-pressed="true"])'
        ).first

    def choose(self, card: str) -> None:
        """Choose a hand card."""
        if self.by == "keys":
            expect(self.card(card)).to_be_enabled()
            self.page.keyboard.press("h")
            self._walk_to(card)
            self.page.keyboard.press("Space")
        else:
            self.press(self.card(card))

    def _walk_to(self, card: str) -> None:
        for _ in range(40):
            focused = self.page.locator(".hand-cards button:focus")
            expect(focused).to_have_count(1)
            name = focused.get_attribute("data-id") or ""
            if name.split("#")[0] == card and focused.get_attribute("aria-pressed") != "true":
                return
            self.page.keyboard.press("ArrowRight")
        raise AssertionError(f"{card} cannot be reached with the arrow keys")

    def do(self, action: Action) -> None:
        """Do ``action`` and wait until the table has taken it."""
        actions = self.page.locator("cq-actions")
        if action.kind is Kind.PASS:
            self._pass()
        elif action.kind is Kind.FORCE:
            self._force()
        else:
            cards = [card_text(card) for card in cards_of(action.cards)]
            for card in cards:
                self.choose(card)
            name = "secondary" if action.kind is Kind.MELD else "primary"
            button = actions.locator(f"button.{name}").first
            if self.by == "keys" and not cards:
                self.page.keyboard.press("t")  # picks the offered card up
            expect(button).to_be_enabled()
            if self.by == "keys":
                self.page.keyboard.press("Enter")
            else:
                self.press(button)

    def _pass(self) -> None:
        button = self.page.locator("cq-actions button.pass").first
        expect(button).to_be_visible()
        expect(button).to_be_enabled()
        if self.by == "keys":
            self.page.keyboard.press("p")
        else:
            self.press(button)

    def _force(self) -> None:
        """The button asks to be pressed twice."""
        button = self.page.locator("cq-actions button.force").first
        expect(button).to_be_visible()
        expect(button).to_be_enabled()
        for _ in range(2):
            if self.by == "keys":
                self.page.keyboard.press("f")
            else:
                self.press(button)
