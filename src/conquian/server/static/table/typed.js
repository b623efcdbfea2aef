// Typed commands: words in two languages and cards in the faces shown, put into the spelling of the
// protocol. Whether it is legal is the server's to say, with its reason.

import { readCard } from "./cards.js";

const ACTIONS = {
  take: ["take", "tomar", "tomo", "toma"],
  lay: ["lay", "bajar", "bajo", "baja"],
  meld: ["meld"],
  pay: ["pay", "pagar", "pago", "paga"],
  pass: ["pass", "pasar", "paso"],
  force: ["force", "forzar", "fuerzo", "forzo"],
  give: ["give", "dar", "doy", "cambiar", "cambio"],
};
const COMMANDS = {
  help: ["help", "ayuda", "?"],
  rules: ["rules", "reglas"],
  hand: ["hand", "mano"],
  table: ["table", "mesa"],
  dead: ["dead", "muertas"],
  history: ["history", "historia"],
  score: ["score", "marcador"],
  sort: ["sort", "ordenar"],
};
const FILLERS = ["with", "con", "and", "alone", "solo", "sola", "to", "a"];

/**
 * @typedef {{do: "act", action: string}} Act in the spelling of files
 * @typedef {{do: "show", what: keyof typeof COMMANDS, rest: string}} Show
 * @typedef {{do: "wrong", code: string, params: Record<string, string>}} Wrong a code of the page's words
 * @typedef {Act | Show | Wrong} Meant
 *
 * @typedef {object} Context
 * @property {Wire.Faces} faces
 * @property {string} pack
 * @property {Wire.View | null} view
 * @property {(string | null)[]} names by seat
 */

/**
 * @param {string} line
 * @param {Context} context
 * @returns {Meant}
 */
export function read(line, context) {
  const text = line.trim();
  const [word = "", ...rest] = text.split(/\s+/);
  const kind = matching(word.toLowerCase(), ACTIONS);
  if (kind) return acted(kind, rest.join(" "), context);
  const what = matching(word.toLowerCase(), COMMANDS);
  if (what) return { do: "show", what, rest: rest.join(" ").toLowerCase() };
  if (text && cards(text, context)) return bare(text, context);
  return { do: "wrong", code: "client_typed_unknown", params: { text: text.slice(0, 60) } };
}

/**
 * The entry that a word names, whole or by a beginning that no other entry has.
 * @template {string} K
 * @param {string} word
 * @param {Record<K, string[]>} words
 * @returns {K | null}
 */
function matching(word, words) {
  if (!word) return null;
  /** @type {Set<K>} */
  const begun = new Set();
  for (const name of /** @type {K[]} */ (Object.keys(words))) {
    if (words[name].includes(word)) return name;
    if (word.length > 1 && words[name].some((other) => other.startsWith(word))) begun.add(name);
  }
  const [only] = begun;
  return begun.size === 1 && only !== undefined ? only : null;
}

/**
 * Cards as the server reads them, or null where one of the words is no card.
 * @param {string} text
 * @param {Context} context
 * @returns {string[] | null}
 */
function cards(text, context) {
  const yucas = context.view?.hand?.includes("Y") || context.view?.upcard?.card === "Y";
  const words = text
    .replaceAll(",", " ")
    .split(/\s+/)
    .filter((word) => word && !FILLERS.includes(word.toLowerCase()))
    .filter((word) => yucas || word !== "y"); // in Spanish "and"; where there are yucas, the yuca
  const found = words.map((word) => readCard(word, context.faces, context.pack));
  return found.every((card) => card !== null) ? /** @type {string[]} */ (found) : null;
}

/**
 * @param {keyof typeof ACTIONS} kind
 * @param {string} rest
 * @param {Context} context
 * @returns {Meant}
 */
