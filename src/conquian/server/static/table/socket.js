// The connection to the table: says hello, resumes by version, sends what must arrive until it is
// acknowledged, and notices a line that went dead without a word. A half-open socket gives no close
// event, so silence after a ping counts as one.

/**
 * @typedef {"connecting" | "open" | "lost" | "over"} LineState
 *
 * @typedef {object} Line
 * @property {LineState} state
 * @property {number} attempt failed attempts since the line was last open
 * @property {number | null} retry_at when the next attempt is made, in milliseconds of the clock
 * @property {number} unsent actions waiting for an acknowledgement
 *
 * The world outside, so that tests can stand in for it.
 * @typedef {object} World
 * @property {(url: string) => WebSocket} open
 * @property {() => number} now milliseconds, monotonic
 * @property {(run: () => void, after: number) => unknown} after
 * @property {(timer: unknown) => void} cancel
 * @property {() => number} random
 *
 * @typedef {{id: string} & Record<string, unknown>} Sure a message that must arrive once
 */

/** Milliseconds of silence before a ping is sent, and the wait for any answer to it. */
export const PING_AFTER = 8000;
export const PONG_WITHIN = 5000;
/** The same when the page comes back to the foreground or the network returns. */
export const PROBE_WITHIN = 2000;
const OPEN_WITHIN = 8000;
const FIRST_RETRY = 400;
const LAST_RETRY = 10000;

/** @returns {World} */
export function browserWorld() {
  return {
    open: (url) => new WebSocket(url),
    now: () => performance.now(),
    after: (run, wait) => setTimeout(run, wait),
    cancel: (timer) => clearTimeout(/** @type {number} */ (timer)),
    random: Math.random,
  };
}

export class TableSocket {
  /**
   * @param {object} options
   * @param {string} options.url
   * @param {() => Record<string, unknown>} options.hello fields of the greeting
   * @param {(message: Wire.FromServer) => void} options.heard
   * @param {(line: Line) => void} options.changed
   * @param {World} [options.world]
   */
  constructor({ url, hello, heard, changed, world = browserWorld() }) {
    this._url = url;
    this._hello = hello;
    this._heard = heard;
    this._changed = changed;
    this._world = world;
    /** @type {WebSocket | null} */
    this._socket = null;
    this._welcomed = false;
    /** @type {unknown} */
    this._timer = null;
    this._heard_at = 0;
    this._pinged_at = 0;
    this._waiting_pong = false;
    this._pong_within = PONG_WITHIN;
    /** @type {Map<string, Sure>} in the order sent */
    this._outbox = new Map();
    this._counter = 0;
    this._tag = Math.floor(world.random() * 0x1000000).toString(36);
    /** @type {Line} */
    this.line = { state: "connecting", attempt: 0, retry_at: null, unsent: 0 };
  }

  /** Connects; called once. */
  start() {
    this._connect();
  }

  /** Ends the connection for good. */
  stop() {
    this._drop();
    this._set({ state: "over", retry_at: null });
  }

  /** Tries again now instead of at the end of the wait. */
  retry() {
    if (this.line.state === "lost") this._connect();
  }

  /** The page woke up or the network came back: find out soon whether the line still lives. */
  probe() {
    if (this.line.state === "lost") this._connect();
    else if (this.line.state === "open") this._ping(PROBE_WITHIN);
  }

  /** An id that no other message of this page has. */
  id() {
    this._counter += 1;
    return `${this._tag}-${this._counter}`;
  }

  /**
   * Sends what may be lost: a preview, a wish. Nothing happens while the line is down.
   * @param {Record<string, unknown>} message
   */
  send(message) {
    if (this._welcomed) this._write(message);
  }

  /**
   * Sends what must arrive: kept and sent again after every reconnection, with the same id, until
   * it is acknowledged or refused.
   * @param {Record<string, unknown>} message
   * @returns {string} its id
   */
  sure(message) {
    const id = this.id();
    const kept = { ...message, id };
    this._outbox.set(id, kept);
    if (this._welcomed) this._write(kept);
    this._set({});
    return id;
  }

