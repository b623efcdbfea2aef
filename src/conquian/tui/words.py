"""How things are said in the app: the words of the catalogue, suits as symbols where they are."""

from __future__ import annotations

from conquian.core.cards import Card
from conquian.core.catalogue import words
from conquian.core.presets import ABOUT, Faces
from conquian.core.ruleset import RuleSet
from conquian.core.text import face_text


class Words(words.Words):
    """Words for a screen: French cards are ``7♥``; Spanish ones, which have no symbols, ``7c``."""

    def card(self, card: Card) -> str:
        """A card in a sentence."""
        return face_text(card, self.faces, self.pack, symbols=True)


def usual_faces(rules: RuleSet) -> Faces:
    """The faces these rules are usually played with."""
    if rules.base is not None:
        return ABOUT[rules.base].faces
    return Faces.FRENCH if rules.pack == "full52" else Faces.SPANISH
