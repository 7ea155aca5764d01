"""The form of a game that all writers start from: its pieces, separately for each colour.

The automaton and the rule of a black piece already have their rows mirrored, so a writer treats both colours alike.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from sbg.base.version import made_by
from sbg.explain.words import Rules, describe
from sbg.language.model import (
    AnyGame,
    Colour,
    Coordinates,
    CountGoal,
    Described,
    Description,
    Regexp,
    SquareGoal,
    description_of,
)
from sbg.moves import automata
from sbg.moves.automata import Dfa
from sbg.translation.fitting.rules import mirrored


@dataclass(frozen=True)
class ColouredPiece:
    """A piece of one colour.

    `letter` is as on the board, in lower case for black. `rule` and `dfa` are None for a piece that cannot move.
    `losing_counts` are the live numbers of its `#` goals: those below the number on the initial board, for the others
    can never be met. `goal_squares` are the squares of its `@` goals.
    """

    letter: str
    colour: Colour
    rule: Regexp | None
    dfa: Dfa | None
    start: tuple[Coordinates, ...]
    losing_counts: tuple[int, ...]
    goal_squares: frozenset[Coordinates]

    @property
    def code(self) -> str:
        """A name without regard to case: `wp` for white's P, `bp` for black's."""
        return f"{self.colour[0]}{self.letter.lower()}"

    @property
    def losing_count(self) -> int | None:
        """The number at which its owner loses: the largest of the live ones, which is met first."""
        return max(self.losing_counts, default=None)

    @property
    def starts_on_goal(self) -> bool:
        """Whether one stands on a goal square already, so that only a move there wins."""
        return not self.goal_squares.isdisjoint(self.start)

    @property
    def can_move(self) -> bool:
        """Whether some word of the rule can be walked on this board."""
        return self.dfa is not None and bool(self.dfa.accepting)

    @property
    def stands_still(self) -> bool:
        """Whether the empty word is in the rule."""
        return self.dfa is not None and self.dfa.start in self.dfa.accepting

    @property
    def takes_own(self) -> bool:
        """Whether an accepted word can end with `w` (on an own piece, or on the start square again)."""
        return self.dfa is not None and any(
            letter.on == "w" and target in self.dfa.accepting
            for _, letter, target in self.dfa.transitions
        )


@dataclass(frozen=True)
class Form(Described):
    """A game as writers see it. `origin` is the name of the file that it was read from, if it was."""

    description: Description
    automata: Mapping[str, Dfa]
    pieces: tuple[ColouredPiece, ...]
    origin: str | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    """What the author calls the pieces, by their letters; `looks` say as what they are drawn."""
    looks: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name of the game, without its outer spaces: for comments only."""
        return self.description.name.strip() or "game"

    def of(self, colour: Colour) -> tuple[ColouredPiece, ...]:
        """The pieces of one player, in the order of the file."""
        return tuple(piece for piece in self.pieces if piece.colour == colour)

    def piece(self, letter: str) -> ColouredPiece:
        """The piece with a letter, as on the board."""
        return next(piece for piece in self.pieces if piece.letter == letter)

    @cached_property
    def squares(self) -> tuple[Coordinates, ...]:
        """All squares, a1 b1 … a2 b2 …"""
        return tuple((x, y) for y in range(self.height) for x in range(self.width))

    @cached_property
    def rules(self) -> Rules:
        """The rules in words."""
        return describe(self)

    @cached_property
    def words(self) -> Mapping[str, str]:
        """What each piece does, in words, by its letter in upper case."""
        return {piece.letter: str(piece) for piece in self.rules.pieces}

    def remark(self, piece: ColouredPiece, name: str) -> list[str]:
        """Lines of a comment about a piece, which is called so in the target."""
        letter = piece.letter.upper()
        if piece.colour == "black" and any(other.letter == letter for other in self.of("white")):
            return [f"{name}: black's {letter}, the same with rows the other way."]
        own = "white's" if piece.colour == "white" else "black's, with rows the other way,"
        text = f"{name}: {own} {self.words[letter]}".encode("ascii", "replace").decode()
        return textwrap.wrap(
            text,
            100,
            subsequent_indent="  ",
            max_lines=4,
            placeholder=" ...",
            break_on_hyphens=False,
        )

    def header(self, language: str) -> list[str]:
        """The first lines of a text, as comments: the name of the game, and where the text came from."""
        return [
            f"{self.name}, on a board of {self.width}x{self.height}",
            f"{language}. {self.made_by()}",
        ]

    def made_by(self) -> str:
        """Where a text came from, as a sentence."""
        came = f" of {self.origin}" if self.origin else ""
        return f"Translated by {made_by()} from the Simplified Boardgames rules{came}."


def form(game: AnyGame) -> Form:
    """The shared form of a game.

    Pieces that can never appear (a rule without a piece of that colour on the board) are left out.
    """
    description = description_of(game)
    known: Mapping[str, Dfa] | None = getattr(game, "automata", None)
    dfas = automata.compile(description) if known is None else known
    standing: dict[str, list[Coordinates]] = {}
    for y in range(description.height):
        for x in range(description.width):
            standing.setdefault(description.at(x, y), []).append((x, y))
    pieces = []
    colours: tuple[Colour, Colour] = ("white", "black")
    for colour in colours:
        for piece in description.pieces:
            letter = piece.letter if colour == "white" else piece.letter.lower()
            if letter in standing:
                rule, dfa = piece.rule, dfas.get(piece.letter)
                if colour == "black":
                    rule = None if rule is None else mirrored(rule)
                    dfa = None if dfa is None else dfa.mirrored(rows=True, renumber=False)
                pieces.append(_coloured(description, letter, colour, rule, dfa, standing[letter]))
    source = getattr(getattr(game, "source", None), "name", "")
    origin = re.split(r"[/\\]", source)[-1] if source.endswith(".sbg") else None
    names, looks = getattr(game, "names", {}), getattr(game, "looks", {})
    return Form(description, dfas, tuple(pieces), origin, names, looks)


def _coloured(
    description: Description,
    letter: str,
    colour: Colour,
    rule: Regexp | None,
    dfa: Dfa | None,
    start: Iterable[Coordinates],
) -> ColouredPiece:
    start = tuple(start)
    counts = {
        goal.count
        for goal in description.goals
        if isinstance(goal, CountGoal) and goal.piece == letter and goal.count < len(start)
    }
    squares = {
        square
        for goal in description.goals
        if isinstance(goal, SquareGoal) and goal.piece == letter
        for square in goal.squares
    }
    return ColouredPiece(
        letter, colour, rule, dfa, start, tuple(sorted(counts)), frozenset(squares)
    )
