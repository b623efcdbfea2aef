// What all parts of the page have in common.

/**
 * A part of the page: a custom element in the page's own tree that draws itself on each change. It is
 * made with `part()`, never by the parser, so its constructor may build what stays.
 */
export class Part extends HTMLElement {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    super();
    this.app = app;
  }

  /** Draws what changes. */
  render() {}
}

/**
 * Makes a part and keeps it drawn.
 * @template {Part} T
 * @param {string} name
 * @param {new (app: import("./app.js").App) => T} type
 * @param {import("./app.js").App} app
 * @param {string} [cls]
 * @returns {T}
 */
export function part(name, type, app, cls = "") {
  if (!customElements.get(name)) customElements.define(name, type);
  const element = new type(app);
  if (cls) element.className = cls;
  app.addEventListener("change", () => element.render());
  return element;
}
