import { beforeEach, describe, expect, it } from "vitest";
import { Draft } from "../src/state/draft.svelte";
import { MyGames, type Shelf } from "../src/state/mine.svelte";
import { Notices } from "../src/state/notices.svelte";
import { Opener } from "../src/state/opener.svelte";
import { Table } from "../src/state/table.svelte";
import { Thinker } from "../src/state/thinker.svelte";
import { browser, Http, infoOf, settled, Socket, stateAfter } from "./world";

const CHESS = { text: "chess", title: "Chess" };
const DRAUGHTS = { text: "draughts", title: "Draughts" };

let http: Http;
let socket: Socket;
let page: { table: Table; draft: Draft; notices: Notices; mine: MyGames; opener: Opener };
let kept: Map<string, string>;

function shelf(): Shelf {
  return {
    get: (key) => kept.get(key) ?? null,
    set: (key, value) => (value === null ? kept.delete(key) : kept.set(key, value), true),
    keys: (prefix) => [...kept.keys()].filter((key) => key.startsWith(prefix)),
    channel: () => null,
  };
}

function tab(): typeof page {
  socket = new Socket();
  const table = new Table((status) => socket.outside(status));
  const draft = new Draft();
  const notices = new Notices();
  const mine = new MyGames(shelf());
  return { table, draft, notices, mine, opener: new Opener(table, draft, new Thinker(table), notices, mine) };
}

beforeEach(async () => {
  browser();
  kept = new Map();
  http = new Http();
  page = tab();
  page.opener.load({ text: "first", title: "First" });
  await settled();
  expect(page.table.text).toBe("first");
});

async function play(move: string): Promise<void> {
  const before = page.table.line.moves;
  void page.table.move(move);
  await http.answer(...before, move);
  page.opener.save({});
}

describe("what is opened", () => {
  it("last stays, however late the answer to something else comes", async () => {
    void page.opener.openGame("chess");
    expect(page.opener.loading).toBe("chess");
    const late = http.find("/api/games/chess");
    void page.opener.openGame("draughts");
    await http.find("/api/games/draughts").answer(DRAUGHTS);
    expect([page.table.text, page.opener.loading]).toEqual(["draughts", null]);
    await late.answer(CHESS);
    expect([page.table.text, page.draft.text]).toEqual(["draughts", "draughts"]);
  });

  it("does not replace what was written while it was on its way", async () => {
    void page.opener.openGame("chess");
    page.draft.edit("first, changed");
    await http.find("/api/games/chess").answer(CHESS);
    expect([page.draft.text, page.opener.loading]).toEqual(["first, changed", null]);
    expect(page.notices.now?.text).toContain("chess was not opened");
    page.notices.now!.action!.run();
    await http.find("/api/games/chess").answer(CHESS);
    expect(page.draft.text).toBe("chess");
  });

  it("does not replace a move that was made while it was on its way", async () => {
    void page.opener.openGame("chess");
    await play("m1");
    await http.find("/api/games/chess").answer(CHESS);
    expect([page.table.text, page.table.line.moves]).toEqual(["first", ["m1"]]);
  });

  it("and refused leaves everything as it is", async () => {
    void page.opener.openGame("chess");
    await http.find("/api/games/chess").refuse(404, "no such game");
    expect([page.table.text, page.opener.loading, page.notices.now?.text]).toEqual(["first", null, "no such game"]);
  });

  it("comes with its moves, when the server is back", async () => {
    page.opener.load({ text: "other", moves: ["m1", "m2"], at: 2 });
    await settled();
    await http.find("/api/moves").refuse(503, "away");
    expect(page.table.text).toBe("first");
    page.draft.recheck();
    await settled();
    await http.find("/api/moves", "other").answer(stateAfter(["m1", "m2"], "other"));
    expect([page.table.text, page.table.line.moves]).toEqual(["other", ["m1", "m2"]]);
  });
});

describe("the text", () => {
  it("is the one that was written last, in whichever order the checks end", async () => {
    http.checks = false;
    page.draft.replace("one");
    await settled();
    page.draft.replace("two");
    const game = (name: string) => ({ diagnostics: [], game: infoOf(name) });
    const [one, two] = [...http.waiting];
    await two!.answer(game("two"));
    expect(page.table.text).toBe("two");
    await one!.answer(game("one"));
    expect(page.table.text).toBe("two");
  });

  it("whose check is refused is not that of the board", async () => {
    http.checks = false;
    page.draft.replace("one");
    await settled();
    await http.find("/api/check").refuse(413, "too long");
    expect([page.draft.failure, page.table.text]).toEqual(["too long", "first"]);
  });
});

