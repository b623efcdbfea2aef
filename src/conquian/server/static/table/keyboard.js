// One key for each thing one does often. They rest while something is being written, and can be
// switched off (people who dictate would trip over them).

/**
 * @typedef {object} Doing
 * @property {() => boolean} confirm
 * @property {(what: string) => void} open
 * @property {() => void} type
 * @property {() => void} hand
 */

/** What the help page lists: key and the code of its sentence. */
export const KEYS = [
  ["←→↑↓", "client_key_arrows"],
  ["Space", "client_key_space"],
  ["Enter", "client_key_enter"],
  ["Esc", "client_key_escape"],
  ["T", "client_key_take"],
  ["P", "client_key_pass"],
  ["F", "client_key_force"],
  ["G", "client_key_group"],
  ["H", "client_key_hand"],
  ["S", "client_key_sort"],
  ["Shift+←→", "client_key_move"],
  ["U", "client_key_until"],
  ["W", "client_key_why"],
  ["D", "client_key_dead"],
  ["L", "client_key_log"],
  ["C", "client_key_chat"],
  ["M", "client_key_mute"],
  ["/", "client_key_type"],
  ["?", "client_key_help"],
];

/**
 * @param {import("./app.js").App} app
 * @param {Doing} doing
 */
export function listen(app, doing) {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = /** @type {Element} */ (event.target);
    if (document.querySelector("dialog[open]")) return;
    if (target.closest("input, textarea, select, [contenteditable]")) {
      if (event.key === "Escape") /** @type {HTMLElement} */ (target).blur();
      return;
    }
    if (event.key === "Escape") {
      app.clear();
      return;
    }
    const onCard = target.closest(".hand-cards") !== null;
    const onControl = target.closest("button, a, summary") !== null && !onCard;
    if (event.key === "Enter") {
      if (onControl) return;
      if (doing.confirm()) event.preventDefault();
      else if (onCard) event.preventDefault(); // Space chooses; Enter is for doing
      return;
    }
    if (!app.settings.shortcuts) return;
    if (press(event.key, app, doing)) event.preventDefault();
  });
}

/**
 * @param {string} key
 * @param {import("./app.js").App} app
 * @param {Doing} doing
 * @returns {boolean} whether the key means something
 */
function press(key, app, doing) {
  const { can } = app.now;
  switch (key.toLowerCase()) {
    case "p":
      if (can.pass && !app.busy) app.act(can.pass);
      return true;
    case "t":
      if (can.mode === "lay" && !app.draft.upcard && !app.draft.ids.length) app.pickUp();
      else doing.confirm();
      return true;
    case "f": {
      const armed = can.forces.findIndex((offer) => offer.action === app.draft.armed);
      const [first] = can.forces;
      if (can.forces.length > 1 && armed < 0) {
        /** @type {HTMLElement | null} */ (document.querySelector(".forces button"))?.focus();
      } else if (first && !app.busy) app.act(can.forces[armed] ?? first);
      return true;
    }
    case "g":
      app.regroup();
      return true;
    case "h":
      doing.hand();
      return true;
    case "w":
      app.dispatchEvent(new CustomEvent("speak", { detail: app.view?.why ?? "" }));
      return true;
    case "m":
      app.prefer({ muted: !app.settings.muted });
      return true;
    case "/":
      doing.type();
      return true;
    case "s":
    case "u":
    case "d":
    case "l":
    case "c":
    case "?":
      doing.open({ s: "sort", u: "passing", d: "dead", l: "log", c: "chat", "?": "help" }[key.toLowerCase()] ?? "");
      return true;
    default:
      return false;
  }
}
