"""`sbg show`: print the board, pieces, goals and automaton sizes of a game, or draw them.

With `--automaton` one piece alone: the sizes of its automaton, and a drawing of it. With `--svg` a picture of the
board, or of where one piece can go.
"""

from __future__ import annotations

from typing import Annotated, Any

from cyclopts import App, Parameter

from sbg import Game
from sbg.app.cli import inputs, options, pictures, terminal
from sbg.app.cli.pictures import PictureOptions
from sbg.app.cli.terminal import Misuse, bold, out
from sbg.app.terminal.screen import plain_board
from sbg.explain import words
from sbg.explain.words.goals import goal as goal_in_words
from sbg.language.model import CountGoal, Goal, Piece, Regexp, Sum, owner
from sbg.language.model.notation import square_name
from sbg.language.model.regexp import letters

app = App(
    name="show",
    usage="Usage: sbg show [OPTIONS] GAME",
    help_epilogue="""\
In a rule, (dx,dy,on) steps dx columns to the right and dy rows forward onto a square that
is empty (e), holds an opponent's piece (p) or an own one (w).

--automaton shows what becomes of the rule of one piece: a state for each letter with all
powers written out, the smallest deterministic automaton, and what of it this board can use.
--out writes that last one as a drawing.

--svg draws the board; with --piece it draws where that piece can go, from --square or from
where it can use most of its rule. An upper-case letter is a white piece.

Examples:
  sbg show gardner
  sbg show ./my-game.sbg
  sbg show gardner --json
  sbg show chess --translations
  sbg show chess --automaton P
  sbg show chess --automaton P --out pawn.svg
  sbg show chess --automaton P --out - | dot -Tpdf > pawn.pdf
  sbg show chess --svg chess.svg --figures --theme dark
  sbg show chess --svg --piece N > knight.svg
  sbg show xiangqi --svg soldier.svg --piece P --square c4""",
)

_WIDTH = 88
_OF_AUTOMATON = "`--automaton P --out FILE.svg` draws an automaton"


@app.default
def show(
    game: options.Game | None = None,
    /,
    *,
    automaton: Annotated[
        str | None, Parameter(metavar="P", help="The automaton of piece P instead.")
    ] = None,
    out: Annotated[
        str | None,
        Parameter(
            name="--out",
            metavar="FILE",
            help="Draw the automaton: .svg is a picture, .dot or - is text for Graphviz.",
        ),
    ] = None,
    look: PictureOptions | None = None,
    piece: Annotated[
        str | None, Parameter(metavar="P", help="Draw where piece P can go, not the board.")
    ] = None,
    square: Annotated[
        str | None, Parameter(metavar="S", help="Where that piece stands, as c4.")
    ] = None,
    translations: Annotated[
        bool, Parameter(help="Show which languages of other programs can express the game.")
    ] = False,
    json: options.Json = False,
) -> int:
    """Write what a game is."""
    look = look or PictureOptions()
    svg = look.svg
    if game is None:
        raise pictures.missing("show", "game", svg)
    look.check(svg is not None, {"--piece": piece, "--square": square})
    if svg is not None and (automaton is not None or json):
        other = "--json" if json else "--automaton"
        raise Misuse(f"--svg and {other} do not go together", _OF_AUTOMATON if automaton else None)
    if out is not None and automaton is None:
        raise Misuse("--out writes an automaton: say of which piece with `--automaton P`")
    loaded = inputs.load_game(game)
    if svg is not None:
        pictures.write(_picture(loaded, piece, square, look), svg, game, look.force)
        return 0
    if automaton is not None:
        from sbg.app.cli.parts import automaton as drawings

        return drawings.show(loaded, automaton, out, json, look.force)
    if translations:
        _show_translations(loaded, game, json)
    else:
        _show(loaded, json)
    return 0


def _show_translations(loaded: Game, name: str, json: bool) -> None:
    """What each target makes of a game; `sbg translate` writes it."""
    from sbg.translation import TARGETS, Inexpressible, Target, translate

    def about(target: Target, allow: tuple[str, ...]) -> dict[str, Any]:
        try:
            made = translate(loaded, target.name, allow=allow)
        except Inexpressible as problem:
            named = sorted({reason.allow for reason in problem.reasons if reason.allow})
            if named and not allow:
                return about(target, tuple(named))
            return {"expressed": False, "reasons": [reason.message for reason in problem.reasons]}
        return {"expressed": True, "allow": list(allow), "exact_until": made.exact_until}

    found = {target.name: about(target, ()) for target in TARGETS.values() if not target.one_piece}
    if json:
        terminal.out_json(found)
        return
    for target, said in found.items():
        if said["expressed"]:
            allow = "".join(f" --allow {loss}" for loss in said["allow"])
            until = f"  (exact until ply {said['exact_until']})" if allow else ""
            out(f"{bold(f'{target:6}')} sbg translate {name} --to {target}{allow}{until}")
        else:
            out(f"{bold(f'{target:6}')} no: {said['reasons'][0]}")


def _picture(game: Game, piece: str | None, square: str | None, look: PictureOptions) -> str:
    """The board, or where a piece can go."""
    if piece is None:
        if square is not None:
            raise Misuse("--square is where a piece stands: say which with `--piece P`")
        return look.board(game)
    from sbg.explain.pictures import movement

    if look.flip or look.figures:
        raise Misuse("--flip and --figures are for boards; --piece draws a diagram")
    try:
        return movement(game, piece, square=square, theme=look.theme or "light", size=look.size)
    except ValueError as error:
        raise Misuse(str(error)) from None


def _show(loaded: Game, json: bool) -> None:
    rules = words.describe(loaded)
    pieces = _pieces(loaded, rules)
    if json:
        terminal.out_json(_data(loaded, pieces, rules))
        return
    out(bold(loaded.name.strip() or loaded.name))
    out()
    out(plain_board(loaded.start.rows))
    out()
    out(bold("Pieces"))
    for piece in pieces:
        _show_piece(piece)
    out()
    out(bold("Goals"))
    for sentence in (*rules.goals, *rules.ending):
        out(f"  {sentence}")


def _pieces(game: Game, rules: words.Rules) -> list[dict[str, Any]]:
    """What there is to say about each piece."""
    board = "".join(game.start.rows)
    names = {piece.letter: piece.name for piece in rules.pieces}
    return [
        {
            "letter": piece.letter,
            "name": names[piece.letter],
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
    if piece["name"]:
        count = f"{piece['name']}; {count}"
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


def _data(game: Game, pieces: list[dict[str, Any]], rules: words.Rules) -> dict[str, Any]:
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
            {**_goal(goal), "words": goal_in_words(game.description, goal, rules.nouns)}
            for goal in game.goals
        ],
        "turn_limit": game.turn_limit,
    }


def _goal(goal: Goal) -> dict[str, Any]:
    common = {"piece": goal.piece, "player": owner(goal.piece)}
    if isinstance(goal, CountGoal):
        return {"kind": "count", **common, "count": goal.count}
    return {"kind": "squares", **common, "squares": list(map(square_name, goal.squares))}
