// The board: which game, which line of play, what stands where. The server says everything that has to do with rules.
import { ApiError, post } from "../lib/api";
import { outside } from "../lib/browser";
import { plyOf } from "../lib/fen";
import { atEnd, back, common, cut, EMPTY, forward, goTo, MOST_ASIDES, onBoard, play, setAside, type Aside, type Line } from "../lib/history";
import { Latest } from "../lib/latest";
import { Link, type Outside, type Status } from "../lib/link";
import { EMPTY_SEAT, HUMAN, type Seat } from "../lib/seats";
import { sideAt } from "../lib/sides";
import type { GameInfo, Played, Side, State } from "../lib/types";

const MOST_SEEN = 400;
/** A server that is busy is asked again, but not for ever. */
const TRIES = 40;
const PAUSE = 400;

/** Where the line starts, as the server wants it. */
export function startOf(line: Line): { start?: string } {
  return line.start === null ? {} : { start: line.start };
}

export class Table {
  game = $state.raw<GameInfo | null>(null);
  /** The rules that the board plays by: the last text without errors. */
  text = $state.raw("");
  line = $state.raw<Line>(EMPTY);
  state = $state.raw<State | null>(null);
  /** The moves of the whole line, those too that are taken back. */
  history = $state.raw<Played[]>([]);
  /** Lines that were left for the one on the board, and can be taken up again. */
  asides = $state.raw<readonly Aside[]>([]);
  seats = $state<Record<Side, Seat>>({
    white: { ...EMPTY_SEAT },
    black: { ...EMPTY_SEAT },
  });
  flip = $state(false);
  status = $state<Status>("connecting");
  /** Why the server lets nobody in, in its own words. */
  refusal = $state<string | null>(null);
  /** The line that was asked for last; the one on the board until its answer is here. Whoever steps on, steps from here. */
  wanted = $state.raw<Line>(EMPTY);

  readonly link: Link;
  /** Called whenever the position on the board, or the game, is another one. */
  changed: (kind: "game" | "move" | "step") => void = () => undefined;
  /** Called when a person, not a computer, has changed the game on the board. */
  touched: () => void = () => undefined;
  /** Called before another game or another start takes the place of the line on the board. */
  leaving: (rules: boolean) => void = () => undefined;
  /** Called when the connection stands again. */
  reconnected: () => void = () => undefined;
  problem: (message: string) => void = () => undefined;

  #seen = new Map<string, State>();
  readonly #rules = new Latest();
  readonly #position = new Latest();

  constructor(world: (status: (status: Status, reason: string | null) => void) => Outside = outside) {
    this.link = new Link(
      world((status, reason) => {
        const back = status === "open" && this.status !== "open";
        this.status = status;
        this.refusal = reason;
        if (back) this.reconnected();
      }),
    );
  }

  get firstPly(): number {
    return plyOf(this.line.start ?? this.game?.state.start ?? "");
  }

  sideAt(at: number): Side {
    return sideAt(this.firstPly + at);
  }

  isHuman(side: Side): boolean {
    return this.seats[side].player === HUMAN;
  }

  /** A human may move now. */
  get open(): boolean {
    const state = this.state;
    return state !== null && !state.outcome && this.wanted === this.line && this.isHuman(state.turn);
  }

