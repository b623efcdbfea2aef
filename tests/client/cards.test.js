import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { at } from "./client.js";

const cards = await import(at("cards.js"));
const { arranged, moved } = await import(at("order.js"));

test("a card is typed in the faces shown, and read back", () => {
  for (const [pack, last] of [["spanish40", [1, 7, 10, 11, 12]], ["full52", [1, 10, 11, 13]], ["ace_to_ten", [1, 10]]]) {
    for (const faces of ["spanish", "french"]) {
      for (const rank of last) {
        for (const suit of "oceb") {
          const card = `${rank}${suit}`;
          assert.equal(cards.readCard(cards.typed(card, faces, pack), faces, pack), card);
        }
      }
    }
  }
  assert.equal(cards.typed("11e", "french", "spanish40"), "Qs");
  assert.equal(cards.typed("11e", "french", "full52"), "Js");
  assert.equal(cards.typed("10b", "french", "ace_to_ten"), "10c");
});

test("the spellings of the two faces are never mixed", () => {
  assert.equal(cards.readCard("7h", "spanish", "spanish40"), null);
  assert.equal(cards.readCard("7o", "french", "spanish40"), null);
  assert.equal(cards.readCard("7♥", "french", "spanish40"), "7c");
  assert.equal(cards.readCard("7c", "french", "spanish40"), "7b"); // clubs
  assert.equal(cards.readCard("", "french", "spanish40"), null);
  assert.equal(cards.readCard("y", "french", "spanish40"), "Y");
});

test("a card is spoken with the words of the catalogue", () => {
  const words = {
    words_card_name: (p) => `${p.rank} de ${p.suit}`,
    words_rank_7: () => "siete",
    words_rank_spanish_10: () => "sota",
    words_rank_french_11: () => "reina",
    words_suit_spanish_1: () => "copas",
    words_suit_french_2: () => "picas",
    words_card_yuca: () => "yuca",
  };
  const t = (code, params) => words[code](params);
  assert.equal(cards.spoken("7c", "spanish", "spanish40", t), "siete de copas");
  assert.equal(cards.spoken("10c", "spanish", "spanish40", t), "sota de copas");
  assert.equal(cards.spoken("11e", "french", "spanish40", t), "reina de picas");
  assert.equal(cards.spoken("12e", "french", "full52", t), "reina de picas");
  assert.equal(cards.spoken("Y", "french", "full52", t), "yuca");
});

test("twins are told apart", () => {
  assert.deepEqual(cards.ids(["7c", "7c", "1o"]), ["7c", "7c#2", "1o"]);
  assert.equal(cards.cardOf("7c#2"), "7c");
});

test("a hand is sorted by suit, by rank, or as its owner moved it", () => {
  const hand = ["12b", "1o", "10c", "2c", "Y", "1b"];
  assert.deepEqual(arranged(hand, "suit", []), ["1o", "2c", "10c", "1b", "12b", "Y"]);
  assert.deepEqual(arranged(hand, "rank", []), ["1o", "1b", "2c", "10c", "12b", "Y"]);
  assert.deepEqual(arranged(hand, "own", ["2c", "4e", "1o"]), ["2c", "1o", "10c", "1b", "12b", "Y"]);
  assert.deepEqual(moved(["a", "b", "c"], "a", 1), ["b", "a", "c"]);
  assert.deepEqual(moved(["a", "b", "c"], "b", 99), ["a", "c", "b"]);
  assert.deepEqual(moved(["a", "b", "c"], "c", -1), ["c", "a", "b"]);
});

test("every card of every pack has its picture in both faces", () => {
  const packs = { spanish40: [1, 2, 3, 4, 5, 6, 7, 10, 11, 12], full52: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13], ace_to_ten: [1, 10] };
  for (const [pack, ranks] of Object.entries(packs)) {
    for (const card of ["Y", ...ranks.flatMap((rank) => [..."oceb"].map((suit) => `${rank}${suit}`))]) {
      for (const faces of ["spanish", "french"]) {
        const file = new URL(`../cards/${faces}/${cards.fileOf(card, pack)}.svg`, at("cards.js"));
        assert.ok(existsSync(file), file.pathname);
      }
    }
  }
});
