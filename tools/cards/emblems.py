"""The marks of the suits, each drawn about its own middle."""

# ruff: noqa: E501 — a path is easier to change when it stands on one line

from __future__ import annotations

from dataclasses import dataclass

INK = "#2b211b"
GOLD = "#e5b13a"
CREAM = "#fff6e0"


@dataclass(frozen=True)
class Suit:
    """The colours of a suit: of its index (the tokens of base.css), darker, and light."""

    letter: str
    colour: str
    dark: str
    light: str
    hair: str
    horse: str


SUITS = (
    Suit("o", "#9a5b00", "#6e3f00", "#f6d98c", "#7a4a1e", "#a8683a"),
    Suit("c", "#b3152a", "#7d0c1c", "#f3b9b2", "#4a2c1a", "#f5ecdc"),
    Suit("e", "#1d4f91", "#133766", "#b9d0ee", "#2f2a28", "#b9b6b1"),
    Suit("b", "#1f6a35", "#134722", "#b9dcb4", "#8d5426", "#6b4a35"),
)
"""In card order: oros, copas, espadas, bastos; French diamonds, hearts, spades, clubs."""

_LINE = f'stroke="{INK}" stroke-linejoin="round" stroke-linecap="round"'


def _petals(count: int, radius: float) -> str:
    step = 360 / count
    return "".join(
        f'<ellipse cy="-{radius:g}" rx="1.5" ry="2.6" transform="rotate({step * turn:g})"/>'
        for turn in range(count)
    )


def coin() -> str:
    """Oros: a gold coin with a flower, 20 × 20."""
    return (
        f'<circle r="9.6" fill="{GOLD}" {_LINE} stroke-width="1.2"/>'
        '<circle r="7.2" fill="#f9dd86" stroke="#9a5b00" stroke-width=".9"/>'
        f'<g fill="#b3152a" stroke="none">{_petals(8, 3.9)}</g>'
        '<circle r="2" fill="#9a5b00" stroke="none"/>'
    )


def cup() -> str:
    """Copas: a covered goblet, 18 × 20."""
    return (
        f'<g {_LINE} stroke-width="1.1">'
        f'<path fill="{GOLD}" d="M-5.5 9.600h11c0-2.2-2.5-2.8-4-3.300L1.2 2h-2.400l-.3 4.300c-1.5.5-4 1.1-4 3.300z"/>'
        '<path fill="#c9283a" d="M-8-7.500C-8-1-4.5 2.6 0 2.600S8-1 8-7.500z"/>'
        f'<path fill="{GOLD}" d="M-8.6-9.600H8.600v2.600H-8.600z"/>'
        "</g>"
        '<path fill="none" stroke="#f7a79d" stroke-width="1.2" stroke-linecap="round" d="M-5.3-4.600c.4 2.3 1.4 3.8 3 4.7"/>'
    )


def sword() -> str:
    """Espadas: a straight sword, point up, 14 × 40."""
    return (
        f'<g {_LINE} stroke-width="1.1">'
        '<path fill="#7fa9dd" d="M0-19.5 3-14v23h-6v-23z"/>'
        '<path fill="#d6e5f7" stroke="none" d="M0-18.300V9h-2.400v-22.700z"/>'
        f'<path fill="{GOLD}" d="M-7 8.200c2.5 1 4.5.6 7 .6s4.5.4 7-.6v3.400c-2.5 1-4.5.2-7 .2s-4.5.8-7-.2z"/>'
        '<path fill="#1d4f91" d="M-1.5 12h3v5h-3z"/>'
        f'<circle cy="18" r="1.9" fill="{GOLD}"/>'
        "</g>"
    )


