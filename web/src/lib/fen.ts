// Position lines: rows of a board and a ply, as in "4k/5/2P2/5/K4 b 7".
import { sideAt } from "./sides";

export const EMPTY_SQUARE = ".";

/** The position line of a board after so many plies. */
export function positionLine(rows: readonly string[], ply: number): string {
  const squares = rows.map((row) => row.replaceAll(/\.+/g, (run) => String(run.length))).join("/");
  return `${squares} ${sideAt(ply)[0]} ${ply}`;
}

/** The number of plies made. */
export function plyOf(fen: string): number {
  const ply = Number(fen.trim().split(/\s+/).at(-1));
  return Number.isInteger(ply) && ply >= 0 ? ply : 0;
}