function acted(kind, rest, context) {
  const kinds = new Set((context.view?.offers ?? []).map((offer) => offer.kind));
  if (kind === "pass") return act("pass");
  if (kind === "force") return forced(rest, context);
  const [before = "", after] = rest.split("->");
  const named = cards(before, context);
  if (!named) return badCard(before, context);
  if (kind === "pay" || kind === "give") {
    // "pagar" and "dar" are one thing to people who give a card away.
    return act([kinds.has("give") ? "give" : kind, ...named].join(" "));
  }
  const used = kind === "meld" ? named : withoutUpcard(named, context);
  const word = kind === "lay" ? laying(used, context) : kind;
  if (after === undefined) return act(found(word, used, context) ?? [word, ...used].join(" "));
  const melds = after.split("|").map((part) => cards(part, context));
  const wrong = after.split("|").find((_, place) => !melds[place]);
  if (wrong !== undefined) return badCard(wrong, context);
  const layout = melds.map((meld) => (meld ?? []).join(" ")).join(" | ");
  return act(`${[word, ...used].join(" ")} -> ${layout}`);
}

/**
 * The one legal action with these cards; where the grouping is part of it, nobody need type it.
 * @param {string} kind
 * @param {string[]} used
 * @param {Context} context
 */
function found(kind, used, context) {
  const key = [...used].sort().join(" ");
  const fitting = (context.view?.offers ?? []).filter(
    (offer) => offer.kind === kind && [...offer.cards].sort().join(" ") === key,
  );
  return fitting.length === 1 ? (fitting[0]?.action ?? null) : null;
}

/**
 * People name the card they take as well: "take 7c with 5c 6c".
 * @param {string[]} named
 * @param {Context} context
 */
function withoutUpcard(named, context) {
  const up = context.view?.upcard?.card;
  const hand = context.view?.hand ?? [];
  if (up === undefined || !named.includes(up)) return named;
  const copies = named.filter((card) => card === up).length;
  if (hand.filter((card) => card === up).length >= copies) return named;
  const place = named.indexOf(up);
  return named.filter((_, other) => other !== place);
}

/**
 * "bajar": with the upcard if that goes, otherwise from the hand.
 * @param {string[]} used
 * @param {Context} context
 */
function laying(used, context) {
  const key = [...used].sort().join(" ");
  const kinds = (context.view?.offers ?? [])
    .filter((offer) => [...offer.cards].sort().join(" ") === key)
    .map((offer) => offer.kind);
  return kinds.includes("take") || !kinds.includes("meld") ? "take" : "meld";
}

/**
 * @param {string} rest
 * @param {Context} context
 * @returns {Meant}
 */
function forced(rest, context) {
  const targets = (context.view?.offers ?? []).filter((offer) => offer.kind === "force");
  const text = rest
    .split(/\s+/)
    .filter((word) => !FILLERS.includes(word.toLowerCase()))
    .join(" ")
    .toLowerCase();
  if (!text && targets.length === 1) return act(targets[0]?.action ?? "");
  if (!text && targets.length) return { do: "wrong", code: "client_typed_force_whom", params: {} };
  const names = context.names.map((name) => (name ?? "").toLowerCase());
  let seat = names.indexOf(text);
  if (!text) seat = -1;
  else if (seat < 0 && /^[0-5]$/.test(text) && Number(text) < names.length) {
    seat = Number(text); // as in files, and as in the terminal
  } else if (seat < 0) {
    const begun = names.flatMap((name, place) => (name.startsWith(text) ? [place] : []));
    seat = begun.length === 1 ? (begun[0] ?? -1) : -1;
  }
  if (seat >= 0) return act(`force ${seat}`);
  const params = { text: rest.slice(0, 60), who: context.names.filter(Boolean).join(", ") };
  return { do: "wrong", code: "client_typed_no_player", params };
}

/**
 * Cards alone: what is done with cards at this moment.
 * @param {string} text
 * @param {Context} context
 * @returns {Meant}
 */
function bare(text, context) {
  const kinds = new Set((context.view?.offers ?? []).map((offer) => offer.kind));
  if (kinds.has("give")) return acted("give", text, context);
  if (kinds.has("pay")) return acted("pay", text, context);
  return acted("lay", text, context);
}

/**
 * @param {string} text
 * @param {Context} context
 * @returns {Meant}
 */
function badCard(text, context) {
  const word = text
    .replaceAll(",", " ")
    .split(/\s+/)
    .find((part) => part && !FILLERS.includes(part) && !readCard(part, context.faces, context.pack));
  const code = context.faces === "french" ? "client_typed_card_french" : "client_typed_card_spanish";
  return { do: "wrong", code, params: { text: (word ?? text).slice(0, 20) } };
}

/**
 * @param {string} action
 * @returns {Act}
 */
function act(action) {
  return { do: "act", action };
}
