"""Draw the cards: ``python -m tools.draw_cards`` writes ``src/conquian/server/static/cards``.

``--check`` writes nothing and fails where a file is not what would be written. Every card is a file
of its own, so that a page fetches only what it shows. The files are named in the spelling of
records whatever faces they show (``french/7c.svg`` is the seven of hearts); where a rank means
another card outside the 40-card pack (its 10 is a sota, elsewhere it is a ten), the file for the
other packs has an ``n`` before it: ``n10c.svg``. Text faces are no files: the style sheet draws them.

Standard library only; the same bytes on every machine.
"""

# ruff: noqa: E501 — a path is easier to change when it stands on one line

from __future__ import annotations

import argparse
import re
import sys
from itertools import pairwise
from math import cos, pi, sin
from pathlib import Path

from tools.cards import courts, emblems
from tools.cards.emblems import CREAM, GOLD, INK, SUITS, Suit
from tools.cards.glyphs import number, written

TARGET = Path(__file__).resolve().parent.parent / "src/conquian/server/static/cards"

PAPER = "#fffdf6"
COURTS = ("10", "11", "12", "13", "J", "Q", "K")
YUCA = Suit("y", "#6a2c8c", "#45195f", "#dcc4ea", "", "")


def _svg(content: str) -> str:
    content = re.sub(r"(\d\.\d*?[1-9])0+(?=\D)|(\d)\.0+(?=\D)", r"\1\2", content)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 160">'
        f'<path fill="{PAPER}" d="M0 0h100v160H0z"/>{content}</svg>\n'
    )


def _placed(content: str, x: float, y: float, size: float = 1.0) -> str:
    zoom = "" if size == 1 else f" scale({size:.3g})"
    return f'<g transform="translate({number(x)} {number(y)}){zoom}">{content}</g>'


def _index(rank: str, suit: Suit, mark: str) -> str:
    """Rank and suit at the top left: 16 pixels high on a card 40 pixels wide."""
    text = written(rank, 9, 11, 40, 8, 31 if len(rank) > 1 else 30)
    # A figure's hat comes near: the light edge keeps the index apart from it.
    edge = text.replace('stroke-width="8"', 'stroke-width="13"') if rank in COURTS else ""
    edge = f'<g stroke="{PAPER}">{edge}</g>' if edge else ""
    return f'{edge}<g stroke="{suit.colour}">{text}</g>{_placed(mark, 23, 68)}'


def _pinta(suit: Suit) -> str:
    """The frame with its breaks, above and below: oros none, copas one, espadas two, bastos three."""
    gaps = {"o": (), "c": (50,), "e": (40, 60), "b": (30, 50, 70)}[suit.letter]
    if not gaps:
        lines = '<rect x="4" y="4" width="92" height="152" rx="4"/>'
    else:
        first, last = gaps[0] - 5, gaps[-1] + 5
        bars = "".join(
            f"M{one + 5} {y}H{other - 5}" for y in (4, 156) for one, other in pairwise(gaps)
        )
        lines = (
            f'<path d="M{first} 4H8q-4 0-4 4v144q0 4 4 4H{first}'
            f'M{last} 4H92q4 0 4 4v144q0 4-4 4H{last}{bars}"/>'
        )
    return f'<g fill="none" stroke="{suit.colour}" stroke-width="1.8">{lines}</g>'


# Where the marks of a number card stand: (column −1 0 1, height from 0 above to 1 below).
PLACES: dict[int, tuple[tuple[int, float], ...]] = {
    2: ((0, 0.2), (0, 0.8)),
    3: ((0, 0.1), (0, 0.5), (0, 0.9)),
    4: ((-1, 0.2), (1, 0.2), (-1, 0.8), (1, 0.8)),
    5: ((-1, 0.1), (1, 0.1), (0, 0.5), (-1, 0.9), (1, 0.9)),
    6: ((-1, 0.1), (1, 0.1), (-1, 0.5), (1, 0.5), (-1, 0.9), (1, 0.9)),
    7: ((-1, 0.1), (1, 0.1), (0, 0.3), (-1, 0.5), (1, 0.5), (-1, 0.9), (1, 0.9)),
    8: tuple((side, row) for row in (0.05, 0.35, 0.65, 0.95) for side in (-1, 1)),
    9: (*((side, row) for row in (0.05, 0.35, 0.65, 0.95) for side in (-1, 1)), (0, 0.5)),
    10: (
        *((side, row) for row in (0.05, 0.35, 0.65, 0.95) for side in (-1, 1)),
        (0, 0.2),
        (0, 0.8),
    ),
}
_MIDDLE, _ASIDE = 67.0, 14.5
_TOP, _BOTTOM = 24.0, 138.0


