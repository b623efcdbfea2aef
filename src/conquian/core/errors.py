"""Every refusal of the package: a stable code, its parameters, and a sentence.

The codes and the parameter names are API; the sentences live in the catalogue and may be
improved. All errors are :class:`ValueError`. Three kinds of refused input are kept apart:
what cannot be read (:class:`CannotParse`), what can be read but is not allowed here
(:class:`NotLegal`), and what could mean two things (:class:`Ambiguous`).
"""

from __future__ import annotations

from conquian.core.catalogue import sentence

Param = int | str | tuple[int, ...]
"""A parameter: a card, a zone or a seat as int (told apart by the parameter's name, see
``catalogue.PARAMETER_KINDS``), a text, or a layout."""


def shown(value: object) -> str:
    """A wrong value as a sentence may show it: a bounded text, whatever it is."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    try:
        text = value if isinstance(value, str) else repr(value)
    except (RecursionError, ValueError):  # nested without end, or an int too long to print
        text = type(value).__name__
    return text if len(text) <= 60 else text[:57] + "…"


class ConquianError(ValueError):
    """Base of all refusals.

    Attributes:
        code: stable identifier, e.g. ``take_not_melds``.
        params: named values the sentence speaks of, as plain ints and texts.
    """

    def __init__(self, code: str, **params: Param) -> None:
        super().__init__(code)
        self.code = code
        self.params = params

    def sentence(self, lang: str = "en") -> str:
        """The reason as a sentence a person can act on; ``lang`` is ``en`` or ``es``."""
        return sentence(self.code, self.params, lang)

    def __str__(self) -> str:
        return self.sentence()

    def __repr__(self) -> str:
        inside = "".join(f", {name}={value!r}" for name, value in self.params.items())
        return f"{type(self).__name__}({self.code!r}{inside})"

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, ConquianError)
            and type(self) is type(other)
            and (self.code, self.params) == (other.code, other.params)
        )

    def __hash__(self) -> int:
        return hash((type(self), self.code))

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.code, self.params)


def _rebuild(kind: type[ConquianError], code: str, params: dict[str, Param]) -> ConquianError:
    return kind(code, **params)


class CannotParse(ConquianError):
    """The text is not a card, an action or a rule set at all."""


class NotLegal(ConquianError):
    """The action can be read, but the rules do not allow it here."""


class Ambiguous(ConquianError):
    """The text could mean two different actions."""


class BadRules(ConquianError):
    """The rule set is impossible; the sentence names the field (rules.md §3)."""


class BadDeal(ConquianError):
    """The cards of a deal are not what the rule set asks for."""
