// Laid melds: small ones of the others, and one's own, which can be regrouped.

import { ids } from "./cards.js";
import { cardView, look } from "./cardview.js";
import { added, sameCards } from "./draft.js";
import { h, keyed, set } from "./dom.js";
import { Part } from "./part.js";
import { count, t } from "./words.js";

/**
 * Draws a layout as groups of overlapping cards.
 * @param {import("./app.js").App} app
 * @param {HTMLElement} list a <ul>
 * @param {Wire.Layout} layout
 * @param {Map<Wire.Card, number>} fresh cards to mark as new
 */
export function drawMelds(app, list, layout, fresh) {
  const left = new Map(fresh);
  const names = ids(layout.map((meld) => meld.join(" ")));
  keyed(
    list,
    layout.map((meld, place) => ({ meld, name: names[place] ?? "" })),
    ({ name }) => `${name}|${look(app)}`,
    ({ meld }) =>
      h(
        "li",
        { class: "meld", "aria-label": app.sayAll(meld) },
        ...meld.map((card) =>
          h("span", { class: "card", "data-card": card, "data-flip": card, "aria-hidden": "true" }),
        ),
      ),
    (item, { meld }, place) => {
      item.dataset["meld"] = String(place);
      [...item.children].forEach((child, nth) => {
        const card = meld[nth] ?? "";
        if (!child.firstChild) child.append(...cardView(app, card).childNodes);
        const is = (left.get(card) ?? 0) > 0;
        if (is) left.set(card, (left.get(card) ?? 0) - 1);
        child.classList.toggle("fresh", is);
      });
    },
  );
}

/** One's own melds. */
export class OwnMelds extends Part {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    super(app);
    /** @type {{card: Wire.Card, meld: Wire.Meld} | null} */
    this.held = null;
    this.list = h("ul", { class: "melds", "data-drop": "melds" });
    this.hint = h("p", { class: "melds-hint" });
    this.again = h("button", {
      class: "regroup quiet-felt",
      type: "button",
      on: { click: () => this.app.regroup() },
    });
    this.head = h("h2", { class: "own-name" });
    this.append(h("div", { class: "own-head" }, this.head, this.again), this.list, this.hint);
    this.list.addEventListener("click", (event) => this._tap(event));
  }

  /** A laid card is picked, then the meld where it shall lie. @param {MouseEvent} event */
  _tap(event) {
    const target = /** @type {Element} */ (event.target);
    const meldElement = target.closest(".meld");
    const { app } = this;
    if (app.now.layouts.length < 2 || !meldElement) return;
    const meld = app.melds[Number(meldElement.getAttribute("data-meld"))] ?? [];
    const card = target.closest("[data-card]")?.getAttribute("data-card");
    if (this.held && !sameCards(this.held.meld, meld)) {
      const done = app.moveLaid(this.held.card, meld);
      this.held = null;
      if (!done) app.complain({ text: t("client_no_such_grouping"), near: "actions" });
    } else this.held = card && this.held?.card !== card ? { card, meld } : null;
    this.render();
  }

  /** @override */
  render() {
    const { app } = this;
    const own = app.known.seat;
    this.hidden = own === null || !app.view;
    if (own === null || !app.view) return;
    const melds = app.melds;
    const projected = app.now.shown >= 0 && app.now.can.mode === "lay";
    if (projected && !this.classList.contains("projected")) {
      queueMicrotask(() => this.scrollIntoView({ block: "nearest" }));
    }
    this.classList.toggle("projected", projected);
    drawMelds(app, this.list, melds, projected ? added(app.laid, melds) : new Map());
    for (const card of this.list.querySelectorAll(".card")) {
      card.classList.toggle("held", card.getAttribute("data-card") === this.held?.card);
    }
    const laid = melds.reduce((sum, meld) => sum + meld.length, 0);
    set(this.head, {
      text: t("client_own_laid", { number: laid, goal: app.table?.goal ?? 0 }),
    });
    set(this.list, { "aria-label": t("client_own_melds"), hidden: !melds.length });
    const more = app.now.layouts.length;
    set(this.again, {
      hidden: more < 2,
      text: t("client_regroup", { number: app.now.shown + 1, all: more }),
    });
    set(this.hint, { hidden: melds.length > 0, text: t("client_melds_none") });
  }
}

/** The number of cards of a hand one does not see. @param {number} number */
export function handCount(number) {
  return count("client_cards", number);
}
