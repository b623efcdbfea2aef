// The line at the top: where one is, the score, and the ways to everything else; below it, what is
// to be said about the connection.

import { h, icon, set } from "./dom.js";
import { Part } from "./part.js";
import { signed } from "./side.js";
import { listed, t } from "./words.js";

export class Bar extends Part {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    super(app);
    /** @param {string} name @param {string} label @param {() => void} run */
    const button = (name, label, run) =>
      h(
        "button",
        { class: `bar-button bar-${name}`, type: "button", "aria-label": t(label), title: t(label), on: { click: run } },
        icon(name),
      );
    const open = (/** @type {string} */ what) => () =>
      app.dispatchEvent(new CustomEvent("open", { detail: what }));
    this.name = h("span", { class: "bar-name" });
    this.points = h("span", { class: "bar-score" });
    this.sorter = button("sort", "client_sort", () => this._sort());
    this.chat = button("chat", "client_tab_chat", open("chat"));
    this.badge = h("span", { class: "badge", hidden: true });
    this.chat.append(this.badge);
    this.append(
      button("menu", "client_menu", open("menu")),
      h("div", { class: "bar-title" }, this.name, this.points),
      this.sorter,
      button("log", "client_tab_log", open("log")),
      this.chat,
      button("help", "client_help", open("help")),
    );
  }

  /** By suit, by rank, own order, and round again. */
  _sort() {
    const { app } = this;
    const orders = /** @type {const} */ (["suit", "rank", "own"]);
    const next = orders[(orders.indexOf(app.settings.sorting) + 1) % 3] ?? "suit";
    app.sort(next);
    app.dispatchEvent(new CustomEvent("toast", { detail: t(`client_sorted_${next}`) }));
  }

  /** @override */
  render() {
    const { app } = this;
    const { table } = app;
    set(this.name, { text: table?.title ?? "Conquián" });
    const own = app.known.seat;
    const points = table?.deal && own !== null ? signed(table.scores[own] ?? 0) : "";
    const notes = [
      table?.deal ? t("client_deal_number", { number: table.deal }) : "",
      points && `${t("client_you")} ${points}`,
    ];
    set(this.points, { text: notes.filter(Boolean).join(" · ") });
    this.sorter.hidden = !app.view?.hand?.length;
  }

  /** @param {number} number of messages not read */
  unread(number) {
    set(this.badge, { text: number, hidden: !number });
    const label = number ? t("client_chat_unread", { number }) : t("client_tab_chat");
    set(this.chat, { "aria-label": label });
  }
}

export class Banner extends Part {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    super(app);
    this.text = h("span", {});
    this.now = h("button", {
      type: "button",
      text: t("client_retry"),
      on: { click: () => this.app.socket.retry() },
    });
    this.away = h("a", { href: "/", text: t("client_lobby") });
    this.setAttribute("role", "status");
    this.append(this.text, this.now, this.away);
    setInterval(() => this.app.line.state === "lost" && this.render(), 1000);
  }

  /** @override */
  render() {
    const { app } = this;
    const { line } = app;
    const bye = app.known.bye;
    let text = "";
    if (bye && line.state === "over") text = app.refusal?.text ?? bye.text;
    else if (line.state === "lost" && line.retry_at !== null) {
      // The first attempt comes at once; a flicker of half a second is no news.
      const seconds = Math.ceil((line.retry_at - performance.now()) / 1000);
      if (line.attempt > 1) text = t("client_lost", { seconds: Math.max(1, seconds) });
      else text = t("client_lost_now");
      if (line.unsent) text += ` ${t("client_lost_unsent")}`;
    } else if (line.state === "connecting" && line.attempt > 0) text = t("client_connecting");
    else if (app.table?.stage === "playing") text = this._absent();
    this.hidden = !text;
    this.classList.toggle("mild", line.state === "open");
    set(this.text, { text });
    set(this.now, { hidden: line.state !== "lost" });
    set(this.away, { hidden: line.state !== "over" });
  }

  /** Who has lost the connection, when the table waits for one of them. */
  _absent() {
    const { app } = this;
    const away = (app.view?.waiting ?? []).filter((seat) => {
      const person = app.table?.seats[seat];
      return person && !person.bot && !person.empty && !app.mine(seat) && !app.known.connected[seat];
    });
    return away.length ? t("client_waits_away", { who: listed(away.map((seat) => app.name(seat))) }) : "";
  }
}
