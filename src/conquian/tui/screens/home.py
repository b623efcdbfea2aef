"""Where the app begins: play, go on, join, look at a replay."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from conquian.core.presets import Faces
from conquian.tui.pictures import Art, beside, stacked
from conquian.tui.screens.dialogs import Menu
from conquian.tui.screens.setup import SetupScreen

if TYPE_CHECKING:
    from conquian.tui.app import ConquianApp

_FAN = ("1o", "7c", "12e", "3b")
ENTRIES = ("play", "resume", "join", "replay", "lang", "faces", "quit")
"""What can be chosen, in order. Whatever comes to the app later gets its line here and a method of
its name, ``on_entry_…``."""


class HomeScreen(Screen[None]):
    """The first screen."""

    app: ConquianApp

    def compose(self) -> ComposeResult:
        """A hand of cards, and what can be done."""
        with Vertical(id="home"), Vertical(classes="box"):
            yield Static("Conquián", classes="title", markup=False)
            yield Static("", id="fan")
            yield OptionList(id="entries")
            yield Static("", id="hint")

    def on_mount(self) -> None:
        """Everything in the language of the person."""
        self.show()
        self.query_one(OptionList).focus()

    def on_screen_resume(self) -> None:
        """The language may have changed."""
        self.show()

    def show(self) -> None:
        """Show the entries."""
        app, entries = self.app, self.query_one(OptionList)
        at = entries.highlighted or 0
        entries.clear_options()
        entries.add_options(
            Option(Text(app.say(f"app_home_{name}", text=self._now(name))), id=name)
            for name in ENTRIES
        )
        entries.highlighted = at
        art = Art(self._faces(), "spanish40")
        cards = beside(*(art.box(card) for card in _FAN), art.back("7"))
        self.query_one("#fan", Static).update(stacked([Text(), *cards, Text()]))
        self.query_one("#hint", Static).update(Text(app.say("app_home_hint"), style="dim"))

    def _faces(self) -> Faces:
        return self.app.taste.faces or Faces.SPANISH

    def _now(self, name: str) -> str:
        """What a setting is now."""
        if name == "lang":
            return self.app.say("app_lang_name")
        if name == "faces":
            taste = self.app.taste.faces
            return self.app.say(f"app_faces_{taste or 'usual'}")
        return ""

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """This one."""
        event.stop()
        getattr(self, f"on_entry_{event.option_id}")()

    def on_entry_play(self) -> None:
        """A new match."""
        self.app.push_screen(SetupScreen(self.app.taste.lang), self._begin)

    def _begin(self, plan: object) -> None:
        from conquian.play.session import Plan

        if isinstance(plan, Plan):
            self.app.play(plan)

    def on_entry_resume(self) -> None:
        """A match that was kept."""
        app = self.app
        saved = list(app.shelf.saved())[:30] if app.shelf is not None else []
        if not saved:
            app.tell(app.say("app_nothing_saved"))
            return
        options = [(str(number), one.text) for number, one in enumerate(saved)]

        def answered(answer: str | None) -> None:
            if answer is not None:
                app.resume(saved[int(answer)].path)

        app.push_screen(
            Menu(app.say("app_resume_title"), "", options, app.say("app_back")), answered
        )

    def on_entry_join(self) -> None:
        """A table of a server."""
        app = self.app
        app.ask(app.say("app_join_title"), app.say("app_join_what"), "", app.join)

    def on_entry_replay(self) -> None:
        """A file of records."""
        app = self.app

        def opened(text: str) -> None:
            app.replay_file(Path(text).expanduser())

        app.ask(app.say("app_replay_title"), app.say("app_replay_what"), "", opened)

    def on_entry_lang(self) -> None:
        """The other language."""
        taste = self.app.taste
        self.app.taste = replace(taste, lang="es" if taste.lang == "en" else "en")
        self.show()

    def on_entry_faces(self) -> None:
        """The usual faces, Spanish ones, French ones."""
        order = [None, Faces.SPANISH, Faces.FRENCH]
        taste = self.app.taste
        following = order[(order.index(taste.faces) + 1) % len(order)]
        self.app.taste = replace(taste, faces=following)
        self.show()

    def on_entry_quit(self) -> None:
        """Enough."""
        self.app.exit(0)
