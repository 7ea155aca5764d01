"""Writes a description as text in canonical layout, which the formatter uses too.

One logical line after the other; a rule that is too long for one line is broken between alternatives, one direction a
line. The formatter lays out the tokens of a file in the same way, with their comments.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from math import gcd

from sbg.language.model.description import CountGoal, Description, Goal
from sbg.language.model.regexp import Letter, Regexp, tokens

WIDTH = 88
"""Columns of a line; what cannot be broken may be longer."""

_INDENT = "  "


@dataclass(slots=True)
class Item:
    """A token as it will be written, with the comments that go with it."""

    kind: str
    text: str
    own: tuple[str, ...] = ()  # comments on lines of their own before it
    front: tuple[str, ...] = ()  # comments before it on its line
    behind: tuple[str, ...] = ()  # comments after it, at the end of its line
    blank: tuple[
        bool, ...
    ] = ()  # a blank line before each own comment, and it, as far as there are any
    direction: tuple[int, int] = (0, 0)  # (dx, dy) of a whole letter

    @property
    def flat(self) -> str:
        """The token and the comments in front of it, on one line."""
        return " ".join((*self.front, self.text)) if self.front else self.text


def step(dx: int, dy: int, on: str) -> Item:
    """A whole letter (dx,dy,on)."""
    return Item("step", f"({dx},{dy},{on})", direction=(dx, dy))


def write(description: Description) -> str:
    """The text of a game in canonical layout: the same for all descriptions that are equal."""
    return lay_out(
        [
            [Item("name", f"<<{description.name}>>")],
            [Item("tag", "<BOARD>")],
            [Item("number", str(description.width)), Item("number", str(description.height))],
            *([Item("row", f"|{row}|")] for row in description.rows),
            [Item("tag", "<PIECES>")],
            *(
                [Item("letter", piece.letter), *_rule(piece.rule), Item("&", "&")]
                for piece in description.pieces
                if piece.rule is not None
            ),
            [Item("tag", "<GOALS>")],
            [Item("number", str(description.turn_limit)), Item("&", "&")],
            *map(_goal, description.goals),
        ],
        blank_lines=False,
    )


def _goal(goal: Goal) -> list[Item]:
    mark = "#" if isinstance(goal, CountGoal) else "@"
    items = [Item(mark, mark), Item("letter", goal.piece)]
    if isinstance(goal, CountGoal):
        items.append(Item("number", str(goal.count)))
    else:
        for number, (x, y) in enumerate(goal.squares):
            items += [Item(",", ",")] if number else []
            items += [Item("number", str(x)), Item("number", str(y))]
    return [*items, Item("&", "&")]


def _rule(rule: Regexp) -> list[Item]:
    return [
        step(token.dx, token.dy, token.on)
        if isinstance(token, Letter)
        else Item("number" if token.isdecimal() else token, token)
        for token in tokens(rule)
    ]


def lay_out(lines: Iterable[list[Item]], *, blank_lines: bool) -> str:
    """Logical lines as a text; blank lines that stood before them are kept if asked for."""
    writer = _Writer()
    for line in lines:
        _write_line(writer, line, blank_lines)
    return writer.text()


class _Writer:
    """Puts texts on lines; a line that ended with a comment is followed by a new one."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.line = ""
        self.fresh = True  # nothing but indentation on the current line yet

    def put(self, text: str, space: bool = False) -> None:
        """Add text to the line, after a space if there is something before it."""
        if space and not self.fresh:
            self.line += " "
        self.line += text
        self.fresh = False

    def end_line(self, indent: str = "") -> None:
        """Go to the next line, unless the current one is still empty."""
        if not self.fresh:
            self.lines.append(self.line)
        self.line = indent
        self.fresh = True

    def blank_line(self) -> None:
        if self.lines and self.lines[-1]:
            self.lines.append("")

    @property
    def column(self) -> int:
        return len(self.line) - (self.line.rfind("\n") + 1)

    def text(self) -> str:
        self.end_line()
        return "".join(line + "\n" for line in self.lines)


def _write_line(writer: _Writer, line: list[Item], blank_lines: bool) -> None:
    """Write a logical line, with what stands on lines of its own before it."""
    first = line[0]
    blanks = iter(first.blank)
    for comment in first.own:
        if next(blanks, False) and blank_lines:
            writer.blank_line()
        writer.put(comment)
        writer.end_line()
    if next(blanks, False) and blank_lines and first.kind != "end":
        writer.blank_line()
    first.own = ()
    if first.kind == "end":
        return
    if first.kind == "letter":
        _write_rule(writer, line)
    else:
        _write_plain(writer, line)
    writer.end_line()


def _write_item(writer: _Writer, item: Item, space: bool, indent: str) -> None:
    """Write a token with its comments; after a comment at the end of a line comes a new line."""
    if item.own:
        writer.end_line(indent)
        for comment in item.own:
            writer.put(comment)
            writer.end_line(indent)
    for comment in item.front:
        writer.put(comment, space=True)
        space = True
    if item.text:
        writer.put(item.text, space=space)
    if item.behind:
        for comment in item.behind:
            writer.put("  " + comment)
        writer.end_line(indent)


