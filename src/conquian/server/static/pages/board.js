// Cards and melds for pages that are no table: the replay and the tutorial. Looks come from the
// style sheet of the table (../table/cards.css).

import { face, fileOf, spoken } from "../table/cards.js";
import { h } from "../table/dom.js";
import { shelf } from "../table/settings.js";
import { t } from "../table/words.js";

const CARDS = new URL("../cards/", import.meta.url);
const SPANISH = /** @type {Record<string, string>} */ ({ o: "oros", c: "copas", e: "espadas", b: "bastos" });

/**
 * How cards are shown.
 * @typedef {{faces: Wire.Faces, pack: string, text: boolean}} Look
 */

/**
 * What this device's owner chose at the table, as far as it matters here.
 * @returns {{faces: Wire.Faces | null, text: boolean}}
 */
export function chosen() {
  try {
    const kept = JSON.parse(shelf("localStorage")?.getItem("conquian.settings") ?? "{}");
    const faces = kept.faces === "spanish" || kept.faces === "french" ? kept.faces : null;
    return { faces, text: kept.text_faces === true };
  } catch {
    return { faces: null, text: false };
  }
}

/**
 * A card's name, spoken.
 * @param {Wire.Card} card
 * @param {Look} look
 */
export function nameOf(card, look) {
  return spoken(card, look.faces, look.pack, t);
}

/**
 * The picture of a card, decoration only.
 * @param {Wire.Card} card
 * @param {Look} look
 */
export function picture(card, look) {
  const { rank, mark, suit } = face(card, look.faces, look.pack);
  if (!look.text) {
    return h("img", {
      alt: "",
      draggable: "false",
      decoding: "async",
      src: new URL(`${look.faces}/${fileOf(card, look.pack)}.svg`, CARDS).href,
    });
  }
  const word = look.faces === "spanish" ? (SPANISH[mark] ?? mark) : mark;
  return h(
    "span",
    { class: "textface", "data-suit": suit, "aria-hidden": "true" },
    h("b", { "data-text": rank }),
    h("i", { "data-mark": mark, "data-text": word }),
  );
}

/**
 * A card that lies somewhere, with its name for those who do not see it.
 * @param {Wire.Card} card
 * @param {Look} look
 * @param {string} [more] classes
 */
export function cardView(card, look, more = "") {
  return h("span", { class: `card ${more}`, role: "img", "aria-label": nameOf(card, look) }, picture(card, look));
}

/** The back of a card, decoration only. */
export function backView() {
  const image = h("img", { alt: "", draggable: "false", src: new URL("back.svg", CARDS).href });
  return h("span", { class: "card back", "aria-hidden": "true" }, image);
}

/**
 * Melds as a list; the cards named in `fresh` are marked as new.
 * @param {readonly Wire.Meld[]} layout
 * @param {Look} look
 * @param {ReadonlySet<Wire.Card>} [fresh]
 */
export function meldsView(layout, look, fresh = new Set()) {
  return h(
    "ul",
    { class: "melds" },
    ...layout.map((meld) =>
      h("li", { class: "meld" }, ...meld.map((card) => cardView(card, look, fresh.has(card) ? "fresh" : ""))),
    ),
  );
}

/**
 * The cards laid in `after` that `before` has not.
 * @param {readonly Wire.Meld[]} before
 * @param {readonly Wire.Meld[]} after
 */
export function added(before, after) {
  const old = new Set(before.flat());
  return new Set(after.flat().filter((card) => !old.has(card)));
}

/**
 * What the server put into the page.
 * @returns {any}
 */
export function boot() {
  return JSON.parse(document.getElementById("boot")?.textContent ?? "{}");
}

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
export function part(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no #${id}`);
  return found;
}
