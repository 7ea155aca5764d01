"""Warnings about rules without a piece on the board, and pieces on the board without a rule."""

from __future__ import annotations

import re

from sbg.language.syntax import Span, fixes, tree
from sbg.language.syntax.collector import Collector

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def check_pieces(file: tree.File, collector: Collector) -> None:
    """Compare the rules with the board."""
    standing: dict[str, Span] = {}  # by type: where the first of them stands
    for row in file.board.rows:
        for letter, place in _squares(row, collector.source.text):
            if letter != ".":
                standing.setdefault(letter.upper(), place)
    for rule in file.rules:
        if rule.piece not in standing:
            collector.add(
                "SBG401",
                f"rule for piece `{rule.piece}`, which is not on the board",
                rule.piece_span,
                "no such piece of either player",
                help="put the piece on the board, or remove the rule",
                fix=fixes.remove(
                    collector.source.text,
                    rule.span,
                    f"Remove the rule of `{rule.piece}`",
                    safe=False,
                ),
            )
    ruled = {rule.piece for rule in file.rules}
    for letter, place in standing.items():
        if letter not in ruled:
            collector.add(
                "SBG407",
                f"piece `{letter}` has no rule",
                place,
                "this can never move",
                help=f"add a rule `{letter} … &` to `<PIECES>`",
            )


def _squares(row: tree.Row, text: str) -> list[tuple[str, Span]]:
    """The squares of a row with their places; comments may stand between them."""
    start, end = row.span.start + 1, row.span.end - 1
    # Blanked out, comments keep the places of what follows.
    squares = _COMMENT.sub(lambda comment: " " * len(comment[0]), text[start:end])
    return [
        (letter, Span(start + i, start + i + 1))
        for i, letter in enumerate(squares)
        if letter != " "
    ]