def _pips(count: int, mark: str, sizes: dict[int, float]) -> str:
    size = sizes[count]
    uses = "".join(
        f'<use href="#p" transform="translate({number(_MIDDLE + side * _ASIDE)}'
        f' {number(_TOP + (_BOTTOM - _TOP) * down)})"/>'
        for side, down in PLACES[count]
    )
    zoom = f' transform="scale({size:.3g})"'
    return f'<defs><g id="p"><g{zoom}>{mark}</g></g></defs>{uses}'


_ROUND = {2: 1.9, 3: 1.65, 4: 1.3, 5: 1.25, 6: 1.25, 7: 1.1, 8: 1.1, 9: 0.85, 10: 0.9}
_LONG = {2: 1.55, 3: 1.08, 4: 1.5, 5: 1.1, 6: 1.08, 7: 0.95, 8: 0.82, 9: 0.8, 10: 0.8}
_SPANISH = {"o": emblems.coin, "c": emblems.cup, "e": emblems.sword, "b": emblems.club}


def spanish(rank: int, suit: Suit, *, natural: bool) -> str:
    """A card with Spanish faces."""
    mark = _SPANISH[suit.letter]()
    head = _pinta(suit) + _index(str(rank), suit, emblems.mark(suit))
    long = suit.letter in "eb"
    x, y = courts.HELD
    if long:
        held = (
            _placed(mark, x, y - 9, 1.25) if suit.letter == "e" else _placed(mark, x, y - 8, 1.25)
        )
    else:
        held = _placed(mark, x, y - 8)
    if rank == 1:
        return _svg(head + (_placed(mark, 65, 84, 3.1) if long else _placed(mark, 62, 104, 2.9)))
    first = 11 if natural else 10
    if rank >= first:
        figure = (courts.page, courts.rider, courts.king)[rank - first]
        return _svg(_pinta(suit) + figure(suit, held) + _index(str(rank), suit, emblems.mark(suit)))
    return _svg(head + _pips(rank, mark, _LONG if long else _ROUND))


def french(number: int, suit: Suit, *, natural: bool) -> str:
    """A card with French faces."""
    first = 11 if natural else 10
    rank = "A" if number == 1 else "JQK"[number - first] if number >= first else str(number)
    mark = emblems.french(suit)
    index = _index(rank, suit, _placed(mark, 0, 0, 1.1))
    if rank == "A":
        return _svg(index + _placed(mark, 60, 102, 3))
    if rank in "JQK":
        figure = {"J": courts.page, "Q": courts.queen, "K": courts.king}[rank]
        x, y = courts.HELD
        frame = f'<rect x="4" y="4" width="92" height="152" rx="4" fill="none" stroke="{suit.light}" stroke-width="1.8"/>'
        return _svg(frame + figure(suit, _placed(mark, x, y - 9)) + index)
    return _svg(index + _pips(int(rank), mark, {n: s * 0.86 for n, s in _ROUND.items()}))


def _star(points: int, outer: float, inner: float) -> str:
    corners = []
    for turn in range(points * 2):
        far = inner if turn % 2 else outer
        angle = pi * turn / points
        corners.append(f"{number(far * sin(angle))} {number(-far * cos(angle))}")
    return "M" + "L".join(corners) + "z"


