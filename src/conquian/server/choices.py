"""The presets as people choose among them, in words."""

from __future__ import annotations

from typing import Any

from conquian.core.catalogue.explain import title
from conquian.core.catalogue.words import Words
from conquian.core.presets import ABOUT, PRESETS
from conquian.core.ruleset import RuleSet


def preset_choices(words: Words) -> list[dict[str, Any]]:
    """The presets as people choose among them."""
    return [
        {
            "name": name,
            "title": preset_title(rules, words),
            "line": words.say(f"preset_line_{name}"),
            "players": list(rules.player_counts),
            "counts": player_counts(rules.player_counts, words),
            "reconstruction": ABOUT[name].reconstruction,
        }
        for name, rules in PRESETS.items()
    ]


def preset_title(rules: RuleSet, words: Words) -> str:
    """What a rule set is called; of a house rule its text."""
    named = title(rules)
    return str(rules) if named is None else words.said(named)


def player_counts(counts: tuple[int, ...], words: Words) -> str:
    """*2 players*, *2 or 3 players*, *2 to 6 players*."""
    low, high = counts[0], counts[-1]
    if low == high:
        return words.say("page_players_of", number=low)
    code = "page_players_or" if len(counts) == 2 else "page_players_range"
    return words.say(code, low=low, high=high)
