"""The course of a deal: rules.md sections 4 and 5, texts of formats.md sections 1 and 2.

A position is a value.  ``legal`` says who decides and lists all actions as text, ``apply`` gives
the next position.  Turning a card is never an action; it happens as soon as it is due.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from .melds import (
    Cards,
    Layout,
    Melding,
    choices,
    is_meld,
    layout_of,
    layouts,
    some_layout,
    without,
)
from .rules import KEYS, RuleError, Rules, in_order, read_rules, whole_pack

Legal = tuple[str, int | None, list[str]]
T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Game:
    """What stays the same during a deal; compared by identity."""

    rules: Rules
    players: int
    dealer: int
    melding: Melding

    def after(self, seat: int) -> int:
        """Return the next player."""
        return (seat + 1) % self.players

    def round_from(self, seat: int) -> tuple[int, ...]:
        """List all seats, beginning with this one."""
        return tuple((seat + i) % self.players for i in range(self.players))


@dataclass(frozen=True)
class Position:
    """Everything that decides how a deal can go on."""

    game: Game
    phase: str  # exchange, offer, window, forced, pay, over
    actor: int | None
    hands: tuple[Cards, ...]
    laid: tuple[Layout, ...]  # with force_fit layout always the same grouping of the same cards
    stock: Cards
    given: Cards = ()  # exchange: what pone, next(pone), … have chosen
    upcard: str = ""
    turner: int | None = None  # who turned the upcard …
    payer: int | None = None  # … or paid it
    queue: tuple[int, ...] = ()  # still to be asked, the actor first
    declined: tuple[int, ...] = ()  # passed on this upcard, in order
    window: tuple[int, ...] = ()  # still to be asked in the window, the actor first
    next_turner: int = 0
    winner: int | None = None
    reason: str = ""


def _put(zones: tuple[T, ...], seat: int, zone: T) -> tuple[T, ...]:
    return (*zones[:seat], zone, *zones[seat + 1 :])


def _laid_cards(pos: Position, seat: int) -> Cards:
    return tuple(card for meld in pos.laid[seat] for card in meld)


# --- what follows by itself -------------------------------------------------------------------


def _open(pos: Position) -> Position:
    """Turn the first card."""
    game, rules = pos.game, pos.game.rules
    pone = game.after(game.dealer)
    if rules.opening == "upcard":
        turner, next_turner = game.dealer, pone
    elif rules.offer == "two_step":
        turner, next_turner = pone, game.dealer
    else:
        turner, next_turner = pone, game.after(pone)
    return _offer(
        replace(
            pos,
            upcard=pos.stock[0],
            stock=pos.stock[1:],
            turner=turner,
            payer=None,
            queue=game.round_from(pone),
            declined=(),
            next_turner=next_turner,
        )
    )


def _turn(pos: Position) -> Position:
    """Let the next turner turn a stock card, or end the deal if there is none."""
    game, rules, seat = pos.game, pos.game.rules, pos.next_turner
    if not pos.stock:
        return _end_of_stock(pos)
    queue = game.round_from(seat)
    if rules.offer == "two_step" and rules.claim == "next":
        queue = queue[:2]
    return _offer(
        replace(
            pos,
            upcard=pos.stock[0],
            stock=pos.stock[1:],
            turner=seat,
            payer=None,
            queue=queue,
            declined=(),
            next_turner=game.after(seat),
        )
    )


def _paid(pos: Position, seat: int, card: str) -> Position:
    """Put a paid card on offer."""
    game, rules = pos.game, pos.game.rules
    queue = game.round_from(game.after(seat))[:-1]
    if rules.offer == "two_step" and rules.claim == "next":
        queue = queue[:1]
    return _offer(
        replace(
            pos,
            upcard=card,
            turner=None,
            payer=seat,
            queue=queue,
            declined=(),
            next_turner=game.after(seat),
        )
    )


def _offer(pos: Position) -> Position:
    """Ask the first of the queue; if it is empty, open the window."""
    if pos.queue:
        return replace(pos, phase="offer", actor=pos.queue[0], window=())
    seats = pos.game.round_from(pos.game.after(pos.declined[-1]))
    return _window(replace(pos, window=seats))


def _window(pos: Position) -> Position:
    """Ask the next seat in the window that has a target; if there is none, the card is dead."""
    rules = pos.game.rules
    if rules.force_window and rules.force != "never":
        for spot, seat in enumerate(pos.window):
            if _window_targets(pos, seat):
                return replace(pos, phase="window", actor=seat, window=pos.window[spot:])
    return _turn(replace(pos, upcard="", window=()))


def _end_of_stock(pos: Position) -> Position:
    winner = None
    if pos.game.rules.stock_out == "fewest":
        sizes = [len(hand) for hand in pos.hands]
        if sizes.count(min(sizes)) == 1:
            winner = sizes.index(min(sizes))
    return replace(pos, phase="over", actor=None, upcard="", winner=winner, reason="stock")


# --- forcing ----------------------------------------------------------------------------------


def _fits(pos: Position, seat: int) -> bool:
    """Can the upcard join this seat's layout with no hand card?"""
    how = pos.game.melding
    if not pos.laid[seat]:
        return False
    if pos.game.rules.force_fit == "meld":
        return any(is_meld(how, in_order((*meld, pos.upcard))) for meld in pos.laid[seat])
    return bool(layouts(how, in_order((*_laid_cards(pos, seat), pos.upcard))))


