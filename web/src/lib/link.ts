// Searches over the WebSocket, whatever happens to the connection in between.
// When it breaks, it is opened again (after growing pauses), and whatever was not answered is sent again.
import type { Info, Profile, Progress, State } from "./types";

/** The part of a WebSocket that is used here; tests bring their own. */
export interface Wire {
  send(data: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event?: { reason?: string }) => void) | null;
}

export type Status = "connecting" | "open" | "waiting";

export interface Outside {
  connect(): Wire;
  /** Runs `work` later; the answer takes it back. */
  later(work: () => void, milliseconds: number): () => void;
  /** `reason` is what the server has said about it, if it has. */
  status(status: Status, reason: string | null): void;
  random(): number;
}

interface Where {
  text: string;
  start?: string;
  moves: string[];
}

export type Body =
  | ({ type: "play"; player: string; level?: number; seconds?: number } & Where)
  | ({ type: "analyse"; seconds?: number; lines?: number } & Where)
  | ({ type: "hint" } & Where)
  | { type: "profile"; text: string; seed: number };

/** What is told before the answer: what a search has found, how far a profile is, or what it waits for. */
export type Told = Info | Progress | { waits: string };

export type Answer =
  | { id: number; type: "played"; move: string; state: State }
  | { id: number; type: "done"; move: string | null; stopped: boolean }
  | { id: number; type: "hinted"; move: string | null; info: Info | null }
  | { id: number; type: "profiled"; profile: Profile | null; sentences: string[]; stopped: boolean };

type Heard =
  | Answer
  | { id: number; type: "info"; info: Told }
  | { id: number; type: "pong" }
  | { id: number | null; type: "error"; message: string; help?: string; code: string };

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
  /** The server has said something: a connection that it closes at once is none. */
  #heard = false;
  #failures = 0;
  #ids = 0;
  /** What the server said about the whole connection. */
  #reason: string | null = null;
  #pending = new Map<number, Pending>();
  #cancelRetry: (() => void) | null = null;
  #cancelPing: (() => void) | null = null;
  #closed = false;

  constructor(outside: Outside) {
    this.#outside = outside;
  }

  /** Connects, if it does not yet. */
  open(): void {
    if (!this.#wire && !this.#cancelRetry) this.#dial();
  }

  request(body: Body, info: ((told: Told) => void) | null = null): { answer: Promise<Answer>; cancel(): void } {
    const id = ++this.#ids;
    const answer = new Promise<Answer>((resolve, reject) => {
      this.#pending.set(id, { body, resolve, reject, info, tries: 0 });
    });
    if (this.#connected) this.#transmit({ id, ...body });
    return {
      answer,
      cancel: () => {
        if (!this.#pending.has(id)) return;
        this.stop();
        this.#fail(id, new LinkError("cancelled", "The question was taken back."));
      },
    };
  }

  /** Ends a search early without dropping it: its answer comes at once. */
  stop(): void {
    if (this.#connected) this.#transmit({ id: ++this.#ids, type: "stop" });
  }

  /** Tries to connect now, without waiting for the end of a pause. */
  nudge(): void {
    if (this.#closed || !this.#cancelRetry) return;
    this.#cancelRetry();
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
      this.#ping();
      for (const [id, pending] of this.#pending) this.#transmit({ id, ...pending.body });
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
    this.#connected = this.#heard = false;
    this.#cancelPing?.();
    if (this.#closed) return;
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.#failures++);
    this.#outside.status("waiting", this.#reason);
    // Many pages that lost the same server must not all come back in the same moment.
    this.#cancelRetry = this.#outside.later(() => this.#dial(), pause * (0.75 + 0.5 * this.#outside.random()));
  }

  #keepAlive(): void {
    this.#cancelPing?.();
    this.#cancelPing = this.#outside.later(() => this.#ping(), PING_EVERY);
  }

  #ping(): void {
    this.#transmit({ id: ++this.#ids, type: "ping" });
    const wire = this.#wire;
    this.#cancelPing = this.#outside.later(() => {
      if (!wire) return;
      wire.close();
      this.#lost(wire);
    }, PONG_WITHIN);
  }

  #transmit(message: object): void {
    this.#wire?.send(JSON.stringify(message));
  }

  #hear(data: string): void {
    this.#keepAlive();
    const heard = JSON.parse(data) as Heard;
    if (!this.#heard) {
      this.#heard = true;
      this.#failures = 0;
      this.#reason = null;
      this.#outside.status("open", null);
    }
    if (heard.type === "pong") return;
    if (heard.type === "error") return this.#wrong(heard);
    const pending = this.#pending.get(heard.id);
    if (!pending) return;
    if (heard.type === "info") pending.info?.(heard.info);
    else {
      this.#pending.delete(heard.id);
      pending.resolve(heard);
    }
  }

  #wrong(heard: Extract<Heard, { type: "error" }>): void {
    const { id } = heard;
    if (id === null) return;
    const pending = this.#pending.get(id);
    if (!pending) return;
    if (heard.code === "busy" && ++pending.tries <= BUSY_TRIES) {
      pending.info?.({ waits: heard.message });
      this.#outside.later(() => {
        if (this.#connected && this.#pending.get(id) === pending) this.#transmit({ id, ...pending.body });
      }, BUSY_PAUSE);
    } else this.#fail(id, new LinkError(heard.code, heard.message, heard.help ?? null));
  }

  #fail(id: number, error: LinkError): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.reject(error);
  }
}
