"""What people type: numbers, words in two languages, cards, short forms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from conquian.cli.line.menu import Option
from conquian.cli.line.words import Words
from conquian.core.action import Action, Kind, ordered
from conquian.core.cards import CardSet, zone_of
from conquian.core.errors import CannotParse, ConquianError
from conquian.core.melds import Layout
from conquian.core.text import parse_face
from conquian.core.turns.moves import KINDS
from conquian.core.view import InfoState


class Command(StrEnum):
    """What a player can ask for besides acting."""

    HELP = "help"
    RULES = "rules"
    HAND = "hand"
    TABLE = "table"
    DEAD = "dead"
    HISTORY = "history"
    SCORE = "score"
    SORT = "sort"
    LAYOUT = "layout"
    MORE = "more"
    QUIT = "quit"


LAY = "lay"
"""*bajar*: take with these cards, or lay them from the hand, whichever is meant."""

ACTION_WORDS: Mapping[str, str] = {
    **dict.fromkeys(("take", "tomar", "tomo", "toma"), Kind.TAKE),
    **dict.fromkeys(("bajar", "bajo", "baja", "lay"), LAY),
    **dict.fromkeys(("meld",), Kind.MELD),
    **dict.fromkeys(("pay", "pagar", "pago", "paga"), Kind.PAY),
    **dict.fromkeys(("pass", "pasar", "paso"), Kind.PASS),
    **dict.fromkeys(("force", "forzar", "fuerzo", "forzo"), Kind.FORCE),
    **dict.fromkeys(("give", "dar", "doy", "cambiar", "cambio"), Kind.GIVE),
}
"""Word → kind of action."""

COMMAND_WORDS: Mapping[str, Command] = {
    **dict.fromkeys(("help", "ayuda", "?"), Command.HELP),
    **dict.fromkeys(("rules", "reglas"), Command.RULES),
    **dict.fromkeys(("hand", "mano"), Command.HAND),
    **dict.fromkeys(("table", "mesa"), Command.TABLE),
    **dict.fromkeys(("dead", "muertas"), Command.DEAD),
    **dict.fromkeys(("history", "historia"), Command.HISTORY),
    **dict.fromkeys(("score", "marcador"), Command.SCORE),
    **dict.fromkeys(("sort", "ordenar"), Command.SORT),
    **dict.fromkeys(("layout", "agrupar"), Command.LAYOUT),
    **dict.fromkeys(("more", "más", "mas"), Command.MORE),
    **dict.fromkeys(("quit", "exit", "salir", "terminar"), Command.QUIT),
}
"""Word → command."""

_WITH = ("with", "con", "and", "y", "to", "a")


@dataclass(frozen=True, slots=True)
class Do:
    """Something legal: one action, or several that differ in the grouping alone."""

    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """A command, with what stood behind it."""

    command: Command
    rest: str


@dataclass(frozen=True, slots=True)
class No:
    """It cannot be done; the reason as a sentence."""

    text: str


Meant = Do | Ask | No
"""What a typed line means."""


def command_of(line: str) -> Ask | None:
    """A command, where nothing else is asked for; short forms when unique."""
    word, _, rest = line.casefold().partition(" ")
    found = _matching(word, COMMAND_WORDS)
    return Ask(found.pop(), rest.strip()) if len(found) == 1 else None


def _matching(word: str, words: Mapping[str, Command]) -> set[Command]:
    if not word:
        return set()
    if word in words:
        return {words[word]}
    return {command for name, command in words.items() if name.startswith(word)}


class Reader:
    """Understands what the player of ``info`` types when he must decide.

    Args:
        info: what he knows.
        choices: what he may do, as numbered.
        words: faces, names and language.
    """

    def __init__(self, info: InfoState, choices: Sequence[Option], words: Words) -> None:
        self._info = info
        self._choices = choices
        self._words = words

    def read(self, line: str) -> Meant:
        """What ``line`` means. Never raises."""
        try:
            return self._read(line)
        except ConquianError as fault:
            return No(self._words.refusal(fault))

    def _read(self, line: str) -> Meant:
        if not line:
            if len(self._choices) == 1:
                return Do(self._choices[0].actions)
            return No(self._words.say("line_say_something"))
        number = line.rstrip(".)")
        if number.isascii() and number.isdigit():
            return self._numbered(number)
        word, _, rest = line.partition(" ")
        word, rest = word.casefold(), rest.strip()
        if word in ACTION_WORDS:
            return self._act(ACTION_WORDS[word], rest)
        if word in COMMAND_WORDS:
            return Ask(COMMAND_WORDS[word], rest)
        if self._are_cards(line):
            return self._bare_cards(line)
        return self._short(word, rest)

    def _numbered(self, number: str) -> Meant:
        place = int(number[:9])
        if 1 <= place <= len(self._choices):
            return Do(self._choices[place - 1].actions)
        return No(self._words.say("line_no_number", most=len(self._choices)))

    def _short(self, word: str, rest: str) -> Meant:
        """A short form: of an action possible now, otherwise of a command, if it is unique."""
        kinds = {kind for name, kind in ACTION_WORDS.items() if name.startswith(word)}
        possible = {option.kind for option in self._choices}
        now = {kind for kind in kinds if kind in possible}
        if LAY in kinds and possible & {Kind.TAKE, Kind.MELD}:
            now.add(LAY)
        if len(now) == 1:
            return self._act(now.pop(), rest)
        commands = _matching(word, COMMAND_WORDS)
        if not now and len(commands) == 1:
            return Ask(commands.pop(), rest)
        if not now and not commands and len(kinds) == 1:
            return self._act(kinds.pop(), rest)
        meant = sorted(name for name in (*ACTION_WORDS, *COMMAND_WORDS) if name.startswith(word))
        if meant:
            return No(self._words.say("line_ambiguous", text=word, allowed=", ".join(meant)))
        return No(self._words.say("line_unknown", text=word[:60]))

    # Actions.

    def _act(self, kind: str, rest: str) -> Meant:
        if kind == Kind.PASS:
            return self._checked(Action(Kind.PASS)) if not rest else self._unknown(rest)
        if kind == Kind.FORCE:
            return self._force(rest)
        kind = self._here(kind)
        before, arrow, after = rest.partition("->")
        cards = self._cards(before)
        if kind in (Kind.PAY, Kind.GIVE):
            if cards.bit_count() != 1 or arrow:
                return No(self._words.say("line_one_card", kind=kind))
            return self._checked(Action(Kind(kind), cards))
        if kind == Kind.MELD and not cards:
            return self._only(Kind.MELD)
        layout = self._layout(after) if arrow else None
        if kind == LAY:
            return self._lay(cards, layout)
        return self._laying(Kind(kind), cards, layout)

    def _here(self, kind: str) -> str:
        """*pagar* and *dar* are one thing to people who give a card away."""
        possible = {option.kind for option in self._choices}
        if kind == Kind.PAY and Kind.GIVE in possible:
            return Kind.GIVE
        return kind

    def _lay(self, cards: CardSet, layout: Layout | None) -> Meant:
        """*bajar*: with the upcard if that goes, otherwise from the hand."""
        taking = self._laying(Kind.TAKE, cards, layout)
        melding = self._laying(Kind.MELD, cards, layout) if cards else taking
        if isinstance(taking, Do) and isinstance(melding, Do) and taking != melding:
            return Do(taking.actions + melding.actions)
        return melding if isinstance(melding, Do) else taking

    def _laying(self, kind: Kind, cards: CardSet, layout: Layout | None) -> Meant:
        """A take or a meld; without a layout all layouts are meant that go."""
        if layout is None:
            actions = tuple(
                action
                for option in self._choices
                for action in option.actions
                if action.kind is kind and action.cards == cards
            )
            if actions:
                return Do(actions)
            if kind is Kind.TAKE and not cards and kind in KINDS[self._info.phase]:
                return self._only(kind, Action(kind))
        return self._checked(Action(kind, cards, layout))

    def _only(self, kind: Kind, otherwise: Action | None = None) -> Meant:
        """The one thing of this kind that can be done, where none was named."""
        found = [option for option in self._choices if option.kind is kind]
        if len(found) == 1:
            return Do(found[0].actions)
        if not found and otherwise is not None:
            return self._checked(otherwise)
        if not found:
            return self._checked(Action(kind))
        return No(self._words.say("line_say_which", kind=str(kind)))

    def _force(self, rest: str) -> Meant:
        targets = [option for option in self._choices if option.kind is Kind.FORCE]
        if not rest:
            if len(targets) == 1:
                return Do(targets[0].actions)
            if targets:
                return No(self._words.say("line_force_whom"))
        seat = self._seat(rest)
        if seat is None and rest.partition(" ")[0].casefold() in _WITH:
            seat = self._seat(rest.partition(" ")[2].strip())
        if seat is None:
            return No(
                self._words.say("line_no_such_player", text=rest[:60], allowed=self._others())
            )
        return self._checked(Action(Kind.FORCE, seat=seat))

    def _seat(self, text: str) -> int | None:
        """A seat by name, by the beginning of a name, or by its number in files."""
        names = [name.casefold() for name in self._words.names]
        text = text.casefold()
        if text in names:
            return names.index(text)
        if text.isascii() and text.isdigit() and int(text[:3]) < len(names):
            return int(text)
        begun = [seat for seat, name in enumerate(names) if text and name.startswith(text)]
        return begun[0] if len(begun) == 1 else None

    def _others(self) -> str:
        names = self._words.names
        return ", ".join(name for seat, name in enumerate(names) if seat != self._info.seat)

    def _bare_cards(self, line: str) -> Meant:
        """Cards alone: what is done with cards at this moment."""
        possible = {option.kind for option in self._choices}
        for kind in (Kind.PAY, Kind.GIVE):
            if kind in possible:
                return self._act(kind, line)
        return self._act(LAY if Kind.MELD in possible else Kind.TAKE, line)

    def _checked(self, action: Action) -> Meant:
        refused = self._info.refusal(action)
        return Do((action,)) if refused is None else No(self._words.refusal(refused))

    def _unknown(self, text: str) -> Meant:
        return No(self._words.say("line_unknown", text=text[:60]))

    # Cards.

    def _cards(self, text: str) -> CardSet:
        fillers = {"with", "con", "and"}
        if not self._info.setting.rules.yucas:
            fillers.add("y")  # in Spanish "and"; where there are yucas, the yuca
        kept = [word for word in text.replace(",", " ").split() if word.casefold() not in fillers]
        return zone_of(parse_face(word, self._words.faces, self._words.pack) for word in kept)

    def _layout(self, text: str) -> Layout:
        melds = tuple(self._cards(part) for part in text.split("|"))
        if not all(melds):
            raise CannotParse("empty_meld")
        return ordered(melds)

    def _are_cards(self, line: str) -> bool:
        before = line.partition("->")[0].replace(",", " ")
        try:
            for word in before.split():
                parse_face(word, self._words.faces, self._words.pack)
        except ConquianError:
            return False
        return bool(before.strip())
