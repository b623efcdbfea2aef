// Cards that move from where they were to where they are. Positions are measured before and after
// drawing; nothing else knows of it, and without motion nothing is missing.

/** @type {Map<string, DOMRect>} */
let before = new Map();

/** @returns {boolean} whether things may move */
export function lively() {
  const wish = document.documentElement.dataset["motion"];
  return wish !== "less" && !matchMedia("(prefers-reduced-motion: reduce)").matches && !document.hidden;
}

/** @param {ParentNode} root */
function cards(root) {
  return /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-flip]"));
}

/**
 * Remembers where the cards are.
 * @param {ParentNode} root
 */
export function remember(root) {
  before = new Map();
  if (!lively()) return;
  for (const card of cards(root)) {
    const box = card.getBoundingClientRect();
    if (box.width) before.set(card.dataset["flip"] ?? "", box);
  }
}

/**
 * Lets each card travel from its old place. A card that was nowhere comes from where its
 * `data-from` says: the stock, or a player.
 * @param {ParentNode} root
 */
export function play(root) {
  if (!lively()) return;
  const style = getComputedStyle(document.documentElement);
  const duration = Number.parseFloat(style.getPropertyValue("--slow")) || 400;
  /** @type {[HTMLElement, DOMRect, DOMRect][]} */
  const moves = [];
  for (const card of cards(root)) {
    const name = card.dataset["flip"] ?? "";
    const now = card.getBoundingClientRect();
    if (!now.width) continue;
    const was = before.get(name) ?? origin(root, card);
    if (!was) continue;
    if (Math.abs(was.left - now.left) + Math.abs(was.top - now.top) > 3) moves.push([card, was, now]);
  }
  for (const [card, was, now] of moves) {
    const x = was.left + was.width / 2 - now.left - now.width / 2;
    const y = was.top + was.height / 2 - now.top - now.height / 2;
    card.animate(
      [
        { transform: `translate(${x}px, ${y}px) scale(${was.width / now.width})`, zIndex: 30 },
        { transform: "none", zIndex: 30 },
      ],
      { duration, easing: "cubic-bezier(0.2, 0.7, 0.3, 1)" },
    );
  }
}

/**
 * Where a card that was not seen before comes from.
 * @param {ParentNode} root
 * @param {HTMLElement} card
 * @returns {DOMRect | null}
 */
function origin(root, card) {
  const from = card.dataset["from"] ?? card.closest("[data-from]")?.getAttribute("data-from");
  if (!from || !before.size) return null;
  const place =
    from === "stock"
      ? root.querySelector(".stock .pile-cards")
      : root.querySelector(`[data-seat="${from.replace("seat-", "")}"] .seat-count`);
  return place?.getBoundingClientRect() ?? null;
}

/**
 * Shows who forces whom: the upcard is thrown to the one who must take it.
 * @param {ParentNode} root
 * @param {Element | null} target
 */
export function thrown(root, target) {
  const card = root.querySelector(".upcard .card");
  if (!card || !target || !lively()) return;
  const a = card.getBoundingClientRect();
  const b = target.getBoundingClientRect();
  const copy = /** @type {HTMLElement} */ (card.cloneNode(true));
  copy.classList.add("ghost");
  copy.removeAttribute("data-flip");
  copy.style.width = `${a.width}px`;
  document.body.append(copy);
  const start = `translate(${a.left}px, ${a.top}px)`;
  const end = `translate(${b.left + b.width / 2 - a.width / 2}px, ${b.top + b.height / 2 - a.height / 2}px)`;
  const flight = copy.animate(
    [
      { transform: `${start} rotate(0)`, opacity: 1 },
      { transform: `${end} rotate(-8deg)`, opacity: 1, offset: 0.7 },
      { transform: `${end} rotate(-8deg)`, opacity: 0 },
    ],
    { duration: 900, easing: "ease-in-out" },
  );
  flight.onfinish = flight.oncancel = () => copy.remove();
  target.classList.add("struck");
  setTimeout(() => target.classList.remove("struck"), 1400);
}
