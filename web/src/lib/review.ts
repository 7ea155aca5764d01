// What a search said about each position of a game, from -1 (black wins) to 1; which moves were mistakes.
import type { Side } from "./types";

export type Mark = "" | "?" | "??";

/** Parts of the whole range, of 2, that a move must lose to be a mistake, or a blunder. */
const MISTAKE = 0.4;
const BLUNDER = 0.8;

/** How a move is marked that led from one judgement to another. */
export function mark(before: number | null | undefined, after: number | null | undefined, side: Side): Mark {
  if (before === null || before === undefined || after === null || after === undefined) return "";
  const lost = (before - after) * (side === "white" ? 1 : -1);
  return lost >= BLUNDER ? "??" : lost >= MISTAKE ? "?" : "";
}

/** The corners of the graph, in a box: one for each position that was judged. */
export function points(scores: readonly (number | null)[], width: number, height: number): { x: number; y: number }[] {
  const step = width / Math.max(1, scores.length - 1);
  return scores.flatMap((score, at) => (score === null ? [] : [{ x: at * step, y: ((1 - score) / 2) * height }]));
}