def club() -> str:
    """Bastos: a cudgel with cut twigs and leaves, 14 × 40."""
    return (
        f'<g {_LINE} stroke-width="1.1">'
        '<path fill="#4f9a4b" d="M3.5-8c3.5-2.5 4-5 3-7.500C3.5-14.5 2-12 2.5-9z"/>'
        '<path fill="#4f9a4b" d="M-3.3 3C-6.8.5-7 -2-6-4.5-3.2-3.5-1.8-1-2.3 2z"/>'
        '<path fill="#8a5a2c" d="M-4.6-15.500c0-5.3 9-5.3 9.2 0C4.8-9 3-5.5 3 0c0 6 .2 12 .2 17.5 0 2.6-6.2 2.6-6.3 0'
        '0-6 .3-11.5.1-17C-3.1-5-4.6-9-4.6-15.500z"/>'
        "</g>"
        '<path fill="none" stroke="#c79a63" stroke-width="1.3" stroke-linecap="round" d="M-2.2-15c.2 4 1 6.5 1.3 9.500M-1 2.500v7"/>'
        '<circle cx="1.6" cy="-11.5" r="1.3" fill="#5b3717"/><circle cx="1" cy="4.5" r="1.1" fill="#5b3717"/>'
    )


def mark(suit: Suit) -> str:
    """A Spanish suit at the size of the index, 22 × 24: long ones are shortened, not shrunk."""
    if suit.letter == "o":
        return f'<g transform="scale(1.12)">{coin()}</g>'
    if suit.letter == "c":
        return f'<g transform="scale(1.18)">{cup()}</g>'
    if suit.letter == "e":
        return (
            f'<g {_LINE} stroke-width="1.3" transform="rotate(35)">'
            '<path fill="#5f93d6" d="M0-15.5 3.6-10V5h-7.200v-15z"/>'
            '<path fill="#d6e5f7" stroke="none" d="M0-14V5h-2.800v-14.600z"/>'
            f'<path fill="{GOLD}" d="M-7.5 4.500h15v3.600h-15z"/>'
            '<path fill="#1d4f91" d="M-1.8 8h3.600v5.500h-3.600z"/></g>'
        )
    return (
        f'<g {_LINE} stroke-width="1.3" transform="rotate(35)">'
        '<path fill="#4f9a4b" d="M4-3.500c4-2 5-4.5 4.5-7.500C5-10.5 3-8 3.3-5z"/>'
        '<path fill="#4f9a4b" d="M-3.5 5C-7.5 3-8.5.5-8-2.5-4.5-2-2.5.5-2.8 3.500z"/>'
        '<path fill="#8a5a2c" d="M-5-10c0-6 10-6 10 0 0 5-2 7-2 11.500V12c0 2.8-6.2 2.8-6.2 0V1.500C-3.2-3-5-5-5-10z"/></g>'
    )


FRENCH = {
    "o": "M0-11.500C2-7 5-3 9 0 5 3 2 7 0 11.5-2 7-5 3-9 0-5-3-2-7 0-11.500z",
    "c": "M0 11C-3 6-10.5 2-10.5-4.5-10.5-8.5-8-10.5-5.3-10.5-3-10.5-1-9 0-6.5 1-9 3-10.5 5.3-10.5 "
    "8-10.5 10.5-8.5 10.5-4.5 10.5 2 3 6 0 11z",
    "e": "M0-11.500C3-6 10.5-2.5 10.5 3 10.5 6.5 8 8.2 5.5 8.2 3.5 8.2 2 7.2 1.1 5.5 1.3 8 2.3 10 4.5 11.5"
    "h-9C-2.3 10-1.3 8-1.1 5.5-2 7.2-3.5 8.2-5.5 8.2-8 8.2-10.5 6.5-10.5 3-10.5-2.5-3-6 0-11.500z",
    "b": "M0-11.500C3.2-11.5 5.2-9.2 5.2-6.6 5.2-4.8 4.2-3.3 3-2.3 4-2.8 5-3 6-3 9-3 11-.8 11 2"
    "S9 7.2 6.2 7.200C4 7.2 2 6.2 1 4.3 1.2 7.5 2.2 9.8 4.5 11.500h-9C-2.2 9.8-1.2 7.5-1 4.3-2 6.2-4 7.2-6.2 7.2"
    "-9 7.2-11 4.8-11 2S-9-3-6-3C-5-3-4-2.8-3-2.3-4.2-3.3-5.2-4.8-5.2-6.6-5.2-9.2-3.2-11.5 0-11.500z",
}
"""Diamond, heart, spade, club: outlines of 22 × 23."""


def french(suit: Suit) -> str:
    """A French suit in its colour, 22 × 23."""
    return f'<path fill="{suit.colour}" d="{FRENCH[suit.letter]}"/>'
