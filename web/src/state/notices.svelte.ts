// What the page has to tell: one message at a time, with something to do about it where there is something.
import { ApiError } from "../lib/api";

export interface Notice {
  text: string;
  kind: "plain" | "problem";
  action: { label: string; run: () => void } | null;
}

const SHORT = 7_000;
/** Who may want to act needs longer. */
const LONG = 15_000;

export class Notices {
  now = $state.raw<Notice | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  tell(text: string, kind: Notice["kind"] = "plain", action: Notice["action"] = null): void {
    this.now = { text, kind, action };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.now = null), action ? LONG : SHORT);
  }

  problem(text: string): void {
    this.tell(text, "problem");
  }

  fail(error: unknown): void {
    if (error instanceof ApiError) {
      // The server names the field of the request; who uses the page knows of none.
      const message = error.message.replace(/^`\w+`: /, "");
      this.problem(error.help ? `${message} ${error.help}` : message);
    } else this.problem(error instanceof Error ? error.message : String(error));
  }
}
