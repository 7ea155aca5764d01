import { expect, it } from "vitest";
import { difference } from "../src/editor/difference";
import { Latest } from "../src/lib/latest";

it("works on one wish at a time and skips those that were overtaken", async () => {
  const seen: number[] = [];
  const ends: (() => void)[] = [];
  const latest = new Latest<number>((wish) => {
    seen.push(wish);
    return new Promise((end) => ends.push(end));
  });
  latest.ask(1);
  latest.ask(2);
  latest.ask(3);
  expect(seen).toEqual([1]);
  ends[0]!();
  await Promise.resolve();
  await Promise.resolve();
  expect(seen).toEqual([1, 3]);
  ends[1]!();
  await new Promise((next) => setTimeout(next));
  expect(latest.busy).toBe(false);
  latest.ask(4);
  expect(seen).toEqual([1, 3, 4]);
});

it.each([
  ["", "abc"],
  ["abc", ""],
  ["aaa", "aa"],
  ["aa", "aaa"],
  ["a b c", "a  b  c"],
  ["same", "same"],
])("finds the change from %j to %j", (before, after) => {
  const { from, to, insert } = difference(before, after);
  expect(before.slice(0, from) + insert + before.slice(to)).toBe(after);
});

it("leaves the ends of a text alone", () => {
  expect(difference("one two three", "one 2 three")).toEqual({ from: 4, to: 7, insert: "2" });
});
