// The form of a private table: asks the server at every change whether these rules can be played.
// Without this script the form works too; the answer then comes when it is sent.

import { h } from "../table/dom.js";

const WAIT = 250;

/**
 * @typedef {object} Checked
 * @property {boolean} ok
 * @property {string} text
 * @property {string} title
 * @property {{title: string, sentences: string[]}[]} explained
 * @property {number[]} players
 * @property {{code: string, text: string, field: string | null} | null} error
 */

const form = document.querySelector("form#new");
if (form instanceof HTMLFormElement) watch(form);

/** @param {HTMLFormElement} form */
function watch(form) {
  let timer = 0;
  let asked = 0;
  form.addEventListener("input", (event) => {
    const target = event.target;
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    if (!target.name.startsWith("rule_") && target.name !== "players") return;
    clearTimeout(timer);
    timer = window.setTimeout(() => void ask(), WAIT);
  });

  async function ask() {
    const number = (asked += 1);
    /** @type {Record<string, string>} */
    const fields = {};
    for (const [name, value] of new FormData(form)) {
      if (typeof value === "string" && /^(rule_|rules$|players$)/.test(name)) fields[name] = value;
    }
    try {
      const answer = await fetch("/api/rules", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ form: fields }),
      });
      if (!answer.ok) return;
      const checked = /** @type {Checked} */ (await answer.json());
      if (number === asked) show(form, checked);
    } catch {
      // Offline for a moment: the server looks at everything again when the form is sent.
    }
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {Checked} checked
 */
function show(form, checked) {
  const fault = part("rules-fault");
  const open = part("open");
  fault.hidden = checked.ok;
  fault.textContent = checked.error?.text ?? "";
  if (fault.previousElementSibling instanceof HTMLElement) fault.previousElementSibling.hidden = !checked.ok;
  open.setAttribute("aria-disabled", String(!checked.ok));
  for (const marked of form.querySelectorAll("[data-field]")) {
    const wrong = marked.getAttribute("data-field") === checked.error?.field;
    marked.classList.toggle("wrong", wrong);
    marked.querySelector(".fault")?.remove();
    // Said at the top for everybody; repeated where it was caused, which may be far below.
    if (wrong) marked.append(h("p", { class: "notice bad fault", text: checked.error?.text, "aria-hidden": "true" }));
  }
  if (!checked.ok) return;
  const link = part("rules-link");
  link.textContent = checked.title;
  link.setAttribute("href", `/rules/show?rules=${encodeURIComponent(checked.text)}`);
  part("rules-text").textContent = checked.text;
  for (const radio of form.querySelectorAll('input[name="players"]')) {
    if (radio instanceof HTMLInputElement) radio.disabled = !radio.checked && !checked.players.includes(Number(radio.value));
  }
  part("explained").replaceChildren(
    ...checked.explained.map(({ title, sentences }) =>
      h("section", {}, h("h3", { text: title }), h("ul", {}, ...sentences.map((text) => h("li", { text })))),
    ),
  );
}

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
function part(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no #${id}`);
  return found;
}
