// This seat's share in the shuffle: a number of its own, committed to before any other is shown, and
// opened afterwards (docs/protocol.md §7). The numbers stay in this tab's storage, so that a reload
// between the two steps does not cost the seat its say.

import { fromHex, sha256, toHex } from "./sha256.js";
import { read, write } from "./settings.js";

/** @typedef {{deal: number, nonce: string, commit: string | null}} Kept `commit`: the server's */

/** How many deals are remembered: enough to check the last one after a reload. */
const MOST = 4;

export class FairHand {
  /**
   * @param {string} code of the table
   * @param {import("./settings.js").Shelf} shelf
   * @param {(message: Record<string, unknown>) => void} send
   * @param {() => string} [nonce] 64 hex digits that nobody can guess
   */
  constructor(code, shelf, send, nonce = randomNonce) {
    this._key = `conquian.fair.${code}`;
    this._shelf = shelf;
    this._send = send;
    this._nonce = nonce;
    /** @type {Kept[]} */
    this._kept = read(shelf, this._key, /** @type {Kept[]} */ ([]));
    /** @type {Map<number, boolean>} */
    this._checked = new Map();
  }

  /**
   * Gives what this seat owes: its commitment, then its number.
   * @param {Wire.Table | null} table
   */
  owes(table) {
    const needs = table?.fair?.needs;
    if (!table || !needs) return;
    const own = this._own(table.deal, table.fair.commit);
    const value = needs === "commit" ? commitment(own.nonce) : own.nonce;
    this._send({ type: needs, deal: table.deal, value });
  }

  /**
   * Remembers whether an opened transcript is what was promised to this seat.
   * @param {number} deal
   * @param {boolean} good
   */
  note(deal, good) {
    this._checked.set(deal, good);
  }

  /**
   * @param {number} deal
   * @returns {boolean | null} null where the deal has not been checked
   */
  checked(deal) {
    return this._checked.get(deal) ?? null;
  }

  /**
   * What this seat promised for a deal, and what the server promised it.
   * @param {number} deal
   * @returns {Kept | null}
   */
  promised(deal) {
    return this._kept.find((kept) => kept.deal === deal) ?? null;
  }

  /** @param {number} deal @param {string | null} commit @returns {Kept} */
  _own(deal, commit) {
    const old = this.promised(deal);
    if (old && (old.commit === commit || commit === null)) return old;
    // A new deal, or the same number of a rematch: a nonce is never used twice.
    const own = { deal, nonce: this._nonce(), commit };
    this._kept = [...this._kept.filter((kept) => kept.deal !== deal), own].slice(-MOST);
    write(this._shelf, this._key, this._kept);
    return own;
  }
}

/** @param {string} nonce 64 hex digits */
export function commitment(nonce) {
  return toHex(sha256(fromHex(nonce)));
}

function randomNonce() {
  return toHex(crypto.getRandomValues(new Uint8Array(32)));
}
