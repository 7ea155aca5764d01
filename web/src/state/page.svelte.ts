// The page as a whole: it joins text, board and computers, and knows what is shown and said.
import { get, post } from "../lib/api";
import { keep, keys, kept } from "../lib/browser";
import { rowsOf } from "../lib/fen";
import { atEnd } from "../lib/history";
import { Latest } from "../lib/latest";
import { HUMAN, seatFrom } from "../lib/seats";
import { pack } from "../lib/share";
import { stateWords } from "../lib/speech";
import type { Listed, Rules, ServerInfo } from "../lib/types";
import { Draft } from "./draft.svelte";
import { look } from "./look.svelte";
import { MyGames } from "./mine.svelte";
import { Notices, type Notice } from "./notices.svelte";
import { Opener } from "./opener.svelte";
import { Review } from "./review.svelte";
import { Table } from "./table.svelte";
import { Thinker } from "./thinker.svelte";

const SEATS = "sbg.seats";

export type Tab = "board" | "editor" | "rules";

export class Page {
  readonly table = new Table();
  readonly draft = new Draft();
  readonly thinker = new Thinker(this.table);
  readonly review = new Review(this.table);
  readonly notices = new Notices();
  readonly mine = new MyGames({
    get: (key) => kept("localStorage", key),
    set: (key, value) => keep("localStorage", key, value),
    keys,
    channel: (name) => (typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(name)),
  });
  readonly opener = new Opener(this.table, this.draft, this.thinker, this.notices, this.mine);

  info = $state.raw<ServerInfo | null>(null);
  games = $state.raw<Listed[] | null>(null);
  rules = $state.raw<Rules | null>(null);
  tab = $state<Tab>("board");
  gallery = $state(false);
  sharing = $state(false);
  /** The board is being edited. */
  editing = $state(false);
  /** What a screen reader is told. */
  said = $state("");
  /** The names of the pieces, by their letters. */
  readonly names = $derived(
    new Map((this.rules?.pieces ?? []).flatMap((p) => (p.name ? [[p.letter, p.name] as const] : []))),
  );

  /** Pieces are drawn as figures: as is usual for the game, unless the reader has chosen. */
  readonly figures = $derived((look.pieces ?? this.table.game?.drawn) === "figures");

  /** The board of a text that cannot be played yet, where it is another one than that of the game. */
  readonly sketch = $derived.by(() => {
    const rows = this.draft.valid ? null : (this.draft.sketch?.rows ?? null);
    const { game } = this.table;
    return rows && rows.join("/") !== (game && rowsOf(game.state.start).join("/")) ? rows : null;
  });

  readonly #descriptions = new Latest();
  #rulesAsked = "";

  constructor() {
    const problem = (text: string) => this.notices.problem(text);
    this.table.problem = problem;
    this.thinker.problem = problem;
    this.review.problem = problem;
    this.thinker.say = this.review.say = (words) => (this.said = words);
    this.table.changed = (kind) => {
      const { state, game } = this.table;
      const opening = kind === "game" && game ? `${game.name}. ` : "";
      if (state) this.said = opening + stateWords(state, this.names);
      if (kind === "step" && this.thinker.anyComputer && !this.table.isHuman("white") && !this.table.isHuman("black")) {
        this.thinker.paused = true;
      }
      this.thinker.refresh(kind === "game");
    };
    this.opener.left = () => {
      this.#descriptions.drop();
      this.rules = null;
      this.#rulesAsked = "";
    };
    this.table.reconnected = () => this.draft.recheck();
  }

  async start(): Promise<void> {
    void this.#loadInfo();
    await this.opener.start(
      ({ white, black, flip, paused }) => {
        this.table.seats = { white: seatFrom(white), black: seatFrom(black) };
        this.table.flip = flip === true;
        this.thinker.paused = paused === true;
      },
      () => this.#lastSeats(),
    );
  }

  /** Keeps the game, and who plays it how. */
  save(): void {
    const { seats, flip } = this.table;
    this.opener.save({ white: { ...seats.white }, black: { ...seats.black }, flip, paused: this.thinker.paused });
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

  /** The rules in words, for the text that the board plays by. */
  async loadRules(): Promise<void> {
    const text = this.table.text;
    const pieces = this.figures ? "figures" : "letters";
    const key = `${look.theme} ${pieces} ${text}`;
    if (!text || key === this.#rulesAsked) return;
    this.#rulesAsked = key;
    try {
      const rules = await this.#descriptions.ask(() => post<Rules>("/api/describe", { text, theme: look.theme, pieces }));
      if (rules) this.rules = rules;
    } catch (error) {
      this.#rulesAsked = "";
      this.fail(error);
    }
  }

  async shareLink(): Promise<string> {
    const { now } = this.opener;
    return `${location.origin}${location.pathname}#${await pack({ ...now, text: this.table.text })}`;
  }

  // -- playing

  /** A step back: a move, or, where there is none, what took the place of the line before. */
  get canUndo(): boolean {
    return this.table.wanted.at > 0 || this.opener.past.length > 0;
  }

  get canRedo(): boolean {
    return !atEnd(this.table.wanted) || this.opener.future.length > 0;
  }

  undo(): void {
    if (this.table.wanted.at > 0) void this.table.undo();
    else this.opener.back();
  }

  redo(): void {
    if (!atEnd(this.table.wanted)) void this.table.redo();
    else this.opener.forward();
  }

  /** The same game from the start. */
  restart(): void {
    const left = this.table.line;
    this.table.restart();
    if (left.moves.length > 0) this.tell("The game starts again.", "plain", { label: "Bring it back", run: () => this.opener.back() });
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
    this.restart();
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

  // -- telling

  get notice(): Notice | null {
    return this.notices.now;
  }

  set notice(notice: Notice | null) {
    this.notices.now = notice;
  }

  tell(text: string, kind: Notice["kind"] = "plain", action: Notice["action"] = null): void {
    this.notices.tell(text, kind, action);
  }

  fail(error: unknown): void {
    this.notices.fail(error);
  }
}

export const page = new Page();
