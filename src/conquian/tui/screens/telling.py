"""What a table screen says: who is to act and why, what can be done, pages to read."""

from __future__ import annotations

from dataclasses import dataclass

from rich.style import Style
from rich.text import Text

from conquian.core.catalogue.explain import explain
from conquian.core.errors import ConquianError
from conquian.core.ruleset import RuleSet
from conquian.tui.desk import BETWEEN, OVER, WAITING, Desk
from conquian.tui.draft import GIVE, LAY, PAY, Draft, Situation
from conquian.tui.frames import Offer, TableFacts, View
from conquian.tui.pictures import Art
from conquian.tui.widgets.bars import Deed
from conquian.tui.widgets.picture import CALLING, GOLD, HUSHED
from conquian.tui.words import Words

SHUFFLING = "shuffling"


@dataclass(frozen=True, slots=True)
class Moment:
    """A table at a moment, with what is chosen."""

    desk: Desk
    facts: TableFacts
    view: View | None
    draft: Draft
    now: Situation
    proposal: Offer | None

    @property
    def words(self) -> Words:
        """How things are said."""
        return self.desk.words


def telling(moment: Moment) -> tuple[str, str, bool]:
    """Who is to act, why, and whether it is the viewer."""
    words, facts, view = moment.words, moment.facts, moment.view
    if facts.stage == WAITING:
        return words.say("app_waiting"), _waiting(moment), facts.host == facts.you
    if view is None or facts.stage == SHUFFLING:
        return words.say("app_shuffling"), "", False
    if view.result is not None:
        return words.say("app_deal_over"), view.result.text, facts.stage in (BETWEEN, OVER)
    if moment.draft.target is not None and moment.proposal is not None:
        target, card = moment.draft.target, _upcard(view, words)
        text = words.say("app_force_what", target=target, text=card)
        return words.say("app_force_title", target=target), text, True
    if view.acting:
        if view.phase == "forced" and view.forced:
            return words.say("app_forced"), view.forced, True
        code = "app_exchange" if view.phase == "exchange" else "app_your_turn"
        return words.say(code), view.why, True
    if view.forced:
        return _thinks(moment, view), view.forced, False
    return _thinks(moment, view), view.why, False


def _thinks(moment: Moment, view: View) -> str:
    words = moment.words
    if view.actor is None:
        return words.say("app_exchange" if view.phase == "exchange" else "app_wait")
    return words.say("app_thinks", seat=view.actor)


def _upcard(view: View, words: Words) -> str:
    return "" if view.upcard is None else Art(words.faces, words.pack).label(view.upcard.card)


def _waiting(moment: Moment) -> str:
    words, facts = moment.words, moment.facts
    free = sum(one.empty for one in facts.seats)
    if facts.you is None:
        return words.say("app_waiting_sit" if free else "app_waiting_watch")
    if free:
        code = "app_waiting_free_host" if facts.host == facts.you else "app_waiting_free"
        return words.say(code, number=free)
    return words.say("app_waiting_start" if facts.host == facts.you else "app_waiting_host")


# What can be done.


def deeds_of(moment: Moment) -> list[Deed]:
    """The actions offered, the likeliest first."""
    facts, view, words = moment.facts, moment.view, moment.words
    if facts.stage == WAITING:
        return _waiting_deeds(moment)
    if view is None or facts.stage == SHUFFLING:
        return []
    if view.result is not None:
        return [Deed("result", "⏎", words.say("app_go_on"), main=True)]
    if not view.acting:
        return []
    deeds = _main_deeds(moment, view)
    now = moment.now
    if now.forces and moment.draft.target is None:
        names = {offer.seat for offer in now.forces}
        code = "app_do_force_one" if len(names) == 1 else "app_do_force"
        deeds.append(Deed("force", "F", words.say(code, target=now.forces[0].seat or 0)))
    elif len(now.forces) > 1:
        deeds.append(Deed("force", "F", words.say("app_do_force_other")))
    if now.passing is not None:
        deeds.append(Deed("pass", "P", words.say("app_do_pass"), main=view.count == 1))
    if not moment.draft.empty:
        deeds.append(Deed("undo", "Esc", words.say("app_do_undo")))
    return deeds


def _main_deeds(moment: Moment, view: View) -> list[Deed]:
    now, words, proposal = moment.now, moment.words, moment.proposal
    if proposal is not None:
        deeds = [Deed("main", "⏎", _proposal_text(moment, proposal), main=True)]
        if now.mode == LAY and proposal.layout is not None and len(now.exact) > 1:
            deeds.append(Deed("group", "G", words.say("app_do_group")))
        return deeds
    if now.mode in (GIVE, PAY):
        return [Deed("main", "1…9", words.say(f"app_choose_{now.mode}"))]
    deeds = []
    if now.mode == LAY:
        kinds = {way.kind for way in now.ways}
        if "take" in kinds:
            deeds.append(Deed("take", "T", words.say("app_do_take", text=_upcard(view, words))))
        if "meld" in kinds:
            deeds.append(Deed("meld", "M", words.say("app_do_meld")))
        if now.more:
            deeds.append(Deed("take", "1…9", words.say("app_choose_cards")))
    return deeds


