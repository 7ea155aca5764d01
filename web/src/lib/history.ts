// A line of play in; the line after a move, a step back or a step forward out. Lines are values: nothing is changed in place.
import type { Played } from "./types";

export interface Line {
  /** The position line that the moves start from; null for the initial position of the game. */
  readonly start: string | null;
  readonly moves: readonly string[];
  /** How many of the moves stand on the board; the others can be done again. */
  readonly at: number;
}

export const EMPTY: Line = { start: null, moves: [], at: 0 };

/** The moves that stand on the board. */
export function onBoard(line: Line): string[] {
  return line.moves.slice(0, line.at);
}

/** A move played from where the board stands: what could have been done again is forgotten. */
export function play(line: Line, move: string): Line {
  const moves = [...onBoard(line), move];
  return { start: line.start, moves, at: moves.length };
}

export function goTo(line: Line, at: number): Line {
  return { ...line, at: Math.max(0, Math.min(line.moves.length, Math.trunc(at))) };
}

/** Only what stands on the board is kept. */
export function cut(line: Line): Line {
  return { ...line, moves: onBoard(line) };
}

export function atEnd(line: Line): boolean {
  return line.at === line.moves.length;
}

/** Where a step back leads: to the last earlier place where `stop` holds; one move back when there is none. */
export function back(line: Line, stop: (at: number) => boolean): Line {
  for (let at = line.at - 1; at >= 0; at--) if (stop(at)) return goTo(line, at);
  return goTo(line, line.at - 1);
}

/** Where a step forward leads: to the next place where `stop` holds, or to the end. */
export function forward(line: Line, stop: (at: number) => boolean): Line {
  for (let at = line.at + 1; at < line.moves.length; at++) if (stop(at)) return goTo(line, at);
  return goTo(line, line.moves.length);
}

export interface Cell {
  /** The number of moves on the board after this one. */
  at: number;
  played: Played;
}

export interface Row {
  number: number;
  white: Cell | null;
  black: Cell | null;
}

/** Moves in pairs, as they are printed. `firstPly` is the number of half-moves made before the first of them. */
export function rows(history: readonly Played[], firstPly: number): Row[] {
  const out: Row[] = [];
  history.forEach((played, index) => {
    const ply = firstPly + index;
    const cell = { at: index + 1, played };
    const last = out.at(-1);
    if (ply % 2 === 0) out.push({ number: ply / 2 + 1, white: cell, black: null });
    else if (last) last.black = cell;
    else out.push({ number: (ply + 1) / 2, white: null, black: cell });
  });
  return out;
}

/** The number of half-moves made, from the end of a position line. */
export function plyOf(fen: string): number {
  const ply = Number(fen.trim().split(/\s+/).at(-1));
  return Number.isInteger(ply) && ply >= 0 ? ply : 0;
}
