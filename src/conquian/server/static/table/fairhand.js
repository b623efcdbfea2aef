// This seat's share in the shuffle: a number of its own, committed to before any other is shown, and
// opened afterwards (docs/protocol.md §7); and after the deal, whether all promises were kept. The
// numbers stay in the browser's storage: a reload between the two steps does not cost the seat its
// say, and two windows of one seat give the same.

import { digest, holds } from "./fair.js";
import { toHex } from "./sha256.js";
import { read, write } from "./settings.js";

/**
 * What was promised before the cards were dealt.
 * @typedef {object} Kept
 * @property {number} deal
 * @property {string} nonce this seat's own
 * @property {string | null} sealed this seat's commitment to it
 * @property {string | null} commit what the server committed to before this seat did
 * @property {(string | null)[] | null} commits everybody's, as they were shown
 */

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
   * Gives what this seat owes: its commitment, then its number. Sent at every message that still
   * asks for it, so that a lost line does not matter; the server takes it once.
   * @param {Wire.Table | null} table
   * @param {number | null} seat
   */
  owes(table, seat) {
    const needs = table?.fair?.needs;
    if (!table?.fair || !needs || seat === null) return;
    const own = this._own(table.deal, table.fair.commit);
    const occasion = {
      table: table.code,
      deal: table.deal,
      rules: table.text,
      players: table.seats.length,
      dealer: table.dealer ?? 0,
      packet: table.packet,
    };
    const sealed = digest(occasion, "seat", seat, own.nonce);
    if (own.sealed !== sealed) {
      own.sealed = sealed;
      this._store();
    }
    this._send({ type: needs, deal: table.deal, value: needs === "commit" ? sealed : own.nonce });
  }

  /**
   * Remembers what was promised, from the events as they come.
   * @param {readonly Wire.Told[]} events
   */
  heard(events) {
    for (const { event } of events) {
      if (event.event !== "committed") continue;
      const kept = this.promised(Number(event["deal"]));
      if (!kept) continue;
      kept.commits = /** @type {(string | null)[]} */ (event["commits"]);
      this._store();
    }
  }

  /**
   * Checks an opened deal against everything promised.
   * @param {import("./fair.js").Transcript} transcript
   * @param {Wire.Card[][]} hands of the record
   * @param {Wire.Card[]} stock of the record
   * @param {number | null} seat
   */
  check(transcript, hands, stock, seat) {
    const kept = this.promised(transcript.deal);
    const share = seat === null ? undefined : transcript.seats[seat];
    // The seat's commitment may be another device's; of one's own, one knows the number behind it.
    const own = !kept?.sealed || share?.commit !== kept.sealed || [kept.nonce, null].includes(share.nonce);
    const promised =
      !kept ||
      (own &&
        (kept.commit === null || transcript.server.commit === kept.commit) &&
        (kept.commits ?? []).every((commit, at) => transcript.seats[at]?.commit === commit));
    this._checked.set(transcript.deal, promised && holds(transcript, hands, stock));
  }

  /**
   * @param {number} deal
   * @returns {boolean | null} null where the deal has not been checked
   */
  checked(deal) {
    return this._checked.get(deal) ?? null;
  }

  /**
   * @param {number} deal
   * @returns {Kept | null}
   */
  promised(deal) {
    return this._kept.find((kept) => kept.deal === deal) ?? null;
  }

  /** @param {number} deal @param {string | null} commit @returns {Kept} */
  _own(deal, commit) {
    const known = this.promised(deal);
    if (known?.commit === commit) return known;
    this._kept = read(this._shelf, this._key, this._kept); // another window may have begun
    const old = this.promised(deal);
    if (old?.commit === commit) return old;
    // A number is never used for two shuffles, whatever they are called.
    const own = { deal, nonce: this._nonce(), sealed: null, commit, commits: null };
    this._kept = [...this._kept.filter((kept) => kept.deal !== deal), own].slice(-MOST);
    this._store();
    return own;
  }

  _store() {
    write(this._shelf, this._key, this._kept);
  }
}

function randomNonce() {
  return toHex(crypto.getRandomValues(new Uint8Array(32)));
}
