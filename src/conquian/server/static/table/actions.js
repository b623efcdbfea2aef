// The tray at the bottom: what is asked, what is being put together, and the buttons that do it.

import { h, icon, keyed, set } from "./dom.js";
import { Part } from "./part.js";
import { PassingMenu } from "./passmenu.js";
import { part } from "./part.js";
import { face } from "./cards.js";
import { secondsLeft } from "./store.js";
import { count, t } from "./words.js";

/** The words of the two ways to put a card away. */
const GIVING = { give: "client_give", pay: "client_pay" };

export class Actions extends Part {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    super(app);
    this.why = h("p", { class: "why", id: "why" });
    this.note = h("p", { class: "note" });
    this.ways = h("div", { class: "ways", role: "group" });
    this.main = this._button("primary", () => this._main());
    this.meld = this._button("secondary", () => {
      const offer = app.laying("meld");
      if (offer) app.act(offer);
    });
    this.clear = h(
      "button",
      { class: "clear", type: "button", "aria-label": t("client_clear"), on: { click: () => app.clear() } },
      icon("undo"),
    );
    this.forces = h("div", { class: "forces" });
    this.pass = this._button("pass", () => {
      const offer = app.now.can.pass;
      if (offer) app.act(offer);
    });
    set(this.pass, { text: t("client_pass") });
    this.menu = part("cq-passing", PassingMenu, app);
    this.clock = h("span", { class: "clock", "aria-hidden": "true" });
    this.append(
      h("h2", { class: "unseen", text: t("client_actions") }),
      h("div", { class: "says" }, this.clock, h("div", { class: "says-text" }, this.why, this.note)),
      this.ways,
      h(
        "div",
        { class: "buttons" },
        this.clear,
        this.main,
        this.meld,
        this.forces,
        this.pass,
        this.menu,
      ),
    );
  }

  /** @param {string} cls @param {() => void} run */
  _button(cls, run) {
    return h("button", { class: cls, type: "button", on: { click: run } });
  }

  /** Does what the main button says. Returns whether there was something to do. */
  _main() {
    const { app } = this;
    const { single } = app.now.can;
    const offer = single ?? app.laying("take");
    if (offer && !app.busy) app.act(offer);
    return offer !== null;
  }

  /** What Enter does: the chosen take, meld, payment or gift. */
  confirm() {
    const { app } = this;
    if (this._main()) return true;
    const meld = app.laying("meld");
    if (meld && app.draft.ids.length) app.act(meld);
    return meld !== null;
  }

  /** @override */
  render() {
    const { app } = this;
    const { view, table } = app;
    this.hidden = !view || table?.stage !== "playing" || view.phase === "over";
    if (this.hidden || !view) return;
    this.classList.toggle("watched", app.known.seat === null);
    const { can, acting } = app.now;
    const lay = can.mode === "lay";
    this.classList.toggle("acting", acting);
    this.classList.toggle("forced", view.forced !== null && acting);
    set(this.why, { text: view.why });
    this._note();
    this._ways();
    const take = lay ? app.laying("take") : null;
    this._mainButton(take);
    const meld = lay ? app.laying("meld") : null;
    set(this.meld, {
      hidden: !meld || !app.draft.ids.length,
      text: meld ? t(meld.out ? "client_meld_out" : "client_meld", { cards: app.texts(meld.cards) }) : "",
      disabled: app.busy,
    });
    set(this.clear, { hidden: !app.draft.ids.length && !app.draft.upcard });
    this._forces();
    set(this.pass, { hidden: !can.pass, disabled: app.busy });
    const left = acting ? secondsLeft(app.known, performance.now()) : null;
    set(this.clock, { hidden: left === null, text: left === null ? "" : `${Math.ceil(left)} s` });
    this.clock.classList.toggle("short", left !== null && left < 10);
  }

  /** @param {Wire.Offer | null} take */
  _mainButton(take) {
    const { app } = this;
    const { can } = app.now;
    const card = app.view?.upcard?.card ?? "";
    /** @type {string} */
    let text = "";
    let ready = false;
    if (can.mode === "give" || can.mode === "pay") {
      ready = can.single !== null;
      const chosen = can.single?.cards[0];
      const code = GIVING[can.mode] + (chosen ? "_card" : "_choose");
      text = t(code, { card: chosen ? app.text(chosen) : "", name: this._receiver() });
    } else if (can.mode === "lay") {
      ready = take !== null;
      const chosen = app.draft.ids.map((id) => id.split("#")[0] ?? id);
      const cards = chosen.length > 3 ? count("client_cards_short", chosen.length) : app.texts(chosen);
      const code = `client_take${cards ? "_with" : ""}${take?.out ? "_out" : ""}`;
      text = t(code, { card: app.text(card), cards });
    }
    const nothing = can.mode === "lay" && !can.ways.some((way) => way.kind === "take") && !can.more && !ready;
    set(this.main, {
      hidden: can.mode === "none" || (nothing && !app.draft.ids.length),
      text,
      disabled: !ready || app.busy,
    });
  }

  _receiver() {
    const { app } = this;
    const own = app.known.seat ?? 0;
    return app.name((own + 1) % (app.view?.players ?? 1));
  }

  /** One sentence below: what is chosen, what went wrong, what goes on. */
  _note() {
    const { app } = this;
    const { can } = app.now;
    const refusal = app.refusal?.near === "actions" || app.refusal?.near === "table" ? app.refusal : null;
    let text = "";
    if (refusal) text = refusal.text;
    else if (app.busy && app.line.state !== "open") text = t("client_will_send");
    else if (app.busy) text = t("client_sending");
    else if (app.draft.armed && can.forces.some((offer) => offer.action === app.draft.armed)) {
      text = t("client_press_again");
    } else if (can.mode === "lay" && (app.draft.ids.length || app.draft.upcard)) {
      const offer = app.laying("take") ?? app.laying("meld");
      text = offer ? this._lies() : t(can.open.size ? "client_choose_more" : "client_choose_other");
    } else if (app.view?.forced && app.now.acting) text = app.view.forced.text;
    else if (can.mode === "lay" && can.more) text = t("client_choose_cards");
    else if (can.forces[0] && !can.ways.length) text = this._forcing(can.forces[0]);
    else if (!app.now.acting) text = this._recent();
    set(this.note, { text, hidden: !text });
    this.note.classList.toggle("refusal", refusal !== null);
  }

  /** How the melds would lie. */
  _lies() {
    const { app } = this;
    return t("client_lies", { layout: app.melds.map((meld) => app.texts(meld)).join(" | ") });
  }

  /** What forcing does. @param {Wire.Offer} offer */
  _forcing(offer) {
    const { app } = this;
    const card = app.text(app.view?.upcard?.card ?? "");
    return t("client_force_what", { name: app.name(offer.seat), card });
  }

  /** What happened last, while one waits. */
  _recent() {
    const told = this.app.known.events.filter((one) => one.text && one.event.event !== "said");
    return told.slice(-2).map((one) => one.text).join(" ");
  }

  /** The legal takes as buttons, while they are few. */
  _ways() {
    const { app } = this;
    const { can } = app.now;
    const chosen = app.draft.ids.length > 0;
    const ways = can.mode === "lay" && !app.busy ? can.ways : [];
    // One way that needs no choice, or is chosen already, is what the main button says.
    const one = ways.length === 1 && ways[0]?.kind === "take" ? ways[0] : null;
    const shown = one && one.cards.length === (chosen ? app.draft.ids.length : 0) ? [] : ways;
    set(this.ways, { hidden: !shown.length, "aria-label": t("client_ways") });
    keyed(
      this.ways,
      shown,
      (way) => `${way.kind} ${way.action}|${app.faces}`,
      (way) =>
        h(
          "button",
          { class: "way", type: "button" },
          h("span", {
            class: "unseen",
            text: t(`client_way_${way.kind}${way.cards.length ? "" : "_alone"}`, {
              cards: app.sayAll(way.cards),
            }),
          }),
          h("span", { class: "way-text", "aria-hidden": "true" }, ...this._wayText(way)),
        ),
    );
    [...this.ways.children].forEach((child, place) => {
      const button = /** @type {HTMLButtonElement} */ (child);
      const way = shown[place];
      if (way) button.onclick = () => app.chooseWay(way);
    });
  }

  /** @param {Wire.Offer} way */
  _wayText(way) {
    const { app } = this;
    if (!way.cards.length) return [t("client_way_alone_short")];
    const cards = way.cards.map((card) => {
      const { rank, mark, suit } = face(card, app.faces, app.pack);
      return h("span", { class: "mini", "data-suit": suit, text: `${rank}${mark}` });
    });
    return way.kind === "meld" ? [h("small", { text: t("client_way_meld_short") }), ...cards] : cards;
  }

  _forces() {
    const { app } = this;
    keyed(
      this.forces,
      app.now.can.forces,
      (offer) => offer.action,
      (offer) =>
        h("button", { class: "force", type: "button", on: { click: () => app.act(this._offer(offer)) } }),
      (button, offer) => {
        const armed = app.draft.armed === offer.action;
        const name = app.name(offer.seat);
        set(button, {
          text: t(armed ? "client_force_sure" : "client_force", { name }),
          title: this._forcing(offer),
          "aria-description": this._forcing(offer),
          disabled: app.busy,
        });
        button.classList.toggle("armed", armed);
      },
    );
    set(this.forces, { hidden: !app.now.can.forces.length });
    this.classList.toggle("one-force", app.now.can.forces.length === 1);
  }

  /** The same offer in the present view. @param {Wire.Offer} offer */
  _offer(offer) {
    return this.app.now.can.forces.find((other) => other.action === offer.action) ?? offer;
  }
}
