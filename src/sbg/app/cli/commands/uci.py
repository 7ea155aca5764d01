"""`sbg uci`: run a player as an engine that speaks the UCI protocol."""

from __future__ import annotations

import sys
from importlib.metadata import version
from typing import Annotated

from cyclopts import App, Parameter

import sbg
from sbg.app.cli import inputs, options
from sbg.play.uci.server import UciServer, read_lines

app = App(
    name="uci",
    usage="Usage: sbg uci [OPTIONS]",
    help_epilogue="""\
For programs that hold contests or analyse. docs/protocol.md states the dialect; the option
Game chooses what is played.

Examples:
  sbg uci --game breakthrough
  printf 'position startpos\\ngo perft 3\\n' | sbg uci
  sbg match random 'uci:sbg uci' --game gardner --games 2 --move-time 0.1""",
)


@app.default
def uci(
    *,
    game: Annotated[
        options.Game,
        Parameter(name="--game", metavar="GAME", help="A bundled name or a path (gardner)."),
    ] = "gardner",
) -> int:
    """Speak UCI."""
    inputs.load_game(game)  # says what is wrong with it as every command does

    def write(line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    server = UciServer(sbg.load, write, game, version("simplified-boardgames"))
    try:
        for line in read_lines(sys.stdin.buffer):
            if not server.handle(line):
                return 0
        server.end_of_input()
    finally:
        server.close()
    return 0
