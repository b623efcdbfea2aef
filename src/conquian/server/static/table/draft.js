// An action that is being put together and has not been sent: which hand cards are chosen, and how
// the melds shall lie. What is legal is only ever read off the server's offers; nothing here knows
// what a meld is.

import { bySuit, cardOf } from "./cards.js";

/**
 * @typedef {object} Draft
 * @property {string[]} ids chosen hand cards (see cards.ids), in the order they were chosen
 * @property {Wire.Layout | null} wish how the melds should lie, as near as it is legal
 * @property {boolean} upcard the upcard has been picked up, perhaps before any hand card
 * @property {string | null} armed the action whose button was pressed once and asks again
 */

/** @type {Readonly<Draft>} */
export const EMPTY = Object.freeze({ ids: [], wish: null, upcard: false, armed: null });

/**
 * What the player can do now, in terms of the screen.
 * @typedef {object} Situation
 * @property {"none" | "give" | "pay" | "lay"} mode what a tap on a hand card means
 * @property {Wire.Offer[]} takes legal takes with exactly the chosen cards (several: groupings)
 * @property {Wire.Offer[]} melds legal melds from the hand with exactly the chosen cards
 * @property {Wire.Offer | null} single the legal give or pay of the chosen card
 * @property {Wire.Offer[]} forces
 * @property {Wire.Offer | null} pass
 * @property {Set<string>} open ids that can still join the chosen ones
 * @property {Wire.Offer[]} ways different sets of cards that can be laid, while they are few
 * @property {boolean} more there are legal actions that the server has not listed
 */

/** Ways that are shown as buttons. */
const FEW = 8;
/** A preview lists no more than so many (docs/protocol.md §5). */
const PREVIEWED = 80;

/**
 * @param {readonly Wire.Card[]} cards
 * @returns {Map<Wire.Card, number>}
 */
function counted(cards) {
  /** @type {Map<Wire.Card, number>} */
  const count = new Map();
  for (const card of cards) count.set(card, (count.get(card) ?? 0) + 1);
  return count;
}

/**
 * @param {readonly Wire.Card[]} part
 * @param {readonly Wire.Card[]} whole
 */
export function within(part, whole) {
  const have = counted(whole);
  for (const [card, count] of counted(part)) if ((have.get(card) ?? 0) < count) return false;
  return true;
}

/**
 * @param {readonly Wire.Card[]} one
 * @param {readonly Wire.Card[]} other
 */
export function sameCards(one, other) {
  return one.length === other.length && within(one, other);
}

/** @param {string} action */
function isLaying(action) {
  return action.startsWith("take") || action.startsWith("meld");
}

/**
 * An offer from its text alone, where the server did not lay them all out.
 * @param {string} action
 * @returns {Wire.Offer}
 */
function bare(action) {
  const [before = "", after] = action.split(" -> ");
  const [kind, ...cards] = before.split(" ");
  return {
    action,
    kind: kind === "meld" ? "meld" : "take",
    cards,
    layout: after ? after.split(" | ").map((meld) => meld.split(" ")) : null,
    seat: null,
    out: false,
    say: "",
  };
}

/**
 * @param {Wire.View | null} view
 * @param {readonly string[]} hand ids of the hand
 * @param {Readonly<Draft>} draft
 * @param {Wire.Offer[] | null} previewed the server's answer for exactly the chosen cards, when the
 *   list of the view was cut
 * @returns {Situation}
 */
export function situation(view, hand, draft, previewed = null) {
  const listed = view?.offers ?? [];
  const all = view?.legal_count ?? 0;
  const cut = all > listed.length;
  let offers = listed;
  let more = false;
  if (cut && view?.legal && view.legal.length === all) {
    const laid = new Map((previewed ?? []).map((offer) => [offer.action, offer]));
    offers = [...listed, ...view.legal.filter(isLaying).map((text) => laid.get(text) ?? bare(text))];
  } else if (cut && previewed) {
    offers = [...listed, ...previewed];
    more = previewed.length >= PREVIEWED && previewed.some((offer) => offer.cards.length > draft.ids.length);
  } else if (cut) more = true;
  const chosen = draft.ids.map(cardOf);
  /** @type {Situation} */
  const now = {
    mode: "none",
    takes: [],
    melds: [],
    single: null,
    forces: [],
    pass: null,
    open: new Set(),
    ways: [],
    more,
  };
  /** @type {Map<string, Wire.Offer>} */
  const ways = new Map();
  /** @type {Map<Wire.Card, number>} how many copies some legal action can use beside the chosen */
  const room = new Map();
  for (const offer of offers) {
    if (offer.kind === "pass") now.pass = offer;
    else if (offer.kind === "force") now.forces.push(offer);
    else if (offer.kind === "give" || offer.kind === "pay") {
      now.mode = offer.kind;
      for (const card of offer.cards) room.set(card, 99);
      if (sameCards(offer.cards, chosen)) now.single = offer;
    } else {
      now.mode = "lay";
      if (!within(chosen, offer.cards)) continue;
      if (offer.cards.length === chosen.length) {
        (offer.kind === "take" ? now.takes : now.melds).push(offer);
      }
      for (const [card, count] of counted(offer.cards)) {
        room.set(card, Math.max(room.get(card) ?? 0, count));
      }
      const key = `${offer.kind} ${[...offer.cards].sort(bySuit).join(" ")}`;
      if (!ways.has(key)) ways.set(key, offer);
    }
  }
  if (now.mode === "none" && more) now.mode = "lay";
  const used = counted(chosen);
  for (const id of hand) {
    const card = cardOf(id);
    if (draft.ids.includes(id)) continue;
    if (now.more || (room.get(card) ?? 0) > (now.mode === "lay" ? (used.get(card) ?? 0) : 0)) {
      now.open.add(id);
    }
  }
  if (!now.more && ways.size <= FEW) now.ways = [...ways.values()];
  return now;
}

