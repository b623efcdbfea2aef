// Where the client's modules are, for the tests beside this file.
export const at = (name) => new URL(`../../src/conquian/server/static/table/${name}`, import.meta.url).href;

/** A view with these offers, the rest as little as the modules under test look at. */
export function view(offers, more = {}) {
  return {
    seat: 0,
    players: 3,
    dealer: 2,
    phase: "offer",
    actor: 0,
    upcard: { card: "7c", from: "turned", seat: 2 },
    asked: [],
    layouts: [[], [], []],
    hand: [],
    counts: [8, 8, 8],
    stock: 15,
    dead: [],
    given: null,
    received: null,
    legal: offers.map((offer) => offer.action),
    legal_count: offers.length,
    offers,
    waiting: [0],
    why: "",
    forced: null,
    result: null,
    version: 1,
    ...more,
  };
}

export function offer(action, layout = null) {
  const [before, after] = action.split(" -> ");
  const [kind, ...rest] = before.split(" ");
  return {
    action,
    kind,
    cards: kind === "force" ? [] : rest,
    layout: after ? after.split(" | ").map((meld) => meld.split(" ")) : layout,
    seat: kind === "force" ? Number(rest[0]) : null,
    out: false,
    say: "",
  };
}
