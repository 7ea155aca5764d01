// Who plays a side, and how well.

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

/** Who takes a level, and who takes seconds; the others move at once. */
export const BY_LEVEL = "alphabeta";
export const BY_TIME: readonly string[] = ["mcts", "montecarlo"];
