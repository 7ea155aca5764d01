import { describe, expect, it } from "vitest";
import { MAX_PACKED, MAX_UNPACKED, namedGame, onlyHere, pack, shape, ShareError, unpack } from "../src/lib/share";

const game = { text: "<<Käse 🧀>>\n<BOARD>", start: null, moves: ["a2a3", "b4b3"], at: 2, variations: [] as string[][] };

/** Anything in the form of a link. */
async function packed(value: BlobPart): Promise<string> {
  const stream = new Blob([value]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `g=${text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

describe("a shared game", () => {
  it("comes back as it was", async () => {
    expect(await unpack(`#${await pack(game)}`)).toEqual(game);
    const other = { ...game, start: "k/K w 0", moves: ["a1a2", "a2a1", "a1a2"], at: 1, variations: [["a1a2", "a2a3"], ["b1b2"]] };
    expect(await unpack(await pack(other))).toEqual(other);
  });

  it("is short and safe in an address", async () => {
    const text = await pack({ ...game, text: "P (0,1,e) + (-1,1,p) + (1,1,p) &\n".repeat(300) });
    expect(text).toMatch(/^g=[A-Za-z0-9_-]+$/);
    expect(text.length).toBeLessThan(500);
  });

  it("survives a text as long as a page can hold", async () => {
    const text = Array.from({ length: 60_000 }, (_, i) => ((i * 7919) % 9973).toString(36)).join(" ");
    expect((await unpack(await pack({ ...game, text })))?.text).toBe(text);
  });

  it("is not seen where there is none", async () => {
    expect(await unpack("")).toBeNull();
    expect(await unpack("#top")).toBeNull();
  });
});

describe("a broken link", () => {
  it.each(["#g=", "#g=!!!", "#g=AAAA"])("is refused in words: %s", async (fragment) => {
    await expect(unpack(fragment)).rejects.toThrow(ShareError);
  });

  it.each(["no json", "[]", "null", '{"v":2,"t":""}', '{"v":1}', '{"v":1,"t":"","m":[]}'])(
    "is refused when it holds something else: %s",
    async (value) => {
      await expect(packed(value).then(unpack)).rejects.toThrow(ShareError);
    },
  );

  it("is refused when it is cut", async () => {
    const whole = await pack({ ...game, text: "abc ".repeat(100) + Math.PI });
    await expect(unpack(whole.slice(0, -8))).rejects.toThrow(ShareError);
  });

  it("cannot unfold to more than a game may be", async () => {
    await expect(packed(new Uint8Array(MAX_UNPACKED + 1)).then(unpack)).rejects.toThrow("too long");
    await expect(unpack(`g=${"A".repeat(MAX_PACKED)}`)).rejects.toThrow("too long");
  });

  it("puts the board within the moves", () => {
    expect(shape({ v: 1, t: "", m: "a1a2  a2a1", a: 9 })).toEqual({ text: "", start: null, moves: ["a1a2", "a2a1"], at: 2, variations: [] });
    expect(shape({ v: 1, t: "", m: "a1a2", a: -1 }).at).toBe(0);
    expect(() => shape({ v: 1, t: "", l: [3] })).toThrow(ShareError);
  });
});

describe("an address", () => {
  it("may name a bundled game", () => {
    expect(namedGame("#game=steppe")).toBe("steppe");
    expect(namedGame("#game=fox-and-hounds")).toBe("fox-and-hounds");
    for (const other of ["", "#game=", "#g=steppe", "#game=a/b", "#game=a&g=b"]) expect(namedGame(other)).toBeNull();
  });

  it("is known to open on this machine only", () => {
    for (const host of ["localhost", "LOCALHOST", "sbg.localhost", "127.0.0.1", "127.9.8.7", "[::1]"]) expect(onlyHere(host)).toBe(true);
    for (const host of ["example.org", "127.example.org", "10.0.0.1", "localhost.example.org", "[fe80::1]"]) expect(onlyHere(host)).toBe(false);
  });
});
