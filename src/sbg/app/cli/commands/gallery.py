"""`sbg gallery`: write the games of an evolution run as static web pages."""

from __future__ import annotations

from typing import Annotated

from cyclopts import App, Parameter

from sbg.app.cli import options, outputs
from sbg.app.cli.progress import Progress
from sbg.app.cli.terminal import Misuse, note
from sbg.base.files import FileError

app = App(
    name="gallery",
    usage="Usage: sbg gallery [OPTIONS] RUN.sqlite FOLDER",
    help_epilogue="""\
FOLDER/index.html shows the map of the archive and the best games; each game has a page with
its rules in English, diagrams, a game between machines move by move, its profile, its
lineage and its file. The pages need no server: open them from the disk, or put the folder
on any web server. They may be written while the run is going on, and again.

Examples:
  sbg gallery run.sqlite gallery/
  sbg gallery run.sqlite public/ --best 20 --title 'Twenty new games'""",
)


@app.default
def gallery(
    run: Annotated[str, Parameter(name="RUN.sqlite", help="The file of a run of `sbg evolve`.")],
    folder: Annotated[str, Parameter(name="FOLDER", help="Where the pages go; made if missing.")],
    /,
    *,
    best: Annotated[
        int | None,
        options.whole(1, 1000),
        Parameter(metavar="N", help="Only the N best games (all)."),
    ] = None,
    title: Annotated[
        str, Parameter(metavar="TEXT", help="The title of the first page (New games).")
    ] = "New games",
    force: outputs.Force = False,
) -> int:
    """Write the pages."""
    from sbg.base.jobs.store import StoreError
    from sbg.study.gallery import GalleryError, write_gallery
    from sbg.study.profiling import ProfileError

    shown = 0

    def told(done: int, whole: int) -> None:
        nonlocal shown
        shown = whole
        progress.show(done / whole)

    try:
        with Progress() as progress:
            page = write_gallery(
                run,
                folder,
                best=best,
                title=title,
                force=force,
                on_progress=told,
            )
    except (StoreError, GalleryError, FileError) as problem:
        raise Misuse(str(problem)) from None
    except ProfileError as problem:
        raise Misuse(f"`{run}` was made by another version of sbg: {problem}") from None
    note(f"{page}: {shown} game{'' if shown == 1 else 's'}")
    return 0
