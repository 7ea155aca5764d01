"""`sbg report`: write the results of a contest as static web pages."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

import sbg
from sbg.app.cli import outputs
from sbg.app.cli.terminal import Misuse, note
from sbg.base.files import FileError

app = App(
    name="report",
    usage="Usage: sbg report [OPTIONS] FILE FOLDER",
    help_epilogue="""\
FOLDER/index.html shows the standings with their intervals, a cross table, plots, and every
game on a board to click through. The pages need no server: open them from the disk, or put
the folder on any web server. It may be written while the contest is going on, and again.

Examples:
  sbg report results.sqlite report/
  sbg report spring.sqlite public/ --title 'Spring tournament'""",
)


@app.default
def report(
    file: Annotated[str, Parameter(name="FILE", help="The results of a contest.")],
    folder: Annotated[str, Parameter(name="FOLDER", help="Where the pages go; made if missing.")],
    /,
    *,
    title: Annotated[
        str | None, Parameter(metavar="TEXT", help="The title of the page (the games).")
    ] = None,
    force: outputs.Force = False,
) -> int:
    """Write the pages."""
    from sbg.base.jobs.store import StoreError
    from sbg.play.contests.standings import Standings
    from sbg.play.contests.store import stored
    from sbg.play.report import write

    try:
        contest, results = stored(Path(file), sbg.parse)
    except StoreError as problem:
        raise Misuse(str(problem)) from None
    standings = Standings(contest, results)
    named = title or ", ".join(game.name.strip() for game in contest.games)
    try:
        page = write(standings, results, Path(folder), named, force)
    except FileError as problem:
        raise Misuse(str(problem)) from None
    note(f"{len(results)} games are in {page}.")
    return 0
