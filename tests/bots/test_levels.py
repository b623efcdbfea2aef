"""The levels: their ladder, their words, and the weaknesses that make the gentle ones gentle."""

from __future__ import annotations

import random
import sys
from collections import Counter, defaultdict
from functools import cache
from itertools import pairwise
from types import ModuleType

import pytest

from conquian.arena.duplicate import Contest, play
from conquian.arena.statistics import Interval, summaries
from conquian.bots import levels, registry
from conquian.bots.base import NO_LIMIT, BadBot, BotFault
from conquian.bots.casual import FRIEND, LEARNER, CasualBot, Habits, _as_it_lies, _one_step
from conquian.bots.connections import connections
from conquian.bots.greedy import GreedyBot
from conquian.bots.heuristic import HeuristicBot
from conquian.bots.levels import LEVELS, Level
from conquian.bots.playing import play_deal
from conquian.core.action import Action, Kind
from conquian.core.cards import add, kinds_of, parse_zone, rank_of, remove
from conquian.core.layouts import layout_table, total
from conquian.core.position import Phase
from conquian.core.presets import PRESETS
from conquian.core.ruleset import RuleSet
from conquian.dealing.seeded import seeded_deal

from .positions import TABLES, Decision, decisions, house_tables
from .test_bots import STRENGTH

ONE_PACK = [(rules, players) for rules, players in TABLES if rules.decks_for(players) == 1]
GENTLE = LEVELS[:3]
ALL_SEEING = Habits(regroups=True, several=True, runs=True, forces=True, window=True)


@cache
def met() -> dict[Phase, list[Decision]]:
    """By phase, decisions with more than one legal action."""
    found = defaultdict[Phase, list[Decision]](list)
    for number, (rules, players) in enumerate(ONE_PACK * 4):
        for decision in decisions(rules, players, number + 2000):
            if len(decision.info.legal_actions()) > 1:
                found[decision.info.phase].append(decision)
    return found


# ---------------------------------------------------------------------------------------- the list


def test_there_are_five_with_names_and_a_sentence_in_both_languages() -> None:
    assert [level.number for level in LEVELS] == [1, 2, 3, 4, 5]
    for lang in ("en", "es"):
        assert len({level.name(lang) for level in LEVELS}) == 5
        for level in LEVELS:
            assert level.about(lang).endswith(".")
            assert len(level.about(lang)) > 40
    assert LEVELS[0].name("es") == "Aprendiz"
    assert levels.level_of("level3") is LEVELS[2]
    assert levels.level_of("heuristic") is None
    assert levels.USUAL.number == 2


def test_the_former_bots_have_successors_and_can_still_be_made() -> None:
    followed = {name: levels.successor(name) for name in ("uniform", "greedy", "heuristic")}
    assert list(followed.values()) == ["level1", "level2", "level3"]
    assert all(registry.make(name).name == name for name in followed)
    assert levels.successor("level5") == "level5"


