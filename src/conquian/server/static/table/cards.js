// Cards as text, as faces people see and type, and as spoken names. No DOM, no rules of the game.

/** Suits in card order: oros, copas, espadas, bastos; the yuca comes last. */
export const SUITS = "oceb";
const FRENCH = "dhsc";
const SYMBOLS = "♦♥♠♣";

/**
 * A hand card that can be told from its twin: "7c", and "7c#2" for the second copy.
 * @typedef {string} CardId
 */

/**
 * @param {Wire.Card} card
 * @returns {{rank: number, suit: string}} rank 0 and suit "y" for the yuca
 */
export function parse(card) {
  if (card === "Y") return { rank: 0, suit: "y" };
  return { rank: Number(card.slice(0, -1)), suit: card.slice(-1) };
}

/**
 * Whether a text is a card in the spelling of files.
 * @param {string} text
 */
export function isCard(text) {
  return text === "Y" || /^([1-9]|1[0-3])[oceb]$/.test(text);
}

/** @param {CardId} id */
export function cardOf(id) {
  const mark = id.indexOf("#");
  return mark < 0 ? id : id.slice(0, mark);
}

/**
 * Names the cards of a hand so that twins differ.
 * @param {readonly Wire.Card[]} cards
 * @returns {CardId[]} in the order given
 */
export function ids(cards) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return cards.map((card) => {
    const copy = (seen.get(card) ?? 0) + 1;
    seen.set(card, copy);
    return copy === 1 ? card : `${card}#${copy}`;
  });
}

/**
 * Card order of files: by suit, then rank, the yuca last.
 * @param {Wire.Card} one
 * @param {Wire.Card} other
 */
export function bySuit(one, other) {
  const a = parse(one);
  const b = parse(other);
  return place(a.suit) - place(b.suit) || a.rank - b.rank;
}

/**
 * By rank, then suit, the yuca last.
 * @param {Wire.Card} one
 * @param {Wire.Card} other
 */
export function byRank(one, other) {
  const a = parse(one);
  const b = parse(other);
  return (a.rank || 99) - (b.rank || 99) || place(a.suit) - place(b.suit);
}

/** @param {string} suit */
function place(suit) {
  const found = SUITS.indexOf(suit);
  return found < 0 ? 9 : found;
}

/**
 * What French faces print for a rank: A, numbers, and J Q K where the pack has them.
 * @param {number} rank
 * @param {string} pack
 */
function frenchRank(rank, pack) {
  if (rank === 1) return "A";
  const first = pack === "spanish40" ? 10 : pack === "ace_to_ten" ? 99 : 11;
  return rank >= first ? "JQK".charAt(rank - first) : String(rank);
}

/**
 * The parts of a face, for cards drawn with text.
 * @param {Wire.Card} card
 * @param {Wire.Faces} faces
 * @param {string} pack
 * @returns {{rank: string, mark: string, suit: string}} `mark` is ♥ with French faces, a letter with
 *   Spanish ones; `suit` is o c e b y.
 */
export function face(card, faces, pack) {
  const { rank, suit } = parse(card);
  if (suit === "y") return { rank: "Y", mark: "★", suit };
  if (faces === "spanish") return { rank: String(rank), mark: suit, suit };
  return { rank: frenchRank(rank, pack), mark: SYMBOLS.charAt(SUITS.indexOf(suit)), suit };
}

/**
 * The file a card is drawn in (tools/draw_cards.py): a 10 outside the 40-card pack is no sota.
 * @param {Wire.Card} card
 * @param {string} pack
 */
export function fileOf(card, pack) {
  return pack !== "spanish40" && parse(card).rank >= 10 ? `n${card}` : card;
}

/**
 * A card as it is typed in the faces shown: 7c, or 7h with French faces.
 * @param {Wire.Card} card
 * @param {Wire.Faces} faces
 * @param {string} pack
 */
export function typed(card, faces, pack) {
  const { rank, suit } = parse(card);
  if (suit === "y" || faces === "spanish") return card;
  return frenchRank(rank, pack) + FRENCH.charAt(SUITS.indexOf(suit));
}

/**
 * Reads a card as people type it in the faces they are shown; case and symbols are free.
 * @param {string} text
 * @param {Wire.Faces} faces
 * @param {string} pack
 * @returns {Wire.Card | null}
 */
export function readCard(text, faces, pack) {
  const lowered = text.trim().toLowerCase();
  if (lowered === "y") return "Y";
  if (faces === "spanish") return isCard(lowered) ? lowered : null;
  const last = lowered.slice(-1);
  const suit = Math.max(FRENCH.indexOf(last), SYMBOLS.indexOf(last));
  if (suit < 0 || last === "") return null;
  for (let rank = 1; rank <= 13; rank += 1) {
    if (frenchRank(rank, pack).toLowerCase() === lowered.slice(0, -1)) {
      return `${rank}${SUITS.charAt(suit)}`;
    }
  }
  return null;
}

/**
 * A card as it is spoken: "siete de copas", "queen of hearts".
 * @param {Wire.Card} card
 * @param {Wire.Faces} faces
 * @param {string} pack
 * @param {(code: string, params?: Record<string, string | number>) => string} t
 */
export function spoken(card, faces, pack, t) {
  const { rank, suit } = parse(card);
  if (suit === "y") return t("words_card_yuca");
  let code = `words_rank_${rank}`;
  if (pack === "spanish40" && rank >= 10) code = `words_rank_${faces}_${rank}`;
  else if (faces === "french" && rank >= 11) code = `words_rank_french_${rank - 1}`;
  return t("words_card_name", {
    rank: t(code),
    suit: t(`words_suit_${faces}_${SUITS.indexOf(suit)}`),
  });
}
