"""Numbers the solver's modules share: phases, moves, and the places in a position."""

from __future__ import annotations

FIRST, SECOND, PAID, WINDOW, FORCED, PAY, OVER = range(7)
"""Phases: a turned card before its first or second player, a paid card, the window, a forced take,
the payment, the end."""
PASS_MOVE, TAKE_MOVE, FORCE_MOVE, PAY_MOVE, MELD_MOVE = range(5)
"""Kinds of moves."""

(
    P_HAND0,
    P_HAND1,
    P_LAID0,
    P_LAID1,
    P_CODE0,
    P_CODE1,
    P_STOCK,
    P_UPCARD,
    P_PHASE,
    P_ACTOR,
    P_TURNER,
    P_SOURCE,
    P_RESULT,
    POSITION_WORDS,
) = range(14)
"""Words of a position: hands, laid cards and layout codes by seat, index of the next stock card,
upcard, phase, actor, next turner, who turned or paid the upcard, and once it is over the winner's
sign."""

(
    F_ALPHA,
    F_BETA,
    F_ALPHA0,
    F_BETA0,
    F_BEST,
    F_FIRST,
    F_NEXT,
    F_END,
    F_KEY,
    F_PLY,
    F_REACH0,
    F_REACH1,
) = range(POSITION_WORDS, POSITION_WORDS + 12)
"""Further words of a position on the stack: its bounds now and at first, the best value so far, its
moves, its key, the decisions before it, and the cards each player could meld at all."""

WON = 2048
"""Value of a win at once where the quickest win is asked for; each decision before it costs 1."""
GAVE_UP = 9999
"""Answer of a search that reached its node limit."""
BIAS = 4096
"""Added to the bounds in the table, so that they are not negative."""
N_NODES, N_TABLE, N_REACH, N_EXPANDED, N_CUT, N_CUT_FIRST, N_STEPS = range(7)
"""The first words of an arena: what the last search did."""
