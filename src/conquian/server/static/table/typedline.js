// The line for typed commands: "take 5o 6o", "pago 7c", "pass", "force 2".

import { h, set } from "./dom.js";
import { Part } from "./part.js";
import { lastDid } from "./seats.js";
import { signed } from "./side.js";
import { read } from "./typed.js";
import { t } from "./words.js";

export class TypedLine extends Part {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    super(app);
    const id = "typed-line";
    this.input = h("input", {
      id,
      type: "text",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      enterkeyhint: "send",
      "aria-describedby": "typed-answer",
    });
    this.answer = h("p", { class: "typed-answer", id: "typed-answer", role: "status" });
    this.append(
      h(
        "form",
        { on: { submit: (/** @type {Event} */ event) => this._submit(event) } },
        h("label", { for: id, text: t("client_typed_label") }),
        this.input,
        h("button", { type: "submit", text: t("client_typed_do") }),
      ),
      this.answer,
    );
    app.addEventListener("refused", () => {
      if (app.refusal?.near === "typed") this._tell(app.refusal.text, true);
    });
  }

  /** Shows the line and puts the cursor there. */
  open() {
    if (!this.app.settings.typing) this.app.prefer({ typing: true });
    queueMicrotask(() => this.input.focus());
  }

  /** @param {Event} event */
  _submit(event) {
    event.preventDefault();
    const { app } = this;
    const line = this.input.value;
    if (!line.trim()) return;
    const meant = read(line, {
      faces: app.faces,
      pack: app.pack,
      view: app.view,
      names: (app.table?.seats ?? []).map((seat) => seat.name),
    });
    if (meant.do === "wrong") {
      this._tell(t(meant.code, meant.params), true);
      return;
    }
    this.input.value = "";
    if (meant.do === "act") {
      this._tell("", false);
      app.submit(meant.action, "typed");
    } else this._show(meant.what, meant.rest);
  }

  /** @param {string} what @param {string} rest */
  _show(what, rest) {
    const { app } = this;
    const { view } = app;
    if (what === "help" || what === "rules") app.dispatchEvent(new CustomEvent("open", { detail: "help" }));
    else if (what === "history") app.dispatchEvent(new CustomEvent("open", { detail: "log" }));
    else if (what === "sort") {
      const sorting = /^(rank|n[uú]m)/.test(rest) ? "rank" : "suit";
      app.sort(sorting);
      this._tell(t(`client_sorted_${sorting}`), false);
    } else if (what === "hand") this._tell(app.sayAll(app.now.hand.map((id) => id.split("#")[0] ?? id)), false);
    else if (what === "dead") this._tell(view?.dead.length ? app.sayAll(view.dead) : t("client_dead_none"), false);
    else if (what === "score") {
      const scores = app.table?.scores ?? [];
      this._tell(scores.map((points, seat) => `${app.name(seat)} ${signed(points)}`).join(", "), false);
    } else this._tell(this._tableText(), false);
  }

  /** The table in words, for those who do not look. */
  _tableText() {
    const { app } = this;
    const { view } = app;
    if (!view) return "";
    const lines = view.layouts.map((layout, seat) => {
      const laid = layout.map((meld) => app.sayAll(meld)).join("; ") || t("words_nothing");
      const did = lastDid(app, seat);
      const note = did ? ` (${t(`client_did_${did}`)})` : "";
      return t("client_in_words", { name: app.name(seat) + note, cards: view.counts[seat] ?? 0, laid });
    });
    return [view.why, ...lines].join(" ");
  }

  /** @param {string} text @param {boolean} wrong */
  _tell(text, wrong) {
    set(this.answer, { text });
    this.answer.classList.toggle("refusal", wrong);
  }

  /** @override */
  render() {
    this.hidden = !this.app.settings.typing || this.app.known.seat === null || !this.app.view;
  }
}
