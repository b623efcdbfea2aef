"""A rule set for a number of players, with everything that follows from it worked out once."""

from __future__ import annotations

from typing import NamedTuple

from conquian.core.cards import CardSet, zone_of
from conquian.core.layouts import layout_table
from conquian.core.ruleset import (
    Force,
    ForcedPlay,
    ForceFit,
    HandMelds,
    Offer,
    Opening,
    RuleSet,
)
from conquian.core.turns import round as full_round
from conquian.core.turns import two_step


class Queue(NamedTuple):
    """Who is asked about an upcard, and who turns the next card if all decline (rules.md §4).

    Attributes:
        first: the seat asked first.
        size: how many seats are asked, in the direction of play.
        turner: the next turner.
    """

    first: int
    size: int
    turner: int


class Setting:
    """Constants of a deal. Get one with :func:`setting_for`; they are shared and never change.

    Attributes:
        rules: the rule set.
        players: number of seats.
        hand_size: H.
        deck: all cards of the deal as a zone.
        stock_size: stock cards before the first is turned.
        table: melds and layouts of this pack.
        grouped: the grouping of laid cards is part of the position (``force_fit: meld``).
        next: ``next[p]`` is the seat after p.
        turned, paid, opening: the queue of an upcard turned by p, paid by p, or turned first with
            dealer d.
        forcing, window, discarder, must, automatic, place: the forcing fields as plain flags.
        hand_melds: as in the rule set.
    """

    __slots__ = (
        "automatic",
        "deck",
        "discarder",
        "forcing",
        "grouped",
        "hand_melds",
        "hand_size",
        "melds_never",
        "must",
        "next",
        "opening",
        "paid",
        "place",
        "players",
        "rules",
        "stock_size",
        "table",
        "turned",
        "window",
    )

    def __init__(self, rules: RuleSet, players: int) -> None:
        self.rules = rules
        self.players = players
        self.hand_size = rules.hand_size(players)
        deck = rules.pack_value.deck(rules.decks_for(players), rules.yucas)
        self.deck: CardSet = zone_of(deck)
        self.stock_size = len(deck) - players * self.hand_size
        self.table = layout_table(rules.pack, rules.run_cap, yuca=rules.yucas > 0)
        self.grouped = rules.force_fit is ForceFit.MELD
        self.forcing = rules.force is not Force.NEVER
        self.window = self.forcing and rules.force_window
        self.discarder = rules.force_discarder
        self.must = rules.force is Force.MUST
        self.automatic = rules.force is Force.AUTOMATIC
        self.place = rules.forced_play is ForcedPlay.PLACE
        self.hand_melds = rules.hand_melds
        self.melds_never = rules.hand_melds is HandMelds.NEVER
        seats = range(players)
        self.next = tuple((seat + 1) % players for seat in seats)
        structure = two_step if rules.offer is Offer.TWO_STEP else full_round
        self.turned = tuple(Queue(*structure.after_turning(rules, players, p)) for p in seats)
        self.paid = tuple(Queue(*structure.after_paying(rules, players, p)) for p in seats)
        self.opening = tuple(
            Queue(
                first=self.next[dealer],
                size=players,
                turner=self.next[dealer]
                if rules.opening is Opening.UPCARD
                else structure.second_turner(players, dealer),
            )
            for dealer in seats
        )

    def first_turner(self, dealer: int) -> int:
        """Who turns the first card: the pone, or the dealer where he deals an upcard."""
        return dealer if self.rules.opening is Opening.UPCARD else self.next[dealer]

    def __repr__(self) -> str:
        return f"setting_for({self.rules!r}, {self.players})"

    def __reduce__(self) -> tuple[object, ...]:
        return setting_for, (self.rules, self.players)


_SETTINGS: dict[tuple[str, str | None, RuleSet, int], Setting] = {}
_MOST_SETTINGS = 512


def setting_for(rules: RuleSet, players: int) -> Setting:
    """The setting of ``rules`` for this many players, made once.

    Raises:
        BadRules: ``players_not_allowed``.
    """
    # Rule sets that differ in nothing but their name are equal, yet keep their names in views.
    key = (rules.id, rules.base, rules, players)
    setting = _SETTINGS.get(key)
    if setting is None:
        if len(_SETTINGS) >= _MOST_SETTINGS:
            _SETTINGS.clear()
        setting = _SETTINGS[key] = Setting(rules, players)
    return setting
