// The shuffle that the server and every seat share in, as defined in conquian.dealing.fair; steps are
// numbered as there, and tests/dealing/fair.json holds examples of each.

import { bySuit } from "./cards.js";
import { fromHex, sha256, toHex } from "./sha256.js";

const MAGIC = "conquian/fair/1";
const WORDS = 2 ** 32;

/**
 * What a shuffle is for (step 3).
 * @typedef {object} Occasion
 * @property {string} table
 * @property {number} deal
 * @property {string} rules
 * @property {number} players
 * @property {number} dealer
 * @property {number} packet
 *
 * @typedef {{commit: string | null, nonce: string | null, status: string}} Share
 * @typedef {Occasion & {version: number, server: {commit: string, seed: string}, seats: Share[]}} Transcript
 */

/**
 * Integers and texts as bytes (step 2).
 * @param {...(string | number)} parts
 */
export function packed(...parts) {
  const encoder = new TextEncoder();
  /** @type {number[]} */
  const bytes = [];
  for (const part of parts) {
    const word = encoder.encode(String(part));
    bytes.push(...encoder.encode(`${word.length}:`), ...word);
  }
  return Uint8Array.from(bytes);
}

/**
 * `H(word, parts…)` of step 3.
 * @param {Occasion} o
 * @param {string} word
 * @param {...(string | number)} parts
 */
export function digest(o, word, ...parts) {
  const bound = [o.table, o.deal, o.rules, o.players, o.dealer, o.packet];
  return toHex(sha256(packed(MAGIC, word, ...bound, ...parts)));
}

/**
 * HMAC-SHA256 (RFC 2104) under a key of at most 64 bytes.
 * @param {Uint8Array} key
 * @param {Uint8Array} message
 */
export function hmac(key, message) {
  /** @param {number} pad @param {Uint8Array} rest */
  const round = (pad, rest) => {
    const bytes = new Uint8Array(64 + rest.length).fill(pad, 0, 64);
    key.forEach((byte, place) => (bytes[place] = byte ^ pad));
    bytes.set(rest, 64);
    return sha256(bytes);
  };
  return round(0x5c, round(0x36, message));
}

/** The stream of a key (steps 8 and 9). */
export class Stream {
  /** @param {string} key 64 hex digits */
  constructor(key) {
    this._key = fromHex(key);
    this._block = 0;
    /** @type {number[]} */
    this._words = [];
  }

  /** @param {number} n 1 … 2³² */
  below(n) {
    const bound = WORDS - (WORDS % n);
    for (;;) {
      const word = this._word();
      if (word < bound) return word % n;
    }
  }

  _word() {
    if (!this._words.length) {
      const number = new DataView(new ArrayBuffer(8));
      number.setUint32(4, this._block); // no deal needs 2³² blocks
      this._block += 1;
      const block = new DataView(hmac(this._key, new Uint8Array(number.buffer)).buffer);
      for (let place = 28; place >= 0; place -= 4) this._words.push(block.getUint32(place));
    }
    return this._words.pop() ?? 0;
  }
}

/**
 * The cards that follow from a transcript (steps 7 and 10).
 * @param {Transcript} transcript
 * @param {readonly Wire.Card[]} pack all cards of the deal, in any order
 * @param {number} size cards of a hand
 * @returns {{hands: Wire.Card[][], stock: Wire.Card[]}}
 */
export function dealt(transcript, pack, size) {
  const shares = transcript.seats.flatMap((share) => [share.commit ?? "", share.nonce ?? ""]);
  const stream = new Stream(digest(transcript, "key", transcript.server.seed, ...shares));
  const cards = [...pack].sort(bySuit);
  for (let last = cards.length - 1; last > 0; last -= 1) {
    const other = stream.below(last + 1);
    [cards[last], cards[other]] = [cards[other] ?? "", cards[last] ?? ""];
  }
  const { players, dealer, packet } = transcript;
  /** @type {Wire.Card[][]} */
  const hands = Array.from({ length: players }, () => []);
  let next = 0;
  for (let seat = (dealer + 1) % players; hands.some((hand) => hand.length < size); seat = (seat + 1) % players) {
    const hand = hands[seat] ?? [];
    const count = Math.min(packet, size - hand.length);
    hand.push(...cards.slice(next, next + count));
    next += count;
  }
  return { hands, stock: cards.slice(next) };
}

/**
 * Whether every value is the one committed to and exactly these cards follow.
 * @param {Transcript} transcript
 * @param {readonly Wire.Card[][]} hands before the exchange
 * @param {readonly Wire.Card[]} stock in the order it is turned
 */
export function holds(transcript, hands, stock) {
  if (transcript.version !== 1 || transcript.seats.length !== hands.length) return false;
  const { commit, seed } = transcript.server;
  if (digest(transcript, "server", seed) !== commit) return false;
  const kept = transcript.seats.every(
    (share, seat) => share.nonce === null || digest(transcript, "seat", seat, share.nonce) === share.commit,
  );
  if (!kept) return false;
  const made = dealt(transcript, [...hands.flat(), ...stock], hands[0]?.length ?? 0);
  /** @param {readonly Wire.Card[]} cards */
  const sorted = (cards) => [...cards].sort(bySuit).join(" ");
  return (
    made.stock.join(" ") === stock.join(" ") &&
    made.hands.every((hand, seat) => sorted(hand) === sorted(hands[seat] ?? []))
  );
}
