"""`sbg same`: decide whether two games or two pieces are the same, or show where they differ."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from cyclopts import App, Parameter

import sbg
from sbg.app.cli import completion, inputs, options, terminal
from sbg.app.cli.terminal import Misuse, out
from sbg.moves.reach.comparison import SECONDS

app = App(
    name="same",
    usage="Usage: sbg same [OPTIONS] A B",
    help_epilogue="""\
Games are compared up to the names of their letters, exchange of left and right, and
exchange of the colours. Pieces are the same when they have the same moves in every position
of the board, however their rules are written. Where rules differ, a smallest position is
given in which they do. --rules-only compares pieces and goals, not turn limits; --reachable
asks about positions alone in which each piece of A is on a square that it may ever come to.

Exit codes: 0 the same; 1 different; 2 misuse; 3 undecided, for want of time.

Examples:
  sbg same chess chess-single-step
  sbg same chess gardner --piece N
  sbg same my.sbg chess --piece A=Q --seconds 60 --json
  sbg same learned.sbg xiangqi --rules-only --reachable --all""",
)

_CODES = {"same": 0, "different": 1, "undecided": 3}


@app.default
def same(
    a: Annotated[
        str, Parameter(name="A", help="A bundled name, a path or -.", completer=completion.games)
    ],
    b: Annotated[str, Parameter(name="B", help="Another one.", completer=completion.games)],
    /,
    *,
    piece: Annotated[
        str | None,
        Parameter(metavar="X=Y", help="Compare piece X of A with piece Y of B; X alone is X=X."),
    ] = None,
    rules_only: Annotated[bool, Parameter(help="Do not compare turn limits.")] = False,
    reachable: Annotated[bool, Parameter(help="Compare only where pieces can be in play.")] = False,
    every: Annotated[
        bool,
        Parameter(name="--all", help="Write all differences, not one; --json always has them."),
    ] = False,
    seconds: Annotated[
        options.Seconds, Parameter(help=f"How long to try at most ({SECONDS:g}).")
    ] = SECONDS,
    json: options.Json = False,
) -> int:
    """Write whether they are the same."""
    first = inputs.load_game(a)
    second = first if a == b else inputs.load_game(b)
    try:
        found = sbg.same(
            first,
            second,
            piece=piece,
            seconds=seconds,
            rules_only=rules_only,
            reachable=reachable,
            every=every or json,
        )
    except ValueError as error:
        raise Misuse(str(error)) from None
    if json:
        terminal.out_json(_data(found))
        return _CODES[found.verdict]
    for one in found.differences or (found,):
        out(f"{one.verdict}: {one.reason}")
    renamed = [f"{x} is {y}" for x, y in found.letters if x != y]
    if renamed:
        terminal.note(f"Letters: {', '.join(renamed)}.")
    if found.difference and not found.difference.smallest:
        terminal.note("There may be a position with fewer pieces; --seconds gives more time.")
    return _CODES[found.verdict]


def _data(found: sbg.Comparison) -> dict[str, Any]:
    data = asdict(found)
    data["differences"] = [_data(one) for one in found.differences]
    if found.difference:
        data["difference"]["move"] = str(found.difference.move)
        data["difference"]["other_move"] = str(found.difference.other_move)
    data["seconds"] = round(found.seconds, 6)
    return data
