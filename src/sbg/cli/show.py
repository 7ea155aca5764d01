"""A game in; its board, its pieces with their rules, its goals in words and the sizes of its rules out."""

from __future__ import annotations

from typing import Annotated, Any

from cyclopts import App, Parameter

from sbg import Game
from sbg.cli import inputs, terminal, words
from sbg.cli.board import plain_board
from sbg.cli.completion import games
from sbg.cli.terminal import bold, out
from sbg.model import CountGoal, Goal, Piece, Regexp, Sum
from sbg.model.notation import square_name
from sbg.model.regexp import letters

app = App(
    name="show",
    usage="Usage: sbg show [OPTIONS] GAME",
    help_epilogue="""\
In a rule, (dx,dy,on) steps dx columns to the right and dy rows forward onto a square that
is empty (e), holds an opponent's piece (p) or an own one (w).

Examples:
  sbg show gardner
  sbg show ./my-game.sbg
  sbg show gardner --json""",
)

_WIDTH = 88


@app.default
def show(
    game: Annotated[
        str, Parameter(name="GAME", help="A bundled name, a path or -.", completer=games)
    ],
    /,
    *,
    json: Annotated[bool, Parameter(help="Write JSON.")] = False,
) -> int:
    """Write what a game is."""
    loaded = inputs.load_game(game)
    pieces = _pieces(loaded)
    if json:
        terminal.out_json(_data(loaded, pieces))
        return 0
    out(bold(loaded.name.strip() or loaded.name))
    out()
    out(plain_board(loaded.start.rows))
    out()
    out(bold("Pieces"))
    for piece in pieces:
        _show_piece(piece)
    out()
    out(bold("Goals"))
    for goal in loaded.goals:
        out(f"  {words.goal(loaded.description, goal)}")
    for sentence in words.end(loaded.description):
        out(f"  {sentence}")
    return 0


def _pieces(game: Game) -> list[dict[str, Any]]:
    """What there is to say about each piece."""
    board = "".join(game.start.rows)
    return [
        {
            "letter": piece.letter,
            "white": board.count(piece.letter),
            "black": board.count(piece.letter.lower()),
            "rule": None if piece.rule is None else str(piece.rule),
            "letters": 0 if piece.rule is None else sum(1 for _ in letters(piece.rule)),
            "states": game.automata[piece.letter].state_count
            if piece.letter in game.automata
            else 0,
            "alternatives": _alternatives(piece),
        }
        for piece in game.pieces
    ]


def _alternatives(piece: Piece) -> list[str]:
    rule: Regexp | None = piece.rule
    if rule is None:
        return []
    return [str(part) for part in rule.parts] if isinstance(rule, Sum) else [str(rule)]


def _show_piece(piece: dict[str, Any]) -> None:
    count = f"{piece['white']} white, {piece['black']} black"
    if piece["rule"] is None:
        out(f"  {bold(piece['letter'])}  {count}; cannot move")
        return
    sizes = f"{_many(piece['letters'], 'letter')}, {_many(piece['states'], 'automaton state')}"
    out(f"  {bold(piece['letter'])}  {count}; {sizes}")
    line = ""
    *most, last = piece["alternatives"]
    for alternative in [*(f"{part} +" for part in most), last]:
        if line and len(line) + 1 + len(alternative) > _WIDTH - 5:
            out(f"     {line}")
            line = ""
        line = f"{line} {alternative}" if line else alternative
    out(f"     {line}")


def _many(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _data(game: Game, pieces: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "name": game.name,
        "width": game.width,
        "height": game.height,
        "start": game.start.fen,
        "rows": list(game.start.rows),
        "pieces": [
            {key: value for key, value in piece.items() if key != "alternatives"}
            for piece in pieces
        ],
        "goals": [
            {**_goal(goal), "words": words.goal(game.description, goal)} for goal in game.goals
        ],
        "turn_limit": game.turn_limit,
    }


def _goal(goal: Goal) -> dict[str, Any]:
    common = {"piece": goal.piece, "player": words.owner(goal.piece)}
    if isinstance(goal, CountGoal):
        return {"kind": "count", **common, "count": goal.count}
    return {"kind": "squares", **common, "squares": list(map(square_name, goal.squares))}
