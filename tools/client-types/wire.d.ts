// What travels between the table's client and its server (docs/protocol.md), as types.
// Ambient, so that the client's JavaScript can write {Wire.View} in JSDoc without importing anything.

declare namespace Wire {
  /** A card in the spelling of files: "7c", "12b", "Y". */
  type Card = string;
  type Meld = Card[];
  type Layout = Meld[];
  type Lang = "es" | "en";
  type Faces = "spanish" | "french";
  type Phase = "exchange" | "offer" | "window" | "forced" | "pay" | "over";
  type Kind = "give" | "take" | "meld" | "pay" | "force" | "pass";

  interface Seat {
    name: string | null;
    bot: string | null;
    empty: boolean;
    here: boolean;
    ready: boolean;
    you: boolean;
  }

  interface Clock {
    on: boolean;
    limit: number | null;
    left: number | null;
    votes: boolean[];
  }

  interface Table {
    code: string;
    stage: "waiting" | "shuffling" | "playing" | "between" | "over" | "closed";
    version: number;
    move: number;
    rules: Record<string, unknown>;
    text: string;
    title: string;
    reconstruction: boolean;
    pack: string;
    grouped: boolean;
    faces: Faces;
    direction: "right" | "left" | "none";
    goal: number;
    seats: Seat[];
    host: number | null;
    you: number | null;
    deal: number;
    dealer: number | null;
    scores: number[];
    worth: number;
    pot: number;
    played: number;
    match: Record<string, unknown>;
    options: { clock: number | null; spectators: boolean; chat: string; bots_replace: boolean };
    clock: Clock;
    /** Null where deals are not fair ones. */
    fair: { commit: string | null; needs: "commit" | "reveal" | null } | null;
    /** Cards dealt at a time. */
    packet: number;
    records: number[];
  }

  /** A legal action a hand can be laid beside. */
  interface Offer {
    action: string;
    kind: Kind;
    cards: Card[];
    layout: Layout | null;
    seat: number | null;
    out: boolean;
    say: string;
  }

  interface Result {
    winner: number | null;
    reason: string | null;
    ended: { reason: string; seat: number | null } | null;
    hands: Card[][];
    stock: Card[];
    text: string;
  }

  interface View {
    seat: number | null;
    players: number;
    dealer: number;
    phase: Phase;
    actor: number | null;
    upcard: { card: Card; from: "turned" | "paid"; seat: number } | null;
    asked: number[];
    layouts: Layout[];
    hand: Card[] | null;
    counts: number[];
    stock: number;
    dead: Card[];
    given: Card | null;
    received: Card | null;
    legal: string[] | null;
    legal_count: number | null;
    offers: Offer[] | null;
    waiting: number[] | null;
    why: string;
    forced: { by: number; text: string } | null;
    result: Result | null;
    version: number;
  }

  /** The event inside; which fields it has depends on its name. */
  interface Event {
    event: string;
    seat?: number | null;
    by?: number;
    target?: number;
    card?: Card;
    upcard?: Card;
    cards?: Card[];
    phrase?: string | null;
    text?: string | null;
    [field: string]: unknown;
  }

  interface Told {
    v: number;
    event: Event;
    text: string | null;
    mine: boolean;
  }

  interface Phrase {
    code: string;
    text: string;
  }

  interface Welcome {
    type: "welcome";
    protocol: number;
    engine: string;
    seat: number | null;
    version: number;
    table: Table;
    view: View | null;
    events: Told[];
    phrases: Phrase[];
    fresh: boolean;
  }
  interface Update {
    type: "update";
    version: number;
    events: Told[];
    table: Table;
    view: View | null;
  }
  interface Ack {
    type: "ack";
    id: string;
    version: number;
  }
  interface Refused {
    type: "refused";
    id: string | null;
    code: string;
    params: Record<string, unknown>;
    text: string;
    version: number;
  }
  interface Preview {
    type: "preview";
    id: string;
    actions: Offer[];
    arrangements: Layout[];
  }
  interface Presence {
    type: "presence";
    connected: boolean[];
  }
  interface Pong {
    type: "pong";
    t: number;
  }
  interface Bye {
    type: "bye";
    code: string;
    text: string;
  }
  type FromServer = Welcome | Update | Ack | Refused | Preview | Presence | Pong | Bye;

  /** What the page brings with it (templates/table.html). */
  interface Boot {
    code: string;
    lang: Lang;
    words: Record<string, string>;
    bots: { name: string; title: string }[];
    invite: string | null;
    seat_link: string | null;
    qr: string | null;
  }
}
