// The page that checks records: reads a file or a text, shows every step. Nothing is sent.

import { h } from "../table/dom.js";
import { setWords, t } from "../table/words.js";
import { check, NoRecord } from "./checking.js";

const MOST = 20_000_000;
const MOST_SHOWN = 50;

const boot = JSON.parse(document.querySelector("#boot")?.textContent ?? "{}");
setWords(boot.words);

const form = /** @type {HTMLFormElement} */ (document.querySelector("#check"));
const file = /** @type {HTMLInputElement} */ (document.querySelector("#file"));
const text = /** @type {HTMLTextAreaElement} */ (document.querySelector("#text"));
const found = /** @type {HTMLElement} */ (document.querySelector("#found"));

/** @param {string} message @param {string} kind */
const notice = (message, kind) => h("p", { class: `notice ${kind}`, text: message });

/** @param {string} all the text of a record file */
function show(all) {
  const lines = all.split("\n");
  const parts = [];
  for (const [place, line] of lines.entries()) {
    if (!line.trim()) continue;
    if (parts.length >= MOST_SHOWN) break;
    parts.push(one(line.replace(/^\ufeff/, ""), place + 1));
  }
  found.replaceChildren(...(parts.length ? parts : [notice(t("verify_nothing"), "warn")]));
  found.scrollIntoView({ block: "nearest" });
}

/** @param {string} line @param {number} number */
function one(line, number) {
  let record;
  try {
    record = JSON.parse(line);
  } catch {
    return notice(t("verify_not_json", { number }), "bad");
  }
  try {
    const { steps, good, fair } = check(record, boot);
    const names = Array.isArray(record.seats) ? record.seats : [];
    const { deal, table, rules, players } = fair;
    return h(
      "section",
      { class: "panel" },
      h("h2", { text: t("verify_line", { deal, table, rules, players, number }) }),
      notice(t(good ? "verify_good" : "verify_bad"), good ? "good" : "bad"),
      h(
        "ul",
        { class: "steps" },
        ...steps.map((step) => {
          const seat = step.seat ?? 0;
          const called = names[seat];
          const name = typeof called === "string" && called ? called : t("verify_seat", { number: seat + 1 });
          const mark = step.good === null ? "–" : step.good ? "✓" : "✗";
          return h("li", {}, h("span", { "aria-hidden": "true", text: mark }), h("span", { text: t(step.code, { name }) }));
        }),
      ),
    );
  } catch (fault) {
    if (fault instanceof NoRecord) {
      return notice(t(fault.code, { number }), fault.code === "verify_missing" ? "warn" : "bad");
    }
    throw fault;
  }
}

/** @param {File | undefined} chosen */
async function read(chosen) {
  if (!chosen) return;
  if (chosen.size > MOST) found.replaceChildren(notice(t("verify_too_long"), "bad"));
  else show(await chosen.text());
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const chosen = file.files?.[0];
  if (!text.value.trim() && chosen) void read(chosen);
  else show(text.value);
});
file.addEventListener("change", () => void read(file.files?.[0]));

// The replay of a table's deal links here with the address of its record.
const record = new URLSearchParams(location.search).get("record") ?? "";
if (/^\/t\/[A-Z0-9]+\/\d+\.jsonl$/.test(record)) {
  const response = await fetch(record);
  if (response.ok) show(await response.text());
}

form.addEventListener("dragover", (event) => {
  event.preventDefault();
  form.classList.add("over");
});
form.addEventListener("dragleave", () => form.classList.remove("over"));
form.addEventListener("drop", (event) => {
  event.preventDefault();
  form.classList.remove("over");
  void read(event.dataTransfer?.files[0]);
});
