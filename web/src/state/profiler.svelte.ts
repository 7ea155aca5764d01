// A game in; its profile out, with progress. It has a connection of its own, so that it does not end the search of the board.
import { outside } from "../lib/browser";
import { Link, LinkError } from "../lib/link";
import type { Profile } from "../lib/types";

export class Profiler {
  busy = $state(false);
  stage = $state("");
  share = $state(0);
  sentences = $state.raw<readonly string[]>([]);
  profile = $state.raw<Profile | null>(null);
  /** The text that the profile is of. */
  about = $state("");

  #link: Link | null = null;
  #cancel: (() => void) | null = null;

  /** Profiles a game; a failure is thrown, with words that can be shown. */
  async run(text: string): Promise<void> {
    this.cancel();
    const link = (this.#link = new Link(outside(() => undefined)));
    this.busy = true;
    this.stage = "";
    this.share = 0;
    link.open(text);
    const { answer, cancel } = link.request({ type: "profile", moves: [] }, (told) => {
      if (this.#link !== link || !("share" in told)) return;
      this.stage = told.stage;
      this.share = told.share;
    });
    this.#cancel = cancel;
    try {
      const given = await answer;
      if (this.#link !== link || given.type !== "profiled" || !given.profile) return;
      this.profile = given.profile;
      this.sentences = given.sentences;
      this.about = text;
    } catch (error) {
      if (error instanceof LinkError && error.code === "cancelled") return;
      throw error;
    } finally {
      link.close();
      if (this.#link === link) {
        this.#link = this.#cancel = null;
        this.busy = false;
      }
    }
  }

  /** Ends the profile under way. */
  cancel(): void {
    this.#cancel?.();
    this.#link = this.#cancel = null;
    this.busy = false;
  }
}

export const profiler = new Profiler();
