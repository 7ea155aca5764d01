"""The command `sbg gallery`: the games of a run as static pages."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from sbg.console import options, outputs
from sbg.console.progress import Progress
from sbg.console.terminal import Misuse, note
from sbg.files import FileError

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
    from sbg.evolution.run import archive_of, read_run
    from sbg.gallery import GalleryError, write
    from sbg.jobs.store import StoreError
    from sbg.profiling import ProfileError

    try:
        with read_run(Path(run)) as store:
            archive = archive_of(store)
            best_ids = {elite.id for elite in archive.best(best)}
            # A long run has more profiles than memory should hold.
            results = [one if one.id in best_ids else replace(one, profile="") for one in store]
        with Progress() as progress:
            page = write(
                results,
                archive,
                Path(folder),
                title,
                best,
                lambda done, whole: progress.show(done / whole),
                force,
            )
    except (StoreError, GalleryError, FileError) as problem:
        raise Misuse(str(problem)) from None
    except ProfileError as problem:
        raise Misuse(f"`{run}` was made by another version of sbg: {problem}") from None
    shown = len(archive.best(best))
    note(f"{page}: {shown} game{'' if shown == 1 else 's'}")
    return 0
