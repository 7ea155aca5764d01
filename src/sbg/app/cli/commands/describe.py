"""`sbg describe`: print the rules of a game in English, as text or as a page."""

from __future__ import annotations

from textwrap import fill
from typing import Annotated, Any

from cyclopts import App, Parameter

from sbg.app.cli import inputs, options, terminal
from sbg.app.cli.terminal import Misuse, bold, out
from sbg.explain.words import PieceWords, Rules

app = App(
    name="describe",
    usage="Usage: sbg describe [OPTIONS] GAME",
    help_epilogue="""\
The words are made from the automata of the pieces, not from the text of the rules:
rules with the same language are told in the same words. A piece has a name only if
it moves exactly as the piece that chess players call so.

Examples:
  sbg describe gardner
  sbg describe ./my-game.sbg
  sbg describe xiangqi --markdown > xiangqi.md
  sbg describe xiangqi --html > xiangqi.html  print it, or open it in a browser
  sbg describe gardner --json""",
)

_WIDTH = 88


@app.default
def describe(
    game: options.Game,
    /,
    *,
    markdown: Annotated[bool, Parameter(help="Write Markdown.")] = False,
    html: Annotated[bool, Parameter(help="Write a sheet to print, with pictures.")] = False,
    json: options.Json = False,
) -> int:
    """Write the rules of a game in words."""
    forms = {"--markdown": markdown, "--html": html, "--json": json}
    given = [name for name, chosen in forms.items() if chosen]
    if len(given) > 1:
        raise Misuse(f"{given[0]} and {given[1]}: choose one")
    from sbg.explain import words

    loaded = inputs.load_game(game)
    rules = words.describe(loaded)
    if json:
        terminal.out_json(_data(rules))
    elif html:
        from sbg.app.cli.parts.sheet import sheet

        out(sheet(loaded, rules), end="")
    elif markdown:
        out(_markdown(rules), end="")
    else:
        _write(rules)
    return 0


def _title(piece: PieceWords) -> str:
    return f"{piece.letter}, {piece.name}" if piece.name else piece.letter


def _write(rules: Rules) -> None:
    out(bold(rules.name.strip() or rules.name))
    out()
    out(fill(rules.board, _WIDTH))
    out()
    out(bold("Pieces"))
    for piece in rules.pieces:
        out(f"  {bold(_title(piece))}")
        for sentence in piece.sentences:
            out(_indented(sentence, 4))
    out()
    out(bold("Goals"))
    for sentence in (*rules.goals, *rules.ending):
        out(_indented(sentence, 2))


def _indented(sentence: str, by: int) -> str:
    return fill(sentence, _WIDTH, initial_indent=" " * by, subsequent_indent=" " * (by + 2))


def _markdown(rules: Rules) -> str:
    lines = [f"# {rules.name.strip() or rules.name}", "", rules.board, "", "## Pieces", ""]
    for piece in rules.pieces:
        name = f", {piece.name}" if piece.name else ""
        lines.append(f"- **{piece.letter}**{name}: {' '.join(piece.sentences)}")
    lines += ["", "## Goals", ""]
    lines += [f"- {sentence}" for sentence in (*rules.goals, *rules.ending)]
    return "\n".join(lines) + "\n"


def _data(rules: Rules) -> dict[str, Any]:
    return {
        "name": rules.name,
        "board": rules.board,
        "pieces": [
            {"letter": piece.letter, "name": piece.name, "sentences": list(piece.sentences)}
            for piece in rules.pieces
        ],
        "goals": list(rules.goals),
        "ending": list(rules.ending),
    }
