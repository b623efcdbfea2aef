"""Small tables for tests: the cards are chosen, the rest of the pack is the stock."""

from __future__ import annotations

from conquian.core.action import Action
from conquian.core.cards import cards_of, parse_card, parse_zone, remove, zone_of
from conquian.core.deal import Deal
from conquian.core.ruleset import RuleSet
from conquian.play.table import Table


def table(rules: str, hands: list[str], stock: str, *actions: str, dealer: int = 0) -> Table:
    """A table with these hands and these first stock cards, after these actions."""
    made = RuleSet.parse(rules)
    zones = tuple(map(parse_zone, hands))
    first = [parse_card(card) for card in stock.split()]
    deck = zone_of(made.pack_value.deck(made.decks_for(len(hands)), made.yucas))
    for zone in (*zones, zone_of(first)):
        deck = remove(deck, zone)
    deal = Deal(made, dealer, zones, (*first, *cards_of(deck)))
    names = ("Ana", "Beto", "Carla", "Beatriz")[: len(hands)]
    return Table(deal, names, map(Action.parse, actions))
