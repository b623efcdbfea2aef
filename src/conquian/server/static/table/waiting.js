// Before the first deal: who sits where, the way to invite, what the host can do.

import { h, set } from "./dom.js";
import { Part } from "./part.js";
import { read, write } from "./settings.js";
import { t } from "./words.js";
import { copyLine } from "./copying.js";

/** Where the name is kept by which this device's owner sat down last. */
const NAME = "conquian.name";

export class Waiting extends Part {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    super(app);
    const { boot } = app;
    this.heading = h("h2");
    this.seats = h("ul", { class: "waiting-seats" });
    this.sit = h(
      "form",
      { class: "sit row", on: { submit: (/** @type {Event} */ event) => this._sit(event) } },
      h("label", { for: "sit-name", text: t("client_your_name") }),
      (this.name = h("input", {
        id: "sit-name",
        name: "name",
        maxlength: "20",
        required: true,
        autocomplete: "nickname",
        value: read(app.local, NAME, ""),
      })),
      h("button", { class: "primary", type: "submit", text: t("client_sit") }),
    );
    this.start = h("button", {
      class: "primary start",
      type: "button",
      text: t("client_start"),
      on: { click: () => app.order({ type: "host", do: "start" }, "waiting") },
    });
    this.state = h("p", { class: "waiting-state", role: "status" });
    this.refusal = h("p", { class: "note refusal", role: "alert" });
    this.bot = h("select", { id: "which-bot" }, ...boot.bots.map((bot) => h("option", { value: bot.name, text: bot.title })));
    this.fillLine = h(
      "div",
      { class: "row fill-line" },
      h("label", { for: "which-bot", text: t("client_which_bot") }),
      this.bot,
      h("button", { type: "button", text: t("client_fill_all"), on: { click: () => this._fill(null) } }),
    );
    this.hostTools = h("div", { class: "host-tools" });
    this.invite = h(
      "section",
      { class: "invite" },
      h("h3", { text: t("client_invite") }),
      h("p", { class: "code-line" }, t("client_invite_code"), " ", h("strong", { class: "code", text: boot.code })),
      boot.invite ? copyLine(boot.invite, t("client_invite_link"), "invite-link") : "",
      boot.qr ? h("img", { class: "qr", src: boot.qr, alt: t("client_qr"), width: "180", height: "180" }) : "",
    );
    this.append(
      h(
        "div",
        { class: "panel waiting-panel" },
        this.heading,
        this.state,
        this.seats,
        this.fillLine,
        this.sit,
        h("div", { class: "row" }, this.start),
        this.refusal,
        this.hostTools,
      ),
      h("div", { class: "panel" }, this.invite),
    );
  }

  /** @param {Event} event */
  _sit(event) {
    event.preventDefault();
    const free = this.app.table?.seats.findIndex((seat) => seat.empty) ?? -1;
    const asked = this.wanted ?? free;
    const name = this.name?.value.trim() ?? "";
    write(this.app.local, NAME, name);
    if (asked >= 0) this.app.order({ type: "sit", seat: asked, name }, "waiting");
  }

  /** @param {number | null} seat null: every empty one */
  _fill(seat) {
    this.app.order({ type: "host", do: "fill", seat, bot: this.bot.value }, "waiting");
  }

  /** @override */
  render() {
    const { app } = this;
    const { table } = app;
    this.hidden = table?.stage !== "waiting";
    if (!table || this.hidden) return;
    set(this.heading, { text: table.title });
    const empty = table.seats.filter((seat) => seat.empty).length;
    const seated = app.known.seat !== null;
    set(this.sit, { hidden: seated || !empty });
    const missing = empty === 1 ? t("client_waiting_one") : t("client_waiting", { number: empty });
    const state = empty ? missing : t(app.host ? "client_waiting_you" : "client_waiting_host");
    set(this.state, { text: state });
    set(this.fillLine, { hidden: !app.host || !empty });
    set(this.start, { hidden: !app.host, disabled: empty > 0 });
    const refusal = app.refusal?.near === "waiting" ? app.refusal.text : "";
    set(this.refusal, { text: refusal, hidden: !refusal });
    const key = JSON.stringify([table.seats, table.host, seated, app.known.connected, table.options]);
    if (this._key === key) return;
    this._key = key;
    const had = this.seats.contains(document.activeElement);
    this.seats.replaceChildren(...table.seats.map((seat, number) => this._seat(seat, number)));
    if (had) this.seats.querySelector("button")?.focus();
    this.hostTools.hidden = !app.host;
    this.hostTools.replaceChildren(...(app.host ? this._tools() : []));
  }

  /** @param {Wire.Seat} seat @param {number} number */
  _seat(seat, number) {
    const { app } = this;
    const label = seat.empty
      ? t("client_seat_free", { number: number + 1 })
      : seat.bot
        ? t("client_seat_bot", { name: app.name(number), bot: seat.bot })
        : app.name(number);
    const marks = [
      app.table?.host === number ? t("client_host") : "",
      !seat.empty && !seat.bot && !app.known.connected[number] ? t("client_away") : "",
    ].filter(Boolean);
    /** @type {(HTMLElement | string)[]} */
    const tools = [];
    if (seat.empty && app.host) {
      tools.push(
        h("button", {
          type: "button",
          text: t("client_fill"),
          "aria-label": t("client_fill_seat", { number: number + 1 }),
          on: { click: () => this._fill(number) },
        }),
      );
    } else if (seat.empty && app.known.seat === null) {
      tools.push(
        h("button", {
          type: "button",
          "aria-pressed": String(this.wanted === number),
          text: t("client_choose_seat"),
          on: {
            click: () => {
              this.wanted = number;
              this._key = "";
              this.render();
              this.name?.focus();
            },
          },
        }),
      );
    } else if (!seat.empty && app.host && !app.mine(number)) {
      tools.push(
        h("button", {
          type: "button",
          text: t("client_remove"),
          "aria-label": t("client_remove_name", { name: app.name(number) }),
          on: { click: () => app.order({ type: "host", do: "remove", seat: number }, "waiting") },
        }),
      );
    }
    return h(
      "li",
      { class: `waiting-seat${seat.empty ? " empty" : ""}` },
      h("span", { class: "waiting-name" }, label, marks.length ? h("small", { text: ` ${marks.join(", ")}` }) : ""),
      ...tools,
    );
  }

  _tools() {
    const { app } = this;
    const options = app.table?.options;
    /** @param {string} what @param {unknown} on */
    const change = (what, on) => app.order({ type: "host", do: what, on }, "waiting");
    /**
     * @param {string} what
     * @param {string} label
     * @param {boolean} checked
     * @param {(on: boolean) => unknown} [value]
     */
    const box = (what, label, checked, value = (on) => on) =>
      h(
        "label",
        { class: "choice" },
        h("input", {
          type: "checkbox",
          checked,
          on: {
            change: (/** @type {Event} */ event) =>
              change(what, value(/** @type {HTMLInputElement} */ (event.target).checked)),
          },
        }),
        t(label),
      );
    const limits = [...new Set([null, 30, 60, 120, options?.clock ?? null])];
    const clock = h(
      "div",
      { class: "field" },
      h("label", { for: "host-clock", text: t("client_host_clock") }),
      h(
        "select",
        {
          id: "host-clock",
          on: {
            change: (/** @type {Event} */ event) => {
              const { value } = /** @type {HTMLSelectElement} */ (event.target);
              change("clock", value ? Number(value) : null);
            },
          },
        },
        ...limits.map((limit) =>
          h("option", {
            value: limit ?? "",
            selected: limit === (options?.clock ?? null),
            text: limit === null ? t("client_host_clock_none") : t("client_seconds", { number: limit }),
          }),
        ),
      ),
    );
    return [
      h("h3", { text: t("client_host_tools") }),
      box("spectators", "client_allow_spectators", options?.spectators ?? false),
      box("chat", "client_allow_free_chat", options?.chat === "free", (on) => (on ? "free" : "phrases")),
      box("bots_replace", "client_bots_replace", options?.bots_replace ?? false),
      clock,
      h("button", {
        class: "danger",
        type: "button",
        text: t("client_close_table"),
        on: {
          click: () => {
            if (confirm(t("client_close_sure"))) app.order({ type: "host", do: "close" }, "waiting");
          },
        },
      }),
    ];
  }

  _key = "";
  /** @type {number | null} */
  wanted = null;
  /** @type {HTMLInputElement | null} */
  name = null;
}
