// Who moves and whose a piece is: capital letters are White's, and White moves at even plies.
import type { Side } from "./types";

export function sideOf(piece: string): Side {
  return piece === piece.toUpperCase() ? "white" : "black";
}

/** The letter of a piece of that side. */
export function pieceOf(letter: string, side: Side): string {
  return side === "white" ? letter.toUpperCase() : letter.toLowerCase();
}

export function sideAt(ply: number): Side {
  return ply % 2 === 0 ? "white" : "black";
}

export function other(side: Side): Side {
  return side === "white" ? "black" : "white";
}

export function title(side: Side): string {
  return side === "white" ? "White" : "Black";
}
