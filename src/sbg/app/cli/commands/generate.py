"""`sbg generate`: make new random games in a style, printed or written to files."""

from __future__ import annotations

from typing import Annotated

from cyclopts import App, Parameter

from sbg.app.cli import completion, options, terminal
from sbg.app.cli.parts import newborn
from sbg.app.cli.terminal import Misuse, out

app = App(
    name="generate",
    usage="Usage: sbg generate [OPTIONS]",
    help_epilogue="""\
A generated game has no warnings, both players can move, and no first move ends it. Its
file has a name, the rules in English, and how it was made. Whether it is a good game is
another question. Equal options give equal games on every machine; with --count the seeds
are N, N+1 and so on.

Examples:
  sbg generate
  sbg generate --style shogi --board 6x6 --seed 7 > new.sbg
  sbg generate --style wild --count 20 --out games
  sbg generate --styles""",
)


@app.default
def generate(
    *,
    style: Annotated[
        str,
        Parameter(metavar="STYLE", help="What kind of game (chess).", completer=completion.styles),
    ] = "chess",
    board: Annotated[
        str | None, Parameter(metavar="WxH", help="The size of the board, such as 6x6.")
    ] = None,
    count: newborn.Count = 1,
    seed: newborn.Seed = 0,
    out_folder: newborn.Folder = None,
    styles: Annotated[bool, Parameter(help="List the styles.")] = False,
    json: options.Json = False,
) -> int:
    """Write new games."""
    from sbg.study.evolve.generate import generate as make
    from sbg.study.evolve.styles import StyleError
    from sbg.study.evolve.styles import style as find

    if styles:
        _list(json)
        return 0
    newborn.enough_room(count, out_folder, json)
    newborn.enough_seeds(seed, count)
    try:
        find(style)
        size = None if board is None else newborn.read_board(board)
        games = (
            (make(style, seed=number, board=size), {"style": style, "seed": number})
            for number in range(seed, seed + count)
        )
        newborn.give(games, count, out_folder, json)
    except StyleError as problem:
        raise Misuse(str(problem)) from None
    return 0


def _list(json: bool) -> None:
    from sbg.study.evolve.styles import style as find
    from sbg.study.evolve.styles import style_names

    found = [find(name) for name in style_names()]
    if json:
        terminal.out_json([{"name": one.name, "about": one.about} for one in found])
        return
    wide = max(len(one.name) for one in found)
    for one in found:
        out(f"{one.name:{wide}}  {one.about}")
