// A key and the square under the keyboard's cursor in; the square where the cursor goes out.
import type { Point } from "./squares";

export interface Grid {
  width: number;
  height: number;
  /** Black at the bottom: right on the screen is left on the board. */
  flip: boolean;
}

const STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** The new place of the cursor; null when the key does not move it. The cursor stops at the edges. */
export function step(cursor: Point, key: string, grid: Grid): Point | null {
  const sign = grid.flip ? -1 : 1;
  const clamp = (value: number, size: number) => Math.max(0, Math.min(size - 1, value));
  const by = STEPS[key];
  if (by) {
    return {
      x: clamp(cursor.x + sign * by[0], grid.width),
      y: clamp(cursor.y + sign * by[1], grid.height),
    };
  }
  const [first, last] = grid.flip ? [grid.width - 1, 0] : [0, grid.width - 1];
  const [bottom, top] = grid.flip ? [grid.height - 1, 0] : [0, grid.height - 1];
  if (key === "Home") return { x: first, y: cursor.y };
  if (key === "End") return { x: last, y: cursor.y };
  if (key === "PageUp") return { x: cursor.x, y: top };
  if (key === "PageDown") return { x: cursor.x, y: bottom };
  return null;
}

/** The cursor, brought onto a board that may be smaller than the one before. */
export function inside(cursor: Point, grid: Grid): Point {
  return { x: Math.min(cursor.x, grid.width - 1), y: Math.min(cursor.y, grid.height - 1) };
}
