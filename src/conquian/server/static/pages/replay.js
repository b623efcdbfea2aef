// A finished deal, step by step: buttons, keys, a slider, and the story in words.

import { h } from "../table/dom.js";
import { count, setWords, t } from "../table/words.js";
import { added, backView, boot, cardView, chosen, meldsView, part } from "./board.js";

/**
 * @typedef {object} Frame
 * @property {string} event
 * @property {string} text
 * @property {string} phase
 * @property {number | null} actor
 * @property {{card: Wire.Card, turned: boolean, seat: number} | null} upcard
 * @property {number[]} asked
 * @property {Wire.Layout[]} layouts
 * @property {(Wire.Card[] | null)[]} hands
 * @property {number[]} counts
 * @property {number} stock
 * @property {Wire.Card[]} dead
 *
 * @typedef {object} Shown
 * @property {string} pack
 * @property {Wire.Faces} faces
 * @property {number} players
 * @property {number} dealer
 * @property {number} goal
 * @property {string[]} names
 * @property {number | null} seat
 * @property {Frame[]} frames
 * @property {number} [record]
 */

/** The choice of all hands. */
const ALL = "all";

const given = boot();
setWords(given.words);
const mine = chosen();

/** @type {Shown | null} */
let shown = given.shown;
let step = 0;
/** How to have the same deal from another seat; null where it cannot be asked for again.
 * @type {((seat: string) => Promise<Shown | null>) | null} */
let again = given.source ? (seat) => fetched(given.source, seat) : null;

const slider = h("input", {
  type: "range",
  id: "step",
  min: "0",
  "aria-label": t("replay_step"),
  on: { input: () => go(Number(slider.value)) },
});
const place = h("output", { for: "step", class: "hint" });
const view = h("select", { id: "view", on: { change: () => void look() } });
const sentence = h("p", { class: "saying", role: "status" });
const table = h("div", { class: "replay-board" });
const buttons = {
  first: button("replay_first", "«", () => go(0)),
  previous: button("replay_previous", "‹", () => go(step - 1)),
  next: button("replay_next", "›", () => go(step + 1), "primary"),
  last: button("replay_last", "»", () => go(Infinity)),
};
part("stage").append(
  h("div", { class: "row" }, h("label", { for: "view", text: t("replay_view") }), view),
  sentence,
  table,
  h(
    "div",
    { class: "steps-bar" },
    h("div", { class: "row" }, buttons.first, buttons.previous, place, buttons.next, buttons.last),
    slider,
    h("p", { class: "hint keys", text: t("replay_keys") }),
  ),
);

addEventListener("keydown", (event) => {
  if (!shown || event.altKey || event.ctrlKey || event.metaKey) return;
  const target = event.target;
  if (target instanceof HTMLElement && target.matches("input, select, textarea")) return;
  const to = { ArrowLeft: step - 1, ArrowRight: step + 1, Home: 0, End: Infinity }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  go(to);
});

const form = document.querySelector("form#drop");
if (form instanceof HTMLFormElement) {
  const { openFiles } = await import("./files.js");
  openFiles(form, (found, ask) => {
    again = ask;
    show(found, 0);
  });
}
if (shown) {
  const wanted = Number(new URLSearchParams(location.search).get("step"));
  show(shown, Number.isInteger(wanted) ? wanted : 0);
  if (again && mine.faces && mine.faces !== shown.faces) void look();
}

/**
 * @param {string} code
 * @param {string} sign what is seen
 * @param {() => void} run
 * @param {string} [kind]
 */
function button(code, sign, run, kind = "") {
  const name = t(code);
  return h("button", { type: "button", class: kind, text: sign, "aria-label": name, title: name, on: { click: run } });
}

/**
 * @param {string} url
 * @param {string} seat "" for all hands
 * @returns {Promise<Shown | null>}
 */
async function fetched(url, seat) {
  const query = new URLSearchParams(location.search);
  query.delete("step");
  if (seat) query.set("seat", seat);
  else query.delete("seat");
  if (mine.faces) query.set("faces", mine.faces);
  const answer = await fetch(`${url}?${query}`);
  return answer.ok ? await answer.json() : null;
}

