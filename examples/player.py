"""A player in about sixty lines of plain Python: lines of the UCI protocol in, moves out (see docs/protocol.md).

It wins if it can win at once, avoids moves after which its opponent can, and otherwise takes what it can get. The
protocol needs nothing but the standard library; the rules of play come from `sbg`. Try it:

    sbg match random 'uci:python examples/player.py' --game breakthrough5 --games 10 --clock 10+0.1
"""

import random
import sys

import sbg


def wins_at_once(position: sbg.Position) -> bool:
    """Whether the player to move has a move that wins."""
    outcomes = (position.play(move).outcome for move in position.moves)
    return any(outcome and outcome.winner == position.turn for outcome in outcomes)


def value(position: sbg.Position, move: sbg.Move) -> float:
    """How much we like a move."""
    after = position.play(move)
    if after.outcome:
        return {position.turn: 1000.0, None: 0.0}.get(after.outcome.winner, -1000.0)
    if wins_at_once(after):
        return -1000.0

    def pieces(board: sbg.Position) -> int:
        return sum(square != "." for row in board.rows for square in row)

    return pieces(position) - pieces(after) + random.random() / 2


def place(game: sbg.Game, words: list[str]) -> sbg.Position:
    """The position of `startpos moves …` or `fen … moves …`."""
    split = words.index("moves") if "moves" in words else len(words)
    position = game.start if words[0] == "startpos" else game.position(" ".join(words[1:split]))
    for move in words[split + 1 :]:
        position = position.play(move)
    return position


def main() -> None:
    """Answer one line after the other. `stop` needs no answer: we are never late."""
    game = sbg.load("gardner")
    position = game.start
    for line in sys.stdin:
        command, *words = line.split() or [""]
        if command == "uci":
            print(
                "id name example\noption name Game type string default gardner\nuciok", flush=True
            )
        elif command == "isready":
            print("readyok", flush=True)
        elif command == "setoption" and words[:3] == ["name", "Game", "value"]:
            game = sbg.load(" ".join(words[3:]))
        elif command == "position":
            position = place(game, words)
        elif command == "go":
            best = max(position.moves, key=lambda move: value(position, move))
            print(f"bestmove {best}", flush=True)
        elif command == "quit":
            break


if __name__ == "__main__":
    main()
