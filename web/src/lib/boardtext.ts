// Rows of a board in; the text of a game with that board, or a position line, out. Rows go from the top; "." is an empty square.
import { EMPTY_SQUARE } from "./fen";
import { COMMENTS, sections } from "./lexis";

/** The text with another board; null when it has no place for one. Comments between the rows move above them. */
export function withBoard(text: string, rows: readonly string[]): string | null {
  const found = sections(text);
  const at = found.findIndex(({ name }) => name === "BOARD");
  if (at < 0 || found[at + 1]?.name !== "PIECES") return null;
  const { from, to: close } = found[at]!;
  const begin = from + "<BOARD>".length;
  const comments = (text.slice(begin, close).match(COMMENTS) ?? []).map((comment) => comment.trimEnd());
  const board = [...comments, `${rows[0]?.length ?? 0} ${rows.length}`, ...rows.map((row) => `|${row}|`)];
  return `${text.slice(0, begin)}\n${board.join("\n")}\n${text.slice(close)}`;
}

export function put(rows: readonly string[], x: number, row: number, letter: string): string[] {
  return rows.map((squares, at) => (at === row ? squares.slice(0, x) + letter + squares.slice(x + 1) : squares));
}

/** Another size. Columns come and go at the right, rows in the middle, so that the armies stay at their edges. */
export function resize(rows: readonly string[], width: number, height: number): string[] {
  const middle = Math.ceil(Math.min(rows.length, height) / 2);
  const bottom = Math.min(rows.length, height) - middle;
  const empty = EMPTY_SQUARE.repeat(width);
  const kept = [...rows.slice(0, middle), ...Array<string>(Math.max(0, height - rows.length)).fill(empty), ...rows.slice(rows.length - bottom)];
  return kept.map((row) => row.slice(0, width).padEnd(width, EMPTY_SQUARE));
}
