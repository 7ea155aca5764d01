"""The writer of RG, Regular Games: an automaton of rules, into which the automata of the pieces go as they are.

A state of a piece's automaton is a node, and a letter is two edges: a step of the variable `at`, and a test of what the
square holds. The board does not change while a piece walks, so no marker is needed: `from` remembers the start. Steps
off the board lead to the square `off`, which holds a `wall`. A move is two tags, its origin and its target.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Set
from functools import partial

from sbg.fitting.form import ColouredPiece, Form
from sbg.fitting.result import Translation
from sbg.model import Colour, Coordinates, Move
from sbg.model.notation import parse_square, square_name

MOST_PLIES = 1000
"""Up to this turn limit plies are values of a type; beyond it they are counted in binary."""

_COLOURS: tuple[Colour, Colour] = ("white", "black")
_OTHER: dict[Colour, Colour] = {"white": "black", "black": "white"}
_WAYS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}


def write(form: Form, *, allow: frozenset[str], piece: str | None) -> Translation:
    """A game in RG: every game can be expressed."""
    read = partial(_read_move, known=frozenset(form.squares))
    return Translation("rg", _Writer(form).text(), write_move, read)


def _read_move(text: str, known: Set[Coordinates]) -> Move | None:
    words = text.strip("/ \t\r\n").split()
    named = (parse_square(word) for word in words)
    squares = [square for square in named if square is not None and square in known]
    return Move(*squares) if len(words) == len(squares) == 2 else None


def write_move(move: Move) -> str:
    """A move as its tags: `a2 a3`."""
    return f"{square_name(move.origin)} {square_name(move.target)}"


def _edge(source: str, target: str, label: str = "") -> str:
    return f"{source}, {target}: {label};"


class _Writer:
    """Gathers the text of one game; which sets of pieces are tested is known at the end."""

    def __init__(self, form: Form) -> None:
        self.form = form
        self.sets: dict[str, list[str]] = {}
        self.binary = form.turn_limit > MOST_PLIES
        self.counted = [piece for piece in form.pieces if piece.losing_count is not None]

    def text(self) -> str:
        rules = [
            ["begin, white_turn: ;"],
            *(self._turn(colour) for colour in _COLOURS),
            *(self._moves(colour) for colour in _COLOURS),
            *(self._after(colour) for colour in _COLOURS),
            self._ends(),
        ]
        sections = [
            [f"// {line}" for line in self.form.header("Regular Games")],
            self._types(),
            ["// The board; steps off it lead to `off`.", *self._steps()],
            ["// What squares hold.", *self._sets()],
            self._counters(),
            self._variables(),
            *rules,
        ]
        return "\n\n".join("\n".join(section) for section in sections if section) + "\n"

    def _name(self, piece: ColouredPiece) -> str:
        return f"{piece.colour[0]}{piece.letter.upper()}"

    # -- types, constants and variables

    def _types(self) -> list[str]:
        pieces = ["wall", "e", *map(self._name, self.form.pieces)]
        squares = ["off", *map(square_name, self.form.squares)]
        lines = [
            "type Player = {white, black};",
            "type Score = {0, 50, 100};",
            "type Bool = {0, 1};",
            _set("type Piece = {", pieces, "};"),
            _set("type Square = {", squares, "};"),
            "type Board = Square -> Piece;",
            "type Step = Square -> Square;",
            "type Pieces = Piece -> Bool;",
            "type Squares = Square -> Bool;",
            "type Goal = Piece -> Squares;",
        ]
        if self.counted:
            most = max(len(piece.start) for piece in self.counted)
            numbers = [f"count{number}" for number in range(most + 1)]
            lines.append(_set("type Count = {", numbers, "};"))
            lines += ["type Counts = Piece -> Count;", "type Less = Count -> Count;"]
        if not self.binary:
            plies = [f"ply{number}" for number in range(self.form.turn_limit + 1)]
            lines.append(_set("type Ply = {", plies, "};"))
            lines.append("type Next = Ply -> Ply;")
        return lines

    def _steps(self) -> Iterator[str]:
        inside = set(self.form.squares)
        for way, (dx, dy) in _WAYS.items():
            entries = [
                f"{square_name((x, y))}:{square_name((x + dx, y + dy))}"
                for x, y in self.form.squares
                if (x + dx, y + dy) in inside
            ]
            yield _set(f"const {way}: Step = {{", [*entries, ":off"], "};")

    def _sets(self) -> Iterator[str]:
        for name, pieces in sorted(self.sets.items()):
            yield _set(
                f"const {name}: Pieces = {{", [*(f"{piece}:1" for piece in pieces), ":0"], "};"
            )

    def _set_of(self, contents: Iterable[str], colour: Colour) -> str:
        """The name of a set of pieces, by what a player calls them."""
        holds = {"e": "empty", "p": f"{_OTHER[colour]}s", "w": f"{colour}s"}
        names = sorted(holds[on] for on in contents)
        members = {
            "empty": ["e"],
            "whites": list(map(self._name, self.form.of("white"))),
            "blacks": list(map(self._name, self.form.of("black"))),
        }
        name = "_or_".join(names)
        self.sets[name] = [piece for part in names for piece in members[part]]
        return name

    def _counters(self) -> list[str]:
        lines = []
        if self.counted:
            most = max(len(piece.start) for piece in self.counted)
            entries = [f"count{number}:count{number - 1}" for number in range(most, 0, -1)]
            lines.append(_set("const less: Less = {", [*entries, ":count0"], "};"))
        if not self.binary:
            last = self.form.turn_limit
            entries = [f"ply{number}:ply{number + 1}" for number in range(last)]
            lines.append(_set("const next: Next = {", [*entries, f":ply{last}"], "};"))
        for colour in _COLOURS:
            goals = [piece for piece in self.form.of(colour) if piece.goal_squares]
            for piece in goals:
                squares = sorted(piece.goal_squares, key=lambda square: square[::-1])
                entries = [f"{square_name(square)}:1" for square in squares]
                lines.append(
                    _set(f"const goal_{self._name(piece)}: Squares = {{", [*entries, ":0"], "};")
                )
            if goals:
                entries = [f"{self._name(piece)}:goal_{self._name(piece)}" for piece in goals]
                lines.append(f"const nowhere_{colour}: Squares = {{:0}};")
                lines.append(
                    _set(f"const goals_{colour}: Goal = {{", [*entries, f":nowhere_{colour}"], "};")
                )
        return lines

    def _variables(self) -> list[str]:
        placed = [
            f"{square_name(square)}:{self._name(piece)}"
            for square, piece in sorted(
                ((square, piece) for piece in self.form.pieces for square in piece.start),
                key=lambda pair: pair[0][::-1],
            )
        ]
        lines = [
            _set("var board: Board = {", ["off:wall", *placed, ":e"], "};"),
            "var from: Square = off;",
            "var at: Square = off;",
        ]
        if self.counted:
            entries = [f"{self._name(piece)}:count{len(piece.start)}" for piece in self.counted]
            lines.append(_set("var number: Counts = {", [*entries, ":count0"], "};"))
        if not self.binary:
            return [*lines, "var ply: Ply = ply0;"]
        bits = range(self.form.turn_limit.bit_length())
        return [*lines, *(f"var bit{number}: Bool = 0;" for number in bits)]

    # -- turns

    def _turn(self, colour: Colour) -> list[str]:
        """Before a move: without one the player loses, then the turn limit is tested."""
        other = _OTHER[colour]
        lines = [f"// {colour.capitalize()} to move."]
        if self._movers(colour):
            lines += [
                _edge(f"{colour}_turn", f"{colour}_able", f"? {colour}_can -> {colour}_found"),
                _edge(f"{colour}_turn", f"{other}_wins", f"! {colour}_can -> {colour}_found"),
            ]
        else:
            return [*lines, _edge(f"{colour}_turn", f"{other}_wins")]
        able, go = f"{colour}_able", f"{colour}_go"
        if not self.binary:
            last = f"Ply(ply{self.form.turn_limit})"
            return [
                *lines,
                _edge(able, "draw", f"ply == {last}"),
                _edge(able, go, f"ply != {last}"),
            ]
        here = able
        bits = range(self.form.turn_limit.bit_length())
        for number in bits:
            wanted = f"Bool({self.form.turn_limit >> number & 1})"
            following = "draw" if number == bits[-1] else f"{able}_{number}"
            lines.append(_edge(here, following, f"bit{number} == {wanted}"))
            lines.append(_edge(here, go, f"bit{number} != {wanted}"))
            here = following
        return lines

    def _movers(self, colour: Colour) -> list[ColouredPiece]:
        return [piece for piece in self.form.of(colour) if piece.can_move]

    def _moves(self, colour: Colour) -> list[str]:
        """The walks of all pieces of a player, once for moves and once to see whether there is one."""
        if not self._movers(colour):
            return []
        lines = [
            f"// {colour.capitalize()}'s moves: a square with a piece, a walk, and the two squares as tags.",
            _edge(f"{colour}_go", f"{colour}_choose", f"player = PlayerOrSystem({colour})"),
            _edge(f"{colour}_choose", f"{colour}_chosen", "from = Square(*)"),
            _edge(f"{colour}_chosen", f"{colour}_walk", "at = from"),
        ]
        for piece in self._movers(colour):
            lines += [f"// {line}" for line in self.form.remark(piece, self._name(piece))]
            lines += self._walk(piece, f"{colour}_walk", f"{colour}_end", "")
        lines += [
            _edge(f"{colour}_end", f"{colour}_tagged", "$$ from"),
            _edge(f"{colour}_tagged", f"{colour}_done", "$$ at"),
            _edge(f"{colour}_done", f"{colour}_moved", "player = PlayerOrSystem(keeper)"),
            f"// Whether {colour} has a move.",
            _edge(f"{colour}_can", f"{colour}_try", "at = Square(*)"),
        ]
        for piece in self._movers(colour):
            lines += self._walk(piece, f"{colour}_try", f"{colour}_found", "t")
        return lines

    def _walk(self, piece: ColouredPiece, start: str, end: str, mark: str) -> Iterator[str]:
        assert piece.dfa is not None
        name = self._name(piece)
        prefix = f"{mark}{name}_"
        yield _edge(start, f"{prefix}{piece.dfa.start}", f"board[at] == Piece({name})")
        steps: defaultdict[tuple[int, int, int], defaultdict[int, set[str]]]
        steps = defaultdict(lambda: defaultdict(set))
        for source, letter, target in piece.dfa.transitions:
            steps[source, letter.dx, letter.dy][target].add(letter.on)
        for (source, dx, dy), targets in steps.items():
            middle = f"{prefix}{source}_{_vector(dx, dy)}"
            yield _edge(f"{prefix}{source}", middle, f"at = {_shifted(dx, dy)}" if dx or dy else "")
            for target, contents in targets.items():
                test = f"{self._set_of(contents, piece.colour)}[board[at]] == Bool(1)"
                yield _edge(middle, f"{prefix}{target}", test)
        for state in sorted(piece.dfa.accepting):
            yield _edge(f"{prefix}{state}", end)

    # -- after a move

    def _after(self, colour: Colour) -> list[str]:
        """What a move changes, then count goals, square goals and the ply."""
        if not self._movers(colour):
            return []
        other = _OTHER[colour]
        moved, take, put, lift = (f"{colour}_{name}" for name in ("moved", "take", "put", "lift"))
        checks = [f"{colour}_count{number}" for number in range(len(self.counted))]
        goals = [piece for piece in self.form.of(colour) if piece.goal_squares]
        if goals:
            checks.append(f"{colour}_goal")
        checks.append(f"{colour}_tick")
        lines = [
            f"// After a move of {colour}.",
            _edge(moved, checks[0], "at == from"),
            _edge(moved, take if self.counted else put, "at != from"),
        ]
        if self.counted:
            lines.append(_edge(take, put, "number[board[at]] = less[number[board[at]]]"))
        lines += [
            _edge(put, lift, "board[at] = board[from]"),
            _edge(lift, checks[0], "board[from] = Piece(e)"),
        ]
        for piece, here, following in zip(self.counted, checks, checks[1:], strict=False):
            left = f"number[Piece({self._name(piece)})]"
            count = f"Count(count{piece.losing_count})"
            lines.append(_edge(here, f"{_OTHER[piece.colour]}_wins", f"{left} == {count}"))
            lines.append(_edge(here, following, f"{left} != {count}"))
        if goals:
            test = f"goals_{colour}[board[at]][at]"
            lines.append(_edge(f"{colour}_goal", f"{colour}_wins", f"{test} == Bool(1)"))
            lines.append(_edge(f"{colour}_goal", checks[-1], f"{test} == Bool(0)"))
        if not self.binary:
            return [*lines, _edge(checks[-1], f"{other}_turn", "ply = next[ply]")]
        here = checks[-1]
        for number in range(self.form.turn_limit.bit_length()):
            one, zero = f"{here}_one", f"{here}_zero"
            carry = f"{colour}_tick_{number + 1}"
            lines += [
                _edge(here, one, f"bit{number} == Bool(0)"),
                _edge(one, f"{other}_turn", f"bit{number} = Bool(1)"),
                _edge(here, zero, f"bit{number} == Bool(1)"),
                _edge(zero, carry, f"bit{number} = Bool(0)"),
            ]
            here = carry
        return lines

    def _ends(self) -> list[str]:
        lines = ["// The end."]
        for name, white, black in (
            ("white_wins", 100, 0),
            ("black_wins", 0, 100),
            ("draw", 50, 50),
        ):
            lines += [
                _edge(name, f"{name}_score", f"goals[Player(white)] = Score({white})"),
                _edge(f"{name}_score", f"{name}_scored", f"goals[Player(black)] = Score({black})"),
                _edge(f"{name}_scored", "end", "player = PlayerOrSystem(keeper)"),
            ]
        return lines


def _vector(dx: int, dy: int) -> str:
    across = f"{'r' if dx > 0 else 'l'}{abs(dx)}" if dx else ""
    return across + (f"{'u' if dy > 0 else 'd'}{abs(dy)}" if dy else "") or "stay"


def _shifted(dx: int, dy: int) -> str:
    """The square by (dx, dy) from `at`: the board is a rectangle, so single steps stay on it if the whole one does."""
    ways = ["right" if dx > 0 else "left"] * abs(dx) + ["up" if dy > 0 else "down"] * abs(dy)
    return "".join(f"{way}[" for way in reversed(ways)) + "at" + "]" * len(ways)


def _set(opening: str, members: list[str], closing: str) -> str:
    """Members between braces, in lines that are not too long."""
    line = f"{opening}{', '.join(members)}{closing}"
    if len(line) <= 110:
        return line
    lines = [opening]
    for index, member in enumerate(members):
        word = member + ("," if index + 1 < len(members) else "")
        if len(lines) == 1 or len(lines[-1]) + len(word) > 108:
            lines.append(f"    {word}")
        else:
            lines[-1] += f" {word}"
    return re.sub(r" +$", "", "\n".join([*lines, closing]), flags=re.MULTILINE)
