"""The past of a deal as one seat saw it, replayed in a supposed world: how likely was all that?

:func:`history_of` turns the events of an information state into arrays. A **world** is a position
as ``kernel.worlds`` makes it. With the world's hands and everything the seats have put down since,
the hands after the exchange are known, the deal can be played again from there, and at every
decision of another seat the position is there as that seat saw it, with what it chose. The
likelihood of a world under a model of play is the product of the model's probabilities of those
choices. A decision with a single legal action says nothing.

**The exchange.** What the neighbour before gave to the seat is known, and its probability counts,
as what it gave away is a fact about his hand. The gifts among other seats are unknown; they are
summed out exactly, seat by seat (:func:`gift_questions`, :func:`gift_sum`), so two players need
one probability, three players twice the hand size. A spectator knows no gift, and for him the
exchange counts nothing.

**Yucas.** Worlds are physical deals, so of two yucas in a hand the model's probability of using
one is shared between them (:func:`log_twins`).

**Another policy** needs a function like :func:`log_likelihood`: its own probabilities in the two
marked places, and before :func:`follow` whatever it remembers from step to step.

``head`` (``H_SHOWN`` + players,) and ``steps`` (…, ``STEP_WORDS``) are those of a
:class:`History`; ``legal`` (``MOST_RATED``, 4), ``scores`` (``MOST_RATED``,), ``asked``
(``MOST_ASKED``, ``ASKED_WORDS``) and ``row`` (a position's length) are working memory.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from conquian.core.events import Exchanged, Forced, Melded, Paid, Passed, Took, Turned
from conquian.core.view import InfoState
from conquian.kernel import moves
from conquian.kernel.bits import add, lowest, popcount, remove
from conquian.kernel.guided import MOST_RATED, Floats, rate_all
from conquian.kernel.jit import compiled
from conquian.kernel.melding import MOST_CHOICES, new_memory
from conquian.kernel.position import Kernel
from conquian.kernel.tables import (
    S_PLAYERS,
    S_YUCAS,
    YUCA_CARD,
    Ints,
    layout_code,
    mask_of,
)
from conquian.kernel.words import (
    A_FORCE,
    A_MELD,
    A_PASS,
    A_PAY,
    A_TAKE,
    EXCHANGE,
    TURN,
    W_ACTOR,
    W_PHASE,
    words_for,
)

H_DEALER, H_VIEWER, H_GAVE, H_GOT, H_SHOWN = range(5)
"""Places in ``head``: the dealer, the seat whose past it is (-1 a spectator), the cards it gave and
got in the exchange or -1; then for each seat the hand cards it has put down, as a mask."""

T_KIND, T_CARDS, T_TARGET, T_CODE, T_SEAT, STEP_WORDS = range(6)
"""Words of a step: an action (kind, cards, seat forced, layout code) and who did it."""
TURNED: Final = 6
"""Kind of a step that is no action: the card of the mask is turned from the stock."""

Q_STEP, Q_GOT, Q_GIFT, Q_FROM, Q_TO, ASKED_WORDS = range(6)
"""Words of a question about the exchange: how many seats after the viewer the giver sits, the card
he got, the card he gave; the numbers of both among the cards they can have been."""
MOST_ASKED: Final = 2 * 13 + 3 * 13 * 13
"""Six players with thirteen cards would have so many questions."""

_NEVER: Final = 1e-12
"""Floor of a probability: the worst a single choice can say against a world."""


class History(NamedTuple):
    """A seat's past; see the module text for the two arrays."""

    head: Ints
    steps: Ints


def history_of(kernel: Kernel, info: InfoState) -> History:
    """The past of a seat or a spectator as arrays."""
    tables = kernel.tables
    head = np.zeros(H_SHOWN + info.players, np.int64)
    head[H_DEALER] = info.dealer
    head[H_VIEWER] = -1 if info.seat is None else info.seat
    head[H_GAVE] = head[H_GOT] = -1
    steps: list[tuple[int, int, int, int, int]] = []
    for event in info.history:
        if isinstance(event, Exchanged) and event.gave is not None and event.got is not None:
            head[H_GAVE], head[H_GOT] = kernel.card(event.gave), kernel.card(event.got)
        elif isinstance(event, Turned):
            steps.append((TURNED, 1 << kernel.card(event.card), -1, 0, event.seat))
        elif isinstance(event, Passed):
            steps.append((A_PASS, 0, -1, 0, event.seat))
        elif isinstance(event, Forced):
            steps.append((A_FORCE, 0, event.target, 0, event.by))
        elif isinstance(event, Paid):
            steps.append((A_PAY, 1 << kernel.card(event.card), -1, 0, event.seat))
        elif isinstance(event, Took | Melded):
            kind = A_TAKE if isinstance(event, Took) else A_MELD
            code = layout_code(tables, event.layout) if info.setting.grouped else 0
            steps.append((kind, mask_of(tables, event.cards), -1, code, event.seat))
    for kind, cards, _, _, seat in steps:
        if kind != TURNED:
            head[H_SHOWN + seat] = add(int(head[H_SHOWN + seat]), cards)
    return History(head, np.array(steps, np.int64).reshape(-1, STEP_WORDS))