def _write_plain(writer: _Writer, line: list[Item]) -> None:
    """Write a logical line other than a rule, broken after a comma where it is too long."""
    before = ""
    for number, item in enumerate(line):
        # "@P 0 4, 1 4 &": the letter of a piece follows its mark, a comma its number.
        space = bool(before) and before not in "#@" and item.kind != ","
        if before == ",":
            square = " ".join(other.flat for other in line[number : number + 2])
            if writer.column + 1 + len(square) + len(" &") > WIDTH:
                writer.end_line(_INDENT)
        _write_item(writer, item, space, _INDENT)
        before = item.kind


def _write_rule(writer: _Writer, line: list[Item]) -> None:
    """Write a rule: on one line if it fits, else one direction a line."""
    piece, body, ampersand = line[0], _plain_zero(line[1:-1]), line[-1]
    flat = f"{piece.flat} {_flat(body)} {ampersand.flat}"
    if len(flat) <= WIDTH and "\n" not in flat and not _breaks(line):
        _write_item(writer, piece, False, _INDENT)
        _write_body(writer, body)
    else:
        _write_item(writer, piece, False, _INDENT)
        alternatives = _alternatives(body)
        directions = list(map(_direction, alternatives))
        same = [False, *(one == other for one, other in pairwise(directions))]
        # Single steps, each in another direction, show their directions well enough side by side.
        fill = all(len(alternative) <= 2 for alternative in alternatives) and not any(same)
        for number, alternative in enumerate(alternatives):
            together = fill or same[number]
            if number > 0 and not (together and _fits(writer, alternative)):
                writer.end_line(_INDENT)
            _write_alternative(writer, alternative)
    _write_item(writer, ampersand, True, _INDENT)


def _breaks(line: list[Item]) -> bool:
    """Whether comments force line breaks inside a logical line."""
    return any(item.own for item in line[1:]) or any(item.behind for item in line[:-1])


def _plain_zero(body: list[Item]) -> list[Item]:
    """Write `-0` as `0`; a minus is a token of its own only where a comment stands in the letter."""
    for minus, number in pairwise(body):
        if minus.kind == "-" and number.text == "0":
            minus.text = ""
    return body


def _space_before(item: Item, before: str) -> bool:
    return item.kind == "+" or before == "+"


def _flat(items: list[Item]) -> str:
    """Tokens of a rule on one line."""
    parts: list[str] = []
    before = ""
    for item in items:
        if parts and (item.kind == "+" or before == "+" or item.front):
            parts.append(" ")
        parts.append(item.flat if item.front else item.text)
        before = item.kind
    return "".join(parts)


def _alternatives(body: list[Item]) -> list[list[Item]]:
    """The alternatives of a rule; each but the last has its `+` at its end."""
    alternatives: list[list[Item]] = [[]]
    depth = 0
    for item in body:
        depth += (item.kind == "(") - (item.kind == ")")
        alternatives[-1].append(item)
        if item.kind == "+" and depth == 0:
            alternatives.append([])
    return alternatives


def _direction(items: list[Item]) -> tuple[int, int]:
    """The direction of the first letter of an alternative, as a primitive vector."""
    for item in items:
        if item.kind == "step":
            x, y = item.direction
            break
        if item.kind == "number":
            # A letter with a comment in it: dx, a comma, perhaps a minus, dy.
            numbers = [n for n, other in enumerate(items) if other.kind == "number"][:2]
            x, y = (int(items[n].text) * (-1 if items[n - 1].kind == "-" else 1) for n in numbers)
            break
    else:
        return 0, 0
    divisor = gcd(x, y) or 1
    return x // divisor, y // divisor


def _fits(writer: _Writer, items: list[Item]) -> bool:
    return writer.column + 1 + len(_flat(items)) <= WIDTH


def _write_body(writer: _Writer, body: list[Item]) -> None:
    """Write tokens of a rule on the current line."""
    before = ""
    for item in body:
        space = not before or _space_before(item, before)
        _write_item(writer, item, space, _INDENT)
        before = item.kind


def _write_alternative(writer: _Writer, items: list[Item]) -> None:
    """Write an alternative; one that is too long is filled into lines, broken between its parts."""
    long = len(_INDENT) + len(_flat(items)) > WIDTH
    before = ""
    depth = 0
    for number, item in enumerate(items):
        part = _part(items, number) if long and item.kind in ("(", "step") else []
        indent = _INDENT * (1 + depth)
        if part and number > 0 and before not in ("(", "-") and not _fits(writer, part):
            writer.end_line(indent)
        depth += (item.kind == "(") - (item.kind == ")")
        space = _space_before(item, before) or (number == 0 and not writer.fresh)
        _write_item(writer, item, space, _INDENT * (1 + depth))
        before = item.kind


def _part(items: list[Item], start: int) -> list[Item]:
    """The tokens from `start` that should stay on one line: a letter with its power and what closes it.

    A group counts only up to its first letter: it may be broken inside.
    """
    end = start
    while end < len(items) and items[end].kind == "(":
        end += 1
    end += 1
    while end < len(items) and items[end].kind not in ("(", "step"):
        end += 1
    return items[start:end]
