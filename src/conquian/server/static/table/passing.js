// "Pass until …": the player's own setting on this device. The table hears nothing but passes, each
// after a time in which a person could have thought: how long does not depend on the hand.

/**
 * @typedef {object} Passing
 * @property {"off" | "turn" | "kinds" | "choice" | "always"} until `turn`: until I turn a card;
 *   `kinds`: until an upcard of the chosen ranks or suits; `choice`: until I could do anything else;
 *   `always`: until I switch it off
 * @property {string[]} kinds ranks ("7") and suits ("c") that stop it
 */

/** @type {Readonly<Passing>} */
export const OFF = Object.freeze({ until: "off", kinds: [] });

/**
 * What the setting says about the present decision.
 * @param {Readonly<Passing>} passing
 * @param {Wire.View} view
 * @returns {"wait" | "pass" | "stop"} `wait`: nothing is asked of this seat, or not a pass;
 *   `stop`: what the player waited for is here, the setting ends
 */
export function verdict(passing, view) {
  if (passing.until === "off") return "wait";
  if (view.phase === "over" || view.phase === "exchange") return "stop";
  if (passing.until === "turn" && view.upcard?.from === "turned" && view.upcard.seat === view.seat) {
    return "stop";
  }
  if (!view.legal) return "wait";
  if (!view.legal.includes("pass")) return "stop";
  if (passing.until === "choice" && (view.legal_count ?? view.legal.length) > 1) return "stop";
  if (passing.until === "kinds" && view.upcard) {
    const card = view.upcard.card;
    const rank = card.slice(0, -1);
    const suit = card.slice(-1);
    if (card === "Y" || passing.kinds.includes(rank) || passing.kinds.includes(suit)) return "stop";
  }
  return "pass";
}

/**
 * How long a person might think before passing, in milliseconds: skewed like people's times, and
 * drawn without looking at anything.
 * @param {() => number} random uniform over [0, 1)
 */
export function thinkingTime(random) {
  const spread = random() * random();
  return Math.round(900 + 2600 * spread);
}