  /**
   * Takes new rules. With a line the board shows that one; without, what was played so far.
   * The line is kept where it can be played under these rules; the answer says whether it was. There is none where other rules
   * were taken in the meantime.
   */
  async adopt(text: string, game: GameInfo, given: Line | null): Promise<boolean | undefined> {
    const found = await this.#rules.ask(async () => {
      for (;;) {
        const line = given ?? this.wanted;
        // By chance a move can be legal in quite another game: what was played belongs to its board.
        const replayed = given || this.#sameBoard(game) ? await this.#replay(text, line) : null;
        // A move that was made in the meantime belongs to the line, too.
        if (given || line === this.wanted) return { line, replayed };
      }
    });
    if (!found) return undefined;
    const { line, replayed } = found;
    const fits = replayed !== null || (line.moves.length === 0 && line.start === null);
    if (given || !fits) this.leaving(true);
    this.#position.drop();
    this.#seen.clear();
    this.game = game;
    this.text = text;
    this.link.open();
    if (replayed) this.#show(line, replayed.state, replayed.history, "game");
    else this.#show(EMPTY, game.state, [], "game");
    return fits;
  }

  /** A game begins as the one on the board does; from a position of its own, the squares are enough. */
  #sameBoard(game: GameInfo): boolean {
    const own = this.game;
    if (!own || own.width !== game.width || own.height !== game.height) return false;
    return this.line.start !== null || own.state.start === game.state.start;
  }

  /** Where a line leads under other rules; null when it is empty or cannot be played. */
  async #replay(text: string, line: Line): Promise<{ state: State; history: Played[] } | null> {
    if (!line.moves.length && line.start === null) return null;
    try {
      const whole = await post<State>("/api/moves", { text, ...startOf(line), moves: line.moves });
      if (atEnd(line)) return { state: whole, history: whole.history };
      const state = await post<State>("/api/moves", { text, ...startOf(line), moves: onBoard(line) });
      return { state, history: whole.history };
    } catch (error) {
      if (error instanceof ApiError && !error.passing) return null;
      throw error;
    }
  }

  /** A human's move, from the list of legal ones. */
  async move(move: string): Promise<void> {
    if (this.open) await this.follow([move]);
  }

  /** Moves of a variation, one after the other from the position on the board. */
  async follow(moves: readonly string[]): Promise<void> {
    this.touched();
    await this.#go(moves.reduce(play, this.line), "move");
  }

  /** Takes up a line that was left, after the first move in which it differs. */
  async takeUp(aside: Aside): Promise<void> {
    const line = goTo(aside.line, common(aside.line.moves, this.line.moves) + 1);
    const asides = setAside(this.asides, { line: this.line, history: this.history }, line);
    if (await this.#go(line, "step", [...aside.history])) this.asides = asides;
  }

  /** Lines from the start of the one on the board that were left for it; those that cannot be played are passed over. */
  async recall(lines: readonly (readonly string[])[]): Promise<void> {
    const { text } = this;
    const { start } = this.line;
    for (const moves of lines.slice(-MOST_ASIDES)) {
      const line = { start, moves, at: moves.length };
      const replayed = await this.#replay(text, line);
      // Another game, or another start, is on the board by now.
      if (text !== this.text || start !== this.line.start) return;
      if (replayed) this.asides = setAside(this.asides, { line, history: replayed.history }, this.line);
    }
  }

  /** A computer's move, with the position that the server gave along with it. */
  accept(move: string, state: State): void {
    const line = play(this.line, move);
    this.#position.drop();
    this.#remember(line.moves.join(" "), state);
    this.#show(line, state, state.history, "move");
  }

  /** How the whole line ends, that too which is taken back; null where the game goes on. */
  async outcome(): Promise<State["outcome"]> {
    if (atEnd(this.line)) return this.state?.outcome ?? null;
    try {
      return (await this.#ask(goTo(this.line, this.line.moves.length))).outcome;
    } catch (error) {
      this.#tell(error);
      return null;
    }
  }

  async goTo(at: number): Promise<void> {
    await this.#step(goTo(this.wanted, at));
  }

  /** Back to where a human was to move; where there is no human, one move. */
  async undo(): Promise<void> {
    if (this.wanted.at > 0) await this.#step(back(this.wanted, (at) => this.#stop(at)));
  }

  async redo(): Promise<void> {
    if (!atEnd(this.wanted)) await this.#step(forward(this.wanted, (at) => this.#stop(at)));
  }

  /** Sets aside what was taken back, so that play goes on from here. */
  continueHere(): void {
    this.touched();
    this.asides = setAside(this.asides, { line: this.line, history: this.history }, cut(this.line));
    this.line = this.wanted = cut(this.line);
    this.history = this.history.slice(0, this.line.at);
    this.changed("step");
  }

  /** The same rules from the start. What was played from there stays as a line that can be taken up again. */
  restart(): void {
    if (!this.game) return;
    const left = { line: this.line, history: this.history };
    const asides = left.line.start === null ? setAside(this.asides, left, EMPTY) : [];
    this.leaving(false);
    this.#position.drop();
    this.#show(EMPTY, this.game.state, [], "game");
    this.asides = asides;
  }

  /** A position line, or a whole line of play, in place of what is on the board. Throws what is wrong with it. */
  async setLine(start: string | null, moves: readonly string[]): Promise<void> {
    const asked = { text: this.text, ...(start === null ? {} : { start }), moves };
    const state = await this.#position.ask(() => post<State>("/api/moves", asked));
    if (!state) return;
    // As the server writes it: it takes position lines of other programs, too.
    const line: Line = { start: start === null ? null : state.start, moves, at: moves.length };
    this.touched();
    this.leaving(false);
    this.#show(line, state, state.history, "game");
  }

  #stop(at: number): boolean {
    const someone = this.isHuman("white") || this.isHuman("black");
    return someone ? this.isHuman(this.sideAt(at)) : true;
  }

  async #step(line: Line): Promise<void> {
    await this.#go(line, "step", line.moves === this.line.moves ? this.history : null);
  }

  /** Shows a line as soon as the server has said where it leads; says whether it is shown. */
  async #go(line: Line, kind: "move" | "step", history: Played[] | null = null): Promise<boolean> {
    this.wanted = line;
    try {
      const found = await this.#position.ask(async () => {
        const state = await this.#ask(line);
        const whole = history ?? (atEnd(line) ? state : await this.#ask(goTo(line, line.moves.length))).history;
        return { state, whole };
      });
      if (found) this.#show(line, found.state, found.whole, kind);
      return found !== undefined;
    } catch (error) {
      this.wanted = this.line;
      this.#tell(error);
      return false;
    }
  }

  async #ask(line: Line): Promise<State> {
    const key = onBoard(line).join(" ");
    const seen = this.#seen.get(key);
    if (seen) return seen;
    const { text, wanted } = this;
    for (let tries = 1; ; tries++) {
      try {
        const state = await post<State>("/api/moves", { text, ...startOf(line), moves: onBoard(line) });
        if (text === this.text) this.#remember(key, state);
        return state;
      } catch (error) {
        // A move that is made while the server is away is not lost, unless something else is wanted by then.
        const again = error instanceof ApiError && error.passing && (error.offline || tries < TRIES);
        if (!again || wanted !== this.wanted || text !== this.text) throw error;
        await new Promise((resume) => setTimeout(resume, PAUSE));
      }
    }
  }

  #remember(key: string, state: State): void {
    // Each holds all moves before it: a very long game must not fill the memory.
    if (this.#seen.size >= MOST_SEEN) this.#seen.clear();
    this.#seen.set(key, state);
  }

  #show(line: Line, state: State, history: Played[], kind: "game" | "move" | "step"): void {
    if (kind === "game" && this.line.start !== line.start) this.#seen.clear();
    if (kind === "game") this.asides = [];
    else if (kind === "move") this.asides = setAside(this.asides, { line: this.line, history: this.history }, line);
    this.line = this.wanted = line;
    this.state = state;
    this.history = history;
    this.changed(kind);
  }

  #tell(error: unknown): void {
    this.problem(error instanceof Error ? error.message : String(error));
  }
}