def test_the_gentle_levels_play_everything_everywhere() -> None:
    for rules, players in [*TABLES, *house_tables(100, seed=1)]:
        assert levels.available(rules, players)[:3] == GENTLE
        for level in GENTLE:
            levels.check(level.id, rules, players)
    for level in GENTLE:
        assert registry.make(level.id).name == level.id
        assert not level.compiled


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiled levels are there, played by ``greedy``."""
    there = levels._there
    made = ModuleType(levels._SEARCH)
    for function in ("strong_bot", "master_bot"):
        setattr(made, function, GreedyBot)
    monkeypatch.setitem(sys.modules, levels._SEARCH, made)
    known = {levels._SEARCH, "numba", "numpy"}
    monkeypatch.setattr(levels, "_there", lambda module: module in known or there(module))


@pytest.mark.usefixtures("installed")
def test_the_compiled_levels_play_with_one_pack() -> None:
    assert levels.available(PRESETS["gamevelvet"], 4) == LEVELS
    assert levels.available(PRESETS["gamevelvet"], 5) == GENTLE
    assert levels.available(PRESETS["navajo"], 2) == GENTLE
    with pytest.raises(BadBot) as refused:
        levels.check("level4", PRESETS["navajo"], 2)
    assert refused.value.code == "level_one_pack"
    assert "4" in refused.value.sentence("es")
    levels.check("level4", PRESETS["clasico"], 2)
    levels.check("greedy", PRESETS["navajo"], 2)
    assert registry.make("level5").name == "level5"
    levels.warm()


@pytest.mark.usefixtures("installed")
def test_a_compiled_level_forfeits_a_deal_with_two_packs_and_says_why() -> None:
    deal = seeded_deal(PRESETS["navajo"], 2, 0, 1)
    bots = [registry.make("level4"), registry.make("level4")]
    played = play_deal(deal, bots, [random.Random(0)] * 2)
    assert played.forfeit is not None
    assert played.forfeit.fault.code == "level_one_pack"


@pytest.mark.usefixtures("installed")
def test_warming_up_tells_of_a_level_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(GreedyBot):
        def decide(self, info: object, limit: object, rng: object) -> Action:  # noqa: ARG002
            raise ZeroDivisionError

    monkeypatch.setattr(sys.modules[levels._SEARCH], "master_bot", Broken)
    with pytest.raises(BotFault) as refused:
        levels.warm()
    assert refused.value.code == "bot_crashed"


@pytest.mark.parametrize("absent", ["numba", levels._SEARCH])
def test_what_is_not_installed_is_refused_with_what_to_do(
    absent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(levels, "_there", lambda module: module != absent)
    assert LEVELS[4] not in levels.available(PRESETS["clasico"], 2)
    for made in (
        lambda: registry.make("level5"),
        lambda: levels.check("level5", PRESETS["clasico"], 2),
    ):
        with pytest.raises(BadBot) as refused:
            made()
        assert refused.value.code == "level_needs_fast"
        assert "conquian[fast]" in refused.value.sentence("es")


# ---------------------------------------------------------------------------------------- playing


def test_they_answer_legally_whatever_the_rules() -> None:
    kinds: Counter[str] = Counter()
    for number, (rules, players) in enumerate([*TABLES, *house_tables(60, seed=14)]):
        deal = seeded_deal(rules, players, number % players, "levels", number)
        bots = [GENTLE[(seat + number) % 3] for seat in range(players)]
        rngs = [random.Random(f"{number}/{seat}") for seat in range(players)]
        played = play_deal(deal, [registry.make(level.id) for level in bots], rngs)
        assert played.forfeit is None, (rules, number, played.forfeit)
        kinds += Counter(action.kind for action in played.actions)
    assert len(kinds) == 6
    assert {players for _, players in TABLES} == {2, 3, 4, 5, 6}


def casual(habits: Habits, decision: Decision) -> Action:
    return CasualBot("casual", habits).decide(decision.info, NO_LIMIT, random.Random(0))


def test_a_learner_overlooks_what_needs_more_than_one_meld() -> None:
    """He finds every take he makes as one step; a player who sees everything finds more."""
    overlooked = 0
    for decision in met()[Phase.OFFER]:
        info = decision.info
        seen, all_seen = casual(LEARNER, decision), casual(ALL_SEEING, decision)
        assert seen.kind is not Kind.FORCE
        if seen.kind is Kind.TAKE and not info.setting.grouped:
            new = add(seen.cards, 1 << info.upcard)
            longer = [add(meld, new) for meld in info.layout(info.actor)]
            assert any(info.setting.table.kind(meld) for meld in (new, *longer))
        overlooked += all_seen.kind is Kind.TAKE and seen.kind is Kind.PASS
    assert overlooked > 5


def test_what_is_seen_of_a_take_that_changes_the_laid_melds() -> None:
    """The four fives and 1o 2o 3o lie. 6o 7o join them if the five of oros leaves its set."""
    table = layout_table("spanish40", run_cap=None, yuca=False)
    lying = (parse_zone("1o 2o 3o"), parse_zone("5o 5c 5e 5b"))
    for text, one_step, as_it_lies in (
        ("4o", True, True),
        ("1c 2c 3c", True, True),
        ("4o 1c 2c 3c", False, True),
        ("6o 7o", False, False),
    ):
        new = parse_zone(text)
        assert table.splits(add(total(lying), new))
        assert _one_step(table, lying, new, None) is one_step
        assert _as_it_lies(table, lying, new, None) is as_it_lies


def test_in_the_window_neither_of_them_looks_again() -> None:
    window = met()[Phase.WINDOW]
    assert len(window) > 10
    for decision in window:
        assert casual(FRIEND, decision).kind is casual(LEARNER, decision).kind is Kind.PASS
        assert casual(ALL_SEEING, decision).kind is Kind.FORCE


def test_a_friend_forces_whenever_he_is_asked_even_who_wins_by_it() -> None:
    forced = wins = 0
    for decision in met()[Phase.OFFER]:
        played = casual(FRIEND, decision)
        able = any(action.kind is Kind.FORCE for action in decision.info.legal_actions())
        if able and played.kind is not Kind.TAKE and played.kind is not Kind.MELD:
            assert played.kind is Kind.FORCE
            forced += 1
            wins += decision.info.counts[played.seat] == 0
    assert forced > 20
    assert wins > 0


def test_what_they_pay_follows_from_their_hand_alone() -> None:
    """A learner parts with nothing paired by rank; a friend counts runs, but no dead cards."""
    differ = unlike_a_counter = 0
    for decision in met()[Phase.PAY]:
        hand = decision.info.hand or 0
        links = connections(decision.info.setting.rules.pack)
        lonely = [
            card
            for card in kinds_of(hand)
            if all(rank_of(other) != rank_of(card) for other in kinds_of(remove(hand, 1 << card)))
        ]
        learner, friend = casual(LEARNER, decision).card, casual(FRIEND, decision).card
        assert not lonely or learner in lonely
        assert links.conn(friend, hand) == links.least(hand)
        differ += learner != friend
        counter = HeuristicBot().decide(decision.info, NO_LIMIT, random.Random(0)).card
        unlike_a_counter += friend != counter
    assert differ > 10
    assert unlike_a_counter > 10


# ---------------------------------------------------------------------------------------- strength


def own_points(better: Level, worse: Level, rules: str, players: int, deals: int) -> Interval:
    """Points per deal of ``better``, alone among seats of ``worse``."""
    bots = (better.id, worse.id)
    results = play(Contest(bots, RuleSet.parse(rules), players, deals, seed=1, alone=True))
    return summaries(bots, results)[0].points


STEPS = list(pairwise(GENTLE))


@pytest.mark.parametrize(("worse", "better"), STEPS[:1])
def test_a_friend_beats_a_learner(worse: Level, better: Level) -> None:
    assert own_points(better, worse, "clasico", 2, 120).low > 0.05


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("rules", "players"), STRENGTH[:4])
@pytest.mark.parametrize(("worse", "better"), STEPS)
def test_every_level_beats_the_one_below(
    worse: Level, better: Level, rules: str, players: int
) -> None:
    deals = 240 if players == 2 else 800
    assert own_points(better, worse, rules, players, deals).low > 0.05
