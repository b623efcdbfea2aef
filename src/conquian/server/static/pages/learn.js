// The tutorial. The server holds the rules and keeps nothing: every try sends all that was done in
// this step, and gets the position, or the reason why not.

import { added, boot as read, chosen, meldsView, nameOf, part, picture, cardView } from "./board.js";
import { h } from "../table/dom.js";
import { count, setWords, t } from "../table/words.js";

/**
 * What the server shows (server/learn.py, Lesson.shown).
 * @typedef {object} Shown
 * @property {string} step
 * @property {number} number
 * @property {number} of
 * @property {string | null} next
 * @property {string} title
 * @property {string} text
 * @property {string | null} task
 * @property {boolean} finished
 * @property {string | null} learnt
 * @property {string[]} news
 * @property {{code: string, text: string, hint: string} | null} refused
 * @property {{do: string, text: string}[]} buttons
 * @property {{hand: Wire.Card[], counts: number[], layouts: Wire.Layout[], upcard: Wire.Card | null,
 *   stock: number, goal: number}} view
 * @property {string[]} names
 * @property {Wire.Faces} faces
 * @property {string} pack
 */

const { words, shown: first } = read();
setWords(words);
const mine = chosen();

/** @type {Shown} */
let shown = first;
/** @type {string[]} */
let actions = [];
/** @type {Set<Wire.Card>} */
let picked = new Set();
/** @type {Wire.Layout[]} */
let before = first.view.layouts;
let busy = false;

/** @param {HTMLElement} element @param {string} text */
function tell(element, text) {
  element.hidden = !text;
  element.textContent = text;
}

function draw() {
  const look = { faces: shown.faces, pack: shown.pack, text: mine.text };
  const { view } = shown;
  part("progress").textContent = t("learn_ui_progress", { number: shown.number, of: shown.of });
  part("step").textContent = shown.title;
  part("text").textContent = shown.text;
  const seats = shown.names.map((name, seat) => {
    const layout = view.layouts[seat] ?? [];
    const title = seat === 0 ? t("learn_ui_laid_you") : t("learn_ui_laid", { name });
    return h(
      "div",
      {},
      h("h3", { text: title }),
      layout.length
        ? meldsView(layout, look, added(before[seat] ?? [], layout))
        : h("p", { class: "hint", text: t("learn_ui_none_laid") }),
      seat === 0 ? null : h("p", { class: "hint", text: count("learn_ui_cards", view.counts[seat] ?? 0) }),
    );
  });
  const middle = h(
    "div",
    { class: "lesson-middle" },
    view.upcard
      ? cardView(view.upcard, look)
      : h("span", { class: "card none", role: "img", "aria-label": t("learn_ui_nothing") }),
    h(
      "div",
      {},
      h("h3", { text: t("learn_ui_centre") }),
      h("p", { class: "hint", text: view.upcard ? nameOf(view.upcard, look) : t("learn_ui_nothing") }),
      h("p", { class: "hint", text: t("learn_ui_stock", { number: view.stock }) }),
      h("p", { class: "hint", text: t("learn_ui_goal", { number: view.goal }) }),
    ),
  );
  const [own, ...others] = seats;
  part("board").replaceChildren(...others, middle, own ?? "");
  part("board").hidden = false;

  part("hand").replaceChildren(
    ...view.hand.map((card) =>
      h(
        "button",
        {
          type: "button",
          "aria-pressed": String(picked.has(card)),
          "aria-label": nameOf(card, look),
          "data-card": card,
          disabled: shown.finished,
          on: { click: () => pick(card) },
        },
        h("span", { class: "card" }, picture(card, look)),
      ),
    ),
    view.hand.length ? "" : h("p", { class: "hint", text: t("learn_ui_empty_hand") }),
  );
  const task = part("task");
  task.hidden = shown.task === null;
  task.replaceChildren(h("b", { text: t("learn_ui_task") }), `: ${shown.task ?? ""}`);
  part("buttons").replaceChildren(
    ...shown.buttons.map((button) =>
      h("button", { type: "button", text: button.text, "data-do": button.do, on: { click: () => act(button.do) } }),
    ),
  );
  part("buttons").hidden = shown.finished;
  part("after").hidden = !shown.finished;
  part("next").hidden = shown.next === null;
  part("play").hidden = shown.next !== null;
}

/** @param {Wire.Card} card */
function pick(card) {
  if (picked.has(card)) picked.delete(card);
  else picked.add(card);
  for (const button of part("hand").querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(picked.has(button.dataset["card"] ?? "")));
  }
}

/** @param {string} what the word of an action, and for a force its seat */
function act(what) {
  const cards = shown.view.hand.filter((card) => picked.has(card));
  const one = what === "pay" || what === "give";
  if (one && cards.length !== 1) {
    tell(part("wrong"), t("learn_ui_choose"));
    return;
  }
  const bare = what === "pass" || what.startsWith("force");
  void ask(shown.step, [...actions, bare ? what : [what, ...cards].join(" ")]);
}

/**
 * @param {string} step
 * @param {string[]} tried
 */
async function ask(step, tried) {
  if (busy) return;
  busy = true;
  try {
    const response = await fetch("/api/learn", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ step, actions: tried, faces: mine.faces }),
    });
    const answer = await response.json();
    if (!response.ok) tell(part("wrong"), answer.error.text);
    else take(answer, tried);
  } catch {
    tell(part("wrong"), t("learn_ui_offline"));
  } finally {
    busy = false;
  }
}

/** @param {Shown} answer @param {string[]} tried */
function take(answer, tried) {
  if (answer.refused) {
    tell(part("wrong"), `${answer.refused.text} ${answer.refused.hint}`.trim());
    return;
  }
  const moved = answer.step !== shown.step;
  const begun = tried.length === 0;
  before = begun ? answer.view.layouts : shown.view.layouts;
  shown = answer;
  actions = tried;
  picked = new Set();
  tell(part("wrong"), "");
  const end = shown.finished ? [shown.learnt ?? "", shown.next === null ? t("learn_ui_done") : ""] : [];
  tell(part("said"), begun ? "" : [...shown.news, ...end].filter(Boolean).join(" "));
  draw();
  if (moved) {
    history.replaceState(null, "", `/learn?step=${shown.step}`);
    part("step").focus();
    scrollTo(0, 0);
  } else if (shown.finished) {
    const last = shown.next === null ? part("play").querySelector("button") : part("next");
    last?.focus();
  }
}

part("next").addEventListener("click", () => shown.next && void ask(shown.next, []));
part("again").addEventListener("click", () => void ask(shown.step, []));
draw();
if (mine.faces && mine.faces !== shown.faces) void ask(shown.step, []);
