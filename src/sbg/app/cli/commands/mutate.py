"""`sbg mutate`: make changed versions of a game, printed or written to files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from sbg.app.cli import completion, inputs, options, terminal
from sbg.app.cli.parts import newborn
from sbg.app.cli.terminal import Misuse, out

if TYPE_CHECKING:
    from sbg.engine import Game
    from sbg.study.evolve.mutate import Child

app = App(
    name="mutate",
    usage="Usage: sbg mutate [OPTIONS] GAME",
    help_epilogue="""\
One change is made and repaired: what no longer fits the board or can never happen goes, and
a game with warnings, or one that is over at once, is tried again. The lineage in the file
says what was changed. Equal options give equal games; with --count the seeds are N, N+1 and
so on.

Examples:
  sbg mutate gardner
  sbg mutate gardner --operator goals --count 10 --out changed
  sbg mutate chess --with xiangqi --seed 3 > child.sbg
  sbg mutate --operators""",
)


@app.default
def mutate(
    game: options.Game | None = None,
    /,
    *,
    operator: Annotated[
        str | None,
        Parameter(metavar="NAME", help="What to change: an operator or a kind of them."),
    ] = None,
    other: Annotated[
        str | None,
        Parameter(
            name="--with",
            metavar="GAME",
            help="Cross it with another game.",
            completer=completion.games,
        ),
    ] = None,
    count: newborn.Count = 1,
    seed: newborn.Seed = 0,
    out_folder: newborn.Folder = None,
    operators: Annotated[bool, Parameter(help="List the operators.")] = False,
    json: options.Json = False,
) -> int:
    """Write changed versions of a game."""
    from sbg.study.evolve.birth import identity
    from sbg.study.evolve.draw import Draw
    from sbg.study.evolve.mutate import chosen_operators, crossed, mutant
    from sbg.study.evolve.styles import StyleError

    if operators:
        _list(json)
        return 0
    if game is None:
        raise Misuse("no GAME to change", "see `sbg mutate --help`")
    if operator is not None and other is not None:
        raise Misuse("--operator and --with do not go together")
    newborn.enough_room(count, out_folder, json)
    newborn.enough_seeds(seed, count)
    parent = inputs.load_game(game)
    partner: Game | None = None if other is None else inputs.load_game(other)

    def child(number: int) -> Child:
        draw = Draw("mutate", identity(parent), number, operator or "")
        if partner is not None:
            return crossed(parent, partner, draw)
        return mutant(parent, draw, operator)

    try:
        chosen_operators(operator)
        children = ((number, child(number)) for number in range(seed, seed + count))
        games = (
            (one.game, {"seed": number, "operator": one.operator, "change": one.what})
            for number, one in children
        )
        newborn.give(games, count, out_folder, json)
    except StyleError as problem:
        raise Misuse(str(problem)) from None
    return 0


def _list(json: bool) -> None:
    from sbg.study.evolve.operators import KINDS

    if json:
        terminal.out_json({kind: list(operators) for kind, (_, operators) in KINDS.items()})
        return
    for kind, (share, operators) in KINDS.items():
        out(f"{kind:6}  {100 * share:2.0f} %  {', '.join(operators)}")
