import assert from "node:assert/strict";
import { createHash, createHmac, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { at } from "./client.js";

const fair = await import(at("fair.js"));
const { fromHex, sha256, toHex } = await import(at("sha256.js"));
const { FairHand } = await import(at("fairhand.js"));
const examples = JSON.parse(readFileSync(new URL("../dealing/fair.json", import.meta.url), "utf-8"));

test("SHA-256 and HMAC agree with another implementation at every length", () => {
  for (let length = 0; length < 200; length += 1) {
    const bytes = randomBytes(length);
    assert.equal(toHex(sha256(bytes)), createHash("sha256").update(bytes).digest("hex"));
  }
  const key = randomBytes(32);
  const message = randomBytes(8);
  assert.equal(toHex(fair.hmac(key, message)), createHmac("sha256", key).update(message).digest("hex"));
  assert.deepEqual(fromHex("00ff10"), Uint8Array.from([0, 255, 16]));
});

test("the examples of the definition", () => {
  for (const { parts, hex } of examples.packed) assert.equal(toHex(fair.packed(...parts)), hex);
  const { occasion, server, seats } = examples.commitments;
  for (const { seed, commit } of server) assert.equal(fair.digest(occasion, "server", seed), commit);
  for (const { seat, nonce, commit } of seats) {
    assert.equal(fair.digest(occasion, "seat", seat, nonce), commit);
  }
});

test("every example deal follows from its transcript, and no changed one", () => {
  for (const { fair: transcript, hands, stock } of examples.deals) {
    assert.ok(fair.holds(transcript, hands, stock));
    const changed = stock.length > 1 ? [stock[1], stock[0], ...stock.slice(2)] : ["1o"];
    if (changed.join() !== stock.join()) assert.ok(!fair.holds(transcript, hands, changed));
    const seed = transcript.server.seed.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
    assert.ok(!fair.holds({ ...transcript, server: { ...transcript.server, seed } }, hands, stock));
  }
});

function memory() {
  const kept = new Map();
  return { getItem: (k) => kept.get(k) ?? null, setItem: (k, v) => kept.set(k, v), removeItem: (k) => kept.delete(k) };
}

const table = (needs, commit = "c") => ({ code: "K7Q2M", deal: 1, text: "clasico", seats: [{}, {}], dealer: 1, packet: 1, fair: { commit, needs } });

test("the same number is committed to and opened, also after a reload", () => {
  const shelf = memory();
  const sent = [];
  const hand = new FairHand("K7Q2M", shelf, (message) => sent.push(message));
  hand.owes(table(null), 0);
  assert.deepEqual(sent, []);
  hand.owes(table("commit"), 0);
  new FairHand("K7Q2M", shelf, (message) => sent.push(message)).owes(table("reveal"), 0);
  const [commit, reveal] = sent;
  const occasion = { table: "K7Q2M", deal: 1, rules: "clasico", players: 2, dealer: 1, packet: 1 };
  assert.equal(commit.value, fair.digest(occasion, "seat", 0, reveal.value));
  assert.match(reveal.value, /^[0-9a-f]{64}$/);
});

test("another shuffle gets another number", () => {
  const sent = [];
  const hand = new FairHand("K7Q2M", null, (message) => sent.push(message));
  hand.owes(table("reveal", "c"), 0);
  hand.owes(table("reveal", "d"), 0);
  assert.notEqual(sent[0].value, sent[1].value);
});

test("an opened deal is held against what was promised", () => {
  const example = examples.deals.find(({ fair: f }) => f.seats[0].status === "revealed" && f.packet === 1);
  const { fair: transcript, hands, stock } = example;
  const facts = (needs, commit) => ({
    code: transcript.table, deal: transcript.deal, text: transcript.rules, dealer: transcript.dealer,
    seats: transcript.seats, packet: transcript.packet, fair: { commit, needs },
  });
  const check = (commit, nonce, commits) => {
    const hand = new FairHand("x", null, () => {}, () => nonce);
    hand.owes(facts("commit", commit), 0);
    hand.heard([{ v: 1, event: { event: "committed", deal: transcript.deal, commits } }]);
    hand.check(transcript, hands, stock, 0);
    return hand.checked(transcript.deal);
  };
  const { commit } = transcript.server;
  const commits = transcript.seats.map((share) => share.commit);
  const { nonce } = transcript.seats[0];
  assert.equal(check(commit, nonce, commits), true);
  assert.equal(check("f".repeat(64), nonce, commits), false, "the server promised something else");
  assert.equal(check(commit, "f".repeat(64), commits), true, "another device of the seat gave its number");
  assert.equal(check(commit, nonce, ["f".repeat(64), ...commits.slice(1)]), false);
});

test("two windows of one seat give the same number", () => {
  const shelf = memory();
  const sent = [];
  const one = new FairHand("K7Q2M", shelf, (message) => sent.push(message));
  const other = new FairHand("K7Q2M", shelf, (message) => sent.push(message));
  one.owes(table("commit"), 0);
  other.owes(table("commit"), 0);
  assert.equal(sent[0].value, sent[1].value);
});
