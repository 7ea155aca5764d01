// Requests to the WebSocket in; answers out, whatever happens to the connection in between.
// When it breaks, it is opened again (after growing pauses), the game is sent again, and so is whatever was not answered.
import type { Diagnostic, GameInfo, Info, Profile, Progress, State } from "./types";

/** The part of a WebSocket that is used here; tests bring their own. */
export interface Wire {
  send(data: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event?: { reason?: string }) => void) | null;
}

/** "refused": the server answers, but does not take this game. */
export type Status = "connecting" | "open" | "waiting" | "refused";

export interface Outside {
  connect(): Wire;
  /** Runs `work` later; the answer takes it back. */
  later(work: () => void, milliseconds: number): () => void;
  /** `reason` is what the server has said about it, if it has. */
  status(status: Status, reason: string | null): void;
  random(): number;
}

export type Body =
  | { type: "moves"; start?: string; moves: string[] }
  | { type: "play"; start?: string; moves: string[]; player: string; level?: number; seconds?: number }
  | { type: "analyse"; start?: string; moves: string[]; seconds?: number; lines?: number }
  | { type: "hint"; start?: string; moves: string[] }
  | { type: "profile"; moves: string[]; seed: number };

/** What is told before the answer: what a search has found, how far a profile is, or what it waits for. */
export type Told = Info | Progress | { waits: string };

export type Answer =
  | { id: number; type: "state"; state: State }
  | { id: number; type: "played"; move: string; state: State }
  | { id: number; type: "done"; move: string | null; stopped: boolean }
  | { id: number; type: "hinted"; move: string | null; info: Info | null }
  | { id: number; type: "profiled"; profile: Profile | null; sentences: string[]; stopped: boolean };

type Heard =
  | Answer
  | { id: number; type: "opened"; game: GameInfo }
  | { id: number; type: "info"; info: Told }
  | { id: number; type: "pong" }
  | { id: number | null; type: "error"; message: string; help?: string; code: string; diagnostics?: Diagnostic[] };

export class LinkError extends Error {
  readonly code: string;
  readonly help: string | null;

  constructor(code: string, message: string, help: string | null = null) {
    super(message);
    this.code = code;
    this.help = help;
  }
}

interface Pending {
  body: Body;
  resolve(answer: Answer): void;
  reject(error: LinkError): void;
  info: ((told: Told) => void) | null;
  tries: number;
}

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5_000;
const PING_EVERY = 15_000;
const PONG_WITHIN = 10_000;
/** The server may be busy with others: ask again, but not for ever. */
const BUSY_TRIES = 40;
const BUSY_PAUSE = 400;

export class Link {
  readonly #outside: Outside;
  #wire: Wire | null = null;
  #connected = false;
  #ready = false;
  #failures = 0;
  #ids = 0;
  #opening = 0;
  #text: string | null = null;
  /** The server has not taken the game; it is asked again with the next question. */
  #refused = false;
  /** What the server said about the whole connection. */
  #reason: string | null = null;
  #pending = new Map<number, Pending>();
  #cancelRetry: (() => void) | null = null;
  #cancelPing: (() => void) | null = null;
  #closed = false;

  constructor(outside: Outside) {
    this.#outside = outside;
  }

