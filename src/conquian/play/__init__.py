"""One table: who sits there, who must act, what each seat is told, deal after deal.

``table`` is the live authority for a deal, ``session`` for a match with its seats, stakes and
records. Neither reads nor prints anything: terminal and server wrap them.
"""
