// The text in the editor in; what the server finds in it out, a moment after each keystroke.
import { ApiError, post } from "../lib/api";
import { Latest } from "../lib/latest";
import type { Diagnostic, GameInfo } from "../lib/types";

/** Long enough to gather the keys of one stroke, short enough not to be noticed. */
const CHECK_AFTER = 10;
/** The board follows when the writer pauses. */
const ADOPT_AFTER = 200;

const RETRY_AFTER = 1500;

interface Checked {
  diagnostics: Diagnostic[];
  /** Not there in a brief answer. */
  game?: GameInfo | null;
  /** How many further diagnostics there are beside those listed. */
  more?: number;
}

export class Draft {
  text = $state.raw("");
  /** Grows when the text is replaced from outside the editor. */
  revision = $state(0);
  diagnostics = $state.raw<Diagnostic[]>([]);
  more = $state(0);
  /** The text that the diagnostics are about. */
  checked = $state.raw<string | null>(null);
  valid = $state(true);
  failure = $state.raw<string | null>(null);
  /** Somebody has written in it since it came. */
  edited = $state(false);
  /** Called with a text without errors. */
  accepted: (text: string, game: GameInfo) => void = () => undefined;

  readonly #checker = new Latest<string>((text) => this.#check(text));
  #timer: ReturnType<typeof setTimeout> | undefined;
  #adoption: ReturnType<typeof setTimeout> | undefined;
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
    this.text = text;
    this.edited = true;
    this.#whole = false;
    clearTimeout(this.#timer);
    clearTimeout(this.#adoption);
    this.#timer = setTimeout(() => this.#checker.ask(this.text), CHECK_AFTER);
  }

  /** Another text in place of this one. `adopted` tells that the board has it already. */
  replace(given: string, adopted = false): void {
    // The editor ends every line with LF; offsets must be those of its text.
    const text = given.replaceAll(/\r\n?/g, "\n");
    clearTimeout(this.#timer);
    clearTimeout(this.#adoption);
    this.#adopted = adopted ? text : null;
    this.#whole = true;
    this.edited = false;
    this.text = text;
    this.revision++;
    this.#checker.ask(text);
  }

  /** Checks again, for instance after the server came back. */
  recheck(): void {
    if (this.failure !== null || this.checked !== this.text) this.#checker.ask(this.text);
  }

  /** The board could not take the text: it is offered again. */
  forget(): void {
    this.#adopted = this.checked = null;
  }

  async #check(text: string): Promise<void> {
    try {
      // Who is writing wants to know what is wrong at once; the game is made in the next pause.
      const brief = !this.#whole;
      const found = await post<Checked>("/api/check", brief ? { text, brief } : { text });
      this.failure = null;
      if (text !== this.text) return;
      this.diagnostics = found.diagnostics;
      this.more = found.more ?? 0;
      this.checked = text;
      this.valid = brief ? this.errors === 0 : found.game !== null;
      if (found.game) this.#adopt(text, found.game);
      else if (this.valid && text !== this.#adopted) this.#adoption = setTimeout(() => void this.#make(text), ADOPT_AFTER);
    } catch (error) {
      this.#refused(error);
    }
  }

  /** The game of a text that seems to be right. */
  async #make(text: string): Promise<void> {
    try {
      const { game } = await post<Checked>("/api/check", { text });
      if (text !== this.text) return;
      if (game) this.#adopt(text, game);
      else this.valid = false;
    } catch (error) {
      if (text === this.text) this.#refused(error);
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
