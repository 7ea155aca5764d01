"""`sbg probe`: look a position and its moves up in a table of exact values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from cyclopts import App, Parameter

from sbg.app.cli import inputs, options, terminal
from sbg.app.cli.terminal import Misuse, out
from sbg.base.errors import SbgError
from sbg.language.model import FenError

app = App(
    name="probe",
    usage="Usage: sbg probe [OPTIONS] TABLE [FEN]",
    help_epilogue="""\
With a position: its exact value, and that of every move, best moves first. Without: for
each class of men and player to move how many positions are won, drawn and lost, the longest
way to an end with a position, and the mutual zugzwangs (boards on which neither player wins
when it is their move, and one of them loses). Positions that symmetries make equal are
counted once. The checksum of every block that is read is compared; without a position those of
all, so that a damaged file is refused. `sbg verify` checks the values themselves.

`sbg solve hexapawn -o hexapawn.table` makes the table of the examples.

Examples:
  sbg probe hexapawn.table
  sbg probe hexapawn.table 'ppp/P2/1PP b 1'""",
)


@app.default
def probe(
    table: Annotated[str, Parameter(name="TABLE", help="A file that `sbg solve` wrote.")],
    fen: Annotated[str | None, Parameter(name="FEN", help="A position, as one line.")] = None,
    /,
    *,
    json: options.Json = False,
) -> int:
    """Look positions up in a table."""
    from sbg.exact.solving.probe import probe as ask
    from sbg.exact.solving.probe import probe_moves
    from sbg.exact.solving.table import TableFile

    try:
        opened = TableFile(table)
        if fen is None:
            opened.check_blocks()
        else:
            position = opened.game.position(fen)
            value = ask(opened, position)
            moves = probe_moves(opened, position)
    except FenError as error:
        raise Misuse(f"FEN: {error}") from None
    except SbgError as error:
        raise Misuse(str(error), code=1) from None
    except OSError as error:
        raise inputs.unreadable(table, error) from None
    if fen is None:
        _write_statistics(opened.header, json)
        return 0
    if json:
        terminal.out_json(
            {
                "game": opened.game.name,
                "fen": position.fen,
                "value": value.value,
                "plies": value.plies,
                "moves": [
                    {"move": str(move), "value": found.value, "plies": found.plies}
                    for move, found in moves.items()
                ],
            }
        )
        return 0
    out(str(value))
    for move, found in moves.items():
        out(f"  {move}  {found}")
    return 0


def _write_statistics(header: Mapping[str, Any], json: bool) -> None:
    statistics = header.get("statistics", [])
    if json:
        terminal.out_json({"game": header["game"], "start": header["start"], "classes": statistics})
        return
    out(f"{header['game']}: {sum(row['positions'] for row in statistics):,} positions")
    names = ("men", "turn", "positions", "wins", "draws", "losses", "longest", "zugzwangs")
    rows = [names, *(tuple(str(_shown(row[name])) for name in names) for row in statistics)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(names))]
    for i, row in enumerate(rows):
        cells = [
            f"{cell:<{width}}" if at < 2 else f"{cell:>{width}}"
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        fen = "position" if i == 0 else statistics[i - 1]["position"] or "-"
        out("  ".join([*cells, fen]))


def _shown(value: object) -> object:
    return "-" if value is None else f"{value:,}" if isinstance(value, int) else value
