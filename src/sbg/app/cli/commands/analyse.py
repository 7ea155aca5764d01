"""`sbg analyse`: search a position and print the best lines as the search looks deeper."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

import sbg
from sbg.app.cli import inputs, options, tables, terminal
from sbg.app.cli.terminal import Misuse, out
from sbg.base import bounds
from sbg.play import players
from sbg.play.players import Info

if TYPE_CHECKING:
    from sbg.exact.solving.table import Table

app = App(
    name="analyse",
    usage="Usage: sbg analyse [OPTIONS] GAME",
    help_epilogue="""\
A line tells how many plies ahead was looked, how good the position is for the player
to move (in plain pieces, or in how many plies the game is won or lost), how many
positions were visited in what time, and the best moves for both sides. Ctrl-C ends the
search; what was found so far stands. A position that a table of `sbg solve` has is not
searched: its value is exact.

Examples:
  sbg analyse gardner                         one second
  sbg analyse breakthrough --seconds 10 --lines 3
  sbg analyse hexapawn --seconds 60           until it is solved
  sbg analyse gardner --depth 8 --json
  sbg analyse chess --fen 'rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b 1'""",
)


@app.default
def analyse(
    game: options.Game,
    /,
    *,
    fen: options.Fen = None,
    seconds: Annotated[
        options.Seconds | None, Parameter(help="Time to search (1, unless limited otherwise).")
    ] = None,
    depth: options.Depth | None = None,
    nodes: Annotated[options.Nodes | None, Parameter(help="Positions to visit.")] = None,
    lines: Annotated[
        int,
        options.whole(1, bounds.MAX_LINES),
        Parameter(metavar="N", help="How many best moves to show (1)."),
    ] = 1,
    threads: options.Threads = 1,
    hash: Annotated[options.Hash, Parameter(help="Transposition table size in MB (64).")] = 64,
    weights: Annotated[
        str | None,
        Parameter(metavar="FILE", help="Weights that `sbg tune` wrote, or none (the package's)."),
    ] = None,
    table: Annotated[tables.Option, Parameter(name="--tables")] = None,
    json: Annotated[bool, Parameter(help="Write the result as JSON.")] = False,
) -> int:
    """Search a position."""
    position = inputs.position(inputs.load_game(game), fen)
    if position.outcome:
        raise Misuse(f"the game is over: {position.outcome}")
    known = tables.find(position.game, table)
    if known is not None and position in known:
        _write_known(known, position, lines, json)
        return 0
    last: list[Info] = []

    def show(info: Info) -> None:
        if info.rank == 1:
            last.clear()
        last.append(info)
        if not json:
            out(_line(info, lines > 1))
            sys.stdout.flush()

    interrupted = False
    try:
        found = sbg.analyse(
            position,
            seconds,
            depth=depth,
            nodes=nodes,
            lines=lines,
            threads=threads,
            hash_megabytes=hash,
            weights=weights,
            on_info=show,
        ).lines
    except players.WeightsError as error:
        raise Misuse(f"--weights: {error}") from None
    except KeyboardInterrupt:
        if not last:
            raise
        interrupted = True
        found = tuple(last)
    if json:
        terminal.out_json(
            {
                "game": position.game.name,
                "fen": position.fen,
                "move": str(found[0].variation[0]),
                "lines": [_data(info) for info in found],
            }
        )
    else:
        best = found[0]
        out(f"best {best.variation[0]}: {_verdict(best, position.turn)}")
    return 130 if interrupted else 0


def _write_known(table: Table, position: sbg.Position, most: int, json: bool) -> None:
    """What a table says: exact values, without a search."""
    from sbg.exact.solving.probe import best_line, probe_moves

    moves = list(probe_moves(table, position).items())
    first, value = moves[0]
    if json:
        data = []
        for rank, (move, found) in enumerate(moves[:most], 1):
            won = found.value == position.turn
            data.append(
                {
                    "rank": rank,
                    "score": 0 if found.plies is None else None,
                    "plies": found.plies if won or found.plies is None else -found.plies,
                    "proven": "draw" if found.plies is None else "win" if won else "loss",
                    "depth": None,
                    "nodes": 0,
                    "seconds": 0,
                    "variation": [str(m) for m in (move, *best_line(table, position.play(move)))],
                }
            )
        found_in = {"game": position.game.name, "fen": position.fen, "move": str(first)}
        terminal.out_json({**found_in, "table": True, "lines": data})
        return
    for rank, (move, found) in enumerate(moves[:most], 1):
        line = " ".join(str(m) for m in (move, *best_line(table, position.play(move))))
        out(f"{f'{rank:>2}. ' if most > 1 else ''}table  {found!s:>16}  {line}")
    verdict = "a draw with best play" if value.plies is None else str(value)
    out(f"best {first}: {verdict}")


def _line(info: Info, ranked: bool) -> str:
    rank = f"{info.rank:>2}. " if ranked else ""
    moves = " ".join(map(str, info.variation))
    return (
        f"{rank}depth {info.depth:>2}  {info.score!s:>12}  "
        f"{info.nodes:>11,} nodes  {info.seconds:7.2f} s  {moves}"
    )


def _verdict(info: Info, turn: str) -> str:
    score = info.score
    if score.drawn:
        return "a draw with best play"
    if score.plies is None:
        return f"{score} for {turn}"
    other = "black" if turn == "white" else "white"
    winner = turn if score.plies > 0 else other
    plies = abs(score.plies)
    return f"{winner} wins in {plies} {'ply' if plies == 1 else 'plies'}"


def _data(info: Info) -> dict[str, object]:
    score = info.score
    proven = None
    if score.proven:
        proven = "draw" if score.drawn else "win" if (score.plies or 0) > 0 else "loss"
    return {
        "rank": info.rank,
        "score": None if score.plies is not None else score.centipawns,
        "plies": score.plies,
        "proven": proven,
        "depth": info.depth,
        "nodes": info.nodes,
        "seconds": round(info.seconds, 6),
        "variation": [str(move) for move in info.variation],
    }
