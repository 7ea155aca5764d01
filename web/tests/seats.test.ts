import { describe, expect, it } from "vitest";
import { calledOf, EMPTY_SEAT, playerOf, seatFrom, strengthOf } from "../src/lib/seats";
import type { Offered } from "../src/lib/types";

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

describe("the strength of a seat", () => {
  const offer = (name: string, strength: Offered["strength"]): Offered => ({
    name,
    title: name.toUpperCase(),
    about: "",
    strength,
    written: strength ? `${name}:${strength}=` : name,
  });
  const players = [offer("a", "level"), offer("b", "seconds"), offer("c", null)];

  it("is what the player of the seat takes", () => {
    const seat = { player: "a", level: 7, seconds: 3 };
    expect(strengthOf(seat, players)).toEqual({ level: 7 });
    expect(strengthOf({ ...seat, player: "b" }, players)).toEqual({ seconds: 3 });
    expect(strengthOf({ ...seat, player: "c" }, players)).toEqual({});
    expect(strengthOf({ ...seat, player: "human" }, players)).toEqual({});
    expect(strengthOf(seat, [])).toEqual({});
  });

  it("stands in records", () => {
    const seat = { player: "a", level: 7, seconds: 3 };
    expect(playerOf(seat, players)).toBe("a:level=7");
    expect(playerOf({ ...seat, player: "b" }, players)).toBe("b:seconds=3");
    expect(playerOf({ ...seat, player: "human" }, players)).toBe("human");
  });

  it("is told in words", () => {
    const seat = { player: "a", level: 7, seconds: 3 };
    expect(calledOf(seat, players)).toBe("the computer, level 7");
    expect(calledOf({ ...seat, player: "b" }, players)).toBe("the computer (b), 3 s a move");
    expect(calledOf({ ...seat, player: "c" }, players)).toBe("the computer (c)");
    expect(calledOf({ ...seat, player: "human" }, players)).toBe("you");
  });
});
