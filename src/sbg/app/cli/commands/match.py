"""`sbg match`: play a match between two players, with Elo and a sequential test (SPRT)."""

from __future__ import annotations

from cyclopts import App

from sbg.app.cli import options
from sbg.app.cli.parts import contests
from sbg.app.cli.parts.contests import Options

app = App(
    name="match",
    usage="Usage: sbg match [OPTIONS] PLAYER PLAYER --game GAME",
    help_epilogue="""\
A PLAYER is a kind with options: random, alphabeta:depth=6, mcts:time=0.5,threads=2, or
uci:COMMAND for an engine of your own; name=… among the options is what it is called in
tables. Results go to a file as they happen, --results FILE or one that is named in the end:
after Ctrl-C, a crash or a power cut the same command goes on with the next game, and
`sbg standings FILE` shows the tables at any time.

Examples:
  sbg match alphabeta mcts --game gardner --games 200 --move-time 0.1 --jobs 2
  sbg match random 'uci:python examples/player.py' --game breakthrough5 --clock 10+0.1
  sbg match alphabeta alphabeta:weights=mine.json --game gardner --nodes 2000 --sprt 0 10
  sbg match alphabeta:name=Ann 'uci:name=Bob ./bot' --game gardner --clock 60+0.5
  sbg match random greedy --game gardner --openings book.txt   a line of moves each
  sbg match random random --game hexapawn --records games/ --plot ratings.svg""",
)


@app.default
def match(
    first: options.Player,
    second: options.Player,
    /,
    *,
    settings: Options | None = None,
) -> int:
    """Play a match."""
    return contests.play(*contests.make([first, second], settings or Options()))
