"""`sbg solve`: solve a game exactly, and write tables and certificates of the result."""

from __future__ import annotations

import os
import sys
from typing import Annotated, Literal

from cyclopts import App, Parameter

import sbg
from sbg.app.cli import inputs, options, outputs, terminal
from sbg.app.cli.progress import Progress
from sbg.app.cli.terminal import Misuse, out
from sbg.base.errors import SbgError
from sbg.base.files import FileError
from sbg.exact.solving import Solution

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
is kept in FILE.part, and the same command goes on there after Ctrl-C or a crash. A file
that holds something else is not replaced, but with --force.

--method proof searches for the value of this one position, by proof-number search, in games
of any size, for as long as it takes; its certificate is the same.

Exit code 3: the game is too large for tables, or nothing was proved in time.

Examples:
  sbg solve hexapawn                          black wins in 6 plies
  sbg solve octopawn -o octopawn.proof        with a certificate
  sbg solve gardner --men 4 -o gardner.table  all endings with up to four men
  sbg solve gardner --men 5 --device cuda -o gardner.table   on a GPU
  sbg solve gardner --from '4k/5/5/5/KQ3 w 0' --json
  sbg solve octopawn --strong -o all.proof    the values of all positions
  sbg solve clobber --method proof --threads 2 --seconds 3600 -o clobber.proof""",
)


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
        Literal["auto", "table", "proof"],
        Parameter(metavar="NAME", help="auto, table or proof (auto: table)."),
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
        int, options.size, Parameter(metavar="SIZE", help="Memory to use, such as 500M (8G).")
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
    force: outputs.Force = False,
    json: options.Json = False,
) -> int:
    """Find the exact value of a position."""
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
    if method == "proof" and device == "cuda":
        raise Misuse("--device cuda is for tables, and --method proof makes none")
    if method == "proof" and (men is not None or as_table):
        raise Misuse("--method proof finds one value: it goes neither with --men nor with a table")
    if seconds is not None and method != "proof":
        raise Misuse("--seconds goes with --method proof")
    there = sum(square != "." for row in position.rows for square in row)
    if men is not None and output is None and there > men:
        raise Misuse(
            f"this position has {there} men: its endings with up to {men} are for a table",
            "name its file, as in `-o endings.table`",
        )
    from sbg.exact.solving.folder import WorkError
    from sbg.exact.solving.plan import TooLargeError
    from sbg.exact.solving.proof import UndecidedError

    shown = method != "proof" or terminal.is_terminal(sys.stderr)
    last: list[str] = []

    def tell(text: str) -> None:
        last[:] = [text]
        if shown:
            terminal.note(text)

    try:
        with Progress() as progress:
            solution = sbg.solve(
                position,
                method=method,
                seconds=seconds,
                men=men,
                memory=memory,
                threads=threads,
                output=output,
                strong=strong,
                force=force,
                on_progress=progress.show,
                on_note=tell,
                device=device,
            )
    except KeyboardInterrupt:
        if last and not shown:
            terminal.note(last[0])
        _tell_kept(output)
        raise
    except TooLargeError as error:
        terminal.error(str(error), "`--method proof` looks at what one value needs, and no more")
        return 3
    except UndecidedError as error:
        terminal.error(str(error))
        _tell_kept(output)
        return 3
    except FileError as error:
        there_is_room = f"make room, and the same command goes on in `{output}.part`"
        full = "space" in str(error) and os.path.isdir(f"{output}.part")
        raise Misuse(str(error), there_is_room if full else None) from None
    except (WorkError, SbgError) as error:
        raise Misuse(str(error)) from None
    _write(position, solution, output, json, men)
    return 0


def _tell_kept(output: str | None) -> None:
    """How work that was stopped goes on."""
    if output is None:
        terminal.note("nothing is kept: with -o FILE the work is, and the same command goes on")
    elif os.path.isdir(f"{output}.part"):
        terminal.note(f"the work is kept in {output}.part: the same command goes on there")
    else:
        terminal.note("nothing had been found yet that could be kept")


def _write(
    position: sbg.Position,
    solution: Solution | None,
    output: str | None,
    json: bool,
    men: int | None,
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
                "entries": found.positions if found else 0,
            }
        )
        return
    if solution is not None:
        out(str(solution))
        if solution.line:
            out(f"line {' '.join(map(str, solution.line))}")
    elif men is not None:
        from sbg.exact.solving.table import TableFile

        entries = TableFile(str(output)).entries
        out(f"all endings of {position.game.name} with up to {men} men: {entries:,} entries")
    if output is not None:
        out(f"written to {output}")