def _offer_targets(pos: Position, seat: int) -> list[int]:
    rules = pos.game.rules
    if rules.force == "never":
        return []
    return [
        target
        for target in range(pos.game.players)
        if target != seat and _fits(pos, target) and (target != pos.payer or rules.force_discarder)
    ]


def _window_targets(pos: Position, seat: int) -> list[int]:
    candidates = pos.declined
    if seat in candidates:
        candidates = candidates[candidates.index(seat) + 1 :]
    return [target for target in candidates if target != seat and _fits(pos, target)]


# --- the legal actions ------------------------------------------------------------------------


def _laying_text(pos: Position, verb: str, cards: Cards, layout: Layout) -> str:
    text = " ".join((verb, *cards))
    if pos.game.rules.force_fit == "meld":
        text += " -> " + " | ".join(" ".join(meld) for meld in layout)
    return text


def _takes(pos: Position, seat: int) -> set[str]:
    fixed = in_order((*_laid_cards(pos, seat), pos.upcard))
    return {
        _laying_text(pos, "take", cards, layout)
        for cards, layout in choices(pos.game.melding, fixed, pos.hands[seat])
    }


def _hand_melds(pos: Position, seat: int) -> set[str]:
    when = pos.game.rules.hand_melds
    if when == "never" or (when == "after_turning" and pos.turner != seat):
        return set()
    fixed = in_order(_laid_cards(pos, seat))
    return {
        _laying_text(pos, "meld", cards, layout)
        for cards, layout in choices(pos.game.melding, fixed, pos.hands[seat])
        if cards
    }


def _placings(pos: Position, seat: int) -> set[str]:
    """List the takes of a player forced with ``forced_play: place``."""
    if pos.game.rules.force_fit == "layout":
        return {"take"}
    texts = set()
    for spot, meld in enumerate(pos.laid[seat]):
        longer = in_order((*meld, pos.upcard))
        if is_meld(pos.game.melding, longer):
            others = [*pos.laid[seat][:spot], *pos.laid[seat][spot + 1 :]]
            texts.add(_laying_text(pos, "take", (), layout_of([longer, *others])))
    return texts


def _offer_actions(pos: Position, seat: int) -> set[str]:
    rules = pos.game.rules
    targets = _offer_targets(pos, seat)
    texts = _takes(pos, seat) | _hand_melds(pos, seat) | {f"force {t}" for t in targets}
    bound = (rules.force == "must" and bool(targets)) or (
        rules.force == "automatic" and _fits(pos, seat)
    )
    if not bound:
        texts.add("pass")
    return texts


