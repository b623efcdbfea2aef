"""The published variants as rule sets, with their sources (rules.md §6–8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from conquian.core.ruleset import (
    ForcedPlay,
    ForceFit,
    HandMelds,
    Offer,
    Opening,
    RuleSet,
    StockOut,
)


class Faces(StrEnum):
    """Which faces the cards are shown with; never part of the rules or of files."""

    SPANISH = "spanish"
    FRENCH = "french"


@dataclass(frozen=True, slots=True)
class About:
    """What is known of a preset besides its rules.

    Attributes:
        title: name people know it by.
        faces: usual faces.
        direction: ``right`` (anticlockwise), ``left``, or ``none`` where it does not show.
        source: where the rules come from.
        reconstruction: only the name of this variant could be found; shown to users as such.
    """

    title: str
    faces: Faces
    direction: str
    source: str
    reconstruction: bool = False


def _preset(name: str, hand: dict[int, int], **fields: object) -> RuleSet:
    return RuleSet(id=name, base=name, hand=tuple(hand.items()), **fields)  # type: ignore[arg-type]


_FULL_ROUND = {
    "exchange": True,
    "offer": Offer.ROUND,
    "hand_melds": HandMelds.WHEN_ASKED,
    "force_fit": ForceFit.MELD,
    "forced_play": ForcedPlay.PLACE,
    "force_discarder": False,
}

PRESETS: Mapping[str, RuleSet] = MappingProxyType(
    {
        made.id: made
        for made in (
            _preset("mexicano", {2: 9, 3: 8}, exchange=True),
            _preset(
                "gamevelvet",
                dict.fromkeys(range(2, 7), 8),
                **_FULL_ROUND,
                stock_out=StockOut.FEWEST,
                big_table=5,
            ),
            _preset("clasico", {2: 10}, run_cap=8),
            _preset(
                "bicycle", {2: 10}, hand_melds=HandMelds.AFTER_TURNING, force_fit=ForceFit.MELD
            ),
            _preset("wikipedia", {2: 10, 3: 8}, opening=Opening.UPCARD, run_cap=8),
            _preset("diario", {2: 9, 3: 9}, **_FULL_ROUND),
            _preset("navajo", dict.fromkeys(range(2, 7), 10), decks=2),
            _preset("paco", {2: 9, 3: 8}, exchange=True),
        )
    }
)
"""Preset name → rule set, in the order of rules.md §6."""

ABOUT: Mapping[str, About] = MappingProxyType(
    {
        "mexicano": About(
            "Modern Mexican, tercerilla",
            Faces.SPANISH,
            "right",
            '"Conquian" at The Official Game Rules, a paraphrase of pagat.com/rummy/conquian.html',
        ),
        "gamevelvet": About(
            "GameVelvet / MegaJogos",
            Faces.SPANISH,
            "right",
            "gamevelvet.com/conquian-online/rules",
        ),
        "clasico": About(
            "Conquián Clásico, North American",
            Faces.FRENCH,
            "none",
            'the app text "Conquián - Clásico" and an anonymous two-player article',
        ),
        "bicycle": About("Bicycle Cards", Faces.FRENCH, "none", "bicyclecards.com"),
        "wikipedia": About(
            "Dealer's upcard",
            Faces.FRENCH,
            "left",
            "Wikipedia and R. F. Foster 1913",
        ),
        "diario": About("Mexican full round", Faces.SPANISH, "right", "Diario Popular (Argentina)"),
        "navajo": About(
            "Navajo Tens, Neeznáá Dah Yíjihí",
            Faces.FRENCH,
            "right",
            'only the name and "double deck variant" could be found',
            reconstruction=True,
        ),
        "paco": About(
            "Paco",
            Faces.SPANISH,
            "right",
            'only "popular gambling variant" could be found',
            reconstruction=True,
        ),
    }
)
"""Preset name → where it comes from and how it is shown."""
