// The order in which a player likes to see the hand. The server never hears of it.

import { byRank, bySuit, cardOf } from "./cards.js";

/** @typedef {"rank" | "suit" | "own"} Sorting */

/**
 * The hand in the player's order.
 * @param {readonly string[]} ids the hand's cards, twins told apart
 * @param {Sorting} sorting
 * @param {readonly string[]} own the player's own order, perhaps of an older hand
 * @returns {string[]} every id once; with `own`, cards it does not know stand at the end, by suit
 */
export function arranged(ids, sorting, own) {
  const compare = sorting === "rank" ? byRank : bySuit;
  const sorted = [...ids].sort((a, b) => compare(cardOf(a), cardOf(b)) || (a < b ? -1 : 1));
  if (sorting !== "own") return sorted;
  const known = own.filter((id) => ids.includes(id));
  return [...known, ...sorted.filter((id) => !known.includes(id))];
}

/**
 * The order after one card has been moved.
 * @param {readonly string[]} order
 * @param {string} id
 * @param {number} to its place afterwards, counted without it; cut to what there is
 */
export function moved(order, id, to) {
  const rest = order.filter((other) => other !== id);
  const place = Math.max(0, Math.min(rest.length, to));
  return [...rest.slice(0, place), id, ...rest.slice(place)];
}
