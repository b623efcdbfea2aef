"""A table as a screen knows it, wherever it is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from conquian.core.presets import Faces
from conquian.tui.frames import Melds, Preview, TableFacts, Told, View
from conquian.tui.words import Words

BETWEEN, OVER, WAITING, CLOSED = "between", "over", "waiting", "closed"
"""Stages of a table (docs/protocol.md §4) that ask something of a person."""


@dataclass(frozen=True, slots=True)
class Taste:
    """How a person likes to see things.

    Attributes:
        lang: ``en`` or ``es``.
        faces: ``None``: those the rules are usually played with.
    """

    lang: str
    faces: Faces | None = None


class Desk(ABC):
    """One table. Whoever shows it sets :attr:`changed` and :attr:`noticed`.

    Attributes:
        taste: language and faces.
        facts: the table; ``None`` until it is known.
        view: the present or last deal as the viewer sees it; ``None`` before the first.
        log: what the viewer was told of it.
        line: what is wrong with the connection, or ``""``.
        curtain: the seat the keyboard is handed to: nothing may be seen until it says so.
        place: where the match is kept, or ``""``.
        remote: the table is another program's.
        changed: called after every change.
        noticed: called with a sentence that is meant for the person now.
    """

    remote = False

    def __init__(self, taste: Taste) -> None:
        self.taste = taste
        self.facts: TableFacts | None = None
        self.view: View | None = None
        self.log: Sequence[Told] = ()
        self.line = ""
        self.curtain: int | None = None
        self.place = ""
        self.changed: Callable[[], None] = _nothing
        self.noticed: Callable[[str], None] = _nothing_said

    @property
    def faces(self) -> Faces:
        """The faces that are shown."""
        if self.taste.faces is not None:
            return self.taste.faces
        return Faces(self.facts.faces) if self.facts is not None else Faces.SPANISH

    @property
    def words(self) -> Words:
        """How things are said at this table."""
        facts = self.facts
        pack, names = (facts.pack, facts.names) if facts is not None else ("spanish40", ())
        return Words(self.taste.lang, self.faces, pack, names)

    @abstractmethod
    async def run(self) -> None:
        """Keep the table going until it is cancelled."""

    @abstractmethod
    def act(self, action: str) -> None:
        """Do this; a refusal is noticed, with its reason."""

    @abstractmethod
    async def preview(self, cards: Sequence[str]) -> Preview | None:
        """What can be made of these hand cards; ``None`` if that cannot be known now."""

    @abstractmethod
    def arrange(self, layout: Melds) -> None:
        """How the viewer likes his melds to lie."""

    @abstractmethod
    def ready(self) -> None:
        """On with the next deal."""

    @abstractmethod
    def rematch(self) -> None:
        """Another match."""

    @abstractmethod
    def give_up(self) -> None:
        """Forfeit the deal."""

    @abstractmethod
    def like(self, taste: Taste) -> None:
        """Show everything so from now on."""

    def doubts(self, action: str) -> list[str]:  # noqa: ARG002 - what most tables have
        """Sentences to think about before this is done."""
        return []

    def stop(self) -> None:  # noqa: B027 - a table of others goes on
        """End the match between two deals."""

    def lift(self) -> None:
        """The person the keyboard was handed to is there."""
        self.curtain = None

    def start(self) -> None:  # noqa: B027 - only a host can
        """Begin the match."""

    def fill(self, bot: str) -> None:  # noqa: B027 - only a host can
        """Put bots on the free seats."""

    def sit(self, seat: int, name: str) -> None:  # noqa: B027 - only where one comes from outside
        """Take a free seat."""

    async def record(self) -> bytes | None:
        """The record of the last finished deal as its line; ``None`` if it cannot be had."""
        return None

    async def close(self) -> None:  # noqa: B027 - some hold nothing
        """Let go of everything."""


def _nothing() -> None:
    """Nobody looks."""


def _nothing_said(_: str) -> None:
    """Nobody listens."""
