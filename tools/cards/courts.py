"""Figures of the court cards, in the coordinates of the card: page, rider, king and queen.

Each stands right of the index and holds the emblem of its suit up at :data:`HELD`.
"""

# ruff: noqa: E501 — a path is easier to change when it stands on one line

from __future__ import annotations

from tools.cards.emblems import CREAM, GOLD, INK, Suit

HELD = (84.0, 70.0)
"""Where the hand that holds the emblem is."""

SKIN = "#f2cda6"
_PEN = f'stroke="{INK}" stroke-width="1.3" stroke-linejoin="round" stroke-linecap="round"'


def _face(cheeks: str = "#e79a7c") -> str:
    """A head with eyes, nose and mouth, its middle at (60, 48)."""
    return (
        f'<path fill="{SKIN}" d="M49.5 36h21v14c0 8-4.5 13.5-10.5 13.500S49.5 58 49.5 50z"/>'
        f'<g stroke="none"><circle cx="53" cy="52.5" r="2" fill="{cheeks}"/>'
        f'<circle cx="67" cy="52.5" r="2" fill="{cheeks}"/>'
        f'<ellipse cx="55.5" cy="46.5" rx="1.3" ry="1.7" fill="{INK}"/>'
        f'<ellipse cx="64.5" cy="46.5" rx="1.3" ry="1.7" fill="{INK}"/></g>'
        '<path fill="none" stroke-width="1" d="M53 43c1.5-1 3.5-1 5 0M62 43c1.5-1 3.5-1 5 0M60 47l-1.2 4.500h2"/>'
        '<path fill="none" stroke="#a3202a" stroke-width="1.4" d="M57.2 56.500c1.8 1.2 3.8 1.2 5.6 0"/>'
    )


def _arm(suit: Suit) -> str:
    """The arm that holds the emblem; its hand covers the emblem's foot."""
    x, y = HELD
    return (
        f'<path fill="{suit.dark}" d="M71 70c8 1 14 9 17 21 2 8-4 13-10 9-4-3-3-9-4-14z"/>'
        f'<path fill="{suit.colour}" d="M77 99c-2-7-1-13 1.5-19l9 2.500c1 6 1 11-.5 16-2.5 4-7 4-10 .5z"/>'
        f'<path fill="{GOLD}" d="M77.5 83.5 79 77l9.5 2.5-1 6.500z"/>'
        f'<circle cx="{x:g}" cy="{y + 6.5:g}" r="4.6" fill="{SKIN}"/>'
    )


def _other_arm(suit: Suit, x: float, y: float) -> str:
    """The arm at rest, with its hand at a place left of the body."""
    return (
        f'<path fill="{suit.dark}" d="M48 70C38 76 33 90 {x - 4:g} {y - 4:g}l8.5 4C47 96 50 90 53 84z"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="4.3" fill="{SKIN}"/>'
    )


def king(suit: Suit, emblem: str) -> str:
    """A bearded king in a long robe with an ermine collar."""
    beads = "".join(f'<circle cx="60" cy="{y}" r="2.6"/>' for y in (96, 108, 120, 132))
    return (
        f"<g {_PEN}>"
        f'<path fill="{suit.colour}" d="M47 68C35 76 28 104 23 151h70C92 106 86 78 73 68z"/>'
        f'<path fill="{suit.light}" d="M53 82 47 151h26L67 82z"/>'
        f'<g fill="{GOLD}" stroke-width="1">{beads}</g>'
        f'<path fill="{GOLD}" d="M23.8 143.5 23 151h70l-.7-7.500z"/>'
        f'<path fill="{suit.hair}" d="M49 36c-5 8-5 20-3 28l7 3V40zM71 36c5 8 5 20 3 28l-7 3V40z"/>'
        f"{_other_arm(suit, 41, 108)}"
        f'<path fill="{CREAM}" d="M45 65c6 7 24 7 30 0l8 13c-11 11-35 11-46 0z"/>'
        f'<g fill="{INK}" stroke="none"><path d="M43 75l2-4 2 4-2 3zM52 80l2-4 2 4-2 3zM64 80l2-4 2 4-2 3zM73 75l2-4 2 4-2 3z"/></g>'
        f"{_face()}"
        f'<path fill="{suit.hair}" d="M49.5 48c.5 5 3 7 5.5 5.5 2-1.2 3.5-1 5 .3 1.5-1.3 3-1.5 5-.3 2.5 1.5 5-.5 5.5-5.5'
        f'C72 62 67 72 60 78 53 72 48 62 49.5 48z"/>'
        '<path fill="#a3202a" stroke="none" d="M57 56.500c1.5-.8 4.5-.8 6 0-1.5 2-4.5 2-6 0z"/>'
        f'<path fill="{GOLD}" d="M48 38.5 44.5 19l8.5 8L60 15l7 12 8.5-8L72 38.500c-7 2-17 2-24 0z"/>'
        '<path fill="none" d="M47.3 33.500c7 2 18.4 2 25.4 0"/>'
        f'<g fill="{suit.colour}"><circle cx="44.5" cy="18.5" r="2.3"/><circle cx="60" cy="14.5" r="2.6"/>'
        f'<circle cx="75.5" cy="18.5" r="2.3"/></g>'
        f"{emblem}{_arm(suit)}</g>"
    )


