"""The court figures, in a field of 56 × 132 units whose top left corner is the origin.

They are flat and bold: what must be told at 40 pixels is the outline of the headdress (a page's
feathered cap, a rider on his horse, a crown), what pleases at 160 is colour and a little pattern.
"""

# ruff: noqa: E501 - the data of paths are longer than lines

from __future__ import annotations

from tools.cards.suits import CREAM, GOLD, INK, SKIN, WHITE

_HORSE_COAT = {"o": "#c98f52", "c": "#7a4a2b", "e": "#5c6570", "b": "#e9dcc3"}
_HAIR = {"o": "#7a3b12", "c": "#2f221b", "e": "#a8742f", "b": "#3b2a1e"}


def _face(x: float, y: float, hair: str, *, long: bool = False) -> str:
    """A head with eyes, nose and mouth; its middle is at ``x``, ``y``."""
    mane = (
        f'<path fill="{hair}" d="M-11-3C-11-12 11-12 11-3 11 6 12 14 14 19H5L-5 19h-9C-12 14-11 6-11-3z"/>'
        if long
        else f'<path fill="{hair}" d="M-10.5-3c0-9 21-9 21 0 0 5 .5 8 1.5 11h-24c1-3 1.5-6 1.5-11z"/>'
    )
    return (
        f'<g transform="translate({x:g} {y:g})">{mane}'
        f'<path fill="{SKIN}" d="M-7.5-5.500h15V2c0 5-3.5 8.5-7.5 8.500S-7.5 7-7.5 2z"/>'
        f'<g fill="{INK}"><circle cx="-3" cy="-.5" r="1.1"/><circle cx="3" cy="-.5" r="1.1"/></g>'
        f'<path fill="none" stroke="{INK}" stroke-width=".9" stroke-linecap="round"'
        ' d="M0 0v3h-1M-2 6.200c1.3.9 2.7.9 4 0"/></g>'
    )


def _emblem(x: float, y: float, size: float) -> str:
    """The suit's emblem, which the card defines once as ``#s``."""
    return f'<use href="#s" transform="translate({x:g} {y:g}) scale({size:g})"/>'


def _shield(x: float, y: float, edge: str) -> str:
    """The emblem on a light roundel, where it would vanish on a robe of its own colour."""
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="13" fill="{WHITE}" stroke="{edge}" stroke-width="2"/>'
        + _emblem(x, y, 0.75)
    )


def _crown(x: float, y: float, colour: str) -> str:
    return (
        f'<g transform="translate({x:g} {y:g})"><path fill="{GOLD}" stroke="#7a4a00"'
        ' stroke-linejoin="round" d="M-11 5-13-7l7 5L0-10 6-2l7-5L11 5z"/>'
        f'<path fill="{colour}" d="M-10.5 1.500h21v2.500h-21z"/>'
        f'<g fill="{colour}"><circle cx="-13" cy="-8" r="1.8"/><circle cy="-11" r="2"/>'
        '<circle cx="13" cy="-8" r="1.8"/></g></g>'
    )


def _cap(x: float, y: float, colour: str) -> str:
    return (
        f'<g transform="translate({x:g} {y:g})"><path fill="none" stroke="{GOLD}" stroke-width="3.5"'
        ' stroke-linecap="round" d="M7-2C13-4 17-9 17-15"/>'
        f'<path fill="{colour}" d="M-13 2c-1-9 5-12 13-12 9 0 14 4 13 12z"/>'
        f'<path fill="{GOLD}" d="M-13 1h26v3.500h-26z"/></g>'
    )


