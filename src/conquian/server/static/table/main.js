// Puts the table's page together.

import { Actions } from "./actions.js";
import { App } from "./app.js";
import { Banner, Bar } from "./bar.js";
import { Centre } from "./centre.js";
import { helpDialog, menuDialog } from "./dialogs.js";
import { h, set } from "./dom.js";
import { accompany, Speech, Toast } from "./effects.js";
import { Hand } from "./hand.js";
import { listen } from "./keyboard.js";
import { OwnMelds } from "./melds.js";
import * as motion from "./motion.js";
import { part } from "./part.js";
import { Result } from "./result.js";
import { isWaited, Others } from "./seats.js";
import { Side } from "./side.js";
import { Sound } from "./sound.js";
import { secondsLeft } from "./store.js";
import { TypedLine } from "./typedline.js";
import { Waiting } from "./waiting.js";
import { setWords, t } from "./words.js";

/** @returns {Wire.Boot} */
function boot() {
  return JSON.parse(document.getElementById("boot")?.textContent ?? "{}");
}

function begin() {
  const given = boot();
  setWords(given.words);
  const app = new App(given);
  const root = /** @type {HTMLElement} */ (document.getElementById("table"));

  // Cards are measured before the parts draw, and let go after: first and last to hear of a change.
  app.addEventListener("change", () => motion.remember(root));

  const bar = part("cq-bar", Bar, app, "bar");
  const side = part("cq-side", Side, app, "side");
  const centre = part("cq-centre", Centre, app, "centre");
  const actions = part("cq-actions", Actions, app, "tray");
  const hand = part("cq-hand", Hand, app, "hand");
  const own = part("cq-own", OwnMelds, app, "own");
  const typed = part("cq-typed", TypedLine, app, "typed");
  own.setAttribute("data-drop", "melds");
  const title = h("h1", { class: "unseen" });
  const watching = h("p", { class: "watching", text: t("client_watching") });
  const play = h(
    "main",
    { class: "play" },
    title,
    part("cq-waiting", Waiting, app, "waiting"),
    part("cq-result", Result, app, "result"),
    h("div", { class: "board" }, part("cq-others", Others, app, "others"), centre, own, watching),
    hand,
    actions,
    typed,
  );
  const header = h("header", { class: "top" }, bar, part("cq-banner", Banner, app, "banner"));
  const aside = h("aside", { class: "aside", "aria-label": t("client_side") }, side);
  root.replaceChildren(header, play, aside);

  app.addEventListener("change", () => {
    frame(app, root, title, watching);
    bar.unread(side.unread);
    motion.play(root);
  });

  accompany(app, new Speech(), new Toast(), new Sound(() => app.settings));
  app.addEventListener("news", (event) => {
    const { events } = /** @type {CustomEvent<{events: Wire.Told[]}>} */ (event).detail;
    const forced = events.find((told) => told.event.event === "forced")?.event;
    if (forced) motion.thrown(root, place(app, root, forced.target));
  });

  /** @param {string} what */
  const open = (what) => {
    if (what === "log" || what === "chat" || what === "score") side.toggle(what);
    else if (what === "help") opened(helpDialog(app));
    else if (what === "menu") opened(menuDialog(app));
    else if (what === "passing") actions.menu?.open();
    else if (what === "dead" && app.view?.dead.length) centre.dialog?.showModal();
    else if (what === "sort") bar._sort();
  };
  app.addEventListener("open", (event) => open(/** @type {CustomEvent<string>} */ (event).detail));
  listen(app, {
    confirm: () => actions.confirm(),
    open,
    type: () => typed.open(),
    hand: () => hand.list?.focus(),
  });

  // The clocks tick between messages.
  setInterval(() => {
    if (secondsLeft(app.known, performance.now()) !== null) app.changed();
  }, 1000);
  app.start();
}

/** @param {HTMLDialogElement} dialog made anew each time, so that it shows how things are */
function opened(dialog) {
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
}

/**
 * The marks that the style sheet goes by.
 * @param {App} app
 * @param {HTMLElement} root
 * @param {HTMLElement} title
 * @param {HTMLElement} watching
 */
function frame(app, root, title, watching) {
  const { table, view, settings } = app;
  const html = document.documentElement;
  for (const name of /** @type {const} */ (["theme", "contrast", "motion"])) {
    if (settings[name] === "auto") delete html.dataset[name];
    else html.dataset[name] = settings[name];
  }
  set(title, { text: table ? t("client_title", { code: table.code, title: table.title }) : "Conquián" });
  const ended = view?.result !== null && view?.result !== undefined && table?.stage !== "playing";
  set(root, {
    "data-stage": table?.stage ?? "",
    "data-players": table?.seats.length ?? 0,
    "data-faces": app.faces,
    "data-ended": ended ? "" : null,
    "data-mine": app.known.seat !== null && isWaited(app, app.known.seat) ? "" : null,
    "data-line": app.line.state,
    "data-version": app.known.version,
  });
  watching.hidden = !table || app.known.seat !== null || table.stage === "waiting";
  const board = root.querySelector(".board");
  if (board) set(board, { hidden: table?.stage === "waiting" || ended });
}

/**
 * Where a seat is on the screen.
 * @param {App} app
 * @param {HTMLElement} root
 * @param {number | undefined} seat
 */
function place(app, root, seat) {
  return app.mine(seat) ? root.querySelector(".own") : root.querySelector(`[data-seat="${seat}"]`);
}

begin();
