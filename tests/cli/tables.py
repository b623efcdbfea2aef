"""Small tables for tests: the cards are chosen, the rest of the pack is the stock."""

from __future__ import annotations

from pathlib import Path

from conquian.core.action import Action
from conquian.core.cards import cards_of, parse_card, parse_zone, remove, zone_of
from conquian.core.deal import Deal
from conquian.core.ruleset import RuleSet
from conquian.play.live import LiveDeal
from conquian.records.format import GameRecord
from conquian.records.writer import record_line

NAMES = ("Ana", "Beto", "Carla", "Beatriz")


def table(rules: str, hands: list[str], stock: str, *actions: str, dealer: int = 0) -> LiveDeal:
    """A table with these hands and these first stock cards, after these actions."""
    made = RuleSet.parse(rules)
    zones = tuple(map(parse_zone, hands))
    first = [parse_card(card) for card in stock.split()]
    deck = zone_of(made.pack_value.deck(made.decks_for(len(hands)), made.yucas))
    for zone in (*zones, zone_of(first)):
        deck = remove(deck, zone)
    deal = Deal(made, dealer, zones, (*first, *cards_of(deck)))
    return LiveDeal(deal, NAMES[: len(hands)], map(Action.parse, actions))


def save(at: LiveDeal, path: Path) -> str:
    """Write the table as a file that `conquian play --resume` goes on from; its name."""
    record = GameRecord(at.deal, at.actions, at.outcome, seats=NAMES[: at.players])
    path.write_bytes(record_line(record))
    return str(path)
