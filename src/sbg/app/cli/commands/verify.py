"""`sbg verify`: check a certificate or a table, and say what it proves or where it is wrong."""

from __future__ import annotations

import os
from dataclasses import asdict
from typing import Annotated, Any

from cyclopts import App, Parameter

import sbg
from sbg.app.cli import completion, inputs, options, terminal
from sbg.app.cli.progress import Progress
from sbg.app.cli.terminal import out
from sbg.base import bounds
from sbg.base.errors import SbgError
from sbg.language import games

_TABLE = ".table"

app = App(
    name="verify",
    usage="Usage: sbg verify [OPTIONS] FILE",
    help_epilogue="""\
A certificate says who wins a game, with a strategy that proves it. Each of its positions is
checked by the reference, which plays by the letter of the rules: no solver, no engine, no
tables. The file holds the text of the game, so nothing else is needed.

Of a table of values (a file that ends in .table) every entry is compared with those after its
moves, which the engine finds, and then 10,000, chosen at random, with those that the
reference finds; with --sample only so many, by the reference. The code that reads the file and
numbers positions shares nothing with the solver.

Exit codes: 0 right; 1 refused; 2 misuse, or a file that cannot be read.

Examples:
  sbg verify hexapawn                a certificate that comes with the package
  sbg verify my.proof --jobs 4
  sbg verify octopawn.table          every entry of a table
  sbg verify octopawn.table --sample 1000
  sbg verify large.proof --sample 10000 --json""",
)


@app.default
def verify(
    file: Annotated[
        str,
        Parameter(
            name="FILE",
            help="A path, or the name of a bundled certificate.",
            completer=completion.certificates,
        ),
    ],
    /,
    *,
    sample: Annotated[
        int | None,
        options.whole(0, bounds.MAX_NODES),
        Parameter(metavar="N", help="Check so many positions, chosen at random, instead of all."),
    ] = None,
    seed: Annotated[
        options.Seed | None, Parameter(help="Choose them by this number; else anew each time.")
    ] = None,
    jobs: Annotated[
        int,
        options.whole(1, bounds.MAX_THREADS),
        Parameter(metavar="N", help="How many processes or threads to use (one for each core)."),
    ] = os.cpu_count() or 1,
    memory: Annotated[
        int,
        options.size,
        Parameter(metavar="SIZE", help="Memory for the entries of a table, such as 8G (2G)."),
    ] = 2 << 30,
    json: options.Json = False,
) -> int:
    """Write what a certificate proves."""
    if file.endswith(_TABLE):
        return _check_table(file, sample, seed, jobs, memory, json)
    try:
        with Progress() as progress:
            found = sbg.verify(
                file, sample, jobs, seed, lambda done, wanted: progress.show(done / wanted)
            )
    except sbg.CertificateError as error:
        return _refuse(file, error, json)
    except SbgError as error:
        known = ", ".join(games.certificates())
        help = f"a path has a separator or ends in `.proof`; bundled are {known}"
        raise terminal.Misuse(str(error), help) from None
    except OSError as error:
        raise inputs.unreadable(file, error) from None
    if json:
        terminal.out_json(_data(found))
        return 0
    out(f"{found.game}, {found.start}: {found.claim}")
    count = f"{found.entries:,} position{'' if found.entries == 1 else 's'}"
    if found.complete:
        out(f"proved: {count} checked, all right")
    else:
        out(f"not proved: {found.checked:,} of {count} checked, all right")
    return 0


def _data(found: sbg.Verification) -> dict[str, Any]:
    verdict = "proved" if found.complete else "sampled"
    return {"verdict": verdict, **asdict(found)}


def _check_table(
    file: str, sample: int | None, seed: int | None, threads: int, memory: int, json: bool
) -> int:
    """Check the entries of a table."""
    try:
        with Progress() as progress:
            found = sbg.verify_table(file, sample, threads, seed, progress.show, memory)
    except sbg.CertificateError as error:
        return _refuse(file, error, json)
    except OSError as error:
        raise inputs.unreadable(file, error) from None
    if json:
        verdict = "checked" if found.complete else "sampled"
        terminal.out_json({"verdict": verdict, **asdict(found)})
        return 0
    out(f"{found.game}: a table of {found.entries:,} entries")
    if found.complete:
        values = f"{found.wins:,} won, {found.draws:,} drawn, {found.losses:,} lost"
        out(
            f"right: every entry follows from the engine's moves ({values} for the player to move),"
        )
        out(f"and {found.sampled:,}, chosen at random, from those of the reference")
    else:
        out(
            f"not proved: {found.sampled:,} entries, chosen at random, follow from the reference's moves"
        )
    return 0


def _refuse(file: str, error: sbg.CertificateError, json: bool) -> int:
    if json:
        refused = {"verdict": "refused", "reason": error.reason, "position": error.position}
        terminal.out_json(refused)
    else:
        terminal.error(f"`{file}` is refused: {error}")
    return 1
