// Who plays a side, and how well.
import { DEFAULT_LEVEL, type Offered } from "./types";

export const HUMAN = "human";

export interface Seat {
  /** "human", or a name that the server has told. */
  player: string;
  /** For those who play by levels. */
  level: number;
  /** For those who search as long as they may. */
  seconds: number;
}

export const EMPTY_SEAT: Seat = { player: HUMAN, level: DEFAULT_LEVEL, seconds: 1 };

/** What was kept in; a seat out, whatever it was. */
export function seatFrom(value: unknown): Seat {
  const { player, level, seconds } = Object(value) as Record<keyof Seat, unknown>;
  return {
    player: typeof player === "string" ? player : EMPTY_SEAT.player,
    level: typeof level === "number" ? level : EMPTY_SEAT.level,
    seconds: typeof seconds === "number" ? seconds : EMPTY_SEAT.seconds,
  };
}

/** What of a seat is chosen and sent along: its level, its seconds, or neither. */
export function strengthOf(seat: Seat, players: readonly Offered[]): Partial<Pick<Seat, "level" | "seconds">> {
  const strength = players.find(({ name }) => name === seat.player)?.strength;
  return strength ? { [strength]: seat[strength] } : {};
}

/** Who plays, as records and commands write it. */
export function playerOf(seat: Seat, players: readonly Offered[]): string {
  const written = players.find(({ name }) => name === seat.player)?.written ?? seat.player;
  return [written, ...Object.values(strengthOf(seat, players))].join("");
}

/** Who plays, in a sentence: "you", "the computer, level 3". */
export function calledOf(seat: Seat, players: readonly Offered[]): string {
  if (seat.player === HUMAN) return "you";
  const { level, seconds } = strengthOf(seat, players);
  const how = level === undefined ? (seconds === undefined ? "" : `, ${seconds} s a move`) : `, level ${level}`;
  const others = players.findIndex(({ name }) => name === seat.player) > 0;
  const title = players.find(({ name }) => name === seat.player)?.title ?? seat.player;
  return `the computer${others ? ` (${title.toLowerCase()})` : ""}${how}`;
}
