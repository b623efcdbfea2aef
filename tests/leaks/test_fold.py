"""The fold is right after every single event, not only where somebody decides."""

from __future__ import annotations

from random import Random

from conquian.core import InfoState, resample
from conquian.core.cards import cards_of
from tests.leaks.worlds import World
from tests.properties.walk import HESITANCE, random_action, random_deal


def test_every_prefix_of_a_log_can_be_resampled() -> None:
    rng = Random(21)
    checked = 0
    for _ in range(60):
        world = World.play(random_deal(rng), [])
        hesitance = rng.choice(HESITANCE)
        while not world.state.is_over:
            world = world.step(random_action(rng, world.state, hesitance))
        for seat in (*range(world.state.players), None):
            info = None
            for entry in world.entries:
                event = entry.seen_by(seat)
                info = info.after(event) if info else InfoState.fold(seat, [event])
                if not info.is_over and rng.random() < 0.2:
                    state = resample(info, rng.randrange)
                    assert state.unseen.bit_count() == state.stock
                    held = [hand.bit_count() for hand in state.hands]
                    assert held == list(info.counts)
                    assert not set(info.dead) & set(cards_of(state.unseen)) or (
                        world.deal.rules.decks_for(world.state.players) == 2
                        or world.deal.rules.yucas == 2
                    )
                    checked += 1
    assert checked > 500
