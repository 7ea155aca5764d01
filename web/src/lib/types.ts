// What the server says and hears: the JSON of its HTTP and WebSocket interfaces. Offsets are UTF-16 code units.

export type Side = "white" | "black";
export type Theme = "light" | "dark";

export interface Edit {
  from: number;
  to: number;
  insert: string;
}

export interface Diagnostic {
  code: string;
  severity: "error" | "warning" | "hint";
  message: string;
  from: number;
  to: number;
  line: number;
  column: number;
  labels: { from: number; to: number; message: string }[];
  help: string | null;
  fix: { title: string; edits: Edit[] } | null;
  explain: string;
}

export type Capture = null | "opponent" | "own";

export interface LegalMove {
  move: string;
  from: string;
  to: string;
  capture: Capture;
}

export interface Played {
  move: string;
  piece: string;
  capture: string | null;
}

export interface Outcome {
  winner: Side | null;
  reason: string;
  words: string;
}

export interface State {
  fen: string;
  start: string;
  turn: Side;
  ply: number;
  rows: string[];
  moves: LegalMove[];
  history: Played[];
  last: { from: string; to: string } | null;
  outcome: Outcome | null;
}

/** As which chess figures pieces are drawn, by their capital letters. */
export type Figures = Readonly<Record<string, string | null>>;

export interface GameInfo {
  name: string;
  width: number;
  height: number;
  turn_limit: number;
  pieces: { letter: string; moves: boolean }[];
  /** The letter of the chess figure that a piece is drawn as, by its capital letter; null for none. */
  figures: Figures;
  /** Colours that the author chose: of the piece, its edge and its ink, by the ends of their names. */
  colours: Partial<Record<Side, Record<string, string>>>;
  state: State;
}

export interface Score {
  text: string;
  plies: number | null;
  drawn: boolean;
  centipawns: number | null;
  white: number;
}

export interface Info {
  /** 1 for the best line. */
  rank: number;
  depth: number;
  nodes: number;
  seconds: number;
  pv: string[];
  /** The first moves of the variation, with their pieces. */
  line: Played[];
  score: Score;
  /** Every move with its exact value, the best first, where a table has them. */
  exact: { played: Played; text: string; score: Score }[];
}

/** A player that the server offers; one without a strength moves at once. */
export interface Offered {
  name: string;
  title: string;
  about: string;
  strength: "level" | "seconds" | null;
}

export interface ServerInfo {
  version: string;
  levels: { level: number; about: string }[];
  /** The strongest first. */
  players: Offered[];
  templates: { name: string; title: string; about: string; text: string }[];
  /** Languages of other programs; a loss is what a translation may give up if asked to. */
  targets: { name: string; title: string; losses: string[] }[];
  limits: Record<string, number>;
}

export interface Listed {
  name: string;
  title: string;
  width: number;
  height: number;
  about: string;
}

export interface Rules {
  name: string;
  board: string;
  pieces: { letter: string; name: string | null; sentences: string[]; svg: string | null }[];
  goals: string[];
  ending: string[];
}

export interface Hover {
  from: number;
  to: number;
  title: string;
  text: string;
  svg: string | null;
}

export interface Completions {
  from: number;
  to: number;
  options: { label: string; detail: string; insert: string; kind: string }[];
}

export interface RecordRead {
  /** The game: that on the board, or that of the record where it is of another one. */
  text: string;
  start: string | null;
  moves: string[];
  /** Lines that were left, each from the start. */
  variations: string[][];
  white: string | null;
  black: string | null;
}

/** How far a profile is. */
export interface Progress {
  stage: string;
  /** From 0 to 1. */
  share: number;
}

/** A number with its 95 % interval. */
export interface Measure {
  value: number;
  low: number;
  high: number;
}

/** The parts of a profile that are shown. */
export interface Profile {
  measures: Record<string, Measure>;
  fitness: number;
}
