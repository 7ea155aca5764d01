import { beforeEach, describe, expect, it, vi } from "vitest";
import { EMPTY } from "../src/lib/history";
import { Table } from "../src/state/table.svelte";
import { browser, Http, infoOf, settled, Socket, stateAfter } from "./world";

let http: Http;
let socket: Socket;
let table: Table;
let problems: string[];

/** A table with a game on it, and moves played. */
beforeEach(async () => {
  browser();
  http = new Http();
  socket = new Socket();
  table = new Table((status) => socket.outside(status));
  problems = [];
  table.problem = (message) => problems.push(message);
  await table.adopt("game", infoOf("game"), null);
  await settled();
});

async function played(...moves: string[]): Promise<void> {
  for (const [at, move] of moves.entries()) {
    void table.move(move);
    await http.answer(...moves.slice(0, at), move);
  }
}

describe("steps", () => {
  const MOVES = ["m1", "m2", "m3", "m4", "m5", "m6"];

  /** Nothing of what was seen on the way is known any more. */
  async function anew(): Promise<void> {
    void table.setLine(null, MOVES);
    await http.find("/api/moves").answer(stateAfter(MOVES));
  }

  it("go on from where the last one leads, not from what is shown", async () => {
    await anew();
    for (let i = 0; i < 4; i++) void table.undo();
    expect(table.line.at).toBe(6);
    // The answers come in any order.
    for (const at of [4, 2, 5, 3]) await http.answer(...MOVES.slice(0, at));
    expect(table.line.at).toBe(2);
    expect(table.state!.ply).toBe(2);
    expect(table.history).toHaveLength(6);
  });

  it("are derived from a move that is on its way", async () => {
    await played("m1", "m2");
    void table.move("m3");
    void table.undo();
    expect(table.wanted.at).toBe(2);
    await http.answer("m1", "m2", "m3");
    await http.answer("m1", "m2", "m3");
    expect([table.line.at, table.line.moves, table.history.length]).toEqual([2, ["m1", "m2", "m3"], 3]);
  });

  it("that are refused leave the board as it is, and open", async () => {
    await anew();
    void table.goTo(3);
    expect(table.open).toBe(false);
    await http.refuse("no time", "m1", "m2", "m3");
    expect(problems).toEqual(["no time"]);
    expect([table.line.at, table.open]).toEqual([6, true]);
    void table.undo();
    await http.answer(...MOVES.slice(0, 5));
    expect(table.line.at).toBe(5);
  });

  it("that were overtaken do not complain", async () => {
    await anew();
    void table.goTo(3);
    void table.goTo(1);
    await http.refuse("no time", "m1", "m2", "m3");
    await http.answer("m1");
    expect([problems, table.line.at]).toEqual([[], 1]);
  });
});

it("asks a server that is away again, until something else is wanted", async () => {
  vi.useFakeTimers();
  void table.move("m1");
  for (let i = 0; i < 3; i++) {
    void http.find("/api/moves").refuse(503, "busy");
    await vi.advanceTimersByTimeAsync(500);
  }
  vi.useRealTimers();
  await http.answer("m1");
  expect([table.line.moves, problems]).toEqual([["m1"], []]);
});

describe("other rules", () => {
  it("keep a move that was made while they were on their way", async () => {
    await played("m1");
    const adopted = table.adopt("other", infoOf("other"), null);
    void table.move("m2");
    await http.find("/api/moves", "other").answer(stateAfter(["m1"], "other"));
    await http.find("/api/moves", "other").answer(stateAfter(["m1", "m2"], "other"));
    expect(await adopted).toBe(true);
    expect([table.text, table.line.moves, table.state!.fen]).toEqual(["other", ["m1", "m2"], "otherm1 m2 2"]);
    expect([table.open, problems]).toEqual([true, []]);
  });

  it("give way to newer ones that came first", async () => {
    await played("m1");
    const first = table.adopt("first", infoOf("first"), null);
    const second = table.adopt("second", infoOf("second"), null);
    const [one, two] = [...http.waiting];
    await two!.answer(stateAfter(["m1"]));
    await one!.answer(stateAfter(["m1"]));
    expect(await Promise.all([first, second])).toEqual([undefined, true]);
    expect(table.text).toBe("second");
  });

  it("that do not allow the moves begin anew, and say so before", async () => {
    await played("m1");
    const left: string[][] = [];
    table.leaving = () => left.push([...table.line.moves]);
    const adopted = table.adopt("other", infoOf("other"), null);
    await http.find("/api/moves").refuse(422, "illegal");
    expect(await adopted).toBe(false);
    expect([left, table.line]).toEqual([[["m1"]], EMPTY]);
  });

  it("are not taken while the server is away", async () => {
    await played("m1");
    const adopted = table.adopt("other", infoOf("other"), null);
    await Promise.all([expect(adopted).rejects.toThrow("busy"), http.find("/api/moves").refuse(503, "busy")]);
    expect([table.text, table.line.moves]).toEqual(["game", ["m1"]]);
  });
});

it("keeps the line that a new start leaves", async () => {
  await played("m1", "m2");
  table.restart();
  expect([table.line.moves, table.asides.map(({ line }) => line.moves)]).toEqual([[], [["m1", "m2"]]]);
});
