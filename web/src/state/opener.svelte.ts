// Which game is on the page: games are opened, kept while they are changed, left, and brought back.
import { untrack } from "svelte";
import { ApiError, get, post } from "../lib/api";
import { withBoard } from "../lib/boardtext";
import { keep, kept } from "../lib/browser";
import { EMPTY } from "../lib/history";
import { Latest } from "../lib/latest";
import { fromJson, same, toJson, type Left } from "../lib/mine";
import { namedGame, unpack } from "../lib/share";
import type { GameInfo, RecordRead } from "../lib/types";
import type { Draft } from "./draft.svelte";
import type { MyGames } from "./mine.svelte";
import type { Notices } from "./notices.svelte";
import type { Table } from "./table.svelte";
import type { Thinker } from "./thinker.svelte";

const FIRST_GAME = "gardner";
const KEY = "sbg.game";
const RETRY_AFTER = 2_000;
const MOST_STEPS = 30;
/** So many of them outlive a reload. */
const KEPT_STEPS = 5;

/** A game as it was on the page. */
export interface Place extends Left {
  /** Its entry among the games of one's own, if it has one. */
  id: string | null;
  /** What the address of the page says about it, with the "#": a bundled game has one. */
  address: string;
  /** Somebody has written or played in it. */
  touched: boolean;
  /** Which opening it belongs to: within one, the editor can take back what was written. */
  sitting: number;
}

export class Opener {
  /** What is asked for and not here yet, in words. */
  loading = $state.raw<string | null>(null);
  /** Somebody has written or played in the game on the page. */
  touched = $state(false);
  /** Where the page was before the game was left, opened anew or begun again, and what was taken back of that. */
  past = $state.raw<readonly Place[]>([]);
  future = $state.raw<readonly Place[]>([]);

  /** Called when quite another game is on its way to the board. */
  left: () => void = () => undefined;

  readonly #table: Table;
  readonly #draft: Draft;
  readonly #thinker: Thinker;
  readonly #notices: Notices;
  readonly #mine: MyGames;
  readonly #loads = new Latest();
  /** A game on its way to the board, with the moves that belong to it. */
  #incoming: Place | null = null;
  #arriving = false;
  #address = "";
  #sitting = 0;
  /** Opens once more what was given up. */
  #again: () => void = () => undefined;