describe("steps back", () => {
  it("undo a new start", async () => {
    await play("m1");
    page.table.restart();
    expect(page.table.line.moves).toEqual([]);
    page.opener.back();
    await settled();
    await http.find("/api/moves", "first").answer(stateAfter(["m1"], "first"));
    expect(page.table.line.moves).toEqual(["m1"]);
    page.opener.forward();
    await settled();
    expect(page.table.line.moves).toEqual([]);
  });

  it("undo the opening of another game, with moves and unfinished text", async () => {
    await play("m1");
    page.draft.edit("first, half");
    http.checks = false;
    page.opener.save({});
    page.opener.load({ text: "other" });
    await settled();
    http.checks = true;
    page.opener.back();
    await settled();
    await http.find("/api/moves", "first").answer(stateAfter(["m1"], "first"));
    expect([page.table.text, page.table.line.moves, page.draft.text]).toEqual(["first", ["m1"], "first, half"]);
  });

  it("are there after a reload", async () => {
    void page.table.setLine("here 0", ["m1", "m2"]);
    await http.find("/api/moves", "first").answer(stateAfter(["m1", "m2"], "here"));
    page.table.restart();
    page.opener.save({});
    page = tab();
    void page.opener.start(() => undefined, () => undefined);
    await settled();
    expect(page.table.line.moves).toEqual([]);
    page.opener.back();
    await settled();
    await http.find("/api/moves", "first").answer(stateAfter(["m1", "m2"], "here"));
    expect([page.table.line.start, page.table.line.moves]).toEqual(["here 0", ["m1", "m2"]]);
  });

  it("go no further once somebody goes on", async () => {
    await play("m1");
    page.table.restart();
    page.opener.back();
    await settled();
    await http.find("/api/moves", "first").answer(stateAfter(["m1"], "first"));
    await play("m2");
    expect(page.opener.future).toEqual([]);
  });
});

describe("my games", () => {
  const texts = () => page.mine.shown.map(({ text, draft, moves }) => [draft ?? text, moves.join(" ")]);

  it("are kept when somebody wrote or played, and not before", async () => {
    page.opener.save({});
    expect(texts()).toEqual([]);
    await play("m1");
    expect(texts()).toEqual([["first", "m1"]]);
    page.draft.edit("first, half");
    page.opener.save({});
    expect(texts()).toEqual([["first, half", "m1"]]);
  });

  it("are not written over by another game", async () => {
    await play("m1");
    page.opener.load({ text: "other" });
    page.opener.save({});
    await settled();
    page.draft.edit("other, changed");
    page.opener.save({});
    expect(texts()).toEqual(expect.arrayContaining([["first", "m1"], ["other, changed", ""]]));
    expect(texts()).toHaveLength(2);
  });

  it("open where they were left", async () => {
    await play("m1");
    const first = page;
    page = tab();
    void page.opener.start(() => undefined, () => undefined);
    await settled();
    await http.find("/api/moves", "first").answer(stateAfter(["m1"], "first"));
    expect([page.table.text, page.table.line.moves, page.mine.current]).toEqual(["first", ["m1"], first.mine.current]);
  });

  it("are not written over by another tab", async () => {
    await play("m1");
    const one = page.mine;
    const two = new MyGames(shelf());
    two.take(one.current!);
    const left = { ...two.last!, moves: ["m1", "m2"], at: 2 };
    expect(two.keep(left)).toBe("kept");
    const said: string[] = [];
    one.elsewhere = (what) => said.push(what);
    one.changed(`sbg.mine.${one.current!}`);
    expect(said).toEqual(["changed"]);
    expect(one.keep({ ...left, moves: ["m1", "m3"] })).toBe("copied");
    expect(one.current).not.toBe(two.current);
    expect(new Set(new MyGames(shelf()).shown.map(({ moves }) => moves.join()))).toEqual(new Set(["m1,m2", "m1,m3"]));
  });

  it("come back after they were deleted, and stay deleted otherwise", async () => {
    await play("m1");
    const id = page.mine.current!;
    page.opener.delete(id);
    page.opener.save({});
    expect(texts()).toEqual([]);
    page.mine.delete(id, false);
    expect(texts()).toEqual([["first", "m1"]]);
  });

  it("say when the browser keeps nothing, and use the room of what was deleted", async () => {
    await play("m1");
    page.opener.delete(page.mine.current!);
    const full = shelf();
    let room = 1;
    const small = new MyGames({ ...full, set: (key, value) => (value === null ? (room++, full.set(key, value)) : room > 0 && (room--, full.set(key, value))) });
    const left = { ...small.deleted[0]!, deleted: false };
    room = 0;
    expect(small.keep(left)).toBe("kept");
    expect(small.deleted).toHaveLength(0);
    room = 0;
    expect([small.keep({ ...left, moves: ["m9"] }), small.refused]).toEqual(["refused", true]);
  });
});
