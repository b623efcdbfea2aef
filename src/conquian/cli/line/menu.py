"""The legal actions as people are offered them: numbered, in a sensible order, never too many."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from conquian.cli.line.words import Words
from conquian.core.action import Action, Kind
from conquian.core.cards import Card, CardSet, add, cards_of, rank_of, suit_of
from conquian.core.melds import Layout
from conquian.core.position import PAY
from conquian.core.turns import forcing
from conquian.core.view import InfoState

PAGE = 12
"""Takes and melds listed at once; the next ones on request."""


class Order(StrEnum):
    """How a hand is sorted."""

    SUIT = "suit"
    RANK = "rank"


@dataclass(frozen=True, slots=True)
class Option:
    """One numbered line.

    Attributes:
        actions: what it means; several where only the grouping of the melds differs.
        wins: it goes out.
    """

    actions: tuple[Action, ...]
    wins: bool = False

    @property
    def kind(self) -> Kind:
        """What is done."""
        return self.actions[0].kind

    @property
    def cards(self) -> CardSet:
        """The hand cards it uses."""
        return self.actions[0].cards


def sort_key(order: Order) -> Callable[[Card], tuple[int, int]]:
    """Sorts cards by suit or by rank; yucas last."""

    def key(card: Card) -> tuple[int, int]:
        rank, suit = rank_of(card) or 99, suit_of(card) if suit_of(card) >= 0 else 99
        return (suit, rank) if order is Order.SUIT else (rank, suit)

    return key


def hand_groups(hand: CardSet, order: Order) -> list[list[Card]]:
    """The cards of a hand, sorted, one list for each suit or rank."""
    key = sort_key(order)
    groups: dict[int, list[Card]] = {}
    for card in sorted(cards_of(hand), key=key):
        groups.setdefault(key(card)[0], []).append(card)
    return list(groups.values())


def options(info: InfoState, order: Order) -> list[Option]:
    """What the seat of ``info`` may do, in the order it is offered.

    Takes and melds that go out come first, then those with few hand cards; then forcing and
    passing. Cards to give or pay come as the hand is sorted. Actions that differ in the grouping
    alone are one option.
    """
    grouped: dict[tuple[Kind, CardSet, int], list[Action]] = {}
    for action in info.legal_actions():
        grouped.setdefault((action.kind, action.cards, action.seat), []).append(action)
    hand = info.hand or 0
    made = [
        Option(tuple(actions), wins=actions[0].kind is Kind.TAKE and actions[0].cards == hand)
        for actions in grouped.values()
    ]
    if made and made[0].kind in (Kind.GIVE, Kind.PAY):
        key = sort_key(order)
        return sorted(made, key=lambda option: key(option.actions[0].card))
    place = {Kind.TAKE: 0, Kind.MELD: 1, Kind.FORCE: 2, Kind.PASS: 3}
    return sorted(
        made,
        key=lambda option: (place[option.kind], not option.wins, option.cards.bit_count()),
    )


def label(option: Option, info: InfoState, words: Words, layout: Layout = ()) -> str:
    """The text of an option.

    Args:
        option: which.
        info: what the seat knows.
        words: how to say it.
        layout: how the laid cards would lie afterwards, where that is to be shown.
    """
    action = option.actions[0]
    if action.kind is Kind.PASS:
        return words.say("line_option_pass")
    if action.kind is Kind.FORCE:
        text = words.say("line_option_force", target=action.seat, layout=info.layout(action.seat))
        return text if info.counts[action.seat] else text + words.say("line_option_force_wins")
    if action.kind is Kind.TAKE:
        code = "line_option_take" if action.cards else "line_option_take_bare"
        text = words.say(code, cards=action.cards, upcard=info.upcard)
    else:
        text = words.say("line_option_meld", cards=action.cards)
    if len(option.actions) > 1:
        text += words.say("line_option_ways", number=len(option.actions))
    elif layout:
        text += words.say("line_option_after", layout=layout)
    if option.wins:
        text += words.say("line_option_wins")
    return text


def layout_after(option: Option, info: InfoState) -> Layout:
    """How the cards of a take or meld would lie; ``()`` where nothing is laid."""
    action = option.actions[0]
    if action.layout is not None:
        return action.layout
    if action.kind not in (Kind.TAKE, Kind.MELD) or info.seat is None:
        return ()
    laid = add(info.laid[info.seat], action.cards)
    if action.kind is Kind.TAKE:
        laid = add(laid, 1 << info.upcard)
    return info.setting.table.shown(laid)


def menu_lines(
    choices: Sequence[Option], info: InfoState, words: Words, start: int = 0
) -> tuple[list[str], int]:
    """The numbered list, ready to be printed, and how many takes and melds it reaches to.

    Of many takes and melds :data:`PAGE` are listed, after the first ``start``; what else can be
    done always is.
    """
    if choices and choices[0].kind in (Kind.GIVE, Kind.PAY):
        return [_cards_line(choices, info, words)], 0
    if len(choices) == 1:
        text = label(choices[0], info, words, layout_after(choices[0], info))
        return [words.say("line_only", text=text)], 0
    laying = sum(option.kind in (Kind.TAKE, Kind.MELD) for option in choices)
    few = laying <= PAGE + 3
    start = 0 if few or start >= laying else start
    stop = laying if few else min(start + PAGE, laying)
    lines = []
    for number, option in enumerate(choices, 1):
        if start < number <= stop or number > laying:
            text = label(option, info, words, layout_after(option, info))
            lines.append(words.say("line_numbered", number=number, text=text))
        elif number == stop + 1:
            lines.append(words.say("line_more", number=laying - stop, first=number))
    return lines, stop


def _cards_line(choices: Sequence[Option], info: InfoState, words: Words) -> str:
    """Cards to give or pay, in one line: they are many and need no words."""
    paying = info.phase is PAY
    parts = []
    for number, option in enumerate(choices, 1):
        card = option.actions[0].card
        text = words.card(card)
        if paying:
            text += _fits_note(info, words, card)
        parts.append(words.say("line_numbered_card", number=number, text=text))
    code = "line_menu_pay" if paying else "line_menu_give"
    return words.say(code, text="  ".join(parts))


def _fits_note(info: InfoState, words: Words, card: Card) -> str:
    """Whose laid cards this card fits, if anybody's."""
    if not info.setting.forcing:
        return ""
    owners = [seat for seat in range(info.players) if forcing.fits(info, seat, card)]
    if not owners:
        return ""
    if owners == [info.seat]:
        return words.say("line_fits_note_you")
    names = [words.say("line_you") if seat == info.seat else words.name(seat) for seat in owners]
    return words.say("line_fits_note", who=words.listed(names))
