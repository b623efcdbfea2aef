"""What a seat is shown: the table, its hand, whose turn it is and why.

Everything here is made from the seat's ``InfoState`` and the layouts its table shows it; nothing
else may ever be put on the screen.
"""

from __future__ import annotations

from collections.abc import Sequence

from conquian.cli.line.menu import Order, hand_groups
from conquian.cli.line.words import Words
from conquian.core.events import Over, Took
from conquian.core.melds import Layout
from conquian.core.position import EXCHANGE, FORCED, OFFER, PAY, WINDOW
from conquian.core.ruleset import ForcedPlay
from conquian.core.turns import forcing
from conquian.core.view import InfoState


def table_lines(info: InfoState, layouts: Sequence[Layout], words: Words) -> list[str]:
    """Every layout and hand size, the viewer's own seat first; the upcard and the stock."""
    lines = [words.say("line_table")]
    start = info.seat or 0
    for step in range(info.players):
        seat = (start + step) % info.players
        code = "line_seat"
        if seat == info.seat:
            code = "line_seat_self" if words.name(seat) in words.selves else "line_seat_you"
        lines.append(words.say(code, seat=seat, layout=layouts[seat], number=info.counts[seat]))
    return [*lines, *centre_lines(info, words)]


def centre_lines(info: InfoState, words: Words) -> list[str]:
    """The upcard and where it came from, the stock, how many cards are dead."""
    stock = words.say("line_stock", number=info.stock, dead=len(info.dead))
    if info.upcard < 0:
        return [stock]
    own = "_you" if info.source == info.seat else ""
    code = ("line_upcard_turned" if info.turned else "line_upcard_paid") + own
    name = words.card_name(info.upcard)
    return [words.say(code, upcard=info.upcard, text=name, seat=info.source) + " " + stock]


def hand_line(info: InfoState, order: Order, words: Words) -> str:
    """The own hand, sorted."""
    hand = info.hand or 0
    if not hand:
        return words.say("line_hand_empty")
    groups = hand_groups(hand, order)
    shown = ", ".join(" ".join(map(words.card, group)) for group in groups)
    return words.say("line_hand", number=hand.bit_count(), text=shown)


def turn_lines(info: InfoState, layouts: Sequence[Layout], words: Words) -> list[str]:
    """Why the viewer must decide now, and what his decision means."""
    if info.phase is EXCHANGE:
        seat = info.seat or 0
        giver, target = (seat - 1) % info.players, (seat + 1) % info.players
        if giver == target:
            return [words.say("line_why_swap", target=target)]
        return [words.say("line_why_exchange", target=target, by=giver)]
    if info.phase is OFFER:
        return [words.say("line_your_turn") + " " + _why_offered(info, words)]
    if info.phase is PAY:
        return _pay_lines(info, words)
    if info.phase is FORCED:
        return _forced_lines(info, layouts, words)
    if info.phase is WINDOW:
        return _window_lines(info, layouts, words)
    return []


def _why_offered(info: InfoState, words: Words) -> str:
    """Who had the card before, and who comes next."""
    why = []
    first_card = info.turned and info.stock == info.setting.stock_size - 1
    if first_card and not info.declined:
        why.append(words.say("line_why_first"))
    elif info.declined:
        who = words.listed(map(words.name, info.asked))
        why.append(
            words.say("line_why_passed_one" if info.declined == 1 else "line_why_passed", who=who)
        )
    elif info.turned:
        why.append(words.say("line_why_you_turned"))
    else:
        why.append(words.say("line_why_paid", seat=info.source))
    seat = info.setting.next[info.actor]
    if info.declined + 1 < info.size:
        why.append(words.say("line_if_pass_next", seat=seat))
    elif info.stock:
        own = "_you" if info.turner == info.seat else ""
        why.append(words.say("line_if_pass_dead" + own, upcard=info.upcard, seat=info.turner))
    else:
        why.append(words.say("line_if_pass_end"))
    return " ".join(why)


def _pay_lines(info: InfoState, words: Words) -> list[str]:
    took = next((event for event in reversed(info.history) if isinstance(event, Took)), None)
    queue = info.setting.paid[info.actor]
    own = "_forced" if took is not None and took.forced_by is not None else ""
    return [words.say("line_why_pay" + own, seat=queue.first)]


def _forced_lines(info: InfoState, layouts: Sequence[Layout], words: Words) -> list[str]:
    """What happened to the forced player, why it was possible, and what he must do."""
    seat = info.actor
    lines = [
        words.say("line_forced", by=info.forcer, upcard=info.upcard),
        words.say(
            "line_forced_fits",
            upcard=info.upcard,
            layout=_fitted(info, seat, layouts),
        ),
    ]
    place = info.setting.rules.forced_play is ForcedPlay.PLACE
    lines.append(words.say("line_forced_place" if place else "line_forced_full"))
    if info.counts[seat] == 0:
        lines.append(words.say("line_forced_wins"))
    else:
        lines.append(words.say("line_forced_then_pay" + ("_surely" if place else "")))
    return lines


def _fitted(info: InfoState, seat: int, layouts: Sequence[Layout]) -> Layout:
    """The melds the upcard extends as they lie; the whole layout if it must be regrouped."""
    table = info.setting.table
    extended = tuple(meld for meld in layouts[seat] if table.extends(meld, info.upcard))
    return extended or layouts[seat]


def _window_lines(info: InfoState, layouts: Sequence[Layout], words: Words) -> list[str]:
    """What the window is, and whom it lets the player force."""
    lines = [words.say("line_window", upcard=info.upcard), words.say("line_window_what")]
    lines += [
        words.say(
            "line_window_target",
            target=target,
            upcard=info.upcard,
            layout=_fitted(info, target, layouts),
            number=info.counts[target],
        )
        for target in forcing.window_targets(info, info.actor)
    ]
    return lines


def dead_line(info: InfoState, words: Words) -> str:
    """The dead cards in the order they died."""
    if not info.dead:
        return words.say("line_dead_none")
    shown = " ".join(map(words.card, info.dead))
    return words.say("line_dead", number=len(info.dead), text=shown)


def opened_lines(info: InfoState, layouts: Sequence[Layout], words: Words) -> list[str]:
    """After the deal: what everybody had laid and kept."""
    over = info.history[-1]
    if not isinstance(over, Over):
        return []
    lines = [words.say("line_opened")]
    lines += [
        words.say("line_opened_seat", seat=seat, layout=layouts[seat], cards=hand)
        for seat, hand in enumerate(over.hands)
    ]
    if over.stock:
        lines.append(words.say("line_opened_stock", text=" ".join(map(words.card, over.stock))))
    return lines
