// Record files for the replay: chosen, dropped or pasted, read by the server.

import { h } from "../table/dom.js";
import { t } from "../table/words.js";
import { chosen, part } from "./board.js";

/** As the server: MOST_BYTES of pages_replay.py. */
const MOST = 256 * 1024;

/**
 * @typedef {import("./replay.js").Shown} Shown
 * @typedef {{records: {line: number, ok: boolean, text: string}[], replay: Shown | null}} Answer
 * @typedef {(seat: string) => Promise<Shown | null>} Ask
 */

/**
 * @param {HTMLFormElement} form
 * @param {(found: Shown, again: Ask) => void} show
 */
export function openFiles(form, show) {
  const pasted = /** @type {HTMLTextAreaElement} */ (part("records"));
  const file = /** @type {HTMLInputElement} */ (part("file"));
  part("choose").hidden = false;
  file.addEventListener("change", () => void take(file.files));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void open(pasted.value, 0, true);
  });
  form.addEventListener("dragover", (event) => {
    event.preventDefault();
    form.classList.add("over");
  });
  form.addEventListener("dragleave", () => form.classList.remove("over"));
  form.addEventListener("drop", (event) => {
    event.preventDefault();
    form.classList.remove("over");
    void take(event.dataTransfer?.files ?? null);
  });

  /** @param {FileList | null} files */
  async function take(files) {
    const first = files?.[0];
    if (!first) return;
    if (first.size > MOST) return complain(t("replay_too_long"));
    pasted.value = await first.text();
    await open(pasted.value, 0, true);
  }

  /**
   * @param {string} text
   * @param {number} record
   * @param {boolean} first whichever record is good, instead of `record`
   */
  async function open(text, record, first) {
    if (text.length > MOST) return complain(t("replay_too_long"));
    const answer = await asked(text, first ? null : record, "");
    if (!answer) return complain(t("replay_failed"));
    list(answer, (number) => void open(text, number, false));
    const found = answer.replay;
    if (!found) return;
    const place = found.record ?? 0;
    show(found, async (seat) => (await asked(text, place, seat))?.replay ?? null);
    part("replay").scrollIntoView({ block: "start" });
  }
}

/**
 * @param {string} text
 * @param {number | null} record
 * @param {string} seat
 * @returns {Promise<Answer | null>}
 */
async function asked(text, record, seat) {
  const query = new URLSearchParams();
  if (record !== null) query.set("record", String(record));
  if (seat) query.set("seat", seat);
  const { faces } = chosen();
  if (faces) query.set("faces", faces);
  try {
    const answer = await fetch(`/api/replay?${query}`, { method: "POST", body: text });
    return answer.ok || answer.status === 400 ? await answer.json() : null;
  } catch {
    return null;
  }
}

/** @param {string} text */
function complain(text) {
  part("listed").replaceChildren(h("p", { class: "notice bad", text }));
}

/**
 * @param {Answer} answer
 * @param {(record: number) => void} choose
 */
function list(answer, choose) {
  const good = answer.records.filter(({ ok }) => ok).length;
  part("listed").replaceChildren(
    ...answer.records.filter(({ ok }) => !ok).map(({ text }) => h("p", { class: "notice bad", text })),
    ...(good < 2
      ? []
      : [
          h("h2", { text: t("replay_found") }),
          h(
            "ul",
            { class: "found" },
            ...answer.records.map(({ ok, text }, number) =>
              ok
                ? h("li", {}, h("button", { type: "button", text, "aria-pressed": String(number === answer.replay?.record), on: { click: () => choose(number) } }))
                : null,
            ),
          ),
        ]),
  );
}
