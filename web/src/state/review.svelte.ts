// A game, finished or not, in; how each of its positions is judged, and what would have been better, out.
import { LinkError, type Told } from "../lib/link";
import { mark, type Mark } from "../lib/review";
import type { Info, Played } from "../lib/types";
import { startOf, type Table } from "./table.svelte";

/** Seconds for a position, and for all of them together. */
const EACH = 0.4;
const ALL = 30;
const LEAST = 0.05;

export class Review {
  busy = $state(false);
  problem: (message: string) => void = () => undefined;
  say: (words: string) => void = () => undefined;

  readonly #table: Table;
  /** The moves that it is about: the very list, since another one is another game. */
  #moves = $state.raw<readonly string[] | null>(null);
  #scores = $state.raw<readonly (number | null)[]>([]);
  #better = $state.raw<readonly (Played | null)[]>([]);

  constructor(table: Table) {
    this.#table = table;
  }

  /** It is about the game on the board. */
  get shown(): boolean {
    return this.#moves !== null && this.#moves === this.#table.line.moves;
  }

  get scores(): readonly (number | null)[] {
    return this.shown ? this.#scores : [];
  }

  /** How a move is marked, counted from 1. */
  markOf(at: number): Mark {
    return this.shown ? mark(this.#scores[at - 1], this.#scores[at], this.#table.sideAt(at - 1)) : "";
  }

  /** How many moves are marked. */
  get marks(): number {
    return this.shown ? this.#moves!.filter((_, at) => this.markOf(at + 1) !== "").length : 0;
  }

  /** What should have been played in place of a mistake, counted from 1. */
  betterThan(at: number): Played | null {
    const better = this.markOf(at) ? this.#better[at - 1] : null;
    return better && better.move !== this.#moves![at - 1] ? better : null;
  }

  /** Judges every position of the line on the board. */
  async start(): Promise<void> {
    const { line, text } = this.#table;
    const { moves } = line;
    const outcome = await this.#table.outcome();
    if (this.#table.line.moves !== moves) return;
    const end = outcome && (outcome.winner === "white" ? 1 : outcome.winner === "black" ? -1 : 0);
    const scores: (number | null)[] = [...moves.map(() => null), end];
    const better: (Played | null)[] = moves.map(() => null);
    this.#moves = moves;
    this.#scores = scores;
    this.#better = better;
    this.busy = true;
    const seconds = Math.max(LEAST, Math.min(EACH, ALL / moves.length));
    try {
      // From the end: there a search sees most, and there the reader is.
      for (let at = moves.length - (outcome ? 1 : 0); at >= 0 && this.shown; at--) {
        let last: Info | null = null;
        const body = { type: "analyse" as const, text, ...startOf(line), moves: moves.slice(0, at), seconds };
        const hear = (told: Told): void => void ("rank" in told && (last = told));
        await this.#table.link.request(body, hear).answer;
        const found = last as Info | null;
        if (!found || this.#moves !== moves) continue;
        scores[at] = found.score.white;
        if (at < moves.length) better[at] = found.line[0] ?? null;
        this.#scores = [...scores];
        this.#better = [...better];
      }
      if (this.shown) this.say(`Review done: ${this.marks || "no"} ${this.marks === 1 ? "move" : "moves"} lost ground.`);
    } catch (error) {
      if (!(error instanceof LinkError && error.code === "cancelled")) this.problem(error instanceof Error ? error.message : String(error));
    } finally {
      if (this.#moves === moves) this.busy = false;
    }
  }
}
