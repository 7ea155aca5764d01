"""Genomes: a game as parts that can be drawn and mutated, and conversion to and from games.

A piece is a set of families of moves (`sbg.shapes`), so that whatever is made can be named, drawn and described.
What no family covers is kept as an automaton. A symmetric game holds the army and the goals of White alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, TypeAlias

from sbg.engine import Game
from sbg.language.model import (
    CountGoal,
    Description,
    Goal,
    HasDescription,
    Piece,
    Regexp,
    SquareGoal,
    description_of,
)
from sbg.moves import automata
from sbg.moves.automata import Dfa
from sbg.moves.shapes import Composition, Family, gather
from sbg.moves.shapes import of as families_of
from sbg.study.evolve.fitting import fitted

Symmetry: TypeAlias = Literal["reflect", "rotate", "none"]
Rows: TypeAlias = tuple[str, ...]

SYMMETRIES: tuple[Symmetry, ...] = ("reflect", "rotate", "none")


@dataclass(frozen=True, slots=True)
class Gene:
    """How a piece moves: its families and, for what they do not cover, an automaton (a "wild" part)."""

    families: tuple[Family, ...] = ()
    wild: Dfa | None = None

    @classmethod
    def of(cls, rule: Dfa | Regexp, board: tuple[int, int] | None = None) -> Gene:
        """The gene of a rule."""
        found = families_of(rule, board)
        return cls(found.families, found.left)

    @classmethod
    def made(cls, *families: Family) -> Gene:
        """A gene of families, gathered and in order."""
        return cls(gather(families))

    def __bool__(self) -> bool:
        return bool(self.families) or self.wild is not None

    @property
    def composition(self) -> Composition:
        """The same as the shapes have it."""
        return Composition(self.families, (), self.wild)

    def with_families(self, families: Iterable[Family]) -> Gene:
        """The same gene with other families."""
        return replace(self, families=gather(families))

    def to_rule(self, width: int, height: int) -> Regexp | None:
        """The rule on a board, or None without any move; ValueError if it would be too long to write."""
        return compiled(self, width, height)[0]

    def to_dfa(self, width: int, height: int) -> Dfa | None:
        """The automaton on a board, or None without a rule; TooLarge beyond the limits."""
        return compiled(self, width, height)[1]


@lru_cache(maxsize=4096)
def compiled(gene: Gene, width: int, height: int) -> tuple[Regexp | None, Dfa | None]:
    """The rule of a gene on a board, and its automaton. A mutation changes one piece: the others are known."""
    plain = gene.composition.to_rule() if gene else None
    rule = None if plain is None else fitted(plain, width, height)
    if rule is None:
        return None, None
    alone = Description("X", width, height, ("." * width,) * height, (Piece("X", rule),), (), 0)
    return rule, automata.compile(alone)["X"]


@dataclass(frozen=True, slots=True)
class Genome:
    """A game in parts.

    `army` holds the rows of the board from the top, as a file does. In a symmetric game they hold White's pieces alone,
    and `goals` those of White's letters alone: Black's are their mirror images ("reflect" exchanges top and bottom,
    "rotate" turns by half a circle).
    """

    width: int
    height: int
    symmetry: Symmetry
    pieces: tuple[tuple[str, Gene], ...]
    army: Rows
    goals: tuple[Goal, ...]
    limit: int
    name: str = "Game"

    # --- from and to descriptions

    @classmethod
    def of(cls, game: Description | HasDescription) -> Genome:
        """The genome of a game. `sbg.moves.automata.TooLarge` if its automata are beyond the limits."""
        description = description_of(game)
        dfas = getattr(game, "automata", None) or automata.compile(description)
        board = description.width, description.height
        pieces = tuple(
            (piece.letter, Gene.of(dfas[piece.letter], board) if piece.letter in dfas else Gene())
            for piece in description.pieces
        )
        whole = cls(
            *board,
            "none",
            pieces,
            description.rows,
            description.goals,
            description.turn_limit,
            description.name,
        )
        return next(filter(None, (whole.halved(how) for how in ("reflect", "rotate"))), whole)

    def halved(self, symmetry: Symmetry) -> Genome | None:
        """The same game as a symmetric one; None if it is not."""
        if self.symmetry != "none":
            return self if self.symmetry == symmetry else None
        half = replace(
            self,
            symmetry=symmetry,
            army=tuple("".join(c if c.isupper() else "." for c in row) for row in self.army),
            goals=tuple(goal for goal in self.goals if goal.piece.isupper()),
        )
        both = half.rows == self.army and _as_set(half.all_goals) == _as_set(self.goals)
        return half if both else None

    def whole(self) -> Genome:
        """The same game with both armies and all goals written down, without a symmetry."""
        return replace(self, symmetry="none", army=self.rows, goals=self.all_goals)

    @property
    def rows(self) -> Rows:
        """The initial board, both armies on it; where both would be on a square, White is."""
        if self.symmetry == "none":
            return self.army
        other = [row[:: -1 if self.symmetry == "rotate" else 1] for row in reversed(self.army)]
        return tuple(
            "".join(own if own != "." else its.lower() for own, its in zip(*both, strict=True))
            for both in zip(self.army, other, strict=True)
        )

    @property
    def all_goals(self) -> tuple[Goal, ...]:
        """The goals of both players."""
        if self.symmetry == "none":
            return self.goals
        return tuple(one for goal in self.goals for one in (goal, self.mirrored(goal)))

    def mirrored(self, goal: Goal) -> Goal:
        """The goal of the other player that a symmetric game has beside one."""
        piece = goal.piece.swapcase()
        if isinstance(goal, CountGoal):
            return CountGoal(piece, goal.count)
        turned = self.symmetry == "rotate"
        squares = (
            (self.width - 1 - x if turned else x, self.height - 1 - y) for x, y in goal.squares
        )
        return SquareGoal(piece, tuple(sorted(squares)))

    def to_description(self) -> Description:
        """The description of the game; ValueError if a rule would be too long to write."""
        return Description(
            self.name,
            self.width,
            self.height,
            self.rows,
            tuple(
                Piece(letter, gene.to_rule(self.width, self.height)) for letter, gene in self.pieces
            ),
            self.all_goals,
            self.limit,
        )

    @property
    def automata(self) -> dict[str, Dfa]:
        """The automaton of each piece that has a rule; ValueError or TooLarge if there cannot be one."""
        found = ((letter, gene.to_dfa(self.width, self.height)) for letter, gene in self.pieces)
        return {letter: dfa for letter, dfa in found if dfa is not None}

    def to_game(self) -> Game:
        """The game, without a text of its own; ValueError or TooLarge if there cannot be one."""
        return Game(self.to_description(), self.automata)

    # --- parts

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters of the pieces."""
        return tuple(letter for letter, _ in self.pieces)

    def gene(self, letter: str) -> Gene:
        """The gene of a piece; KeyError if there is none."""
        return dict(self.pieces)[letter.upper()]

    def with_gene(self, letter: str, gene: Gene) -> Genome:
        """The same game with another gene for a piece, or with one more piece."""
        return replace(self, pieces=tuple({**dict(self.pieces), letter: gene}.items()))

    def count(self, letter: str) -> int:
        """How many pieces of a letter (a colour with it) are on the board at first."""
        return sum(row.count(letter) for row in self.rows)

    def squares(self) -> Iterator[tuple[int, int, str]]:
        """Column, row and letter of everything in the army; row 0 is the lowest."""
        for y, row in enumerate(reversed(self.army)):
            for x, letter in enumerate(row):
                if letter != ".":
                    yield x, y, letter

    def placed(self, changes: Iterable[tuple[int, int, str]]) -> Genome:
        """The same game with some squares of the army changed."""
        board = [list(row) for row in self.army]
        for x, y, letter in changes:
            board[self.height - 1 - y][x] = letter
        return replace(self, army=tuple(map("".join, board)))


def _as_set(goals: Iterable[Goal]) -> set[tuple[object, ...]]:
    """What goals mean, whatever the order and the number of their squares."""
    squares: dict[str, set[object]] = {}
    found: set[tuple[object, ...]] = set()
    for goal in goals:
        if isinstance(goal, CountGoal):
            found.add(("count", goal.piece, goal.count))
        else:
            squares.setdefault(goal.piece, set()).update(goal.squares)
    return found | {("squares", piece, frozenset(where)) for piece, where in squares.items()}
