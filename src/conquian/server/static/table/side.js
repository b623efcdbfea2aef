// The sheet beside the table: what happened, the chat, the score and the players. On a narrow screen
// it slides over the table.

import { h, icon, keyed, set } from "./dom.js";
import { Part } from "./part.js";
import { count, t } from "./words.js";

const TABS = ["log", "chat", "score"];
/** Events that tell nothing that is not shown better elsewhere. */
const SILENT = new Set(["said", "committed", "ready"]);

export class Side extends Part {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    super(app);
    this.tab = "log";
    this.unread = 0;
    this._seen = 0;
    this.id = "side";
    this.tabs = TABS.map((name) =>
      h(
        "button",
        {
          type: "button",
          role: "tab",
          id: `tab-${name}`,
          "aria-controls": `panel-${name}`,
          "data-tab": name,
          text: t(`client_tab_${name}`),
          on: {
            click: () => this.show(name),
            keydown: (/** @type {KeyboardEvent} */ event) => this._arrow(event, name),
          },
        },
      ),
    );
    this.log = h("ol", { class: "log", tabindex: "0", "aria-label": t("client_tab_log") });
    this.chat = h("ol", { class: "chat", tabindex: "0", "aria-label": t("client_tab_chat") });
    this.phrases = h("div", { class: "phrases", role: "group", "aria-label": t("client_phrases") });
    this.words = h("input", {
      type: "text",
      maxlength: "200",
      autocomplete: "off",
      "aria-label": t("client_chat_write"),
      placeholder: t("client_chat_write"),
    });
    this.free = h(
      "form",
      { class: "free", on: { submit: (/** @type {Event} */ event) => this._say(event) } },
      this.words,
      h("button", { type: "submit", text: t("client_chat_send") }),
    );
    this.refusal = h("p", { class: "note refusal", role: "alert" });
    this.chatNote = h("p", { class: "hint" });
    this.score = h("div", { class: "score" });
    this.panels = {
      log: h("div", { role: "tabpanel", id: "panel-log", "aria-labelledby": "tab-log" }, this.log),
      chat: h(
        "div",
        { role: "tabpanel", id: "panel-chat", "aria-labelledby": "tab-chat" },
        this.chat,
        this.chatNote,
        this.phrases,
        this.free,
        this.refusal,
      ),
      score: h(
        "div",
        { role: "tabpanel", id: "panel-score", "aria-labelledby": "tab-score" },
        this.score,
      ),
    };
    this.append(
      h("h2", { class: "unseen", text: t("client_side") }),
      h(
        "div",
        { class: "tabs" },
        h("div", { role: "tablist", "aria-label": t("client_side") }, ...this.tabs),
        h(
          "button",
          {
            class: "close quiet",
            type: "button",
            "aria-label": t("client_close"),
            on: { click: () => this.close() },
          },
          icon("close"),
        ),
      ),
      ...Object.values(this.panels),
    );
    this.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
    });
  }

  /** @param {KeyboardEvent} event @param {string} name */
  _arrow(event, name) {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    const next = TABS[(TABS.indexOf(name) + step + TABS.length) % TABS.length] ?? name;
    this.show(next);
    this.tabs[TABS.indexOf(next)]?.focus();
  }

  /** Opens the sheet where it is not always open, and shows a tab. @param {string} tab */
  show(tab) {
    this.tab = tab;
    this.classList.add("open");
    if (tab === "chat") {
      this.unread = 0;
      this.app.dispatchEvent(new CustomEvent("chat-read"));
    }
    this.app.changed();
  }

  /** @param {string} tab */
  toggle(tab) {
    if (this.classList.contains("open") && this.tab === tab && getComputedStyle(this).position === "fixed") {
      this.close();
    } else {
      this.show(tab);
      this.tabs[TABS.indexOf(tab)]?.focus();
    }
  }

  close() {
    if (this.contains(document.activeElement)) document.getElementById("hand")?.focus();
    this.classList.remove("open");
    this.app.changed();
  }

  /** @param {Event} event */
  _say(event) {
    event.preventDefault();
    const text = this.words.value.trim();
    if (!text) return;
    this.app.order({ type: "say", text }, "chat");
    this.words.value = "";
  }

  /** @override */
  render() {
    const { app } = this;
    this.hidden = !app.table;
    if (!app.table) return;
    for (const button of this.tabs) {
      const chosen = button.dataset["tab"] === this.tab;
      set(button, { "aria-selected": String(chosen), tabindex: chosen ? "0" : "-1" });
    }
    for (const [name, panel] of Object.entries(this.panels)) panel.hidden = name !== this.tab;
    this._log();
    this._chat();
    this._score();
  }

  _log() {
    const lines = this.app.known.events.filter(
      (told) => told.text && !SILENT.has(told.event.event),
    );
    const down = atEnd(this.log);
    keyed(
      this.log,
      lines,
      (told) => String(told.v),
      (told) => h("li", { class: `event ${told.event.event}${told.mine ? " mine" : ""}` }),
      (item, told) => set(item, { text: told.text }),
    );
    if (down) this.log.scrollTop = this.log.scrollHeight;
  }

  _chat() {
    const { app } = this;
    const said = app.known.events.filter((told) => told.event.event === "said");
    const heard = said.filter((told) => !app.remembered.muted.includes(told.event.seat ?? -1));
    const last = said.at(-1)?.v ?? 0;
    if (this.tab === "chat" && (this.classList.contains("open") || this.offsetParent)) this.unread = 0;
    else if (last > this._seen) {
      this.unread += heard.filter((told) => told.v > this._seen && !told.mine).length;
    }
    this._seen = last;
    const down = atEnd(this.chat);
    keyed(
      this.chat,
      heard,
      (told) => String(told.v),
      (told) => h("li", { class: told.mine ? "mine" : "" }),
      (item, told) => set(item, { text: told.text ?? "" }),
    );
    if (down) this.chat.scrollTop = this.chat.scrollHeight;
    const mode = app.table?.options.chat ?? "phrases";
    const seated = app.known.seat !== null;
    const may = seated && mode !== "off" && mode !== "none";
    keyed(
      this.phrases,
      may ? app.known.phrases : [],
      (phrase) => phrase.code,
      (phrase) =>
        h("button", {
          class: "phrase",
          type: "button",
          on: { click: () => app.order({ type: "say", phrase: phrase.code }, "chat") },
        }),
      (button, phrase) => set(button, { text: phrase.text }),
    );
    this.free.hidden = !(may && mode === "free");
    const hidden = said.length - heard.length;
    const note = hidden ? count("client_chat_muted", hidden) : said.length ? "" : t("client_chat_none");
    set(this.chatNote, { text: note, hidden: !note });
    const refusal = app.refusal?.near === "chat" ? app.refusal.text : "";
    set(this.refusal, { text: refusal, hidden: !refusal });
  }

  _score() {
    const { app } = this;
    const { table } = app;
    if (!table) return;
    const key = JSON.stringify([
      table.scores, table.seats, table.deal, table.worth, table.pot, table.dealer, table.records,
      table.clock.on, table.clock.votes, app.remembered.muted, table.host, app.known.connected,
    ]);
    if (this.score.dataset["key"] === key) return;
    this.score.dataset["key"] = key;
    this.score.replaceChildren(
      h("h3", { text: table.title }),
      table.reconstruction ? h("p", { class: "hint", text: t("client_reconstruction") }) : "",
      scoreTable(app),
      ...notes(app),
      h("p", {}, h("a", { href: `/rules/show?rules=${encodeURIComponent(table.text)}`, target: "_blank", rel: "noopener", text: t("client_rules") })),
      ...this._clock(),
    );
  }

  _clock() {
    const { app } = this;
    const { table } = app;
    if (!table?.clock.limit || app.known.seat === null) return [];
    const voted = table.clock.votes[app.known.seat] ?? false;
    const text = table.clock.on
      ? t("client_clock_on", { seconds: table.clock.limit })
      : t("client_clock_off");
    const votes = table.clock.votes.filter(Boolean).length;
    return [
      h("p", { text }),
      table.clock.on
        ? h("button", {
            type: "button",
            "aria-pressed": String(voted),
            text: t(voted ? "client_clock_unvote" : "client_clock_vote", { number: votes }),
            on: { click: () => app.socket.send({ type: "clock", off: !voted }) },
          })
        : "",
    ].filter((node) => node !== "");
  }
}