def page(suit: str, colour: str) -> str:
    """Sota, or jack: a page on foot, who shows the emblem of his suit."""
    hair = _HAIR[suit]
    return (
        # legs and shoes
        f'<path fill="{CREAM}" stroke="{INK}" stroke-width=".8" d="M16 88h10v33H16zM29 88h10v33H29z"/>'
        f'<path stroke="{colour}" stroke-width="2.5" d="M16 98h10M16 108h10M29 98h10M29 108h10"/>'
        f'<path fill="{INK}" d="M10 126c0-4 6-5 6-7h10v7zM29 119h10c0 2 6 3 6 7H29z"/>'
        # far arm, tunic, belt
        f'<path fill="{colour}" d="M20 46 8 62l4 14 7-2-3-10 8-8z"/><circle cx="15" cy="76" r="4" fill="{SKIN}"/>'
        f'<path fill="{colour}" d="M17 45c4-4 17-4 21 0l3 25 4 22c-8 4-27 4-35 0l4-22z"/>'
        f'<path fill="{GOLD}" d="M14 70h27l.6 4.500H13.300z"/>'
        f'<path fill="none" stroke="{GOLD}" stroke-width="1.6" d="M27.5 46v24M21 76l-3 17M34 76l3 17"/>'
        f'<path fill="{WHITE}" stroke="{colour}" stroke-width=".8" d="M19 43c5 6 12 6 17 0l-1 6c-5 3-10 3-15 0z"/>'
        # near arm with the emblem
        f'<path fill="none" stroke="{colour}" stroke-width="8" stroke-linecap="round" d="M36 50l9 14"/>'
        f'<path fill="none" stroke="{GOLD}" stroke-width="8" d="M43 60.500l2 3"/>'
        f'<circle cx="46" cy="67" r="4" fill="{SKIN}"/>'
        + _face(27.5, 31, hair)
        + _cap(27.5, 22.5, colour)
        + _shield(42, 84, GOLD)
    )


def rider(suit: str, colour: str) -> str:
    """Caballo: a rider on a stepping horse."""
    coat, hair = _HORSE_COAT[suit], _HAIR[suit]
    return (
        # tail, far legs
        f'<path fill="{hair}" d="M49 84c8 2 9 16 5 29-5-4-5-9-8-14z"/>'
        f'<path fill="{coat}" stroke="{INK}" stroke-width=".8" stroke-linejoin="round"'
        ' d="M16 98 7 108l2 11h5l-1-8 9-7zM43 100l-1 13 4 14h5l-3-15 2-12z"/>'
        # body, neck and head, near legs
        f'<path fill="{coat}" stroke="{INK}" stroke-linejoin="round"'
        ' d="M50 82c3 8 2 15-2 21l-5 5-1 19h-6l-1-17c-5 2-10 2-15 0l1 17h-6l-2-22c-3-6-3-12-1-19'
        'l-1-10c-3 3-6 5-10 5l-1-5 7-11 4-6 2-4 2 4c6 2 9 8 10 15 1 4 4 6 9 6 7 0 13-2 16 2z"/>'
        f'<circle cx="9" cy="67.5" r="1.2" fill="{INK}"/>'
        f'<path fill="{hair}" d="M13 57c7 1 11 8 12 18l-4 3c0-9-4-15-9-17z"/>'
        f'<path fill="none" stroke="{GOLD}" stroke-width="1.8" d="M3.5 70 9 74M6 72c8 4 14 4 18 2"/>'
        f'<path fill="{INK}" d="M14 124h7v3h-7zM35 124h8v3h-8z"/>'
        # saddle cloth, leg
        f'<path fill="{colour}" stroke="{GOLD}" stroke-width="1.8" d="M23 78h20l3 18c-8 4-18 4-25 0z"/>'
        f'<path fill="{CREAM}" stroke="{INK}" stroke-width=".8" d="M27 74l10 2-4 22h-8z"/>'
        f'<path fill="{INK}" d="M25 96h8l-1 9H20l1-4 4-1z"/>'
        # coat, arms
        f'<path fill="{colour}" d="M24 42c4-4 15-4 18 0l3 20-1 17H25l-3-14z"/>'
        f'<path fill="{GOLD}" d="M23.5 66h21v4h-21z"/>'
        f'<path fill="none" stroke="{colour}" stroke-width="7" stroke-linecap="round" d="M27 47 17 59"/>'
        f'<circle cx="15" cy="61" r="3.5" fill="{SKIN}"/>'
        f'<path fill="{WHITE}" stroke="{colour}" stroke-width=".8" d="M25 41c5 5 11 5 16 0l-1 5c-5 3-9 3-14 0z"/>'
        + _face(33, 29.5, hair)
        + _cap(33, 21, colour)
        + _shield(33, 90, GOLD)
    )


