"""Explains single tokens, rules and goals in plain sentences, for hovers and completions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from sbg.app.editor.scan import RuleText, Scan
from sbg.language import syntax
from sbg.language.model import Description, SquareGoal, owner
from sbg.language.model.notation import square_name
from sbg.language.syntax import Source

_REMEMBERED = 2_000
"""Characters of a rule whose description is remembered."""

_STEP = re.compile(r"\(\s*(-?)\s*(\d+)\s*,\s*(-?)\s*(\d+)\s*,\s*([epw])\s*\)")
_FAR = 1_000
"""Squares further away than this have no name here: no board is that large."""

_USUAL = 8
"""The side of the board that a rule is described on while there is none."""

ON = {
    "e": "an empty square",
    "p": "a square with a piece of the opponent",
    "w": "a square with an own piece",
}

TAGS = {
    "BOARD": "The board: its width and height, then its rows from the top, `.` for an empty square, "
    "capital letters for white's pieces, small ones for black's.",
    "PIECES": "The rules: the capital letter of a piece, a regular expression over steps "
    "(dx,dy,on), and `&`. One rule serves both players.",
    "GOALS": "The turn limit and `&`, then the goals: `#X n &` (the owner of X loses when a capture "
    "leaves n of them) and `@X x y, x y &` (they win by moving an X to one of the squares).",
}


@dataclass(frozen=True, slots=True)
class PieceWords:
    """A piece: its name where it has a common one, and how it moves."""

    name: str | None
    sentences: tuple[str, ...]


def numbers(text: str) -> tuple[int, int, str] | None:
    """dx, dy and on of a letter as it is written."""
    match = _STEP.fullmatch(text)
    if match is None:
        return None
    minus_x, dx, minus_y, dy, on = match.groups()
    if max(len(dx), len(dy)) > 10:
        return None
    return (-int(dx) if minus_x else int(dx)), (-int(dy) if minus_y else int(dy)), on


def way(dx: int, dy: int) -> str:
    """A step in words: `1 column to the right and 2 rows forward`; nothing for one that stays."""
    parts = []
    if dx:
        parts.append(f"{many(str(abs(dx)), 'column')} to the {'right' if dx > 0 else 'left'}")
    if dy:
        parts.append(f"{many(str(abs(dy)), 'row')} {'forward' if dy > 0 else 'back'}")
    return " and ".join(parts)


def step(dx: int, dy: int, on: str) -> str:
    """What a letter (dx,dy,on) says."""
    steps = way(dx, dy)
    first = (
        f"Goes {steps}, onto {ON[on]}." if steps else f"Stays on its square, if that is {ON[on]}."
    )
    parts = [first]
    if dy:
        parts.append("Forward is up the board for white and down for black.")
    if steps and on == "p":
        parts.append("If the move ends there, that piece is captured.")
    if steps and on == "w":
        parts.append("If the move ends there, it captures a piece of its own side.")
    return " ".join(parts)


def power(exponent: str) -> str:
    """What a power says, by its exponent as it is written."""
    if exponent == "*":
        return "The part before it any number of times, none included."
    times = exponent.lstrip("0") or "0"
    if times == "0":
        return "The part before it no times at all: the empty word."
    return f"The part before it exactly {'once' if times == '1' else f'{times} times'}."


def square(x: int, y: int, width: int | None, height: int | None) -> str:
    """A square of a goal in words."""
    if (width is not None and x >= width) or (height is not None and y >= height):
        return f"Column {x} and row {y}: off the board. Both are counted from 0."
    if max(x, y) > _FAR:
        return f"Column {x} and row {y}, counted from 0."
    return (
        f"Square {square_name((x, y))}: column {x} from the left and row {y} from the bottom, "
        "counted from 0."
    )


def limit(digits: str) -> str:
    """What the turn limit says, as it is written."""
    from sbg.explain.words.goals import turn_limit

    if len(digits.lstrip("0")) > 10:
        return f"After {many(digits, 'ply')} the game is drawn, if nothing else has ended it."
    return turn_limit(int(digits))


def goal(found: Scan, mark: str, piece: str, values: list[int]) -> str:
    """A goal as a sentence, in the words of `sbg describe`; what it lacks is left open."""
    from sbg.explain.words import Nouns, goals

    nouns = Nouns({})  # pieces are called by the letters that the text has
    player = owner(piece).capitalize()
    if mark == "#":
        if not values:
            return f"{player} loses when a capture leaves them so many {piece.upper()}."
        return goals.loses(player, nouns, [piece], values[0])
    pairs = zip(values[::2], values[1::2], strict=False)
    squares = tuple((x, y) for x, y in pairs if max(x, y) <= _FAR)
    rows = tuple(row.text for row in found.rows)
    if not squares:
        what = nouns.their(piece, "".join(rows).count(piece) == 1)
        return goals.wins(player, what, "one of the squares")
    board = Description("", found.width or 0, found.height or 0, rows, (), (), 0)
    return goals.goal(board, SquareGoal(piece, squares), nouns)


def piece(found: Scan, letter: str, rule: RuleText | None = None) -> PieceWords:
    """How a piece moves, by a rule of it or else by the first one."""
    rule = rule or found.rule_of(letter)
    if rule is None:
        return PieceWords(None, ("It has no rule, so it can never move.",))
    text = found.text[rule.start : rule.end] + ("" if rule.whole else " &")
    width, height = found.width or _USUAL, found.height or _USUAL
    if len(text) <= _REMEMBERED:
        return _remembered(text, width, height)
    return _described(text, width, height)


@lru_cache(maxsize=512)
def _remembered(text: str, width: int, height: int) -> PieceWords:
    return _described(text, width, height)


def _described(text: str, width: int, height: int) -> PieceWords:
    """The rule of a piece in words. It is put into a game of its own: what is wrong elsewhere does not matter."""
    from sbg.explain import words
    from sbg.moves import automata

    row = "." * width
    rows = "\n".join(f"|{row}|" for _ in range(height))
    game = f"<<Piece>>\n<BOARD>\n{width} {height}\n{rows}\n<PIECES>\n{text}\n<GOALS>\n1 &\n"
    checked = syntax.check(syntax.parse(Source("<text>", game)))
    if checked.description is None:
        message = checked.diagnostics[0].message
        return PieceWords(None, (f"Its rule has a mistake: {message}.",))
    if not checked.description.pieces:
        return PieceWords(None, ("Its rule is not written yet.",))
    try:
        told = words.describe(checked.description).pieces[0]
    except automata.TooLarge as error:
        return PieceWords(None, (f"Its rule cannot be described: {error}.",))
    return PieceWords(told.name, told.sentences)


def many(digits: str, what: str) -> str:
    """`1 row`, `2 rows`: a number as it is written, without zeros in front, and what it counts."""
    number = digits.lstrip("0") or "0"
    several = "plies" if what == "ply" else f"{what}s"
    return f"{number} {what if number == '1' else several}"
