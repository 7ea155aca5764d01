"""`sbg teach`: find a small set of positions from which a game can be learned."""

from __future__ import annotations

from typing import Annotated

from cyclopts import App, Parameter

from sbg.app.cli import inputs, options, outputs, terminal
from sbg.app.cli.terminal import Misuse, amount, note, out

app = App(
    name="teach",
    usage="Usage: sbg teach [OPTIONS] GAME",
    help_epilogue="""\
Positions with all their legal moves are chosen until the pieces are learned exactly, by the
proof of `sbg same`; then all that are not needed are left out. They are written as
`sbg record` writes observations, so that `sbg learn` can read them. Goals are not taught.

Exit codes: 0 the positions teach all pieces; 2 misuse; 3 --most positions, or --seconds,
were not enough.

Examples:
  sbg teach gardner -o lesson.jsonl
  sbg teach xiangqi --most 100 --seed 2
  sbg teach ./my-game.sbg --json""",
)


@app.default
def teach(
    game: options.Game,
    /,
    *,
    most: Annotated[
        int, options.whole(1, 1000), Parameter(metavar="N", help="Positions at most (60).")
    ] = 60,
    seconds: Annotated[
        options.Seconds, Parameter(help="How long to look for them, about (300).")
    ] = 300.0,
    seed: Annotated[options.Seed, Parameter(help="Another seed finds other positions (0).")] = 0,
    output: Annotated[
        str | None,
        Parameter(name=["--output", "-o"], metavar="FILE", help="Write to FILE, not to stdout."),
    ] = None,
    force: outputs.Force = False,
    json: options.Json = False,
) -> int:
    """Write positions that teach a game."""
    from sbg.study.learn.asking import teach as find
    from sbg.study.observe.data import write

    loaded = inputs.load_game(game)
    if not any(piece.rule is not None for piece in loaded.pieces):
        raise Misuse("this game has no piece that moves")
    if output is not None and output != inputs.STDIN:
        outputs.allow(output, force)
    lesson = find(loaded, most=most, seed=seed)
    fens = [ply.fen for ply in lesson.seen.plies]
    code = 0 if lesson.complete else 3
    if json:
        terminal.out_json({"game": loaded.name, "complete": lesson.complete, "positions": fens})
        return code
    text = write(lesson.seen)
    if output is None or output == inputs.STDIN:
        out(text, end="")
    else:
        outputs.write_file(output, text, force)
        note(f"{output}: written")
    one = len(fens) == 1
    if lesson.complete:
        ending = f"{'teaches' if one else 'teach'} the pieces of {loaded.name}"
    else:
        ending = f"{'was' if one else 'were'} not enough"
    note(f"{amount(len(fens), 'position')} {ending}")
    return code
