"""The suits: colours and emblems, each drawn around the origin, about 24 units high."""

# ruff: noqa: E501 - the data of paths are longer than lines

from __future__ import annotations

COLOURS = {"o": "#9a5b00", "c": "#b3152a", "e": "#1d4f91", "b": "#1f6a35", "y": "#6a2c8c"}
"""Suit → its colour, the same as in ``static/base.css``; they differ in lightness too."""
GOLD, INK, CREAM, SKIN, WHITE = "#f0b93a", "#22201d", "#fbe3b0", "#f3c9a0", "#fffdf6"

SPANISH = {
    "o": (
        f'<circle r="11.5" fill="{GOLD}" stroke="#9a5b00" stroke-width="2"/>'
        '<circle r="7.5" fill="none" stroke="#9a5b00" stroke-width="1.2"/>'
        '<path fill="#9a5b00" d="M0-6 1.6-1.6 6 0 1.6 1.6 0 6-1.6 1.6-6 0-1.6-1.600z"/>'
    ),
    "c": (
        '<path fill="#b3152a" d="M-10-11.500h20c.5 9-3 14-8 15.200V8c3 .6 5 1.7 5.5 4h-15'
        'C-7 9.7-5 8.6-2 8V3.700C-7 2.5-10.5-2.5-10-11.500z"/>'
        f'<path fill="{GOLD}" d="M-9.7-8.500H9.700L9-4.500H-9zM-3.5 4.500h7v2.300h-7z"/>'
    ),
    "e": (
        '<path fill="#8db4e2" stroke="#1d4f91" stroke-width="1.5" stroke-linejoin="round"'
        ' d="M0-13.5 3-9V4h-6V-9z"/><path stroke="#1d4f91" d="M0-9V4"/>'
        f'<path fill="{GOLD}" stroke="#1d4f91" stroke-width="1.2" stroke-linejoin="round"'
        ' d="M-8.5 3.500c2.5 1 14.5 1 17 0v3.600H2V11h-4V7.100h-6.500z"/>'
        '<circle cy="12" r="2.3" fill="#1d4f91"/>'
    ),
    "b": (
        '<path fill="#1f6a35" d="M-5.5-11.500c3-3 8.5-2 9.5 2 .7 3-.3 5-.8 8.500L2 12.500h-5.500L-4.7 0'
        'c-.5-3.5-3.3-9-.8-11.500z"/>'
        f'<path fill="none" stroke="{GOLD}" stroke-width="1.7" stroke-linecap="round"'
        ' d="M-3-8.5 1-7M-3 1 .8 2.300M-2.5 7 .5 8"/>'
        '<path fill="#1f6a35" d="M2.8-2C5-6.5 8.5-7 11-6.3 10-2.5 7 0 2.6-.2zM-4 4.5'
        'c-2-3.5-5-4-7.3-3.300C-10 4.7-7.5 6.5-3.8 6.500z"/>'
    ),
}
FRENCH = {
    "o": '<path fill="#9a5b00" d="M0-12.500C2.5-7.5 5.5-3.5 9.5 0 5.5 3.5 2.5 7.5 0 12.5'
    '-2.5 7.5-5.5 3.5-9.5 0-5.5-3.5-2.5-7.5 0-12.500z"/>',
    "c": '<path fill="#b3152a" d="M0 12.500C-4 6-11 2.5-11-4.3-11-8.5-8.3-11.3-5.3-11.3'
    'c2.5 0 4.5 1.5 5.3 4 .8-2.5 2.8-4 5.3-4 3 0 5.7 2.8 5.7 7C11 2.5 4 6 0 12.500z"/>',
    "e": '<path fill="#1d4f91" d="M0-12.500C3.5-6.5 11-3 11 3.300c0 3.5-2.5 5.7-5.2 5.7-1.8 0-3.5-.8-4.5-2.5'
    "C1.5 9 2.5 11 4.5 12.500h-9c2-1.5 3-3.5 3.2-6C-2.3 8.2-4 9-5.8 9-8.5 9-11 6.8-11 3.3"
    '-11-3-3.5-6.5 0-12.500z"/>',
    "b": '<path fill="#1f6a35" d="M0-12.500c3 0 5.3 2.3 5.3 5.2 0 1.5-.6 3-1.7 4.100C6.8-4.3 11.3-2 11.3 2'
    "c0 2.9-2.4 5.2-5.3 5.2-2 0-3.7-1-4.6-2.7.1 3.5 1.1 6.3 3.1 8h-9c2-1.7 3-4.5 3.1-8"
    "C-2.3 6.2-4 7.2-6 7.200c-2.9 0-5.3-2.3-5.3-5.2 0-4 4.5-6.3 7.7-5.2"
    'C-4.7-4.3-5.3-5.8-5.3-7.300c0-2.9 2.3-5.2 5.3-5.200z"/>',
}
EMBLEMS = {"spanish": SPANISH, "french": FRENCH}
"""Faces → suit → emblem."""
BREAKS = {"o": 0, "c": 1, "e": 2, "b": 3}
"""The *pinta*: how often the frame is broken at top and bottom, so that a Spanish suit can be told
from the edge of a card alone."""


def frame(suit: str) -> str:
    """The frame of a Spanish card with its pinta, as the data of a path."""
    left, right, top, bottom, gap = 5.0, 95.0, 5.0, 155.0, 8.0
    breaks = BREAKS.get(suit, 0)
    if not breaks:
        return f"M{left:g} {top:g}H{right:g}V{bottom:g}H{left:g}z"
    first = 50.0 - (breaks - 1) * 11.0
    ends = [left]
    for number in range(breaks):
        middle = first + 22.0 * number
        ends += [middle - gap / 2, middle + gap / 2]
    ends.append(right)
    parts = [f"M{left:g} {top:g}V{bottom:g}M{right:g} {top:g}V{bottom:g}"]
    for one, other in zip(ends[::2], ends[1::2], strict=True):
        parts += [f"M{one:g} {top:g}H{other:g}M{one:g} {bottom:g}H{other:g}"]
    return "".join(parts)
