// The other players: who they are, how many cards they hold, what they have laid, what they just did.

import { back } from "./cardview.js";
import { h, icon, keyed, set } from "./dom.js";
import { drawMelds, handCount } from "./melds.js";
import { Part } from "./part.js";
import { signed } from "./side.js";
import { others, secondsLeft } from "./store.js";
import { count, t } from "./words.js";

/** What a seat did last with the present upcard, as the code of a short word. */
const DID = ["passed", "took", "paid", "forced", "melded", "turned"];

/**
 * @param {import("./app.js").App} app
 * @param {number} seat
 * @returns {string | null}
 */
export function lastDid(app, seat) {
  const view = app.view;
  if (!view || view.phase === "over") return null;
  if (view.asked.includes(seat)) return "passed";
  const recent = app.known.events.slice(-4).map((told) => told.event);
  for (const event of recent.reverse()) {
    const doer = event.event === "forced" ? event.by : event.seat;
    if (doer === seat && DID.includes(event.event)) return event.event;
  }
  return null;
}

/**
 * Whether the table waits for a seat.
 * @param {import("./app.js").App} app
 * @param {number} seat
 */
export function isWaited(app, seat) {
  return app.table?.stage === "playing" && (app.view?.waiting ?? []).includes(seat);
}

/** Seats by the number of others: on a wide screen the next player sits on the side of play. */
export class Others extends Part {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    super(app);
    this.list = h("ul", { class: "seats" });
    this.append(h("h2", { class: "unseen", text: t("client_others") }), this.list);
  }

  /** @override */
  render() {
    const { app } = this;
    const { table } = app;
    this.hidden = !table || table.stage === "waiting";
    if (!table) return;
    const seats = others(app.known);
    // Where play runs to the right, the style sheet draws the next player at the right end.
    const rightwards = table.direction === "right" && app.known.seat !== null;
    set(this.list, { "data-others": seats.length, class: `seats${rightwards ? " rightwards" : ""}` });
    keyed(
      this.list,
      seats,
      (seat) => String(seat),
      (seat) => this._make(seat),
      (element, seat) => this._draw(element, seat),
    );
  }

  /** @param {number} seat */
  _make(seat) {
    return h(
      "li",
      { class: "seat", "data-seat": seat },
      h(
        "div",
        { class: "seat-head" },
        h("span", { class: "seat-face", "aria-hidden": "true" }),
        h("h3", { class: "seat-name" }),
        h("span", { class: "seat-points" }),
        h("span", { class: "seat-did" }),
        h("span", { class: "seat-count" }),
      ),
      h("ul", { class: "melds small" }),
    );
  }

  /** @param {HTMLElement} element @param {number} seat */
  _draw(element, seat) {
    const { app } = this;
    const { table, view } = app;
    const person = table?.seats[seat];
    if (!table || !person) return;
    const waited = isWaited(app, seat);
    const away = !person.bot && !person.empty && app.known.connected[seat] === false;
    element.classList.toggle("waited", waited);
    element.classList.toggle("away", away);
    const [head, melds] = /** @type {[HTMLElement, HTMLElement]} */ (
      /** @type {unknown} */ ([...element.children])
    );
    const [face, name, points, did, number] = /** @type {HTMLElement[]} */ ([...head.children]);
    if (!face || !name || !points || !did || !number) return;
    const kind = person.bot ? "bot" : "person";
    if (face.dataset["kind"] !== kind || face.dataset["of"] !== app.name(seat)) {
      face.dataset["kind"] = kind;
      face.dataset["of"] = app.name(seat);
      face.replaceChildren(person.bot ? icon("bot") : app.name(seat).slice(0, 1).toUpperCase());
    }
    const score = table.scores[seat] ?? 0;
    set(points, { text: signed(score), "aria-hidden": "true" });
    const notes = [
      person.bot ? t("client_bot") : "",
      away ? t("client_away") : "",
      table.dealer === seat ? t("client_dealer") : "",
      count("client_points_are", score),
    ].filter(Boolean);
    drawName(name, app.name(seat), notes, away ? t("client_away") : "");
    const last = lastDid(app, seat);
    const left = waited ? secondsLeft(app.known, performance.now()) : null;
    let chip = waited ? t("client_thinks") : last ? t(`client_did_${last}`) : "";
    if (left !== null) chip += ` ${Math.ceil(left)} s`;
    set(did, { text: chip, hidden: !chip });
    const cards = view?.counts[seat];
    const text = cards === undefined ? "" : handCount(cards);
    if (number.dataset["text"] !== text) {
      number.dataset["text"] = text;
      const backs = Array.from({ length: Math.min(3, cards ?? 0) }, () => back());
      number.replaceChildren(
        h("span", { class: "backs", "aria-hidden": "true" }, ...backs),
        h("span", { class: "seat-number", "aria-hidden": "true", text: cards ?? "" }),
        h("span", { class: "unseen", text }),
      );
    }
    const layout = view?.layouts[seat] ?? [];
    const laid = layout.reduce((sum, meld) => sum + meld.length, 0);
    set(melds, {
      "aria-label": t("client_laid_by", { name: app.name(seat), number: laid }),
      hidden: !layout.length,
    });
    drawMelds(app, melds, layout, fresh(app, seat));
  }
}

/**
 * @param {HTMLElement} element
 * @param {string} name
 * @param {string[]} notes for those who listen
 * @param {string} shown beside the name
 */
function drawName(element, name, notes, shown) {
  const key = [name, shown, ...notes].join("|");
  if (element.dataset["key"] === key) return;
  element.dataset["key"] = key;
  element.replaceChildren(
    h("span", { text: name }),
    notes.length ? h("span", { class: "unseen", text: ` (${notes.join(", ")})` }) : "",
    shown ? h("span", { class: "seat-note", "aria-hidden": "true", text: ` ${shown}` }) : "",
  );
}

/**
 * The cards a seat laid with its last action, while the next decision is open.
 * @param {import("./app.js").App} app
 * @param {number} seat
 * @returns {Map<Wire.Card, number>}
 */
function fresh(app, seat) {
  const events = app.known.events.slice(-3).map((told) => told.event);
  const last = events.reverse().find((event) => event.event === "took" || event.event === "melded");
  if (!last || last.seat !== seat) return new Map();
  const cards = [...(last.cards ?? []), ...(last.upcard ? [last.upcard] : [])];
  return new Map(cards.map((card) => [card, 1]));
}
