"""The rule set as data: a frozen, self-validating value with a text form (rules.md §3)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import Any

from conquian.core.errors import BadRules, shown
from conquian.core.packs import Pack, pack_named


class Opening(StrEnum):
    """Who turns the first card."""

    TURN = "turn"
    UPCARD = "upcard"


class Offer(StrEnum):
    """Turn structure: who is asked about an upcard (rules.md §4)."""

    TWO_STEP = "two_step"
    ROUND = "round"


class Claim(StrEnum):
    """``two_step`` only: is an upcard offered to the next player, or in turn to everyone."""

    NEXT = "next"
    EITHER = "either"


class HandMelds(StrEnum):
    """May melds wholly from the hand be laid without using the upcard."""

    NEVER = "never"
    AFTER_TURNING = "after_turning"
    WHEN_ASKED = "when_asked"


class Force(StrEnum):
    """Forcing (rules.md §5)."""

    OPTIONAL = "optional"
    MUST = "must"
    AUTOMATIC = "automatic"
    NEVER = "never"


class ForceFit(StrEnum):
    """Does "fits" allow regrouping the laid cards, or must the card extend one meld as it lies."""

    LAYOUT = "layout"
    MELD = "meld"


class ForcedPlay(StrEnum):
    """What the forced player may do."""

    FULL = "full"
    PLACE = "place"


class StockOut(StrEnum):
    """What happens when a card must be turned and none is left."""

    DRAW = "draw"
    FEWEST = "fewest"


ENUMS: Mapping[str, type[StrEnum]] = {
    "opening": Opening,
    "offer": Offer,
    "claim": Claim,
    "hand_melds": HandMelds,
    "force": Force,
    "force_fit": ForceFit,
    "forced_play": ForcedPlay,
    "stock_out": StockOut,
}
"""Fields that take one of a few words."""
BOOLS = ("exchange", "force_discarder", "force_window")
NO_BIG_TABLE = 99
MOST_RUN_CAP = 999_999
"""No pack has longer runs; a bound keeps the number printable."""
HOUSE = "house"


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Everything that decides which actions are legal and who wins. Fields as in rules.md §3.

    Two rule sets are equal when all fields but ``id`` (and ``base``) are.

    Attributes:
        id: preset name, or ``house``.
        hand: ``((players, H), …)`` in ascending player counts.
        base: the preset this one was made from, or ``None``; names the match defaults
            (rules.md §7) and is not a rule.

    Raises:
        BadRules: a value or a combination is impossible; ``params["field"]`` names the field.
    """

    id: str = field(compare=False)
    hand: tuple[tuple[int, int], ...]
    pack: str = "spanish40"
    decks: int = 1
    big_table: int = NO_BIG_TABLE
    yucas: int = 0
    exchange: bool = False
    opening: Opening = Opening.TURN
    offer: Offer = Offer.TWO_STEP
    claim: Claim = Claim.NEXT
    hand_melds: HandMelds = HandMelds.NEVER
    run_cap: int | None = None
    force: Force = Force.OPTIONAL
    force_fit: ForceFit = ForceFit.LAYOUT
    forced_play: ForcedPlay = ForcedPlay.FULL
    force_discarder: bool = True
    force_window: bool = True
    stock_out: StockOut = StockOut.DRAW
    base: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        for name, enum in ENUMS.items():
            value = getattr(self, name)
            if not isinstance(value, str) or value not in set(enum):
                raise _bad_value(name, value, " · ".join(enum))
            object.__setattr__(self, name, enum(value))
        for name in BOOLS:
            if not isinstance(getattr(self, name), bool):
                raise _bad_value(name, getattr(self, name), "true · false")
        if not isinstance(self.pack, str):
            raise BadRules("bad_pack", field="pack", value=shown(self.pack))
        pack_named(self.pack)
        _check_number("decks", self.decks, 1, 2)
        _check_number("yucas", self.yucas, 0, 2)
        _check_number("big_table", self.big_table, 1, NO_BIG_TABLE)
        if self.run_cap is not None:
            _check_number("run_cap", self.run_cap, 3, MOST_RUN_CAP)
        if self.big_table != NO_BIG_TABLE and self.decks != 1:
            raise BadRules("big_table_decks", field="big_table")
        if self.claim is not Claim.NEXT and self.offer is not Offer.TWO_STEP:
            raise BadRules("claim_round", field="claim", value=str(self.claim))
        object.__setattr__(self, "hand", _checked_hand(self.hand))
        for players, size in self.hand:
            if self.deck_size(players) - players * size < 1:
                raise BadRules(
                    "no_stock_card",
                    field="hand",
                    players=players,
                    size=size,
                    cards_in_pack=self.deck_size(players),
                )

    @property
    def player_counts(self) -> tuple[int, ...]:
        """How many may play, ascending."""
        return tuple(players for players, _ in self.hand)

    def hand_size(self, players: int) -> int:
        """H, the cards dealt to each of ``players``.

        Raises:
            BadRules: ``players_not_allowed``.
        """
        for count, size in self.hand:
            if count == players:
                return size
        allowed = ", ".join(map(str, self.player_counts))
        raise BadRules("players_not_allowed", field="hand", players=players, allowed=allowed)

    def decks_for(self, players: int) -> int:
        """Packs shuffled together, with the one ``big_table`` adds."""
        return self.decks + (players >= self.big_table)

    def deck_size(self, players: int) -> int:
        """All cards of a deal."""
        return len(self.pack_value.cards) * self.decks_for(players) + self.yucas

    @property
    def pack_value(self) -> Pack:
        """The pack itself."""
        return pack_named(self.pack)

    def changed(self, /, **changes: Any) -> RuleSet:
        """A house rule: this rule set with some fields changed; values as in JSON.

        Raises:
            BadRules: unknown field or impossible value.
        """
        for name in changes:
            if name not in RULE_FIELDS:
                raise BadRules("unknown_field", field=shown(name), allowed=", ".join(RULE_FIELDS))
        return replace(self, id=HOUSE, base=self.base, **changes)

    def as_object(self) -> dict[str, Any]:
        """All fields as JSON values (formats.md §2)."""
        return {"id": self.id} | {name: _plain(getattr(self, name)) for name in RULE_FIELDS}

    def as_data(self) -> str | dict[str, Any]:
        """The shortest form for a file that reads back equal: the text where there is a base."""
        return str(self) if self.base else self.as_object()

    def __str__(self) -> str:
        """House-rule text (formats.md §3); without a base ``house(hand=…, …)``."""
        from conquian.core.presets import PRESETS

        reference = PRESETS[self.base] if self.base else None
        words = []
        for name in RULE_FIELDS:
            value = getattr(self, name)
            usual = getattr(reference, name) if reference else _DEFAULTS.get(name)
            if value != usual:
                words.append(f"{name}={_word(value)}")
        name = self.base or HOUSE
        return f"{name}({', '.join(words)})" if words else name

    def __repr__(self) -> str:
        return f"RuleSet.parse({str(self)!r})"

    @staticmethod
    def parse(text: str) -> RuleSet:
        """Read a preset name or a house-rule text.

        Raises:
            BadRules: with the field or the preset named.
        """
        found = re.fullmatch(r"\s*([a-z][a-z0-9_]*)\s*(?:\((.*)\))?\s*", text, re.DOTALL)
        if not found:
            raise BadRules("bad_rules_text", text=shown(text))
        name, inside = found.groups()
        changes = {}
        for part in _split(inside or ""):
            key, equals, value = part.partition("=")
            if not equals or not key.strip() or not value.strip():
                raise BadRules("bad_rules_text", text=shown(text))
            if key.strip() in changes:
                raise BadRules("field_twice", field=shown(key.strip()))
            changes[key.strip()] = _value(value.strip())
        if name == HOUSE:
            for key in ("id", "preset"):
                if key in changes:
                    raise BadRules("unknown_field", field=key, allowed=", ".join(RULE_FIELDS))
            return RuleSet.from_object(changes)
        base = _preset(name)
        return base.changed(**changes) if changes else base

    @staticmethod
    def from_object(data: Mapping[str, Any]) -> RuleSet:
        """Read the object form of formats.md §2, with or without ``"preset"``.

        Raises:
            BadRules: with the field or the preset named.
        """
        changes = dict(data)
        preset = changes.pop("preset", None)
        name = changes.pop("id", HOUSE)
        if not isinstance(name, str):
            raise _bad_value("id", name, HOUSE)
        if preset is not None:
            if not isinstance(preset, str):
                raise BadRules("unknown_preset", preset=shown(preset), allowed=_preset_names())
            made = _preset(preset).changed(**changes)
        else:
            if "hand" not in changes:
                raise BadRules("hand_missing", field="hand")
            made = RuleSet(id=HOUSE, hand=((2, 1),)).changed(**changes)
        if name == HOUSE:
            return made
        named = _preset(name)
        if named != made:
            raise BadRules("not_that_preset", field="id", preset=name)
        return named

    @staticmethod
    def read(data: object) -> RuleSet:
        """Read any of the forms a record may hold (formats.md §2): text or object."""
        if isinstance(data, str):
            return RuleSet.parse(data)
        if isinstance(data, Mapping):
            return RuleSet.from_object(data)
        raise BadRules("bad_rules_text", text=shown(data))


