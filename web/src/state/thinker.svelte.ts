// Whose turn it is in; the moves of the computers, hints and analysis out. One search at a time.
import { atEnd, onBoard, type Line } from "../lib/history";
import { Latest } from "../lib/latest";
import { LinkError, type Answer, type Body } from "../lib/link";
import { strengthOf } from "../lib/seats";
import { keep, kept } from "../lib/browser";
import type { Info, Offered } from "../lib/types";
import { other } from "../lib/sides";
import { startOf, type Table } from "./table.svelte";

/** Computers move no faster than a human can follow. */
const PACE = { alone: 350, answering: 220 };

const LINES = "sbg.lines";
/** How many lines an analysis can show. */
export const CHOICES = [1, 2, 3, 5] as const;
const USUAL_LINES = 3;

/** Long enough to settle most positions; a server that allows less ends it earlier. */
const ANALYSE_SECONDS = 30;

export class Thinker {
  /** The computers wait. */
  paused = $state(false);
  busy = $state<null | "move" | "hint" | "analysis">(null);
  /** What the search waits for, in the server's words. */
  waits = $state<string | null>(null);
  /** What the last search has found, the best line first. */
  found = $state.raw<readonly Info[]>([]);
  /** Whether that is about the position on the board. */
  readonly current = $derived.by(() => this.#about === this.#table.line);
  /** How many lines are analysed. */
  lines = $state(USUAL_LINES);
  /** The move that the computer advises, until the position changes. */
  hint = $state.raw<string | null>(null);
  analysing = $state(false);
  problem: (message: string) => void = () => undefined;
  say: (words: string) => void = () => undefined;

  readonly #table: Table;
  /** Whom the server offers; until it has told, no computer moves. */
  #players: readonly Offered[] | null = null;
  #cancel: (() => void) | null = null;
  readonly #search = new Latest();
  #about = $state.raw<Line | null>(null);

  constructor(table: Table) {
    this.#table = table;
    const chosen = Number(kept("localStorage", LINES));
    if (CHOICES.some((one) => one === chosen)) this.lines = chosen;
  }

  /** The server has told who plays: a computer whose turn it is may move. */
  introduce(players: readonly Offered[]): void {
    this.#players = players;
    if (this.busy === null) this.refresh();
  }

  /** What is shown of it: who plays against a computer is not told what it expects of them, unless they ask. */
  get shown(): readonly Info[] {
    const against = this.#table.isHuman("white") !== this.#table.isHuman("black");
    return against && !this.analysing && this.hint === null ? [] : this.found;
  }

  /** The best line. */
  get info(): Info | null {
    return this.shown[0] ?? null;
  }

  chooseLines(lines: number): void {
    this.lines = lines;
    keep("localStorage", LINES, String(lines));
    if (this.analysing && this.busy !== "move") this.refresh();
  }

  get anyComputer(): boolean {
    return !this.#table.isHuman("white") || !this.#table.isHuman("black");
  }

  /** It is a computer's turn, but the board shows an earlier position: it waits to be told. */
  get waitsInPast(): boolean {
    const { state, line } = this.#table;
    return state !== null && !state.outcome && !atEnd(line) && !this.#table.isHuman(state.turn);
  }

  /** The position, a seat or the pause changed: ends what runs and starts what is due. */
  refresh(newGame = false): void {
    this.#end();
    this.hint = null;
    if (newGame) this.found = [];
    const { state, line } = this.#table;
    if (!state || state.outcome) return;
    if (!this.paused && this.#players && atEnd(line) && !this.#table.isHuman(state.turn)) void this.#move();
    else if (this.analysing) void this.#analyse();
  }

  /** Ends what runs: the game will be another one in a moment. */
  halt(): void {
    this.#end();
  }

  togglePause(): void {
    this.paused = !this.paused;
    this.refresh();
  }

  toggleAnalysis(): void {
    this.analysing = !this.analysing;
    if (this.busy !== "move") this.refresh();
  }

  /** The computer moves at once, with the best that it has found so far. */
  hurry(): void {
    if (this.busy === "move") this.#table.link.stop();
  }

  async askHint(): Promise<void> {
    const answer = await this.#run("hint", { type: "hint", ...this.#where() });
    if (answer?.type !== "hinted") return;
    this.hint = answer.move;
    if (answer.info) this.#hear([answer.info], this.#table.line);
    this.say(answer.move ? `Hint: ${answer.move}` : "There is no move to advise.");
    if (this.analysing) void this.#analyse();
  }

  async #move(): Promise<void> {
    const table = this.#table;
    const { turn } = table.state!;
    const seat = table.seats[turn];
    const pace = table.isHuman(other(turn)) ? PACE.answering : PACE.alone;
    const body: Body = { type: "play", ...this.#where(), player: seat.player, ...strengthOf(seat, this.#players ?? []) };
    const answer = await this.#run("move", body, pace);
    if (answer?.type === "played") table.accept(answer.move, answer.state);
  }

  async #analyse(): Promise<void> {
    await this.#run("analysis", { type: "analyse", ...this.#where(), seconds: ANALYSE_SECONDS, lines: this.lines });
  }

  /** The answer to a search, after `pace` milliseconds at the earliest; null when it was ended or went wrong. */
  async #run(kind: "move" | "hint" | "analysis", body: Body, pace = 0): Promise<Answer | null> {
    this.#end();
    const about = this.#table.line;
    const found: Info[] = [];
    const { answer, cancel } = this.#table.link.request(body, (told) => {
      this.waits = "waits" in told ? told.waits : null;
      if (!("rank" in told)) return;
      found[told.rank - 1] = told;
      this.#hear(found, about);
    });
    this.#cancel = cancel;
    this.busy = kind;
    const due = performance.now() + pace;
    try {
      const given = await this.#search.ask(async () => {
        const given = await answer;
        const rest = due - performance.now();
        if (rest > 0) await new Promise((resume) => setTimeout(resume, rest));
        return given;
      });
      if (given) this.#rest();
      return given ?? null;
    } catch (error) {
      this.#rest();
      if (error instanceof LinkError && error.code === "cancelled") return null;
      // A computer that cannot play would be asked again for ever.
      if (kind === "move") this.paused = true;
      if (kind === "analysis") this.analysing = false;
      this.problem(error instanceof Error ? error.message : String(error));
      return null;
    }
  }

  #hear(found: readonly Info[], about: Line): void {
    this.found = found.filter(Boolean);
    this.#about = about;
  }

  #end(): void {
    this.#search.drop();
    this.#cancel?.();
    this.#rest();
  }

  #rest(): void {
    this.#cancel = null;
    this.busy = this.waits = null;
  }

  #where(): { text: string; start?: string; moves: string[] } {
    const { text, line } = this.#table;
    return { text, ...startOf(line), moves: onBoard(line) };
  }
}