def page(suit: Suit, emblem: str) -> str:
    """A young page in a tunic and hose, with a feather in the cap."""
    return (
        f"<g {_PEN}>"
        f'<path fill="{suit.light}" d="M49 116 47 146h9l3-28zM71 116l2 30h-9l-3-28z"/>'
        f'<path fill="{suit.dark}" d="M47 143h9.500v8H39c0-4 4-5 8-6zM73 143h-9.500v8H81c0-4-4-5-8-6z"/>'
        f'<path fill="{suit.colour}" d="M47 68c-5 10-3 18-4 27l-8 26c16 5 34 5 50 0l-8-26c-1-9 1-17-4-27z"/>'
        f'<path fill="none" stroke-width="1" d="M50 101l-5 21M60 101v23M70 101l5 21"/>'
        f'<path fill="{GOLD}" d="M36.6 116 35 121c16 5 34 5 50 0l-1.6-5c-15 4.5-32 4.5-46.8 0z"/>'
        f'<path fill="{GOLD}" d="M43 93.500c11 3 23 3 34 0v6.500c-11 3-23 3-34 0z"/>'
        f'<path fill="{suit.light}" d="M57 72h6v22.500h-6z"/>'
        f'<g fill="{INK}" stroke="none"><circle cx="60" cy="78" r="1.1"/><circle cx="60" cy="84" r="1.1"/><circle cx="60" cy="90" r="1.1"/></g>'
        f'<path fill="{suit.hair}" d="M48.5 36c-5 8-5 17-3.5 26 3 3 7 2 8 0V40zM71.5 36c5 8 5 17 3.5 26-3 3-7 2-8 0V40z"/>'
        f"{_other_arm(suit, 42, 104)}"
        f"{_face()}"
        f'<path fill="{CREAM}" d="M46 66c2-4 5-3 7-1 2-2.5 5-2.5 7 0 2-2.5 5-2.5 7 0 2-2 5-3 7 1 1 4-2 7-5 6-2 2.5-6 2.5-9 0-3 2.5-7 2.5-9 0-3 1-6-2-5-6z"/>'
        f'<path fill="{CREAM}" d="M69 30c4-9 9-15 15-16 2 6-2 14-11 20z"/><path fill="none" stroke-width="1" d="M71 32c3-6 7-11 11-15"/>'
        f'<path fill="{suit.dark}" d="M47 34c-2-12 8-17 15-16 8 1 13 7 11 16z"/>'
        f'<path fill="{GOLD}" d="M45 33.500c9-4 21-4 30 0v5c-9-3.5-21-3.5-30 0z"/>'
        f"{emblem}{_arm(suit)}</g>"
    )


