// What accompanies the news: spoken sentences, sounds, a word on the screen, cards that move.

import { h } from "./dom.js";
import { t } from "./words.js";

/** Tells screen readers what happens, one sentence after the other. */
export class Speech {
  constructor() {
    // Two regions in turn, so that the same sentence twice is heard twice.
    this._regions = [0, 1].map(() =>
      h("div", { class: "unseen speech", role: "status", "aria-live": "polite", "aria-atomic": "true" }),
    );
    document.body.append(...this._regions);
    this._turn = 0;
    /** @type {string[]} */
    this._waiting = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this._timer = undefined;
  }

  /** @param {string | null | undefined} text */
  say(text) {
    if (!text) return;
    this._waiting.push(text);
    if (this._timer === undefined) this._timer = setTimeout(() => this._tell(), 120);
  }

  _tell() {
    this._timer = undefined;
    const text = this._waiting.join(" ");
    this._waiting = [];
    this._turn = 1 - this._turn;
    const [now, before] = [this._regions[this._turn], this._regions[1 - this._turn]];
    if (now) now.textContent = text;
    if (before) before.textContent = "";
  }
}

/** A sentence that shows for some seconds over the table. */
export class Toast {
  constructor() {
    this._box = h("div", { class: "toasts", "aria-hidden": "true" });
    document.body.append(this._box);
  }

  /** @param {string} text @param {string} [kind] */
  show(text, kind = "") {
    const line = h("p", { class: `toast ${kind}`, text });
    while (this._box.children.length >= 2) this._box.firstElementChild?.remove();
    this._box.append(line);
    setTimeout(() => line.remove(), 2200 + 45 * text.length);
  }

  clear() {
    this._box.replaceChildren();
  }
}

/**
 * Turns the news into words, sounds and marks.
 * @param {import("./app.js").App} app
 * @param {Speech} speech
 * @param {Toast} toast
 * @param {import("./sound.js").Sound} sound
 */
export function accompany(app, speech, toast, sound) {
  let asked = "";
  app.addEventListener("news", (event) => {
    const { events, before } = /** @type {CustomEvent<{events: Wire.Told[], before: import("./store.js").Known}>} */ (event).detail;
    for (const told of events) {
      if (told.event.event === "said" && app.remembered.muted.includes(told.event.seat ?? -1)) continue;
      speech.say(told.text);
      sound.play(soundOf(told, app));
      if (told.event.event === "said" && !told.mine && !chatShown()) toast.show(told.text ?? "", "said");
      if (told.event.event === "timed_out" && told.text) toast.show(told.text);
    }
    const { view } = app;
    const acting = view?.legal !== null && view?.legal !== undefined;
    const question = acting ? JSON.stringify([app.table?.deal, view.why, view.upcard, view.counts]) : "";
    if (acting && question !== asked) {
      speech.say(view.forced ? view.forced.text : view.why); // that one is forced was an event
      if (before.version !== null) sound.play(view.forced ? "forced" : "turn");
      if (app.settings.vibrate) navigator.vibrate?.(40);
    }
    asked = question;
    document.title = acting ? `● ${t("client_your_turn")} · Conquián` : `${app.table?.title ?? ""} · Conquián`;
  });
  app.addEventListener("chat-read", () => toast.clear());
  app.addEventListener("refused", (event) => {
    speech.say(/** @type {CustomEvent<string>} */ (event).detail);
    sound.play("no");
  });
  app.addEventListener("speak", (event) => speech.say(/** @type {CustomEvent<string>} */ (event).detail));
  app.addEventListener("toast", (event) => {
    const text = /** @type {CustomEvent<string>} */ (event).detail;
    toast.show(text);
    speech.say(text);
  });
  let spoken = "";
  app.addEventListener("change", () => {
    // What stands under the question is told too: the cards chosen, or why they do not go.
    const note = document.querySelector(".tray .note:not([hidden])")?.textContent ?? "";
    if (note !== spoken && note && app.draft.ids.length) speech.say(note);
    spoken = note;
  });
}

/** The chat is before the reader's eyes. */
function chatShown() {
  const chat = document.getElementById("panel-chat");
  return chat !== null && chat.offsetParent !== null;
}

/**
 * @param {Wire.Told} told
 * @param {import("./app.js").App} app
 * @returns {import("./sound.js").Name | null}
 */
function soundOf(told, app) {
  switch (told.event.event) {
    case "dealt":
    case "exchanged":
      return "deal";
    case "turned":
      return "turn_up";
    case "paid":
      return "card";
    case "took":
    case "melded":
      return "lay";
    case "forced":
      return "force";
    case "said":
      return told.mine ? null : "chat";
    case "over": {
      const result = /** @type {{winner: number | null} | null} */ (told.event["result"] ?? null);
      return result && app.mine(result.winner) ? "won" : "end";
    }
    default:
      return null;
  }
}
