// A move that was made in; its piece slides from where it stood out.
import { parseSquare } from "../lib/squares";
import { corner, type Geometry } from "./geometry";

export function slide(board: Element, move: { from: string; to: string }, geometry: Geometry): void {
  const from = corner(parseSquare(move.from)!, geometry);
  const to = corner(parseSquare(move.to)!, geometry);
  const start = `translate(${from.x - to.x}px, ${from.y - to.y}px)`;
  board.querySelector(`[data-on="${move.to}"]`)?.animate([{ transform: start }, { transform: "none" }], {
    duration: 180,
    easing: "cubic-bezier(0.2, 0.7, 0.2, 1)",
  });
}
