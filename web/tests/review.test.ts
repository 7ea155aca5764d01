import { describe, expect, it } from "vitest";
import { mark, points } from "../src/lib/review";

describe("a review", () => {
  it("marks moves that lost much, from the side of who moved", () => {
    expect(mark(0.5, 0.4, "white")).toBe("");
    expect(mark(0.5, 0, "white")).toBe("?");
    expect(mark(0.5, -0.5, "white")).toBe("??");
    expect(mark(0.5, -0.5, "black")).toBe("");
    expect(mark(-1, 0, "black")).toBe("??");
    expect(mark(null, -1, "white")).toBe("");
    expect(mark(1, undefined, "white")).toBe("");
  });

  it("is drawn where positions were judged", () => {
    expect(points([1, null, -1], 100, 50)).toEqual([{ x: 0, y: 0 }, { x: 100, y: 50 }]);
    expect(points([0], 100, 50)).toEqual([{ x: 0, y: 25 }]);
  });
});
