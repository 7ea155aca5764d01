// Who plays a side, and how well.
import type { Offered } from "./types";

export const HUMAN = "human";

export interface Seat {
  /** "human", or a name that the server has told. */
  player: string;
  /** For those who play by levels. */
  level: number;
  /** For those who search as long as they may. */
  seconds: number;
}

/** The level is one that a newcomer can beat. */
export const EMPTY_SEAT: Seat = { player: HUMAN, level: 3, seconds: 1 };

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
  if (seat.player === HUMAN) return "human";
  const { level } = strengthOf(seat, players);
  return level === undefined ? seat.player : `${seat.player}:level=${level}`;
}
