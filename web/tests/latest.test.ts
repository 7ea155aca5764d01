import { expect, it } from "vitest";
import { difference } from "../src/editor/difference";
import { Latest } from "../src/lib/latest";

/** A question whose answer is given by hand. */
function question<T>(): { ask: () => Promise<T>; answer: (value: T) => void; refuse: (error: Error) => void; asked: number } {
  const made = { asked: 0 } as ReturnType<typeof question<T>>;
  made.ask = () => {
    made.asked++;
    return new Promise<T>((answer, refuse) => Object.assign(made, { answer, refuse }));
  };
  return made;
}

const later = () => new Promise((next) => setTimeout(next));

it("drops the answer to what was overtaken, in whichever order they come", async () => {
  const latest = new Latest();
  const [one, two] = [question<string>(), question<string>()];
  const answers = [latest.ask(one.ask), latest.ask(two.ask)];
  two.answer("two");
  one.answer("one");
  expect(await Promise.all(answers)).toEqual([undefined, "two"]);
});

it("drops the failure of what was overtaken, and throws that of the newest", async () => {
  const latest = new Latest();
  const [one, two] = [question(), question()];
  const answers = [latest.ask(one.ask), latest.ask(two.ask)];
  one.refuse(new Error("one"));
  two.refuse(new Error("two"));
  expect(await answers[0]).toBeUndefined();
  await expect(answers[1]).rejects.toThrow("two");
});

it("hears nothing of what was given up", async () => {
  const latest = new Latest();
  const one = question<number>();
  const answer = latest.ask(one.ask);
  latest.drop();
  one.answer(1);
  expect(await answer).toBeUndefined();
});

it("asks one question at a time where it is patient, and skips those that were overtaken", async () => {
  const latest = new Latest();
  const all = [question<number>(), question<number>(), question<number>(), question<number>()] as const;
  const answers = [latest.ask(all[0].ask)];
  await later();
  answers.push(latest.ask(all[1].ask, true), latest.ask(all[2].ask, true));
  await later();
  expect(all.map(({ asked }) => asked)).toEqual([1, 0, 0, 0]);
  all[0].refuse(new Error("away"));
  await later();
  expect(all.map(({ asked }) => asked)).toEqual([1, 0, 1, 0]);
  answers.push(latest.ask(all[3].ask, true));
  all[2].answer(3);
  await later();
  all[3].answer(4);
  expect(await Promise.all(answers)).toEqual([undefined, undefined, undefined, 4]);
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