/**
 * The draft after a tap on a hand card.
 * @param {Readonly<Draft>} draft
 * @param {string} id
 * @param {Situation} now
 * @returns {Draft} unchanged where the card cannot be used
 */
export function toggled(draft, id, now) {
  if (draft.ids.includes(id)) {
    return { ...draft, ids: draft.ids.filter((other) => other !== id), armed: null };
  }
  if (!now.open.has(id)) return draft;
  if (now.mode === "give" || now.mode === "pay") return { ...draft, ids: [id], armed: null };
  return { ...draft, ids: [...draft.ids, id], armed: null };
}

/**
 * The ids of a hand that stand for these cards, those already chosen first.
 * @param {readonly Wire.Card[]} cards
 * @param {readonly string[]} hand
 * @param {readonly string[]} preferred
 */
export function idsFor(cards, hand, preferred = []) {
  const left = [...preferred.filter((id) => hand.includes(id)), ...hand];
  /** @type {string[]} */
  const found = [];
  for (const card of cards) {
    const id = left.find((candidate) => cardOf(candidate) === card && !found.includes(candidate));
    if (id !== undefined) found.push(id);
  }
  return found;
}

/**
 * How many pairs of cards lie together in both layouts.
 * @param {Wire.Layout} one
 * @param {Wire.Layout} other
 */
export function likeness(one, other) {
  let pairs = 0;
  for (const meld of one) {
    for (const against of other) {
      const have = counted(against);
      let shared = 0;
      for (const [card, count] of counted(meld)) shared += Math.min(count, have.get(card) ?? 0);
      pairs += (shared * (shared - 1)) / 2;
    }
  }
  return pairs;
}

/**
 * The layout that comes nearest to a wish; the first among equals.
 * @param {readonly Wire.Layout[]} layouts
 * @param {Wire.Layout | null} wish
 * @returns {number} its place, -1 where there is none
 */
export function nearest(layouts, wish) {
  if (!wish) return layouts.length ? 0 : -1;
  let best = -1;
  let most = -1;
  layouts.forEach((layout, place) => {
    const like = likeness(layout, wish);
    if (like > most) {
      most = like;
      best = place;
    }
  });
  return best;
}

/**
 * The first layout in which a card lies together with the cards of a meld, nearest to the present.
 * @param {readonly Wire.Layout[]} layouts
 * @param {Wire.Layout} present
 * @param {Wire.Card} card
 * @param {readonly Wire.Card[]} companions
 * @returns {Wire.Layout | null} null where no legal layout does that
 */
export function together(layouts, present, card, companions) {
  const fitting = layouts.filter((layout) =>
    layout.some(
      (meld) => meld.includes(card) && companions.some((c) => c !== card && meld.includes(c)),
    ),
  );
  if (!fitting.length) return null;
  /** @type {Wire.Layout} */
  const wish = present.map((meld) => meld.filter((other) => other !== card));
  const host = wish.findIndex((meld) => companions.some((c) => meld.includes(c)));
  if (host >= 0) wish[host] = [...(wish[host] ?? []), card];
  return fitting[nearest(fitting, wish)] ?? null;
}

/**
 * What is new in a layout beside an older one: the cards that were not laid before.
 * @param {Wire.Layout} before
 * @param {Wire.Layout} after
 * @returns {Map<Wire.Card, number>}
 */
export function added(before, after) {
  const count = counted(after.flat());
  for (const card of before.flat()) {
    const left = (count.get(card) ?? 0) - 1;
    if (left > 0) count.set(card, left);
    else count.delete(card);
  }
  return count;
}
