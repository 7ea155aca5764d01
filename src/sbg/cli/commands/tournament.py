"""Players and games in; a tournament out, with ratings and a cross table."""

from __future__ import annotations

from typing import Annotated

from cyclopts import App, Parameter

from sbg.cli import contests, options
from sbg.cli.contests import Settings
from sbg.cli.terminal import Misuse
from sbg.contests.plan import Format

app = App(
    name="tournament",
    usage="Usage: sbg tournament [OPTIONS] PLAYER PLAYER… --game GAME",
    help_epilogue="""\
Everybody meets everybody, or with --gauntlet the first meets all others. A PLAYER is
written as for `sbg match`, and the results are kept in the same way.

Examples:
  sbg tournament random greedy mcts alphabeta --game gardner --game breakthrough --games 20
  sbg tournament uci:./mine random greedy --gauntlet --game chess --move-time 0.1 --jobs 2
  sbg tournament random greedy mcts --game gardner --nodes 1000 --plot ratings.png --json""",
)


@app.default
def tournament(
    *players: options.Player,
    settings: Settings,
    gauntlet: Annotated[bool, Parameter(help="The first player meets all others.")] = False,
) -> int:
    """Play a tournament."""
    if len(players) < 2:
        raise Misuse("a tournament needs two players or more", "see `sbg tournament --help`")
    format: Format = "gauntlet" if gauntlet else "round-robin"
    contest = contests.make(list(players), settings, format)
    return contests.play(contest, settings)
