import assert from "node:assert/strict";
import { test } from "node:test";
import { at, offer, view } from "./client.js";

const { read } = await import(at("typed.js"));

const names = ["Ana", "Beto", "Berta"];
const spanish = { faces: "spanish", pack: "spanish40", view: view([offer("take 5c 6c"), offer("force 1"), offer("pass")], { hand: ["5c", "6c", "7o"] }), names };
const act = (line, context = spanish) => read(line, context).action;

test("actions in both languages, in the spelling of the protocol", () => {
  assert.equal(act("take 5c 6c"), "take 5c 6c");
  assert.equal(act("TOMO 6C, 5c"), "take 6c 5c".replace("6c 5c", "5c 6c"), "the listed action is used");
  assert.equal(act("pago 7o"), "pay 7o");
  assert.equal(act("pass"), "pass");
  assert.equal(act("paso"), "pass");
  assert.equal(act("force"), "force 1");
  assert.equal(act("forzar a beto"), "force 1");
  assert.equal(act("force 2"), "force 2", "the number of files");
  assert.equal(act("force Bert"), "force 2");
  assert.equal(act("5c 6c"), "take 5c 6c", "cards alone");
});

test("the upcard may be named", () => {
  assert.equal(act("take 7c with 5c 6c"), "take 5c 6c");
  assert.equal(act("take 7c"), "take");
});

test("French faces are typed as they are shown", () => {
  const french = { ...spanish, faces: "french" };
  assert.equal(act("take 5h 6h", french), "take 5c 6c");
  assert.equal(act("pay Qs", french), "pay 11e");
  assert.equal(read("pay 7o", french).code, "client_typed_card_french");
});

test("where cards are given, paying means giving", () => {
  const context = { ...spanish, view: view([offer("give 5c")], { phase: "exchange", upcard: null }) };
  assert.equal(act("pagar 5c", context), "give 5c");
  assert.equal(act("5c", context), "give 5c");
});

test("bajar takes where that goes, otherwise melds", () => {
  const both = { ...spanish, view: view([offer("take 5c 6c"), offer("meld 4o 4c 4b")], { hand: [] }) };
  assert.equal(act("bajar 5c 6c", both), "take 5c 6c");
  assert.equal(act("bajo 4o 4c 4b", both), "meld 4o 4c 4b");
});

test("a layout is handed on", () => {
  assert.equal(act("take 5c 6c -> 5c 6c 7c | 1o 1c 1b"), "take 5c 6c -> 5c 6c 7c | 1o 1c 1b");
  const only = { ...spanish, view: view([offer("take 5c 6c -> 5c 6c 7c")]) };
  assert.equal(act("take 5c 6c", only), "take 5c 6c -> 5c 6c 7c", "the only layout need not be typed");
});

test("questions and faults", () => {
  assert.deepEqual(read("mesa", spanish), { do: "show", what: "table", rest: "" });
  assert.deepEqual(read("sort rank", spanish), { do: "show", what: "sort", rest: "rank" });
  assert.equal(read("xyzzy", spanish).code, "client_typed_unknown");
  assert.equal(read("pay 9o9", spanish).code, "client_typed_card_spanish");
  assert.equal(read("force Zoe", spanish).code, "client_typed_no_player");
  assert.equal(read("force ber", { ...spanish, names: ["Ana", "Berto", "Berta"] }).code, "client_typed_no_player");
});

test("y is and, unless there are yucas", () => {
  assert.equal(act("tomar 5c y 6c"), "take 5c 6c");
  const yucas = { ...spanish, view: view([offer("take 5c Y")], { hand: ["5c", "Y"] }) };
  assert.equal(act("tomar 5c y", yucas), "take 5c Y");
});
