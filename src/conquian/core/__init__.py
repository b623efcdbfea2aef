"""The rules of Conquián: every published variant, and what each seat knows.

Standard library only; no clock and no generator: chance comes in as cards or as ``below(n)``.
The names most programs need are re-exported here; the modules are meant to be read beside
docs/rules.md.
"""

from conquian.core.action import PASS, Action, Kind
from conquian.core.deal import Deal, deal_in_order
from conquian.core.errors import (
    Ambiguous,
    BadDeal,
    BadRules,
    CannotParse,
    ConquianError,
    NotLegal,
)
from conquian.core.limits import most_decisions
from conquian.core.match import Match, MatchSettings
from conquian.core.position import Outcome, Phase, Reason
from conquian.core.presets import ABOUT, PRESETS, About, Faces
from conquian.core.ruleset import RuleSet
from conquian.core.state import State
from conquian.core.view import InfoState, Observation, observe, resample

__all__ = [
    "ABOUT",
    "PASS",
    "PRESETS",
    "About",
    "Action",
    "Ambiguous",
    "BadDeal",
    "BadRules",
    "CannotParse",
    "ConquianError",
    "Deal",
    "Faces",
    "InfoState",
    "Kind",
    "Match",
    "MatchSettings",
    "NotLegal",
    "Observation",
    "Outcome",
    "Phase",
    "Reason",
    "RuleSet",
    "State",
    "deal_in_order",
    "most_decisions",
    "observe",
    "resample",
]
