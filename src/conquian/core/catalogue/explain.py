"""A rule set explained in sentences, made from its fields (rules.md §3, §4, §7).

Every value of every field has its sentence in ``rules.json``; nothing here asks for a preset's
name, so that a house rule is explained as well as a published variant.
"""

from __future__ import annotations

from typing import NamedTuple

from conquian.core.catalogue.telling import Said
from conquian.core.errors import Param
from conquian.core.match import MatchSettings, Stakes, default_settings
from conquian.core.packs import NAMED
from conquian.core.presets import ABOUT, PRESETS
from conquian.core.ruleset import NO_BIG_TABLE, Claim, Force, Offer, RuleSet


class Section(NamedTuple):
    """A part of the explanation.

    Attributes:
        title: the code of its heading.
        sentences: what it says, in order.
    """

    title: str
    sentences: list[Said]


def explain(
    rules: RuleSet, players: int | None = None, settings: MatchSettings | None = None
) -> list[Section]:
    """Everything about ``rules``, section by section.

    Args:
        rules: the rule set.
        players: explain it for this many players only; otherwise for all it allows.
        settings: how the match is played; otherwise the usual settings of these rules.

    Raises:
        BadRules: ``players_not_allowed``.
    """
    return [
        Section("rule_section_cards", _cards(rules, players)),
        Section("rule_section_aim", _aim(rules, players)),
        Section("rule_section_start", _start(rules)),
        Section("rule_section_turn", _turn(rules)),
        Section("rule_section_play", _play(rules)),
        Section("rule_section_force", _force(rules)),
        Section("rule_section_end", [_value("stock_out", rules)]),
        Section("rule_section_match", explain_match(settings or default_settings(rules))),
        Section("rule_section_source", source(rules)),
    ]


def _said(code: str, **params: Param) -> Said:
    return Said(code, params)


def _value(field: str, rules: RuleSet) -> Said:
    """The sentence of a field that takes one of a few words, or yes and no."""
    value = getattr(rules, field)
    word = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
    return Said(f"rule_{field}_{word}", {})


def _cards(rules: RuleSet, players: int | None) -> list[Said]:
    pack = rules.pack_value
    if rules.pack in NAMED:
        cards = _said(f"rule_pack_{rules.pack}")
    else:
        cards = _said("rule_pack_mini", ranks=len(pack.ranks), suits=pack.suits)
    if players is not None:
        return [cards, _said(f"rule_decks_{rules.decks_for(players)}"), _yucas(rules)]
    grows = (
        _said("rule_big_table_never")
        if rules.big_table == NO_BIG_TABLE
        else _said("rule_big_table", players=rules.big_table)
    )
    return [cards, _said(f"rule_decks_{rules.decks}"), grows, _yucas(rules)]


def _yucas(rules: RuleSet) -> Said:
    return _said(f"rule_yucas_{rules.yucas}")


def _aim(rules: RuleSet, players: int | None) -> list[Said]:
    counts = rules.player_counts if players is None else (players,)
    sizes = [(count, rules.hand_size(count)) for count in counts]
    dealt = [
        _said(
            "rule_hand",
            players=count,
            size=size,
            stock=rules.deck_size(count) - count * size,
            goal=size + 1,
        )
        for count, size in sizes
    ]
    meld = "rule_meld" if rules.pack_value.suits == 4 else "rule_meld_few_suits"
    cap = (
        _said("rule_run_cap_none")
        if rules.run_cap is None
        else _said("rule_run_cap", size=rules.run_cap)
    )
    return [*dealt, _said("rule_goal"), _said(meld), cap]


def _start(rules: RuleSet) -> list[Said]:
    return [_value("exchange", rules), _value("opening", rules)]


def _turn(rules: RuleSet) -> list[Said]:
    said = [_value("offer", rules)]
    if rules.offer is Offer.TWO_STEP:
        said.append(_value("claim", rules))
    if rules.offer is Offer.ROUND or rules.claim is Claim.EITHER:
        said.append(_said("rule_claim_all"))
    return said


def _play(rules: RuleSet) -> list[Said]:
    return [
        _said("rule_take"),
        _said("rule_pay"),
        _said("rule_pass"),
        _value("hand_melds", rules),
    ]


def _force(rules: RuleSet) -> list[Said]:
    if rules.force is Force.NEVER:
        return [_value("force", rules)]
    fields = ("force", "force_fit", "forced_play", "force_discarder", "force_window")
    return [_value(field, rules) for field in fields]


def explain_match(settings: MatchSettings) -> list[Said]:
    """How a match is played and when it ends (rules.md §7)."""
    pot = settings.stakes is Stakes.POT
    said = [
        _said(f"rule_first_dealer_{settings.first_dealer}"),
        _said(f"rule_stakes_{settings.stakes}", stake=settings.stake),
        _said("rule_after_draw_pot" if pot else f"rule_after_draw_{settings.after_draw}"),
    ]
    if settings.deals is not None:
        said.append(_said("rule_ends_deals", number=settings.deals))
    if settings.points is not None:
        said.append(_said("rule_ends_points", number=settings.points))
    if settings.deals is None and settings.points is None:
        said.append(_said("rule_ends_stop"))
    return said


def title(rules: RuleSet) -> Said | None:
    """The name people know a preset by; ``None`` for a house rule without a base."""
    return None if rules.base is None else _said(f"preset_{rules.base}")


def source(rules: RuleSet) -> list[Said]:
    """Where a rule set comes from, with the word *reconstruction* where it is one.

    A sentence, then for what it speaks of ``preset_source_…``: the text of the source itself.
    """
    if rules.base is None:
        return [_said("rule_house_only")]
    about = ABOUT[rules.base]
    house = rules != PRESETS[rules.base]
    said = [_said("rule_house", preset=rules.base)] if house else []
    said.append(_said("rule_reconstruction" if about.reconstruction else "rule_source"))
    return [*said, _said(f"preset_source_{rules.base}")]
