import { describe, expect, it } from "vitest";
import { plyOf, positionLine, rowsOf } from "../src/lib/fen";
import { put, resize, withBoard } from "../src/lib/boardtext";

const TEXT = `// <BOARD> is explained here
<<Three>>
<BOARD> /* small */
3 3
|ppp| // black
|...|
|PPP|
<PIECES> // <GOALS>
P (0,1,e) &
`;

describe("a board", () => {
  it("is written into a text, whose comments stay", () => {
    expect(withBoard(TEXT, ["p.", ".P"])).toBe(`// <BOARD> is explained here
<<Three>>
<BOARD>
/* small */
// black
2 2
|p.|
|.P|
<PIECES> // <GOALS>
P (0,1,e) &
`);
    expect(withBoard("<<No board>>", ["p"])).toBeNull();
    expect(withBoard("// <BOARD>\n<PIECES>", ["p"])).toBeNull();
  });

  it("is a position", () => {
    expect(positionLine(["p..", "...", "..............P"], 0)).toBe("p2/3/14P w 0");
    expect(positionLine(["pP"], 1)).toBe("pP b 1");
    expect(rowsOf("p2/3/14P w 0")).toEqual(["p..", "...", "..............P"]);
    expect(plyOf("rnbqk/ppppp/5/PPPPP/RNBQK b 13")).toBe(13);
    expect(plyOf("nonsense")).toBe(0);
  });

  it("takes pieces and sizes", () => {
    expect(put(["...", "..."], 1, 0, "K")).toEqual([".K.", "..."]);
    expect(resize(["ppp", "PPP"], 4, 4)).toEqual(["ppp.", "....", "....", "PPP."]);
    expect(resize(["ppp", "...", "...", "PPP"], 2, 2)).toEqual(["pp", "PP"]);
    expect(resize(["ppp", "...", "PPP"], 3, 1)).toEqual(["ppp"]);
    expect(resize(["a", "b", "c"], 1, 4)).toEqual(["a", "b", ".", "c"]);
  });
});
