"""Solves a game exactly: who wins with best play, in how many plies, and how; writes tables and certificates."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import App, Parameter, Token

import sbg
from sbg.console import inputs, options, terminal
from sbg.console.progress import Progress
from sbg.console.terminal import Misuse, out
from sbg.errors import SbgError
from sbg.solving import Solution

if TYPE_CHECKING:
    from sbg.solving.special import Found

app = App(
    name="solve",
    usage="Usage: sbg solve [OPTIONS] GAME",
    help_epilogue="""\
Every position with the same men or fewer gets its exact value: won or lost in how many
plies, or drawn. What that takes is said beforehand, and what does not fit into --memory is
refused. A win counts if it comes within the turn limit.

-o names a file. If it ends in .table it gets the values of all positions, for `sbg probe`,
`analyse` and `play`; otherwise a certificate: the moves that prove the value, for
`sbg verify`, or, with --strong, the values of all positions that can be reached. The work
is kept in FILE.part, and the same command goes on there after Ctrl-C or a crash.

--method proof searches for the value of this one position, by proof-number search, in games
of any size, for as long as it takes; its certificate is the same. Two more are for games of
a special kind, and are tried where tables do not fit: sum (parts that never meet, each a heap
of Nim) and hunt (an army against a lone man: moves that win wherever he is).

Exit code 3: the game is too large for tables, or nothing was proved in time.

