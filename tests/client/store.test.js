import assert from "node:assert/strict";
import { test } from "node:test";
import { at } from "./client.js";

const store = await import(at("store.js"));
const settings = await import(at("settings.js"));

const table = (more = {}) => ({ seats: [{ here: true }, { here: false }, { here: true }], clock: { on: true, left: 30 }, ...more });
const event = (v) => ({ v, event: { event: "passed" }, text: "", mine: false });
const welcome = (version, events, fresh) => ({ type: "welcome", seat: 1, version, table: table(), view: null, events, phrases: [], fresh });
const update = (version, events) => ({ type: "update", version, events, table: table(), view: null });

test("events are kept once each, in order", () => {
  let known = store.told(store.NOTHING, welcome(2, [event(1), event(2)], true), 0);
  known = store.told(known, update(4, [event(3), event(4)]), 0);
  known = store.told(known, update(4, [event(4)]), 0);
  known = store.told(known, welcome(5, [event(4), event(5)], false), 0);
  assert.deepEqual(known.events.map((told) => told.v), [1, 2, 3, 4, 5]);
  assert.equal(known.version, 5);
  known = store.told(known, welcome(9, [event(9)], true), 0);
  assert.deepEqual(known.events.map((told) => told.v), [9]);
});

test("a gap asks for a fresh view, an older update is ignored", () => {
  let known = store.told(store.NOTHING, welcome(2, [event(2)], true), 0);
  assert.equal(store.told(known, update(5, [event(5)]), 0).version, null);
  known = store.told(known, update(3, [event(3)]), 0);
  assert.equal(store.told(known, update(2, []), 0), known);
  assert.equal(store.told(known, update(3, []), 0).version, 3);
});

test("the clock runs on between messages", () => {
  const known = store.told(store.NOTHING, welcome(1, [], true), 1000);
  assert.equal(store.secondsLeft(known, 11000), 20);
  assert.equal(store.secondsLeft(known, 99000), 0);
  assert.equal(store.secondsLeft({ ...known, table: table({ clock: { on: false, left: 3 } }) }, 0), null);
});

test("the others come in the order of play", () => {
  const known = store.told(store.NOTHING, welcome(1, [], true), 0);
  assert.deepEqual(store.others(known), [2, 0]);
  assert.deepEqual(store.others({ ...known, seat: null }), [0, 1, 2]);
});

test("settings of another kind than expected are not taken over", () => {
  const shelf = new Map();
  const kept = { getItem: (k) => shelf.get(k) ?? null, setItem: (k, v) => shelf.set(k, v), removeItem: (k) => shelf.delete(k) };
  kept.setItem("conquian.settings", '{"muted": "yes", "volume": 0.9, "more": 1}');
  const loaded = settings.load(kept);
  assert.equal(loaded.muted, false);
  assert.equal(loaded.volume, 0.9);
  assert.ok(!("more" in loaded));
  kept.setItem("conquian.settings", "{broken");
  assert.deepEqual(settings.load(kept), settings.USUAL);
  assert.deepEqual(settings.load(null), settings.USUAL);
  settings.remember(kept, "K7", { ...settings.recall(kept, "K7"), muted: [2] });
  assert.deepEqual(settings.recall(kept, "K7").muted, [2]);
  assert.deepEqual(settings.recall(kept, "L8").muted, []);
});