def _proposal_text(moment: Moment, proposal: Offer) -> str:
    """What Enter does; a list that was cut has no words of its own."""
    if proposal.say:
        return proposal.say[:1].upper() + proposal.say[1:]
    words = moment.words
    art = Art(words.faces, words.pack)
    cards = " ".join(map(art.label, proposal.cards))
    code = "app_do_meld_cards" if proposal.kind == "meld" else "app_do_take_cards"
    return words.say(code, text=cards)


def _waiting_deeds(moment: Moment) -> list[Deed]:
    words, facts = moment.words, moment.facts
    free = any(one.empty for one in facts.seats)
    if facts.you is None:
        return [Deed("main", "⏎", words.say("app_do_sit"), main=True)] if free else []
    if facts.host != facts.you:
        return []
    if free:
        return [Deed("fill", "B", words.say("app_do_fill"), main=True)]
    return [Deed("main", "⏎", words.say("app_do_start"), main=True)]


def keys_of(moment: Moment) -> list[tuple[str, str]]:
    """Keys for the footer: what helps now first, then what always goes."""
    words, now = moment.words, moment.now
    keys: list[tuple[str, str]] = []
    if now.mode in (LAY, GIVE, PAY):
        keys += [("←→ 1-0", words.say("app_key_choose")), ("⏎", words.say("app_key_do"))]
    if now.mode == LAY:
        keys.append(("G", words.say("app_key_group")))
    return [
        *keys,
        ("?", words.say("app_key_help")),
        ("Q", words.say("app_key_leave")),
        ("S", words.say("app_key_sort")),
        ("D", words.say("app_key_dead")),
        ("R", words.say("app_key_rules")),
        ("C", words.say("app_key_faces")),
        ("L", words.say("app_key_lang")),
    ]


# Pages.


def help_body(moment: Moment) -> Text:
    """How to play with mouse and keys."""
    words = moment.words
    text = Text(words.say("app_help_aim", goal=moment.facts.goal) + "\n\n")
    for key in ("choose", "do", "take", "meld", "group", "force", "pass", "undo", "look"):
        text.append(words.say(f"app_help_{key}_keys").ljust(12), Style(color=GOLD, bold=True))
        text.append(words.say(f"app_help_{key}") + "\n")
    text.append("\n" + words.say("app_help_mouse") + "\n\n" + words.say("app_help_force_why"))
    if moment.desk.place:
        text.append("\n\n" + words.say("app_saved", text=moment.desk.place), HUSHED)
    return text


def rules_body(moment: Moment) -> Text:
    """The rules of this table in words."""
    words, facts = moment.words, moment.facts
    text = Text()
    try:
        rules = RuleSet.parse(facts.text)
        sections = explain(rules, len(facts.seats))
    except ConquianError as fault:
        return Text(words.refusal(fault))
    for section in sections:
        text.append(words.say(section.title) + "\n", CALLING)
        for said in section.sentences:
            text.append(words.said(said) + "\n")
        text.append("\n")
    return text


def dead_body(moment: Moment) -> Text:
    """Dead cards in order, by suit, and all that has happened."""
    words, view = moment.words, moment.view
    text = Text()
    if view is None or not view.dead:
        text.append(words.say("app_dead_none"))
    else:
        art = Art(words.faces, words.pack)
        text.append(words.say("app_dead_order") + "\n", HUSHED)
        for start in range(0, len(view.dead), 12):
            text.append_text(art.line((view.dead[start : start + 12],)))
            text.append("\n")
    text.append("\n" + words.say("app_history") + "\n", CALLING)
    text.append("\n".join(one.text for one in moment.desk.log if one.text))
    return text


def result_body(moment: Moment) -> Text:
    """How a deal ended: in words, every hand and layout, the score."""
    words, view, facts = moment.words, moment.view, moment.facts
    text = Text()
    if view is None or view.result is None:
        return text
    art = Art(words.faces, words.pack)
    text.append(view.result.text + "\n\n", "bold")
    for seat in range(view.players):
        winner = seat == view.result.winner
        name = words.say("app_you") if seat == facts.you else words.name(seat)
        text.append(("★ " if winner else "  ") + name, CALLING if winner else "bold")
        text.append(f"  {facts.scores[seat]:+d}\n", CALLING if winner else HUSHED)
        if view.layouts[seat]:
            text.append("  ")
            text.append_text(art.line(view.layouts[seat]))
            text.append("\n")
        if view.result.hands[seat]:
            text.append("  " + words.say("app_in_hand") + " ", HUSHED)
            text.append_text(art.line((view.result.hands[seat],)))
            text.append("\n")
    if view.result.stock:
        text.append("\n" + words.say("app_in_stock") + " ", HUSHED)
        text.append(" ".join(map(art.label, view.result.stock)) + "\n", HUSHED)
    extra = _match_line(moment)
    if extra:
        text.append("\n" + extra + "\n")
    return text


def _match_line(moment: Moment) -> str:
    words, facts = moment.words, moment.facts
    if facts.stage == OVER:
        best = max(facts.scores)
        leaders = [seat for seat, score in enumerate(facts.scores) if score == best]
        if len(leaders) == len(facts.scores):
            return words.say("app_match_even")
        if leaders == [facts.you]:
            return words.say("app_match_you")
        return words.say("app_match_won", who=words.listed(map(words.name, leaders)))
    parts = []
    if facts.worth > 1:
        parts.append(words.say("app_worth", number=facts.worth))
    if facts.pot:
        parts.append(words.say("app_pot", number=facts.pot))
    return " ".join(parts)
