// Requests over HTTP in; the server's JSON out. A failure is an ApiError with words that can be shown.
import type { Diagnostic } from "./types";

export class ApiError extends Error {
  readonly status: number;
  readonly help: string | null;
  readonly diagnostics: Diagnostic[];

  constructor(status: number, message: string, help: string | null = null, diagnostics: Diagnostic[] = []) {
    super(message);
    this.status = status;
    this.help = help;
    this.diagnostics = diagnostics;
  }

  /** The server could not be reached: the same request may work later. */
  get offline(): boolean {
    return this.status === 0;
  }

  /** Asking again later may help. */
  get passing(): boolean {
    return this.offline || this.status === 429 || this.status === 503;
  }
}

export async function get<T>(path: string): Promise<T> {
  return call<T>(path, {});
}

export async function post<T>(path: string, body: object, signal?: AbortSignal): Promise<T> {
  return call<T>(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });
}

async function call<T>(path: string, init: RequestInit): Promise<T> {
  let response: Response;
  let data: unknown;
  try {
    response = await fetch(path, init);
    data = await response.json();
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError(0, "The server does not answer.", "Is `sbg serve` still running?");
  }
  if (response.ok) return data as T;
  const failure = data as { error?: { message?: string; help?: string }; diagnostics?: Diagnostic[] };
  throw new ApiError(
    response.status,
    failure.error?.message ?? `The server answered ${response.status}.`,
    failure.error?.help ?? null,
    failure.diagnostics ?? [],
  );
}