Examples:
  sbg solve hexapawn                          black wins in 6 plies
  sbg solve octopawn -o octopawn.proof        with a certificate
  sbg solve gardner --men 4 -o gardner.table  all endings with up to four men
  sbg solve gardner --men 5 --device cuda -o gardner.table   on a GPU
  sbg solve gardner --from '4k/5/5/5/KQ3 w 0' --json
  sbg solve octopawn --strong -o all.proof    the values of all positions
  sbg solve maharajah -o maharajah.proof      black wins in at most 44 plies
  sbg solve clobber --method proof --threads 2 --seconds 3600 -o clobber.proof""",
)

_MANY = 1_000_000
"""With more positions than this it is said beforehand what they take."""

_UNITS = {"": 0, "K": 10, "M": 20, "G": 30, "T": 40}


def _size(_: object, tokens: Sequence[Token]) -> int:
    """A number of bytes, such as 8G."""
    text = tokens[0].value
    found = re.fullmatch(r"([0-9]{1,12})([KMGT]?)B?", text.upper(), re.ASCII)
    if not found or not int(found[1]):
        raise options.OutOfBoundsError(f"is a size such as 8G or 500M, not `{text}`")
    return int(found[1]) << _UNITS[found[2]]


@app.default
def solve(
    game: options.Game,
    /,
    *,
    from_: Annotated[
        str | None,
        Parameter(name="--from", metavar="FEN", help="A position instead of the initial one."),
    ] = None,
    method: Annotated[
        Literal["auto", "table", "proof", "sum", "hunt"],
        Parameter(
            metavar="NAME", help="auto, table, proof, sum or hunt (auto: table, if it fits)."
        ),
    ] = "auto",
    seconds: Annotated[
        options.Seconds | None, Parameter(help="Time for --method proof (no limit).")
    ] = None,
    men: Annotated[
        int | None,
        options.whole(1, 128),
        Parameter(metavar="N", help="Solve all endings with at most so many men."),
    ] = None,
    memory: Annotated[
        int, Parameter(metavar="SIZE", converter=_size, help="Memory to use, such as 500M (8G).")
    ] = 8 << 30,
    threads: options.Threads = 1,
    device: Annotated[
        Literal["cpu", "cuda"],
        Parameter(metavar="NAME", help="cpu, or cuda for tables on a GPU (cpu)."),
    ] = "cpu",
    output: Annotated[
        str | None,
        Parameter(
            name=["--output", "-o"],
            metavar="FILE",
            help="Write a certificate, or a .table of values.",
        ),
    ] = None,
    strong: Annotated[
        bool,
        Parameter(
            negative="",
            help="With -o: a certificate of the values of all positions that can be reached.",
        ),
    ] = False,
    json: options.Json = False,
) -> int:
    """Find the exact value of a position."""
    from sbg.solving.plan import TooLargeError, make_plan
    from sbg.solving.solve import (
        fill_table,
        save_table,
        solution_of,
        write_all_values,
        write_proof,
    )
    from sbg.solving.special import special

    loaded = inputs.load_game(game)
    try:
        position = inputs.position(loaded, from_)
    except Misuse as error:
        raise Misuse(str(error).replace("--fen", "--from")) from None
    as_table = output is not None and output.endswith(".table")
    if strong and (output is None or as_table or method not in ("auto", "table")):
        raise Misuse("--strong gives a certificate from a table: name its file with -o")
    if men is not None and output is not None and not as_table:
        raise Misuse("--men gives a table: the file of -o ends in `.table`")
    if output is not None and not Path(output).absolute().parent.is_dir():
        raise Misuse(f"there is no folder for `{output}`")
    if method in ("proof", "sum", "hunt") and device == "cuda":
        raise Misuse(f"--device cuda is for tables, and --method {method} makes none")
    if method in ("proof", "sum", "hunt") and (men is not None or as_table):
        raise Misuse(
            f"--method {method} finds one value: it goes neither with --men nor with a table"
        )
    if position.outcome is not None:
        _write(position, sbg.solve(position), None, json)
        return 0
    if method == "proof":
        return _prove(position, memory, threads, seconds, output, json)
    if seconds is not None:
        raise Misuse("--seconds goes with --method proof")
    on_gpu = device == "cuda"
    try:
        if method in ("sum", "hunt"):
            return _prove_specially(position, method, output, json)
        try:
            plan = make_plan(position, memory, men, meet=False, by_classes=on_gpu)
        except TooLargeError:
            if men is None and method == "auto" and not as_table and not strong:
                found = special(position)
                if found is not None:
                    return _show_special(position, found, output, json)
            plan = make_plan(position, memory, men, by_classes=on_gpu)
    except TooLargeError as error:
        terminal.error(str(error), "`--method proof` looks at what one value needs, and no more")
        return 3
    if plan.entries > _MANY:
        terminal.note(
            f"{plan.entries:,} positions, {plan.memory / 1e6:,.0f} MB of memory,"
            f" about {plan.seconds(threads):,.0f} s"
        )
    folder = None if output is None else Path(f"{output}.part")
    try:
        with Progress() as progress:
            table = fill_table(
                plan, threads=threads, folder=folder, on_progress=progress.show, device=device
            )
        solution = solution_of(table, position) if position in table else None
        if output is not None and as_table:
            save_table(table, Path(output), threads)
        elif output is not None and solution is not None:
            certify = write_all_values if strong else write_proof
            certify(table, position, solution, Path(output))
        table.storage.remove()
    except SbgError as error:
        raise Misuse(str(error)) from None
    except OSError as error:
        raise inputs.unreadable(str(output), error) from None
    _write(position, solution, output, json, entries=plan.entries, men=men)
    return 0


def _prove_specially(position: sbg.Position, method: str, output: str | None, json: bool) -> int:
    """Look for a proof of a special kind."""
    from sbg.solving.special import by_hunt, by_sum

    if method == "sum":
        found, missing = by_sum(position), "this is no sum of heaps of Nim"
    else:
        found, missing = by_hunt(position), "no plan was found with which an army wins"
    if found is None:
        terminal.error(missing)
        return 3
    return _show_special(position, found, output, json)


def _show_special(position: sbg.Position, found: Found, output: str | None, json: bool) -> int:
    if output is not None:
        try:
            found.write(Path(output))
        except OSError as error:
            raise inputs.unreadable(output, error) from None
    _write(position, found.solution, output, json)
    return 0


def _prove(
    position: sbg.Position,
    memory: int,
    threads: int,
    seconds: float | None,
    output: str | None,
    json: bool,
) -> int:
    """Search for a proof of one value."""
    from sbg.solving.proof import Bounds, Prover, UndecidedError

    def show(bounds: Bounds) -> None:
        if terminal.is_terminal(sys.stderr):
            terminal.note(f"{bounds.nodes:,} positions, {bounds.seconds:,.0f} s: {bounds}")

    folder = None if output is None else Path(f"{output}.part")
    try:
        prover = Prover(position, memory=memory, threads=threads, folder=folder, on_progress=show)
        solution = prover.run(seconds)
        if output is not None:
            prover.certify(output, solution, {"by": "proof"})
            shutil.rmtree(f"{output}.part", ignore_errors=True)
    except UndecidedError as error:
        terminal.error(str(error))
        return 3
    except SbgError as error:
        raise Misuse(str(error)) from None
    except OSError as error:
        raise inputs.unreadable(str(output), error) from None
    _write(position, solution, output, json)
    return 0


def _write(
    position: sbg.Position,
    solution: Solution | None,
    output: str | None,
    json: bool,
    *,
    entries: int = 0,
    men: int | None = None,
) -> None:
    as_table = output is not None and output.endswith(".table")
    if json:
        found = solution
        terminal.out_json(
            {
                "game": position.game.name,
                "fen": position.fen,
                "value": found.value if found else None,
                "plies": found.plies if found else None,
                "exact": found.exact if found else None,
                "method": found.method if found else "table",
                "line": [str(move) for move in found.line] if found else [],
                "certificate": None if as_table else output,
                "table": output if as_table else None,
                "entries": entries,
            }
        )
        return
    if solution is not None:
        out(str(solution))
        if solution.line:
            out(f"line {' '.join(map(str, solution.line))}")
    elif men is not None:
        out(f"all endings of {position.game.name} with up to {men} men: {entries:,} entries")
    if output is not None:
        out(f"written to {output}")
