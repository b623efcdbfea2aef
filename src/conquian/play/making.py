"""How facts are made of commands: what is checked for all of them, and what follows by itself."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, NamedTuple

from conquian.core.cards import card_text
from conquian.core.deal import Deal
from conquian.core.errors import CannotParse, NotLegal
from conquian.core.match import FirstDealer, low_card_dealer, random_dealer
from conquian.core.text import zone_object
from conquian.dealing.fair import BYTES
from conquian.dealing.seeded import Below, random_deal, system_below
from conquian.play.events import Told
from conquian.play.facts import Row
from conquian.play.seats import MOST_ID
from conquian.play.showing import Showing
from conquian.play.shuffle import DONE
from conquian.play.state import BETWEEN, CLOSED, SHUFFLING


class Step(NamedTuple):
    """What a command did.

    Attributes:
        rows: facts, to be stored in this order before anybody is told anything.
        entries: what everybody is told, in order.
        version: the version of the table after what was asked for, which is what an
            acknowledgement says; what follows from it may have led further (``Table.version``).
        quiet: nobody but the seat that acted may notice anything: the public facts of the table,
            everybody else's view and the version are what they were (a gift of the exchange, a
            commitment). Send nothing to anybody else.
        again: the action had been done before under the same id; nothing was done now, and
            ``version`` is that of the first time.
    """

    rows: tuple[Row, ...] = ()
    entries: tuple[Told, ...] = ()
    version: int = 0
    quiet: bool = False
    again: bool = False


class Making(Showing):
    """A table that makes facts, applies them and says what it did."""

    def __init__(self) -> None:
        super().__init__()
        self._entropy: Callable[[int], bytes] = secrets.token_bytes
        self._below: Below = system_below

    def _run(self, *rows: Row, quiet: bool = False) -> Step:
        """Apply facts, and those that follow from them by themselves."""
        made: list[Row] = []
        entries: list[Told] = []
        version = self.version
        todo = list(rows)
        while todo:
            row = todo.pop(0)
            entries += self._take_in(row)
            made.append(row)
            if len(made) == len(rows):
                version = self.version
            if not todo:
                todo = self._due(row["at"])
        return Step(tuple(made), tuple(entries), version, quiet and not entries)

    def _due(self, at: float) -> list[Row]:
        """The fact that follows from where the table stands now, if any."""
        if self.stage == SHUFFLING:
            shuffle = self.shuffle
            if shuffle is None or shuffle.step == DONE:
                return [self._deal_row(at)]
        elif self.stage == BETWEEN:
            people = self.people
            ready = people and all(self.seats[seat].ready for seat in people)
            if ready and not any(seat.free for seat in self.seats):
                return self._shuffle_rows(at)
        return []

    def _deal_row(self, at: float) -> Row:
        settings, dealer = self.settings, self.before.dealer
        rules, players = settings.rules, settings.players
        deal: Deal
        if self.shuffle is not None:
            deal = self.shuffle.transcript(self._not_asked(), players).deal(rules)
        elif self.dealer is not None:
            deal = self.dealer(rules, players, dealer, self.number - 1)
        else:
            deal = random_deal(rules, players, dealer, settings.packet)
        return {
            "kind": "deal",
            "at": at,
            "hands": [zone_object(hand) for hand in deal.hands],
            "stock": [card_text(card) for card in deal.stock],
        }

    def _shuffle_rows(self, at: float, **more: Any) -> list[Row]:
        """The next deal; before the first, who deals is found."""
        first = [] if self.dealer_found else [self._first_row(at)]
        dealer = first[0]["dealer"] if first else self.match.dealer
        row: Row = {
            "kind": "shuffle",
            "at": at,
            "deal": self.number + 1,
            "dealer": dealer,
            "seed": self._entropy(BYTES).hex() if self.fair else None,
            **more,
        }
        return [*first, row]

    def _first_row(self, at: float) -> Row:
        """Who deals first, found as the match settings say (rules.md §7)."""
        rules, players = self.settings.rules, self.settings.players
        draw = None
        if self.settings.match_settings.first_dealer is FirstDealer.LOW_CARD:
            cards = rules.pack_value.deck(rules.decks_for(players), 0)
            found = low_card_dealer(cards, players, self._below)
            draw = [[[seat, card_text(card)] for seat, card in drawn] for drawn in found.rounds]
            dealer = found.dealer
        else:
            dealer = random_dealer(players, self._below)
        return {"kind": "first", "at": at, "dealer": dealer, "draw": draw}

    def _seat(self, seat: object) -> int:
        """A number that is a seat of this table, which is open."""
        if self.stage == CLOSED:
            raise NotLegal("table_closed")
        if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < self.players:
            raise NotLegal("table_no_such_seat", most=self.players - 1)
        return seat

    def _person(self, seat: object) -> int:
        """A seat a person plays."""
        number = self._seat(seat)
        if not self.seats[number].person:
            raise NotLegal("seat_not_yours")
        return number

    def _host(self, by: object) -> int:
        """The seat of the host."""
        number = self._seat(by)
        if number != self.host:
            raise NotLegal("host_only")
        return number

    def _again(self, seat: object, action_id: str | None) -> Step | None:
        """The answer to an action that has been done already."""
        if action_id is None:
            return None
        if not 1 <= len(action_id) <= MOST_ID:
            raise CannotParse("bad_action_id", most=MOST_ID)
        if isinstance(seat, int) and 0 <= seat < len(self.seats):
            done = self.seats[seat].done.get(action_id)
            if done is not None:
                return Step(version=done, again=True)
        return None

    @staticmethod
    def _row(kind: str, at: float, action_id: str | None, **fields: Any) -> Row:
        row: Row = {"kind": kind, "at": at, **fields}
        if action_id is not None:
            row["id"] = action_id
        return row
