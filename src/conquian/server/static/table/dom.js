// A few lines instead of a framework: making elements, and keeping lists of them in step.

/**
 * @typedef {Record<string, unknown> & {on?: Record<string, (event: any) => void>}} Props
 *   `class`, `text`, `on` and any attribute; false, null and undefined leave an attribute out, true
 *   sets it empty. `value`, `checked` and `disabled` are set as properties.
 */

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props} [props]
 * @param {...(Node | string | null | false | undefined)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  set(element, props);
  for (const [name, run] of Object.entries(props.on ?? {})) element.addEventListener(name, run);
  for (const child of children) if (child) element.append(child);
  return element;
}

/**
 * Sets attributes and text, touching only what differs.
 * @param {Element} element
 * @param {Props} props
 */
export function set(element, props) {
  for (const [name, value] of Object.entries(props)) {
    if (name === "on") continue;
    if (name === "text") {
      const text = value === null || value === undefined ? "" : String(value);
      if (element.textContent !== text) element.textContent = text;
    } else if (name === "value" || name === "checked" || name === "disabled") {
      const target = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (element));
      if (target[name] !== value) target[name] = value;
    } else {
      const key = name === "class" ? "class" : name;
      if (value === false || value === null || value === undefined) element.removeAttribute(key);
      else {
        const text = value === true ? "" : String(value);
        if (element.getAttribute(key) !== text) element.setAttribute(key, text);
      }
    }
  }
}

/**
 * Makes the children of `parent` those of `items`, in order, reusing elements by key so that focus,
 * scrolling and animation survive.
 * @template T
 * @template {Element} E
 * @param {Element} parent
 * @param {readonly T[]} items
 * @param {(item: T, place: number) => string} key
 * @param {(item: T) => E} make
 * @param {(element: E, item: T, place: number) => void} [update]
 */
export function keyed(parent, items, key, make, update) {
  /** @type {Map<string, E>} */
  const old = new Map();
  for (const child of parent.children) {
    const name = child.getAttribute("data-key");
    if (name !== null) old.set(name, /** @type {E} */ (child));
  }
  /** @type {Element | null} */
  let before = parent.firstElementChild;
  items.forEach((item, place) => {
    const name = key(item, place);
    let element = old.get(name);
    if (element) old.delete(name);
    else {
      element = make(item);
      element.setAttribute("data-key", name);
    }
    update?.(element, item, place);
    if (element === before) before = before.nextElementSibling;
    else parent.insertBefore(element, before);
  });
  for (const element of old.values()) element.remove();
}

/**
 * An icon of the page's sprite, decoration only.
 * @param {string} name
 */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("focusable", "false");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", ICONS[name] ?? "");
  svg.append(path);
  return svg;
}

/** Drawn for this page on a grid of 24, as strokes. @type {Record<string, string>} */
const ICONS = {
  menu: "M4 7h16M4 12h16M4 17h16",
  log: "M5 5h14M5 10h14M5 15h9M5 20h6",
  chat: "M4 5h16v11H11l-5 4v-4H4z",
  help: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18v.4",
  close: "M6 6l12 12M18 6L6 18",
  sort: "M7 5v14M4 16l3 3 3-3M13 7h7M13 12h5M13 17h3",
  sound: "M4 10v4h4l5 4V6L8 10zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11",
  silent: "M4 10v4h4l5 4V6L8 10zM16 9.5l5 5M21 9.5l-5 5",
  link: "M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.7 5.7L12 17",
  check: "M5 12.5l4.5 4.5L19 7",
  clock: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M12 8v4.5l3 2",
  crown: "M4 8l4 4 4-7 4 7 4-4-2 11H6z",
  bot: "M6 9h12v9H6zM12 5v4M9.5 13v1M14.5 13v1M4 12v3M20 12v3",
  turn: "M6 4l12 8-12 8z",
  regroup: "M4 8h11l-3-3M20 16H9l3 3",
  undo: "M9 7L4 12l5 5M4 12h10a5 5 0 0 1 5 5",
};
