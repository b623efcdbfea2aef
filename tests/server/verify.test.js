// What the page /verify finds, by the same examples as conquian.dealing.fair; run by test_verify_page.py,
// which gives the rules the page gets from the server.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const page = new URL("../../src/conquian/server/static/pages/checking.js", import.meta.url);
const { check, NoRecord, pack, readRules } = await import(page.href);
const examples = JSON.parse(readFileSync(new URL("../dealing/fair.json", import.meta.url), "utf-8"));
const known = JSON.parse(readFileSync(process.env.CONQUIAN_TEST_RULES, "utf-8"));

test("every example deal is found right", () => {
  for (const { fair, hands, stock } of examples.deals) {
    const { rules, players, dealer } = fair;
    const record = { rules, players, dealer, hands, stock, fair, actions: [] };
    const { steps, good } = check(record, known);
    assert.ok(good, `${fair.rules}: ${JSON.stringify(steps)}`);
  }
});

test("the rules of a record may be written as an object", () => {
  const { fair, hands, stock } = examples.deals[0];
  const { id: _, ...fields } = known.presets[fair.rules];
  for (const rules of [known.presets[fair.rules], { id: "house", ...fields }, { preset: fair.rules }]) {
    assert.ok(check({ rules, dealer: fair.dealer, hands, stock, fair }, known).good);
  }
});

test("every example of a changed record is found wrong", () => {
  for (const { record, code, changed } of examples.bad) {
    let wrong = null;
    try {
      wrong = !check(record, known).good;
    } catch (fault) {
      assert.ok(fault instanceof NoRecord, `${changed}: ${fault.stack}`);
      wrong = true;
    }
    assert.ok(wrong, `${code}: ${changed}`);
  }
});

test("the step that fails is named", () => {
  const failing = {
    fair_server_commit: "verify_step_server_bad",
    fair_seat_commit: "verify_step_seat_bad",
    fair_differs: "verify_step_deal_bad",
    fair_cards: "verify_step_cards_bad",
  };
  let found = 0;
  for (const { record, code } of examples.bad) {
    if (!(code in failing)) continue;
    const { steps } = check(record, known);
    assert.ok(steps.some((step) => step.code === failing[code]), code);
    found += 1;
  }
  assert.ok(found >= 4);
});

test("what is no record says so", () => {
  for (const thing of [null, 7, [], "x", {}, { hands: 3 }, { hands: [[1], [2]], stock: [] }]) {
    assert.throws(() => check(thing, known), NoRecord);
  }
});

test("packs are those of the rules", () => {
  const rules = (text) => readRules(text, known);
  assert.equal(pack(rules("navajo"), 2).length, 80);
  assert.equal(pack(rules("gamevelvet"), 4).length, 40);
  assert.equal(pack(rules("gamevelvet"), 5).length, 80);
  assert.equal(pack(rules("clasico(yucas=2, pack=full52)"), 2).length, 54);
  assert.equal(pack(rules("house(hand=[[2, 4]], pack=mini6x3)"), 2).length, 18);
  assert.equal(rules("nonsense"), null);
  assert.equal(rules("mexicano(yucas)"), null);
});
