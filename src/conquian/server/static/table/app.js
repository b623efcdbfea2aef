// The page's state and what can be done with it. Parts of the page listen for "change" and draw
// themselves from here; nothing else writes here but this file.

import { cardOf, ids, spoken, typed } from "./cards.js";
import * as drafts from "./draft.js";
import { FairHand } from "./fairhand.js";
import { arranged, moved } from "./order.js";
import { OFF, thinkingTime, verdict } from "./passing.js";
import * as settings from "./settings.js";
import { TableSocket } from "./socket.js";
import * as store from "./store.js";
import { listed, t } from "./words.js";

/**
 * A sentence of the server about something refused, and what it was about.
 * @typedef {{text: string, near: "actions" | "chat" | "typed" | "waiting" | "table"}} Refusal
 *
 * What is waiting for its acknowledgement.
 * @typedef {{what: Refusal["near"], action?: string, quiet?: boolean, layout?: Wire.Layout | null}} Pending
 *
 * Everything derived from what is known and chosen, made once per change.
 * @typedef {object} Now
 * @property {string[]} hand ids in the player's order
 * @property {drafts.Situation} can
 * @property {Wire.Layout[]} layouts what can lie there after the chosen take or meld
 * @property {number} shown which of them is shown, -1 for none
 * @property {boolean} acting this seat must decide
 */

export class App extends EventTarget {
  /** @param {Wire.Boot} boot */
  constructor(boot) {
    super();
    this.boot = boot;
    this.known = /** @type {store.Known} */ (store.NOTHING);
    this.local = settings.shelf("localStorage");
    this.settings = settings.load(this.local);
    this.remembered = settings.recall(this.local, boot.code);
    this.draft = /** @type {drafts.Draft} */ (drafts.EMPTY);
    /** @type {Refusal | null} */
    this.refusal = null;
    /** @type {Map<string, Pending>} */
    this.pending = new Map();
    /** @type {{id: string, key: string, answer: Wire.Preview | null} | null} */
    this.preview = null;
    /** @type {import("./socket.js").Line} */
    this.line = { state: "connecting", attempt: 0, retry_at: null, unsent: 0 };
    this.fair = new FairHand(boot.code, this.local, (message) => this.socket.send(message));
    this._decision = "";
    this._queued = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this._pass_timer = undefined;
    this._pass_for = "";
    this.socket = new TableSocket({
      url: `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/t/${boot.code}/socket`,
      hello: () => ({
        protocol: 1,
        version: this.known.version,
        lang: boot.lang,
        faces: this.settings.faces === "usual" ? null : this.settings.faces,
      }),
      heard: (message) => this._hear(message),
      changed: (line) => {
        this.line = line;
        this.changed();
      },
    });
    this.now = this._derive();
  }

  start() {
    const probe = () => this.socket.probe();
    addEventListener("online", probe);
    addEventListener("offline", probe);
    addEventListener("pageshow", (event) => event.persisted && probe());
    document.addEventListener("visibilitychange", () => document.hidden || probe());
    this.socket.start();
  }

  // What the parts of the page ask.

  get table() {
    return this.known.table;
  }

  get view() {
    return this.known.view;
  }

  /** The faces people see. */
  get faces() {
    const chosen = this.settings.faces;
    return chosen === "usual" ? (this.table?.faces ?? "spanish") : chosen;
  }

  get pack() {
    return this.table?.pack ?? "spanish40";
  }

  /** A seat is this player's own. @param {number | null | undefined} seat */
  mine(seat) {
    return seat !== null && seat !== undefined && seat === this.known.seat;
  }

  get host() {
    return this.known.seat !== null && this.table?.host === this.known.seat;
  }

  /** @param {number | null | undefined} seat */
  name(seat) {
    if (seat === null || seat === undefined) return "";
    if (this.mine(seat)) return t("client_you");
    return this.table?.seats[seat]?.name ?? t("client_seat_number", { number: seat + 1 });
  }

  /** A card as it is typed and printed. @param {Wire.Card} card */
  text(card) {
    return typed(card, this.faces, this.pack);
  }

  /** @param {readonly Wire.Card[]} cards */
  texts(cards) {
    return cards.map((card) => this.text(card)).join(" ");
  }

  /** A card as it is spoken. @param {Wire.Card} card */
  say(card) {
    return spoken(card, this.faces, this.pack, t);
  }

