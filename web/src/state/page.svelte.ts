// The page as a whole: it joins text, board and computers, and knows what is shown, said, kept and shared.
import { ApiError, get, post } from "../lib/api";
import { withBoard } from "../lib/boardtext";
import { keep, kept } from "../lib/browser";
import { EMPTY, type Line } from "../lib/history";
import { HUMAN, seatFrom } from "../lib/seats";
import { namedGame, pack, shape, ShareError, unpack, type Shared } from "../lib/share";
import { stateWords } from "../lib/speech";
import type { GameInfo, Listed, RecordRead, Rules, ServerInfo } from "../lib/types";
import { Draft } from "./draft.svelte";
import { look } from "./look.svelte";
import { Review } from "./review.svelte";
import { Table } from "./table.svelte";
import { Thinker } from "./thinker.svelte";

const FIRST_GAME = "gardner";
const KEY = "sbg.game";
const SEATS = "sbg.seats";

export interface Notice {
  text: string;
  kind: "plain" | "problem";
  action: { label: string; run: () => void } | null;
}

export type Tab = "board" | "editor" | "rules";

export class Page {
  readonly table = new Table();
  readonly draft = new Draft();
  readonly thinker = new Thinker(this.table);
  readonly review = new Review(this.table);

  info = $state.raw<ServerInfo | null>(null);
  games = $state.raw<Listed[] | null>(null);
  rules = $state.raw<Rules | null>(null);
  tab = $state<Tab>("board");
  gallery = $state(false);
  sharing = $state(false);
  /** The board is being edited. */
  editing = $state(false);
  notice = $state.raw<Notice | null>(null);
  /** What a screen reader is told. */
  said = $state("");
  /** The names of the pieces, by their letters. */
  readonly names = $derived(
    new Map((this.rules?.pieces ?? []).flatMap((p) => (p.name ? [[p.letter, p.name] as const] : []))),
  );

  /** Pieces are drawn as figures: where every piece has one, or the author chose some, unless the reader has chosen otherwise. */
  readonly figures = $derived.by(() => {
    if (look.pieces !== null) return look.pieces === "figures";
    const drawn = Object.entries(this.table.game?.figures ?? {});
    return drawn.length > 0 && (drawn.every(([, figure]) => figure !== null) || drawn.some(([letter, figure]) => figure !== null && figure !== letter));
  });

  /** A game on its way to the board, with the moves that belong to it. */
  #incoming: { text: string; line: Line; variations: string[][] } | null = null;
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;
  #rulesAsked = "";

  constructor() {
    const problem = (text: string) => this.tell(text, "problem");
    this.table.problem = problem;
    this.thinker.problem = problem;
    this.review.problem = problem;
    this.thinker.say = (words) => (this.said = words);
    this.table.changed = (kind) => {
      const { state, game } = this.table;
      const opening = kind === "game" && game ? `${game.name}. ` : "";
      if (state) this.said = opening + stateWords(state, this.names);
      if (kind === "step" && this.thinker.anyComputer && !this.table.isHuman("white") && !this.table.isHuman("black")) {
        this.thinker.paused = true;
      }
      this.thinker.refresh(kind === "game");
    };
    this.table.reconnected = () => this.draft.recheck();
    this.draft.accepted = (text, game) => void this.#adopt(text, game);
  }

