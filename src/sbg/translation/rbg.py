"""Writes a game in RBG (Regular Boardgames), directly from the syntax of its rules.

The cursor of RBG walks as the rule does: `(1,2,e)` is `right up^2 {e}`. A move lifts the piece, walks, and puts it
down, so two words that lead to one square are one move, as with us. Our start square holds the moving piece while a
word is read: where a walk may come back to it, a marker that counts as an own piece is left there, and the keeper
removes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import groupby

from sbg.language.model import Colour, Concat, Coordinates, Letter, Move, Power, Regexp, Sum
from sbg.translation.fitting.form import ColouredPiece, Form
from sbg.translation.fitting.result import Translation
from sbg.translation.fitting.rules import comes_back, starless

_COLOURS: tuple[Colour, Colour] = ("white", "black")
_OTHER: dict[Colour, Colour] = {"white": "black", "black": "white"}
_STILL = "still"


def write(form: Form, *, allow: frozenset[str], piece: str | None) -> Translation:
    """A game in RBG: every game can be expressed."""
    read = partial(_read_move, size=(form.width, form.height))
    return Translation("rbg", _Writer(form).text(), partial(_write_move, height=form.height), read)


_SQUARE = re.compile(r"rx(\d{1,2})y(\d{1,2})", re.ASCII)


def _write_move(move: Move, height: int) -> str:
    return " ".join(f"rx{x}y{height - 1 - y}" for x, y in (move.origin, move.target))


def _read_move(text: str, size: tuple[int, int]) -> Move | None:
    width, height = size
    found = [match for word in text.split() if (match := _SQUARE.fullmatch(word))]
    squares = [(int(match[1]), height - 1 - int(match[2])) for match in found]
    if len(squares) != 2 or len(text.split()) != 2:
        return None
    return Move(*squares) if all(x < width and 0 <= y < height for x, y in squares) else None


class _Writer:
    def __init__(self, form: Form) -> None:
        self.form = form
        # Rules as black uses them have their rows mirrored, which changes nothing here.
        self.marked = {
            piece.letter
            for piece in form.pieces
            if piece.rule is not None and comes_back(piece.rule, form.width, form.height)
        }

    def text(self) -> str:
        rules = [
            *(self._walks(colour) for colour in _COLOURS),
            *(self._moves(colour) for colour in _COLOURS),
            *(self._turn(colour) for colour in _COLOURS),
            self._rules(),
        ]
        sections = [
            [f"// {line}" for line in self.form.header("Regular Boardgames")],
            self._declarations(),
            self._sets(rules),
            *rules,
        ]
        return "\n\n".join("\n".join(section) for section in sections if section) + "\n"

    # -- names

    def _name(self, piece: ColouredPiece) -> str:
        return f"{piece.colour[0]}{piece.letter.upper()}"

    def _marker(self, piece: ColouredPiece) -> str:
        return f"{self._name(piece)}from" if piece.letter in self.marked else "e"

    def _holding(self, colour: Colour) -> list[str]:
        """Everything that counts as a piece of a player."""
        pieces = self.form.of(colour)
        markers = [self._marker(piece) for piece in pieces if piece.letter in self.marked]
        return [*map(self._name, pieces), *markers]

    # -- declarations

    def _declarations(self) -> list[str]:
        form = self.form
        pieces = ["e", *(name for colour in _COLOURS for name in self._holding(colour))]
        wide = max(map(len, map(self._name, form.pieces)), default=1)
        rows = []
        for row in form.description.rows:
            names = ["e" if at == "." else self._name(form.piece(at)) for at in row]
            rows.append(f"    [{', '.join(name.ljust(wide) for name in names)}]")
        return [
            "#players = white(100), black(100)",
            f"#pieces = {', '.join(pieces)}",
            f"#variables = ply({max(form.turn_limit, 1)})",
            "#board = rectangle(up,down,left,right,",
            *rows[:-1],
            f"{rows[-1]})",
        ]

    def _sets(self, rules: Iterable[Iterable[str]]) -> list[str]:
        """The sets of squares' contents that the rules use."""
        any_square = f"#anySquare = ({self._any_square()})"
        lines = [any_square, *(line for part in rules for line in part)]
        text = "\n".join(line for line in lines if not line.startswith("//"))
        used = set(re.findall(r"\w+", text))
        sets = {
            f"{colour}s": ", ".join(names)
            for colour in _COLOURS
            if (names := self._holding(colour))
        }
        if _STILL in used:
            used |= sets.keys()
            sets[_STILL] = f"{{{', '.join(['e', *sets])}}}"
        return [*(f"#{name} = {what}" for name, what in sets.items() if name in used), any_square]

    def _any_square(self) -> str:
        """A walk to any square; a board of one row or column has no steps across it."""
        along = "(up* + down*)" if self.form.height > 1 else ""
        across = "(left* + right*)" if self.form.width > 1 else ""
        return along + across or _STILL

    def _sides(self, *colours: Colour) -> list[str]:
        return [f"{colour}s" for colour in colours if self.form.of(colour)]

    # -- walks

    def _walks(self, colour: Colour) -> list[str]:
        lines = []
        for piece in self.form.of(colour):
            lines += [f"// {line}" for line in self.form.remark(piece, self._name(piece))]
            if piece.rule is not None:
                walk = self._regexp(starless(piece.rule), colour)
                lines.append(f"#{self._name(piece)}walk = ({walk})")
        return lines

    def _regexp(self, regexp: Regexp, colour: Colour) -> str:
        """A rule as an expression; a sum is not in parentheses."""
        if isinstance(regexp, Letter):
            return self._letters([regexp], colour)
        if isinstance(regexp, Power):
            if regexp.count == 0:
                return _STILL
            power = "*" if regexp.count is None else f"^{regexp.count}"
            return f"({self._regexp(regexp.body, colour)}){power}"
        if isinstance(regexp, Concat):
            parts = [
                f"({text})" if isinstance(part, Sum) else text
                for part in regexp.parts
                for text in [self._regexp(part, colour)]
            ]
            return " ".join(parts) or _STILL
        # Letters with one step that differ in their content become one test.
        steps: dict[object, list[Letter]] = {}
        for part in regexp.parts:
            if isinstance(part, Letter):
                steps.setdefault((part.dx, part.dy), []).append(part)
        texts = []
        for part in regexp.parts:
            if not isinstance(part, Letter):
                texts.append(self._regexp(part, colour))
            elif steps[part.dx, part.dy][0] is part:
                texts.append(self._letters(steps[part.dx, part.dy], colour))
        return " + ".join(texts)

    def _letters(self, letters: list[Letter], colour: Colour) -> str:
        first = letters[0]
        shifts = [
            *_shift("right" if first.dx > 0 else "left", abs(first.dx)),
            *_shift("up" if first.dy > 0 else "down", abs(first.dy)),
        ]
        contents = {letter.on for letter in letters}
        holds = ["e"] if "e" in contents else []
        if "p" in contents:
            holds += self._sides(_OTHER[colour])
        if "w" in contents:
            holds += self._sides(colour)
        return " ".join([*shifts, f"{{{', '.join(holds)}}}"])

    def _moves(self, colour: Colour) -> list[str]:
        """All moves of a player, and whether there is one."""
        names = {
            self._name(piece): self._marker(piece)
            for piece in self.form.of(colour)
            if piece.rule is not None
        }
        if not names:
            return [f"#{colour}Moves = {{}}", f"#{colour}Able = {{}}"]
        moves = [f"{{{name}}} [{marker}] {name}walk [{name}]" for name, marker in names.items()]
        return [
            f"#{colour}Moves = anySquare (\n      " + "\n    + ".join(moves) + "\n    )",
            f"#{colour}Able = anySquare ("
            + " + ".join(f"{{{name}}} {name}walk" for name in names)
            + ")",
        ]

    # -- turns

    def _turn(self, colour: Colour) -> list[str]:
        """A move, and what the keeper does after it, in the order of the rules: counts, squares, no move, the limit."""
        other = _OTHER[colour]
        lines = []
        arrived = self._arrived(colour)
        if arrived:
            lines.append(f"#{colour}Arrived = ({arrived})")
        marked = [
            self._marker(piece) for piece in self.form.of(colour) if piece.letter in self.marked
        ]
        if marked:
            marker = f"{colour}Marker"
            lines.append(f"#{marker} = anySquare {{{', '.join(marked)}}}")
            lines.append(f"#{colour}Clear = ({{? {marker}}} {marker} [e] + {{! {marker}}})")
        clear = f"{colour}Clear " if marked else ""
        counted = [
            (piece, f"{self._name(piece)}", piece.losing_count)
            for piece in self.form.pieces
            if piece.losing_count is not None
        ]
        lines += [f"#{colour}Turn =", f"    ->{colour} {colour}Moves ->>"]
        indent = "    "
        closing = 0
        if counted:
            lines.append(f"{indent}(")
            closing += 1
            for piece, name, number in counted:
                lines.append(
                    f"{indent}    {{$ {name} == {number}}} {clear}{_score(_OTHER[piece.colour])} ->> {{}} +"
                )
            indent += "    "
            lines.append(
                indent + " ".join(f"{{$ {name} != {number}}}" for _, name, number in counted)
            )
        if arrived:
            lines.append(f"{indent}(   {{? {colour}Arrived}} {clear}{_score(colour)} ->> {{}}")
            lines.append(f"{indent}  + {{! {colour}Arrived}}")
            closing += 1
            indent += "    "
        if marked:
            lines.append(f"{indent}{colour}Clear")
        limit = self.form.turn_limit
        lines += [
            f"{indent}[$ ply=ply+1] {_score(colour)}",
            f"{indent}(   {{$ ply < {limit}}}",
            f"{indent}  + {{$ ply == {limit}}} ({{? {other}Able}} [$ white=50, black=50] + {{! {other}Able}}) ->> {{}})"
            + ")" * closing,
        ]
        return lines

    def _arrived(self, colour: Colour) -> str:
        tests = [
            f"{{{self._name(piece)}}} {self._on(piece.goal_squares)}"
            for piece in self.form.of(colour)
            if piece.goal_squares
        ]
        return " + ".join(tests)

    def _on(self, squares: Iterable[Coordinates]) -> str:
        """Whether the cursor is on one of the squares."""
        rows: dict[tuple[int, ...], list[int]] = {}
        by_row = groupby(sorted(squares, key=lambda square: square[::-1]), lambda square: square[1])
        for y, row in by_row:
            rows.setdefault(tuple(x for x, _ in row), []).append(y)
        texts = []
        for columns, ys in rows.items():
            across = self._lines(columns, self.form.width, "left", "right")
            along = self._lines(tuple(ys), self.form.height, "down", "up")
            texts.append(" ".join(test for test in (across, along) if test) or _STILL)
        return texts[0] if len(texts) == 1 else f"({' + '.join(texts)})"

    def _lines(self, numbers: tuple[int, ...], count: int, back: str, forth: str) -> str:
        """Whether the cursor is in one of these columns or rows; nothing if it always is."""
        if len(numbers) == count:
            return ""
        tests = []
        for number in numbers:
            way, steps = (
                (back, number) if number <= count - 1 - number else (forth, count - 1 - number)
            )
            beyond = " ".join(_shift(way, steps + 1))
            inside = f"{{? {' '.join(_shift(way, steps))}}} " if steps else ""
            tests.append(f"{inside}{{! {beyond}}}")
        return tests[0] if len(tests) == 1 else f"({' + '.join(tests)})"

    def _rules(self) -> list[str]:
        start = _score("black")
        if not self.form.turn_limit:
            return [
                f"#rules = {start} ({{? whiteAble}} [$ white=50, black=50] + {{! whiteAble}}) ->> {{}}"
            ]
        return [f"#rules = {start} (whiteTurn blackTurn)*"]


def _shift(way: str, steps: int) -> Iterator[str]:
    if steps:
        yield way if steps == 1 else f"{way}^{steps}"


def _score(winner: Colour) -> str:
    """The player wins; or would, if the other had no move."""
    return "[$ white=100, black=0]" if winner == "white" else "[$ white=0, black=100]"
