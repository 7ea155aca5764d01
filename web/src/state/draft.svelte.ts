// The text in the editor in; what the server finds in it out, a moment after each keystroke.
import { ApiError, post } from "../lib/api";
import { Latest } from "../lib/latest";
import type { Diagnostic, GameInfo, Sketch } from "../lib/types";

/** Long enough to gather the keys of one stroke, short enough not to be noticed. */
const CHECK_AFTER = 10;
/** The board follows when the writer pauses. */
const ADOPT_AFTER = 200;

const RETRY_AFTER = 1500;

interface Checked {
  diagnostics: Diagnostic[];
  /** Only where there are errors, and the board has none. */
  board?: Sketch | null;
  /** Not there in a brief answer. */
  game?: GameInfo | null;
  /** How many further diagnostics there are beside those listed. */
  more?: number;
}

export class Draft {
  text = $state.raw("");
  /** Grows when the text is replaced from outside the editor. */
  revision = $state(0);
  /** The last replacement was another text, not a change of this one: the editor has no way back from it. */
  fresh = true;
  diagnostics = $state.raw<Diagnostic[]>([]);
  more = $state(0);
  /** The text that the diagnostics are about. */
  checked = $state.raw<string | null>(null);
  valid = $state(true);
  /** What the board will be, while the text has errors elsewhere. */
  sketch = $state.raw<Sketch | null>(null);
  failure = $state.raw<string | null>(null);
  /** Called with a text without errors. */
  accepted: (text: string, game: GameInfo) => void = () => undefined;

  /** Called with a text that came as a whole and has errors. */
  rejected: (text: string) => void = () => undefined;
  /** Called when somebody writes in it. */
  written: () => void = () => undefined;

  readonly #checks = new Latest();
  readonly #games = new Latest();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #adopted: string | null = null;
  /** The text came as a whole: nobody is in the middle of a word. */
  #whole = false;

  get errors(): number {
    return this.diagnostics.filter((d) => d.severity === "error").length;
  }

  get warnings(): number {
    return this.diagnostics.filter((d) => d.severity === "warning").length;
  }

  get hints(): number {
    return this.diagnostics.length - this.errors - this.warnings;
  }

  /** A change made in the editor. */
  edit(text: string): void {
    if (text === this.text) return;
    this.#take(text);
    this.#whole = false;
    this.#timer = setTimeout(() => void this.#check(), CHECK_AFTER);
    this.written();
  }

  /** A change made elsewhere on the page; the editor can take it back. */
  change(text: string): void {
    this.#take(text);
    this.fresh = false;
    this.#come();
  }

  /** Another text in place of this one. */
  replace(text: string): void {
    this.#take(text);
    this.fresh = true;
    this.#adopted = this.sketch = null;
    this.#come();
  }

  #come(): void {
    this.#whole = true;
    this.revision++;
    void this.#check();
  }

  #take(text: string): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#pause);
    this.#games.drop();
    // The editor ends every line with LF; offsets must be those of its text.
    this.text = text.replaceAll(/\r\n?/g, "\n");
  }

  /** Checks again, for instance after the server came back. */
  recheck(): void {
    if (this.failure !== null || this.checked !== this.text) void this.#check();
  }

  /** The board could not take the text: it is offered again. */
  forget(): void {
    this.#adopted = this.checked = null;
  }

  async #check(): Promise<void> {
    const { text } = this;
    // Who is writing wants to know what is wrong at once; the game is made in the next pause.
    const brief = !this.#whole;
    try {
      const found = await this.#checks.ask(() => post<Checked>("/api/check", brief ? { text, brief } : { text }), brief);
      if (!found) return;
      this.failure = null;
      if (text !== this.text) return;
      this.diagnostics = found.diagnostics;
      this.more = found.more ?? 0;
      this.checked = text;
      this.valid = brief ? this.errors === 0 : found.game !== null;
      this.sketch = found.board ?? null;
      if (found.game) this.#adopt(text, found.game);
      else if (found.game === null) this.rejected(text);
      else if (this.valid && text !== this.#adopted) this.#pause = setTimeout(() => void this.#make(text), ADOPT_AFTER);
    } catch (error) {
      this.#refused(error);
    }
  }

  /** The game of a text that seems to be right. */
  async #make(text: string): Promise<void> {
    try {
      const found = await this.#games.ask(() => post<Checked>("/api/check", { text }));
      if (!found) return;
      if (found.game) this.#adopt(text, found.game);
      else this.valid = false;
    } catch (error) {
      this.#refused(error);
    }
  }

  #adopt(text: string, game: GameInfo): void {
    if (text === this.#adopted) return;
    this.#adopted = text;
    this.accepted(text, game);
  }

  #refused(error: unknown): void {
    this.failure = error instanceof ApiError ? error.message : String(error);
    // A server that is away or has too much to do is asked again; one that refuses the text is not.
    if (error instanceof ApiError && error.passing) setTimeout(() => this.recheck(), RETRY_AFTER);
  }
}
