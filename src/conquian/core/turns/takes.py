"""Takes and hand melds: which cards may be laid, and in which grouping (rules.md §2, §4).

``legal…`` lists them, ``…refusal`` judges a single one without listing; the tests prove that the
two agree. Order: by the hand cards used, compared in card order, then by the layout.
"""

from __future__ import annotations

from conquian.core.action import Action, Kind
from conquian.core.cards import CardSet, add, cards_of, is_zone, kinds_of
from conquian.core.errors import NotLegal
from conquian.core.melds import Layout
from conquian.core.position import Position


def legal(position: Position, seat: int, hand: CardSet) -> list[Action]:
    """Every take of the upcard by ``seat``: any hand cards, as long as all laid cards + the upcard
    + these can be grouped into melds; where the grouping matters, with every such grouping."""
    laid, upcard = position.laid[seat], position.upcard
    if not position.setting.table.meldable(upcard, laid | hand):
        return []
    return _layings(position, Kind.TAKE, add(laid, 1 << upcard), hand)


def legal_melds(position: Position, seat: int, hand: CardSet) -> list[Action]:
    """Every meld wholly from the hand, new or extending: at least one hand card."""
    laid = position.laid[seat]
    table = position.setting.table
    if not any(table.meldable(card, laid | hand) for card in kinds_of(hand)):
        return []
    return _layings(position, Kind.MELD, laid, hand)


def _layings(position: Position, kind: Kind, must: CardSet, hand: CardSet) -> list[Action]:
    table = position.setting.table
    if position.setting.grouped:
        found = sorted(
            table.arrangements(must, hand),
            key=lambda laying: (cards_of(laying[0]), table.layout_key(laying[1])),
        )
        actions = [Action(kind, cards, layout) for cards, layout in found]
    else:
        chosen = table.completions(must, hand)
        actions = [Action(kind, cards) for cards in sorted(chosen, key=cards_of)]
    return [action for action in actions if action.cards or kind is Kind.TAKE]


def refusal(position: Position, hand: CardSet, action: Action) -> NotLegal | None:
    """Why these cards cannot be laid (``take`` or ``meld``)."""
    cards = action.cards
    if cards & hand != cards:
        return NotLegal("not_in_hand", cards=cards)
    must = position.laid[position.actor]
    if action.kind is Kind.TAKE:
        must = add(must, 1 << position.upcard)
    elif not cards:
        return NotLegal("meld_needs_card")
    table = position.setting.table
    whole = add(must, cards)
    if not position.setting.grouped:
        if action.layout is not None:
            return NotLegal("layout_not_needed")
        if not table.splits(whole):
            return _no_melds(position, action)
        return None
    if action.layout is None:
        return NotLegal("layout_missing") if table.splits(whole) else _no_melds(position, action)
    return _layout_refusal(position, whole, action.layout)


def _no_melds(position: Position, action: Action) -> NotLegal:
    laid = position.laid[position.actor]
    if action.kind is Kind.MELD:
        return NotLegal("meld_not_melds", cards=action.cards, laid=laid)
    if not action.cards:
        return NotLegal("take_bare", upcard=position.upcard, laid=laid)
    return NotLegal("take_not_melds", upcard=position.upcard, cards=action.cards, laid=laid)


def _layout_refusal(position: Position, whole: CardSet, layout: Layout) -> NotLegal | None:
    """Why this is not the whole layout: exactly the cards, each in one valid meld."""
    table = position.setting.table
    for meld in layout:
        if table.kind(meld) is None:
            return NotLegal("not_a_meld", cards=meld if is_zone(meld) else 0)
    counted: dict[int, int] = {}
    for meld in layout:
        for card in cards_of(meld):
            counted[card] = counted.get(card, 0) + 1
    wanted: dict[int, int] = {}
    for card in cards_of(whole):
        wanted[card] = wanted.get(card, 0) + 1
    if counted != wanted:
        return NotLegal("layout_other_cards", cards=whole)
    if layout != table.sorted(layout):
        return NotLegal("layout_order")
    return None


def placings(position: Position, seat: int) -> list[Action]:
    """``forced_play: place``: the upcard goes on one of the melds it extends, his choice; with
    ``force_fit: layout`` it joins the layout. No hand cards."""
    if not position.setting.grouped:
        return [Action(Kind.TAKE)]
    table, card = position.setting.table, position.upcard
    lying = position.melds[seat]
    layouts = {
        table.sorted((*lying[:place], meld | 1 << card, *lying[place + 1 :]))
        for place, meld in enumerate(lying)
        if table.extends(meld, card)
    }
    return [Action(Kind.TAKE, 0, layout) for layout in sorted(layouts, key=table.layout_key)]


def placing_refusal(position: Position, action: Action) -> NotLegal | None:
    """Why a player who may only place the upcard cannot take like this."""
    if action.cards:
        return NotLegal("place_no_hand_cards", upcard=position.upcard)
    if action in placings(position, position.actor):
        return None
    if not position.setting.grouped:
        return NotLegal("layout_not_needed")
    if action.layout is None:
        return NotLegal("layout_missing")
    return NotLegal("place_on_one_meld", upcard=position.upcard)


def completes_meld(position: Position, seat: int, card: int) -> bool:
    """Whether ``card`` would join what ``seat`` has laid: what a player should think about twice
    before he pays it, as he can be forced with it."""
    laid = position.laid[seat]
    return bool(laid) and position.setting.table.splits(add(laid, 1 << card))
