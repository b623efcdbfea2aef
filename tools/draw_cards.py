"""Draw the cards: ``python -m tools.draw_cards`` writes ``src/conquian/server/static/cards``.

``--check`` writes nothing and fails where a file is not what would be written. The files are named
in the spelling of records whatever faces they show (``french/7c.svg`` is the seven of hearts);
where a rank means another card outside the 40-card pack (its 10 is a sota, elsewhere it is a ten),
the file of the natural packs has an ``n`` before it: ``n10c.svg``.
"""

# ruff: noqa: E501, ISC004 - the data of paths are longer than lines

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from tools.cards.courts import FIGURES
from tools.cards.glyphs import written
from tools.cards.suits import COLOURS, EMBLEMS, GOLD, WHITE, frame

TARGET = Path(__file__).parent.parent / "src/conquian/server/static/cards"
_FACES = ("spanish", "french")
_COLUMNS = {"l": 50.5, "m": 65.5, "r": 80.5}
_PIPS = {
    1: "m80",
    2: "m46 m114",
    3: "m36 m80 m124",
    4: "l46 r46 l114 r114",
    5: "l42 r42 m80 l118 r118",
    6: "l38 r38 l80 r80 l122 r122",
    7: "l34 r34 m59 l84 r84 l126 r126",
    8: "l32 r32 m56 l80 r80 m104 l128 r128",
    9: "l30 r30 l63 r63 m80 l97 r97 l130 r130",
    10: "l30 r30 m47 l64 r64 l96 r96 m113 l130 r130",
}
"""Number → where its emblems stand: column, height."""
_SIZES = {1: 2.1, 2: 1.35, 3: 1.2, 4: 1.1, 5: 1.0, 6: 1.0, 7: 0.95, 8: 0.9, 9: 0.85, 10: 0.8}
_OPEN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 160">'
_SPACE = re.compile(r"\n\s*")
_ZEROS = re.compile(r"(\.\d*?)0+(?=\D)")


def card(faces: str, rank: int, suit: str, *, natural: bool) -> str:
    """The SVG of a card."""
    colour = COLOURS[suit]
    first_court = 11 if natural else 10
    label = str(rank)
    if faces == "french":
        label = "A" if rank == 1 else "JQK"[rank - first_court] if rank >= first_court else label
    parts = [f'<defs><g id="s">{EMBLEMS[faces][suit]}</g></defs>', _ground(faces, suit)]
    if rank >= first_court:
        figure = FIGURES[faces][rank - first_court]
        parts.append(f'<g transform="translate(37 16)">{figure(suit, colour)}</g>')
    else:
        parts += [_pip(place, _SIZES[rank]) for place in _PIPS[rank].split()]
    parts.append(f'<g stroke="{colour}">{written(label, 9.5, 11, 40, 7, 28)}</g>')
    parts.append('<use href="#s" transform="translate(23 68) scale(.9)"/>')
    return _whole(parts)


def _ground(faces: str, suit: str) -> str:
    ground = f'<rect width="100" height="160" rx="6" fill="{WHITE}"/>'
    if faces == "french":
        return ground
    return (
        f'{ground}<path fill="none" stroke="{COLOURS[suit]}" stroke-width="1.8" d="{frame(suit)}"/>'
    )


def _pip(place: str, size: float) -> str:
    where = f"translate({_COLUMNS[place[0]]:g} {place[1:]})"
    return f'<use href="#s" transform="{where} scale({size:g})"/>'


def yuca(faces: str) -> str:
    """The wild card: a yuca root under its leaf."""
    colour = COLOURS["y"]
    lobe = "M0 0C-7-9-7-24 0-34 7-24 7-9 0 0z"
    leaf = "".join(
        f'<path transform="rotate({turn})" d="{lobe}"/>' for turn in (-100, -60, -20, 20, 60, 100)
    )
    return _whole(
        [
            _ground(faces, "y"),
            f'<path fill="#a8693c" stroke="#5e3717" stroke-width="1.5" d="M61 84c9-5 20 1 21 15 1 16-6 32-17 47'
            '-1-6-2-9-5-13-8-14-9-43 1-49z"/><path fill="none" stroke="#5e3717" stroke-width="1.5"'
            ' stroke-linecap="round" d="M59 100l8 2M62 116l9 1M73 106l7-2M65 130l6-1"/>'
            f'<path stroke="#2f6b3c" stroke-width="4" d="M67 86V58"/>'
            f'<g fill="{colour}" stroke="{WHITE}" stroke-width=".8" transform="translate(66 60) scale(.78)">{leaf}</g>'
            f'<circle cx="66" cy="60" r="4" fill="{GOLD}"/>',
            f'<g stroke="{colour}">{written("Y", 9.5, 11, 40, 7, 28)}</g>',
            f'<path fill="{colour}" d="M23 55l3 9h9.500l-7.7 5.6 3 9L23 73l-7.8 5.6 3-9-7.7-5.600H20z"/>',
        ]
    )


def back() -> str:
    """The back of every card: lozenges like glazed tiles."""
    tile = (
        '<pattern id="t" width="18" height="18" patternUnits="userSpaceOnUse"'
        ' patternTransform="translate(50 80)">'
        '<path fill="#f2e2c4" d="M9 1.5 16.5 9 9 16.5 1.5 9z"/>'
        '<path fill="#24564b" d="M9 4.5 13.5 9 9 13.5 4.5 9z"/>'
        f'<circle cx="9" cy="9" r="1.8" fill="{GOLD}"/>'
        f'<circle r="1.6" fill="{GOLD}"/><circle cx="18" r="1.6" fill="{GOLD}"/>'
        f'<circle cy="18" r="1.6" fill="{GOLD}"/><circle cx="18" cy="18" r="1.6" fill="{GOLD}"/>'
        "</pattern>"
    )
    return _whole(
        [
            f"<defs>{tile}</defs>",
            f'<rect width="100" height="160" rx="6" fill="{WHITE}"/>',
            '<rect x="5" y="5" width="90" height="150" rx="4" fill="#8c2f16"/>',
            '<rect x="5" y="5" width="90" height="150" rx="4" fill="url(#t)"/>',
            f'<rect x="7.5" y="7.5" width="85" height="145" rx="3" fill="none" stroke="{GOLD}"'
            ' stroke-width="1.8"/>',
        ]
    )


def _whole(parts: list[str]) -> str:
    text = _OPEN + "".join(parts) + "</svg>\n"
    return _ZEROS.sub(lambda found: found[1].rstrip("."), text)


def files() -> dict[str, str]:
    """All files: name below ``cards`` → text."""
    made = {"back.svg": back()}
    for faces in _FACES:
        made[f"{faces}/Y.svg"] = yuca(faces)
        for suit in "oceb":
            for rank in range(1, 13):
                made[f"{faces}/{rank}{suit}.svg"] = card(faces, rank, suit, natural=False)
            for rank in range(10, 14):
                made[f"{faces}/n{rank}{suit}.svg"] = card(faces, rank, suit, natural=True)
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
