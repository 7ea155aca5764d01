"""Writes a game in GDL, the Game Description Language of general game playing.

A square is a column and a row (`a 1`), a move is `(move a 2 a 3)`, and the player who waits has `noop`. Each transition
of a piece's automaton becomes one clause. KIF does not regard case, so white's P is `wp` and black's is `bp`.

All clauses are safe and stratified. They keep the recursion restriction: the start square of a walk is in the head of
its clause, and the square before the step is in a static literal about the step.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set
from itertools import groupby

from sbg.language.model import Colour, Move
from sbg.language.model.notation import file_name, parse_square
from sbg.language.model.regexp import sum_of
from sbg.moves import automata
from sbg.moves.automata import Dfa
from sbg.moves.automata.dfa import LimitError
from sbg.translation.fitting.form import ColouredPiece, Form
from sbg.translation.fitting.result import Translation
from sbg.translation.fitting.rules import with_content
from sbg.translation.rays import Vector, fold

MOST_PLY_FACTS = 512
"""Up to this turn limit plies are counted by facts; beyond it in binary."""

_WIDTH = 110
_COLOURS: tuple[Colour, Colour] = ("white", "black")
_OTHER: dict[Colour, Colour] = {"white": "black", "black": "white"}
_MOVE = re.compile(
    r"\(\s*move\s+([a-z]{1,2})\s+(\d{1,2})\s+([a-z]{1,2})\s+(\d{1,2})\s*\)", re.ASCII
)


def write(form: Form, *, allow: frozenset[str], piece: str | None) -> Translation:
    """A game in GDL: every game can be expressed."""
    return Translation("gdl", _Writer(form).text(), write_move, read_move)


def write_move(move: Move) -> str:
    """A move as GDL has it: `(move a 2 a 3)`."""
    (x, y), (u, v) = move.origin, move.target
    return f"(move {file_name(x)} {y + 1} {file_name(u)} {v + 1})"


def read_move(text: str) -> Move | None:
    """The move of a GDL term; spaces and case do not matter."""
    match = _MOVE.fullmatch(text.strip().lower())
    if match is None:
        return None
    origin, target = parse_square(match[1] + match[2]), parse_square(match[3] + match[4])
    return None if origin is None or target is None else Move(origin, target)


def _clause(head: str, *body: str) -> str:
    line = f"(<= {head} {' '.join(body)})"
    if len(line) <= _WIDTH:
        return line
    return f"(<= {head}" + "".join(f"\n    {literal}" for literal in body) + ")"


def _packed(lines: Iterable[str]) -> Iterator[str]:
    """The same lines, with facts of one relation side by side."""
    for relation, together in groupby(lines, _relation):
        if relation is None:
            yield from together
            continue
        line = ""
        for fact in together:
            if line and len(line) + len(fact) >= _WIDTH:
                yield line
                line = ""
            line += f" {fact}" if line else fact
        yield line


def _relation(line: str) -> str | None:
    """The name of a fact's relation; of `init` and `base` with the name of the fluent."""
    match = re.match(r"\((?:(?:init|base) \()?([a-z]\w*) ", line)
    return match[0] if match else None