  constructor(table: Table, draft: Draft, thinker: Thinker, notices: Notices, mine: MyGames) {
    this.#table = table;
    this.#draft = draft;
    this.#thinker = thinker;
    this.#notices = notices;
    this.#mine = mine;
    table.touched = () => this.#touch();
    table.leaving = (rules) => {
      const { now } = this;
      // The rules that were left are those of the text before.
      if (!this.#arriving && (now.moves.length > 0 || now.start !== null)) this.#remember(rules ? { ...now, draft: null } : now);
    };
    draft.written = () => {
      // The text is not the bundled one any more.
      if (this.#address) this.#goto("");
      this.#touch();
    };
    draft.accepted = (text, game) => void this.#adopt(text, game);
    draft.rejected = (text) => {
      // What was right once is not any more; what its author wrote last shall be seen all the same.
      const { draft: unfinished, text: last } = this.#incoming ?? {};
      if (unfinished && last === text) draft.replace(unfinished);
    };
    mine.elsewhere = (what) => this.#elsewhere(what);
  }

  /** What the page begins with: what the address names, what this tab had, what was changed last, or a first game. */
  async start(restored: (value: Record<string, unknown>) => void, fresh: () => void): Promise<void> {
    const json = kept("sessionStorage", KEY);
    let before: Record<string, unknown> = {};
    try {
      before = Object(JSON.parse(json ?? "{}")) as Record<string, unknown>;
    } catch {
      keep("sessionStorage", KEY, null);
    }
    const reloaded = json !== null && (before.address ?? "") === location.hash;
    if (!reloaded && (await this.openFragment())) return;
    try {
      const past = Array.isArray(before.past) ? (before.past as Record<string, unknown>[]) : [];
      this.past = past.map((one) => this.#place(one));
      const place = this.#place(before);
      restored(before);
      const own = place.id === null ? null : this.#mine.find(place.id);
      // Its entry has everything that this tab wrote, and what another one has written since.
      this.#arrive(own ? { ...place, ...own } : { ...place, touched: place.touched && place.id === null, id: null });
      return;
    } catch {
      keep("sessionStorage", KEY, null);
    }
    fresh();
    const { last } = this.#mine;
    if (last) this.openMine(last.id);
    else await this.openGame(FIRST_GAME, "");
  }

  #place(value: Record<string, unknown>): Place {
    const { id, address, touched } = value;
    return {
      ...fromJson(value),
      id: typeof id === "string" ? id : null,
      address: typeof address === "string" ? address : "",
      touched: touched === true,
      sitting: ++this.#sitting,
    };
  }

  // -- opening

  /** A bundled game; says whether there is such a game. */
  async openGame(name: string, address = `#game=${name}`): Promise<boolean> {
    try {
      return await this.#open(name, () => void this.openGame(name, address), async () => {
        const { text, title } = await get<{ text: string; title: string }>(`/api/games/${encodeURIComponent(name)}`);
        return { text, title, address };
      });
    } catch (error) {
      this.#notices.fail(error);
      // Without any game the page would stay empty.
      const retry = error instanceof ApiError && error.passing && !this.#table.game;
      if (retry) setTimeout(() => void (this.#table.game || this.openGame(name, address)), RETRY_AFTER);
      return retry;
    }
  }

  openMine(id: string): void {
    const game = this.#mine.find(id);
    if (!game) return;
    this.load({ ...game, touched: true });
    this.#mine.take(id);
  }

  /** A file or a pasted text: a game, the record of one, or all games of somebody. */
  async openText(text: string): Promise<void> {
    const taken = this.#mine.import(text);
    if (taken) {
      const games = (count: number) => `${count} ${count === 1 ? "game" : "games"}`;
      const known = taken.known ? `, ${games(taken.known)} of the file ${taken.known === 1 ? "was" : "were"} here already` : "";
      this.#notices.tell(`${games(taken.added)} came to My games${known}.`);
    } else if (/^\s*\[[A-Za-z]+ "/.test(text)) await this.openRecord(text);
    else this.load({ text });
  }

  /** Says whether the record is on the board. */
  async openRecord(record: string): Promise<boolean> {
    const { text } = this.#table;
    try {
      return await this.#open("the record", () => void this.openRecord(record), async () => {
        const read = await post<RecordRead>("/api/read-record", { text, record });
        const count = read.moves.length;
        this.#notices.tell(`A record of ${count} ${count === 1 ? "move" : "moves"} is on the board.`);
        return { ...read, at: count };
      });
    } catch (error) {
      this.#notices.fail(error);
      return false;
    }
  }

  /** The game of the address, if it names or carries one. */
  async openFragment(): Promise<boolean> {
    const fragment = location.hash;
    if (!fragment) return false;
    const name = namedGame(fragment);
    try {
      const opened = name
        ? await this.openGame(name)
        : await this.#open("the game of the link", () => undefined, () => unpack(fragment));
      if (opened) return true;
    } catch (error) {
      this.#notices.fail(error);
    }
    // What names no game does not stay.
    if (fragment === location.hash) this.#goto(this.#address);
    return false;
  }

  /** The page was sent to another address: back or forward among those it had, or to a new one. */
  async navigated(): Promise<void> {
    const to = location.hash;
    if (to === this.#address) return;
    if (this.past.at(-1)?.address === to) this.back();
    else if (this.future.at(-1)?.address === to) this.forward();
    else if (to) await this.openFragment();
  }

  /** Another game, with the moves that belong to it. The one before stays among one's own, and can be brought back. */
  load(game: { text: string } & Partial<Place>): void {
    this.#give();
    const begun = this.#table.game !== null || this.#incoming !== null;
    const { now } = this;
    if (begun) this.#remember(now);
    const usual = { ...EMPTY, moves: [], variations: [], draft: null, title: "Game", id: null, address: "", touched: false };
    const place = { ...usual, at: game.moves?.length ?? 0, ...game, sitting: ++this.#sitting };
    this.#arrive(place, true, begun && !location.hash.startsWith("#g="));
    if (!now.touched || !begun) return;
    const where = this.#mine.refused ? "was replaced" : "is kept in My games";
    this.#notices.tell(`${now.title} ${where}.`, "plain", { label: "Bring it back", run: () => this.back() });
  }

  // -- keeping

  /** What is on the page, or on its way to it. */
  get now(): Place {
    const { text, line, asides, game } = this.#table;
    const written = this.#draft.text;
    const marks = { id: this.#mine.current, address: this.#address, touched: this.touched, sitting: this.#sitting };
    const coming = this.#incoming;
    if (coming) return { ...coming, ...marks, draft: written === coming.text ? coming.draft : written };
    return {
      ...marks,
      text,
      start: line.start,
      moves: [...line.moves],
      at: line.at,
      variations: asides.map((aside) => [...aside.line.moves]),
      draft: written === text ? null : written,
      title: this.#draft.sketch?.name || (game?.name ?? "Game"),
    };
  }

  /** Keeps the game: in its entry when it is somebody's work, and in this tab, for a reload. */
  save(more: object): void {
    const { now } = this;
    if (!this.#table.game && !this.#incoming) return;
    untrack(() => {
      if (now.touched && this.#mine.keep(now) === "copied") {
        this.#notices.tell("Another tab has changed this game, too. Yours is kept as a game of its own in My games.");
      }
      const plain = ({ id, address, touched, ...left }: Place) => ({ ...toJson(left), id, address, touched });
      const here = { ...plain({ ...now, id: this.#mine.current }), ...more };
      const past = this.past.slice(-KEPT_STEPS).map(plain);
      // Where there is not room for all, what is on the page comes first.
      if (!keep("sessionStorage", KEY, JSON.stringify({ ...here, past }))) keep("sessionStorage", KEY, JSON.stringify(here));
    });
  }

  /** Deletes one of one's own games; it can be brought back. */
  delete(id: string): void {
    if (this.#mine.current === id) this.touched = false;
    this.#mine.delete(id);
  }

  #elsewhere(what: "open" | "changed"): void {
    const { current } = this.#mine;
    if (current === null) return;
    if (what === "open") {
      const copy = () => this.#mine.current === current && this.#mine.leave();
      const about = "This game is open in another tab, too. Where both change it, each keeps its own.";
      this.#notices.tell(about, "plain", { label: "Make a copy", run: copy });
    } else {
      const about = "This game was changed in another tab. What you change here is kept as a game of its own.";
      this.#notices.tell(about, "plain", { label: "Show the change", run: () => this.openMine(current) });
    }
  }

  // -- steps back

  /** To the game, or the line of play, that was left last. */
  back(): void {
    const place = this.past.at(-1);
    if (!place) return;
    this.future = [...this.future, this.now];
    this.past = this.past.slice(0, -1);
    this.#give();
    this.#arrive(place, place.sitting !== this.#sitting);
  }

  forward(): void {
    const place = this.future.at(-1);
    if (!place) return;
    this.past = [...this.past, this.now];
    this.future = this.future.slice(0, -1);
    this.#give();
    this.#arrive(place, place.sitting !== this.#sitting);
  }

  /** The text of the game with another board; says whether there was a place for it. */
  writeBoard(rows: readonly string[]): boolean {
    const text = withBoard(this.#draft.text, rows);
    if (text === null) {
      this.#notices.problem("The text has no sections <BOARD> and <PIECES>, so there is no place for a board.");
      return false;
    }
    this.#remember(this.now);
    if (this.#address) this.#goto("");
    this.#touch();
    this.#draft.change(text);
    this.#notices.tell("The text has this board now.", "plain", { label: "Undo", run: () => this.back() });
    return true;
  }

  #remember(place: Place): void {
    const last = this.past.at(-1);
    this.future = [];
    if (last && last.id === place.id && same({ ...last, draft: null }, { ...place, draft: null })) return;
    this.past = [...this.past, place].slice(-MOST_STEPS);
  }

  // -- on the way

  /** Asks for a game; false when something else was done before it came. */
  async #open(name: string, again: () => void, question: () => Promise<({ text: string } & Partial<Place>) | null>): Promise<boolean> {
    this.loading = name;
    this.#again = again;
    try {
      const found = await this.#loads.ask(question);
      if (found === undefined) return true;
      this.loading = null;
      if (found) this.load(found);
      return found !== null;
    } catch (error) {
      this.loading = null;
      throw error;
    }
  }

  #give(): void {
    this.#loads.drop();
    this.loading = null;
  }

  /** Somebody goes on with the game on the page: that counts, and not what was asked for before. */
  #touch(): void {
    this.touched = true;
    this.future = [];
    if (this.loading === null) return;
    const again = this.#again;
    this.#notices.tell(`${this.loading} was not opened, because you went on here.`, "plain", { label: "Open it", run: again });
    this.#give();
  }

  /** Brings a game to the page. One that is not `fresh` is the same game as before, with the way back in its editor. */
  #arrive(place: Place, fresh = true, push = false): void {
    const { game, text } = this.#table;
    const own = place.id === null ? null : this.#mine.find(place.id);
    if (!own || place.id !== this.#mine.current) {
      if (own && same(own, place)) this.#mine.take(own.id);
      else this.#mine.leave();
    }
    // Its entry was changed since: it is a game without one, until somebody goes on with it.
    this.touched = place.touched && (place.id === null || this.#mine.current !== null);
    this.#goto(place.address, push);
    this.#sitting = place.sitting;
    this.#incoming = place;
    const here = !fresh && game !== null && text === place.text;
    if (here || (!fresh && place.draft === null)) {
      const written = place.draft ?? place.text;
      if (this.#draft.text !== written) this.#draft.change(written);
    } else {
      this.left();
      this.#draft.replace(place.text);
      // The editor has its own ends of lines.
      this.#incoming = { ...place, text: this.#draft.text };
    }
    if (here) void this.#adopt(text, game);
  }

  async #adopt(text: string, game: GameInfo): Promise<void> {
    const incoming = this.#incoming;
    const wanted = incoming === null ? null : incoming.text === text ? incoming : { ...EMPTY, variations: [], draft: null };
    if (wanted) this.#thinker.halt();
    this.#arriving = incoming !== null;
    try {
      const { start, moves, at } = wanted ?? EMPTY;
      const fits = await this.#table.adopt(text, game, wanted && { start, moves, at });
      if (fits === undefined || this.#incoming !== incoming) return;
      this.#incoming = null;
      if (!fits) {
        const back = wanted ? null : { label: "Bring them back", run: () => this.back() };
        this.#notices.tell("The moves do not fit this game, so it starts again.", "plain", back);
      } else if (wanted) await this.#table.recall(wanted.variations);
      if (wanted?.draft && this.#draft.text === text) this.#draft.change(wanted.draft);
    } catch (error) {
      // The server went away in between. The text is taken when it is back.
      this.#draft.forget();
      this.#notices.fail(error);
    } finally {
      this.#arriving = false;
    }
  }

  /** What the address of the page says, as a step of the browser's own or in place of the one before. */
  #goto(address: string, push = false): void {
    this.#address = address;
    if (location.hash === address) return;
    const to = address || `${location.pathname}${location.search}`;
    if (push) history.pushState(null, "", to);
    else history.replaceState(null, "", to);
  }
}
