"""A new match: which rules, how many players, against whom, for how long."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, Final, TypeVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from conquian.bots import registry
from conquian.core.catalogue import sentences
from conquian.core.catalogue.explain import explain, title
from conquian.core.match import default_settings
from conquian.core.presets import ABOUT, PRESETS, Faces
from conquian.play.seats import BOT_NAMES
from conquian.play.session import Plan, Seat
from conquian.tui.widgets.bars import key_line
from conquian.tui.words import Words

DEALS: Final = (None, 1, 3, 5, 10)
"""Lengths of a match in deals; ``None``: until the players stop."""
Value = TypeVar("Value")
ROWS: Final = ("rules", "players", "people", "bot", "deals", "begin")
"""The lines of the form."""


class SetupScreen(ModalScreen[Plan | None]):
    """A form of a few lines, each with a few values.

    Args:
        lang: ``en`` or ``es``.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", show=False),
        Binding("left", "turn(-1)", show=False, priority=True),
        Binding("right,space", "turn(1)", show=False, priority=True),
    ]

    def __init__(self, lang: str) -> None:
        super().__init__()
        self._words = Words(lang, Faces.SPANISH, "spanish40")
        self.rules = "mexicano"
        self.players = 2
        self.people = 1
        self.bot = "heuristic"
        self.deals: int | None = None

    def compose(self) -> ComposeResult:
        """Title, lines, what the rules are like, keys."""
        say = self._words.say
        with Vertical(classes="box wide"):
            yield Static(say("app_setup_title"), classes="title", markup=False)
            yield OptionList(id="form")
            yield Static("", classes="gap")
            yield Static("", id="about")
            keys = [("↑ ↓", ""), ("← →", say("app_setup_change")), ("Esc", say("app_back"))]
            yield Static(key_line(keys))

    def on_mount(self) -> None:
        """Begin is the first thing under the finger."""
        self._show(len(ROWS) - 1)

    def _show(self, at: int) -> None:
        form = self.query_one("#form", OptionList)
        form.clear_options()
        form.add_options(Option(self._row(name), id=name) for name in ROWS)
        form.highlighted = at
        rules = PRESETS[self.rules]
        text = Text(style="dim")
        if ABOUT[self.rules].reconstruction:
            text.append(self._words.say("app_reconstruction") + " ", "bold")
        _, aim, start, _, _, force, *_ = explain(rules, self.players)
        told = [*aim.sentences[:1], *start.sentences, *force.sentences[:1]]
        text.append(" ".join(map(self._words.said, told)))
        self.query_one("#about", Static).update(text)

    def _row(self, name: str) -> Text:
        say = self._words.say
        if name == "begin":
            return Text(say("app_setup_begin"), justify="center")
        value = {
            "rules": self._title(),
            "players": str(self.players),
            "people": str(self.people),
            "bot": self._bot() if self.people < self.players else "–",
            "deals": say("app_setup_endless") if self.deals is None else str(self.deals),
        }[name]
        text = Text(no_wrap=True)
        text.append(say(f"app_setup_{name}").ljust(18))
        text.append(f"◂ {value} ▸")
        return text

    def _bot(self) -> str:
        """What a bot is called; one that came from elsewhere by its own name."""
        code = f"app_bot_{self.bot}"
        return self._words.say(code) if code in sentences() else self.bot

    def _title(self) -> str:
        named = title(PRESETS[self.rules])
        return self._words.said(named) if named is not None else self.rules

    def action_turn(self, step: int) -> None:
        """The next value of the line, or the one before."""
        at = self.query_one("#form", OptionList).highlighted
        if at is None:
            return
        name = ROWS[at]
        counts = PRESETS[self.rules].player_counts
        if name == "rules":
            self.rules = _turned(tuple(PRESETS), self.rules, step)
            counts = PRESETS[self.rules].player_counts
            if self.players not in counts:
                self.players = min(counts)
        elif name == "players":
            self.players = _turned(counts, self.players, step)
        elif name == "people":
            self.people = _turned(tuple(range(self.players + 1)), self.people, step)
        elif name == "bot":
            bots = tuple(bot for bot in registry.names() if not bot.endswith(":"))
            self.bot = _turned(bots, self.bot, step)
        elif name == "deals":
            self.deals = _turned(DEALS, self.deals, step)
        self.people = min(self.people, self.players)
        self._show(at)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Begin, or turn a value."""
        event.stop()
        if event.option_id == "begin":
            self.dismiss(self.plan())
        else:
            self.action_turn(1)

    def plan(self) -> Plan:
        """What the form says."""
        rules = PRESETS[self.rules]
        say = self._words.say
        names = [say("app_you")] if self.people == 1 else []
        if self.people > 1:
            names = [say("app_player", number=number + 1) for number in range(self.people)]
        seats = [Seat(name) for name in names]
        seats += [Seat(name, self.bot) for name in BOT_NAMES[: self.players - self.people]]
        settings = replace(default_settings(rules), deals=self.deals)
        return Plan(rules, tuple(seats), settings)

    def action_back(self) -> None:
        """No match."""
        self.dismiss(None)


def _turned(values: tuple[Value, ...], now: Value, step: int) -> Value:
    at = values.index(now) if now in values else -step
    return values[(at + step) % len(values)]
