// A game in; its profile out, with progress. It has a connection of its own, so that it does not end the search of the board.
import { outside } from "../lib/browser";
import { Latest } from "../lib/latest";
import { Link } from "../lib/link";
import type { Profile } from "../lib/types";

export class Profiler {
  busy = $state(false);
  stage = $state("");
  share = $state(0);
  sentences = $state.raw<readonly string[]>([]);
  profile = $state.raw<Profile | null>(null);
  /** The text that the profile is of. */
  about = $state("");
  /** Which of the profiles of this text it is: each is made of other games, from a seed of its own. */
  seed = $state(0);

  readonly #profiles = new Latest();
  #stop: () => void = () => undefined;

  /** Profiles a game, once more if it is the same; a failure is thrown, with words that can be shown. */
  async run(text: string): Promise<void> {
    this.cancel();
    const seed = text === this.about ? this.seed + 1 : 0;
    const link = new Link(outside(() => undefined));
    this.busy = true;
    this.stage = "";
    this.share = 0;
    link.open();
    const { answer, cancel } = link.request({ type: "profile", text, seed }, (told) => {
      if ("waits" in told) this.stage = told.waits;
      if (!("share" in told)) return;
      this.stage = told.stage;
      this.share = told.share;
    });
    this.#stop = cancel;
    try {
      const given = await this.#profiles.ask(() => answer);
      if (!given) return;
      this.busy = false;
      if (given.type !== "profiled" || !given.profile) return;
      this.profile = given.profile;
      this.sentences = given.sentences;
      this.about = text;
      this.seed = seed;
    } catch (error) {
      this.busy = false;
      throw error;
    } finally {
      link.close();
    }
  }

  /** Ends the profile under way. */
  cancel(): void {
    this.#profiles.drop();
    this.#stop();
    this.#stop = () => undefined;
    this.busy = false;
  }
}

export const profiler = new Profiler();
