// Position lines: rows of a board and a ply, as in "4k/5/2P2/5/K4 b 7".
import { sideAt } from "./sides";
import type { State } from "./types";

export const EMPTY_SQUARE = ".";

/** The position line of a board after so many plies. */
export function positionLine(rows: readonly string[], ply: number): string {
  const squares = rows.map((row) => row.replaceAll(/\.+/g, (run) => String(run.length))).join("/");
  return `${squares} ${sideAt(ply)[0]} ${ply}`;
}

/** A board on which nothing moves. */
export function standing(rows: readonly string[]): State {
  const fen = positionLine(rows, 0);
  return { fen, start: fen, turn: "white", ply: 0, rows: [...rows], moves: [], history: [], last: null, outcome: null };
}

/** The rows of a position line, from the top. */
export function rowsOf(fen: string): string[] {
  return (fen.split(" ")[0] ?? "").split("/").map((row) => row.replaceAll(/\d+/g, (run) => EMPTY_SQUARE.repeat(Number(run))));
}

/** The number of plies made. */
export function plyOf(fen: string): number {
  const ply = Number(fen.trim().split(/\s+/).at(-1));
  return Number.isInteger(ply) && ply >= 0 ? ply : 0;
}