def king(suit: str, colour: str) -> str:
    """Rey, or king: crowned and bearded, in a long robe."""
    hair = _HAIR[suit]
    return (
        # robe, its lining and hem
        f'<path fill="{colour}" d="M16 46c7-5 17-5 24 0l9 26 4 50c-14 6-36 6-50 0l4-50z"/>'
        f'<path fill="{CREAM}" d="M22 48h12l4 74c-6 2-14 2-20 0z"/>'
        f'<path fill="none" stroke="{GOLD}" stroke-width="2" d="M22 48l-4 75M34 48l4 75M20 84h16M19.5 98h17"/>'
        f'<path fill="{WHITE}" stroke="{colour}" d="M3 117c14 6 36 6 50 0l.5 8c-15 6-36 6-51 0z"/>'
        f'<path stroke="{INK}" stroke-width="1.8" stroke-linecap="round"'
        ' d="M9 122v2M18 124v2M28 125v2M38 124v2M47 122v2"/>'
        # sleeves and hands
        f'<path fill="{colour}" stroke="{GOLD}" stroke-width="1.5" d="M17 48 5 68l6 14 12-3-4-12 4-12zM39 48l12 20-6 14-12-3'
        '4-12-4-12z"/>'
        f'<circle cx="20" cy="77" r="4.2" fill="{SKIN}"/><circle cx="36" cy="77" r="4.2" fill="{SKIN}"/>'
        f'<path fill="{WHITE}" stroke="{colour}" d="M14 46c8 9 20 9 28 0l-3 9c-7 4-15 4-22 0z"/>'
        + _face(28, 31, hair)
        + f'<path fill="{hair}" d="M20.3 33.500c1 3.5 3.5 1.5 7.7 1.500s6.7 2 7.7-1.500C38 46 33 53 28 53'
        's-10-7-7.7-19.500zM25.5 38.200c1.5 1 3.5 1 5 0"/>'
        f'<path fill="none" stroke="{CREAM}" stroke-linecap="round" d="M26 38.500h4"/>'
        + _crown(28, 20.5, colour)
        + _shield(28, 75, GOLD)
    )


def queen(suit: str, colour: str) -> str:
    """The queen of French faces: long hair, a small crown, a wide gown."""
    hair = _HAIR[suit]
    return (
        f'<path fill="{colour}" d="M19 47c5-4 13-4 18 0l2 24c7 14 13 33 14 51-14 6-36 6-50 0 1-18 7-37 14-51z"/>'
        f'<path fill="{CREAM}" d="M22 72h12c4 16 7 34 8 52-9 2-19 2-28 0 1-18 4-36 8-52z"/>'
        f'<path fill="none" stroke="{GOLD}" stroke-width="2" d="M3 117c15 6 35 6 50 0M22 72c-4 16-7 34-8 52M34 72c4 16 7 34 8 52"/>'
        f'<g fill="{colour}"><circle cx="28" cy="88" r="2"/><circle cx="23" cy="102" r="2"/>'
        '<circle cx="33" cy="102" r="2"/><circle cx="28" cy="115" r="2"/></g>'
        f'<path fill="{GOLD}" d="M18 69h20v4H18z"/>'
        f'<path fill="none" stroke="{colour}" stroke-width="8" stroke-linecap="round" d="M20 50 11 64l8 3M36 50l9 14-6 3"/>'
        f'<circle cx="20" cy="67" r="3.8" fill="{SKIN}"/><circle cx="37" cy="67" r="3.8" fill="{SKIN}"/>'
        + _face(28, 31, hair, long=True)
        + f'<path fill="{SKIN}" d="M24.5 39h7v6c-2 3-5 3-7 0z"/>'
        f'<path fill="none" stroke="{GOLD}" stroke-width="1.8" d="M21 46c4 5 10 5 14 0"/>'
        + _crown(28, 20, colour)
        + _shield(28, 63, GOLD)
    )


FIGURES = {
    "spanish": (page, rider, king),
    "french": (page, queen, king),
}
"""Faces → the figures in ascending rank."""
