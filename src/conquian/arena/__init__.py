"""Bots against bots on duplicate deals, with intervals.

``duplicate`` plays, ``statistics`` says what the result is worth, ``report`` shows it.
"""

from conquian.core.catalogue import add_part

add_part(__name__, "sentences")