  /** @param {readonly Wire.Card[]} cards */
  sayAll(cards) {
    return listed(cards.map((card) => this.say(card)));
  }

  /** The own melds as they lie, or as they would lie after the chosen take. */
  get melds() {
    const own = this.known.seat;
    return (this.now.layouts[this.now.shown] ?? (own === null ? [] : this.view?.layouts[own])) ?? [];
  }

  /** The own melds as they lie. */
  get laid() {
    const own = this.known.seat;
    return (own === null ? [] : this.view?.layouts[own]) ?? [];
  }

  /** An action of the game has been sent and is not yet acknowledged. */
  get busy() {
    return [...this.pending.values()].some((pending) => pending.action !== undefined);
  }

  // Choosing.

  /** @param {string} id a hand card: chosen, or put back */
  choose(id) {
    const before = this.draft;
    this._draft(drafts.toggled(before, id, this.now.can));
    return this.draft !== before;
  }

  /** Chooses exactly these cards, as one of the listed ways. @param {Wire.Offer} offer */
  chooseWay(offer) {
    const ids = drafts.idsFor(offer.cards, this.now.hand, this.draft.ids);
    this._draft({ ids, wish: offer.layout, upcard: offer.kind === "take", armed: null });
  }

  /**
   * A hand card is put to one of the melds: chosen, and wished to lie there.
   * @param {string} id
   * @param {readonly Wire.Card[]} companions cards of that meld; none for anywhere
   */
  putTo(id, companions) {
    const chosen = this.draft.ids.includes(id) ? this.draft : drafts.toggled(this.draft, id, this.now.can);
    if (chosen === this.draft && !this.draft.ids.includes(id)) return false;
    const wish = companions.length ? [...this.melds, [cardOf(id), ...companions]] : chosen.wish;
    this._draft({ ...chosen, wish, upcard: true });
    return true;
  }

  /** The upcard is picked up, or put back. */
  pickUp() {
    this._draft({ ...this.draft, upcard: !this.draft.upcard, armed: null });
  }

  /** Everything chosen goes back. Returns whether there was anything. */
  clear() {
    const had = this.draft !== drafts.EMPTY || this.refusal !== null;
    this.refusal = null;
    this._draft(drafts.EMPTY);
    return had;
  }

  /** The next legal way in which the melds can lie. */
  regroup(step = 1) {
    const { layouts, shown } = this.now;
    if (layouts.length < 2) return false;
    const next = layouts[(shown + step + layouts.length) % layouts.length] ?? null;
    this._wish(next);
    return true;
  }

  /**
   * A laid card is moved to another meld.
   * @param {Wire.Card} card
   * @param {readonly Wire.Card[]} companions
   * @returns {boolean} whether it can lie there
   */
  moveLaid(card, companions) {
    const to = drafts.together(this.now.layouts, this.melds, card, companions);
    if (!to) return false;
    this._wish(to);
    return true;
  }

  /** @param {Wire.Layout | null} layout */
  _wish(layout) {
    const { takes, melds } = this.now.can;
    if (!takes.length && !melds.length && layout) this.socket.send({ type: "arrange", layout });
    this._draft({ ...this.draft, wish: layout, armed: null });
  }

  /** @param {drafts.Draft} draft */
  _draft(draft) {
    this.draft = draft;
    this.now = this._derive();
    this._askPreview();
    this.changed();
  }

  // Acting.

  /** The legal action that the chosen cards and layout make, of a kind. @param {"take" | "meld"} kind */
  laying(kind) {
    const offers = kind === "take" ? this.now.can.takes : this.now.can.melds;
    if (offers.length < 2) return offers[0] ?? null;
    const layout = this.now.layouts[this.now.shown] ?? null;
    const layouts = offers.map((offer) => offer.layout ?? []);
    return offers[drafts.nearest(layouts, layout)] ?? null;
  }

  /**
   * Does an offered action. Forcing asks for a second press where the player wants a guard against
   * slips; what is paid or given has been chosen by a press of its own.
   * @param {Wire.Offer} offer
   */
  act(offer) {
    if (offer.kind === "force" && this.settings.guard && this.draft.armed !== offer.action) {
      this.draft = { ...this.draft, armed: offer.action };
      this.refusal = null;
      this.changed();
      return;
    }
    const layout = this.now.layouts[this.now.shown] ?? null;
    this.submit(offer.action, "actions", this.table?.grouped ? null : layout);
  }

