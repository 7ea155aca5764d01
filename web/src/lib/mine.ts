// Games as the browser keeps them, and the file that holds all of them; docs/playground.md describes its format.
import { shape, type Shared } from "./share";

/** A game with its line of play, as somebody left it. */
export interface Left extends Shared {
  /** What stands in the editor, where that is another text than the one that the board plays by. */
  draft: string | null;
  title: string;
}

/** A game of one's own. */
export interface Mine extends Left {
  id: string;
  /** When it was last changed, in milliseconds since 1970. */
  changed: number;
  deleted: boolean;
}

/** The JSON of a game: what its author wrote is `text`, what the board plays by is `played` where it differs. */
export function toJson(game: Left): Record<string, unknown> {
  const { text, draft, title, start, moves, at, variations } = game;
  return {
    title,
    text: draft ?? text,
    ...(draft === null ? {} : { played: text }),
    ...(start === null ? {} : { start }),
    moves: moves.join(" "),
    at,
    lines: variations.map((line) => line.join(" ")),
  };
}

/** A game from the JSON of a file or of the browser's storage; an error when it is none. */
export function fromJson(value: unknown): Left {
  const { title, text, played, start, moves, at, lines } = Object(value) as Record<string, unknown>;
  const plain = (value: unknown) => (typeof value === "string" ? value.replaceAll(/\r\n?/g, "\n") : value);
  const unfinished = typeof played === "string";
  const found = shape({ v: 1, t: plain(unfinished ? played : text), s: start ?? undefined, m: moves, a: at, l: lines });
  return { ...found, draft: unfinished && typeof text === "string" ? (plain(text) as string) : null, title: typeof title === "string" ? title : "Game" };
}

export function mineToJson(game: Mine): Record<string, unknown> {
  return { id: game.id, changed: new Date(game.changed).toISOString(), ...(game.deleted ? { deleted: true } : {}), ...toJson(game) };
}

export function mineFromJson(value: unknown): Mine {
  const { id, changed, deleted } = Object(value) as Record<string, unknown>;
  const time = typeof changed === "string" ? Date.parse(changed) : NaN;
  return {
    ...fromJson(value),
    id: typeof id === "string" && /^[\w-]{1,40}$/.test(id) ? id : newId(),
    changed: Number.isNaN(time) ? Date.now() : time,
    deleted: deleted === true,
  };
}

/** The same game, standing at the same move or another: nothing was written or played in one that is not in the other. */
export function same(one: Left, other: Left): boolean {
  const plain = (game: Left) => JSON.stringify({ ...toJson(game), title: "", at: 0 });
  return plain(one) === plain(other);
}

export function newId(): string {
  return Date.now().toString(36) + Math.random().toString(36).slice(2, 8);
}

const MARK = "games";
const VERSION = 1;

export function toFile(games: readonly Mine[]): string {
  return JSON.stringify({ sbg: MARK, version: VERSION, games: games.filter((game) => !game.deleted).map(mineToJson) }, null, 1) + "\n";
}

/** The games of a file; null when it is no such file at all. Throws words where it is one that cannot be read. */
export function fromFile(text: string): Mine[] | null {
  if (!/^\s*\{/.test(text)) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error("The file is no game, and damaged if it is one of all games.");
  }
  const { sbg, version, games } = Object(value) as Record<string, unknown>;
  if (sbg !== MARK || !Array.isArray(games)) throw new Error("The file holds no games.");
  if (version !== VERSION) throw new Error("The file was made by a newer version of this page.");
  return games.map((game, at) => {
    try {
      return mineFromJson(game);
    } catch {
      throw new Error(`Game ${at + 1} of the file is damaged; nothing was taken from it.`);
    }
  });
}
