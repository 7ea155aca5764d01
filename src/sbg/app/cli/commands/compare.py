"""`sbg compare`: show which measures of two games differ by more than chance."""

from __future__ import annotations

import json as json_files
import os
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter

from sbg.app.cli import completion, inputs, options, terminal
from sbg.app.cli.parts import measuring
from sbg.app.cli.progress import Progress
from sbg.app.cli.terminal import Misuse

if TYPE_CHECKING:
    from sbg.study.profiling import BudgetName, Contrast, Profile

app = App(
    name="compare",
    usage="Usage: sbg compare [OPTIONS] A B",
    help_epilogue="""\
Both games are profiled as by `sbg profile`, with the same budget. A difference is called
significant if its interval leaves out 0; intervals are as wide as needed for all statements
to be right together in 95 % of comparisons.

A file that ends in .json holds a profile that `sbg profile GAME --json` wrote.

Examples:
  sbg compare gardner my-game.sbg
  sbg compare old.json my-game.sbg --quick
  sbg compare chess xiangqi --json""",
)


@app.default
def compare(
    a: Annotated[
        str,
        Parameter(
            name="A", help="A bundled name, a path, - or a .json.", completer=completion.games
        ),
    ],
    b: Annotated[str, Parameter(name="B", help="Another one.", completer=completion.games)],
    /,
    *,
    quick: measuring.Quick = False,
    deep: measuring.Deep = False,
    seed: measuring.Seed = 0,
    threads: measuring.Threads = None,
    json: options.Json = False,
) -> int:
    """Compare two games."""
    from sbg.study.profiling import ProfileError
    from sbg.study.profiling import compare as contrasts

    budget = measuring.chosen_budget(quick, deep)
    first, second = (_profile(name, budget, seed, threads) for name in (a, b))
    try:
        found = contrasts(first, second)
    except ProfileError as error:
        raise Misuse(str(error)) from None
    if json:
        terminal.out_json(
            {
                "first": first.data(),
                "second": second.data(),
                "differences": [_data(one) for one in found],
            }
        )
        return 0
    from sbg.app.cli.parts import profile_view

    profile_view.show_contrasts(first, second, found)
    return 0


def _profile(name: str, budget: BudgetName, seed: int, threads: int | None) -> Profile:
    from sbg.base import bounds
    from sbg.study.profiling import profile

    if name.endswith(".json"):
        return _read(name)
    workers = min(os.cpu_count() or 1, bounds.MAX_THREADS) if threads is None else threads
    game = inputs.load_game(name)
    with Progress() as progress:
        return profile(
            game,
            seed=seed,
            budget=budget,
            gates=False,
            threads=workers,
            on_progress=lambda done: progress.show(done.share),
        )


def _read(name: str) -> Profile:
    """The profile in a file: an object, or a list that holds one."""
    from sbg.study.profiling import Profile, ProfileError

    text = inputs.read_file(name).decode("utf-8", "replace")
    try:
        data = json_files.loads(text)
        if isinstance(data, list):
            if len(data) != 1:
                raise Misuse(f"`{name}` holds {len(data)} profiles, not one", code=1)
            text = json_files.dumps(data[0])
        return Profile.from_json(text)
    except (ProfileError, ValueError, RecursionError) as error:
        said = error if isinstance(error, ProfileError) else "this is not a profile"
        raise Misuse(f"`{name}`: {said}", code=1) from None


def _data(one: Contrast) -> dict[str, Any]:
    return asdict(one) | {"significant": one.significant}