  /** Takes another game. What was asked about the one before is dropped. */
  open(text: string): void {
    for (const id of [...this.#pending.keys()]) this.#fail(id, new LinkError("cancelled", "Another game was opened."));
    this.#text = text;
    this.#ready = false;
    if (this.#connected) this.#sendOpen();
    else if (!this.#wire) this.#dial();
  }

  request(body: Body, info: ((told: Told) => void) | null = null): { answer: Promise<Answer>; cancel(): void } {
    const id = ++this.#ids;
    const answer = new Promise<Answer>((resolve, reject) => {
      this.#pending.set(id, { body, resolve, reject, info, tries: 0 });
    });
    if (this.#ready) this.#transmit({ id, ...body });
    else if (this.#refused) this.#sendOpen();
    return {
      answer,
      cancel: () => {
        if (!this.#pending.has(id)) return;
        if (this.#ready && body.type !== "moves") this.#transmit({ id: ++this.#ids, type: "stop" });
        this.#fail(id, new LinkError("cancelled", "The question was taken back."));
      },
    };
  }

  /** Ends a search early without dropping it: its answer comes at once. */
  stop(): void {
    if (this.#ready) this.#transmit({ id: ++this.#ids, type: "stop" });
  }

  /** Tries to connect now, without waiting for the end of a pause. */
  nudge(): void {
    if (this.#refused) this.#sendOpen();
    if (this.#wire || this.#text === null || this.#closed) return;
    this.#cancelRetry?.();
    this.#dial();
  }

  close(): void {
    this.#closed = true;
    this.#cancelRetry?.();
    this.#cancelPing?.();
    this.#wire?.close();
  }

  #dial(): void {
    this.#cancelRetry = null;
    this.#outside.status("connecting", this.#reason);
    const wire = this.#outside.connect();
    this.#wire = wire;
    wire.onopen = () => {
      this.#connected = true;
      this.#sendOpen();
      this.#keepAlive();
    };
    wire.onmessage = (event) => this.#hear(event.data);
    wire.onclose = (event) => {
      if (event?.reason) this.#reason ??= event.reason;
      this.#lost(wire);
    };
  }

  #lost(wire: Wire): void {
    if (this.#wire !== wire) return;
    wire.onopen = wire.onmessage = wire.onclose = null;
    this.#wire = null;
    this.#connected = this.#ready = this.#refused = false;
    this.#cancelPing?.();
    if (this.#closed) return;
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.#failures++);
    this.#outside.status("waiting", this.#reason);
    // Many pages that lost the same server must not all come back in the same moment.
    this.#cancelRetry = this.#outside.later(() => this.#dial(), pause * (0.75 + 0.5 * this.#outside.random()));
  }

  #keepAlive(): void {
    this.#cancelPing?.();
    this.#cancelPing = this.#outside.later(() => {
      this.#transmit({ id: ++this.#ids, type: "ping" });
      const wire = this.#wire;
      this.#cancelPing = this.#outside.later(() => {
        if (!wire) return;
        wire.close();
        this.#lost(wire);
      }, PONG_WITHIN);
    }, PING_EVERY);
  }

  #sendOpen(): void {
    if (this.#text === null) return;
    this.#refused = false;
    this.#opening = ++this.#ids;
    this.#transmit({ id: this.#opening, type: "open", text: this.#text });
  }

  #transmit(message: object): void {
    this.#wire?.send(JSON.stringify(message));
  }

  #hear(data: string): void {
    this.#keepAlive();
    const heard = JSON.parse(data) as Heard;
    if (heard.type === "pong") return;
    if (heard.type === "opened") return this.#opened(heard.id);
    if (heard.type === "error") return this.#wrong(heard);
    const pending = this.#pending.get(heard.id);
    if (!pending) return;
    if (heard.type === "info") pending.info?.(heard.info);
    else {
      this.#pending.delete(heard.id);
      pending.resolve(heard);
    }
  }

  #opened(id: number): void {
    if (id !== this.#opening) return;
    this.#ready = true;
    this.#failures = 0;
    this.#reason = null;
    this.#outside.status("open", null);
    for (const [id, pending] of this.#pending) this.#transmit({ id, ...pending.body });
  }

  #wrong(heard: Extract<Heard, { type: "error" }>): void {
    const error = new LinkError(heard.code, heard.message, heard.help ?? null);
    const said = heard.help ? `${heard.message}; ${heard.help}` : heard.message;
    const patient = heard.code === "busy" || heard.code === "too-fast";
    if (heard.id === this.#opening) {
      if (patient) this.#outside.later(() => this.#connected && !this.#ready && this.#sendOpen(), BUSY_PAUSE);
      else {
        this.#refused = true;
        this.#outside.status("refused", said);
        for (const id of [...this.#pending.keys()]) this.#fail(id, error);
      }
      return;
    }
    if (heard.id === null) {
      if (!this.#ready) this.#reason = said;
      return;
    }
    const id = heard.id;
    const pending = this.#pending.get(id);
    if (!pending) return;
    if (patient && ++pending.tries <= BUSY_TRIES) {
      pending.info?.({ waits: heard.message });
      this.#outside.later(() => {
        if (this.#ready && this.#pending.get(id) === pending) this.#transmit({ id, ...pending.body });
      }, BUSY_PAUSE);
    } else this.#fail(id, error);
  }

  #fail(id: number, error: LinkError): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.reject(error);
  }
}
