"""Cards, melds and rule sets as arrays for compiled code; conversion from and to ``core``.

**Cards.** A kernel card is ``suit * 15 + rank index``: four lanes of 15 bits, so that shifts by one
and two find neighbours of a suit and never reach the next suit (at most 13 ranks, two bits free).
The rank index is the place in the pack's rank order, not the printed number: in ``spanish40`` the
10 has index 7. The yucas are the bits 60 and 61.

**Masks.** A set of cards is an int64 mask below 2**62, so ``1 << card`` works compiled and
interpreted alike. Yucas are counted in unary: one yuca is bit 60, two are bits 60 and 61, never bit
61 alone. Equal contents are equal masks; :func:`conquian.kernel.bits.add` and ``remove`` keep it
so. In a meld a yuca is bit 60. Numeric card order is the card order of formats.md §1.

**Layouts.** One player's melds are one int64: up to four places of 15 bits, the first meld in the
highest, each holding *meld index + 1* or 0 for none. Melds are numbered in ``core``'s documented
order, so comparing two codes as numbers compares the layouts as ``core`` sorts them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from conquian.core.cards import YUCA, CardSet, cards_of, rank_of, suit_of
from conquian.core.errors import BadRules
from conquian.core.layouts import layout_table
from conquian.core.melds import Layout
from conquian.core.packs import Pack, pack_named
from conquian.core.ruleset import Force, ForcedPlay, ForceFit, HandMelds, Opening, RuleSet, StockOut
from conquian.core.setting import setting_for

Ints = npt.NDArray[np.int64]
"""An array of int64."""

LANE: Final = 15
"""Bits of a suit."""
YUCA_CARD: Final = 60
"""Kernel number of the (first) yuca; the second is the next bit."""
YUCA_BIT: Final = 1 << YUCA_CARD
CARDS: Final = 62
"""Bits of a mask: arrays indexed by card have this length."""
PLACE_BITS: Final = 15
MOST_MELDS: Final = 4
"""A player has at most fourteen cards on the table, so at most four melds."""
FIRST_PLACE: Final = PLACE_BITS * (MOST_MELDS - 1)
"""Shift of the first meld in a layout code."""
PLACE_MASK: Final = (1 << PLACE_BITS) - 1


class Tables(NamedTuple):
    """The melds of one pack as arrays (int64 unless said otherwise). M melds, 62 cards.

    Attributes:
        masks: (M,) the cards of each meld, in ``core``'s order.
        size: (M,) how many cards each has.
        is_run: (M,) 1 for a run, 0 for a set.
        with_start, with_list: melds that hold card c, ascending, are
            ``with_list[with_start[c]:with_start[c + 1]]``; (63,) and (sum of sizes,).
        seed_start, seed_list: likewise the melds of exactly three cards that hold c.
        extended: (M, 62) the meld that meld m with card c added is, or -1.
        set_at: (13 * 16,) the natural set at ``rank index * 16 + suits as 4 bits``, or -1.
        run_at: (62 * 14,) the natural run at ``lowest card * 14 + length``, or -1.
        core_of: (62,) the number ``core`` gives each kernel card, or -1; both yuca bits: 61.
        kernel_of: (64,) the kernel number of each card of ``core``, or -1.
        pack: (4,) ranks, suits, longest natural run allowed, mask of all natural cards.
        flat: what compiled code needs of all this in one array, places ``G_…``. Functions hand
            on one array many times faster than a dozen.
    """

    masks: Ints
    size: Ints
    is_run: Ints
    with_start: Ints
    with_list: Ints
    seed_start: Ints
    seed_list: Ints
    extended: Ints
    set_at: Ints
    run_at: Ints
    core_of: Ints
    kernel_of: Ints
    pack: Ints
    flat: Ints


P_RANKS, P_SUITS, P_LONGEST, P_NATURAL = range(4)
"""Places in ``Tables.pack``."""

# Places in the array of a setting: the rule set for a number of players, as plain numbers.
(
    S_PLAYERS,
    S_HAND,
    S_STOCK,
    S_GROUPED,
    S_FORCING,
    S_WINDOW,
    S_DISCARDER,
    S_MUST,
    S_AUTOMATIC,
    S_PLACE,
    S_MELDS,
    S_EXCHANGE,
    S_FEWEST,
    S_UPCARD,
    S_TURNED,
    S_PAID,
    S_OPENER,
    S_YUCAS,
    S_DECK,
    SETTING_WORDS,
) = range(20)
"""Players; hand size H; stock cards at the start; the fields of ``core.setting.Setting`` as 0 or 1;
``S_MELDS`` hand melds (0 never, 1 after_turning, 2 when_asked); ``S_UPCARD`` the dealer turns the
first card; ``S_TURNED`` and ``S_PAID`` seats asked about a turned and a paid card; ``S_OPENER`` who
turns after the first card, as seats after the dealer; yucas in the deck; the deck as a mask."""


G_RANKS: Final = SETTING_WORDS
G_SUITS: Final = SETTING_WORDS + 1
G_NATURAL: Final = SETTING_WORDS + 2
G_MELDS: Final = SETTING_WORDS + 3
G_EXTENDED: Final = SETTING_WORDS + 4
G_SET_AT: Final = SETTING_WORDS + 5
G_RUN_AT: Final = G_SET_AT + 13 * 16
G_MASKS: Final = G_RUN_AT + CARDS * 14
"""Places in a **game**, the one array of a rule set with its melds: first the setting (``S_…``, all
0 in ``Tables.flat``), then ranks, suits, natural cards, how many melds, where ``extended`` begins
(a row of 62 for each meld); then the arrays of :class:`Tables` of the same names."""


@lru_cache(maxsize=64)
def tables_for(pack: str, run_cap: int | None, *, yuca: bool) -> Tables:
    """The arrays of a pack, made once; arguments as in :func:`conquian.core.layouts.layout_table`.

    Raises:
        BadRules: ``bad_pack``.
    """
    named = pack_named(pack)
    table = layout_table(pack, run_cap, yuca=yuca)
    kernel_of, core_of = _numbering(named)
    masks = [sum(1 << int(kernel_of[card]) for card in cards_of(meld)) for meld in table.melds]
    number = {mask: index for index, mask in enumerate(masks)}
    ranks = len(named.ranks)
    extended = np.full((len(masks), CARDS), -1, np.int64)
    set_at = np.full(13 * 16, -1, np.int64)
    run_at = np.full(CARDS * 14, -1, np.int64)
    longest = 0
    for index, mask in enumerate(masks):
        for card in range(CARDS):
            if not mask >> card & 1:
                extended[index, card] = number.get(mask | 1 << card, -1)
        if mask & YUCA_BIT:
            continue
        lowest = (mask & -mask).bit_length() - 1
        if _is_run(mask):
            run_at[lowest * 14 + mask.bit_count()] = index
            longest = max(longest, mask.bit_count())
        else:
            suits = sum(1 << card // LANE for card in range(60) if mask >> card & 1)
            set_at[lowest % LANE * 16 + suits] = index
    natural = sum(1 << suit * LANE + rank for suit in range(named.suits) for rank in range(ranks))
    with_start, with_list = _holding(masks, range(len(masks)))
    seeds = [index for index, mask in enumerate(masks) if mask.bit_count() == 3]
    seed_start, seed_list = _holding(masks, seeds)
    flat = np.concatenate(
        [
            np.zeros(SETTING_WORDS, np.int64),
            np.array([ranks, named.suits, natural, len(masks), G_MASKS + len(masks)], np.int64),
            set_at,
            run_at,
            np.array(masks, np.int64),
            extended.ravel(),
        ]
    )
    made = Tables(
        masks=np.array(masks, np.int64),
        size=np.array([mask.bit_count() for mask in masks], np.int64),
        is_run=np.array([_is_run(mask) for mask in masks], np.int64),
        with_start=with_start,
        with_list=with_list,
        seed_start=seed_start,
        seed_list=seed_list,
        extended=extended,
        set_at=set_at,
        run_at=run_at,
        core_of=core_of,
        kernel_of=kernel_of,
        pack=np.array([ranks, named.suits, longest, natural], np.int64),
        flat=flat,
    )
    for array in made:
        array.flags.writeable = False
    return made


def _is_run(mask: int) -> bool:
    """Whether the natural cards of a meld are of one suit; two of them always tell."""
    naturals = mask & (YUCA_BIT - 1)
    return (naturals.bit_length() - 1) // LANE == ((naturals & -naturals).bit_length() - 1) // LANE


def _numbering(pack: Pack) -> tuple[Ints, Ints]:
    """``kernel_of`` and ``core_of`` of a pack."""
    kernel_of = np.full(64, -1, np.int64)
    core_of = np.full(CARDS, -1, np.int64)
    for card in pack.cards:
        kernel = suit_of(card) * LANE + pack.ranks.index(rank_of(card))
        kernel_of[card] = kernel
        core_of[kernel] = card
    kernel_of[YUCA] = YUCA_CARD
    core_of[YUCA_CARD] = core_of[YUCA_CARD + 1] = YUCA
    return kernel_of, core_of


def _holding(masks: list[int], among: range | list[int]) -> tuple[Ints, Ints]:
    """Starts and list of the melds ``among`` that hold each card."""
    start, held = [0], []
    for card in range(CARDS):
        held += [index for index in among if masks[index] >> card & 1]
        start.append(len(held))
    return np.array(start, np.int64), np.array(held, np.int64)


def tables_of(rules: RuleSet) -> Tables:
    """The tables a rule set is played with."""
    return tables_for(rules.pack, rules.run_cap, yuca=rules.yucas > 0)


@lru_cache(maxsize=256)
def setting_array(rules: RuleSet, players: int) -> Ints:
    """The rule set for this many players as (``SETTING_WORDS``,) int64; places are ``S_…``.

    Raises:
        BadRules: ``players_not_allowed``, or ``kernel_one_pack`` for two packs.
    """
    setting = setting_for(rules, players)
    if rules.decks_for(players) != 1:
        raise BadRules("kernel_one_pack", field="decks")
    words = np.zeros(SETTING_WORDS, np.int64)
    words[S_PLAYERS] = players
    words[S_HAND] = setting.hand_size
    words[S_STOCK] = setting.stock_size
    words[S_GROUPED] = rules.force_fit is ForceFit.MELD
    words[S_FORCING] = setting.forcing
    words[S_WINDOW] = setting.window
    words[S_DISCARDER] = rules.force_discarder
    words[S_MUST] = rules.force is Force.MUST
    words[S_AUTOMATIC] = rules.force is Force.AUTOMATIC
    words[S_PLACE] = rules.forced_play is ForcedPlay.PLACE
    words[S_MELDS] = list(HandMelds).index(rules.hand_melds)
    words[S_EXCHANGE] = rules.exchange
    words[S_FEWEST] = rules.stock_out is StockOut.FEWEST
    words[S_UPCARD] = rules.opening is Opening.UPCARD
    words[S_TURNED] = setting.turned[0].size
    words[S_PAID] = setting.paid[0].size
    words[S_OPENER] = setting.opening[0].turner
    words[S_YUCAS] = rules.yucas
    words[S_DECK] = mask_of(tables_of(rules), setting.deck)
    words.flags.writeable = False
    return words


@lru_cache(maxsize=256)
def game_array(rules: RuleSet, players: int) -> Ints:
    """The setting and the tables of a rule set as one array, a **game**; places ``S_…``, ``G_…``.

    Raises:
        BadRules: as :func:`setting_array`.
    """
    game = tables_of(rules).flat.copy()
    game[:SETTING_WORDS] = setting_array(rules, players)
    game.flags.writeable = False
    return game


def mask_of(tables: Tables, zone: CardSet) -> int:
    """A zone of ``core`` as a kernel mask; its cards must be in the pack, naturals once."""
    mask = 0
    for card in cards_of(zone):
        bit = 1 << int(tables.kernel_of[card])
        mask |= bit << 1 if mask & bit else bit
    return mask


def zone_of_mask(tables: Tables, mask: int) -> CardSet:
    """A kernel mask as a zone of ``core``."""
    mask = int(mask)
    zone = 0
    while mask:
        bit = mask & -mask
        card = int(tables.core_of[bit.bit_length() - 1])
        zone |= 1 << card + 64 if zone >> card & 1 else 1 << card
        mask ^= bit
    return zone


def layout_code(tables: Tables, layout: Layout) -> int:
    """A layout of ``core``, in its documented order, as one number."""
    code = 0
    for place, meld in enumerate(layout):
        mask = mask_of(tables, meld)
        index = int(np.flatnonzero(tables.masks == mask)[0])
        code |= index + 1 << FIRST_PLACE - PLACE_BITS * place
    return code


def layout_of_code(tables: Tables, code: int) -> Layout:
    """The layout of ``core`` behind a code."""
    places = [int(code) >> shift & PLACE_MASK for shift in range(FIRST_PLACE, -1, -PLACE_BITS)]
    return tuple(zone_of_mask(tables, int(tables.masks[place - 1])) for place in places if place)
