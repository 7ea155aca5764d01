import { describe, expect, it } from "vitest";
import { EMPTY_SEAT, seatFrom } from "../src/lib/seats";

describe("a seat that was kept", () => {
  it("comes back as it was", () => {
    const seat = { player: "alphabeta", level: 7, seconds: 3 };
    expect(seatFrom(JSON.parse(JSON.stringify(seat)))).toEqual(seat);
  });

  it("is an empty one where it was none", () => {
    for (const value of [undefined, null, 5, "x", [], { player: 7, level: "<b>", seconds: null }]) {
      expect(seatFrom(value)).toEqual(EMPTY_SEAT);
    }
    expect(seatFrom({ player: "random", level: "9" })).toEqual({ ...EMPTY_SEAT, player: "random" });
  });
});
