// One's own hand: tapped, dragged or moved with the keys; a tap chooses, nothing here decides.

import { cardOf } from "./cards.js";
import { look, picture } from "./cardview.js";
import { h, keyed, set } from "./dom.js";
import { Dragging } from "./drag.js";
import { lively } from "./motion.js";
import { Part } from "./part.js";
import { t } from "./words.js";

/** More cards than these stand in two rows on a narrow screen, so that each can be tapped. */
const ONE_ROW = 6;

/** Milliseconds in which two taps are meant as one. */
const DOUBLE_TAP = 350;

export class Hand extends Part {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    super(app);
    this.focused = "";
    this.chosenAt = 0;
    this.list = h("div", { class: "hand-cards", role: "group", id: "hand", tabindex: "-1" });
    this.append(this.list);
    this.list.addEventListener("keydown", (event) => this._key(event));
    this.list.addEventListener("focusin", (event) => {
      const id = /** @type {Element} */ (event.target).getAttribute("data-id");
      if (id) this._focus(id);
    });
    this.list.addEventListener("focus", () => this._button(this.focused)?.focus());
    this.drag = new Dragging(this.app, this.list);
    this.list.addEventListener("click", (event) => {
      const button = /** @type {Element} */ (event.target).closest("button[data-id]");
      if (button && !this.drag.justDropped) this._choose(button.getAttribute("data-id") ?? "");
    });
  }

  /** @param {string} id */
  _choose(id) {
    const { app } = this;
    if (app.now.can.mode === "none") return;
    const chosen = app.draft.ids.includes(id);
    const { single } = app.now.can;
    if (chosen && single) {
      // The second tap on the same card confirms; the second half of a double tap does not.
      if (performance.now() - this.chosenAt > DOUBLE_TAP) app.act(single);
    } else if (app.choose(id)) {
      this.chosenAt = performance.now();
      const now = app.now.can.single; // without a guard the first tap is enough
      if (now && !app.settings.guard) app.act(now);
    } else {
      const params = { card: app.text(cardOf(id)) };
      const code = app.draft.ids.length ? "client_card_not_with" : "client_card_not_now";
      app.complain({ text: t(code, params), near: "actions" });
      if (lively()) {
        this._button(id)?.animate(
          [{ translate: "0" }, { translate: "-4px" }, { translate: "4px" }, { translate: "0" }],
          { duration: 160 },
        );
      }
    }
  }

  /** @param {string} id */
  _button(id) {
    return /** @type {HTMLElement | null} */ (
      [...this.list.children].find((child) => child.getAttribute("data-id") === id) ?? null
    );
  }

  /** @param {string} id */
  _focus(id) {
    this.focused = id;
    for (const child of this.list.children) {
      const own = child.getAttribute("data-id");
      if (own) child.setAttribute("tabindex", own === id ? "0" : "-1");
    }
  }

  /** How many cards stand in one row. */
  _perRow() {
    const tops = [...this.list.children].map((child) => child.getBoundingClientRect().top);
    const first = tops[0] ?? 0;
    const row = tops.findIndex((top) => Math.abs(top - first) > 12);
    return row < 0 ? tops.length : row;
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    if (event.ctrlKey || event.metaKey) return;
    const { hand } = this.app.now;
    const at = hand.indexOf(this.focused);
    if (at < 0) return;
    const row = this._perRow();
    /** @type {Record<string, number>} */
    const steps = {
      ArrowLeft: (at - 1 + hand.length) % hand.length,
      ArrowRight: (at + 1) % hand.length,
      ArrowUp: at - row,
      ArrowDown: at + row,
      Home: 0,
      End: hand.length - 1,
    };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (event.shiftKey || event.altKey) {
      const place = Math.max(0, Math.min(hand.length - 1, to));
      this.app.moveInHand(this.focused, place);
      this.app.dispatchEvent(
        new CustomEvent("speak", { detail: t("client_moved", { number: place + 1 }) }),
      );
      queueMicrotask(() => this._button(this.focused)?.focus());
      return;
    }
    const next = hand[to];
    if (next) this._button(next)?.focus();
  }

  /** @override */
  render() {
    const { app } = this;
    const { hand, can } = app.now;
    this.hidden = !app.view?.hand || app.table?.stage !== "playing";
    if (!app.view?.hand) return;
    if (!hand.includes(this.focused)) this.focused = hand[0] ?? "";
    const had = document.activeElement?.closest(".hand-cards") === this.list;
    const label = t(hand.length ? "client_hand" : "client_hand_empty", { number: hand.length });
    set(this.list, { "aria-label": label });
    this.list.style.setProperty("--cards", String(Math.max(1, hand.length)));
    const perRow = hand.length > ONE_ROW ? Math.ceil(hand.length / 2) : Math.max(1, hand.length);
    this.list.style.setProperty("--row", String(perRow));
    this.list.dataset["rows"] = hand.length > ONE_ROW ? "2" : "1";
    this.classList.toggle("laying", can.mode === "lay");
    keyed(
      this.list,
      hand,
      (id) => `${id}|${look(app)}`,
      (id) =>
        h(
          "button",
          { class: "card", type: "button", "data-id": id, "data-flip": id },
          picture(app, cardOf(id)),
          h("span", { class: "tick", "aria-hidden": "true" }),
        ),
      (button, id, place) => {
        this._draw(button, id);
        button.classList.toggle("first-row", place < perRow);
      },
    );
    if (had && !this.list.contains(document.activeElement)) this._button(this.focused)?.focus();
  }

  /** The card chosen for the exchange, which stays in the hand until all have chosen. @param {string} id */
  _isGiven(id) {
    const { view } = this.app;
    return view?.phase === "exchange" && view.given === id;
  }

  /** The card just received in the exchange, until something else has happened. @param {string} id */
  _isNew(id) {
    const recent = this.app.known.events.slice(-3).some((told) => told.event.event === "exchanged");
    return recent && this.app.view?.received === cardOf(id);
  }

  /** @param {HTMLButtonElement} button @param {string} id */
  _draw(button, id) {
    const { app } = this;
    const { can } = app.now;
    const chosen = app.draft.ids.includes(id) || this._isGiven(id);
    const open = can.open.has(id);
    const deciding = can.mode !== "none";
    const name = app.say(cardOf(id));
    const received = this._isNew(id);
    let label = name;
    if (deciding && !chosen && !open) label = t("client_card_cannot", { card: name });
    if (this._isGiven(id)) label += ` ${t("client_card_given")}`;
    if (received) label += ` ${t("client_card_received")}`;
    set(button, {
      "aria-label": label,
      "aria-pressed": deciding ? String(chosen) : null,
      tabindex: id === this.focused ? "0" : "-1",
    });
    button.classList.toggle("chosen", chosen);
    button.classList.toggle("open", deciding && open);
    button.classList.toggle("closed", deciding && !chosen && !open);
    button.classList.toggle("received", received);
  }
}
