"""A match: a series of deals between the same players, its stakes and its score (rules.md §7).

Points are play money. A match is a value: ``match.deal_over(outcome)`` gives the next one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum

from conquian.core.cards import Card, rank_of
from conquian.core.errors import BadRules, NotLegal
from conquian.core.ruleset import RuleSet


class FirstDealer(StrEnum):
    """Who deals first."""

    RANDOM = "random"
    LOW_CARD = "low_card"


class Stakes(StrEnum):
    """What a deal is worth."""

    PER_LOSER = "per_loser"
    """Each other player pays the winner one stake."""
    POT = "pot"
    """Everyone puts one stake in before the deal and the winner takes the pot."""


class AfterDraw(StrEnum):
    """What a drawn deal does. With ``pot`` the pot stays and everybody adds again, always."""

    NONE = "none"
    DOUBLE = "double"
    """The next deal is played for double, doubling again while draws go on."""
    CARRY = "carry"
    """The stake is added to the next deal's."""
    POOL = "pool"
    """Everybody adds one stake to a pool that goes to the next winner."""


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """How a match is played.

    Attributes:
        first_dealer, stakes, after_draw: rules.md §7.
        stake: points of one stake, at least 1.
        deals: the match ends after this many deals, or ``None``.
        points: the match ends when somebody has won this many points, or ``None``.

    With neither the match goes on until the players stop.

    Raises:
        BadRules: ``bad_value``, naming the setting.
    """

    first_dealer: FirstDealer = FirstDealer.RANDOM
    stakes: Stakes = Stakes.PER_LOSER
    after_draw: AfterDraw = AfterDraw.NONE
    stake: int = 1
    deals: int | None = None
    points: int | None = None

    def __post_init__(self) -> None:
        enums: dict[str, type[StrEnum]] = {
            "first_dealer": FirstDealer,
            "stakes": Stakes,
            "after_draw": AfterDraw,
        }
        for name, enum in enums.items():
            value = getattr(self, name)
            if not isinstance(value, str) or value not in set(enum):
                raise BadRules(
                    "bad_value", field=name, value=str(value)[:60], allowed=" · ".join(enum)
                )
            object.__setattr__(self, name, enum(value))
        for name in ("stake", "deals", "points"):
            value = getattr(self, name)
            if value is None and name != "stake":
                continue
            if not isinstance(value, int) or isinstance(value, bool) or value < 1:
                raise BadRules("bad_value", field=name, value=str(value)[:60], allowed="1, 2, 3 …")


_PRESET_SETTINGS = {
    "clasico": MatchSettings(first_dealer=FirstDealer.LOW_CARD),
    "wikipedia": MatchSettings(after_draw=AfterDraw.CARRY),
    "paco": MatchSettings(stakes=Stakes.POT),
}


def default_settings(rules: RuleSet) -> MatchSettings:
    """The match settings of the preset a rule set was made from (rules.md §7)."""
    return _PRESET_SETTINGS.get(rules.base or "", MatchSettings())


