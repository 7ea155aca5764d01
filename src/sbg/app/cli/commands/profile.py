"""`sbg profile`: measure the quality of games by play between machines."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from sbg.app.cli import completion, inputs, options, terminal
from sbg.app.cli.parts import measuring
from sbg.app.cli.progress import Progress
from sbg.app.cli.terminal import Misuse, out

if TYPE_CHECKING:
    from sbg.study.profiling import Progress as Done

app = App(
    name="profile",
    usage="Usage: sbg profile [OPTIONS] GAME...",
    help_epilogue="""\
A profile reads the rules, plays random games, has machines of several strengths play
themselves, and sets stronger ones against weaker ones. It tells who is better off, how
often games are drawn, whether thinking longer helps, which pieces are used, and how long
the rules are in English. Scores and what is estimated from games have 95 % intervals.
Budgets are counted in nodes, so the same seed gives the same profile on every machine.

Fitness puts it in one number from 0 to 1, where the worst of the measures counts most. It
is no scale between budgets: compare --quick with --quick.

--deep climbs a longer ladder, asks Monte Carlo players and players with tuned weights for a
second opinion, forbids each piece in turn, and looks longer for a proof.

A good profile means good play between machines, no more. Exit code 1: a game has a flaw
that makes it hardly worth playing, such as a proof of who wins.

Examples:
  sbg profile gardner
  sbg profile my-game.sbg --quick
  sbg profile my-game.sbg --deep
  sbg profile gardner --svg > gardner.svg
  sbg profile gardner chess breakthrough --json > profiles.json""",
)


@app.default
def profile(
    game: Annotated[
        list[str],
        Parameter(name="GAME", help="Bundled names, paths or -.", completer=completion.games),
    ],
    /,
    *,
    quick: measuring.Quick = False,
    deep: measuring.Deep = False,
    seed: measuring.Seed = 0,
    threads: measuring.Threads = None,
    svg: Annotated[bool, Parameter(help="Write a picture, of one GAME.")] = False,
    json: options.Json = False,
) -> int:
    """Measure games."""
    from sbg.base import bounds
    from sbg.study.profiling import profile as measure

    if not game:
        raise Misuse("a GAME is needed")
    if svg and (json or len(game) > 1):
        raise Misuse("--svg draws one GAME, without --json")
    budget = measuring.chosen_budget(quick, deep)
    workers = min(os.cpu_count() or 1, bounds.MAX_THREADS) if threads is None else threads
    found = []
    for number, loaded in enumerate([inputs.load_game(name) for name in game]):
        with Progress() as progress:
            made = measure(
                loaded,
                seed=seed,
                budget=budget,
                gates=False,
                threads=workers,
                on_progress=_shown(progress),
            )
        found.append(made)
        if svg:
            from sbg.study.profiling.picture import picture

            out(picture(made), end="")
        elif not json:
            from sbg.app.cli.parts import profile_view

            if number:
                out()
            profile_view.show(made)
    if json:
        terminal.out_json([made.data() for made in found])
    return 1 if any(made.rejected for made in found) else 0


def _shown(progress: Progress) -> Callable[[Done], None]:
    return lambda done: progress.show(done.share)