  /**
   * Sends an action of the game.
   * @param {string} action in the spelling of files
   * @param {Refusal["near"]} what where a refusal is to be shown
   * @param {Wire.Layout | null} [layout] how the melds shall lie afterwards, where that is only looks
   * @param {boolean} [quiet] a refusal is not worth a word
   */
  submit(action, what, layout = null, quiet = false) {
    if (this.busy) return;
    this.refusal = null;
    const id = this.socket.sure({ type: "act", action, version: this.known.version });
    this.pending.set(id, { what, action, layout, quiet });
    this.changed();
  }

  /**
   * Sends anything else that must arrive once.
   * @param {Record<string, unknown>} message
   * @param {Refusal["near"]} what
   */
  order(message, what) {
    this.refusal = null;
    this.pending.set(this.socket.sure(message), { what });
    this.changed();
  }

  /** @param {Refusal | null} refusal a sentence of the page itself */
  complain(refusal) {
    this.refusal = refusal;
    this.changed();
  }

  // The player's own settings.

  /** @param {Partial<settings.Settings>} change */
  prefer(change) {
    const faces = this.faces;
    this.settings = { ...this.settings, ...change };
    settings.save(this.local, this.settings);
    this.now = this._derive();
    this.changed();
    if (this.faces !== faces) {
      this.known = { ...this.known, version: null }; // the sentences shall name the new faces
      this.socket.refresh();
    }
  }

  /** @param {Partial<settings.Remembered>} change */
  keep(change) {
    this.remembered = { ...this.remembered, ...change };
    settings.remember(this.local, this.boot.code, this.remembered);
    this.now = this._derive();
    this.changed();
    this._passing();
  }

  /** @param {import("./order.js").Sorting} sorting */
  sort(sorting) {
    if (sorting === "own") this.keep({ deal: this.table?.deal ?? 0, own: this.now.hand });
    this.prefer({ sorting });
  }

  /** @param {string} id @param {number} to */
  moveInHand(id, to) {
    const own = moved(this.now.hand, id, to);
    this.settings = { ...this.settings, sorting: /** @type {const} */ ("own") };
    settings.save(this.local, this.settings);
    this.keep({ deal: this.table?.deal ?? 0, own });
  }

  // What is heard.

  /** @param {Wire.FromServer} message */
  _hear(message) {
    const before = this.known;
    this.known = store.told(before, message, performance.now());
    if (message.type === "ack" || message.type === "refused") this._answered(message);
    if (message.type === "preview" && this.preview?.id === message.id) this.preview.answer = message;
    if (this.known.version === null && before.version !== null) this.socket.refresh();
    if (message.type === "welcome" || message.type === "update") {
      this._settle();
      this.fair.heard(message.events);
      this.fair.owes(this.table, this.known.seat);
      this._checkDeal(message.events);
      const fresh = message.type === "welcome" && message.fresh;
      const news = fresh ? [] : message.events.filter((told) => told.v > (before.version ?? 0));
      this.now = this._derive();
      this.dispatchEvent(new CustomEvent("news", { detail: { events: news, before } }));
      this._askPreview();
      this._passing();
    }
    this.now = this._derive();
    this.changed();
  }

  /** @param {Wire.Ack | Wire.Refused} message */
  _answered(message) {
    const pending = message.id === null ? undefined : this.pending.get(message.id);
    if (message.id !== null) this.pending.delete(message.id);
    if (message.type === "refused") {
      // A share in the shuffle that came twice, from two windows say, is nobody's business.
      const quiet = pending?.quiet || (message.id === null && message.code.startsWith("fair_"));
      if (!quiet) {
        this.refusal = { text: message.text, near: pending?.what ?? "table" };
        this.dispatchEvent(new CustomEvent("refused", { detail: message.text }));
      }
      this.draft = { ...this.draft, armed: null };
      return;
    }
    if (pending?.layout) this.socket.send({ type: "arrange", layout: pending.layout });
  }

