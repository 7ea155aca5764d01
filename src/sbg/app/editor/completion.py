"""Code completion: what can be written at a place in a game's text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from sbg.app.editor import wording
from sbg.app.editor.scan import GoalText, Placed, Scan, scan
from sbg.app.editor.starting import templates
from sbg.language.model.notation import square_name
from sbg.language.syntax import Span
from sbg.language.syntax.lexer import TAGS

Kind: TypeAlias = Literal[
    "tag", "piece", "letter", "goal", "power", "operator", "number", "row", "game"
]

_TAG = re.compile(r"<[A-Za-z]*\Z")
_NAME = re.compile(r"<<[^>]*\Z")
_LETTER = re.compile(r"\([^()&\r\n]{0,30}\Z")
_ROW = re.compile(r"\|(?:[.a-zA-Z]|/\*[^\r\n]*?\*/)*\Z")
_DIRECTIONS = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
_LEAPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
_MOST_LINE = 2_000
"""Characters before the offset that are looked at: nobody writes longer lines."""


@dataclass(frozen=True, slots=True)
class Completion:
    """Something that can be written: what the list shows, a few words about it, the text, and its kind."""

    label: str
    detail: str
    insert: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class Completions:
    """What can be written in the place of a span."""

    span: Span
    items: tuple[Completion, ...]


def complete(text: str, offset: int) -> Completions:
    """What can be written at an offset; nothing inside comments and names."""
    offset = min(max(offset, 0), len(text))
    found = scan(text)
    if found.in_comment(offset, typing=True):
        return _nothing(offset)
    before = text[max(0, offset - _MOST_LINE) : offset]
    line = re.split(r"[\r\n]", before)[-1]
    last = found.tokens[-1].token if found.tokens else None
    if last is not None and last.kind == "error" and last.text == "/*" and last.start < offset:
        return _nothing(offset)  # a comment that is not closed yet
    if _NAME.search(line):
        return _nothing(offset)
    tag = _TAG.search(line)
    if tag:
        return _tags(found, offset, len(tag[0]))
    number = found.before(offset)
    inside = found.at(offset)
    if inside is not None and inside > number and found.tokens[inside].token.start < offset:
        placed = found.tokens[inside]
        if placed.role == "step":
            return _Completing(found, offset, inside - 1, line).whole_letter(placed.token.span)
        if placed.role != "row":
            return _nothing(offset)
    if not found.tokens:
        return _beginning(found, offset)
    return _Completing(found, offset, number, line).result()


def _nothing(offset: int) -> Completions:
    return Completions(Span(offset, offset), ())


def _tags(found: Scan, offset: int, typed: int) -> Completions:
    """The tags that the text lacks, in their order."""
    end = offset + (found.text[offset : offset + 1] == ">")
    names = [name for name in TAGS if name not in found.tags]
    items = [
        Completion(f"<{name}>", wording.TAGS[name].partition(":")[0], f"<{name}>", "tag")
        for name in names
    ]
    if found.name is None:
        items.insert(0, Completion("<<My game>>", "The name", "<<My game>>", "game"))
    return Completions(Span(offset - typed, end), tuple(items))


def _beginning(found: Scan, offset: int) -> Completions:
    """A file without a token yet."""
    if found.text.strip() and not found.comments:
        return _nothing(offset)
    items = [Completion("<<My game>>", "The name of the game", "<<My game>>", "game")]
    items += [
        Completion(template.name, template.about, template.text, "game") for template in templates()
    ]
    return Completions(Span(offset, offset), tuple(items))


class _Completing:
    """What can be written after one token."""

    def __init__(self, found: Scan, offset: int, number: int, line: str) -> None:
        self.found = found
        self.offset = offset
        self.line = line
        self.last: Placed | None = found.tokens[number] if number >= 0 else None
        # A letter that is just being typed is not what comes before, but what is completed.
        self.typed = 0
        last = self.last
        if last is not None and last.role in ("piece", "goal-piece", "part"):
            touching = last.token.kind == "letter" and last.token.end == offset
            if touching and number > 0:
                self.typed = 1
                self.last = found.tokens[number - 1]

    def result(self) -> Completions:
        """The items, by what stands before."""
        last = self.last
        if last is None:
            return self._items(self._missing_tags())
        if last.section == "BOARD":
            return self._board(last)
        if last.section == "PIECES":
            return self._pieces(last)
        if last.section == "GOALS":
            return self._items(self._goals(last))
        return self._items(self._missing_tags())

    def _items(
        self, items: Iterator[Completion], typed: int | None = None, after: int = 0
    ) -> Completions:
        """Items that replace what was typed before the offset, and some characters after it."""
        back = self.typed if typed is None else typed
        return Completions(Span(self.offset - back, self.offset + after), tuple(items))

    def _missing_tags(self) -> Iterator[Completion]:
        for name in TAGS:
            if name not in self.found.tags:
                about = wording.TAGS[name].partition(":")[0]
                yield Completion(f"<{name}>", about, f"<{name}>", "tag")
                return

    def _board(self, last: Placed) -> Completions:
        if _ROW.search(self.line) and self.line.count("|") % 2:
            return self._items(self._squares())
        if last.role == "tag":
            sizes = ("8 8", "5 5", "6 6", "5 6")
            return self._items(
                Completion(size, "Width and height", size, "number") for size in sizes
            )
        if last.role == "width":
            return self._items(iter([Completion("8", "The height of the board", "8", "number")]))
        return self._items(self._rows())

    def _squares(self) -> Iterator[Completion]:
        """What may stand in a row."""
        yield Completion(".", "An empty square", ".", "piece")
        letters = {rule.piece for rule in self.found.rules} | {
            letter.upper() for letter in self.found.standing
        }
        for letter in sorted(letters):
            yield Completion(letter, f"White's {letter}", letter, "piece")
            yield Completion(letter.lower(), f"Black's {letter}", letter.lower(), "piece")

    def _rows(self) -> Iterator[Completion]:
        width, height = self.found.width, self.found.height
        rows = len(self.found.rows)
        if width is not None and (height is None or rows < height):
            row = f"|{'.' * width}|"
            yield Completion(row, "An empty row", row, "row")
        yield from self._missing_tags()

    def _pieces(self, last: Placed) -> Completions:
        match = _LETTER.search(self.line)
        if match and last.role in ("open", "part"):
            return self._letter(match[0])
        if last.role in ("tag", "end"):
            return self._items(self._rule_beginnings())
        if last.token.kind == "^":
            return self._items(self._exponents())
        if last.role in ("piece", "or", "open"):
            return self._items(self._letters())
        if last.role in ("step", "close", "power"):
            return self._items(self._after_operand(last))
        return self._items(iter(()))

    def whole_letter(self, span: Span) -> Completions:
        """Letters in the place of one that stands there, around the offset."""
        typed = "".join(self.found.text[span.start : self.offset].split())
        fitting = tuple(item for item in self._letters() if item.label.startswith(typed))
        return Completions(span, fitting)

    def _rule_beginnings(self) -> Iterator[Completion]:
        """Pieces of the board that lack their rule, then the next section."""
        ruled = {rule.piece for rule in self.found.rules if rule.start + self.typed != self.offset}
        standing = {letter.upper() for letter in self.found.standing}
        for letter in sorted(standing - ruled):
            yield Completion(letter, "Stands on the board without a rule", f"{letter} ", "piece")
        yield from self._missing_tags()

    def _letter(self, typed: str) -> Completions:
        """A letter of which a part stands there; a `)` that the editor has put behind goes with it."""
        after = self.found.text[self.offset : self.offset + 1] == ")"
        plain = "".join(typed.split())
        fitting = [item for item in self._letters() if item.label.startswith(plain)]
        if not fitting and re.fullmatch(r"\(-?[0-9]+,-?[0-9]+,", plain):
            fitting = [
                Completion(f"{plain}{on})", f"Onto {words}", f"{plain}{on})", "letter")
                for on, words in wording.ON.items()
            ]
        return self._items(iter(fitting), typed=len(typed), after=int(after))

    def _letters(self) -> Iterator[Completion]:
        """The usual letters, single steps first; what leaves the board from every square is left out."""
        width, height = self.found.width or 8, self.found.height or 8
        for dx, dy in (*_DIRECTIONS, *_LEAPS):
            if abs(dx) < width and abs(dy) < height:
                for on in "epw":
                    letter = f"({dx},{dy},{on})"
                    words = f"{wording.way(dx, dy)}, onto {wording.ON[on]}"
                    yield Completion(letter, words[:1].upper() + words[1:], letter, "letter")

    def _exponents(self) -> Iterator[Completion]:
        for exponent in ("*", "2", "3"):
            yield Completion(f"^{exponent}", wording.power(exponent), exponent, "power")

    def _after_operand(self, last: Placed) -> Iterator[Completion]:
        touching = last.token.end == self.offset
        blank = " " if touching else ""
        yield Completion("&", "Ends the rule", f"{blank}&", "operator")
        yield Completion("+", "Or", f"{blank}+ ", "operator")
        if last.role != "power":
            for exponent in ("*", "2"):
                yield Completion(f"^{exponent}", wording.power(exponent), f"^{exponent}", "power")
        yield from self._letters()

    def _goals(self, last: Placed) -> Iterator[Completion]:
        found = self.found
        goal = found.goals[last.owner] if last.owner >= 0 else None
        blank = " " if last.token.end == self.offset else ""
        if last.role == "tag" and found.limit is None:
            yield Completion(
                "100 &", "The turn limit: a draw after so many plies", "100 &", "number"
            )
        elif last.role == "limit":
            yield Completion("&", "Ends the turn limit", f"{blank}&", "operator")
        elif last.role == "mark" and goal is not None:
            for letter in sorted(found.standing, key=lambda letter: (letter.islower(), letter)):
                yield self._whole_goal(goal.mark, letter, mark="")
        elif last.role == "goal-piece" and goal is not None:
            yield self._whole_goal(goal.mark, goal.piece, mark="", piece="")
        elif last.role in ("count", "y"):
            yield Completion("&", "Ends the goal", f"{blank}&", "operator")
            if goal is not None and goal.mark == "@":
                yield from self._next_square(goal, ", ")
        elif last.role == "comma" and goal is not None:
            yield from self._next_square(goal, blank)
        elif last.role in ("end", "tag"):
            for letter in sorted(found.standing, key=lambda letter: (letter.islower(), letter)):
                yield self._whole_goal("#", letter)
                yield self._whole_goal("@", letter)

    def _whole_goal(
        self, kind: str, letter: str, *, mark: str | None = None, piece: str | None = None
    ) -> Completion:
        """A goal for a piece: it is lost when the last is captured, or won on the last rank."""
        width, height = self.found.width or 8, self.found.height or 8
        if kind == "#":
            rest, values = "0", [0]
        else:
            y = height - 1 if letter.isupper() else 0
            rest = ", ".join(f"{x} {y}" for x in range(width))
            values = [value for x in range(width) for value in (x, y)]
        label = f"{kind}{letter} {rest if len(rest) < 12 else rest[:12] + '…'} &"
        start = (kind if mark is None else mark) + (letter if piece is None else piece)
        return Completion(
            label,
            wording.goal(self.found, kind, letter, values),
            f"{start} {rest} &".lstrip(),
            "goal",
        )

    def _next_square(self, goal: GoalText, before: str) -> Iterator[Completion]:
        """The square beside the last one."""
        values = goal.numbers
        if len(values) < 2 or len(values) % 2:
            return
        x, y = values[-2] + 1, values[-1]
        if x < (self.found.width or 8) and y < (self.found.height or 8):
            insert = f"{before}{x} {y}"
            yield Completion(insert.strip(), f"Square {square_name((x, y))}", insert, "goal")