/** The same deal as the chosen seat saw it. */
async function look() {
  try {
    const found = await again?.(view.value === ALL ? "" : view.value);
    if (found) show(found, step);
  } catch {
    sentence.textContent = t("replay_failed");
  }
}

/**
 * @param {Shown} found
 * @param {number} at
 */
function show(found, at) {
  shown = found;
  const seats = found.names.map((name, seat) => [String(seat), t("replay_view_seat", { name })]);
  view.replaceChildren(
    ...[[ALL, t("replay_view_open")], ...seats].map(([value, text]) => h("option", { value, text })),
  );
  view.value = found.seat === null ? ALL : String(found.seat);
  slider.max = String(found.frames.length - 1);
  part("told").replaceChildren(
    ...found.frames.map(({ text }, number) =>
      h("li", {}, h("button", { type: "button", class: "quiet", text, on: { click: () => go(number) } })),
    ),
  );
  part("replay").hidden = false;
  part("stage").hidden = false;
  go(at);
}

/** @param {number} to */
function go(to) {
  if (!shown) return;
  const most = shown.frames.length - 1;
  step = Math.max(0, Math.min(most, to));
  const frame = shown.frames[step];
  if (!frame) return;
  slider.value = String(step);
  const words = t("replay_step_of", { number: step + 1, most: most + 1 });
  slider.setAttribute("aria-valuetext", words);
  place.textContent = words;
  sentence.textContent = frame.text;
  table.replaceChildren(...draw(shown, frame, shown.frames[step - 1] ?? frame));
  for (const [name, off] of /** @type {const} */ ([["first", step === 0], ["previous", step === 0], ["next", step === most], ["last", step === most]])) {
    buttons[name].setAttribute("aria-disabled", String(off));
  }
  for (const [number, item] of [...part("told").children].entries()) {
    if (number === step) item.setAttribute("aria-current", "step");
    else item.removeAttribute("aria-current");
  }
  if (given.source) {
    const query = new URLSearchParams(location.search);
    query.set("step", String(step));
    if (view.value !== ALL) query.set("seat", view.value);
    else query.delete("seat");
    history.replaceState(null, "", `?${query}`);
  }
}

/**
 * @param {Shown} deal
 * @param {Frame} frame
 * @param {Frame} before
 */
function draw(deal, frame, before) {
  const look = { faces: deal.faces, pack: deal.pack, text: mine.text };
  const middle = h(
    "section",
    { class: "replay-middle", "aria-label": t("replay_upcard") },
    frame.upcard ? cardView(frame.upcard.card, look, "upcard") : h("span", { class: "card none", role: "img", "aria-label": t("replay_no_upcard") }),
    h("p", { text: t("replay_stock", { number: frame.stock }) }),
    frame.dead.length > 0 &&
      h("div", { class: "dead", role: "group", "aria-label": t("replay_dead") },
        h("p", { class: "label", text: t("replay_dead") }), h("div", { class: "small-cards" }, ...frame.dead.map((card) => cardView(card, look)))),
  );
  const seats = deal.names.map((name, seat) => {
    const layout = frame.layouts[seat] ?? [];
    const hand = frame.hands[seat] ?? null;
    const cards = frame.counts[seat] ?? 0;
    const marks = [
      seat === deal.dealer && t("replay_dealer"),
      seat === frame.actor && t("replay_turn"),
    ].filter((text) => text !== false);
    return h(
      "section",
      { class: "replay-seat", "data-turn": seat === frame.actor },
      h("h2", { text: name }, ...marks.map((text) => h("span", { class: "mark", text }))),
      h("p", { class: "hint", text: t("replay_laid", { number: layout.flat().length, goal: deal.goal }) }),
      layout.length > 0 && meldsView(layout, look, added(before.layouts[seat] ?? [], layout)),
      hand
        ? h("div", { class: "small-cards hand-row", role: "group", "aria-label": t("replay_hand") }, ...hand.map((card) => cardView(card, look)))
        : h("div", { class: "small-cards hand-row", role: "img", "aria-label": count("replay_hidden", cards) }, ...Array.from({ length: cards }, backView)),
    );
  });
  return [middle, ...seats];
}
