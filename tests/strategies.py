"""Random games for hypothesis: whole descriptions, their texts, and positions of them.

Boards are small more often than large, rules nest powers and stars and use every content; there are
pieces without a rule, rules and goals without a piece, asymmetric goals and tiny turn limits.
"""

from __future__ import annotations

import string

from hypothesis import strategies as st

from sbg.language.model import (
    CountGoal,
    Description,
    Goal,
    Letter,
    Piece,
    Power,
    Regexp,
    SquareGoal,
)
from sbg.language.model.notation import write_fen
from sbg.language.model.regexp import concat, sum_of, written_out

MOST_WRITTEN_OUT = 200
"""Letters of a random rule with its powers written out: enough for any shape, and quick to play."""


def letters(width: int, height: int) -> st.SearchStrategy[Letter]:
    """Letters of the alphabet of a board, short steps preferred."""
    return st.builds(Letter, _step(width), _step(height), st.sampled_from("epw"))


def _step(side: int) -> st.SearchStrategy[int]:
    near = min(side - 1, 2)
    return st.one_of(st.integers(-near, near), st.integers(1 - side, side - 1))


def regexps(width: int, height: int) -> st.SearchStrategy[Regexp]:
    """Rules for a board: arbitrary nested ones, and sums of leaps and rides as games have them."""
    return st.one_of(_nested(width, height), _common(width, height)).filter(
        lambda regexp: written_out(regexp) <= MOST_WRITTEN_OUT
    )


def _nested(width: int, height: int) -> st.SearchStrategy[Regexp]:
    counts = st.one_of(st.none(), st.integers(0, 4))
    return st.recursive(
        letters(width, height),
        lambda inner: st.one_of(
            st.lists(inner, min_size=2, max_size=4).map(concat),
            st.lists(inner, min_size=2, max_size=4).map(sum_of),
            st.builds(Power, inner, counts),
        ),
        max_leaves=10,
    )


def _common(width: int, height: int) -> st.SearchStrategy[Regexp]:
    step = st.tuples(_step(width), _step(height))
    leap = st.builds(_leap, step, st.sampled_from("eppw"))
    ride = st.builds(_ride, step, st.sampled_from("epw"))
    return st.lists(st.one_of(leap, ride), min_size=1, max_size=6).map(sum_of)


def _leap(step: tuple[int, int], on: str) -> Regexp:
    return Letter(*step, on)


def _ride(step: tuple[int, int], on: str) -> Regexp:
    return concat([Power(Letter(*step, "e"), None), Letter(*step, on)])


@st.composite
def descriptions(draw: st.DrawFn, most: int = 12) -> Description:
    """Whole games on boards from 1×1 to most×most; each is what its own text describes."""
    side = st.one_of(st.integers(1, min(4, most)), st.integers(1, min(6, most)))
    if most > 6:
        side = st.one_of(side, st.integers(1, most))
    width, height = draw(side), draw(side)
    kinds = draw(st.lists(st.sampled_from("ABCPQXZ"), min_size=1, max_size=4, unique=True))
    both = [letter for kind in kinds for letter in (kind, kind.lower())]
    filled = draw(st.integers(1, 4))
    square = st.sampled_from(["."] * (len(both) * (5 - filled)) + both * filled)
    rows = tuple(draw(st.text(square, min_size=width, max_size=width)) for _ in range(height))
    ruled = [kind for kind in kinds if draw(st.integers(0, 7))]
    pieces = [Piece(kind, draw(regexps(width, height))) for kind in ruled]
    standing = {letter.upper() for row in rows for letter in row if letter != "."}
    pieces += [Piece(kind, None) for kind in sorted(standing - set(ruled))]
    named = draw(st.sampled_from([both, both, both, list(string.ascii_letters)]))
    goals = draw(st.lists(_goals(width, height, named), max_size=4))
    limit = draw(st.one_of(st.integers(0, 6), st.integers(0, 60), st.just(10**9)))
    name = draw(st.text(string.ascii_letters + string.digits + " ", min_size=1, max_size=8))
    return Description(name, width, height, rows, tuple(pieces), tuple(goals), limit)


def _goals(width: int, height: int, named: list[str]) -> st.SearchStrategy[Goal]:
    piece = st.sampled_from(named)
    squares = st.tuples(st.integers(0, width - 1), st.integers(0, height - 1))
    return st.one_of(
        st.builds(CountGoal, piece, st.integers(0, 3)),
        st.builds(SquareGoal, piece, st.lists(squares, min_size=1, max_size=4).map(tuple)),
    )


def text_of(description: Description) -> str:
    """A file that describes the game."""
    rules = [f"{piece.letter} {piece.rule} &" for piece in description.pieces if piece.rule]
    goals = [f"{goal} &" for goal in description.goals]
    return "\n".join(
        [
            f"<<{description.name}>>",
            "<BOARD>",
            f"{description.width} {description.height}",
            *(f"|{row}|" for row in description.rows),
            "<PIECES>",
            *rules,
            "<GOALS>",
            f"{description.turn_limit} &",
            *goals,
            "",
        ]
    )


def texts(most: int = 12) -> st.SearchStrategy[str]:
    """Files of whole games."""
    return descriptions(most).map(text_of)


@st.composite
def fens(draw: st.DrawFn, description: Description) -> str:
    """Position lines of a game: any pieces that it knows, anywhere, either player to move."""
    known = [
        letter for piece in description.pieces for letter in (piece.letter, piece.letter.lower())
    ]
    width, height = description.width, description.height
    square = st.sampled_from(["."] * max(len(known), 1) + known)
    rows = tuple(draw(st.text(square, min_size=width, max_size=width)) for _ in range(height))
    return write_fen(rows, draw(st.integers(0, 9)))
