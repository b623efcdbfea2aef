// After the deal: who won and why, all hands opened, the score, what comes next.

import { cardView, look } from "./cardview.js";
import { bySuit } from "./cards.js";
import { h, icon, set } from "./dom.js";
import { Part } from "./part.js";
import { scoreTable } from "./side.js";
import { listed, t } from "./words.js";

export class Result extends Part {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    super(app);
    this.heading = h("h2", { tabindex: "-1", id: "result-title" });
    this.gains = h("p", { class: "gains" });
    this.hands = h("div", { class: "opened" });
    this.scores = h("div");
    this.fair = h("p", { class: "fair" });
    this.next = h("button", { class: "primary", type: "button", on: { click: () => this._next() } });
    this.state = h("p", { class: "hint", role: "status" });
    this.links = h("p", { class: "row links" });
    this.refusal = h("p", { class: "note refusal", role: "alert" });
    this.append(
      h(
        "section",
        { class: "panel", "aria-labelledby": "result-title" },
        this.heading,
        this.gains,
        h("div", { class: "row next" }, this.next, this.state),
        this.refusal,
        this.hands,
        this.scores,
        this.fair,
        this.links,
      ),
    );
    this._shown = "";
  }

  _next() {
    const { app } = this;
    if (app.table?.stage === "over") app.order({ type: "rematch" }, "table");
    else app.socket.send({ type: "ready" });
  }

  /** @override */
  render() {
    const { app } = this;
    const { table, view } = app;
    const result = view?.result ?? null;
    const stage = table?.stage;
    this.hidden = !table || !result || stage === "waiting" || stage === "playing";
    if (!table || !view || !result || this.hidden) {
      this._shown = "";
      return;
    }
    const seat = app.known.seat;
    const ready = seat !== null && (table.seats[seat]?.ready ?? false);
    set(this.next, {
      hidden: seat === null || stage === "closed" || (stage === "between" && ready),
      text: t(stage === "over" ? "client_rematch" : "client_next_deal"),
      disabled: stage === "shuffling",
    });
    set(this.state, { text: this._waits() });
    const refusal = app.refusal?.near === "table" ? app.refusal.text : "";
    set(this.refusal, { text: refusal, hidden: !refusal });
    this._fair();
    const key = JSON.stringify([table.deal, table.scores, stage, look(app), table.records, result.text]);
    if (key === this._shown) return;
    const first = this._shown === "";
    this._shown = key;
    set(this.heading, { text: result.text });
    this.classList.toggle("won", result.winner !== null && app.mine(result.winner));
    const scored = [...app.known.events].reverse().find((told) => told.event.event === "scored");
    set(this.gains, { text: scored?.text ?? "", hidden: !scored?.text });
    this.hands.replaceChildren(...this._hands(view, result));
    this.scores.replaceChildren(h("h3", { text: t("client_tab_score") }), scoreTable(app, true));
    this._links();
    if (first && !document.querySelector("dialog[open]")) this.heading.focus({ preventScroll: false });
  }

  _waits() {
    const { app } = this;
    const { table } = app;
    if (!table) return "";
    if (table.stage === "shuffling") return t("client_shuffling");
    if (table.stage === "closed") return t("client_closed");
    if (table.stage !== "between") return "";
    const missing = table.seats.flatMap((seat, number) =>
      seat.ready || seat.bot || seat.empty || app.mine(number) ? [] : [app.name(number)],
    );
    return missing.length ? t("client_waits_ready", { who: listed(missing) }) : "";
  }

  /** @param {Wire.View} view @param {Wire.Result} result */
  _hands(view, result) {
    const { app } = this;
    const seats = result.hands.map((hand, seat) => {
      const melds = view.layouts[seat] ?? [];
      const cards = [...hand].sort(bySuit);
      return h(
        "section",
        { class: `opened-seat${seat === result.winner ? " winner" : ""}` },
        h(
          "h3",
          {},
          seat === result.winner ? icon("crown") : "",
          app.name(seat),
        ),
        h("div", { class: "opened-cards" },
          ...melds.map((meld) =>
            h("span", { class: "meld", role: "group", "aria-label": t("client_meld_is", { cards: app.sayAll(meld) }) },
              ...meld.map((card) => cardView(app, card, { "aria-hidden": "true" })))),
          cards.length
            ? h("span", { class: "meld in-hand", role: "group", "aria-label": t("client_hand_was", { cards: app.sayAll(cards) }) },
                ...cards.map((card) => cardView(app, card, { "aria-hidden": "true" })))
            : h("span", { class: "hint", text: t("client_hand_empty_was") }),
        ),
      );
    });
    const stock = result.stock.length
      ? h(
          "details",
          {},
          h("summary", { text: t("client_stock_was", { number: result.stock.length }) }),
          h("div", { class: "opened-cards stock-cards" }, ...result.stock.map((card) => cardView(app, card))),
        )
      : "";
    return [...seats, ...(stock ? [stock] : [])];
  }

  _fair() {
    const { app } = this;
    const deal = app.table?.deal ?? 0;
    const checked = app.fair.checked(deal);
    const code = checked === null ? "" : checked ? "client_fair_good" : "client_fair_bad";
    this.fair.hidden = !code;
    if (this.fair.dataset["code"] === code) return;
    this.fair.dataset["code"] = code;
    this.fair.classList.toggle("bad", checked === false);
    this.fair.replaceChildren(
      icon(checked ? "check" : "close"),
      code ? t(code) : "",
      " ",
      h("a", { href: `/verify?record=/t/${app.boot.code}/${deal}.jsonl`, target: "_blank", rel: "noopener", text: t("client_fair_link") }),
    );
  }

  _links() {
    const { app } = this;
    const { table } = app;
    if (!table) return;
    const has = table.records.includes(table.deal);
    this.links.replaceChildren(
      ...(has
        ? [
            h("a", { class: "button", href: `/t/${table.code}/${table.deal}`, text: t("client_replay") }),
            h("a", { class: "button", href: `/t/${table.code}/${table.deal}.jsonl`, download: `conquian-${table.code}-${table.deal}.jsonl`, text: t("client_record") }),
          ]
        : []),
      h("a", { class: "button", href: "/", text: t("client_lobby") }),
    );
  }
}
