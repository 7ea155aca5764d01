"""`sbg moves`: print the legal moves of a position."""

from __future__ import annotations

from cyclopts import App

from sbg.app.cli import inputs, options, terminal
from sbg.app.cli.terminal import out

app = App(
    name="moves",
    usage="Usage: sbg moves [OPTIONS] GAME",
    help_epilogue="""\
One move a line, in the order of (from, to). A finished game has no moves; why it is over
is written to stderr.

Examples:
  sbg moves gardner
  sbg moves gardner --fen 'rnbqk/ppppp/P4/1PPPP/RNBQK b 1'
  sbg moves gardner --json""",
)


@app.default
def moves(
    game: options.Game,
    /,
    *,
    fen: options.Fen = None,
    json: options.Json = False,
) -> int:
    """Write the moves of a position."""
    loaded = inputs.load_game(game)
    position = inputs.position(loaded, fen)
    outcome = position.outcome
    if json:
        end = outcome and {"winner": outcome.winner, "reason": outcome.reason}
        terminal.out_json(
            {
                "game": loaded.name,
                "fen": position.fen,
                "turn": position.turn,
                "ply": position.ply,
                "moves": list(map(str, position.moves)),
                "outcome": end,
            }
        )
        return 0
    for move in position.moves:
        out(str(move))
    if outcome:
        from sbg.explain.words.outcome import ended

        terminal.note(ended(position))
    return 0
