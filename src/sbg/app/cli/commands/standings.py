"""`sbg standings`: show the results of a contest from its file, also while it is being played."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

import sbg
from sbg.app.cli import options, terminal
from sbg.app.cli.terminal import Misuse, note

app = App(
    name="standings",
    usage="Usage: sbg standings [OPTIONS] FILE",
    help_epilogue="""\
FILE holds the results of `sbg match` or `sbg tournament`, or of the Python functions of the
same names. It is only read: while the contest is played this shows the games so far.

Exit codes: 0 the file was read; 2 misuse, or a file that holds no contest.

Examples:
  sbg standings results.sqlite
  sbg standings results.sqlite --pairings   who met whom in which game
  sbg standings results.sqlite --games      then `sbg replay results.sqlite 17`
  sbg standings results.sqlite --games --json > games.json""",
)


@app.default
def standings(
    file: Annotated[str, Parameter(name="FILE", help="The results of a contest.")],
    /,
    *,
    games: Annotated[bool, Parameter(help="List the games, with their numbers.")] = False,
    pairings: Annotated[
        bool, Parameter(help="Show how each two players met in each game.")
    ] = False,
    json: options.Json = False,
) -> int:
    """Show the standings of a contest."""
    try:
        found = sbg.read_contest(Path(file))
    except (sbg.StoreError, ValueError) as problem:
        raise Misuse(str(problem)) from None
    if json:
        more = {"games": found.to_dicts()} if games else {}
        terminal.out_json(found.json() | {"file": file} | more)
        return 0
    from sbg.app.cli.parts.contest_view import games_list, report

    console = terminal.console(sys.stdout)
    if games:
        games_list(found, console)
        if found.played:
            note(f"`sbg replay {file} NUMBER` shows a game.")
        return 0
    report(found, console, pairings)
    if not found.is_over():
        note(
            "The contest is not over; the command that began it goes on with it. "
            "The intervals hold for its end."
        )
    return 0
