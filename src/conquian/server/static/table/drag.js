// Dragging hand cards with mouse, pen or finger. Everything it does can be done by tapping or with
// the keys as well.

import { h } from "./dom.js";
import { picture } from "./cardview.js";
import { cardOf } from "./cards.js";
import { t } from "./words.js";

const FAR = 8; // pixels before a press becomes a drag

export class Dragging {
  /**
   * @param {import("./app.js").App} app
   * @param {HTMLElement} list the hand; its buttons carry data-id
   */
  constructor(app, list) {
    this._app = app;
    this._list = list;
    /** @type {{id: string, button: HTMLElement, x: number, y: number, pointer: number, ghost: HTMLElement | null, dx: number, dy: number} | null} */
    this._held = null;
    /** A drag has just ended: the click that follows is no tap. */
    this.justDropped = false;
    list.addEventListener("pointerdown", (event) => this._down(event));
    list.addEventListener("pointermove", (event) => this._move(event));
    list.addEventListener("pointerup", (event) => this._up(event));
    list.addEventListener("pointercancel", () => this.cancel());
    list.addEventListener("lostpointercapture", () => this._held?.ghost && this.cancel());
    addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this._held?.ghost) {
        event.stopPropagation();
        this.cancel();
      }
    }, true);
  }

  /** Puts the card back where it was. */
  cancel() {
    this._held?.ghost?.remove();
    this._held?.button.classList.remove("dragged");
    this._held = null;
    this._mark(null);
  }

  /** @param {PointerEvent} event */
  _down(event) {
    const button = /** @type {HTMLElement | null} */ (
      /** @type {Element} */ (event.target).closest("button[data-id]")
    );
    if (!button || event.button !== 0 || !event.isPrimary) return;
    const box = button.getBoundingClientRect();
    this._held = {
      id: button.dataset["id"] ?? "",
      button,
      x: event.clientX,
      y: event.clientY,
      pointer: event.pointerId,
      ghost: null,
      dx: event.clientX - box.left,
      dy: event.clientY - box.top,
    };
  }

  /** @param {PointerEvent} event */
  _move(event) {
    const held = this._held;
    if (!held || event.pointerId !== held.pointer) return;
    if (!held.ghost) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR) return;
      this._list.setPointerCapture(held.pointer);
      const ghost = h("span", { class: "card ghost", "aria-hidden": "true" });
      ghost.append(picture(this._app, cardOf(held.id)));
      ghost.style.width = `${held.button.offsetWidth}px`;
      document.body.append(ghost);
      held.ghost = ghost;
      held.button.classList.add("dragged");
    }
    held.ghost.style.transform = `translate(${event.clientX - held.dx}px, ${event.clientY - held.dy}px) rotate(2deg)`;
    this._mark(this._target(event)?.element ?? null);
  }

  /** @param {PointerEvent} event */
  _up(event) {
    const held = this._held;
    if (!held || event.pointerId !== held.pointer) return;
    if (!held.ghost) {
      this._held = null;
      return;
    }
    const target = this._target(event);
    this.justDropped = true;
    setTimeout(() => (this.justDropped = false), 0);
    this.cancel();
    if (target) this._drop(held.id, target);
  }

  /**
   * Where the pointer is: in the hand (and at which place), on a meld, on the upcard.
   * @param {PointerEvent} event
   * @returns {{kind: string, element: Element, place: number} | null}
   */
  _target(event) {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const meld = under?.closest(".own .meld");
    if (meld) return { kind: "meld", element: meld, place: Number(meld.getAttribute("data-meld")) };
    const drop = under?.closest("[data-drop]");
    if (drop) return { kind: drop.getAttribute("data-drop") ?? "", element: drop, place: 0 };
    const inHand = under?.closest(".hand-cards");
    if (!inHand) return null;
    const id = this._held?.id;
    const others = [...this._list.children].filter((child) => child.getAttribute("data-id") !== id);
    const place = others.findIndex((child) => {
      const box = child.getBoundingClientRect();
      const row = event.clientY < box.bottom && event.clientY > box.top - 4;
      return (row && event.clientX < box.left + box.width / 2) || event.clientY < box.top - 4;
    });
    return { kind: "hand", element: inHand, place: place < 0 ? others.length : place };
  }

  /**
   * @param {string} id
   * @param {{kind: string, place: number}} target
   */
  _drop(id, target) {
    const app = this._app;
    const { can } = app.now;
    if (target.kind === "hand") {
      if (app.draft.ids.includes(id) && can.mode === "lay") app.choose(id);
      else app.moveInHand(id, target.place);
      return;
    }
    if (can.mode === "pay" || can.mode === "give") {
      if (!app.draft.ids.includes(id)) app.choose(id);
      if (app.now.can.single) app.act(app.now.can.single);
      return;
    }
    const companions = target.kind === "meld" ? (app.melds[target.place] ?? []) : [];
    if (can.mode === "lay" && app.putTo(id, companions)) return;
    const code = can.mode === "none" ? "client_not_now" : "client_card_not_with";
    app.complain({ text: t(code, { card: app.text(cardOf(id)) }), near: "actions" });
  }

  /** @param {Element | null} element */
  _mark(element) {
    for (const marked of document.querySelectorAll(".drop-here")) {
      if (marked !== element) marked.classList.remove("drop-here");
    }
    element?.classList.add("drop-here");
  }
}
