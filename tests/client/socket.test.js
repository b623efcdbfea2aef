import assert from "node:assert/strict";
import { test } from "node:test";
import { at } from "./client.js";

const { PING_AFTER, PONG_WITHIN, PROBE_WITHIN, TableSocket } = await import(at("socket.js"));

/** A world whose clock stands until it is told to go on, with sockets that only remember. */
class World {
  time = 0;
  timers = [];
  sockets = [];
  now = () => this.time;
  random = () => 0.5;
  after = (run, wait) => {
    const timer = { run, at: this.time + wait };
    this.timers.push(timer);
    return timer;
  };
  cancel = (timer) => {
    this.timers = this.timers.filter((other) => other !== timer);
  };
  open = () => {
    const socket = { readyState: 1, sent: [], closed: false, send: (text) => socket.sent.push(JSON.parse(text)), close: () => (socket.closed = true) };
    this.sockets.push(socket);
    return socket;
  };
  pass(milliseconds) {
    const end = this.time + milliseconds;
    for (;;) {
      const [next] = this.timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.time = next.at;
      this.cancel(next);
      next.run();
    }
    this.time = end;
  }
  get last() {
    return this.sockets.at(-1);
  }
}

function started() {
  const world = new World();
  const heard = [];
  const lines = [];
  let version = null;
  const socket = new TableSocket({
    url: "ws://table",
    hello: () => ({ version }),
    heard: (message) => {
      heard.push(message);
      if (message.type === "welcome") version = message.version;
    },
    changed: (line) => lines.push(line),
    world,
  });
  socket.start();
  const welcome = (number = 1) => {
    world.last.onopen();
    world.last.onmessage({ data: JSON.stringify({ type: "welcome", version: number }) });
  };
  const hear = (message) => world.last.onmessage({ data: JSON.stringify(message) });
  return { world, socket, heard, lines, welcome, hear };
}

const kinds = (socket) => socket.sent.map((message) => message.type);

test("it greets with the version it knows, also after a loss", () => {
  const { world, welcome, socket } = started();
  welcome(7);
  assert.deepEqual(world.last.sent[0], { type: "hello", version: null });
  world.last.onclose();
  assert.equal(socket.line.state, "lost");
  world.pass(1000);
  assert.equal(world.sockets.length, 2);
  world.last.onopen();
  assert.deepEqual(world.last.sent[0], { type: "hello", version: 7 });
});

test("what must arrive is sent again with the same id until it is answered", () => {
  const { world, welcome, hear, socket } = started();
  const id = socket.sure({ type: "act", action: "pass" });
  assert.equal(world.last.sent.length, 0, "not before the welcome");
  welcome();
  assert.deepEqual(kinds(world.last), ["hello", "act"]);
  world.last.onclose();
  world.pass(1000);
  welcome(2);
  assert.deepEqual(world.last.sent.map((m) => m.id), [undefined, id]);
  assert.equal(socket.line.unsent, 1);
  hear({ type: "ack", id, version: 3 });
  assert.equal(socket.line.unsent, 0);
  world.last.onclose();
  world.pass(1000);
  welcome(3);
  assert.deepEqual(kinds(world.last), ["hello"]);
});

test("a refusal is an answer too; every id is another", () => {
  const { welcome, hear, socket } = started();
  welcome();
  const ids = [socket.sure({ type: "act" }), socket.sure({ type: "act" })];
  assert.notEqual(ids[0], ids[1]);
  assert.ok(ids[0].length <= 40);
  hear({ type: "refused", id: ids[0], code: "x", text: "" });
  assert.equal(socket.line.unsent, 1);
});

test("a half-open line is noticed by its silence", () => {
  const { world, welcome, hear, socket } = started();
  welcome();
  world.pass(PING_AFTER);
  assert.equal(world.last.sent.at(-1).type, "ping");
  hear({ type: "pong", t: 0 });
  world.pass(PING_AFTER);
  assert.equal(socket.line.state, "open");
  assert.equal(world.last.sent.at(-1).type, "ping");
  world.pass(PONG_WITHIN);
  assert.equal(socket.line.state, "lost");
  assert.ok(world.sockets[0].closed);
});

test("any message counts as a sign of life", () => {
  const { world, welcome, hear, socket } = started();
  welcome();
  world.pass(PING_AFTER + 10);
  hear({ type: "presence", connected: [] });
  world.pass(PONG_WITHIN);
  assert.equal(socket.line.state, "open");
});

test("a page that wakes up finds out soon", () => {
  const { world, welcome, socket } = started();
  welcome();
  socket.probe();
  world.pass(PROBE_WITHIN);
  assert.equal(socket.line.state, "lost");
  socket.probe();
  assert.equal(world.sockets.length, 2, "and tries at once");
});

test("waits grow up to ten seconds, and never spin", () => {
  const { world, socket } = started();
  const waits = [];
  for (let attempt = 0; attempt < 8; attempt += 1) {
    world.last.onclose();
    waits.push(socket.line.retry_at - world.time);
    world.pass(waits.at(-1));
  }
  assert.deepEqual(waits.slice(0, 3), [300, 600, 1200]);
  assert.equal(Math.max(...waits), 7500);
  assert.equal(world.sockets.length, 9);
});

test("a connection that never opens is given up after a time", () => {
  const { world } = started();
  world.pass(8000 + 400);
  assert.equal(world.sockets.length, 2);
});

test("goodbye for good ends it; a restart does not", () => {
  const one = started();
  one.welcome();
  one.hear({ type: "bye", code: "closed", text: "" });
  assert.equal(one.socket.line.state, "over");
  one.world.pass(60000);
  assert.equal(one.world.sockets.length, 1);
  const other = started();
  other.welcome();
  other.hear({ type: "bye", code: "restarting", text: "" });
  other.world.last.onclose();
  other.world.pass(1000);
  assert.equal(other.world.sockets.length, 2);
});

test("an old socket that still speaks is not heard", () => {
  const { world, welcome, heard, socket } = started();
  welcome();
  const old = world.last;
  const late = old.onmessage;
  old.onclose();
  late({ data: JSON.stringify({ type: "update", version: 9 }) });
  assert.ok(!heard.some((message) => message.type === "update"));
  assert.equal(socket.line.state, "lost");
});

test("who hears the welcome may answer at once", () => {
  const world = new World();
  const socket = new TableSocket({
    url: "ws://table",
    hello: () => ({}),
    heard: () => socket.send({ type: "commit" }),
    changed: () => {},
    world,
  });
  socket.start();
  world.last.onopen();
  world.last.onmessage({ data: '{"type": "welcome"}' });
  assert.deepEqual(kinds(world.last), ["hello", "commit"]);
});
