"""Digits and letters of the index as strokes, so that a card looks alike whatever fonts there are."""

# ruff: noqa: E501 — a path is easier to change when it stands on one line

from __future__ import annotations

import re

HEIGHT = 36.0
"""Of every glyph, from the middle of its highest stroke to the middle of its lowest."""

GLYPHS: dict[str, tuple[float, str]] = {
    "0": (18, "M9 0C3 0 0 7 0 18s3 18 9 18 9-7 9-18S15 0 9 0z"),
    "1": (9, "M0 7 9 0v36"),
    "2": (19, "M.5 8.500C1.5 3 5 0 9.5 0c5.5 0 9 4 9 9 0 8-9 13.5-18 27H19"),
    "3": (18, "M1 0h16L8 13.500c6 0 10 4.5 10 11S14 36 8.5 36C4 36 1 33.5 0 30"),
    "4": (20, "M14.5 36V0L0 25h20"),
    "5": (
        18,
        (
            "M16.5 0h-14L1.5 16C3.5 14 6 13 8.8 13 14.5 13 18 17.5 18 24.300S14 36 8.5 36"
            "C4.5 36 1.5 34 0 31"
        ),
    ),
    "6": (
        18,
        (
            "M15 .5C6.5 3.5 0 13 0 24c0 7.5 3.8 12 9 12s9-4.5 9-11.500S14.2 13.5 9.2 13.5"
            "C4.5 13.5 1 17 0 22.5"
        ),
    ),
    "7": (18, "M0 0h18C11.5 10 8 22 7.5 36"),
    "8": (
        18,
        (
            "M9 16C4.5 16 1.5 12.5 1.5 8S4.5 0 9 0s7.5 3.5 7.5 8-3 8-7.5 8"
            "C3.5 16 0 20 0 26s3.5 10 9 10 9-4 9-10-3.5-10-9-10z"
        ),
    ),
    "9": (
        18,
        (
            "M3 35.500C11.5 32.5 18 23 18 12 18 4.5 14.2 0 9 0S0 4.5 0 11.5 3.8 22.5 8.8 22.5"
            "c4.7 0 8.2-3.5 9.2-9"
        ),
    ),
    "A": (22, "M0 36 11 0l11 36M4 24h14"),
    "J": (16, "M16 0v24c0 8-3 12-8 12s-8-3.5-8-9"),
    "Q": (
        21,
        "M10 0C3.5 0 0 7 0 18s3.5 18 10 18 10-7 10-18S16.5 0 10 0zM11.5 25 21 37.5",
    ),
    "K": (19, "M0 0v36M18 0 0 21.500M6.5 14 19 36"),
    "Y": (20, "M0 0l10 17L20 0M10 17v19"),
}
"""Character → its width and its path, both without the thickness of the stroke."""

_GAP = 7.0
_TOKEN = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)")


def number(value: float) -> str:
    """A coordinate in as few characters as it needs."""
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def scaled(path: str, across: float, down: float) -> str:
    """A path of M L H V C S Z commands (either case) stretched about its origin.

    The numbers themselves, and not a transform, so that strokes keep their thickness.
    """
    command, place, parts = "", 0, []
    for token in _TOKEN.findall(path):
        if token.isalpha():
            command, place = token, 0
            parts.append(token)
            continue
        upright = command in "Vv" or (command not in "Hh" and place % 2 == 1)
        parts.append(number(float(token) * (down if upright else across)))
        place += 1
    return " ".join(parts)


def written(text: str, x: float, y: float, height: float, weight: float, widest: float) -> str:
    """A text as stroked paths, without colour; ``x``, ``y`` is its top left corner.

    Args:
        height: of the text, strokes included.
        weight: thickness of the strokes.
        widest: a longer text is made narrower, its strokes keep their thickness.
    """
    scale = (height - weight) / HEIGHT
    widths = [GLYPHS[char][0] * scale for char in text]
    gaps = _GAP * scale * (len(text) - 1) + weight * 0.25 * (len(text) - 1)
    room = widest - weight - gaps
    narrow = min(1.0, room / sum(widths))
    left, parts = x + weight / 2, []
    for char, width in zip(text, widths, strict=True):
        path = scaled(GLYPHS[char][1], scale * narrow, scale)
        place = f"translate({number(left)} {number(y + weight / 2)})"
        parts.append(f'<path transform="{place}" d="{path}"/>')
        left += width * narrow + _GAP * scale + weight * 0.25
    return (
        f'<g fill="none" stroke-width="{weight:g}" stroke-linecap="round"'
        f' stroke-linejoin="round">{"".join(parts)}</g>'
    )