  async start(): Promise<void> {
    void this.#loadInfo();
    if (await this.openFragment()) return;
    if (this.#restore()) return;
    this.#lastSeats();
    await this.openGame(FIRST_GAME);
  }

  async #loadInfo(): Promise<void> {
    try {
      this.info = await get<ServerInfo>("/api/info");
      this.thinker.introduce(this.info.players);
    } catch {
      setTimeout(() => void this.#loadInfo(), 2000);
    }
  }

  async loadGames(): Promise<void> {
    if (this.games) return;
    try {
      this.games = (await get<{ games: Listed[] }>("/api/games")).games;
    } catch (error) {
      this.fail(error);
    }
  }

  /** Says whether there is such a game. */
  async openGame(name: string): Promise<boolean> {
    try {
      const { text } = await get<{ text: string }>(`/api/games/${encodeURIComponent(name)}`);
      this.load(text);
      return true;
    } catch (error) {
      this.fail(error);
      // Without any game the page would stay empty.
      const retry = error instanceof ApiError && error.passing && !this.table.game;
      if (retry) setTimeout(() => void this.openGame(name), 2000);
      return retry;
    }
  }

  /** Another game, with the moves that belong to it. What somebody has written can be brought back. */
  load(text: string, line: Line = EMPTY, variations: string[][] = []): void {
    if (this.draft.edited && this.draft.text !== text) {
      const bringBack = this.#bringBack();
      this.tell("Your text was replaced.", "plain", { label: "Bring it back", run: bringBack });
    }
    this.rules = null;
    this.#rulesAsked = "";
    this.draft.replace(text);
    this.#incoming = { text: this.draft.text, line, variations };
  }

  /** Brings back text and moves as they are now. */
  #bringBack(): () => void {
    const { text } = this.draft;
    const { line } = this.table;
    const { variations } = this.#shared();
    return () => this.load(text, line, variations);
  }

  /** The text of the game with another board; says whether there was a place for it. */
  writeBoard(rows: readonly string[]): boolean {
    const undo = this.#bringBack();
    const text = withBoard(this.draft.text, rows);
    if (text === null) {
      this.tell("The text has no sections <BOARD> and <PIECES>, so there is no place for a board.", "problem");
      return false;
    }
    this.draft.edited = false;
    this.load(text);
    this.draft.edited = true;
    this.tell("The text has this board now.", "plain", { label: "Undo", run: undo });
    return true;
  }

