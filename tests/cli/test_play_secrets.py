"""Nobody reads on the screen what he may not know (docs/rules.md §11)."""

from __future__ import annotations

import ast
import random
import re
from pathlib import Path

import pytest

import conquian.cli.line
from conquian.cli import play
from conquian.cli.line.loop import Play
from conquian.core.cards import cards_of, kinds_of
from conquian.core.events import Dealt, Exchanged, Melded, Paid, Took, Turned
from conquian.core.layouts import total
from conquian.core.presets import Faces
from conquian.core.text import face_text
from conquian.core.view import InfoState
from tests.cli.typist import sit_down

SPANISH = re.compile(r"\b(?:1[0-3]|[1-9])[oceb]\b|\bY\b")
FRENCH = re.compile(r"\b(?:A|[JQK]|10|[2-9])[dhsc]\b|\bY\b")


class Witness:
    """Types at random for everybody, and looks at every card that is printed before each prompt."""

    def __init__(self, seed: int, faces: Faces, monkeypatch: pytest.MonkeyPatch) -> None:
        self.rng = random.Random(seed)
        self.faces = faces
        self.game: Play | None = None
        self.prompts = 0
        self.handovers = 0
        self.own = 0
        witness = self

        class Watched(Play):
            def run(self) -> int:
                witness.game = self
                return super().run()

        monkeypatch.setattr(play, "Play", Watched)

    def known(self, info: InfoState) -> set[str]:
        """The cards this seat has seen, as they are printed."""
        cards = set(kinds_of(info.hand or 0))
        for event in info.history:
            if isinstance(event, Dealt) and event.hand is not None:
                cards |= set(cards_of(event.hand))
            elif isinstance(event, Exchanged) and event.got is not None:
                cards.add(event.got)
            elif isinstance(event, (Turned, Paid)):
                cards.add(event.card)
            elif isinstance(event, (Took, Melded)):
                cards |= set(cards_of(total(event.layout)))
        pack = info.setting.rules.pack
        return {face_text(card, self.faces, pack) for card in cards}

    def __call__(self, text: str) -> str | None:
        assert self.game is not None
        table = self.game.table
        holder = self.game._holder
        handing_over = "press Enter when only" in text
        self.prompts += 1
        # The very first lines may tell the cards drawn for the deal; they are public and laid back.
        text = "\n".join(line for line in text.splitlines() if " draws " not in line)
        pattern = SPANISH if self.faces is Faces.SPANISH else FRENCH
        printed = set(pattern.findall(text))
        if table.is_over:
            return "" if self.prompts < 600 else None
        if handing_over:
            self.handovers += 1
            assert printed <= self.known(table.info(None)), text
            return ""
        assert holder is not None
        known = self.known(table.info(holder))
        assert printed <= known, (holder, printed - known, text)
        self.own += len(printed - self.known(table.info(None)))
        if text.endswith("(yes/no)> "):
            return self.rng.choice(["yes", "no"])
        wanted = ("hand", "table", "dead", "history", "score", "sort rank", "more", "layout", "zz")
        if self.rng.random() < 0.25:
            return self.rng.choice(wanted)
        return str(self.rng.randint(1, 9)) if self.rng.random() < 0.7 else ""


@pytest.mark.parametrize("faces", list(Faces))
@pytest.mark.parametrize(
    ("rules", "bots"),
    [("mexicano", ""), ("mexicano", "greedy"), ("diario(yucas=1)", "uniform"), ("navajo", "")],
)
def test_two_people_at_one_keyboard_never_see_the_other_hand(
    rules: str, bots: str, faces: Faces, monkeypatch: pytest.MonkeyPatch
) -> None:
    witness = Witness(5, faces, monkeypatch)
    options = ["--rules", rules, "--seat", "Ana", "--seat", "Beto", "--seed", "3", "--lang", "en"]
    if bots:
        options += ["--bots", bots]
    if rules == "navajo":
        options += ["--seat", "Carla", "--first-dealer", "low_card"]
    status, _ = sit_down([*options, "--faces", str(faces), "--deals", "2"], witness)
    assert status == 0
    assert witness.handovers > 20
    assert witness.own > 100


def test_the_interface_never_touches_what_is_behind_the_table() -> None:
    """It has information states, and the opened hands of the last event; nothing else."""
    folder = Path(conquian.cli.line.__file__).parent
    hidden = {"deal", "_state", "unseen", "log", "gifts", "_gifts", "_infos", "left", "stock_order"}
    for file in folder.glob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        touched = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        assert touched & hidden == set(), file.name
        imported = {
            alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        assert imported & {"State", "Deal", "observe"} == set(), file.name
