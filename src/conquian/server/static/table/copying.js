// A line of text to copy. Over plain http on a local network browsers keep the clipboard closed; then
// the text is selected, ready for the reader's own keys or fingers.

import { h } from "./dom.js";
import { t } from "./words.js";

/**
 * @param {string} text
 * @param {string} label
 * @param {string} id
 */
export function copyLine(text, label, id) {
  const box = h("input", { type: "text", readonly: true, id, value: text });
  box.addEventListener("focus", () => box.select());
  const said = h("span", { class: "hint", role: "status" });
  const button = h("button", {
    type: "button",
    text: t("client_copy"),
    "aria-describedby": id,
    on: {
      click: async () => {
        said.textContent = t((await copied(text, box)) ? "client_copied" : "client_copy_by_hand");
      },
    },
  });
  return h(
    "div",
    { class: "copy-line" },
    h("label", { for: id, text: label }),
    h("div", { class: "row" }, box, button),
    said,
  );
}

/**
 * @param {string} text
 * @param {HTMLInputElement} box
 */
async function copied(text, box) {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // Refused: the old way is left.
  }
  box.focus();
  box.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  }
}
