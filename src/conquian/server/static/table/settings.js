// What the player chose on this device, kept where the browser lets us.

import { OFF } from "./passing.js";

/**
 * @typedef {object} Settings
 * @property {"auto" | "light" | "dark"} theme
 * @property {"auto" | "more"} contrast
 * @property {"auto" | "less"} motion
 * @property {"usual" | "spanish" | "french"} faces
 * @property {boolean} text_faces cards as large text
 * @property {boolean} guard paying, giving and forcing ask a second time
 * @property {number} volume 0 to 1
 * @property {boolean} muted
 * @property {boolean} vibrate
 * @property {boolean} typing the line for typed commands is shown
 * @property {boolean} shortcuts single keys do things
 * @property {import("./order.js").Sorting} sorting
 */

/** @type {Readonly<Settings>} */
export const USUAL = Object.freeze({
  theme: "auto",
  contrast: "auto",
  motion: "auto",
  faces: "usual",
  text_faces: false,
  guard: true,
  volume: 0.3,
  muted: false,
  vibrate: false,
  typing: false,
  shortcuts: true,
  sorting: "suit",
});

const KEY = "conquian.settings";

/**
 * The part of `Storage` used here; null where the browser keeps it closed.
 * @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem"> | null} Shelf
 */

/**
 * @param {"localStorage" | "sessionStorage"} name
 * @returns {Shelf}
 */
export function shelf(name) {
  try {
    const store = globalThis[name];
    store.getItem(KEY);
    return store;
  } catch {
    return null;
  }
}

/**
 * @template T
 * @param {Shelf} store
 * @param {string} key
 * @param {T} otherwise
 * @returns {T}
 */
export function read(store, key, otherwise) {
  try {
    const text = store?.getItem(key);
    return text ? /** @type {T} */ (JSON.parse(text)) : otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * @param {Shelf} store
 * @param {string} key
 * @param {unknown} value undefined forgets it
 */
export function write(store, key, value) {
  try {
    if (value === undefined) store?.removeItem(key);
    else store?.setItem(key, JSON.stringify(value));
  } catch {
    // Full or refused: the setting holds until the page is left.
  }
}

/**
 * @param {Shelf} store
 * @returns {Settings} every field there, of the right type
 */
export function load(store) {
  const kept = /** @type {Record<string, unknown>} */ (read(store, KEY, {}));
  const settings = /** @type {Record<string, unknown>} */ ({ ...USUAL });
  for (const [name, usual] of Object.entries(USUAL)) {
    if (typeof kept?.[name] === typeof usual) settings[name] = kept[name];
  }
  return /** @type {Settings} */ (/** @type {unknown} */ (settings));
}

/**
 * @param {Shelf} store
 * @param {Settings} settings
 */
export function save(store, settings) {
  write(store, KEY, settings);
}

/**
 * What is remembered of one table: the own order of the hand, passing, muted seats.
 * @typedef {object} Remembered
 * @property {number} deal of which deal `own` is
 * @property {string[]} own
 * @property {import("./passing.js").Passing} passing
 * @property {number[]} muted seats whose chat is not shown
 */

/**
 * @param {Shelf} store
 * @param {string} code
 * @returns {Remembered}
 */
export function recall(store, code) {
  const usual = { deal: 0, own: [], passing: OFF, muted: [] };
  return { ...usual, .../** @type {Partial<Remembered>} */ (read(store, `conquian.table.${code}`, {})) };
}

/**
 * @param {Shelf} store
 * @param {string} code
 * @param {Remembered} remembered
 */
export function remember(store, code, remembered) {
  write(store, `conquian.table.${code}`, remembered);
}
