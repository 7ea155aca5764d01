// "My games": what was written and played on this page, kept in the browser's lasting storage, one entry for each game.
//
// localStorage, not IndexedDB: a write is done when the call returns, so nothing is lost when the tab is closed in the middle
// of a word, and the other tabs are told of every write by the browser itself. Its few megabytes hold hundreds of games.
import { fromFile, mineFromJson, mineToJson, newId, same, toFile, type Left, type Mine } from "../lib/mine";

const PREFIX = "sbg.mine.";
const LAST = "sbg.mine-last";
const CHANNEL = "sbg.mine";

/** What of the browser is used here; tests bring their own. */
export interface Shelf {
  get(key: string): string | null;
  /** Says whether it was kept. */
  set(key: string, value: string | null): boolean;
  keys(prefix: string): string[];
  /** Where tabs hear each other; null where the browser has no such thing. */
  channel(name: string): Pick<BroadcastChannel, "postMessage" | "onmessage"> | null;
}

export type Kept = "kept" | "copied" | "refused";

export class MyGames {
  /** All of them, those too that were deleted, the last changed first. */
  all = $state.raw<readonly Mine[]>([]);
  /** The one on the page. */
  current = $state.raw<string | null>(null);
  /** The browser refuses to keep them. */
  refused = $state(false);
  /** Called when the game on the page is open in another tab, or was changed there. */
  elsewhere: (what: "open" | "changed") => void = () => undefined;

  readonly #shelf: Shelf;
  readonly #channel: ReturnType<Shelf["channel"]>;
  /** The entry of the game on the page as this tab last read or wrote it: what differs was written by another tab. */
  #known: string | null = null;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
    this.#channel = shelf.channel(CHANNEL);
    if (this.#channel) this.#channel.onmessage = ({ data }) => this.#hear(data as { open?: string; too?: string });
    this.reload();
  }

  get shown(): readonly Mine[] {
    return this.all.filter((game) => !game.deleted);
  }

  get deleted(): readonly Mine[] {
    return this.all.filter((game) => game.deleted);
  }

  /** Reads what the storage has. What cannot be read stays there, untouched. */
  reload(): void {
    const found = this.#shelf.keys(PREFIX).flatMap((key) => this.#read(key.slice(PREFIX.length)) ?? []);
    this.all = found.sort((one, other) => other.changed - one.changed);
  }

  find(id: string): Mine | null {
    return this.all.find((game) => game.id === id && !game.deleted) ?? null;
  }

  /** The one that was on the page last, in whichever tab. */
  get last(): Mine | null {
    return this.find(this.#shelf.get(LAST) ?? "") ?? this.shown[0] ?? null;
  }

  /** The game comes to the page: what is changed there is its own. */
  take(id: string): void {
    this.current = id;
    this.#known = this.#shelf.get(PREFIX + id);
    this.#shelf.set(LAST, id);
    this.#channel?.postMessage({ open: id });
  }

  /** The page has a game that is in no entry yet. */
  leave(): void {
    this.current = this.#known = null;
  }

  /**
   * Keeps the game of the page in its entry, a new one if it has none. Where another tab has written to it in the meantime the
   * game gets an entry of its own: neither writes over the other.
   */
  keep(left: Left): Kept {
    const id = this.current ?? newId();
    const there = this.#shelf.get(PREFIX + id);
    const stored = there === null ? null : this.#parse(there, id);
    if (stored && !stored.deleted && same(stored, left) && (stored.at === left.at || there !== this.#known)) return "kept";
    const foreign = this.current !== null && there !== null && there !== this.#known;
    // Who steps through a game has not changed it.
    const changed = stored && same(stored, left) ? stored.changed : Date.now();
    const game: Mine = { ...left, id: foreign ? newId() : id, changed, deleted: false };
    if (!this.#write(game)) return "refused";
    if (game.id !== this.current) this.take(game.id);
    return foreign ? "copied" : "kept";
  }

  /** Deletes a game, or brings it back. */
  delete(id: string, deleted = true): void {
    const game = this.all.find((one) => one.id === id);
    if (!game) return;
    if (this.current === id) this.leave();
    this.#write({ ...game, deleted });
  }

  /** Deletes for good what was deleted. */
  empty(): void {
    for (const { id } of this.deleted) this.#shelf.set(PREFIX + id, null);
    this.reload();
  }

  file(): string {
    return toFile(this.all);
  }

  /** Takes the games of a file; null when it is no such file. None that is here is written over. */
  import(text: string): { added: number; known: number } | null {
    const games = fromFile(text);
    if (!games) return null;
    let added = 0;
    for (const game of games) {
      const there = this.all.find((one) => one.id === game.id);
      if (there && !there.deleted && same(there, game)) continue;
      if (!this.#write({ ...game, id: there ? newId() : game.id, deleted: false })) throw new Error("The browser has no room for these games.");
      added++;
    }
    return { added, known: games.length - added };
  }

  /** Another tab has written to the storage. */
  changed(key: string | null): void {
    if (key !== null && !key.startsWith(PREFIX)) return;
    this.reload();
    const now = this.current === null ? null : this.#shelf.get(PREFIX + this.current);
    if (now !== null && now !== this.#known) this.elsewhere("changed");
  }

  #hear({ open, too }: { open?: string; too?: string }): void {
    if (open !== undefined && open === this.current) this.#channel?.postMessage({ too: open });
    if (too !== undefined && too === this.current) this.elsewhere("open");
  }

  #write(game: Mine): boolean {
    const json = JSON.stringify(mineToJson(game));
    let kept = this.#shelf.set(PREFIX + game.id, json);
    const gone = new Set([game.id]);
    // What was deleted makes room, the oldest first.
    for (const old of this.deleted.toReversed()) {
      if (kept) break;
      gone.add(old.id);
      this.#shelf.set(PREFIX + old.id, null);
      kept = this.#shelf.set(PREFIX + game.id, json);
    }
    this.refused = !kept;
    if (kept && game.id === this.current) this.#known = json;
    if (kept) this.all = [game, ...this.all.filter(({ id }) => !gone.has(id))].sort((one, other) => other.changed - one.changed);
    return kept;
  }

  #read(id: string): Mine | null {
    const json = this.#shelf.get(PREFIX + id);
    return json === null ? null : this.#parse(json, id);
  }

  #parse(json: string, id: string): Mine | null {
    try {
      return { ...mineFromJson(JSON.parse(json)), id };
    } catch {
      return null;
    }
  }
}
