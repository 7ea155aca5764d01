"""Two players and a game in; a match between them out, with Elo and a test of who is stronger."""

from __future__ import annotations

from typing import Annotated

from cyclopts import App, Parameter

from sbg.cli import completion, contests
from sbg.cli.contests import Options

app = App(
    name="match",
    usage="Usage: sbg match [OPTIONS] PLAYER PLAYER --game GAME",
    help_epilogue="""\
A PLAYER is a name with options: random, alphabeta:depth=6, mcts:time=0.5,threads=2, or
uci:COMMAND for an engine of your own. Results go to a file as they happen: after Ctrl-C,
a crash or a power cut the same command goes on with the next game.

Examples:
  sbg match alphabeta mcts --game gardner --games 200 --move-time 0.1 --jobs 2
  sbg match random 'uci:python examples/player.py' --game breakthrough5 --clock 10+0.1
  sbg match alphabeta alphabeta:weights=mine.json --game gardner --nodes 2000 --sprt 0 10
  sbg match random random --game hexapawn --records games/ --plot ratings.svg""",
)


@app.default
def match(
    first: Annotated[str, Parameter(name="PLAYER", completer=completion.players)],
    second: Annotated[str, Parameter(name="PLAYER", completer=completion.players)],
    /,
    *,
    game: Annotated[
        list[str],
        Parameter(
            metavar="GAME",
            help="What to play; may be given several times.",
            completer=completion.games,
        ),
    ],
    sprt: Annotated[
        tuple[float, float] | None,
        Parameter(metavar="ELO ELO", help="Stop when one of two differences is refuted."),
    ] = None,
    options: Options | None = None,
) -> int:
    """Play a match."""
    options = options or Options()
    contest = contests.make([first, second], game, options, sprt=sprt)
    return contests.play(contest, options)