  async #adopt(text: string, game: GameInfo): Promise<void> {
    const incoming = this.#incoming;
    this.#incoming = null;
    const wanted = incoming === null ? null : incoming.text === text ? incoming.line : EMPTY;
    if (wanted) this.thinker.halt();
    try {
      const kept = await this.table.adopt(text, game, wanted);
      if (!kept) this.tell("The moves do not fit this game, so it starts again.");
      else if (wanted && incoming) await this.table.recall(incoming.variations);
    } catch (error) {
      // The server went away in between. The text is taken when it is back.
      this.#incoming ??= incoming;
      this.draft.forget();
      this.fail(error);
    }
  }

  /** The rules in words, for the text that the board plays by. */
  async loadRules(): Promise<void> {
    const text = this.table.text;
    const key = `${look.theme} ${text}`;
    if (!text || key === this.#rulesAsked) return;
    this.#rulesAsked = key;
    try {
      const rules = await post<Rules>("/api/describe", { text, theme: look.theme });
      if (key === this.#rulesAsked) this.rules = rules;
    } catch (error) {
      this.#rulesAsked = "";
      this.fail(error);
    }
  }

  /** A file or a pasted text: a game, or the record of one. */
  async openText(text: string): Promise<void> {
    if (/^\s*\[[A-Za-z]+ "/.test(text)) await this.openRecord(text);
    else this.load(text);
  }

  /** Says whether the record is on the board. */
  async openRecord(record: string): Promise<boolean> {
    try {
      const read = await post<RecordRead>("/api/read-record", { text: this.table.text, record });
      if (read.text !== this.table.text) this.load(read.text, { start: read.start, moves: read.moves, at: read.moves.length }, read.variations);
      else {
        await this.table.setLine(read.start, read.moves);
        await this.table.recall(read.variations);
      }
      this.tell(`A record of ${read.moves.length} ${read.moves.length === 1 ? "move" : "moves"} is on the board.`);
      return true;
    } catch (error) {
      this.fail(error);
      return false;
    }
  }

  /** The game of the address, if it names or carries one. */
  async openFragment(): Promise<boolean> {
    const name = namedGame(location.hash);
    if (name !== null) {
      history.replaceState(null, "", location.pathname + location.search);
      return this.openGame(name);
    }
    try {
      const shared = await unpack(location.hash);
      if (!shared) return false;
      // From here on the browser keeps the game: a reload must not go back to the moves of the link.
      history.replaceState(null, "", location.pathname + location.search);
      this.load(shared.text, { start: shared.start, moves: shared.moves, at: shared.at }, shared.variations);
      return true;
    } catch (error) {
      this.fail(error);
      return false;
    }
  }

  async shareLink(): Promise<string> {
    return `${location.origin}${location.pathname}#${await pack(this.#shared())}`;
  }

  #shared(): Shared {
    const { text, line } = this.table;
    const variations = this.table.asides.map((aside) => [...aside.line.moves]);
    return { text, start: line.start, moves: [...line.moves], at: line.at, variations };
  }

  /** Keeps the game in this tab of the browser, so that a reload finds it again. */
  save(): void {
    const { table, draft, thinker } = this;
    if (!table.game || this.#incoming) return;
    const { text, start, moves, at, variations } = this.#shared();
    const value = {
      v: 1,
      t: text,
      ...(start === null ? {} : { s: start }),
      m: moves.join(" "),
      a: at,
      l: variations.map((line) => line.join(" ")),
      ...(draft.text === text ? {} : { draft: draft.text }),
      white: table.seats.white,
      black: table.seats.black,
      flip: table.flip,
      paused: thinker.paused,
    };
    keep("sessionStorage", KEY, JSON.stringify(value));
  }

  #restore(): boolean {
    const json = kept("sessionStorage", KEY);
    if (json === null) return false;
    try {
      const value = JSON.parse(json) as Record<string, unknown>;
      const shared = shape(value);
      this.table.seats = { white: seatFrom(value.white), black: seatFrom(value.black) };
      this.table.flip = value.flip === true;
      this.thinker.paused = value.paused === true;
      this.load(shared.text, { start: shared.start, moves: shared.moves, at: shared.at }, shared.variations);
      if (typeof value.draft === "string") this.#unfinished(value.draft);
      return true;
    } catch {
      keep("sessionStorage", KEY, null);
      return false;
    }
  }

  /** Who plays was changed. */
  seated(computer: boolean): void {
    if (computer) this.thinker.paused = false;
    this.thinker.refresh();
    const { white, black } = this.table.seats;
    // Two computers would begin by themselves at the next visit.
    if (white.player === HUMAN || black.player === HUMAN) keep("localStorage", SEATS, JSON.stringify({ white, black }));
  }

  /** Has every position of the game judged. */
  startReview(): void {
    // One search at a time.
    if (this.thinker.analysing) this.thinker.toggleAnalysis();
    void this.review.start();
  }

  /** The computer, the first of the players that the server offers, takes the side at the top of the board. */
  playComputer(): void {
    const computer = this.info?.players[0];
    if (!computer) return;
    this.table.seats[this.table.flip ? "white" : "black"].player = computer.name;
    this.seated(true);
  }

  /** The same game again, with the players on each other's side. */
  changeSides(): void {
    const { white, black } = this.table.seats;
    this.table.seats = { white: black, black: white };
    this.table.flip = !this.table.flip;
    this.seated(true);
    this.table.restart();
  }

  /** A new visit begins with those who played in the last one. A link or a reload has its own. */
  #lastSeats(): void {
    try {
      const value = JSON.parse(kept("localStorage", SEATS) ?? "null") as { white?: unknown; black?: unknown } | null;
      if (value) this.table.seats = { white: seatFrom(value.white), black: seatFrom(value.black) };
    } catch {
      keep("localStorage", SEATS, null);
    }
  }

  /** The text that was being written comes back into the editor as soon as the board stands. */
  #unfinished(text: string): void {
    const adopt = this.draft.accepted;
    this.draft.accepted = (valid, game) => {
      this.draft.accepted = adopt;
      adopt(valid, game);
      this.draft.replace(text, false);
    };
  }

  tell(text: string, kind: Notice["kind"] = "plain", action: Notice["action"] = null): void {
    this.notice = { text, kind, action };
    clearTimeout(this.#noticeTimer);
    this.#noticeTimer = setTimeout(() => (this.notice = null), action ? 15_000 : 7_000);
  }

  fail(error: unknown): void {
    if (error instanceof ApiError) {
      // The server names the field of the request; who uses the page knows of none.
      const message = error.message.replace(/^`\w+`: /, "");
      this.tell(error.help ? `${message} ${error.help}` : message, "problem");
    } else if (error instanceof ShareError || error instanceof Error) this.tell(error.message, "problem");
    else this.tell(String(error), "problem");
  }
}

export const page = new Page();