@dataclass(frozen=True, slots=True)
class Match:
    """A match at the moment between two deals, or during one.

    Attributes:
        players: number of seats.
        settings: how it is played.
        dealer: who deals the present or next deal.
        scores: points won (or lost) by seat; what lies in the pot or pool is already paid.
        pot: points lying in the pot, or in the pool, for the next winner.
        paid_in: what each seat has put into ``pot`` since it was last won.
        draws: drawn deals since the last one that was won.
        played: deals finished.
        open: a deal is being played; with ``pot`` its stakes are in.
        stopped: the players have stopped.
    """

    players: int
    settings: MatchSettings
    dealer: int
    scores: tuple[int, ...] = ()
    pot: int = 0
    paid_in: tuple[int, ...] = ()
    draws: int = 0
    played: int = 0
    open: bool = False
    stopped: bool = False
    history: tuple[tuple[int, ...], ...] = field(default=(), repr=False)

    @staticmethod
    def start(players: int, settings: MatchSettings, first_dealer: int) -> Match:
        """A match before its first deal; see :func:`random_dealer` and :func:`low_card_dealer`."""
        zero = (0,) * players
        return Match(players, settings, first_dealer, scores=zero, paid_in=zero)

    @property
    def worth(self) -> int:
        """What each other player pays the winner of the present or next deal (``per_loser``)."""
        if self.settings.after_draw is AfterDraw.DOUBLE:
            return self.settings.stake << self.draws
        if self.settings.after_draw is AfterDraw.CARRY:
            return self.settings.stake * (1 + self.draws)
        return self.settings.stake

    @property
    def is_over(self) -> bool:
        """Stopped, all deals played, or somebody has the points."""
        if self.stopped:
            return True
        if self.settings.deals is not None and self.played >= self.settings.deals:
            return True
        return self.settings.points is not None and max(self.scores) >= self.settings.points

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seats with the most points."""
        best = max(self.scores)
        return tuple(seat for seat, score in enumerate(self.scores) if score == best)

    def deal_begins(self) -> Match:
        """The next deal begins; with ``pot`` everybody puts one stake in.

        Raises:
            NotLegal: ``match_over`` or ``deal_open``.
        """
        if self.is_over:
            raise NotLegal("match_over")
        if self.open:
            raise NotLegal("deal_open")
        begun = replace(self, open=True)
        return begun._everybody_adds() if self.settings.stakes is Stakes.POT else begun

    def deal_over(self, winner: int | None) -> Match:
        """The deal is over: ``winner`` by seat, or ``None`` for a draw.

        Raises:
            NotLegal: ``no_deal_open``.
        """
        if not self.open:
            raise NotLegal("no_deal_open")
        if winner is not None:
            settled = self._won(winner)
        else:
            settled = replace(self, draws=self.draws + 1)
            pool = self.settings.after_draw is AfterDraw.POOL
            if pool and self.settings.stakes is Stakes.PER_LOSER:
                settled = settled._everybody_adds()
        return settled._next_deal()

    def forfeit(self, seat: int) -> Match:
        """``seat`` gives the deal up and pays each other player one stake (formats.md §3).

        What lies in the pot stays there. The stake is the plain one, not doubled or carried.

        Raises:
            NotLegal: ``no_deal_open``.
        """
        if not self.open:
            raise NotLegal("no_deal_open")
        stake = self.settings.stake
        gains = [stake] * self.players
        gains[seat] = -stake * (self.players - 1)
        return self._gain(gains)._next_deal()

    def stop(self) -> Match:
        """The players stop. Open stakes are returned; of equal scores nobody is put first.

        A deal still being played counts for nothing.
        """
        returned = self._gain(list(self.paid_in))
        zero = (0,) * self.players
        return replace(returned, pot=0, paid_in=zero, open=False, stopped=True)

    def _won(self, winner: int) -> Match:
        gains = [0] * self.players
        gains[winner] = self.pot
        if self.settings.stakes is Stakes.PER_LOSER:
            gains = [gain - self.worth for gain in gains]
            gains[winner] += self.worth * self.players
        settled = self._gain(gains)
        return replace(settled, pot=0, paid_in=(0,) * self.players, draws=0)

    def _everybody_adds(self) -> Match:
        stake = self.settings.stake
        added = self._gain([-stake] * self.players)
        return replace(
            added,
            pot=self.pot + stake * self.players,
            paid_in=tuple(paid + stake for paid in self.paid_in),
        )

    def _gain(self, gains: list[int]) -> Match:
        scores = tuple(score + gain for score, gain in zip(self.scores, gains, strict=True))
        return replace(self, scores=scores)

    def _next_deal(self) -> Match:
        done = replace(
            self,
            open=False,
            played=self.played + 1,
            dealer=(self.dealer + 1) % self.players,
            history=(*self.history, self.scores),
        )
        return done._final() if done.is_over else done

    def _final(self) -> Match:
        """When the match ends, what lies in a pot nobody has won is returned."""
        returned = self._gain(list(self.paid_in))
        return replace(returned, pot=0, paid_in=(0,) * self.players)


def random_dealer(players: int, below: Callable[[int], int]) -> int:
    """First dealer by chance; ``below(n)`` is uniform over 0 … n-1."""
    return below(players)


@dataclass(frozen=True, slots=True)
class LowCardDraw:
    """How the first dealer was found: rounds of (seat, card), and who deals."""

    rounds: tuple[tuple[tuple[int, Card], ...], ...]
    dealer: int


def low_card_dealer(
    cards: tuple[Card, ...], players: int, below: Callable[[int], int]
) -> LowCardDraw:
    """Each draws a card from the shuffled pack, the lowest rank deals; ties draw again (§7).

    Args:
        cards: the pack without yucas, one entry per card.
        players: number of seats.
        below: the source of chance.
    """
    tied = list(range(players))
    rounds = []
    while len(tied) > 1:
        pack = list(cards)
        drawn = [(seat, pack.pop(below(len(pack)))) for seat in tied]
        rounds.append(tuple(drawn))
        lowest = min(rank_of(card) for _, card in drawn)
        tied = [seat for seat, card in drawn if rank_of(card) == lowest]
    return LowCardDraw(tuple(rounds), tied[0])
