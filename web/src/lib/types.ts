// What the server answers: the JSON of its HTTP and WebSocket interfaces. Offsets are UTF-16 code units.
// Written by scripts/generate.py from src/sbg/app/web/desk/answers.py: change them there.

export type Side = "white" | "black";

export type Theme = "light" | "dark";

export type Capture = "opponent" | "own" | null;

/** As which chess figures pieces are drawn, by their capital letters. */
export type Figures = Record<string, string | null>;

/** A stretch of a text. Offsets are UTF-16 code units. */
export interface Span {
  from: number;
  to: number;
}

/** A change of a text. */
export interface Edit extends Span {
  insert: string;
}

/** A remark on a place of a text. */
export interface Label extends Span {
  message: string;
}

/** How a text can be mended. */
export interface Fix {
  title: string;
  edits: Edit[];
}

/** What is wrong with a text. */
export interface Diagnostic extends Span {
  code: string;
  severity: "error" | "warning" | "hint";
  message: string;
  line: number;
  column: number;
  labels: Label[];
  help: string | null;
  fix: Fix | null;
  explain: string;
}

/** The board of a text that has errors elsewhere; its name is empty where there is none yet. */
export interface Sketch {
  name: string;
  rows: string[];
}

/** Where a move begins and ends. */
export interface Step {
  from: string;
  to: string;
}

/** A move that can be played. */
export interface LegalMove extends Step {
  move: string;
  capture: Capture;
}

/** A move that was played, the piece that moved and the one that it captured. */
export interface Played {
  move: string;
  piece: string;
  capture: string | null;
}

/** How a game ended. */
export interface Outcome {
  winner: Side | null;
  reason: string;
  words: string;
}

/** A position, and how it came about. */
export interface State {
  fen: string;
  start: string;
  turn: Side;
  ply: number;
  rows: string[];
  moves: LegalMove[];
  history: Played[];
  last: Step | null;
  outcome: Outcome | null;
}

/** A piece of a game, and whether it has a rule. */
export interface Letter {
  letter: string;
  moves: boolean;
}

/** A game as the page first hears of it. */
export interface GameInfo {
  name: string;
  width: number;
  height: number;
  turn_limit: number;
  pieces: Letter[];
  figures: Figures;
  /** How the pieces are drawn unless the reader has chosen. */
  drawn: "letters" | "figures";
  /** Colours that the author chose, by side: of the piece, its edge and its ink, by the ends of their names. */
  colours: Partial<Record<Side, Record<string, string>>>;
  state: State;
}

/** How good a position is, from white's side. */
export interface Score {
  text: string;
  plies: number | null;
  drawn: boolean;
  centipawns: number | null;
  white: number;
}

/** A move with its exact value. */
export interface Exact {
  played: Played;
  text: string;
  score: Score;
}

/** A line that a search has found. */
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
  exact: Exact[];
}

/** A player that the server offers; one without a strength moves at once. */
export interface Offered {
  name: string;
  title: string;
  about: string;
  strength: "level" | "seconds" | null;
  /** How records write the player, up to its strength. */
  written: string;
}

/** A level of a player. */
export interface LevelInfo {
  level: number;
  about: string;
  default: boolean;
}

/** A text to start a game from. */
export interface Template {
  name: string;
  title: string;
  about: string;
  text: string;
}

/** A language of another program; a loss is what a translation may give up if asked to. */
export interface TargetInfo {
  name: string;
  title: string;
  losses: string[];
}

/** What there is to choose from. */
export interface ServerInfo {
  version: string;
  levels: LevelInfo[];
  /** The strongest first. */
  players: Offered[];
  templates: Template[];
  targets: TargetInfo[];
  limits: Record<string, number>;
}

/** A bundled game. */
export interface Listed {
  name: string;
  title: string;
  width: number;
  height: number;
  about: string;
  kinds: string[];
}

/** How a piece moves. */
export interface PieceRules {
  letter: string;
  name: string | null;
  sentences: string[];
  svg: string | null;
}

/** The rules of a game in words. */
export interface Rules {
  name: string;
  board: string;
  pieces: PieceRules[];
  goals: string[];
  ending: string[];
}

/** What stands at a place of a text. */
export interface Hover extends Span {
  title: string;
  text: string;
  svg: string | null;
}

/** Something that may stand at a place of a text. */
export interface Option {
  label: string;
  detail: string;
  insert: string;
  kind: string;
}

/** What may stand at a place of a text. */
export interface Completions extends Span {
  options: Option[];
}

/** A record that was read, with its game: that on the board, or that of the record where it is of another one. */
export interface RecordRead {
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

/** The level of a computer until somebody chooses another: as in the terminal. */
export const DEFAULT_LEVEL = 5;

/** The longest side of a board. */
export const LONGEST = 64;