def legal(pos: Position) -> Legal:
    """Return the phase, who decides (None when over) and all his actions, sorted as text."""
    seat = pos.actor
    if seat is None:
        return (pos.phase, None, [])
    texts: set[str]
    if pos.phase == "exchange":
        texts = {f"give {card}" for card in pos.hands[seat]}
    elif pos.phase == "pay":
        texts = {f"pay {card}" for card in pos.hands[seat]}
    elif pos.phase == "offer":
        texts = _offer_actions(pos, seat)
    elif pos.phase == "window":
        texts = {f"force {target}" for target in _window_targets(pos, seat)} | {"pass"}
    elif pos.game.rules.forced_play == "place":
        texts = _placings(pos, seat)
    else:
        texts = _takes(pos, seat)
    return (pos.phase, seat, sorted(texts))


# --- playing an action ------------------------------------------------------------------------


def _read_cards(text: str) -> Cards:
    cards = text.split()
    if any(card not in KEYS for card in cards):
        raise RuleError(f"cannot read the cards {text!r}")
    return in_order(cards)


def _read_action(text: str) -> tuple[str, Cards, Layout]:
    """Return the verb, its cards and the layout; cards may be listed in any order."""
    head, arrow, tail = text.partition("->")
    verb, _, rest = head.strip().partition(" ")
    layout = layout_of([_read_cards(meld) for meld in tail.split("|")]) if arrow else ()
    return verb, _read_cards(rest), layout


def _in_writers_order(pos: Position, text: str) -> str:
    """Spell an action as ``legal`` does."""
    verb = text.partition(" ")[0]
    if verb not in ("take", "meld"):
        return text
    verb, cards, layout = _read_action(text)
    if pos.game.rules.force_fit == "layout":
        return text if layout else " ".join((verb, *cards))
    return _laying_text(pos, verb, cards, layout)


def apply(pos: Position, text: str) -> Position:
    """Return the position after an action, refusing what is not legal."""
    text = _in_writers_order(pos, text)
    if text not in legal(pos)[2]:
        raise RuleError(f"{text!r} is not legal in phase {pos.phase} for seat {pos.actor}")
    return _apply(pos, text)


def _apply(pos: Position, text: str) -> Position:
    seat = pos.actor
    assert seat is not None
    verb, _, rest = text.partition(" ")
    if verb == "give":
        return _give(pos, rest)
    if verb == "pay":
        hand = without(pos.hands[seat], (rest,))
        assert hand is not None
        return _paid(replace(pos, hands=_put(pos.hands, seat, hand)), seat, rest)
    if verb == "force":
        target = int(rest)
        return replace(pos, phase="forced", actor=target, queue=(), declined=(), window=())
    if verb == "pass":
        if pos.phase == "window":
            return _window(replace(pos, window=pos.window[1:]))
        return _offer(replace(pos, queue=pos.queue[1:], declined=(*pos.declined, seat)))
    return _lay(pos, seat, text)


def _lay(pos: Position, seat: int, text: str) -> Position:
    verb, cards, layout = _read_action(text)
    hand = without(pos.hands[seat], cards)
    assert hand is not None
    if pos.game.rules.force_fit == "layout":
        upcard = (pos.upcard,) if verb == "take" else ()
        table = in_order((*_laid_cards(pos, seat), *upcard, *cards))
        layout = some_layout(pos.game.melding, table)
    pos = replace(pos, hands=_put(pos.hands, seat, hand), laid=_put(pos.laid, seat, layout))
    if verb == "meld":
        return pos
    pos = replace(pos, upcard="", turner=None, payer=None, queue=(), declined=(), next_turner=0)
    if not hand:
        return replace(pos, phase="over", actor=None, winner=seat, reason="out")
    return replace(pos, phase="pay", actor=seat)


