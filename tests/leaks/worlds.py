"""Other worlds: the same deal as far as one seat can know, with everything hidden changed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from random import Random

from conquian.core import Deal, InfoState, State, resample
from conquian.core.action import Action, Kind, give
from conquian.core.cards import CardSet, add, cards_of, remove
from conquian.core.events import Entry, Melded, Over, Paid, Took, Turned
from conquian.core.text import event_object, view_object


@dataclass
class World:
    """A deal played up to some point."""

    deal: Deal
    actions: list[Action]
    state: State
    entries: list[Entry]

    @staticmethod
    def play(deal: Deal, actions: list[Action]) -> World:
        entries, state = deal.opening_entries(), deal.first
        for action in actions:
            more, state = deal.entries(state, action)
            entries += more
        return World(deal, actions, state, entries)

    def step(self, action: Action) -> World:
        more, state = self.deal.entries(self.state, action)
        return World(self.deal, [*self.actions, action], state, self.entries + more)

    def info(self, seat: int | None) -> InfoState:
        return InfoState.fold(seat, [entry.seen_by(seat) for entry in self.entries])

    def told(self, seat: int | None, candidates: list[Action]) -> str:
        """Every byte that reaches a seat: events, views, and the answers to whatever it tries."""
        info = self.info(seat)
        events = [event_object(entry.seen_by(seat)) for entry in self.entries]
        answers: list[object] = [repr(info.refusal(action)) for action in candidates]
        if seat is not None:
            answers += [repr(self.state.refusal(action, seat)) for action in candidates]
        return json.dumps([events, view_object(info), info.key(), answers])


def other_world(world: World, seat: int | None, rng: Random) -> World:
    """The whole deal again, from hands and stock that ``seat`` cannot tell from the true ones."""
    info = world.info(seat)
    now = resample(info, rng.randrange)
    after_exchange = list(now.hands)
    for entry in world.entries:
        event = entry.spectator
        if isinstance(event, (Took, Melded)):
            after_exchange[event.seat] = add(after_exchange[event.seat], event.cards)
        elif isinstance(event, Paid):
            after_exchange[event.seat] = add(after_exchange[event.seat], 1 << event.card)
    hands, gifts = before_exchange(world, info, after_exchange, rng)
    rest = cards_of(now.unseen)
    rng.shuffle(rest)
    turned = [
        entry.spectator.card for entry in world.entries if isinstance(entry.spectator, Turned)
    ]
    deal = Deal(world.deal.rules, world.deal.dealer, tuple(hands), tuple(turned + rest))
    return World.play(deal, gifts + world.actions[len(gifts) :])


def before_exchange(
    world: World, info: InfoState, after: list[CardSet], rng: Random
) -> tuple[list[CardSet], list[Action]]:
    """Hands before the exchange and gifts that lead to the hands ``after`` it."""
    players, seat = info.players, info.seat
    chosen = [action for action in world.actions if action.kind is Kind.GIVE]
    order = [(world.deal.dealer + 1 + step) % players for step in range(players)]
    true_gifts = {giver: action.card for giver, action in zip(order, chosen, strict=False)}
    if len(chosen) < players:
        gifts = [
            action if giver == seat else give(rng.choice(cards_of(after[giver])))
            for giver, action in zip(order, chosen, strict=False)
        ]
        return after, gifts
    gift: dict[int, int] = {}
    for giver in order:
        receiver = (giver + 1) % players
        known = seat is not None and seat in (giver, receiver)
        gift[giver] = true_gifts[giver] if known else rng.choice(cards_of(after[receiver]))
    kept = [
        remove(after[one], 1 << gift[one - 1 if one else players - 1]) for one in range(players)
    ]
    hands = [add(kept[one], 1 << gift[one]) for one in range(players)]
    return hands, [give(gift[giver]) for giver in order]


def is_open(world: World) -> bool:
    """The hands have been opened."""
    return isinstance(world.entries[-1].spectator, Over)
