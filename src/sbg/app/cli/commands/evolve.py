"""`sbg evolve`: search for good new games, in a run that can be stopped and resumed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter

from sbg.app.cli import completion, inputs, options, terminal
from sbg.app.cli.parts import newborn
from sbg.app.cli.terminal import Misuse, note, out
from sbg.base.jobs.store import StoreError

if TYPE_CHECKING:
    from sbg.base.jobs.work import Pool
    from sbg.study.evolve.archive import Archive
    from sbg.study.evolve.individual import Individual, Task
    from sbg.study.evolve.run import Run
    from sbg.study.evolve.schedule import Settings

app = App(
    name="evolve",
    usage="Usage: sbg evolve [OPTIONS] RUN.sqlite",
    help_epilogue="""\
Games are generated, changed and crossed, each is profiled as by `sbg profile --quick`, and
the best of each kind is kept: kinds differ in the number of moves to choose from, the length
of games, what decides them, and how pieces move. A game that looks better than the one in
its place is measured again with other seeds, and so is that one. Fitness is the fitness of
the profile or, with --like, nearness to the profiles of models.

The file holds all results. The same command goes on after any kind of end, and more --games
can be asked for; with --best or --out and without --games, what is there is shown. Equal
settings give equal results, however many processes or machines work on them: --digest shows
it.

