"""All pairs of squares between which a piece can ever move: the basis of move numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sbg.language.model import AnyGame, description_of
from sbg.moves import automata
from sbg.moves.automata import Dfa
from sbg.moves.automata.relaxation import OutOfWorkError, Work
from sbg.moves.reach.relative import Ends, Relative

Squares: TypeAlias = NDArray[np.int32]
Possible: TypeAlias = NDArray[np.bool_]

_WORK = 1 << 30
"""Work for asking whether words contradict themselves, all rules of a game together: about a second."""


@dataclass(frozen=True, eq=False)
class Pairs:
    """For each piece the pairs (origin, target) that a move of it can have in some position.

    `pairs["K"]` and `pairs["k"]` are arrays of two columns, a row for each pair, in the order of (origin, target).
    Squares are numbered a1 b1 … a2 b2 …: square (x, y) is `y * width + x`. A piece without a rule has no rows.

    A pair is listed when *some* contents of the other squares let a word of the rule lead from origin to target, the
    board unchanged while the word is read. Which pieces the game has, and where they can come to stand, is not asked:
    play may begin from any position line.

    For the letters in `bounds` it was too much work to rule out words that ask two contents of one square: these may
    have pairs that no position allows. A pair that some position allows is never left out.
    """

    width: int
    height: int
    by_letter: Mapping[str, Squares]
    bounds: frozenset[str]

    def __getitem__(self, letter: str) -> Squares:
        return self.by_letter[letter]

    @property
    def letters(self) -> tuple[str, ...]:
        """The pieces: white's in the order of the description, then black's."""
        return tuple(self.by_letter)

    @property
    def exact(self) -> bool:
        """Whether every pair is allowed by some position."""
        return not self.bounds

    @cached_property
    def union(self) -> Squares:
        """The pairs of all pieces of both colours together: row i is what action i plays."""
        return self.union_of(self.letters)

    def union_of(self, letters: Iterable[str]) -> Squares:
        """The pairs of some pieces together."""
        size = self.width * self.height
        possible = np.zeros((size, size), np.bool_)
        for letter in letters:
            pairs = self.by_letter[letter]
            possible[pairs[:, 0], pairs[:, 1]] = True
        return _rows(possible)


def pairs(game: AnyGame) -> Pairs:
    """The pairs (origin, target) that each piece of a game can ever play."""
    description = description_of(game)
    known: Mapping[str, Dfa] | None = getattr(game, "automata", None)
    dfas = automata.compile(description) if known is None else known
    width, height = description.width, description.height
    work = Work(_WORK)
    white: dict[str, Squares] = {}
    black: dict[str, Squares] = {}
    bounds = set()
    for piece in description.pieces:
        letter = piece.letter
        if letter in dfas:
            walks = Relative(dfas[letter], width, height)
            ends, exact = _ends(walks, work)
            if not exact:
                bounds |= {letter, letter.lower()}
            possible = _possible(walks, ends)
            white[letter] = _rows(possible)
            black[letter.lower()] = _rows(_upside_down(possible, width, height))
        else:
            white[letter] = black[letter.lower()] = np.empty((0, 2), np.int32)
    return Pairs(width, height, white | black, frozenset(bounds))


def _ends(walks: Relative, work: Work) -> tuple[Ends, bool]:
    """Where moves can lead, and whether each has a word that asks one content of each square."""
    relaxed = walks.relaxed(Work())
    try:
        if not walks.repeats(work) or not walks.without_word(relaxed, work, thorough=False):
            return relaxed, True
        impossible = walks.without_word(relaxed, work, thorough=True)
    except OutOfWorkError:
        return relaxed, False
    return {to: starts & ~impossible.get(to, 0) for to, starts in relaxed.items()}, True


def _possible(walks: Relative, ends: Ends) -> Possible:
    size = walks.width * walks.height
    possible = np.zeros((size, size), np.bool_)
    for displacement, starts in ends.items():
        dx, dy = walks.split(displacement)
        data = np.frombuffer(starts.to_bytes((size + 7) // 8, "little"), np.uint8)
        origins = np.flatnonzero(np.unpackbits(data, bitorder="little"))
        possible[origins, origins + (dy * walks.width + dx)] = True
    return possible


def _rows(possible: Possible) -> Squares:
    return np.stack(possible.nonzero(), axis=1, dtype=np.int32, casting="same_kind")


def _upside_down(possible: Possible, width: int, height: int) -> Possible:
    """What a black piece can play, given what the white one can."""
    by_row = possible.reshape(height, width, height, width)
    return by_row[::-1, :, ::-1].reshape(possible.shape)