def rider(suit: Suit, emblem: str) -> str:
    """A rider on a stepping horse that looks to the left."""
    return (
        f"<g {_PEN}>"
        f'<path fill="{suit.hair}" d="M89 106c7 2 6 16 3 27-3-4-5-10-7-14z"/>'
        f'<path fill="{suit.dark}" d="M74 126c0 8-5 14-3 25h-6c-3-10 1-17 2-24zM44 122c-8 1-15 5-16 14l5 2c2-6 7-7 12-6z"/>'
        f'<path fill="{suit.horse}" d="M35 81l3 7c8 2 14 8 18 15h24c8 1 13 7 12 17-1 10-4 20-2 31h-8c1-10-2-17-6-22'
        '-8 4-18 4-26 0 1 8 2 14 1 22h-8c0-9-2-17-3-26-2-5-3-9-4-14-4 1-8 3-11 6-5 2-11-2-11-8 1-6 6-13 11-18z"/>'
        f'<path fill="{suit.hair}" d="M36 86c8 0 16 6 20 15l-6 8C48 100 44 94 36 91z"/>'
        f'<circle cx="29.5" cy="99" r="1.4" fill="{INK}" stroke="none"/><circle cx="18" cy="108" r="1" fill="{INK}" stroke="none"/>'
        f'<path fill="none" stroke="{suit.colour}" stroke-width="1.8" d="M24 97l4.5 18M26 106c8 6 16 4 22-4"/>'
        f'<path fill="{suit.light}" d="M51 102h30l4 23c-11 5-24 5-34 0z"/>'
        f'<path fill="{GOLD}" d="M51 120v5c10 5 23 5 34 0l-.8-4.500c-10 4-23 4-33.2-.5z"/>'
        f'<path fill="{suit.dark}" d="M57 98c-4 9-4 20-5 30l-6 5c3 3 11 3 16 1 1-11 5-21 9-32z"/>'
        f'<path fill="{suit.colour}" d="M48 68c-3 12 0 24 1 36 9 3 18 3 26 0 0-12 3-24-3-36z"/>'
        f'<path fill="{GOLD}" d="M49 94c8 2 17 2 25.5 0v5c-8 2-17 2-25 0z"/>'
        f'<path fill="{suit.dark}" d="M50 71C42 78 39 88 41 98l7 3c0-8 2-13 6-18z"/><circle cx="45.5" cy="101" r="4" fill="{SKIN}"/>'
        f'<path fill="{suit.hair}" d="M49 36c-5 8-4 18-3 26l7 3V40zM71 36c5 8 4 18 3 26l-7 3V40z"/>'
        f"{_face()}"
        f'<path fill="{CREAM}" d="M47 67c6 4 20 4 26 0l3 7c-9 6-23 6-32 0z"/>'
        f'<path fill="{CREAM}" d="M66 22C74 12 84 10 89 15c-3 8-12 13-22 14z"/><path fill="none" stroke-width="1" d="M69 26c6-5 11-8 17-9"/>'
        f'<path fill="{suit.colour}" d="M50 33c0-13 5-16 10-16s10 3 10 16z"/>'
        f'<path fill="{suit.dark}" d="M40 35c10-6 30-6 40 0-3 5-9 3-20 3s-17 2-20-3z"/>'
        f"{emblem}{_arm(suit)}</g>"
    )


def queen(suit: Suit, emblem: str) -> str:
    """A crowned queen in a wide gown."""
    return (
        f"<g {_PEN}>"
        f'<path fill="{suit.hair}" d="M48 34c-9 12-8 30-8 46h40c0-16 1-34-8-46z"/>'
        f'<path fill="{suit.colour}" d="M48 72c-2 10 0 18 3 26-14 12-24 30-27 53h70c-2-23-10-41-25-53 3-8 5-16 3-26z"/>'
        f'<path fill="{suit.light}" d="M55 98c-6 16-8 34-8 53h26c0-19-2-37-8-53z"/>'
        f'<path fill="none" stroke-width="1" d="M60 106v40M53 124c5 3 9 3 14 0M51 138c6 3 12 3 18 0"/>'
        f'<path fill="{GOLD}" d="M25.5 143 24 151h70l-1-8z"/>'
        f'<path fill="{GOLD}" d="M50.5 94c6 2 13 2 19 0l-.5 5.500c-6 2-12 2-18 0z"/>'
        f"{_other_arm(suit, 43, 104)}"
        f'<path fill="{CREAM}" d="M47 70c4-4 8-5 13-5s9 1 13 5c-3 10-8 14-13 16-5-2-10-6-13-16z"/>'
        f'<path fill="{SKIN}" d="M55 60h10v6c0 5-3 8-5 9-2-1-5-4-5-9z"/>'
        f"{_face()}"
        f'<path fill="{suit.hair}" d="M49 37c-2 4-2 9-1 13 5-2 10-6 12-11 2 5 7 9 12 11 1-4 1-9-1-13z"/>'
        f'<circle cx="60" cy="77" r="2.4" fill="{GOLD}"/>'
        f'<path fill="{GOLD}" d="M48 37.5 47 22l6 6 3.5-9L60 26l3.5-7 3.5 9 6-6-1 15.500c-7-2-17-2-24 0z"/>'
        f'<g fill="{suit.colour}"><circle cx="47" cy="21.5" r="1.9"/><circle cx="56.5" cy="18.5" r="1.9"/>'
        f'<circle cx="63.5" cy="18.5" r="1.9"/><circle cx="73" cy="21.5" r="1.9"/></g>'
        f"{emblem}{_arm(suit)}</g>"
    )
