"""`sbg.write_gallery`: writes the pages about an evolution run from its file."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from sbg.base.errors import mistyped
from sbg.base.files import path_of
from sbg.base.numbers import whole
from sbg.study.evolve.run import archive_of, read_run
from sbg.study.gallery.pages import write


def write_gallery(
    run: str | os.PathLike[str],
    folder: str | os.PathLike[str],
    *,
    best: int | None = None,
    title: str = "New games",
    force: bool = False,
    on_progress: Callable[[int, int], None] | None = None,
) -> Path:
    """Write static pages about the games of a run, or the best of them, into a folder; the path of the first page.

    Files of a folder that are not such pages stay, unless `force` is set. `on_progress` is told how many pages of how
    many are written.
    """
    source, target = path_of(run, "write_gallery"), path_of(folder, "write_gallery")
    if best is not None:
        whole(best, "best", 1)
    if not isinstance(title, str):
        raise mistyped("write_gallery", "a title as text", title)
    with read_run(source) as store:
        archive = archive_of(store)
        chosen = {elite.id for elite in archive.best(best)}
        # A long run has more profiles than memory should hold.
        results = [one if one.id in chosen else replace(one, profile="") for one in store]
    told = on_progress or (lambda done, whole: None)
    return write(results, archive, target, title, best, told, force)
