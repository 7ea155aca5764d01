import { beforeEach, describe, expect, it } from "vitest";
import { Link, type Outside, type Status, type Wire } from "../src/lib/link";

class FakeWire implements Wire {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event?: { reason?: string }) => void) | null = null;
  sent: Record<string, unknown>[] = [];
  closed = false;

  send(data: string): void {
    this.sent.push(JSON.parse(data) as Record<string, unknown>);
  }

  close(): void {
    this.closed = true;
    this.onclose?.();
  }

  hear(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** The server takes the connection. */
  accept(): void {
    this.onopen?.();
    this.hear({ id: this.last("ping").id, type: "pong" });
  }

  /** What was asked, beside signs of life. */
  get asked(): unknown[] {
    return this.sent.map((m) => m.type).filter((type) => type !== "ping");
  }

  of(type: string): Record<string, unknown>[] {
    return this.sent.filter((m) => m.type === type);
  }

  last(type: string): Record<string, unknown> {
    return this.of(type).at(-1)!;
  }
}

class World implements Outside {
  wires: FakeWire[] = [];
  statuses: Status[] = [];
  reason: string | null = null;
  timers: { work: () => void; at: number }[] = [];
  now = 0;

  connect(): Wire {
    this.wires.push(new FakeWire());
    return this.wire;
  }

  get wire(): FakeWire {
    return this.wires.at(-1)!;
  }

  later(work: () => void, milliseconds: number): () => void {
    const timer = { work, at: this.now + milliseconds };
    this.timers.push(timer);
    return () => (this.timers = this.timers.filter((t) => t !== timer));
  }

  status(status: Status, reason: string | null): void {
    this.statuses.push(status);
    this.reason = reason;
  }

  random(): number {
    return 0.5;
  }

  pass(milliseconds: number): void {
    const end = this.now + milliseconds;
    for (;;) {
      const next = this.timers.filter((t) => t.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.timers = this.timers.filter((t) => t !== next);
      this.now = next.at;
      next.work();
    }
    this.now = end;
  }
}

let world: World;
let link: Link;
const text = "a game";
const state = { fen: "k/K w 0" };

beforeEach(() => {
  world = new World();
  link = new Link(world);
  link.open();
});

describe("a link that stands", () => {
  it("sends what was asked before it stood", () => {
    link.request({ type: "hint", text, moves: [] });
    expect(world.wire.sent).toEqual([]);
    world.wire.accept();
    expect(world.wire.sent.map((m) => m.type)).toEqual(["ping", "hint"]);
    expect(world.statuses).toEqual(["connecting", "open"]);
  });

  it("gives every answer to its own question, and what is found on the way", async () => {
    world.wire.accept();
    const infos: unknown[] = [];
    const one = link.request({ type: "hint", text, moves: ["a1a2"] });
    const two = link.request({ type: "analyse", text, moves: [] }, (info) => infos.push(info));
    const [first, second] = [world.wire.last("hint").id, world.wire.last("analyse").id];
    world.wire.hear({ id: second, type: "info", info: { depth: 1 } });
    world.wire.hear({ id: second, type: "done", move: null, stopped: false });
    world.wire.hear({ id: first, type: "hinted", move: null });
    expect(await one.answer).toMatchObject({ type: "hinted", move: null });
    expect(await two.answer).toMatchObject({ type: "done" });
    expect(infos).toEqual([{ depth: 1 }]);
  });

  it("fails a question in the server's words", async () => {
    world.wire.accept();
    const { answer } = link.request({ type: "hint", text, moves: ["a1a9"] });
    world.wire.hear({ id: world.wire.last("hint").id, type: "error", code: "illegal-move", message: "not legal" });
    await expect(answer).rejects.toMatchObject({ code: "illegal-move", message: "not legal" });
  });

  it("asks again when the server is busy", async () => {
    world.wire.accept();
    const { answer } = link.request({ type: "hint", text, moves: [] });
    const id = world.wire.last("hint").id;
    world.wire.hear({ id, type: "error", code: "busy", message: "busy" });
    expect(world.wire.of("hint")).toHaveLength(1);
    world.pass(500);
    expect(world.wire.of("hint").map((m) => m.id)).toEqual([id, id]);
    world.wire.hear({ id, type: "hinted", move: "a1a2", info: null });
    expect(await answer).toMatchObject({ move: "a1a2" });
  });

  it("stops a search that is taken back, and hears no more of it", async () => {
    world.wire.accept();
    const { answer, cancel } = link.request({ type: "play", text, moves: [], player: "random" });
    cancel();
    await expect(answer).rejects.toMatchObject({ code: "cancelled" });
    expect(world.wire.of("stop")).toHaveLength(1);
    world.wire.hear({ id: world.wire.last("play").id, type: "played", move: "a1a2", state });
  });

});

describe("a link that breaks", () => {
  it("comes back, sends the game again and then what was not answered", async () => {
    world.wire.accept();
    const lost = link.request({ type: "play", text, moves: ["a1a2"], player: "random" });
    const done = link.request({ type: "hint", text, moves: [] });
    world.wire.hear({ id: world.wire.last("hint").id, type: "hinted", move: null });
    await done.answer;
    world.wire.onclose?.();
    expect(world.statuses.at(-1)).toBe("waiting");
    world.pass(300);
    expect(world.wires).toHaveLength(2);
    world.wire.accept();
    expect(world.wire.asked).toEqual(["play"]);
    world.wire.hear({ id: world.wire.last("play").id, type: "played", move: "b1b2", state });
    expect(await lost.answer).toMatchObject({ move: "b1b2" });
    expect(world.statuses.at(-1)).toBe("open");
  });

  it("waits longer after each failure, but never longer than five seconds", () => {
    const pauses: number[] = [];
    for (let i = 0; i < 8; i++) {
      const before = world.now;
      const count = world.wires.length;
      world.wire.onclose?.();
      while (world.wires.length === count) world.pass(10);
      pauses.push(world.now - before);
    }
    expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000, 5000]);
  });