Examples:
  sbg evolve run.sqlite --games 2000 --jobs 2
  sbg evolve run.sqlite --best 20 --out found
  sbg evolve run.sqlite --digest
  sbg evolve small.sqlite --from gardner --from mini-xiangqi --seed 7
  sbg evolve near.sqlite --like chess --style chess --style shogi
  sbg evolve run.sqlite --games 20000 --ray 10.0.0.1:6379 --best 20 --out found""",
)

_INTERRUPTED = 130
_GAMES = 1000
_BEST = 10


@dataclass(frozen=True)
class _Wanted:
    """What is to be written at the end."""

    best: int
    folder: str | None
    json: bool


@app.default
def evolve(
    run: Annotated[str, Parameter(name="RUN.sqlite", help="The file of the run.")],
    /,
    *,
    games: Annotated[
        int | None,
        options.whole(1, 100_000_000),
        Parameter(
            metavar="N",
            help="How many games to make in all (1000; with --best or --out: those of the file).",
        ),
    ] = None,
    start: Annotated[
        list[str] | None,
        Parameter(
            name="--from",
            metavar="GAME",
            help="Begin with a game; may be given several times.",
            completer=completion.games,
        ),
    ] = None,
    like: Annotated[
        list[str] | None,
        Parameter(
            metavar="GAME",
            help="Look for games that play like this; may be given several times.",
            completer=completion.games,
        ),
    ] = None,
    style: Annotated[
        list[str] | None,
        Parameter(
            metavar="STYLE",
            help="Styles of generated games (all but metagame).",
            completer=completion.styles,
        ),
    ] = None,
    seed: Annotated[options.Seed, Parameter(help="Another seed makes other games (0).")] = 0,
    window: Annotated[
        int | None,
        options.whole(1, 100_000),
        Parameter(metavar="N", help="How many games may be worked on at a time (64)."),
    ] = None,
    jobs: Annotated[
        int, options.whole(1, 1024), Parameter(metavar="N", help="How many processes (1).")
    ] = 1,
    ray: Annotated[
        str | None,
        Parameter(metavar="ADDRESS", help="Work on a Ray cluster instead of here (or auto)."),
    ] = None,
    best: Annotated[
        int | None, options.whole(1, 1000), Parameter(metavar="N", help="Games to list (10).")
    ] = None,
    out_folder: Annotated[
        str | None,
        Parameter(name="--out", metavar="FOLDER", help="Write those games as files."),
    ] = None,
    digest: Annotated[
        bool, Parameter(help="Only show the digest of all that is in the file.")
    ] = False,
    json: options.Json = False,
) -> int:
    """Search for good games."""
    from sbg.study.evolve.run import Run, open_run

    path = Path(run)
    wanted = _Wanted(best or _BEST, out_folder, json)
    try:
        if digest:
            return _digest(path, json)
        look = games is None and bool(best or out_folder)
        if look and not path.exists():
            raise Misuse(f"there is no file `{path}` to look at", "--games N begins a run")
        settings = _settings(path, start or [], like or [], style or [], seed, window)
        if ray is not None and not path.exists():
            _pool(settings, jobs, ray).close()  # what cannot be had leaves no file
        with open_run(path, settings) as store:
            going = Run(settings, store)
            if going.done:
                are = "game is" if going.done == 1 else "games are"
                note(f"{going.done} {are} in {path} already.")
            aim = going.done if look else games or _GAMES
            code = _go_on(going, aim, jobs, ray) if going.done < aim else 0
            if code == 0:
                _report(going, path, wanted)
                _tell_failures(going)
            return code
    except StoreError as problem:
        raise Misuse(str(problem)) from None


def _settings(
    path: Path,
    start: list[str],
    like: list[str],
    styles: list[str],
    seed: int,
    window: int | None,
) -> Settings:
    """The settings of a command line; those of the file where nothing is said."""
    from sbg.study.evolve.evolve import settings_for
    from sbg.study.evolve.styles import StyleError

    try:
        return settings_for(
            path,
            [inputs.load_game(name) for name in start],
            [inputs.load_game(name) for name in like],
            styles,
            seed,
            window,
        )
    except StyleError as problem:
        raise Misuse(str(problem)) from None


def _digest(path: Path, json: bool) -> int:
    from sbg.study.evolve.run import digest, read_run

    with read_run(path) as store:
        found, count = digest(store), len(store)
    if json:
        terminal.out_json({"file": str(path), "games": count, "digest": found})
    else:
        out(found)
    return 0


def _go_on(going: Run, games: int, jobs: int, ray: str | None) -> int:
    from sbg.app.cli.parts.evolve_view import View

    pool = _pool(going.settings, jobs, ray)
    try:
        with View(going, games) as view:
            going.go_on(pool, games, view.update)
        return 0
    except KeyboardInterrupt:
        note(
            f"\nInterrupted. {going.done} of {games} games are in {going.store.path};"
            " the same command goes on."
        )
        return _INTERRUPTED
    finally:
        pool.close()


def _pool(settings: Settings, jobs: int, ray: str | None) -> Pool[Task, Individual]:
    from sbg.study.evolve.run import evaluation

    try:
        work = evaluation(settings)
    except ValueError as problem:
        raise Misuse(f"--like: {problem}") from None
    if ray is None:
        from sbg.base.jobs.local import LocalPool

        return LocalPool(work, jobs)
    from sbg.base.jobs.cluster import ClusterError, RayPool

    try:
        return RayPool(work, ray)
    except ClusterError as problem:
        raise Misuse(str(problem)) from None


def _report(going: Run, path: Path, wanted: _Wanted) -> None:
    from sbg.pipeline import parse
    from sbg.study.evolve.run import digest

    archive = going.archive
    found = archive.best(wanted.best)
    if wanted.folder is not None:
        for elite in found:
            newborn.write_game(parse(elite.text), Path(wanted.folder))
    if wanted.json:
        terminal.out_json(
            _data(archive, wanted.best)
            | {"file": str(path), "games": going.done, "digest": digest(going.store)}
        )
        return
    from sbg.app.cli.parts.evolve_view import report

    report(archive, wanted.best)
    if wanted.folder is not None:
        note(f"{wanted.folder}: {len(found)} games written")
    note(f"The results are in {path}.")


def _tell_failures(going: Run) -> None:
    from sbg.study.evolve.individual import FAILED

    failed = [result for result in going.results.values() if result.status == FAILED]
    if failed:
        first = min(failed, key=lambda result: result.id)
        terminal.error(
            f"{len(failed)} games could not be made or measured; no. {first.id}: {first.reason}"
        )


def _data(archive: Archive, best: int) -> dict[str, Any]:
    return {
        "coverage": round(archive.coverage, 6),
        "cells": len(archive),
        "qd_score": round(archive.qd_score, 6),
        "best": [
            {
                "id": elite.id,
                "name": elite.name,
                "fitness": round(elite.fitness, 6),
                "measurements": len(elite.scores),
                "cell": elite.cell,
                "identity": elite.identity,
                "text": elite.text,
            }
            for elite in archive.best(best)
        ],
    }
