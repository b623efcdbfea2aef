// Whether the cards of a record follow from its shuffle, step by step; the same checks as
// conquian.dealing.fair.verify. No DOM: the page that shows the steps is verify.js.

import { bySuit, SUITS } from "../table/cards.js";
import { dealt, digest } from "../table/fair.js";

/**
 * The fields of a rule set that decide which cards there are; others are only compared.
 * @typedef {Record<string, unknown> & {pack: string, decks: number, big_table: number, yucas: number,
 *   hand: [number, number][]}} Rules
 *
 * One thing that was checked: a code of the catalogue (verify_step_…) and what it speaks of.
 * @typedef {{code: string, good: boolean | null, seat?: number}} Step
 *
 * @typedef {{presets: Record<string, Rules>, defaults: Record<string, unknown>}} Known
 */

/** A record that is none, or that holds nothing to check; `code` is one of the catalogue. */
export class NoRecord extends Error {
  /** @param {string} code */
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/** @param {unknown} value @returns {value is Record<string, any>} */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The parts between commas that are not inside brackets.
 * @param {string} text
 */
function split(text) {
  const parts = [];
  let depth = 0;
  let part = "";
  for (const char of text) {
    if ("[{(".includes(char)) depth += 1;
    if ("]})".includes(char)) depth -= 1;
    if (char === "," && depth === 0) {
      parts.push(part);
      part = "";
    } else {
      part += char;
    }
  }
  if (part.trim()) parts.push(part);
  return parts;
}

/**
 * Reads the forms in which a record may hold its rules (docs/formats.md §2, §3).
 * @param {unknown} data a text like `mexicano(yucas=1)`, or an object
 * @param {Known} known
 * @returns {Rules | null} with every field, or null where it cannot be read
 */
export function readRules(data, known) {
  if (isObject(data)) {
    const { id, preset, ...fields } = data;
    const name = preset ?? (id === "house" ? undefined : id);
    const base = name === undefined ? known.defaults : known.presets[String(name)];
    return base ? complete({ ...base, ...fields }) : null;
  }
  if (typeof data !== "string") return null;
  const found = /^\s*([a-z][a-z0-9_]*)\s*(?:\((.*)\))?\s*$/s.exec(data);
  if (!found) return null;
  const base = found[1] === "house" ? known.defaults : known.presets[found[1] ?? ""];
  if (!base) return null;
  /** @type {Record<string, unknown>} */
  const changes = {};
  for (const part of split(found[2] ?? "")) {
    const equals = part.indexOf("=");
    if (equals < 0) return null;
    const value = part.slice(equals + 1).trim();
    try {
      changes[part.slice(0, equals).trim()] = JSON.parse(value);
    } catch {
      changes[part.slice(0, equals).trim()] = value;
    }
  }
  return complete({ ...base, ...changes });
}

/** @param {Record<string, unknown>} fields @returns {Rules | null} */
function complete(fields) {
  const rules = /** @type {Rules} */ ({ ...fields });
  delete rules["id"];
  const right =
    typeof rules.pack === "string" &&
    Array.isArray(rules.hand) &&
    rules.hand.every((pair) => Array.isArray(pair) && pair.length === 2) &&
    [rules.decks, rules.big_table, rules.yucas].every(Number.isInteger);
  if (!right) return null;
  rules.hand = [...rules.hand].sort((one, other) => one[0] - other[0]);
  return rules;
}

/**
 * All cards of a deal.
 * @param {Rules} rules
 * @param {number} players
 * @returns {string[] | null} null where there is no such pack
 */
export function pack(rules, players) {
  /** @type {number[]} */
  let ranks;
  let suits = 4;
  const upTo = (/** @type {number} */ last) => Array.from({ length: last }, (_, i) => i + 1);
  const mini = /^mini([1-9][0-9]?)x([1-9])$/.exec(rules.pack);
  if (rules.pack === "spanish40") ranks = [1, 2, 3, 4, 5, 6, 7, 10, 11, 12];
  else if (rules.pack === "full52") ranks = upTo(13);
  else if (rules.pack === "ace_to_ten") ranks = upTo(10);
  else if (mini) {
    ranks = upTo(Number(mini[1]));
    suits = Number(mini[2]);
  } else return null;
  if (ranks.length > 13 || suits > 4) return null;
  const decks = rules.decks + (players >= rules.big_table ? 1 : 0);
  if (decks < 1 || decks > 2 || rules.yucas < 0 || rules.yucas > 2) return null;
  const cards = [];
  for (const suit of SUITS.slice(0, suits)) {
    for (const rank of ranks) for (let copy = 0; copy < decks; copy += 1) cards.push(rank + suit);
  }
  for (let copy = 0; copy < rules.yucas; copy += 1) cards.push("Y");
  return cards;
}

const VALUE = /^[0-9a-f]{64}$/;

/** @param {unknown} text @returns {text is string} */
const isValue = (text) => typeof text === "string" && VALUE.test(text);

/** @param {unknown} number */
const isCount = (number) => Number.isSafeInteger(number) && Number(number) >= 0;

/** @param {unknown} data @returns {data is string[]} */
const areCards = (data) => Array.isArray(data) && data.every((card) => typeof card === "string");

/**
 * The transcript of a record, if it is one.
 * @param {unknown} data
 * @returns {import("../table/fair.js").Transcript}
 */
function readFair(data) {
  if (data === undefined || data === null) throw new NoRecord("verify_missing");
  if (!isObject(data) || data["version"] !== 1) throw new NoRecord("verify_version");
  const server = data["server"];
  const seats = data["seats"];
  const right =
    typeof data["table"] === "string" &&
    typeof data["rules"] === "string" &&
    [data["deal"], data["players"], data["dealer"]].every(isCount) &&
    (data["packet"] === 1 || data["packet"] === 2) &&
    data["dealer"] < data["players"] &&
    isObject(server) &&
    isValue(server["commit"]) &&
    isValue(server["seed"]) &&
    Array.isArray(seats) &&
    seats.length === data["players"] &&
    seats.every(isShare);
  if (!right) throw new NoRecord("verify_version");
  return /** @type {import("../table/fair.js").Transcript} */ (/** @type {unknown} */ (data));
}

/** @param {unknown} share */
function isShare(share) {
  if (!isObject(share)) return false;
  const { commit, nonce, status } = share;
  if (commit !== null && !isValue(commit)) return false;
  if (nonce !== null && !isValue(nonce)) return false;
  if (commit === null) return nonce === null && (status === "bot" || status === "late");
  return status === (nonce === null ? "withheld" : "revealed");
}

/** @param {readonly string[]} cards */
const sorted = (cards) => [...cards].sort(bySuit).join(" ");

/**
 * Checks one record.
 * @param {unknown} record a JSON value
 * @param {Known} known
 * @returns {{steps: Step[], good: boolean, fair: import("../table/fair.js").Transcript}}
 * @throws {NoRecord}
 */
export function check(record, known) {
  if (!isObject(record)) throw new NoRecord("verify_not_record");
  const { hands, stock } = record;
  if (!Array.isArray(hands) || hands.length < 2 || !hands.every(areCards) || !areCards(stock)) {
    throw new NoRecord("verify_not_record");
  }
  const fair = readFair(record["fair"]);
  const rules = readRules(record["rules"], known);
  const meant = readRules(fair.rules, known);
  /** @type {Step[]} */
  const steps = [];
  /** @param {string} code @param {boolean} good @param {number} [seat] */
  const step = (code, good, seat) => {
    const shown = { code: good ? code : `${code}_bad`, good };
    steps.push(seat === undefined ? shown : { ...shown, seat });
  };

  const size = meant?.hand.find((pair) => pair[0] === fair.players)?.[1];
  const same =
    rules !== null &&
    meant !== null &&
    canonical(rules) === canonical(meant) &&
    fair.players === hands.length &&
    fair.dealer === record["dealer"];
  step("verify_step_deal", same);
  step("verify_step_server", digest(fair, "server", fair.server.seed) === fair.server.commit);
  fair.seats.forEach((share, seat) => {
    if (share.nonce === null) steps.push({ code: `verify_step_seat_${share.status}`, good: null, seat });
    else step("verify_step_seat", digest(fair, "seat", seat, share.nonce) === share.commit, seat);
  });
  const cards = meant && pack(meant, fair.players);
  const whole = cards !== null && sorted([...hands.flat(), ...stock]) === sorted(cards);
  step("verify_step_pack", whole);
  if (whole && size !== undefined) {
    const made = dealt(fair, cards, size);
    const right =
      made.stock.join(" ") === stock.join(" ") &&
      made.hands.length === hands.length &&
      made.hands.every((hand, seat) => sorted(hand) === sorted(hands[seat] ?? []));
    step("verify_step_cards", right);
  } else {
    step("verify_step_cards", false);
  }
  return { steps, good: steps.every((one) => one.good !== false), fair };
}

/** @param {Rules} rules */
function canonical(rules) {
  return JSON.stringify(Object.entries(rules).sort(([one], [other]) => (one < other ? -1 : 1)));
}
