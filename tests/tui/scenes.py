"""Scenes whose pictures are kept: ``python -m tests.tui.scenes`` draws them anew.

A picture is the text of the screen and, under it, which style each character has: it is the same on
every machine and can be read in a review.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from string import ascii_letters, digits
from typing import NamedTuple

from rich.style import Style
from textual.pilot import Pilot

from conquian.core.presets import Faces
from conquian.records.format import GameRecord
from conquian.tui.app import ConquianApp
from conquian.tui.desk import Taste
from tests.records.samples import GAMEVELVET, sample
from tests.tui.tables import (
    LARGE,
    SMALL,
    app_at,
    app_of,
    play_deal,
    press,
    run,
    session_at,
    session_of,
)

FOLDER = Path(__file__).parent / "pictures"
_LETTERS = ascii_letters + digits
RUN = ["1o 2o 4o 5o 1c 5c 7e 10e 12b", "7o 2c 4c 6c 1e 3e 5e 2b 4b"]
FORCED = ["5o 6o 12c 1c 3c 7e 10e 11e 5b 12b", "10c 1o 2c 4c 6c 1e 3e 5e 2b 4b"]


class Scene(NamedTuple):
    """An app, and the keys pressed before it is looked at; ``deal`` plays one to its end."""

    make: Callable[[], ConquianApp]
    keys: Sequence[str] = ()
    plain: bool = False


def _exchange() -> ConquianApp:
    return app_at(session_of("mexicano", 2), lang="es")


def _taking() -> ConquianApp:
    session = session_at("mexicano", RUN, "3o", "give 7o", "give 12b", "pass")
    return app_at(session, lang="en", faces=Faces.FRENCH)


def _forced() -> ConquianApp:
    actions = ("pass", "take 5o 6o", "pay 12c", "pass", "force 0")
    return app_at(session_at("clasico", FORCED, "7o 4o", *actions), lang="es")


def _six() -> ConquianApp:
    return app_at(session_of("gamevelvet", 6), lang="es")


def _three() -> ConquianApp:
    return app_at(session_of("mexicano", 3), lang="en")


def _home() -> ConquianApp:
    return ConquianApp(Taste("en"))


def _replay() -> ConquianApp:
    record = GameRecord.read(sample(GAMEVELVET))

    def first(app: ConquianApp) -> None:
        app.show_replay([record], 0)

    return ConquianApp(Taste("en"), first=first)


SCENES = {
    "home": Scene(_home),
    "setup": Scene(_home, ("enter",)),
    "exchange": Scene(_exchange, ("4",)),
    "taking": Scene(_taking, ("1", "2")),
    "taking-no-colour": Scene(_taking, ("1", "2"), plain=True),
    "forced": Scene(_forced),
    "six": Scene(_six, ("1", "enter", *"pppppppppp")),
    "result": Scene(_three, ("deal",)),
    "replay": Scene(_replay, ("end", "left", "left")),
}
SIZES = {"80x24": SMALL, "120x40": LARGE}


def picture(scene: Scene, size: tuple[int, int]) -> str:
    """What a scene looks like, as a text."""
    drawn: list[str] = []
    no_colour = os.environ.pop("NO_COLOR", None)
    if scene.plain:
        os.environ["NO_COLOR"] = "1"

    async def script(pilot: Pilot[int]) -> None:
        for key in scene.keys:
            if key == "deal":
                await play_deal(pilot)
            else:
                await press(pilot, key)
        await pilot.pause(0.05)
        drawn.append(_drawn(app_of(pilot)))

    try:
        run(scene.make(), script, size)
    finally:
        os.environ.pop("NO_COLOR", None)
        if no_colour is not None:
            os.environ["NO_COLOR"] = no_colour
    return drawn[0]


def _drawn(app: ConquianApp) -> str:
    texts, styles = [], []
    legend: dict[str, str] = {}
    for strip in app.screen._compositor.render_strips():
        filtered = strip
        for line_filter in app.get_line_filters():
            filtered = filtered.apply_filter(line_filter, app.background_colors[1])
        text, row = "", ""
        for segment in filtered:
            name = _named(segment.style or Style())
            letter = legend.setdefault(name, _LETTERS[len(legend)])
            text += segment.text
            row += letter * len(segment.text)
        texts.append(f"|{text}|")
        styles.append(f"|{row}|")
    known = [f"{letter} {name}" for name, letter in legend.items()]
    return "\n".join([*texts, "", *styles, "", *known, ""])


def _named(style: Style) -> str:
    """A style as words: the colours, and what is said without colour."""
    parts = [str(style.color.name) if style.color else "-"]
    parts.append(f"on {style.bgcolor.name}" if style.bgcolor else "on -")
    parts += [name for name in ("bold", "dim", "reverse") if getattr(style, name)]
    return " ".join(parts)


def draw(names: Sequence[str]) -> None:
    """Draw these scenes, or all, at every size."""
    FOLDER.mkdir(exist_ok=True)
    for name in names or SCENES:
        for size, cells in SIZES.items():
            path = FOLDER / f"{name}-{size}.txt"
            path.write_text(picture(SCENES[name], cells), encoding="utf-8")


if __name__ == "__main__":
    draw(sys.argv[1:])