  it("starts with short pauses again after a success", () => {
    for (let i = 0; i < 4; i++) {
      world.wire.onclose?.();
      world.pass(5000);
    }
    world.wire.accept();
    const count = world.wires.length;
    world.wire.onclose?.();
    world.pass(260);
    expect(world.wires).toHaveLength(count + 1);
  });

  it("tries at once when it is nudged, and only once", () => {
    world.wire.onclose?.();
    link.nudge();
    link.nudge();
    expect(world.wires).toHaveLength(2);
    world.pass(10_000);
    expect(world.wires).toHaveLength(2);
  });

  it("notices a server that is silent", () => {
    world.wire.accept();
    world.pass(15_000);
    expect(world.wire.of("ping")).toHaveLength(2);
    world.pass(10_000);
    expect(world.wires[0]!.closed).toBe(true);
    world.pass(300);
    expect(world.wires).toHaveLength(2);
  });

  it("keeps a connection that answers", () => {
    world.wire.accept();
    for (let i = 0; i < 5; i++) {
      world.pass(15_000);
      world.wire.hear({ id: world.wire.last("ping").id, type: "pong" });
    }
    expect(world.wires).toHaveLength(1);
  });

  it("takes a question that comes while it is down", async () => {
    world.wire.accept();
    world.wire.onclose?.();
    const { answer } = link.request({ type: "hint", text, moves: [] });
    world.pass(300);
    world.wire.accept();
    world.wire.hear({ id: world.wire.last("hint").id, type: "hinted", move: null });
    expect(await answer).toMatchObject({ type: "hinted" });
  });

  it("does not send what was taken back in the meantime", () => {
    world.wire.accept();
    const { answer, cancel } = link.request({ type: "hint", text, moves: [] });
    answer.catch(() => undefined);
    world.wire.onclose?.();
    cancel();
    world.pass(300);
    world.wire.accept();
    expect(world.wire.asked).toEqual([]);
  });
});

describe("a server that does not let us", () => {
  it("in tells its reason until it does", () => {
    world.wire.onopen?.();
    world.wire.onclose?.({ reason: "too many clients are connected" });
    expect(world.statuses).not.toContain("open");
    expect([world.statuses.at(-1), world.reason]).toEqual(["waiting", "too many clients are connected"]);
    world.pass(5_000);
    world.wire.accept();
    expect([world.statuses.at(-1), world.reason]).toEqual(["open", null]);
  });

  it("search at once says what it waits for", async () => {
    world.wire.accept();
    const told: unknown[] = [];
    const { answer } = link.request({ type: "analyse", text, moves: [] }, (one) => told.push(one));
    world.wire.hear({ id: world.wire.last("analyse").id, type: "error", code: "busy", message: "too many searches" });
    expect(told).toEqual([{ waits: "too many searches" }]);
    world.pass(1_000);
    world.wire.hear({ id: world.wire.last("analyse").id, type: "done", move: null, stopped: false });
    expect((await answer).type).toBe("done");
  });
});
