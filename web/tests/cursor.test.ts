import { describe, expect, it } from "vitest";
import { inside, step } from "../src/lib/cursor";

const grid = { width: 5, height: 4, flip: false };
const turned = { ...grid, flip: true };

describe("the keyboard's cursor", () => {
  it("follows the arrows as they are seen", () => {
    expect(step({ x: 2, y: 1 }, "ArrowUp", grid)).toEqual({ x: 2, y: 2 });
    expect(step({ x: 2, y: 1 }, "ArrowLeft", grid)).toEqual({ x: 1, y: 1 });
    expect(step({ x: 2, y: 1 }, "ArrowUp", turned)).toEqual({ x: 2, y: 0 });
    expect(step({ x: 2, y: 1 }, "ArrowLeft", turned)).toEqual({ x: 3, y: 1 });
  });

  it("stops at the edges", () => {
    expect(step({ x: 0, y: 0 }, "ArrowDown", grid)).toEqual({ x: 0, y: 0 });
    expect(step({ x: 4, y: 3 }, "ArrowRight", grid)).toEqual({ x: 4, y: 3 });
    expect(step({ x: 0, y: 0 }, "ArrowUp", { width: 1, height: 1, flip: true })).toEqual({ x: 0, y: 0 });
  });

  it("jumps to the ends of a row and a column, as they are seen", () => {
    expect(step({ x: 2, y: 1 }, "Home", grid)).toEqual({ x: 0, y: 1 });
    expect(step({ x: 2, y: 1 }, "Home", turned)).toEqual({ x: 4, y: 1 });
    expect(step({ x: 2, y: 1 }, "PageUp", grid)).toEqual({ x: 2, y: 3 });
    expect(step({ x: 2, y: 1 }, "PageUp", turned)).toEqual({ x: 2, y: 0 });
  });

  it("leaves other keys alone", () => {
    expect(step({ x: 2, y: 1 }, "Enter", grid)).toBeNull();
  });

  it("is brought onto a smaller board", () => {
    expect(inside({ x: 7, y: 2 }, grid)).toEqual({ x: 4, y: 2 });
  });
});