def yuca() -> str:
    """The wild card: the white flower of the yuca over its leaves."""
    mark = f'<path fill="{YUCA.colour}" d="{_star(5, 12, 5)}"/>'
    leaves = "".join(
        f'<path fill="{"#2f7a45" if turn % 2 else "#1f6a35"}" transform="rotate({angle})"'
        ' d="M-4.500 0C-4-14-1.500-28 0-38 1.500-28 4-14 4.500 0z"/>'
        for turn, angle in enumerate((-66, 66, -44, 44, -22, 22))
    )
    bells = "".join(
        f'<path fill="{CREAM}" transform="translate({x} {y}) rotate({angle})"'
        ' d="M0-2c6 0 8 6 8 14-3-2-4-2-5.500 1C1 10-1 10-2.500 13-4 10-5 10-8 12c0-8 2-14 8-14z"/>'
        for x, y, angle in (
            (-13, -30, 24),
            (13, -30, -24),
            (-15, -48, 30),
            (15, -48, -30),
            (-9, -66, 24),
            (9, -66, -24),
            (0, -38, 0),
            (0, -58, 0),
            (0, -80, 0),
        )
    )
    pen = f'stroke="{INK}" stroke-width="1.2" stroke-linejoin="round" stroke-linecap="round"'
    plant = f'<g {pen}><path fill="none" stroke-width="3" stroke="#1f6a35" d="M0 0v-84"/>{leaves}{bells}</g>'
    frame = f'<rect x="4" y="4" width="92" height="152" rx="4" fill="none" stroke="{YUCA.colour}" stroke-width="1.8"/>'
    return _svg(frame + _placed(plant, 58, 146, 1.02) + _index("Y", YUCA, mark))


def back() -> str:
    """The back: a terracotta lattice with a sun."""
    tile = (
        '<pattern id="t" width="12" height="12" patternUnits="userSpaceOnUse">'
        f'<path fill="none" stroke="#d98a5e" stroke-width="1" d="M0 6 6 0l6 6-6 6z"/><circle cx="6" cy="6" r="1.300" fill="{GOLD}"/></pattern>'
    )
    rays = _star(16, 25, 17)
    return _svg(
        f"<defs>{tile}</defs>"
        '<rect x="5" y="5" width="90" height="150" rx="5" fill="#8c2f16"/>'
        '<rect x="5" y="5" width="90" height="150" rx="5" fill="url(#t)"/>'
        f'<rect x="9" y="9" width="82" height="142" rx="3" fill="none" stroke="{CREAM}" stroke-width="1.5"/>'
        f'<g transform="translate(50 80)"><path fill="{GOLD}" stroke="#5c1d0c" stroke-width="1.5" d="{rays}"/>'
        f'<circle r="14" fill="{CREAM}" stroke="#5c1d0c" stroke-width="1.5"/>'
        f'<path fill="#8c2f16" d="{_star(8, 11, 4.5)}"/></g>'
    )


def files() -> dict[str, str]:
    """All files: name below ``cards`` → text."""
    made = {"back.svg": back(), "spanish/Y.svg": yuca(), "french/Y.svg": yuca()}
    for suit in SUITS:
        for rank in range(1, 13):
            made[f"spanish/{rank}{suit.letter}.svg"] = spanish(rank, suit, natural=False)
            made[f"french/{rank}{suit.letter}.svg"] = french(rank, suit, natural=False)
        for rank in range(10, 14):
            made[f"spanish/n{rank}{suit.letter}.svg"] = spanish(rank, suit, natural=True)
            made[f"french/n{rank}{suit.letter}.svg"] = french(rank, suit, natural=True)
    return made


def main(arguments: list[str] | None = None) -> int:
    """Write the files, or compare them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing, compare")
    check = parser.parse_args(arguments).check
    made = files()
    there = {path.relative_to(TARGET).as_posix() for path in TARGET.rglob("*.svg")}
    wrong = sorted(there - made.keys())
    for name, text in made.items():
        path = TARGET / name
        if check:
            if not path.is_file() or path.read_text("utf-8") != text:
                wrong.append(name)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8", newline="\n")
    if not check:
        for name in wrong:
            (TARGET / name).unlink()
        return 0
    for name in wrong:
        print(f"not as drawn: {name}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
