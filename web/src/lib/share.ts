// A game with its moves in; a short text for the address after "#" out, and back again.
// The text is JSON, deflated and written in base64url, so that a link carries everything and the server keeps nothing.

export interface Shared {
  text: string;
  start: string | null;
  moves: string[];
  at: number;
  /** Lines that were left for this one, each from the start. */
  variations: string[][];
}

/** What may come out of a link: the longest text that the language allows, with room for the moves. */
export const MAX_UNPACKED = 6_000_000;
/** What a link may carry. Browsers open far longer ones; this keeps a broken paste from being unpacked at all. */
export const MAX_PACKED = 2_000_000;
/** Beyond this many characters some programs cut a link. */
export const LONG_LINK = 8_000;

export class ShareError extends Error {}

/** A host that only this machine can reach: a link to it opens nowhere else. */
export function onlyHere(host: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/i.test(host);
}

/** The bundled game that an address names, as in `#game=steppe`; null when it names none. */
export function namedGame(fragment: string): string | null {
  return /^#game=([\w-]+)$/.exec(fragment)?.[1] ?? null;
}

const KEY = "g=";

export async function pack(shared: Shared): Promise<string> {
  const json = JSON.stringify({
    v: 1,
    t: shared.text,
    ...(shared.start === null ? {} : { s: shared.start }),
    ...(shared.moves.length ? { m: shared.moves.join(" ") } : {}),
    ...(shared.at === shared.moves.length ? {} : { a: shared.at }),
    ...(shared.variations.length ? { l: shared.variations.map((line) => line.join(" ")) } : {}),
  });
  const bytes = await squeeze(new TextEncoder().encode(json), new CompressionStream("deflate-raw"));
  const packed = KEY + toBase64(bytes);
  if (packed.length > MAX_PACKED) throw new ShareError("This game is too long for a link; export it instead.");
  return packed;
}

/** Null when the fragment holds no game at all; ShareError when it holds one that is broken. */
export async function unpack(fragment: string): Promise<Shared | null> {
  const text = fragment.replace(/^#/, "");
  if (!text.startsWith(KEY)) return null;
  if (text.length > MAX_PACKED) throw new ShareError("The link is too long.");
  let value: unknown;
  try {
    const bytes = await squeeze(fromBase64(text.slice(KEY.length)), new DecompressionStream("deflate-raw"));
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof ShareError) throw error;
    throw new ShareError("The link is damaged: the game in it cannot be read.");
  }
  return shape(value);
}

/** A value from outside in; a shared game out. Also used for what the browser kept. */
export function shape(value: unknown): Shared {
  const wrong = new ShareError("The link holds something else than a game.");
  if (typeof value !== "object" || value === null) throw wrong;
  const { v, t, s, m, a, l } = value as Record<string, unknown>;
  if (v !== 1 || typeof t !== "string") throw wrong;
  if (s !== undefined && typeof s !== "string") throw wrong;
  if (m !== undefined && typeof m !== "string") throw wrong;
  if (l !== undefined && !(Array.isArray(l) && l.every((line) => typeof line === "string"))) throw wrong;
  const split = (line: string) => line.split(" ").filter((move) => move !== "");
  const moves = m === undefined ? [] : split(m);
  const at = typeof a === "number" && Number.isInteger(a) ? a : moves.length;
  return { text: t, start: s ?? null, moves, at: Math.max(0, Math.min(at, moves.length)), variations: ((l ?? []) as string[]).map(split) };
}

async function squeeze(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const writer = stream.writable.getWriter();
  // A failure shows itself on the reading side, too; there it is awaited.
  void writer.write(bytes as Uint8Array<ArrayBuffer>).catch(() => undefined);
  void writer.close().catch(() => undefined);
  const reader = stream.readable.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MAX_UNPACKED) {
      // A few bytes can unfold to gigabytes: stop before they do.
      await reader.cancel();
      throw new ShareError("The game in the link is too long.");
    }
    parts.push(value);
  }
  const out = new Uint8Array(size);
  let offset = 0;
  for (const part of parts) {
    out.set(part, offset);
    offset += part.length;
  }
  return out;
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  // In pieces: a call takes only so many arguments.
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64(text: string): Uint8Array {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (c) => c.charCodeAt(0));
}
