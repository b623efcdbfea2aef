"""Bots against bots on duplicate deals, with intervals.

``duplicate`` plays, ``statistics`` says what the result is worth, ``report`` shows it.
"""
