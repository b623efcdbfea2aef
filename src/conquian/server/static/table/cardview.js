// A card as it is seen: the SVG of the faces chosen, or large text.

import { face, fileOf } from "./cards.js";
import { h } from "./dom.js";

const CARDS = new URL("../cards/", import.meta.url);

/**
 * The picture of a card, decoration only: its name is said by whoever shows it.
 * @param {import("./app.js").App} app
 * @param {Wire.Card} card
 */
export function picture(app, card) {
  const { rank, mark, suit } = face(card, app.faces, app.pack);
  // The text is drawn by the style sheet: a picture of the card, whose name is said elsewhere.
  const words = h(
    "span",
    { class: "textface", "data-suit": suit, "aria-hidden": "true" },
    h("b", { "data-text": rank }),
    h("i", { "data-mark": mark, "data-text": app.faces === "spanish" && suit !== "y" ? suitWord(mark) : mark }),
  );
  if (app.settings.text_faces) return words;
  const image = h("img", {
    alt: "",
    draggable: "false",
    decoding: "async",
    src: new URL(`${app.faces}/${fileOf(card, app.pack)}.svg`, CARDS).href,
  });
  // A picture that cannot be had (a pack nobody has drawn) is no reason not to play.
  image.addEventListener("error", () => image.replaceWith(words), { once: true });
  return image;
}

/** @param {string} letter of a Spanish suit */
function suitWord(letter) {
  return { o: "oros", c: "copas", e: "espadas", b: "bastos" }[letter] ?? letter;
}

/**
 * A card that lies on the table, with its name for those who do not see it.
 * @param {import("./app.js").App} app
 * @param {Wire.Card} card
 * @param {Record<string, unknown>} [props]
 */
export function cardView(app, card, props = {}) {
  return h(
    "span",
    { ...props, class: `card ${props["class"] ?? ""}`, role: "img", "aria-label": app.say(card) },
    picture(app, card),
  );
}

/** The back of a card, decoration only. */
export function back() {
  const image = h("img", {
    alt: "",
    draggable: "false",
    src: new URL("back.svg", CARDS).href,
  });
  image.addEventListener("error", () => image.remove(), { once: true });
  return h("span", { class: "card back", "aria-hidden": "true" }, image);
}

/**
 * What decides how a card looks; part of the keys of lists, so that a change of faces redraws.
 * @param {import("./app.js").App} app
 */
export function look(app) {
  return `${app.faces}${app.settings.text_faces ? "-text" : ""}`;
}
