import { describe, expect, it } from "vitest";
import { press } from "../src/board/choice";
import { cellSize, centre, squareAt } from "../src/board/geometry";
import { moveText, moveWords, squareWords, refusalWords } from "../src/lib/speech";
import { fileName, parseSquare, splitMove, squareName } from "../src/lib/squares";
import type { LegalMove } from "../src/lib/types";

const legal = (from: string, to: string, capture: LegalMove["capture"] = null): LegalMove => ({
  move: from + to,
  from,
  to,
  capture,
});
const moves = [legal("a1", "a2"), legal("a1", "a1"), legal("b1", "a1", "own"), legal("b1", "b3", "opponent")];

describe("a press on a square", () => {
  it("chooses a piece that can move, and nothing else", () => {
    expect(press("a1", null, moves)).toEqual({ kind: "select", square: "a1" });
    expect(press("c3", null, moves)).toEqual({ kind: "none" });
  });

  it("plays to a target, own pieces and the own square among them", () => {
    expect(press("a2", "a1", moves)).toEqual({ kind: "move", move: "a1a2" });
    expect(press("a1", "a1", moves)).toEqual({ kind: "move", move: "a1a1" });
    expect(press("a1", "b1", moves)).toEqual({ kind: "move", move: "b1a1" });
  });

  it("lets go or changes the choice otherwise", () => {
    expect(press("b1", "b1", moves)).toEqual({ kind: "clear" });
    expect(press("c3", "a1", moves)).toEqual({ kind: "clear" });
    expect(press("b1", "a1", moves)).toEqual({ kind: "select", square: "b1" });
  });
});

describe("squares", () => {
  it("have the names of the notation", () => {
    expect([0, 25, 26, 51, 52, 63].map(fileName)).toEqual(["a", "z", "aa", "az", "ba", "bl"]);
    for (let x = 0; x < 64; x++) expect(parseSquare(squareName({ x, y: 63 }))).toEqual({ x, y: 63 });
    expect(parseSquare("a0")).toBeNull();
  });

  it("are split out of a move", () => {
    expect(splitMove("aa10ab9")).toEqual(["aa10", "ab9"]);
    expect(splitMove("a2")).toBeNull();
  });
});

describe("places on the screen", () => {
  it("lead back to their squares, turned or not", () => {
    for (const flip of [false, true]) {
      const g = { width: 3, height: 5, flip, cell: 40 };
      for (let x = 0; x < 3; x++) {
        for (let y = 0; y < 5; y++) expect(squareAt(centre({ x, y }, g), g)).toEqual({ x, y });
      }
      expect(squareAt({ x: 0, y: 10 }, g)).toBeNull();
      expect(squareAt({ x: 60, y: 200 }, g)).toBeNull();
    }
  });

  it("fill the room, within what can be read and hit", () => {
    expect(cellSize(5, 5, { width: 522, height: 900 })).toBe(100);
    expect(cellSize(64, 64, { width: 400, height: 400 })).toBe(24);
    // Of a board that is shown as a whole they may be smaller.
    expect(cellSize(64, 64, { width: 400, height: 400 }, 2)).toBe(5.75);
    expect(cellSize(1, 1, { width: 900, height: 900 })).toBe(136);
  });
});

describe("a press that does nothing", () => {
  const names = new Map([["N", "knight"]]);
  const chosen = { square: "b1", piece: "N" };

  it("says why", () => {
    expect(refusalWords("b4", null, chosen, "white", names)).toBe("The knight on b1 cannot move to b4.");
    expect(refusalWords("b4", "n", null, "white", names)).toBe("That is Black's knight, and White is to move.");
    expect(refusalWords("a1", "R", null, "white", names)).toBe("The R on a1 cannot move now.");
  });

  it("says nothing where it meant nothing", () => {
    expect(refusalWords("b4", null, null, "white", names)).toBeNull();
    expect(refusalWords("b1", "N", chosen, "white", names)).toBeNull();
  });
});

describe("words", () => {
  const names = new Map([["N", "knight"]]);
  const square = { name: "e4", piece: "n", selected: false, target: null, last: false };

  it("tell what is on a square", () => {
    expect(squareWords(square, names)).toBe("e4, black knight N");
    expect(squareWords({ ...square, piece: "X", target: "own", last: true }, names)).toBe(
      "e4, white X, capture own piece here, last move",
    );
    expect(squareWords({ ...square, piece: null, target: "empty" }, names)).toBe("e4, empty, move here");
  });

  it("tell a move", () => {
    expect(moveText({ move: "b1c3", piece: "N", capture: "p" })).toBe("Nb1×c3");
    expect(moveText({ move: "b1b1", piece: "n", capture: null })).toBe("Nb1 stays");
    expect(moveWords({ move: "b1c3", piece: "N", capture: "p" }, names)).toBe("White knight N b1 to c3, captures black P.");
    expect(moveWords({ move: "b1b1", piece: "n", capture: null }, names)).toBe("Black knight N stays on b1.");
  });
});
