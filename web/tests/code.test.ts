import { describe, expect, it } from "vitest";
import { coded, plain } from "../src/lib/code";

describe("what stands between backticks", () => {
  it("is code", () => {
    expect(coded("add `&` after `P`")).toEqual([
      { text: "add ", code: false },
      { text: "&", code: true },
      { text: " after ", code: false },
      { text: "P", code: true },
    ]);
    expect(coded("nothing")).toEqual([{ text: "nothing", code: false }]);
    expect(coded("")).toEqual([]);
  });

  it("ends", () => {
    expect(coded("a ` alone")).toEqual([
      { text: "a ", code: false },
      { text: "` alone", code: false },
    ]);
  });

  it("can be plain", () => {
    expect(plain("insert `&` here")).toBe("insert & here");
  });
});
