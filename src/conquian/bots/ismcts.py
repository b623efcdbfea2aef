"""``ismcts``: information-set Monte Carlo tree search, for any number of players and one pack.

Cowling, Powley and Whitehouse (IEEE TCIAIG 2012), single-observer form: every iteration deals out a
new world, walks down one tree by what all can see (actions, and cards turned), chooses among the
actions that are legal in this world, counts how often each was available, adds one node, and lets
the network of ``kernel.net`` play on to the end. As each seat's choices are counted over all
worlds, nobody in the tree plays to a hand he cannot know; that is what ``pimc`` gets wrong. Inside
the exchange, where nobody sees the others choose, it tries every gift in the same worlds instead.
"""

from __future__ import annotations

import math
import random
import time
from typing import Final

import numpy as np

from conquian.bots.base import BadBot, Limit
from conquian.bots.neural import net_for
from conquian.bots.place import Place
from conquian.core.action import Action
from conquian.core.position import Phase
from conquian.core.view import InfoState
from conquian.kernel import features, moves
from conquian.kernel.net import Reals
from conquian.kernel.rollout import try_out, winner_of
from conquian.kernel.tables import CARDS, YUCA_CARD, Ints
from conquian.kernel.words import OVER, TURN, W_ACTOR, W_PHASE, W_UNSEEN, W_WINNER

DEFAULT_ITERATIONS: Final = 400
DEFAULT_GUARD_MS: Final = 5_000
_CURIOUS: Final = 0.7  # the exploration constant of the paper, for points of one stake
_TEMPERATURE: Final = 0.5


class _Node:
    """What has been seen of a place in the tree and of one action there.

    ``children`` by what led to them: an action's words, or a turned card.
    """

    __slots__ = ("available", "children", "points", "visits")

    def __init__(self) -> None:
        self.children: dict[bytes, _Node] = {}
        self.visits = 0
        self.available = 0
        self.points = 0.0


class IsmctsBot:
    """Searches one tree over all worlds.

    Args:
        iterations: how many, where the limit does not say (``Limit.worlds``: a world each).
        net: parameters to play on with instead of those in the package.

    Attributes:
        cut: decisions its guard has cut short.
    """

    def __init__(self, iterations: int = DEFAULT_ITERATIONS, net: Reals | None = None) -> None:
        self.name = f"ismcts:{iterations}"
        self.cut = 0
        self._iterations = iterations
        self._net = net

    @staticmethod
    def of(argument: str) -> IsmctsBot:
        """The bot of a spec: the number of iterations, or nothing.

        Raises:
            BadBot: ``bot_bad_number``.
        """
        if not argument:
            return IsmctsBot()
        if not argument.isdecimal() or not 4 <= int(argument) <= 1_000_000:
            raise BadBot("bot_bad_number", bot="ismcts", text=argument[:20])
        return IsmctsBot(int(argument))

    def decide(self, info: InfoState, limit: Limit, rng: random.Random) -> Action:
        """The action tried most."""
        legal = info.legal_actions()
        if len(legal) == 1:
            return legal[0]
        net = net_for(info.setting.rules, info.players) if self._net is None else self._net
        place, seed = Place(info), rng.getrandbits(60)
        iterations = limit.worlds or self._iterations
        worlds = place.worlds(iterations, seed)
        if info.phase is Phase.EXCHANGE:
            return self._gift(place, net, worlds, seed)
        tree = _Tree(place, net, seed, rng)
        until = time.perf_counter() + (limit.guard_ms or DEFAULT_GUARD_MS) / 1000
        for number, world in enumerate(worlds):
            if number and time.perf_counter() > until:
                self.cut += 1
                break
            tree.iterate(world, number)
        return place.actions[tree.best()]

    @staticmethod
    def _gift(place: Place, net: Reals, worlds: Ints, seed: int) -> Action:
        some = worlds[: max(1, len(worlds) // len(place.legal))]
        points = np.zeros((len(some), len(place.legal)))
        try_out(
            place.kernel.game, some, place.memory, place.blind.viewer, net, _TEMPERATURE, seed, 0,
            place.legal, points,
        )  # fmt: skip
        return place.actions[int(points.sum(axis=0).argmax())]


class _Tree:
    """The tree of one decision."""

    def __init__(self, place: Place, net: Reals, seed: int, rng: random.Random) -> None:
        self.place, self.net, self.seed, self.rng = place, net, seed, rng
        self.kernel = place.kernel
        self.root = _Node()

    def best(self) -> int:
        """The place of the action tried most; of equals the one worth more."""
        tried = [self.root.children.get(action.tobytes(), _Node()) for action in self.place.legal]
        return max(
            range(len(tried)),
            key=lambda one: (tried[one].visits, tried[one].points / max(1, tried[one].visits)),
        )

    def iterate(self, world: Ints, number: int) -> None:
        """Walk down in this world, add a node, play on, and tell the way up what it was worth."""
        row, memory, node = world.copy(), self.place.memory.copy(), self.root
        way: list[tuple[_Node, int]] = []
        fresh = False
        while row[W_PHASE] != OVER and not fresh:
            if row[W_PHASE] == TURN:
                node = self._turn(row, node)
                continue
            actor = int(row[W_ACTOR])
            action, fresh = self._chosen(node, self.kernel.legal(row))
            node = node.children[action.tobytes()]
            way.append((node, actor))
            features.note(self.kernel.game, row, memory, action)
            moves.apply(self.kernel.game, row, action, self.kernel.scratch)
        winner = int(row[W_WINNER])
        if row[W_PHASE] != OVER:
            winner = int(
                winner_of(self.kernel.game, row, memory, self.net, _TEMPERATURE, self.seed, number)
            )
        for one, actor in way:
            one.visits += 1
            if winner >= 0:
                one.points += self.kernel.players - 1 if winner == actor else -1

    def _turn(self, row: Ints, node: _Node) -> _Node:
        """A card comes up, any that is left alike; its branch of the tree."""
        unseen = int(row[W_UNSEEN])
        cards = [card for card in range(CARDS) if unseen >> card & 1]
        card = min(YUCA_CARD, self.rng.choice(cards))
        moves.reveal(self.kernel.game, row, card)
        return node.children.setdefault(bytes((card,)), _Node())

    def _chosen(self, node: _Node, legal: Ints) -> tuple[Ints, bool]:
        """An action that was never tried, or the one with the highest bound; and which it was."""
        if len(legal) == 1:
            node.children.setdefault(legal[0].tobytes(), _Node()).available += 1
            return legal[0], False
        known = [node.children.get(action.tobytes()) for action in legal]
        untried = [place for place, child in enumerate(known) if child is None]
        for child in known:
            if child is not None:
                child.available += 1
        if untried:
            action = legal[self.rng.choice(untried)]
            child = node.children[action.tobytes()] = _Node()
            child.available = 1
            return action, True
        bounds = [
            child.points / child.visits
            + _CURIOUS * math.sqrt(math.log(child.available) / child.visits)
            for child in known
            if child is not None
        ]
        return legal[bounds.index(max(bounds))], False