class _Writer:
    """Gathers the text of one game; what steps and tests are used is known at the end."""

    def __init__(self, form: Form) -> None:
        self.form = form
        self.vectors: set[Vector] = set()
        self.ways: dict[tuple[Vector, ...], int] = {}
        self.uses_occupied = self.uses_has = False

    def text(self) -> str:
        moves = [self._moves(colour) for colour in _COLOURS]
        inputs = [self._inputs(colour) for colour in _COLOURS]
        sections = [
            [*(f"; {line}" for line in self.form.header("GDL"))],
            self._pieces(),
            ["(role white)", "(role black)"],
            ["; The initial position.", *self._initial()],
            *moves,
            ["; The player who waits.", *self._waiting()],
            ["; What a square holds.", *self._contents()] if self.uses_has or self.uses_occupied else [],
            ["; What a move changes.", *self._changes()],
            ["; The end of the game.", *self._end()],
            ["; Goals.", *self._goals()],
            ["; Everything that may ever be true, and every move that may ever be legal.", *self._bases()],
            *inputs,
            ["; Steps: `l`, `r`, `u` and `d` are left, right, up and down.", *self._steps()] if self.vectors else [],
        ]  # fmt: skip
        text = "\n\n".join("\n".join(_packed(section)) for section in sections if section)
        board = [fact for fact in self._board() if f"{fact.split()[0]} ?" in text]
        return "\n".join([text, "", "; The board.", *_packed(board)] if board else [text]) + "\n"

    # -- pieces and the initial position

    def _pieces(self) -> list[str]:
        return [f"(owner {piece.colour} {piece.code})" for piece in self.form.pieces]

    def _initial(self) -> Iterator[str]:
        for piece in self.form.pieces:
            for x, y in piece.start:
                yield f"(init (cell {file_name(x)} {y + 1} {piece.code}))"
        yield "(init (control white))"
        if self.form.turn_limit <= MOST_PLY_FACTS:
            yield "(init (ply 0))"
        for piece in self._counted():
            yield f"(init (count {piece.code} {len(piece.start)}))"

    def _counted(self) -> list[ColouredPiece]:
        """Pieces whose number must be kept; that none is left can be seen on the board."""
        return [piece for piece in self.form.pieces if piece.losing_count]

    # -- moves

    def _moves(self, colour: Colour) -> list[str]:
        lines = []
        for piece in self.form.of(colour):
            lines += ["", *(f"; {line}" for line in self.form.remark(piece, piece.code))]
            if piece.dfa is not None:
                start = (f"(true (control {colour}))", f"(true (cell ?x ?y {piece.code}))")
                lines += self._walk(piece.dfa, piece.code, start, f"legal {colour}", colour)
        return lines[1:]

    def _walk(
        self, dfa: Dfa, name: str, start: tuple[str, ...], goal: str, colour: Colour | None
    ) -> Iterator[str]:
        """The clauses of an automaton: `goal` holds for the moves it accepts.

        A state is a relation between the start square `?x ?y` and the square reached; a state that only accepts is the
        goal itself. A class of states has the direction as its first argument. Without a colour the contents of squares
        do not matter.
        """
        folded = fold(dfa)
        leaves = {arrow.source for arrow in folded.arrows}
        entered = any(arrow.target.name == folded.start for arrow in folded.arrows)
        named = leaves if entered else leaves - {folded.start}

        def at(state: int, square: str, way: str = "?d") -> str:
            if state in named:
                way = f"{way} " if state in folded.classes else ""
                return f"({name}_{state} {way}?x ?y {square})"
            return f"({goal} (move ?x ?y {square}))"

        if entered:
            yield _clause(at(folded.start, "?x ?y"), *start)
        for arrow in folded.arrows:
            if arrow.source in named:
                before: tuple[str, ...] = (at(arrow.source, "?m ?n"),)
                square = "?m ?n"
            else:
                before, square = start, "?x ?y"
            way, choice = "?d", []
            if not arrow.along:
                if len(arrow.vectors) == 1:
                    way = self._way(arrow.vectors[0])
                else:
                    number = self.ways.setdefault(arrow.vectors, len(self.ways) + 1)
                    choice = [f"(way {number} ?d)"]
            self.vectors.update(arrow.vectors)
            target = arrow.target
            kept = self._way(target.direction) if target.direction is not None else way
            yield _clause(
                at(target.name, "?u ?v", kept),
                *before,
                *choice,
                f"(go {way} {square} ?u ?v)",
                *self._test(arrow.contents, "?u ?v", colour),
            )
        for state in sorted(folded.accepting):
            if state in named:
                yield _clause(f"({goal} (move ?x ?y ?u ?v))", at(state, "?u ?v"))
            elif state == folded.start:
                yield _clause(f"({goal} (move ?x ?y ?x ?y))", *start)

    def _way(self, vector: Vector) -> str:
        """The name of a step: `u1` is up, `l1d2` one to the left and two down."""
        dx, dy = vector
        across = f"{'r' if dx > 0 else 'l'}{abs(dx)}" if dx else ""
        return across + (f"{'u' if dy > 0 else 'd'}{abs(dy)}" if dy else "") or "stay"

    def _test(self, contents: Set[str], square: str, colour: Colour | None) -> list[str]:
        if colour is None or len(contents) == 3:
            return []
        if contents in ({"e"}, {"p", "w"}):
            self.uses_occupied = True
            test = f"(occupied {square})"
            return [test if "p" in contents else f"(not {test})"]
        self.uses_has = True
        if len(contents) == 1:
            return [f"(has {colour if contents == {'w'} else _OTHER[colour]} {square})"]
        return [f"(not (has {colour if 'p' in contents else _OTHER[colour]} {square}))"]

    def _waiting(self) -> Iterator[str]:
        for colour in _COLOURS:
            yield _clause(f"(legal {colour} noop)", f"(true (control {_OTHER[colour]}))")

    def _contents(self) -> Iterator[str]:
        if self.uses_occupied:
            yield _clause("(occupied ?x ?y)", "(true (cell ?x ?y ?p))")
        if self.uses_has:
            yield _clause("(has ?r ?x ?y)", "(true (cell ?x ?y ?p))", "(owner ?r ?p)")

    # -- what a move changes

    def _changes(self) -> Iterator[str]:
        does = "(does ?r (move ?x ?y ?u ?v))"
        yield _clause("(next (cell ?u ?v ?p))", does, "(true (cell ?x ?y ?p))")
        yield _clause("(next (cell ?x ?y ?p))", "(true (cell ?x ?y ?p))", "(not (touched ?x ?y))")
        yield _clause("(touched ?x ?y)", does)
        yield _clause("(touched ?u ?v)", does)
        for colour in _COLOURS:
            yield _clause(f"(next (control {_OTHER[colour]}))", f"(true (control {colour}))")
        if self.form.turn_limit <= MOST_PLY_FACTS:
            if self.form.turn_limit:
                yield _clause("(next (ply ?n))", "(true (ply ?m))", "(succ ?m ?n)")
        else:
            yield "; Plies are counted in binary: a bit changes when all lower bits are set."
            yield "(carry 0)"
            yield _clause("(carry ?n)", "(carry ?m)", "(true (bit ?m))", "(succ ?m ?n)")
            yield _clause("(next (bit ?n))", "(carry ?n)", "(not (true (bit ?n)))")
            yield _clause("(next (bit ?n))", "(true (bit ?n))", "(not (carry ?n))")
        counted = self._counted()
        if counted:
            for one, other in (("?x", "?u"), ("?y", "?v")):
                yield _clause(
                    "(captured ?p)", does, "(true (cell ?u ?v ?p))", f"(distinct {one} {other})"
                )
            yield _clause("(next (count ?p ?n))", "(true (count ?p ?n))", "(not (captured ?p))")
            yield _clause(
                "(next (count ?p ?n))", "(true (count ?p ?m))", "(captured ?p)", "(less ?m ?n)"
            )
            most = max(len(piece.start) for piece in counted)
            least = min(piece.losing_count or 0 for piece in counted)
            for number in range(most, least, -1):
                yield f"(less {number} {number - 1})"
        for colour in _COLOURS:
            if any(piece.starts_on_goal for piece in self.form.of(colour)):
                yield _clause(
                    f"(next (arrived {colour}))",
                    f"(does {colour} (move ?x ?y ?u ?v))",
                    "(true (cell ?x ?y ?p))",
                    f"(target {colour} ?p ?u ?v)",
                )

    # -- the end

    def _end(self) -> Iterator[str]:
        lost, reached = self._lost(), self._reached()
        yield from lost
        yield from reached
        for colour in _COLOURS:
            yield _clause(
                "able", f"(true (control {colour}))", f"(legal {colour} (move ?x ?y ?u ?v))"
            )
        if lost:
            yield _clause("terminal", "(lost ?r)")
        if reached:
            yield _clause("terminal", "(reached ?r)")
        yield _clause("terminal", "(not able)")
        yield _clause("terminal", *self._at_the_limit())

    def _lost(self) -> list[str]:
        """A count goal, as a test of the position: at the start it does not hold, and numbers only fall."""
        lines = []
        for piece in self.form.pieces:
            if piece.losing_count == 0:
                lines.append(_clause(f"(left {piece.code})", f"(true (cell ?x ?y {piece.code}))"))
                lines.append(_clause(f"(lost {piece.colour})", f"(not (left {piece.code}))"))
            elif piece.losing_count:
                test = f"(true (count {piece.code} {piece.losing_count}))"
                lines.append(_clause(f"(lost {piece.colour})", test))
        return lines

    def _reached(self) -> list[str]:
        """The square goals of each colour.

        The first piece on a goal square ends the game, so that a piece stands there says that it has just moved there,
        unless one stands there at the start.
        """
        lines = []
        for colour in _COLOURS:
            pieces = [piece for piece in self.form.of(colour) if piece.goal_squares]
            event = any(piece.starts_on_goal for piece in pieces)
            if event:
                lines.append(_clause(f"(reached {colour})", f"(true (arrived {colour}))"))
            facts = []
            for piece in pieces:
                for y, row in groupby(
                    sorted(piece.goal_squares, key=lambda s: s[::-1]), lambda s: s[1]
                ):
                    columns = [file_name(x) for x, _ in row]
                    if len(columns) == self.form.width and not event:
                        test = f"(true (cell ?x {y + 1} {piece.code}))"
                        lines.append(_clause(f"(reached {colour})", test))
                    else:
                        facts += [f"(target {colour} {piece.code} {x} {y + 1})" for x in columns]
            if facts and not event:
                lines.append(
                    _clause(
                        f"(reached {colour})",
                        f"(target {colour} ?p ?x ?y)",
                        "(true (cell ?x ?y ?p))",
                    )
                )
            lines += facts
        return lines

    def _at_the_limit(self) -> list[str]:
        limit = self.form.turn_limit
        if limit <= MOST_PLY_FACTS:
            return [f"(true (ply {limit}))"]
        bits = [(number, limit >> number & 1) for number in range(limit.bit_length())]
        return [f"(true (bit {n}))" for n, one in bits if one] + [
            f"(not (true (bit {n})))" for n, one in bits if not one
        ]

    def _goals(self) -> Iterator[str]:
        lost = any(piece.losing_count is not None for piece in self.form.pieces)
        reached = any(piece.goal_squares for piece in self.form.pieces)
        others = []
        if lost:
            yield _clause("somebody_lost", "(lost ?r)")
            yield _clause("(beaten ?r)", "(lost ?r)")
            others.append("(not somebody_lost)")
        if reached:
            yield _clause("somebody_reached", "(reached ?r)")
            for colour in _COLOURS:
                if any(piece.goal_squares for piece in self.form.of(colour)):
                    yield _clause(f"(beaten {_OTHER[colour]})", f"(reached {colour})", *others)
            others.append("(not somebody_reached)")
        yield _clause("(beaten ?r)", "(true (control ?r))", *others, "(not able)")
        for colour in _COLOURS:
            yield _clause(f"(goal {colour} 0)", f"(beaten {colour})")
            yield _clause(f"(goal {colour} 100)", f"(beaten {_OTHER[colour]})")
        yield _clause("decided", "(beaten ?r)")
        yield _clause("(goal ?r 50)", "(role ?r)", "(not decided)")

    # -- what may be true, and the board

    def _bases(self) -> Iterator[str]:
        if self.form.pieces:
            yield _clause("(base (cell ?x ?y ?p))", "(column ?x)", "(row ?y)", "(owner ?r ?p)")
        yield _clause("(base (control ?r))", "(role ?r)")
        limit = self.form.turn_limit
        if limit <= MOST_PLY_FACTS:
            yield "(base (ply 0))"
            if limit:
                yield _clause("(base (ply ?n))", "(succ ?m ?n)")
        else:
            yield "(base (bit 0))"
            yield _clause("(base (bit ?n))", "(succ ?m ?n)")
        for piece in self._counted():
            for number in range(len(piece.start), (piece.losing_count or 0) - 1, -1):
                yield f"(base (count {piece.code} {number}))"
        for colour in _COLOURS:
            if any(piece.starts_on_goal for piece in self.form.of(colour)):
                yield f"(base (arrived {colour}))"
            yield f"(input {colour} noop)"

    def _inputs(self, colour: Colour) -> list[str]:
        """The moves that a player can ever have: one walk for all pieces, whatever the squares hold."""
        rules = [with_content(piece.rule, "e") for piece in self.form.of(colour) if piece.rule]
        if not rules:
            return []
        try:
            hull = automata.minimal(sum_of(rules))
        except LimitError:  # then any move: what is never legal does no harm
            square = ("(column ?x)", "(row ?y)", "(column ?u)", "(row ?v)")
            return [_clause(f"(input {colour} (move ?x ?y ?u ?v))", *square)]
        start = ("(column ?x)", "(row ?y)")
        return list(self._walk(hull, f"reach_{colour[0]}", start, f"input {colour}", None))

    def _steps(self) -> Iterator[str]:
        """Each step as a relation of squares, and sets of steps that pieces use."""
        for dx, dy in sorted(self.vectors):
            u, v = "?u" if dx else "?x", "?v" if dy else "?y"
            across = f"(right{abs(dx)} {'?x ?u' if dx > 0 else '?u ?x'})" if dx else "(column ?x)"
            along = f"(up{abs(dy)} {'?y ?v' if dy > 0 else '?v ?y'})" if dy else "(row ?y)"
            yield _clause(f"(go {self._way((dx, dy))} ?x ?y {u} {v})", across, along)
        for vectors, number in self.ways.items():
            yield from (f"(way {number} {self._way(vector)})" for vector in vectors)

    def _board(self) -> Iterator[str]:
        form = self.form
        yield from (f"(column {file_name(x)})" for x in range(form.width))
        yield from (f"(row {y + 1})" for y in range(form.height))
        columns = {abs(dx) for dx, _ in self.vectors if dx}
        rows = {abs(dy) for _, dy in self.vectors if dy}
        for by in sorted(columns):
            yield from (
                f"(right{by} {file_name(x)} {file_name(x + by)})" for x in range(form.width - by)
            )
        for by in sorted(rows):
            yield from (f"(up{by} {y + 1} {y + 1 + by})" for y in range(form.height - by))
        limit = form.turn_limit
        most = limit if limit <= MOST_PLY_FACTS else limit.bit_length() - 1
        yield from (f"(succ {number} {number + 1})" for number in range(most))