  /**
   * When a shuffle is opened: are these the cards that everybody sealed?
   * @param {readonly Wire.Told[]} events
   */
  async _checkDeal(events) {
    const opened = events.findLast((told) => told.event.event === "opened_fair")?.event;
    if (!opened?.["fair"]) return;
    const transcript = /** @type {import("./fair.js").Transcript} */ (opened["fair"]);
    try {
      const answer = await fetch(`/t/${this.boot.code}/${transcript.deal}.jsonl`);
      if (!answer.ok) return;
      const record = /** @type {{hands: Wire.Card[][], stock: Wire.Card[]}} */ (await answer.json());
      this.fair.check(transcript, record.hands, record.stock, this.known.seat);
      this.changed();
    } catch {
      // No answer: nothing is claimed; the page that verifies is a link away.
    }
  }

  /** A draft belongs to one decision; with the next one it is gone. */
  _settle() {
    const { view, table } = this.known;
    const decision = view
      ? JSON.stringify([table?.deal, view.phase, view.legal !== null, view.upcard, view.hand, view.asked])
      : "";
    if (decision === this._decision) return;
    this._decision = decision;
    this.draft = drafts.EMPTY;
    this.preview = null;
    if (this.refusal?.near === "actions") this.refusal = null;
  }

  /** @returns {Now} */
  _derive() {
    const { view } = this.known;
    const { sorting } = this.settings;
    const hand = arranged(ids(view?.hand ?? []), sorting, this.remembered.own);
    const answer = this.preview?.key === this._key() ? this.preview.answer : null;
    const can = drafts.situation(view, hand, this.draft, answer?.actions ?? null);
    const offers = can.takes.length ? can.takes : can.melds;
    const arrangements = this.table?.grouped ? [] : (answer?.arrangements ?? []);
    /** @type {Wire.Layout[]} */
    let layouts = [];
    if (offers.length && this._begun()) {
      layouts = offers.flatMap((offer) => (offer.layout ? [offer.layout] : []));
      if (arrangements.length) layouts = arrangements;
    } else if (can.mode !== "lay") layouts = arrangements; // how what is laid may lie
    const shown = drafts.nearest(layouts, this.draft.wish ?? this.laid);
    return { hand, can, layouts, shown, acting: view?.legal !== null && view?.legal !== undefined };
  }

  // Asking the server what could be.

  _key() {
    return JSON.stringify([this._decision, this.laid, [...this.draft.ids].sort()]);
  }

  _askPreview() {
    const { view, table } = this.known;
    if (!view || !table || this.known.seat === null || table.stage !== "playing") return;
    const { can } = this.now;
    const cut = can.mode === "lay" && (view.legal_count ?? 0) > (view.offers?.length ?? 0);
    const choosing = can.takes.length + can.melds.length > 0 && this._begun();
    const resting = can.mode !== "lay" && this.laid.flat().length > 5;
    const wanted = cut || (!table.grouped && (choosing || resting));
    const key = this._key();
    if (!wanted || this.preview?.key === key) return;
    const id = this.socket.id();
    const cards = can.mode === "lay" ? this.draft.ids.map(cardOf) : [];
    this.preview = { id, key, answer: null };
    this.socket.send({ type: "preview", id, cards, arrange: null });
  }

  /** Something has been chosen for a take or a meld. */
  _begun() {
    return this.draft.ids.length > 0 || this.draft.upcard;
  }

  // Passing until something happens.

  _passing() {
    const { view } = this.known;
    const passing = this.remembered.passing;
    if (!view || passing.until === "off" || this.line.state !== "open") return;
    const now = verdict(passing, view);
    if (now === "stop") {
      this.keep({ passing: OFF });
      this.dispatchEvent(new CustomEvent("passing-ended"));
      return;
    }
    if (now === "wait" || this._pass_for === this._decision) return;
    this._pass_for = this._decision;
    clearTimeout(this._pass_timer);
    this._pass_timer = setTimeout(() => {
      const still = this.view && verdict(this.remembered.passing, this.view) === "pass";
      if (still && this._pass_for === this._decision) this.submit("pass", "actions", null, true);
    }, thinkingTime(Math.random));
  }

  stopPassing() {
    clearTimeout(this._pass_timer);
    this._pass_for = "";
    this.keep({ passing: OFF });
  }

  // Drawing.

  /** Lets the parts draw themselves, once for many changes. */
  changed() {
    if (this._queued) return;
    this._queued = true;
    queueMicrotask(() => {
      this._queued = false;
      this.dispatchEvent(new Event("change"));
    });
  }
}
