"""An action that is being put together and has not been done yet.

What is legal is only ever read off the offers; nothing here knows what a meld is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from conquian.tui.frames import Cards, Melds, Offer, Preview, View

GIVE, PAY, LAY, NONE = "give", "pay", "lay", "none"
"""What choosing a hand card means now."""
FEW_WAYS = 12
"""Ways of laying that are gone through one by one; with more the player chooses cards first."""
_LAYING = ("take", "meld")

CardId = tuple[str, int]
"""A card of a hand and which of its twins it is."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What has been chosen.

    Attributes:
        ids: hand cards, in the order they were chosen.
        wish: how the melds should lie; ``None``: as offered first.
        target: who would be forced, or ``None``.
        melding: the chosen cards are to be laid without the upcard.
    """

    ids: tuple[CardId, ...] = ()
    wish: Melds | None = None
    target: int | None = None
    melding: bool = False

    @property
    def cards(self) -> Cards:
        """The chosen cards."""
        return tuple(card for card, _ in self.ids)

    @property
    def empty(self) -> bool:
        """Nothing has been chosen."""
        return self == EMPTY


EMPTY = Draft()


@dataclass(frozen=True, slots=True)
class Situation:
    """What can be done now with what is chosen.

    Attributes:
        mode: what a hand card is chosen for.
        exact: takes, or melds, with exactly the chosen cards; several differ in the grouping.
        single: the gift or payment that is chosen.
        forces: whom one may force.
        passing: the legal pass, or ``None``.
        open: the cards that can still join the chosen ones.
        ways: different sets of cards that can be laid and hold the chosen ones, fewest first.
        more: there are legal actions that have not been listed.
    """

    mode: str = NONE
    exact: tuple[Offer, ...] = ()
    single: Offer | None = None
    forces: tuple[Offer, ...] = ()
    passing: Offer | None = None
    open: frozenset[CardId] = field(default=frozenset())
    ways: tuple[Offer, ...] = ()
    more: bool = False


NOTHING = Situation()
"""Nothing is asked."""


def ids_of(hand: Iterable[str]) -> tuple[CardId, ...]:
    """The cards of a hand told apart."""
    seen: Counter[str] = Counter()
    made = []
    for card in hand:
        made.append((card, seen[card]))
        seen[card] += 1
    return tuple(made)


def within(part: Iterable[str], whole: Iterable[str]) -> bool:
    """All of ``part`` is in ``whole``, twins counted."""
    return not Counter(part) - Counter(whole)


def same(one: Sequence[str], other: Sequence[str]) -> bool:
    """The same cards, in any order."""
    return len(one) == len(other) and within(one, other)


def listed(view: View, previewed: Preview | None, chosen: Cards) -> tuple[tuple[Offer, ...], bool]:
    """The offers known, and whether some legal actions are not among them.

    Args:
        view: with its offers.
        previewed: the answer to the last question about chosen cards.
        chosen: the cards chosen now.
    """
    offers = view.offers
    if view.count <= len(offers):
        return offers, False
    asked = previewed if previewed is not None and same(previewed.cards, chosen) else None
    if len(view.legal) == view.count:
        known = {offer.action: offer for offer in asked.actions} if asked else {}
        laying = [text for text in view.legal if text.startswith(_LAYING)]
        return (*offers, *(known.get(text) or Offer.bare(text) for text in laying)), False
    if asked is None:
        return offers, True
    longer = any(len(offer.cards) > len(chosen) for offer in asked.actions)
    return (*offers, *asked.actions), longer and len(asked.actions) >= 80


def situation(view: View, draft: Draft, previewed: Preview | None = None) -> Situation:
    """What can be done with what is chosen."""
    if not view.acting:
        return NOTHING
    chosen = draft.cards
    offers, more = listed(view, previewed, chosen)
    forces = tuple(offer for offer in offers if offer.kind == "force")
    passing = next((offer for offer in offers if offer.kind == "pass"), None)
    giving = [offer for offer in offers if offer.kind in (GIVE, PAY)]
    if giving:
        single = next((offer for offer in giving if same(offer.cards, chosen)), None)
        able = {card for offer in giving for card in offer.cards}
        free = frozenset(one for one in ids_of(view.hand) if one[0] in able)
        return Situation(giving[0].kind, (), single, forces, passing, free)
    laying = [offer for offer in offers if offer.kind in _LAYING and within(chosen, offer.cards)]
    exact = [offer for offer in laying if len(offer.cards) == len(chosen)]
    ways = _ways(laying)
    mode = LAY if laying or more or any(offer.kind in _LAYING for offer in offers) else NONE
    return Situation(
        mode,
        tuple(_exact(exact, melding=draft.melding)),
        None,
        forces,
        passing,
        frozenset(ids_of(view.hand)) if more else _open(view, draft, laying),
        ways,
        more,
    )


def _exact(offers: list[Offer], *, melding: bool) -> list[Offer]:
    """Of takes and melds with the same cards those that are meant; a take unless said."""
    meant = [offer for offer in offers if (offer.kind == "meld") == melding]
    return meant or offers


def _ways(laying: Iterable[Offer]) -> tuple[Offer, ...]:
    """One offer for each set of cards, those that win first, then those with few cards."""
    found: dict[tuple[str, Cards], Offer] = {}
    for offer in laying:
        found.setdefault((offer.kind, tuple(sorted(offer.cards))), offer)
    return tuple(sorted(found.values(), key=lambda o: (o.kind != "take", not o.out, len(o.cards))))


def _open(view: View, draft: Draft, laying: Iterable[Offer]) -> frozenset[CardId]:
    room: Counter[str] = Counter()
    for offer in laying:
        room |= Counter(offer.cards)
    left = room - Counter(draft.cards)
    return frozenset(one for one in ids_of(view.hand) if one not in draft.ids and left[one[0]] > 0)


def toggled(draft: Draft, one: CardId, mode: str) -> Draft:
    """After a hand card was chosen, or put back."""
    if one in draft.ids:
        return replace(draft, ids=tuple(i for i in draft.ids if i != one), wish=None, target=None)
    if mode in (GIVE, PAY):
        return Draft((one,))
    return replace(draft, ids=(*draft.ids, one), wish=None, target=None)


def with_way(way: Offer, hand: Sequence[str]) -> Draft:
    """A draft that holds exactly the cards of an offer."""
    wanted = Counter(way.cards)
    ids = []
    for one in ids_of(hand):
        if wanted[one[0]] > 0:
            wanted[one[0]] -= 1
            ids.append(one)
    return Draft(tuple(ids), melding=way.kind == "meld")


def next_way(now: Situation, draft: Draft, hand: Sequence[str], kind: str) -> Draft:
    """The next way of laying of this kind after the chosen one; unchanged if there is none."""
    ways = [way for way in now.ways if way.kind == kind]
    if not ways:
        return draft
    melding = kind == "meld"
    at = next(
        (
            place
            for place, way in enumerate(ways)
            if same(way.cards, draft.cards) and draft.melding == melding
        ),
        -1,
    )
    return with_way(ways[(at + 1) % len(ways)], hand)


def proposed(now: Situation, draft: Draft) -> Offer | None:
    """What is done when the player confirms; ``None`` if there is nothing to confirm."""
    if draft.target is not None:
        return next((offer for offer in now.forces if offer.seat == draft.target), None)
    if now.single is not None:
        return now.single
    if not now.exact:
        return None
    if draft.wish is not None:
        for offer in now.exact:
            if offer.layout == draft.wish:
                return offer
    return now.exact[0]
