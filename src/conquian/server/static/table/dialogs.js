// The menu with the settings of this device, and the help.

import { h, icon } from "./dom.js";
import { KEYS } from "./keyboard.js";
import { copyLine } from "./copying.js";
import { t } from "./words.js";

/**
 * A dialog with a title and a way out.
 * @param {string} id
 * @param {string} title
 * @param {...(Node | string | false)} children
 */
function dialog(id, title, ...children) {
  const box = h(
    "dialog",
    { id, "aria-labelledby": `${id}-title`, class: "sheet" },
    h(
      "div",
      { class: "sheet-head" },
      h("h2", { id: `${id}-title`, text: title }),
      h("button", { class: "quiet", type: "button", "aria-label": t("client_close"), on: { click: () => box.close() } }, icon("close")),
    ),
    ...children,
  );
  box.addEventListener("click", (event) => {
    if (event.target === box) box.close(); // a tap beside it
  });
  document.body.append(box);
  return box;
}

/** @param {import("./app.js").App} app */
export function helpDialog(app) {
  const rows = KEYS.map(([key = "", code = ""]) => h("tr", {}, h("td", {}, h("kbd", { text: key })), h("td", { text: t(code) })));
  return dialog(
    "help",
    t("client_help"),
    h("p", { text: t("client_help_goal", { goal: app.table?.goal ?? 0 }) }),
    h("ul", {}, ...["take", "pay", "force", "pass", "regroup"].map((what) => h("li", { text: t(`client_help_${what}`) }))),
    h(
      "p",
      { class: "row" },
      h("a", { class: "button", href: `/rules/show?rules=${encodeURIComponent(app.table?.text ?? "")}`, target: "_blank", rel: "noopener", text: t("client_rules") }),
      h("a", { class: "button", href: "/learn", target: "_blank", rel: "noopener", text: t("client_learn") }),
      h("a", { class: "button", href: "/fair", target: "_blank", rel: "noopener", text: t("client_fair_how") }),
    ),
    h("h3", { text: t("client_keys") }),
    h("table", { class: "keys" }, h("tbody", {}, ...rows)),
    h("h3", { text: t("client_typed_title") }),
    h("p", { text: t(app.faces === "french" ? "client_typed_help_french" : "client_typed_help_spanish") }),
  );
}

/** @param {import("./app.js").App} app */
export function menuDialog(app) {
  const { settings, boot } = app;
  /** @param {string} label @param {keyof import("./settings.js").Settings} name @param {string[]} values */
  const choice = (label, name, values) =>
    h(
      "div",
      { class: "field" },
      h("label", { for: `set-${name}`, text: t(label) }),
      h(
        "select",
        {
          id: `set-${name}`,
          on: {
            change: (/** @type {Event} */ event) =>
              app.prefer({ [name]: /** @type {HTMLSelectElement} */ (event.target).value }),
          },
        },
        ...values.map((value) =>
          h("option", { value, text: t(`${label}_${value}`), selected: settings[name] === value }),
        ),
      ),
    );
  /** @param {string} label @param {keyof import("./settings.js").Settings} name @param {boolean} [turned] */
  const box = (label, name, turned = false) =>
    h(
      "label",
      { class: "choice" },
      h("input", {
        type: "checkbox",
        checked: turned ? !settings[name] : settings[name],
        on: {
          change: (/** @type {Event} */ event) => {
            const { checked } = /** @type {HTMLInputElement} */ (event.target);
            app.prefer({ [name]: turned ? !checked : checked });
          },
        },
      }),
      t(label),
    );
  const volume = h("input", {
    id: "set-volume",
    type: "range",
    min: "0",
    max: "100",
    value: String(Math.round(settings.volume * 100)),
    on: {
      input: (/** @type {Event} */ event) =>
        app.prefer({ volume: Number(/** @type {HTMLInputElement} */ (event.target).value) / 100 }),
    },
  });
  const other = boot.lang === "es" ? "en" : "es";
  return dialog(
    "menu",
    t("client_menu"),
    h(
      "p",
      { class: "row" },
      h("a", { class: "button", href: "/", text: t("client_lobby") }),
      h("a", { class: "button", href: `?lang=${other}`, lang: other, hreflang: other, text: t("client_other_language") }),
    ),
    h("h3", { text: t("client_settings") }),
    choice("client_set_faces", "faces", ["usual", "spanish", "french"]),
    box("client_set_text_faces", "text_faces"),
    choice("client_set_sorting", "sorting", ["suit", "rank", "own"]),
    box("client_set_guard", "guard"),
    box("client_set_sound", "muted", true),
    h("div", { class: "field" }, h("label", { for: "set-volume", text: t("client_set_volume") }), volume),
    typeof navigator.vibrate === "function" && box("client_set_vibrate", "vibrate"),
    choice("client_set_theme", "theme", ["auto", "light", "dark"]),
    choice("client_set_contrast", "contrast", ["auto", "more"]),
    choice("client_set_motion", "motion", ["auto", "less"]),
    box("client_set_shortcuts", "shortcuts"),
    box("client_set_typing", "typing"),
    ...links(app),
    ...leaving(app),
  );
}

/** @param {import("./app.js").App} app */
function links(app) {
  const { boot } = app;
  return [
    h("h3", { text: t("client_links") }),
    boot.invite ? copyLine(boot.invite, t("client_invite_link"), "menu-invite") : "",
    boot.seat_link && app.known.seat !== null
      ? h("div", {}, copyLine(boot.seat_link, t("client_seat_link"), "menu-seat"), h("p", { class: "hint", text: t("client_seat_link_hint") }))
      : "",
  ].filter((node) => node !== "");
}

/** @param {import("./app.js").App} app */
function leaving(app) {
  if (app.known.seat === null) return [];
  /** @param {string} type @param {string} code */
  const button = (type, code) =>
    h("button", {
      class: "danger",
      type: "button",
      text: t(code),
      on: {
        click: (/** @type {Event} */ event) => {
          if (!confirm(t(`${code}_sure`))) return;
          /** @type {Element} */ (event.target).closest("dialog")?.close();
          app.order({ type }, "table");
        },
      },
    });
  const playing = app.table?.stage === "playing";
  return [
    h("hr"),
    h("div", { class: "row" }, playing && button("give_up", "client_give_up"), button("leave", "client_leave")),
  ];
}
