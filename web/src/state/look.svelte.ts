// What the reader's system and choice say about looks: theme, width of the window, motion.
import { keep, kept } from "../lib/browser";
import type { Theme } from "../lib/types";

const KEY = "sbg.theme";
const PIECES = "sbg.pieces";
const TEXT = "sbg.text-width";
/** The text beside the board is at least so many pixels wide. */
export const NARROWEST = 280;
/** Board and the column beside it keep so many. */
export const REST = 600;

function watch(query: string, set: (matches: boolean) => void): void {
  const media = matchMedia(query);
  set(media.matches);
  media.addEventListener("change", () => set(media.matches));
}

class Look {
  chosen = $state<Theme | null>(null);
  systemDark = $state(false);
  /** Editor and board stand side by side. */
  wide = $state(true);
  calm = $state(false);
  /** How pieces are drawn; null leaves it to the game. */
  pieces = $state<"figures" | "letters" | null>(null);

  /** A board that is too large for its room is shown as a whole, however small its squares are. */
  whole = $state(false);

  /** How wide the text beside the board was made, in pixels; null for the usual width. */
  textWidth = $state<number | null>(null);

  constructor() {
    this.changed(KEY);
    const pieces = kept("localStorage", PIECES);
    if (pieces === "figures" || pieces === "letters") this.pieces = pieces;
    const width = Number(kept("localStorage", TEXT));
    if (width >= NARROWEST) this.textWidth = width;
    watch("(prefers-color-scheme: dark)", (dark) => (this.systemDark = dark));
    watch("(min-width: 960px)", (wide) => (this.wide = wide));
    watch("(prefers-reduced-motion: reduce)", (calm) => (this.calm = calm));
  }

  get theme(): Theme {
    return this.chosen ?? (this.systemDark ? "dark" : "light");
  }

  toggle(): void {
    const next = this.theme === "dark" ? "light" : "dark";
    // Back to what the system says: then the page follows it again.
    this.chosen = (next === "dark") === this.systemDark ? null : next;
    keep("localStorage", KEY, this.chosen);
  }

  /** The theme was chosen, here or in another tab. */
  changed(key: string | null): void {
    if (key !== KEY && key !== null) return;
    const stored = kept("localStorage", KEY);
    this.chosen = stored === "light" || stored === "dark" ? stored : null;
  }

  setTextWidth(pixels: number | null): void {
    this.textWidth = pixels;
    keep("localStorage", TEXT, pixels === null ? null : String(pixels));
  }

  choosePieces(pieces: "figures" | "letters"): void {
    this.pieces = pieces;
    keep("localStorage", PIECES, pieces);
  }
}

export const look = new Look();
