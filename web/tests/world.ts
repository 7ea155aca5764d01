// A server whose answers are given by hand, late, in any order or not at all; a browser that keeps things in maps.
import { vi } from "vitest";
import type { Outside, Wire } from "../src/lib/link";
import type { GameInfo, State } from "../src/lib/types";

export const settled = () => new Promise((next) => setTimeout(next));

/** The position after some moves, as far as the page's state looks at it. */
export function stateAfter(moves: readonly string[], name = ""): State {
  return {
    fen: `${name}${moves.join(" ")} ${moves.length}`,
    start: `${name} 0`,
    turn: moves.length % 2 ? "black" : "white",
    ply: moves.length,
    rows: ["."],
    moves: [],
    history: moves.map((move) => ({ move, piece: "P", capture: null })),
    last: null,
    outcome: null,
  };
}

export function infoOf(name: string): GameInfo {
  return { name, width: 1, height: 1, turn_limit: 9, pieces: [], figures: {}, drawn: "letters", colours: {}, state: stateAfter([]) };
}

export interface Asked {
  path: string;
  body: Record<string, unknown>;
  answer(value: object): Promise<unknown>;
  refuse(status: number, message: string): Promise<unknown>;
}

/** What was asked over HTTP and has no answer yet. */
export class Http {
  waiting: Asked[] = [];
  /** Texts are games at once, unless this is switched off. */
  checks = true;

  constructor() {
    vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
      const body = JSON.parse((init.body as string | undefined) ?? "{}") as Record<string, unknown>;
      if (this.checks && path === "/api/check") {
        return Promise.resolve(json(200, { diagnostics: [], game: infoOf(body.text as string) }));
      }
      return new Promise((resolve) => {
        const end = (status: number, value: object) => {
          this.waiting = this.waiting.filter((one) => one !== asked);
          resolve(json(status, value));
          return settled();
        };
        const asked: Asked = {
          path,
          body,
          answer: (value) => end(200, value),
          refuse: (status, message) => end(status, { error: { message } }),
        };
        this.waiting.push(asked);
      });
    });
  }

  /** The oldest question for this path, about this text if one is given: pages of earlier tests may still ask. */
  find(path: string, text?: string): Asked {
    const found = this.waiting.find((one) => one.path === path && (text === undefined || one.body.text === text));
    if (!found) throw new Error(`nobody asked for ${path}, but for ${this.waiting.map((one) => one.path).join(" ")}`);
    return found;
  }

  /** The oldest question about the position after these moves. */
  #about(moves: readonly string[]): Asked {
    const found = this.waiting.find((one) => one.path === "/api/moves" && (one.body.moves as string[]).join() === moves.join());
    if (!found) throw new Error(`nobody asked for ${moves.join(" ")}, but for ${JSON.stringify(this.waiting)}`);
    return found;
  }

  answer(...moves: string[]): Promise<unknown> {
    return this.#about(moves).answer(stateAfter(moves));
  }

  refuse(message: string, ...moves: string[]): Promise<unknown> {
    return this.#about(moves).refuse(422, message);
  }
}

function json(status: number, value: object): object {
  return { ok: status < 400, status, json: () => Promise.resolve(value) };
}

/** The WebSocket: it is open, and searches never end. */
export class Socket implements Wire {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  outside = (status: Parameters<Outside["status"]> extends [infer S, infer R] ? (status: S, reason: R) => void : never): Outside => ({
    connect: () => {
      queueMicrotask(() => this.onopen?.());
      return this;
    },
    later: () => () => undefined,
    status,
    random: Math.random,
  });

  send(data: string): void {
    const { id, type } = JSON.parse(data) as { id: number; type: string };
    if (type === "ping") queueMicrotask(() => this.onmessage?.({ data: JSON.stringify({ id, type: "pong" }) }));
  }

  close(): void {}
}

/** What the state asks of a browser: storage, the address, the history of addresses. */
export function browser(): { local: Record<string, string>; session: Record<string, string> } {
  const stores = { local: {} as Record<string, string>, session: {} as Record<string, string> };
  const address = { hash: "", pathname: "/", search: "", protocol: "http:", host: "x" };
  const go = (_: unknown, __: string, to: string) => (address.hash = to.startsWith("#") ? to : "");
  vi.stubGlobal("location", address);
  vi.stubGlobal("history", { pushState: go, replaceState: go });
  vi.stubGlobal("window", { localStorage: storage(stores.local), sessionStorage: storage(stores.session) });
  return stores;
}

function storage(values: Record<string, string>): object {
  const methods = {
    getItem: (key: string) => values[key] ?? null,
    setItem: (key: string, value: string) => void (values[key] = value),
    removeItem: (key: string) => void delete values[key],
  };
  return new Proxy(values, { get: (_, key) => methods[key as keyof typeof methods] });
}