RULE_FIELDS = tuple(f.name for f in fields(RuleSet) if f.name not in ("id", "base"))
"""Names of all fields that are rules, in the order they are written."""
_DEFAULTS = {f.name: f.default for f in fields(RuleSet)}


def _checked_hand(value: Any) -> tuple[tuple[int, int], ...]:
    """``hand`` as sorted tuples; refuses anything but ``[[players, H], …]``."""
    if not isinstance(value, (list, tuple)) or not value:
        raise BadRules("bad_hand", field="hand", value=shown(value))
    sizes: dict[int, int] = {}
    for pair in value:
        if not isinstance(pair, (list, tuple)) or len(pair) != 2:
            raise BadRules("bad_hand", field="hand", value=shown(value))
        players, size = pair
        if not _is_int(players) or not _is_int(size) or players in sizes:
            raise BadRules("bad_hand", field="hand", value=shown(value))
        if not 2 <= players <= 6 or not 1 <= size <= 13:
            raise BadRules("hand_range", field="hand", value=shown(pair))
        sizes[players] = size
    return tuple(sorted(sizes.items()))


def _check_number(name: str, value: object, least: int, most: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise _bad_value(name, value, f"{least}–{most}")


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _bad_value(name: str, value: object, allowed: str) -> BadRules:
    return BadRules("bad_value", field=name, value=shown(value), allowed=allowed)


def _preset_names() -> str:
    from conquian.core.presets import PRESETS

    return ", ".join(PRESETS)


def _preset(name: str) -> RuleSet:
    from conquian.core.presets import PRESETS

    if name not in PRESETS:
        raise BadRules("unknown_preset", preset=shown(name), allowed=_preset_names())
    return PRESETS[name]


def _plain(value: Any) -> Any:
    """A field value as JSON value."""
    if isinstance(value, tuple):
        return [list(pair) for pair in value]
    return str(value) if isinstance(value, StrEnum) else value


def _word(value: Any) -> str:
    """A field value in house-rule text: JSON, but words bare."""
    plain = _plain(value)
    return plain if isinstance(plain, str) else json.dumps(plain)


def _value(text: str) -> Any:
    if re.fullmatch(r"[a-z][a-z0-9_]*", text) and text not in ("true", "false", "null"):
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise BadRules("bad_rules_text", text=shown(text)) from None


def _split(text: str) -> Iterable[str]:
    """The parts between commas that are not inside brackets or quotes."""
    parts, depth, start, quoted = [], 0, 0, False
    for place, char in enumerate(text):
        if char == '"':
            quoted = not quoted
        depth += (char in "[{(") - (char in "]})") if not quoted else 0
        if char == "," and depth == 0 and not quoted:
            parts.append(text[start:place])
            start = place + 1
    parts.append(text[start:])
    return parts if text.strip() else []