def _give(pos: Position, card: str) -> Position:
    game = pos.game
    given = (*pos.given, card)
    if len(given) < game.players:
        assert pos.actor is not None
        return replace(pos, given=given, actor=game.after(pos.actor))
    hands = [list(hand) for hand in pos.hands]
    givers = game.round_from(game.after(game.dealer))
    for giver, gift in zip(givers, given, strict=True):
        hands[giver].remove(gift)
    for giver, gift in zip(givers, given, strict=True):
        hands[game.after(giver)].append(gift)
    return _open(replace(pos, given=(), hands=tuple(in_order(hand) for hand in hands)))


# --- records ----------------------------------------------------------------------------------


def start(record: Mapping[str, Any]) -> Position:
    """Return the position before the first action of a record."""
    rules = read_rules(record["rules"])
    players, dealer = record["players"], record["dealer"]
    size = rules.hand_size(players)
    if dealer not in range(players):
        raise RuleError(f"dealer: there is no seat {dealer}")
    hands = tuple(in_order(hand) for hand in record["hands"])
    stock = tuple(record["stock"])
    if len(hands) != players or any(len(hand) != size for hand in hands):
        raise RuleError(f"hands: must be {players} hands of {size}")
    if in_order([card for hand in hands for card in hand] + list(stock)) != whole_pack(
        rules, players
    ):
        raise RuleError("stock: hands and stock are not exactly the pack")
    game = Game(rules, players, dealer, Melding(rules.pack, rules.run_cap))
    pos = Position(game, "exchange", game.after(dealer), hands, ((),) * players, stock)
    return pos if rules.exchange else _open(pos)


def replay(record: Mapping[str, Any]) -> Iterator[Position]:
    """Yield the position before every action of a record and the one reached at its end."""
    pos = start(record)
    yield pos
    for text in record.get("actions", []):
        pos = apply(pos, text)
        yield pos


def load(record: Mapping[str, Any]) -> Position:
    """Return the position a record reaches."""
    *_, pos = replay(record)
    return pos


def result(pos: Position) -> dict[str, Any] | None:
    """Return ``{"winner": …, "reason": …}``, or None while the deal goes on."""
    return {"winner": pos.winner, "reason": pos.reason} if pos.phase == "over" else None


# --- counting and solving ---------------------------------------------------------------------


def perft(pos: Position, depth: int, seen: dict[tuple[Position, int], int] | None = None) -> int:
    """Count the action sequences of this length; a finished deal counts once."""
    if depth == 0 or pos.phase == "over":
        return 1
    texts = legal(pos)[2]
    if depth == 1:
        return len(texts)
    seen = {} if seen is None else seen
    if (pos, depth) not in seen:
        seen[pos, depth] = sum(perft(_apply(pos, text), depth - 1, seen) for text in texts)
    return seen[pos, depth]


def _value(pos: Position, seen: dict[Position, int]) -> int:
    """Return the open-hand value for seat 0; stop looking once nothing better can come."""
    if pos.phase == "over":
        return 0 if pos.winner is None else 1 if pos.winner == 0 else -1
    if pos not in seen:
        side = 1 if pos.actor == 0 else -1
        best = -1
        for text in legal(pos)[2]:
            best = max(best, side * _value(_apply(pos, text), seen))
            if best == 1:
                break
        seen[pos] = side * best
    return seen[pos]


def solve(pos: Position) -> tuple[int, list[str]]:
    """Return the open-hand value for seat 0 and every action that keeps it, sorted."""
    game = pos.game
    packs = game.rules.decks + (game.players >= game.rules.big_table)
    if game.players != 2 or packs != 1 or pos.phase == "exchange":
        raise RuleError("solve: two players, one pack and a finished exchange are needed")
    seen: dict[Position, int] = {}
    value = _value(pos, seen)
    best = [text for text in legal(pos)[2] if _value(_apply(pos, text), seen) == value]
    return value, best
