"""The printable page of rules: a game in English with pictures of its board and pieces."""

from __future__ import annotations

from html import escape

from sbg import Game
from sbg.explain import pictures as svg
from sbg.explain.words import Rules

_STYLE = """
@page { size: A4; margin: 12mm }
body { font: 9.5pt/1.35 system-ui, sans-serif; color: #1d2126; max-width: 190mm; margin: 0 auto; padding: 4mm }
h1 { font-size: 17pt; margin: 0 0 2mm } h2 { font-size: 11pt; margin: 0 0 1mm } h3 { font-size: 10pt; margin: 0 0 .6mm }
p { margin: 0 0 1.4mm } ul { margin: 0; padding-left: 4.5mm } svg { height: auto; display: block }
header { display: flex; gap: 6mm; margin-bottom: 4mm } header > svg { width: 62mm; flex: none; align-self: flex-start }
main { display: grid; grid-template-columns: 1fr 1fr; gap: 3mm 5mm }
section { display: flex; gap: 3mm; break-inside: avoid; border-top: .3mm solid #c9c2b4; padding-top: 2mm }
section > svg { width: 32mm; flex: none; align-self: flex-start }
footer { margin-top: 3mm; color: #59616b; font-size: 8pt }
@media print {
  body { font-size: 8pt; padding: 0; max-width: none } header > svg { width: 52mm } p { margin-bottom: .8mm }
  main { gap: 2mm 4mm } section > svg { width: 27mm; max-height: 33mm }
}
@media (max-width: 640px) { header { flex-wrap: wrap } main { grid-template-columns: 1fr } }
"""


def sheet(game: Game, rules: Rules) -> str:
    """The rules on one page, which needs no other file."""
    name = escape(rules.name.strip() or rules.name)
    pieces = "\n".join(
        f"<section>{_small(svg.movement(game, piece.letter, size=220, legend=False, pieces='figures'))}"
        f"<div><h3>{escape(piece.letter)}{escape(f', {piece.name}') if piece.name else ''}</h3>"
        f"{''.join(f'<p>{escape(sentence)}</p>' for sentence in piece.sentences)}</div></section>"
        for piece in rules.pieces
    )
    goals = "".join(f"<li>{escape(sentence)}</li>" for sentence in (*rules.goals, *rules.ending))
    board = svg.board(game.start, size=400, pieces="figures")
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{name}: rules</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"<header>{_small(board)}<div><h1>{name}</h1><p>{escape(rules.board)}</p><h2>Goals</h2><ul>{goals}</ul></div>"
        f"</header>\n<main>\n{pieces}\n</main>\n<footer>{_LEGEND}</footer>\n</body>\n</html>\n"
    )


def _small(picture: str) -> str:
    """A picture without its first line, if that declares XML."""
    return picture[picture.index("<svg") :].strip()


_LEGEND = (
    "In the diagrams a dot is an empty square on which the piece may land, a ring an opponent that it may capture"
    " there, a diamond an own piece; small signs on the way say what it goes over."
)
