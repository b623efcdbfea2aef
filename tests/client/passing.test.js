import assert from "node:assert/strict";
import { test } from "node:test";
import { at, offer, view } from "./client.js";

const { OFF, thinkingTime, verdict } = await import(at("passing.js"));

const mayPass = view([offer("take 5c 6c"), offer("pass")]);
const onlyPass = view([offer("pass")]);

test("nothing is done unless it was switched on, or another must act", () => {
  assert.equal(verdict(OFF, mayPass), "wait");
  assert.equal(verdict({ until: "always", kinds: [] }, { ...mayPass, legal: null }), "wait");
});

test("each setting stops where it says", () => {
  assert.equal(verdict({ until: "always", kinds: [] }, mayPass), "pass");
  assert.equal(verdict({ until: "choice", kinds: [] }, mayPass), "stop");
  assert.equal(verdict({ until: "choice", kinds: [] }, onlyPass), "pass");
  assert.equal(verdict({ until: "kinds", kinds: ["7"] }, mayPass), "stop");
  assert.equal(verdict({ until: "kinds", kinds: ["c"] }, mayPass), "stop");
  assert.equal(verdict({ until: "kinds", kinds: ["6", "o"] }, mayPass), "pass");
  const own = { ...mayPass, upcard: { card: "7c", from: "turned", seat: 0 } };
  assert.equal(verdict({ until: "turn", kinds: [] }, own), "stop");
  assert.equal(verdict({ until: "turn", kinds: [] }, mayPass), "pass");
});

test("what is no pass is never done", () => {
  const forced = view([offer("take")], { phase: "forced" });
  assert.equal(verdict({ until: "always", kinds: [] }, forced), "stop");
  assert.equal(verdict({ until: "always", kinds: [] }, { ...mayPass, phase: "over" }), "stop");
});

test("the time taken looks at nothing but chance", () => {
  assert.equal(thinkingTime.length, 1);
  assert.equal(thinkingTime(() => 0), 900);
  assert.ok(thinkingTime(() => 0.999) <= 3500);
});
