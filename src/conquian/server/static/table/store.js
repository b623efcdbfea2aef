// What the page knows of the table: a fold of the server's messages, without side effects.

/**
 * @typedef {object} Known
 * @property {number | null} seat own seat, null for a spectator
 * @property {number | null} version of the last event, null before the first welcome
 * @property {Wire.Table | null} table
 * @property {Wire.View | null} view
 * @property {Wire.Told[]} events of the present deal and what was told since the page was opened
 * @property {Wire.Phrase[]} phrases
 * @property {boolean[]} connected by seat
 * @property {Wire.Bye | null} bye
 * @property {number} told_at when `table.clock.left` arrived, in milliseconds of the page's clock
 */

/** @type {Readonly<Known>} */
export const NOTHING = Object.freeze({
  seat: null,
  version: null,
  table: null,
  view: null,
  events: [],
  phrases: [],
  connected: [],
  bye: null,
  told_at: 0,
});

/** Events kept; the pages of finished deals have the rest. */
const MOST = 800;

/**
 * @param {Readonly<Known>} known
 * @param {Wire.FromServer} message
 * @param {number} now milliseconds of the page's clock
 * @returns {Known} with a gap in the versions, `version` is null: ask for a fresh view
 */
export function told(known, message, now) {
  switch (message.type) {
    case "welcome":
      return {
        ...known,
        seat: message.seat,
        version: message.version,
        table: message.table,
        view: message.view,
        events: message.fresh ? message.events : joined(known.events, message.events),
        phrases: message.phrases,
        connected: message.table.seats.map((seat) => seat.here),
        bye: null,
        told_at: now,
      };
    case "update": {
      const first = message.events[0];
      const gap =
        known.version === null || (first !== undefined && first.v > known.version + 1);
      if (!gap && known.version !== null && message.version < known.version) return known;
      return {
        ...known,
        version: gap ? null : message.version,
        table: message.table,
        view: message.view,
        events: joined(known.events, message.events),
        connected: message.table.seats.map((seat) => seat.here),
        told_at: now,
      };
    }
    case "presence":
      return { ...known, connected: message.connected };
    case "bye":
      return { ...known, bye: message };
    default:
      return known;
  }
}

/**
 * Events in order, each version once.
 * @param {readonly Wire.Told[]} before
 * @param {readonly Wire.Told[]} after
 */
function joined(before, after) {
  const last = before.at(-1)?.v ?? 0;
  return [...before, ...after.filter((event) => event.v > last)].slice(-MOST);
}

/**
 * Seconds left on the clock.
 * @param {Readonly<Known>} known
 * @param {number} now
 * @returns {number | null} null when no clock runs
 */
export function secondsLeft(known, now) {
  const clock = known.table?.clock;
  if (!clock?.on || clock.left === null) return null;
  return Math.max(0, clock.left - (now - known.told_at) / 1000);
}

/**
 * The other seats in the order they come after one's own, or all of them for a spectator.
 * @param {Readonly<Known>} known
 */
export function others(known) {
  const players = known.table?.seats.length ?? 0;
  const own = known.seat;
  if (own === null) return Array.from({ length: players }, (_, seat) => seat);
  return Array.from({ length: Math.max(0, players - 1) }, (_, step) => (own + 1 + step) % players);
}
