"""A player in sixty lines of plain Python: lines of the UCI protocol in, moves out (see docs/protocol.md).

It wins if it can win at once, avoids moves after which its opponent can, and otherwise takes what it can get. The
protocol needs nothing but the standard library; the rules of play come from `sbg`. Try it:

    sbg match random 'uci:python examples/player.py' --game breakthrough5 --games 10 --clock 10+0.1
"""

import random
import sys
from functools import partial

import sbg

say = partial(print, flush=True)


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
    captured = "".join(after.rows).count(".") - "".join(position.rows).count(".")
    return captured + random.random() / 2


def place(game: sbg.Game, words: list[str]) -> sbg.Position:
    """The position of `startpos moves …` or `fen … moves …`."""
    split = words.index("moves") if "moves" in words else len(words)
    position = game.start if words[0] == "startpos" else game.position(" ".join(words[1:split]))
    for move in words[split + 1 :]:
        position = position.play(move)
    return position


# Answer one line after the other. `stop` needs no answer: we are never late.
game = sbg.load("gardner")
position = game.start
for line in sys.stdin:
    command, *words = line.split() or [""]
    if command == "uci":
        say("id name example\noption name Game type string default gardner\nuciok")
    elif command == "isready":
        say("readyok")
    elif command == "setoption" and words[:3] == ["name", "Game", "value"]:
        game = sbg.load(" ".join(words[3:]))
    elif command == "position":
        position = place(game, words)
    elif command == "go":
        say(f"bestmove {max(position.moves, key=partial(value, position))}")
    elif command == "quit":
        break