@compiled
def first_hand(head: Ints, world: Ints, seat: int) -> int:
    """The hand of a seat right after the exchange, as a world implies it."""
    return add(world[moves.hand_at(seat)], head[H_SHOWN + seat])


@compiled
def begin(game: Ints, head: Ints, world: Ints, row: Ints) -> None:
    """Put the first position after the exchange into ``row``."""
    for seat in range(game[S_PLAYERS]):
        row[moves.hand_at(seat)] = first_hand(head, world, seat)
    moves.start(game, row, head[H_DEALER])
    row[W_PHASE] = TURN
    row[W_ACTOR] = -1


@compiled
def to_explain(game: Ints, row: Ints, step: Ints, viewer: int, legal: Ints, scratch: Ints) -> int:
    """Whether ``step`` was a choice of another seat: its legal actions go into ``legal``.

    ``number of legal actions << 32 | place of the one chosen``, or -1 if there is nothing to
    explain. Where more are legal than there is room for, the place may be the number of rows.
    """
    if step[T_KIND] == TURNED or row[W_ACTOR] == viewer:
        return -1
    count = moves.legal(game, row, legal, scratch)
    if count == 1:
        return -1
    for place in range(min(count, len(legal))):
        if (
            legal[place, 0] == step[T_KIND]
            and legal[place, 1] == step[T_CARDS]
            and legal[place, 2] == step[T_TARGET]
            and legal[place, 3] == step[T_CODE]
        ):
            return count << 32 | place
    return count << 32 | len(legal)


@compiled
def follow(game: Ints, row: Ints, step: Ints, scratch: Ints) -> None:
    """Do what happened."""
    if step[T_KIND] == TURNED:
        moves.reveal(game, row, lowest(step[T_CARDS]))
    else:
        moves.apply(game, row, step, scratch)


@compiled
def log_twins(game: Ints, head: Ints, steps: Ints, world: Ints) -> float:
    """Log of the share of one physical card wherever another seat used one of its two yucas."""
    total = 0.0
    if game[S_YUCAS] < 2:
        return total
    for seat in range(game[S_PLAYERS]):
        held = popcount(world[moves.hand_at(seat)] >> YUCA_CARD)
        for number in range(len(steps) - 1, -1, -1):
            if steps[number, T_SEAT] == seat and steps[number, T_KIND] != TURNED:
                used = popcount(steps[number, T_CARDS] >> YUCA_CARD)
                held += used
                if held == 2 and used == 1 and seat != head[H_VIEWER]:
                    total -= np.log(2.0)
    return total


@compiled
def gift_questions(game: Ints, head: Ints, world: Ints, asked: Ints) -> int:
    """List what must be asked about the other seats' gifts; how many questions.

    None where there was no exchange, or its gifts are unknown to the viewer.
    """
    if head[H_GOT] < 0:
        return 0
    players, viewer = game[S_PLAYERS], head[H_VIEWER]
    count = 0
    for step in range(1, players):
        seat = (viewer + step) % players
        got = 1 << head[H_GAVE] if step == 1 else first_hand(head, world, seat)
        source = 0
        while got:
            gifts = 1 << head[H_GOT]
            if step < players - 1:
                gifts = first_hand(head, world, (seat + 1) % players)
            target = 0
            while gifts:
                asked[count, Q_STEP] = step
                asked[count, Q_GOT] = min(YUCA_CARD, lowest(got))
                asked[count, Q_GIFT] = min(YUCA_CARD, lowest(gifts))
                asked[count, Q_FROM] = source
                asked[count, Q_TO] = target
                count += 1
                target += 1
                gifts &= gifts - 1
            source += 1
            got &= got - 1
    return count


