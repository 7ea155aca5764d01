"""`sbg tournament`: play a round robin of players, with ratings and a cross table."""

from __future__ import annotations

from typing import Annotated

from cyclopts import App, Parameter

from sbg.app.cli import options
from sbg.app.cli.parts import contests
from sbg.app.cli.parts.contests import Options
from sbg.app.cli.terminal import Misuse

app = App(
    name="tournament",
    usage="Usage: sbg tournament [OPTIONS] PLAYER PLAYER… --game GAME\n"
    "       sbg tournament [OPTIONS] FILE.toml",
    help_epilogue="""\
Everybody meets everybody, or with --gauntlet the first meets all others. A PLAYER is
written as for `sbg match`, and the results are kept in the same way. More games or another
player with the same --results FILE make a contest larger. A player is their name: another
command under the same name mends it, --without NAME takes a player out, and --again NAME
plays again what one lost by failing. A FILE.toml describes players, games and limits, in
the words of the options; docs/contests.md shows one.

Examples:
  sbg tournament random greedy mcts alphabeta --game gardner --game breakthrough --games 20
  sbg tournament uci:./mine random greedy --gauntlet --game chess --move-time 0.1 --jobs 2
  sbg tournament random greedy mcts --game gardner --nodes 1000 --plot ratings.svg --json
  sbg tournament spring.toml --jobs 2""",
)


@app.default
def tournament(
    *players: options.Player,
    settings: Options | None = None,
    gauntlet: Annotated[bool, Parameter(help="The first player meets all others.")] = False,
) -> int:
    """Play a tournament."""
    if gauntlet and len(players) == 1:
        raise Misuse(f"--gauntlet cannot be given beside a file: `{players[0]}` says it")
    if not players:
        raise Misuse("a tournament needs two players or more", "see `sbg tournament --help`")
    return contests.play(*contests.make(players, settings or Options(), gauntlet))
