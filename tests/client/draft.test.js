import assert from "node:assert/strict";
import { test } from "node:test";
import { at, offer, view } from "./client.js";

const draft = await import(at("draft.js"));

const hand = ["5c", "6c", "7o", "7e", "12b"];
const offers = ["take 5c 6c", "take 7o 7e", "take 5c 6c 12b", "force 1", "pass"].map((text) => offer(text));

test("cards that can still go with the chosen ones are open, the others not", () => {
  const now = view(offers);
  assert.deepEqual([...draft.situation(now, hand, draft.EMPTY).open].sort(), ["12b", "5c", "6c", "7e", "7o"]);
  const one = draft.toggled(draft.EMPTY, "5c", draft.situation(now, hand, draft.EMPTY));
  const can = draft.situation(now, hand, one);
  assert.deepEqual([...can.open].sort(), ["12b", "6c"]);
  assert.deepEqual(can.takes, []);
  const two = draft.toggled(one, "6c", can);
  const both = draft.situation(now, hand, two);
  assert.deepEqual(both.takes.map((o) => o.action), ["take 5c 6c"]);
  assert.deepEqual([...both.open], ["12b"]);
  assert.equal(draft.toggled(two, "7o", both), two, "an impossible card changes nothing");
  assert.deepEqual(draft.toggled(two, "5c", both).ids, ["6c"], "a second tap puts it back");
});

test("what can be done besides is listed", () => {
  const can = draft.situation(view(offers), hand, draft.EMPTY);
  assert.equal(can.mode, "lay");
  assert.equal(can.pass?.action, "pass");
  assert.deepEqual(can.forces.map((o) => o.seat), [1]);
  assert.deepEqual(can.ways.map((o) => o.action), ["take 5c 6c", "take 7o 7e", "take 5c 6c 12b"]);
});

test("a twin is open only while a legal action uses both", () => {
  const twins = ["7c", "7c#2"];
  const single = view([offer("take 7c")]);
  const chosen = { ...draft.EMPTY, ids: ["7c"] };
  assert.deepEqual([...draft.situation(single, twins, draft.EMPTY).open], twins);
  assert.deepEqual([...draft.situation(single, twins, chosen).open], []);
  const double = view([offer("take 7c 7c")]);
  assert.deepEqual([...draft.situation(double, twins, chosen).open], ["7c#2"]);
});

test("paying: one card, and another tap changes it", () => {
  const now = view([offer("pay 5c"), offer("pay 6c")], { phase: "pay" });
  const first = draft.toggled(draft.EMPTY, "5c", draft.situation(now, ["5c", "6c"], draft.EMPTY));
  const can = draft.situation(now, ["5c", "6c"], first);
  assert.equal(can.mode, "pay");
  assert.equal(can.single?.action, "pay 5c");
  assert.deepEqual(draft.toggled(first, "6c", can).ids, ["6c"]);
});

test("off turn nothing can be chosen", () => {
  const can = draft.situation(view([], { legal: null, offers: null, legal_count: null }), hand, draft.EMPTY);
  assert.equal(can.mode, "none");
  assert.equal(can.open.size, 0);
});

test("a list that was cut leaves every card open until the server has answered", () => {
  const cut = view([offer("pass")], { legal_count: 900 });
  assert.equal(draft.situation(cut, hand, draft.EMPTY).open.size, hand.length);
  assert.equal(draft.situation(cut, hand, draft.EMPTY).mode, "lay");
  const told = draft.situation(cut, hand, draft.EMPTY, [offer("take 5c 6c")]);
  assert.deepEqual([...told.open].sort(), ["5c", "6c"]);
  assert.equal(told.pass?.action, "pass");
});

test("of several groupings the nearest to the wish is shown", () => {
  const layouts = [
    [["4c", "5c", "6c", "7c"], ["7o", "7e", "7b"]],
    [["4c", "5c", "6c"], ["7c", "7o", "7e", "7b"]],
  ];
  assert.equal(draft.nearest(layouts, null), 0);
  assert.equal(draft.nearest(layouts, [["7o", "7e", "7b", "7c"]]), 1);
  assert.equal(draft.nearest([], null), -1);
  assert.deepEqual(draft.together(layouts, layouts[0], "7c", ["7o", "7e", "7b"]), layouts[1]);
  assert.deepEqual(draft.together(layouts, layouts[1], "7c", ["4c", "5c", "6c"]), layouts[0]);
  assert.equal(draft.together(layouts, layouts[0], "4c", ["7o", "7e", "7b"]), null);
});

test("cards are found in the hand, those chosen before first", () => {
  assert.deepEqual(draft.idsFor(["7c"], ["7c", "7c#2"], ["7c#2"]), ["7c#2"]);
  assert.deepEqual(draft.idsFor(["7c", "7c"], ["7c", "7c#2"], []), ["7c", "7c#2"]);
  assert.deepEqual([...draft.added([["4c", "5c", "6c"]], [["4c", "5c", "6c", "7c"]])], [["7c", 1]]);
});

test("a list whose offers were left out is read from the texts", () => {
  const offers = [offer("pass")];
  const texts = ["take 5c 6c -> 5c 6c 7c", "take 7o 7e", "pass"];
  const now = view(offers, { legal: texts, legal_count: 3 });
  const chosen = { ...draft.EMPTY, ids: ["5c", "6c"] };
  assert.deepEqual([...draft.situation(now, hand, draft.EMPTY).open].sort(), ["5c", "6c", "7e", "7o"]);
  assert.deepEqual(draft.situation(now, hand, chosen).takes[0].layout, [["5c", "6c", "7c"]]);
  const told = { ...offer("take 5c 6c -> 5c 6c 7c"), say: "so it lies" };
  assert.equal(draft.situation(now, hand, chosen, [told]).takes[0].say, "so it lies");
});

test("a preview as long as previews get may not be all", () => {
  const cut = view([offer("pass")], { legal: ["pass"], legal_count: 900 });
  const many = Array.from({ length: 80 }, () => offer("take 5c 6c"));
  assert.equal(draft.situation(cut, hand, draft.EMPTY, many).open.size, hand.length);
});
