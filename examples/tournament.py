"""Two players of our own and two bundled ones on three games: play, keep the games in a file, and read them back.

    python examples/tournament.py FILE ROUNDS

Stop it with Ctrl-C if you like: the same command goes on with the next game.
"""

import sys

import sbg


class Hungry:
    """Captures whenever it can."""

    def choose(self, position: sbg.Position) -> sbg.Move:
        return max(position.moves, key=position.is_capture)


class Cautious:
    """Leaves its opponent as few moves as possible."""

    def choose(self, position: sbg.Position) -> sbg.Move:
        return min(position.moves, key=lambda move: len(position.play(move).moves))


def main(file: str, rounds: int) -> None:
    games = ["hexapawn", "breakthrough5", "gardner"]
    players: list[str | Hungry | Cautious] = [Hungry(), Cautious(), "alphabeta:level=2", "random"]
    sbg.tournament(players, games, rounds=rounds, file=file)
    print(contest := sbg.read_contest(file))
    rows = contest.to_dicts()  # or pandas.DataFrame(contest.to_dicts())
    for name in [standing.player for standing in contest.players]:
        print(name, "beat", sorted({row["loser"] for row in rows if row["winner"] == name}))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], int(sys.argv[2]))