  /**
   * Forgets a message that was not acknowledged.
   * @param {string} id
   */
  forget(id) {
    if (this._outbox.delete(id)) this._set({});
  }

  /** Greets again, for a fresh view. */
  refresh() {
    if (this._welcomed) this._write({ type: "hello", ...this._hello() });
  }

  _connect() {
    this._drop();
    /** @type {WebSocket} */
    let socket;
    try {
      socket = this._world.open(this._url);
    } catch {
      this._lost();
      return;
    }
    this._socket = socket;
    this._set({ state: "connecting", retry_at: null });
    socket.onopen = () => {
      if (socket !== this._socket) return;
      this._write({ type: "hello", ...this._hello() });
    };
    socket.onmessage = (event) => {
      if (socket === this._socket) this._receive(String(event.data));
    };
    socket.onclose = () => {
      if (socket === this._socket) this._lost();
    };
    this._wait(() => this._lost(), OPEN_WITHIN);
  }

  /** @param {string} data */
  _receive(data) {
    this._heard_at = this._world.now();
    this._waiting_pong = false;
    /** @type {Wire.FromServer} */
    let message;
    try {
      message = JSON.parse(data);
    } catch {
      return; // not ours to understand; the next event shows a gap if one was lost
    }
    if (message.type === "pong") {
      this._watch();
      return;
    }
    if (message.type === "ack" || message.type === "refused") {
      if (message.id !== null && this._outbox.delete(message.id)) this._set({});
    }
    if (message.type === "welcome") {
      // Open before anybody hears of it: who hears may have something to send at once.
      const first = !this._welcomed;
      this._welcomed = true;
      this.line = { ...this.line, state: "open", attempt: 0, retry_at: null };
      if (first) for (const kept of this._outbox.values()) this._write(kept);
    }
    this._heard(message);
    if (message.type === "welcome") this._set({});
    if (message.type === "bye" && (message.code === "closed" || message.code === "superseded")) {
      this.stop();
      return;
    }
    this._watch();
  }

  /** Waits for the silence after which a ping is due. */
  _watch() {
    if (!this._welcomed) return;
    this._wait(() => this._ping(PONG_WITHIN), PING_AFTER);
  }

  /** @param {number} within */
  _ping(within) {
    this._pinged_at = this._world.now();
    this._waiting_pong = true;
    this._write({ type: "ping", t: Math.round(this._pinged_at) });
    this._wait(() => {
      if (this._waiting_pong) this._lost();
      else this._watch();
    }, within);
  }

  _lost() {
    this._drop();
    const attempt = this.line.attempt + 1;
    const longest = Math.min(LAST_RETRY, FIRST_RETRY * 2 ** (attempt - 1));
    // Between half and all of it: a restarted server is not met by everybody at once.
    const wait = Math.round(longest * (0.5 + this._world.random() / 2));
    this._set({ state: "lost", attempt, retry_at: this._world.now() + wait });
    this._wait(() => this._connect(), wait);
  }

  _drop() {
    this._wait(null, 0);
    const socket = this._socket;
    this._socket = null;
    this._welcomed = false;
    this._waiting_pong = false;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    try {
      socket.close();
    } catch {
      // It was closed already.
    }
  }

  /** @param {Record<string, unknown>} message */
  _write(message) {
    const socket = this._socket;
    if (socket && socket.readyState === 1) socket.send(JSON.stringify(message));
  }

  /**
   * One timer serves all: what waits is always the next thing that must not last too long.
   * @param {(() => void) | null} run
   * @param {number} after
   */
  _wait(run, after) {
    if (this._timer !== null) this._world.cancel(this._timer);
    this._timer = null;
    if (!run) return;
    this._timer = this._world.after(() => {
      this._timer = null;
      run();
    }, after);
  }

  /** @param {Partial<Line>} change */
  _set(change) {
    this.line = { ...this.line, ...change, unsent: this._outbox.size };
    this._changed(this.line);
  }
}
