// A press on a square and the legal moves in; what it means out: choose a piece, play a move, or let go.
import type { LegalMove } from "../lib/types";

export type Action = { kind: "select"; square: string } | { kind: "move"; move: string } | { kind: "clear" | "none" };

/** `selected` is the square of the piece that was chosen before. A piece that may stay is played by a second press on it. */
export function press(square: string, selected: string | null, moves: readonly LegalMove[]): Action {
  if (selected !== null) {
    const found = moves.find((m) => m.from === selected && m.to === square);
    if (found) return { kind: "move", move: found.move };
    if (square === selected) return { kind: "clear" };
  }
  if (moves.some((m) => m.from === square)) return { kind: "select", square };
  return { kind: selected === null ? "none" : "clear" };
}