@compiled
def pose(game: Ints, head: Ints, world: Ints, question: Ints, row: Ints) -> None:
    """Put the position into ``row`` in which the giver of a question chose his gift.

    His hand is as it was, and so is all that he could see; the other hands are only possible.
    """
    players = game[S_PLAYERS]
    giver = (head[H_VIEWER] + question[Q_STEP]) % players
    taker = moves.after(game, giver)
    for seat in range(players):
        row[moves.hand_at(seat)] = first_hand(head, world, seat)
    got, gift = 1 << question[Q_GOT], 1 << question[Q_GIFT]
    row[moves.hand_at(giver)] = remove(row[moves.hand_at(giver)], got)
    row[moves.hand_at(taker)] = remove(row[moves.hand_at(taker)], gift)
    row[moves.hand_at(giver)] = add(row[moves.hand_at(giver)], gift)
    row[moves.hand_at(taker)] = add(row[moves.hand_at(taker)], got)
    moves.start(game, row, head[H_DEALER])
    row[W_PHASE] = EXCHANGE
    row[W_ACTOR] = giver


@compiled
def gift_place(question: Ints, legal: Ints, count: int) -> int:
    """The place of a question's gift among the legal actions of its position."""
    for place in range(count):
        if legal[place, 1] == 1 << question[Q_GIFT]:
            return place
    return count


@compiled
def gift_sum(
    game: Ints, head: Ints, world: Ints, asked: Ints, answers: Floats, count: int
) -> float:
    """Log of the probability of the exchange, from the probability of each question's gift."""
    if count == 0:
        return 0.0
    players = game[S_PLAYERS]
    sums = np.zeros((7, 16))
    sums[0, 0] = 1.0
    for number in range(count):
        question = asked[number]
        step = question[Q_STEP]
        share = answers[number]
        if question[Q_GIFT] == YUCA_CARD:
            giver = (head[H_VIEWER] + step) % players
            held = popcount(first_hand(head, world, giver) >> YUCA_CARD)
            held += 1 if question[Q_GOT] != YUCA_CARD else 0
            share /= held
        sums[step, question[Q_TO]] += sums[step - 1, question[Q_FROM]] * share
    return np.log(max(sums[players - 1, 0], _NEVER))


@compiled
def softened(chance: float, count: int, noise: float) -> float:
    """A model's probability mixed with a ``noise`` of uniform play over ``count`` actions."""
    return max((1.0 - noise) * chance + noise / count, _NEVER)


@compiled
def log_likelihood(
    game: Ints,
    head: Ints,
    steps: Ints,
    world: Ints,
    weights: Floats,
    noise: float,
    row: Ints,
    legal: Ints,
    scores: Floats,
    asked: Ints,
    answers: Floats,
    scratch: Ints,
) -> float:
    """Log of the probability of all choices of the other seats, if they play like this.

    ``weights`` (players, ``FEATURES``) of ``kernel.guided``; ``noise`` 0 … 1: how often a seat
    plays uniformly instead.
    """
    questions = gift_questions(game, head, world, asked)
    for number in range(questions):
        pose(game, head, world, asked[number], row)
        count = moves.legal(game, row, legal, scratch)
        place = gift_place(asked[number], legal, count)
        # The policy, first place.
        total = rate_all(game, row, legal, count, weights[row[W_ACTOR]], scores)
        answers[number] = softened(scores[place] / total, count, noise)
    found = gift_sum(game, head, world, asked, answers, questions)
    found += log_twins(game, head, steps, world)
    begin(game, head, world, row)
    for number in range(len(steps)):
        step = steps[number]
        listed = to_explain(game, row, step, head[H_VIEWER], legal, scratch)
        if listed >= 0:
            count, place = listed >> 32, listed & 0xFFFFFFFF
            rated = min(count, len(legal))
            # The policy, second place.
            total = rate_all(game, row, legal, rated, weights[row[W_ACTOR]], scores)
            chance = scores[place] / total if place < rated else 0.0
            found += np.log(softened(chance, count, noise))
        follow(game, row, step, scratch)
    return found


@compiled
def log_likelihoods(
    game: Ints, head: Ints, steps: Ints, worlds: Ints, weights: Floats, noise: float, out: Floats
) -> None:
    """:func:`log_likelihood` of each of ``worlds`` into ``out``."""
    row = np.zeros(words_for(game[S_PLAYERS]), np.int64)
    legal, scores = np.zeros((MOST_RATED, 4), np.int64), np.zeros(MOST_RATED)
    asked, answers = np.zeros((MOST_ASKED, ASKED_WORDS), np.int64), np.zeros(MOST_ASKED)
    scratch = new_memory(MOST_CHOICES)
    for place in range(len(worlds)):
        out[place] = log_likelihood(
            game, head, steps, worlds[place], weights, noise,
            row, legal, scores, asked, answers, scratch,
        )  # fmt: skip
