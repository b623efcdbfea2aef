// The middle of the table: the stock, the upcard and where it comes from, the dead cards.

import { back, cardView, look } from "./cardview.js";
import { h, keyed, set } from "./dom.js";
import { Part } from "./part.js";
import { count, t } from "./words.js";

export class Centre extends Part {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    super(app);
    this.stockNumber = h("span", { class: "pile-number" });
    this.stock = h(
      "div",
      { class: "pile stock" },
      h("div", { class: "pile-cards" }, back(), back(), back()),
      this.stockNumber,
    );
    this.place = h("button", {
      class: "upcard",
      type: "button",
      "data-drop": "upcard",
      on: { click: () => this._tapped() },
    });
    this.from = h("p", { class: "upcard-from" });
    this.deadTop = h("span", { class: "pile-cards dead-cards" });
    this.deadNumber = h("span", { class: "pile-number" });
    this.dead = h(
      "button",
      { class: "pile dead", type: "button", on: { click: () => this._openDead() } },
      this.deadTop,
      this.deadNumber,
    );
    this.deadList = h("ol", { class: "dead-list" });
    this.dialog = h(
      "dialog",
      { class: "dead-dialog", "aria-labelledby": "dead-title" },
      h("h2", { id: "dead-title", text: t("client_dead_title") }),
      h("p", { class: "hint", text: t("client_dead_hint") }),
      this.deadList,
      h("button", { type: "button", text: t("client_close"), on: { click: () => this.dialog.close() } }),
    );
    this.append(
      h("h2", { class: "unseen", text: t("client_centre") }),
      this.stock,
      h("div", { class: "upcard-place" }, this.place, this.from),
      this.dead,
      this.dialog,
    );
  }

  _openDead() {
    this.dialog.showModal();
  }

  _tapped() {
    const { app } = this;
    if (app.now.can.mode === "lay") app.pickUp();
  }

  /** @override */
  render() {
    const { app } = this;
    const { view } = app;
    this.hidden = !view;
    if (!view) return;
    set(this.stock, { "data-left": Math.min(3, view.stock) });
    set(this.stockNumber, { text: count("client_stock", view.stock) });
    const up = view.upcard;
    const lay = app.now.can.mode === "lay";
    keyed(
      this.place,
      up ? [up] : [],
      ({ card, seat, from }) => `${card}|${seat}|${from}|${look(app)}`,
      ({ card }) => cardView(app, card, { "data-flip": card }),
    );
    const card = this.place.querySelector(".card");
    card?.setAttribute("data-from", up?.from === "turned" ? "stock" : `seat-${up?.seat}`);
    set(this.place, {
      "aria-disabled": lay ? null : "true",
      "aria-pressed": lay ? String(app.draft.upcard || app.draft.ids.length > 0) : null,
      "aria-label": up
        ? t("client_upcard_is", { card: app.say(up.card), where: this._where(up) })
        : t("client_upcard_none"),
      class: `upcard${up ? "" : " none"}${lay && app.draft.upcard ? " chosen" : ""}`,
    });
    set(this.from, { text: up ? this._where(up) : "" });
    const last = view.dead.slice(-3);
    keyed(
      this.deadTop,
      last,
      (dead, place) => `${dead}|${view.dead.length - last.length + place}|${look(app)}`,
      (dead) => cardView(app, dead, { "data-flip": dead, "aria-hidden": "true" }),
    );
    set(this.deadNumber, { text: count("client_dead", view.dead.length) });
    set(this.dead, {
      "aria-label": `${count("client_dead", view.dead.length)}. ${t("client_dead_show")}`,
      disabled: !view.dead.length,
    });
    keyed(
      this.deadList,
      view.dead,
      (dead, place) => `${dead}|${place}|${look(app)}`,
      (dead) => h("li", {}, cardView(app, dead)),
    );
  }

  /** @param {{from: string, seat: number}} up */
  _where(up) {
    const { app } = this;
    const code = `client_from_${up.from}${app.mine(up.seat) ? "_you" : ""}`;
    return t(code, { name: app.name(up.seat) });
  }
}
