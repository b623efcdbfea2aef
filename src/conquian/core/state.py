"""A deal at one moment, with every hand: the value the rules work on (rules.md §4, design.md §3).

``state.apply(action)`` gives a new state and never changes the old one. A state is a decision
(``legal_actions``, ``apply``), chance (``outcomes``, ``reveal``) or over. There is no stock order
and no generator in it: the cards of the stock are a set, and whoever deals says which one comes.
"""

from __future__ import annotations

from collections.abc import Sequence

from conquian.core import position as facts
from conquian.core.action import Action, Kind
from conquian.core.cards import Card, CardSet, cards_of, is_zone, remove
from conquian.core.errors import BadDeal, NotLegal
from conquian.core.position import EXCHANGE, OFFER, TURN, Position
from conquian.core.ruleset import RuleSet
from conquian.core.setting import setting_for
from conquian.core.turns import asking, exchange, forcing, moves, turning


class State(Position):
    """Everything about a deal but the order of the stock.

    Attributes (besides the public ones of :class:`Position`):
        hands: each seat's hand as a zone.
        unseen: the cards left in the stock as a zone.
        gifts: inside the exchange, the cards chosen so far (as zones) in the order pone, …;
            otherwise empty.
    """

    __slots__ = ("_legal", "gifts", "hands", "unseen")

    hands: tuple[CardSet, ...]
    unseen: CardSet
    gifts: tuple[CardSet, ...]
    _legal: tuple[Action, ...] | None

    @staticmethod
    def start(rules: RuleSet, dealer: int, hands: Sequence[CardSet]) -> State:
        """The state right after dealing ``hands`` (zones, by seat) under ``rules``.

        Raises:
            BadRules: ``players_not_allowed``.
            BadDeal: ``bad_dealer``, ``hand_size`` or ``not_in_pack``.
        """
        setting = setting_for(rules, len(hands))
        if not 0 <= dealer < setting.players:
            raise BadDeal("bad_dealer", number=dealer, most=setting.players - 1)
        unseen = setting.deck
        for seat, hand in enumerate(hands):
            if not is_zone(hand) or hand & unseen != hand:
                raise BadDeal("not_in_pack", seat=seat, cards=hand if is_zone(hand) else 0)
            if hand.bit_count() != setting.hand_size:
                raise BadDeal(
                    "hand_size", seat=seat, found=hand.bit_count(), wanted=setting.hand_size
                )
            unseen = remove(unseen, hand)
        state = State()
        counts = (setting.hand_size,) * setting.players
        facts.start(state, setting, dealer, counts, setting.stock_size)
        state.hands = tuple(hands)
        state.unseen = unseen
        state.gifts = ()
        state._legal = None
        return state

    @staticmethod
    def build(
        known: Position, hands: tuple[CardSet, ...], unseen: CardSet, gifts: tuple[CardSet, ...]
    ) -> State:
        """A full state from public facts and the hidden cards; nothing is checked.

        Used by ``resample`` and by solvers; ``hands`` must have the sizes of ``known.counts`` and
        together with ``unseen`` and what is public make up the deck.
        """
        state = State()
        copy_public(known, state)
        state.hands = hands
        state.unseen = unseen
        state.gifts = gifts
        state._legal = None
        return state

    def _copy(self) -> State:
        new = State()
        copy_public(self, new)
        new.hands = self.hands
        new.unseen = self.unseen
        new.gifts = self.gifts
        new._legal = None
        return new

    # Decisions.

    def legal_actions(self) -> tuple[Action, ...]:
        """All legal actions of the actor, unique, in the order documented in ``turns.moves``.

        Empty when a card must be turned or the deal is over; never empty otherwise.
        """
        if self._legal is None:
            self._legal = (
                tuple(moves.legal(self, self.hands[self.actor])) if self.actor >= 0 else ()
            )
        return self._legal

    def refusal(self, action: Action, seat: int | None = None) -> NotLegal | None:
        """Why ``action`` is not allowed now, or ``None`` if it is.

        With ``seat``: as an action of that seat, which is refused out of turn. The answer depends
        on no card that seat may not know; who has chosen a gift it does tell, and a live table,
        which takes gifts in any order, asks its seats' ``InfoState`` instead.
        """
        if seat is not None and seat != self.actor:
            if self.phase is EXCHANGE:
                return NotLegal("exchange_not_you", seat=seat)
            if self.actor >= 0:
                return NotLegal("not_your_turn", actor=self.actor)
        return moves.refusal(self, self.hands[self.actor] if self.actor >= 0 else 0, action)

    def verify(self, action: Action, seat: int | None = None) -> None:
        """Do nothing if ``action`` is legal.

        Raises:
            NotLegal: with the reason; see :meth:`refusal`.
        """
        refusal = self.refusal(action, seat)
        if refusal is not None:
            raise refusal

    def can(self, action: Action, seat: int | None = None) -> bool:
        """Whether ``action`` is legal."""
        return self.refusal(action, seat) is None

    def apply(self, action: Action, seat: int | None = None) -> State:
        """The state after ``action``, checked.

        Raises:
            NotLegal: with the reason; see :meth:`refusal`.
        """
        refusal = self.refusal(action, seat)
        if refusal is not None:
            raise refusal
        return self.apply_unchecked(action)

    def apply_unchecked(self, action: Action) -> State:
        """The state after an action known to be legal; for search. Anything else is undefined."""
        new = self._copy()
        kind = action.kind
        if kind is Kind.PASS:
            if self.phase is OFFER:
                asking.declined(new)
            else:
                forcing.window_passed(new)
        elif kind is Kind.TAKE:
            new._use(action.cards)
            asking.took(new, action.cards, action.layout)
        elif kind is Kind.PAY:
            new._use(action.cards)
            asking.paid(new, action.card)
        elif kind is Kind.FORCE:
            forcing.forced(new, action.seat)
        elif kind is Kind.MELD:
            new._use(action.cards)
            asking.melded(new, action.cards, action.layout)
        else:
            new._give(action.cards)
        return new

    def _use(self, cards: CardSet) -> None:
        """The actor's hand loses these cards."""
        seat = self.actor
        self.hands = facts.replaced(self.hands, seat, remove(self.hands[seat], cards))

    def _give(self, gift: CardSet) -> None:
        """The actor has chosen his gift; when all have, the cards change hands."""
        self.gifts = (*self.gifts, gift)
        if len(self.gifts) < self.players:
            self.actor = self.setting.next[self.actor]
            return
        self.hands = exchange.swapped(self.hands, self.gifts_by_seat())
        self.gifts = ()
        exchange.done(self)

    def gifts_by_seat(self) -> tuple[CardSet, ...]:
        """The gifts chosen so far, by seat; 0 for a seat that has not chosen."""
        by_seat = [0] * self.players
        for step, gift in enumerate(self.gifts):
            by_seat[(self.dealer + 1 + step) % self.players] = gift
        return tuple(by_seat)

    # Chance.

    def outcomes(self) -> list[tuple[Card, int]]:
        """In phase ``turn``: each card that can come, with how many copies of it are left."""
        if self.phase is not TURN:
            return []
        weights: dict[Card, int] = {}
        for card in cards_of(self.unseen):
            weights[card] = weights.get(card, 0) + 1
        return list(weights.items())

    def reveal(self, card: Card) -> State:
        """The state after ``card`` has been turned from the stock.

        Raises:
            NotLegal: ``nothing_to_turn`` or ``not_in_stock``.
        """
        if self.phase is not TURN:
            raise NotLegal("nothing_to_turn")
        if not 0 <= card < 64 or not self.unseen >> card & 1:
            raise NotLegal("not_in_stock", number=card)
        new = self._copy()
        new.unseen = remove(self.unseen, 1 << card)
        turning.turn_up(new, card)
        return new

    # Values.

    def key(self) -> tuple[object, ...]:
        """All of the position as one hashable value; equal positions have equal keys."""
        return (
            self.setting.rules,
            self.dealer,
            self.phase,
            self.actor,
            self.upcard,
            self.turned,
            self.source,
            self.first,
            self.size,
            self.declined,
            self.turner,
            self.laid,
            self.melds,
            self.counts,
            self.stock,
            self.forcer,
            self.outcome,
            self.hands,
            self.unseen,
            self.gifts,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        from conquian.core.text import state_text

        return f"parse_state({state_text(self)!r})"


def copy_public(source: Position, target: Position) -> None:
    """Copy the public facts, by hand because it is done at every step of every search."""
    target.setting = source.setting
    target.dealer = source.dealer
    target.phase = source.phase
    target.actor = source.actor
    target.upcard = source.upcard
    target.turned = source.turned
    target.source = source.source
    target.first = source.first
    target.size = source.size
    target.declined = source.declined
    target.turner = source.turner
    target.laid = source.laid
    target.melds = source.melds
    target.counts = source.counts
    target.stock = source.stock
    target.forcer = source.forcer
    target.outcome = source.outcome
