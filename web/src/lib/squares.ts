// Names of squares and moves as the server writes them ("a1", "aa12", "a2a3") to coordinates and back.

export interface Point {
  x: number;
  y: number;
}

/** The letters of a column: a … z, aa, ab … */
export function fileName(x: number): string {
  let name = "";
  for (let n = x + 1; n > 0; n = Math.floor((n - 1) / 26)) {
    name = String.fromCharCode(97 + ((n - 1) % 26)) + name;
  }
  return name;
}

export function squareName(point: Point): string {
  return `${fileName(point.x)}${point.y + 1}`;
}

export function parseSquare(name: string): Point | null {
  const match = /^([a-z]{1,2})([1-9][0-9]?)$/.exec(name);
  if (!match) return null;
  let x = 0;
  for (const letter of match[1]!) x = x * 26 + letter.charCodeAt(0) - 96;
  return { x: x - 1, y: Number(match[2]) - 1 };
}

/** The two squares of a move, or null when the text is no move. */
export function splitMove(move: string): [string, string] | null {
  const match = /^([a-z]{1,2}[1-9][0-9]?)([a-z]{1,2}[1-9][0-9]?)$/.exec(move);
  return match ? [match[1]!, match[2]!] : null;
}
