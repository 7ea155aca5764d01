import { describe, expect, it } from "vitest";
import { atEnd, back, branches, common, cut, EMPTY, forward, goTo, onBoard, play, rows, setAside } from "../src/lib/history";
import type { Played } from "../src/lib/types";

const line = ["a", "b", "c", "d"].reduce(play, EMPTY);
const played = (move: string): Played => ({ move, piece: "P", capture: null });

describe("a line of play", () => {
  it("grows with each move and changes nothing in place", () => {
    expect(line).toEqual({ start: null, moves: ["a", "b", "c", "d"], at: 4 });
    expect(EMPTY.moves).toEqual([]);
    expect(atEnd(line)).toBe(true);
  });

  it("forgets what was taken back as soon as another move is played", () => {
    const other = play(goTo(line, 2), "x");
    expect(other.moves).toEqual(["a", "b", "x"]);
    expect(other.at).toBe(3);
  });

  it("keeps what was taken back until then", () => {
    const earlier = goTo(line, 1);
    expect(onBoard(earlier)).toEqual(["a"]);
    expect(atEnd(earlier)).toBe(false);
    expect(goTo(earlier, 4)).toEqual(line);
    expect(cut(earlier).moves).toEqual(["a"]);
  });

  it("never leaves its ends", () => {
    expect(goTo(line, -3).at).toBe(0);
    expect(goTo(line, 99).at).toBe(4);
    expect(back(goTo(line, 0), () => true).at).toBe(0);
  });

  it("goes back to where a human was to move, past the computer's answer", () => {
    const human = (at: number) => at % 2 === 0;
    expect(back(line, human).at).toBe(2);
    expect(back(goTo(line, 3), human).at).toBe(2);
    expect(forward(goTo(line, 0), human).at).toBe(2);
    expect(forward(goTo(line, 2), human).at).toBe(4);
  });

  it("goes one move back where no human ever was to move", () => {
    expect(back(line, () => false).at).toBe(3);
  });
});

describe("the list of moves", () => {
  it("pairs white's and black's moves", () => {
    const list = rows(["a", "b", "c"].map(played), 0);
    expect(list.map((r) => [r.number, r.white?.at, r.black?.at])).toEqual([
      [1, 1, 2],
      [2, 3, undefined],
    ]);
  });

  it("starts with black where black moves first", () => {
    const list = rows(["a", "b"].map(played), 7);
    expect(list.map((r) => [r.number, r.white?.at, r.black?.at])).toEqual([
      [4, undefined, 1],
      [5, 2, undefined],
    ]);
  });

});

describe("lines that were left", () => {
  const played = (moves: string) => moves.split(" ").map((move) => ({ move, piece: "P", capture: null }));
  const lineOf = (moves: string) => ({ start: null, moves: moves.split(" "), at: 0 });
  const aside = (moves: string) => ({ line: lineOf(moves), history: played(moves) });

  it("have moves in common", () => {
    expect(common(["a", "b"], ["a", "c"])).toBe(1);
    expect(common(["a", "b"], ["a", "b", "c"])).toBe(2);
    expect(common([], ["a"])).toBe(0);
  });

  it("are remembered unless they only begin another one", () => {
    const one = setAside([], aside("a b c"), lineOf("a d"));
    expect(one.map(({ line }) => line.moves.join(""))).toEqual(["abc"]);
    expect(setAside(one, aside("a d"), lineOf("a d e"))).toEqual(one);
    // Back on the first line, the second is the one that was left.
    expect(setAside(one, aside("a d e"), lineOf("a b c")).map(({ line }) => line.moves.join(""))).toEqual(["ade"]);
    expect(setAside([], { line: { start: null, moves: [], at: 0 }, history: [] }, lineOf("a"))).toEqual([]);
  });

  it("stand beside the move in which they differ", () => {
    const found = branches([aside("a b c"), aside("x y"), aside("a q")], lineOf("a d"), 0);
    expect([...found.keys()]).toEqual([1]);
    expect(found.get(1)!.map(({ first, more }) => [first.move, more])).toEqual([["b", true], ["x", true], ["q", false]]);
    expect([...branches([aside("a b c")], lineOf("a b"), 1).keys()]).toEqual([2]);
  });
});
