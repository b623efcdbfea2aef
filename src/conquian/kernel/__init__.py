"""The compiled twin of ``core`` for single-pack rule sets: search, simulation, learning.

Needs the extra ``[fast]`` (numba and numpy); importing this package alone imports neither. What a
position is, and what may be done in it, is said by ``core``; this package must be its equal, and
the tests in ``tests/equal`` hold it to that. Rule sets with two packs are served by ``core`` alone.

``tables`` cards and melds as arrays · ``position`` a deal as a row of int64 · ``moves`` legal
actions, apply, reveal · ``playout`` random and guided deals · ``vector`` and ``encode`` the
environment for learning · ``solve`` exact play with open hands.
"""

from conquian.core.catalogue import add_part

add_part(__name__, "sentences")

LIBRARIES = ("numpy", "numba")
"""What the extra ``[fast]`` installs; without numba the kernel runs interpreted."""
