// The size of a board and of its squares in; places on the screen out, and back. All in pixels of the picture.
import type { Point } from "../lib/squares";

export interface Geometry {
  width: number;
  height: number;
  flip: boolean;
  cell: number;
}

/** Room for coordinates, left of the board and below it. */
export const MARGIN = 22;
/** Smaller squares cannot be read, or hit: a board that would need them is scrolled instead. */
export const SMALLEST = 24;
const LARGEST = 136;
/** The smallest squares of a board that is shown as a whole. */
export const WHOLE = 2;

/** The side of a square for a board in a given room, in quarters of a pixel: a large board must not lose a pixel for each square. */
export function cellSize(width: number, height: number, room: { width: number; height: number }, smallest = SMALLEST): number {
  const fits = Math.min((room.width - MARGIN) / width, (room.height - MARGIN) / height);
  return Math.max(smallest, Math.min(LARGEST, Math.floor(fits * 4) / 4));
}

/** The upper left corner of a square. */
export function corner(point: Point, g: Geometry): Point {
  return {
    x: MARGIN + (g.flip ? g.width - 1 - point.x : point.x) * g.cell,
    y: (g.flip ? point.y : g.height - 1 - point.y) * g.cell,
  };
}

export function centre(point: Point, g: Geometry): Point {
  const { x, y } = corner(point, g);
  return { x: x + g.cell / 2, y: y + g.cell / 2 };
}

/** The square at a place; null beside the board. */
export function squareAt(place: Point, g: Geometry): Point | null {
  const column = Math.floor((place.x - MARGIN) / g.cell);
  const row = Math.floor(place.y / g.cell);
  if (column < 0 || row < 0 || column >= g.width || row >= g.height) return null;
  return {
    x: g.flip ? g.width - 1 - column : column,
    y: g.flip ? row : g.height - 1 - row,
  };
}
