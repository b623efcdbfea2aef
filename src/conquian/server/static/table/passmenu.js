// "Pass until …": a menu of the player's own, and the sign that it is on.

import { h, set } from "./dom.js";
import { Part } from "./part.js";
import { face } from "./cards.js";
import { OFF } from "./passing.js";
import { t } from "./words.js";

/** @type {import("./passing.js").Passing["until"][]} */
const CHOICES = ["choice", "turn", "kinds", "always"];

export class PassingMenu extends Part {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    super(app);
    this.button = h("button", {
      class: "passing",
      type: "button",
      "aria-haspopup": "dialog",
      on: { click: () => this.open() },
    });
    this.kinds = h("fieldset", { class: "kinds" }, h("legend", { text: t("client_passing_kinds") }));
    this.form = h(
      "form",
      { method: "dialog" },
      h("h2", { id: "passing-title", text: t("client_passing_title") }),
      h("p", { class: "hint", text: t("client_passing_hint") }),
      ...CHOICES.map((until) =>
        h(
          "label",
          { class: "choice" },
          h("input", { type: "radio", name: "until", value: until, checked: until === "choice" }),
          t(`client_passing_${until}`),
        ),
      ),
      this.kinds,
      h(
        "div",
        { class: "row" },
        h("button", { class: "primary", value: "on", text: t("client_passing_on") }),
        h("button", { value: "off", text: t("client_cancel") }),
      ),
    );
    this.dialog = h("dialog", { "aria-labelledby": "passing-title" }, this.form);
    this.dialog.addEventListener("close", () => {
      if (this.dialog.returnValue === "on") this._on();
    });
    this.form.addEventListener("change", () => this._kindsShown());
    document.body.append(this.dialog); // not in the tray: it is a window of its own
    this.append(this.button);
    app.addEventListener("passing-ended", () => {
      app.dispatchEvent(new CustomEvent("speak", { detail: t("client_passing_ended") }));
    });
  }

  open() {
    const { app } = this;
    if (app.remembered.passing.until !== "off") {
      app.stopPassing();
      return;
    }
    this._kindBoxes();
    this._kindsShown();
    this.dialog.returnValue = "";
    this.dialog.showModal();
  }

  /** A box for each rank and suit of the hand and the table: the ones that could matter. */
  _kindBoxes() {
    const { app } = this;
    const spanish = [1, 2, 3, 4, 5, 6, 7, 10, 11, 12];
    const last = { full52: 13, ace_to_ten: 10 }[app.pack] ?? Number(/^mini(\d+)/.exec(app.pack)?.[1] ?? 13);
    const ranks = app.pack === "spanish40" ? spanish : Array.from({ length: last }, (_, r) => r + 1);
    const box = (/** @type {string} */ value, /** @type {string} */ text, suit = "") =>
      h(
        "label",
        { class: "kind", "data-suit": suit },
        h("input", { type: "checkbox", name: "kind", value }),
        text,
      );
    const suits = [..."oceb"].map((suit) => {
      const { mark } = face(`1${suit}`, app.faces, app.pack);
      return box(suit, app.faces === "spanish" ? t(`words_suit_spanish_${"oceb".indexOf(suit)}`) : mark, suit);
    });
    const boxes = ranks.map((rank) => box(String(rank), face(`${rank}o`, app.faces, app.pack).rank));
    this.kinds.replaceChildren(
      h("legend", { text: t("client_passing_kinds") }),
      h("div", { class: "kind-row" }, ...boxes),
      h("div", { class: "kind-row" }, ...suits),
    );
  }

  _kindsShown() {
    const chosen = new FormData(this.form).get("until");
    set(this.kinds, { hidden: chosen !== "kinds" });
  }

  _on() {
    const data = new FormData(this.form);
    const until = /** @type {import("./passing.js").Passing["until"]} */ (data.get("until") ?? "off");
    const kinds = until === "kinds" ? data.getAll("kind").map(String) : [];
    this.app.keep({ passing: until === "kinds" && !kinds.length ? OFF : { until, kinds } });
  }

  /** @override */
  render() {
    const { until, kinds } = this.app.remembered.passing;
    const on = until !== "off";
    const { now, view, known } = this.app;
    const asked = now.acting && now.can.pass === null; // for something else than a pass
    this.hidden = known.seat === null || (!on && (asked || view?.phase === "exchange"));
    this.button.classList.toggle("on", on);
    this.button.classList.toggle("short", !on && this.app.now.can.pass !== null);
    const what = kinds.map((kind) => kind).join(" ");
    const short = this.app.now.can.pass !== null;
    set(this.button, {
      text: on ? t("client_passing_stop") : short ? "▾" : t("client_passing_title"),
      "aria-label": on
        ? t("client_passing_stop_label", { what: `${t(`client_passing_${until}`)} ${what}` })
        : t("client_passing_title"),
      "aria-pressed": String(on),
    });
  }
}
