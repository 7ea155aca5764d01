// A line of play in; the line after a move, a step back or a step forward out. Lines are values: nothing is changed in place.
import { sideAt } from "./sides";
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

/** How many moves two lines have in common, from the start. */
export function common(one: readonly string[], other: readonly string[]): number {
  let at = 0;
  while (at < one.length && at < other.length && one[at] === other[at]) at++;
  return at;
}

/** A line that was left for another one; `history` are its moves with their pieces. */
export interface Aside {
  readonly line: Line;
  readonly history: readonly Played[];
}

export const MOST_ASIDES = 30;

/** The lines to remember when the board goes from one to another: none that is only the beginning of another. */
export function setAside(asides: readonly Aside[], left: Aside, now: Line): Aside[] {
  const begins = (one: Line, other: Line) => common(one.moves, other.moves) === one.moves.length;
  const others = asides.filter((aside) => !begins(aside.line, left.line));
  return [...others, left].filter((aside) => !begins(aside.line, now)).slice(-MOST_ASIDES);
}

/** Where a line that was left leaves the one on the board. */
export interface Branch {
  aside: Aside;
  first: Played;
  /** There are moves after the first. */
  more: boolean;
}

/** The lines that were left, by the number of the move in which they differ from the one on the board. */
export function branches(asides: readonly Aside[], line: Line, firstPly: number): Map<number, Branch[]> {
  const out = new Map<number, Branch[]>();
  for (const aside of asides) {
    const at = common(aside.line.moves, line.moves);
    const first = aside.history[at];
    if (!first) continue;
    const number = Math.floor((firstPly + at) / 2) + 1;
    out.set(number, [...(out.get(number) ?? []), { aside, first, more: aside.history.length > at + 1 }]);
  }
  return out;
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

/** Moves in pairs, as they are printed. `firstPly` is the number of plies made before the first of them. */
export function rows(history: readonly Played[], firstPly: number): Row[] {
  const out: Row[] = [];
  history.forEach((played, index) => {
    const ply = firstPly + index;
    const cell = { at: index + 1, played };
    const last = out.at(-1);
    if (sideAt(ply) === "white") out.push({ number: ply / 2 + 1, white: cell, black: null });
    else if (last) last.black = cell;
    else out.push({ number: (ply + 1) / 2, white: null, black: cell });
  });
  return out;
}
