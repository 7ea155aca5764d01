// Positions and moves in; words for people who hear the page out.
import { sideOf, title } from "./sides";
import { splitMove } from "./squares";
import type { Capture, Played, Side, State } from "./types";

/** "white knight N"; without a name "white N". */
export function pieceWords(piece: string, names: ReadonlyMap<string, string>): string {
  const letter = piece.toUpperCase();
  const name = names.get(letter);
  return `${sideOf(piece)} ${name ? `${name} ` : ""}${letter}`;
}

const TARGETS: Record<string, string> = {
  opponent: "capture here",
  own: "capture own piece here",
  stay: "stay here",
  empty: "move here",
};

export type Target = "empty" | "opponent" | "own" | "stay";

export function targetKind(from: string, to: string, capture: Capture): Target {
  return from === to ? "stay" : (capture ?? "empty");
}

export interface SquareFacts {
  name: string;
  piece: string | null;
  selected: boolean;
  target: Target | null;
  last: boolean;
}

/** "e4, white knight N, selected". */
export function squareWords(square: SquareFacts, names: ReadonlyMap<string, string>): string {
  const parts = [square.name, square.piece ? pieceWords(square.piece, names) : "empty"];
  if (square.selected) parts.push("selected");
  if (square.target) parts.push(TARGETS[square.target]!);
  if (square.last) parts.push("last move");
  return parts.join(", ");
}

/** "Pb2×c3" as it stands in the list of moves. */
export function moveText(played: Played): string {
  const squares = splitMove(played.move);
  if (!squares) return played.move;
  const [from, to] = squares;
  const piece = played.piece.toUpperCase();
  return from === to ? `${piece}${from} stays` : `${piece}${from}${played.capture ? "×" : "–"}${to}`;
}

/** "White N b1 to c3, captures black P." */
export function moveWords(played: Played, names: ReadonlyMap<string, string>): string {
  const squares = splitMove(played.move);
  if (!squares) return played.move;
  const [from, to] = squares;
  const who = pieceWords(played.piece, names);
  const way = from === to ? `stays on ${from}` : `${from} to ${to}`;
  const taken = played.capture ? `, captures ${pieceWords(played.capture, names)}` : "";
  return `${who[0]!.toUpperCase()}${who.slice(1)} ${way}${taken}.`;
}

/** Why a press on a square did nothing; null where it was on an empty square, and meant nothing. */
export function refusalWords(
  square: string,
  piece: string | null,
  chosen: { square: string; piece: string } | null,
  turn: Side,
  names: ReadonlyMap<string, string>,
): string | null {
  const named = (letter: string) => names.get(letter.toUpperCase()) ?? letter.toUpperCase();
  if (chosen) return square === chosen.square ? null : `The ${named(chosen.piece)} on ${chosen.square} cannot move to ${square}.`;
  if (!piece) return null;
  if (sideOf(piece) !== turn) return `That is ${title(sideOf(piece))}'s ${named(piece)}, and ${title(turn)} is to move.`;
  return `The ${named(piece)} on ${square} cannot move now.`;
}

/** What is said after a move: the move, then the result or who is next. */
export function stateWords(state: State, names: ReadonlyMap<string, string>): string {
  const played = state.history.at(-1);
  const said = played ? `${moveWords(played, names)} ` : "";
  return said + (state.outcome ? state.outcome.words : `${title(state.turn)} to move.`);
}

const SPANS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** "5 minutes ago"; both in milliseconds since 1970. */
export function ago(then: number, now = Date.now()): string {
  const seconds = Math.max(0, now - then) / 1000;
  const [unit, long] = SPANS.find(([, long]) => seconds >= long) ?? ["minute", Infinity];
  return long === Infinity ? "just now" : new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(-Math.floor(seconds / long), unit);
}