/** @param {Element} list */
function atEnd(list) {
  return list.scrollHeight - list.scrollTop - list.clientHeight < 40;
}

/**
 * The score with everybody's name, and a switch to hear nothing of somebody's chat.
 * @param {import("./app.js").App} app
 * @param {boolean} [plain] the score alone
 */
export function scoreTable(app, plain = false) {
  const { table } = app;
  const rows = (table?.seats ?? []).map((seat, number) => {
    const muted = app.remembered.muted.includes(number);
    const others = app.remembered.muted.filter((other) => other !== number);
    const mute =
      plain || seat.bot || seat.empty || app.mine(number)
        ? ""
        : h("button", {
            class: "quiet",
            type: "button",
            text: t(muted ? "client_unmute" : "client_mute"),
            "aria-label": t(muted ? "client_unmute_name" : "client_mute_name", { name: app.name(number) }),
            on: { click: () => app.keep({ muted: muted ? others : [...others, number] }) },
          });
    const about = [
      seat.bot ? t("client_bot_is", { bot: seat.bot }) : "",
      table?.host === number ? t("client_host") : "",
      table?.dealer === number ? t("client_dealer") : "",
    ].filter(Boolean);
    return h(
      "tr",
      {},
      h(
        "th",
        { scope: "row" },
        app.name(number),
        about.length ? h("small", { text: ` ${about.join(", ")}` }) : "",
      ),
      h("td", { class: "number", text: signed(table?.scores[number] ?? 0) }),
      plain ? "" : h("td", {}, mute),
    );
  });
  return h(
    "table",
    { class: "scores" },
    h("caption", { class: "unseen", text: t("client_tab_score") }),
    h(
      "thead",
      { class: "unseen" },
      h("tr", {}, h("th", { scope: "col", text: t("client_player") }), h("th", { scope: "col", text: t("client_points") }), plain ? "" : h("td", {})),
    ),
    h("tbody", {}, ...rows),
  );
}

/** @param {number} number */
export function signed(number) {
  return number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0";
}

/**
 * What a deal is worth and what lies in the pot.
 * @param {import("./app.js").App} app
 */
function notes(app) {
  const { table } = app;
  if (!table) return [];
  const lines = [t("client_goal", { goal: table.goal })];
  if (table.deal) lines.unshift(t("client_deal_number", { number: table.deal }));
  if (table.worth > 1) lines.push(t("client_worth", { number: table.worth }));
  if (table.pot) lines.push(t("client_pot", { number: table.pot }));
  const records = table.records.map((deal) =>
    h("a", { href: `/t/${table.code}/${deal}`, target: "_blank", rel: "noopener", text: t("client_replay_of", { number: deal }) }),
  );
  return [
    ...lines.map((text) => h("p", { text })),
    ...(records.length ? [h("p", { class: "row" }, ...records)] : []),
  ];
}
